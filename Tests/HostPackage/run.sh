#!/usr/bin/env bash
# A host package which depends on Lazuli by path builds, finds its plugins beside it, and decodes.
set -euo pipefail
cd "$(dirname "$0")"
swift build "$@"
picture='data:image/gif;base64,R0lGODlhAgABAIAAAP8AAAAA/ywAAAAAAgABAAACAgQKADs='
answer=$("$(swift build "$@" --show-bin-path)/Host" "$picture")
if [ "$answer" != "gif 2×1" ]; then
  echo "host package: the answer was “$answer”, not “gif 2×1”" >&2
  exit 1
fi
echo "host package: builds, finds its plugins, decodes"
