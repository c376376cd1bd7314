#!/bin/sh
# Uses an installed Lazuli as somebody would: pictures over http where a server is given, from files and data
# URLs; what they are; on the terminal; sheets and thumbnails. Wants nothing but sh and coreutils.
#
#     pictures.sh LAZULI PICTURE [HTTP-URL-OF-THE-PICTURE]
set -eu
lazuli=$1 picture=$2 url=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

"$lazuli" --version
[ "$("$lazuli" plugins list --json | wc -l)" -ge 6 ] || fail "plugins list"
! "$lazuli" plugins list --json | grep -q '"error":{' || fail "a plugin is refused"
"$lazuli" info "$picture"
# Into a folder files go as they came.
"$lazuli" fetch -q -o "$work/file/" "$picture"
cmp "$picture" "$work/file"/*
"$lazuli" fetch -q --size 64x64 --format png -o "$work/small.png" "$picture"
"$lazuli" fetch -q -o "$work/data/" "data:image/png;base64,$(base64 -w0 "$work/small.png")"
cmp "$work/small.png" "$work/data"/*
if [ -n "$url" ]; then
  "$lazuli" fetch -q -o "$work/http/" "$url"
  cmp "$picture" "$work/http"/*
fi
"$lazuli" fetch -q --size 64x64 --format jpeg -o "$work/small.jpg" "$picture"
[ "$("$lazuli" info --json "$work/small.jpg" | grep -c '"format":"jpeg"')" = 1 ] || fail "jpeg"
[ "$("$lazuli" show --size 40x20 "$picture" | wc -l)" -ge 4 ] || fail "show"
"$lazuli" show --protocol sixel "$picture" | grep -q 'P0;1;0q' || fail "sixel"
"$lazuli" sheet -q -o "$work/sheet.png" "$work/small.png" "$work/small.jpg"
"$lazuli" thumbnail --size 128 "file://$picture" "$work/thumbnail.png"
"$lazuli" info "$work/sheet.png" "$work/thumbnail.png"
XDG_CACHE_HOME="$work/cache" "$lazuli" thumbnail -q "$picture"
[ "$(ls "$work/cache/thumbnails"/*/*.png | wc -l)" = 4 ] || fail "thumbnails"
