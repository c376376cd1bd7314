#!/usr/bin/env bash
# A host package which depends on Lazuli by path builds, finds its plugins beside it, decodes, and processes.
set -euo pipefail
cd "$(dirname "$0")"
swift build "$@"
picture='data:image/gif;base64,R0lGODlhAgABAIAAAP8AAAAA/ywAAAAAAgABAAACAgQKADs='
answer=$("$(swift build "$@" --show-bin-path)/Host" "$picture")
# Of a red pixel and a processor of the host's own.
expected="gif 2×1 [0, 255, 255, 255]"
if [ "$answer" != "$expected" ]; then
  echo "host package: the answer was “$answer”, not “$expected”" >&2
  exit 1
fi
echo "host package: builds, finds its plugins, decodes, processes"
