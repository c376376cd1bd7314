#!/usr/bin/env bash
# The demo: pictures are drawn, served by a web server on loopback, fetched over http, file and data
# URLs, put on one sheet and shown.
#
#     run.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "${1:-.build/release}")
here=$(dirname "$(realpath "$0")")
out=.build/demo
rm -rf "$out" && mkdir -p "$out/pictures"
pictures=$(realpath "$out/pictures")

python3 "$here/recipe.py" "$pictures"
"$build/lazuli" fetch -q --format jpeg --quality 92 -o "$pictures/spheres.jpg" "$pictures/spheres.png"
"$build/lazuli" fetch -q --format jpeg --quality 92 -o "$pictures/sideways.jpg" "$pictures/sideways.png"
python3 "$here/recipe.py" --turn "$pictures/sideways.jpg" "$pictures/turned.jpg"

# Port 0: the system picks a free one, the server says which.
python3 -u -m http.server --bind 127.0.0.1 --directory "$pictures" 0 >"$out/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
port=
for _ in $(seq 100); do
  port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$out/server.log" | head -1)
  [ -n "$port" ] && break
  sleep 0.05
done
[ -n "$port" ] || { echo "The web server did not start: see $out/server.log" >&2; exit 1; }
base="http://127.0.0.1:$port"

"$build/lazuli" sheet --columns 4 -o "$out/sheet.png" \
  "$base/spheres.png" "$base/spheres.jpg" "$base/turned.jpg" "$base/wheel.gif" \
  "$base/ball.apng" "$base/drop.png" "file://$pictures/depth.png" \
  "data:image/gif;base64,$(base64 -w0 "$pictures/wheel.gif")"
echo
if [ -t 1 ]; then
  columns=$(tput cols 2>/dev/null || echo 80)
  "$build/lazuli" show --size "$((columns < 100 ? columns : 100))x28" "$out/sheet.png"
else
  "$build/lazuli" show --size 100x28 "$out/sheet.png" >"$out/sheet.txt"
  echo "For a terminal: cat $out/sheet.txt"
fi
echo
"$build/lazuli" info "$base/ball.apng" "$base/turned.jpg"
echo
echo "The sheet: $out/sheet.png"
