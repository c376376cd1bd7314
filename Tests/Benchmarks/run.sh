#!/usr/bin/env bash
# Measures Lazuli against the bare libraries and against peers, in one run: read the ratios.
#
#     run.sh BUILD_FOLDER [decode|encode|first|thumbnail|resize|animation|transfer|loads|tasks|previews …]
#
# Ratios are Lazuli / other: below 1 is faster or smaller; behind each stands its goal. Contestants take
# turns, and medians are compared, so that a busy machine slows both. Instruction counts depend on no
# load at all. A peer that is not installed is left out, and said so.
#
# LAZULI names the tool to be measured: the one of the build folder unless there is an installed one.
set -euo pipefail
build=$(realpath "${1:-.build/release}")
shift || true
parts=${*:-decode encode first thumbnail resize animation transfer loads tasks previews}
here=$(dirname "$(realpath "$0")")
work=$(pwd)/.build/bench
mkdir -p "$work"

compile() { # PROGRAM FLAGS…
  local program=$1
  shift
  cc -O2 -Wall -Wextra "$here/C/$program.c" -o "$work/$program" "$@"
}

picture() { # WIDTH HEIGHT FILE
  [ -f "$work/$3" ] || "$work/picture" "$1" "$2" "$work/$3"
}

has() { command -v "$1" >/dev/null 2>&1; }

# Whether a peer is there; says so when it is not.
peer() {
  has "$1" || { echo "  $1 is not installed: left out" && false; }
}

median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

report() { # SUBJECT UNIT OURS THEIRS GOAL
  awk -v subject="$1" -v unit="$2" -v a="$3" -v b="$4" -v goal="$5" 'BEGIN {
    form = a == int(a) ? "%d" : "%.1f"
    printf "  %-9s %-14s lazuli %12s   other %12s   ratio %.3f   goal %.2f%s\n",
      subject, unit, sprintf(form, a), sprintf(form, b), a / b, goal, a / b <= goal ? "" : "  MISSED" }'
}

# The instructions of one decoding: those of a run of three less those of a run of one, halved.
instructions() { # COMMAND … (without its count)
  local one three
  one=$(callgrind "$@" 1) && three=$(callgrind "$@" 3) || return 1
  echo $(((three - one) / 2))
}

# Fails when the command fails: nothing is counted of what was not decoded.
callgrind() {
  local log="$work/callgrind.log"
  if ! valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" >"$work/callgrind.out" 2>"$log"; then
    cat "$work/callgrind.out" "$log" >&2
    return 1
  fi
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log"
}

# Valgrind does not read the debug information of Swift: a copy without it, in a folder of the name in
# which an executable looks for plugins beside itself.
strip_copy() {
  rm -rf "$work/stripped" && mkdir -p "$work/stripped/release"
  cp -r "$build/LazuliBench" "$build"/libLazuli*.so "$build"/lazuli_CLazuli*.resources "$work/stripped/release/"
  strip "$work/stripped/release/LazuliBench" "$work/stripped/release"/*.so
}

decode() {
  echo "Decoding to RGBA8, engine and plugin against the bare library"
  local format
  for format in jpg png; do decode_time "12.$format"; done
  peer valgrind || return 0
  strip_copy
  for format in jpg png; do decode_instructions "3.$format"; done
}

decode_time() { # FILE
  : >"$work/ours" && : >"$work/theirs"
  for _ in 1 2 3 4 5; do
    "$build/LazuliBench" decode "$work/$1" 3 >>"$work/ours"
    "$work/bare_decode" "$work/$1" 3 >>"$work/theirs"
  done
  report "$1" "cpu ms" "$(median <"$work/ours")" "$(median <"$work/theirs")" 1.0
}

decode_instructions() { # FILE
  local ours theirs
  ours=$(instructions "$work/stripped/release/LazuliBench" decode-unlimited "$work/$1")
  theirs=$(instructions "$work/bare_decode" "$work/$1")
  report "$1" instructions "$ours" "$theirs" 1.02
}

encode() {
  echo "Encoding RGBA8, engine and plugin against the bare library with its defaults, JPEG at quality 85"
  encode_time 12.png png 0.5 1.02
  encode_time 12.png jpeg 1.02 1.0
  encode_time 12.png progressive 1.02 1.0
  encode_time 3.png gif 1.0 1.0
}

# Time and size of the files.
encode_time() { # FILE KIND GOAL SIZE_GOAL
  : >"$work/ours" && : >"$work/theirs"
  for _ in 1 2 3; do
    "$build/LazuliBench" encode "$work/$1" 2 "$2" >>"$work/ours"
    "$work/bare_encode" "$work/$1" 2 "$2" >>"$work/theirs"
  done
  report "$1" "$2 cpu ms" "$(median <"$work/ours")" "$(median <"$work/theirs")" "$3"
  report "$1" "$2 bytes" "$(cut -d' ' -f2 "$work/ours" | median)" "$(cut -d' ' -f2 "$work/theirs" | median)" "$4"
}

first() {
  echo "First pixel of a 64×64 PNG, whole process"
  local ours="$tool fetch -q --format rgba -o - $work/64.png"
  "$work/stopwatch" 41 lazuli "$ours" "C with libpng" "$work/bare_decode $work/64.png 1" 4 4 6
  if compile gdk_first $(pkg-config --cflags --libs gdk-pixbuf-2.0 2>/dev/null) 2>/dev/null; then
    "$work/stopwatch" 41 lazuli "$ours" gdk-pixbuf "$work/gdk_first $work/64.png" 1 1 1.5
  else
    echo "  gdk-pixbuf has no headers here: left out"
  fi
}

# Goals: time against each peer, and so many MiB at the most.
thumbnail() {
  # A noisy PNG of 100 megapixels is larger than files may be.
  echo '{"schema": "lazuli.config/1", "limits": {"encoded_bytes": 268435456}}' >"$work/large.json"
  thumbnails 12.jpg 0.7 20
  thumbnails 48.jpg 0.9 20
  thumbnails 100.jpg 1.0 20
  thumbnails 12.png 0.6 40
  thumbnails 100.png 0.6 40
}

thumbnails() { # FILE GOAL MEBIBYTES
  echo "$1 to 256 pixels, whole process"
  local ours="$tool fetch -q --config $work/large.json --force --size 256x256 --format png -o $work/small.png $work/$1"
  if peer gdk-pixbuf-thumbnailer; then
    against "$2" "$3" gdk-pixbuf-thumbnailer "gdk-pixbuf-thumbnailer -s 256 $work/$1 $work/gdk.png"
  fi
  if peer vipsthumbnail; then against "$2" "$3" vipsthumbnail "vipsthumbnail $work/$1 -s 256 -o $work/vips.png"; fi
  if [ -n "$python" ]; then
    against "$2" "$3" pyvips "$python $here/peers.py thumbnail $work/$1 256 $work/pyvips.png"
  fi
}

against() { # GOAL MEBIBYTES PEER COMMAND
  "$work/stopwatch" 7 lazuli "$ours" "$3" "$4" "$1" "$1" 0 "$2"
}

resize() {
  [ -n "$python" ] || return 0
  echo "Resizing 12 MP of RGBA in memory (peers: Pillow RGBA, libvips RGB)"
  local side kernel library
  for kernel in area lanczos3; do
    for side in 256 1920; do
      for library in pillow libvips; do resize_against "$library" "$side" "$kernel"; done
    done
  done
}

resize_against() { # LIBRARY SIDE KERNEL
  : >"$work/ours" && : >"$work/theirs"
  for _ in 1 2 3; do
    "$build/LazuliBench" resize "$work/12.jpg" 5 "$2" "$3" >>"$work/ours"
    "$python" "$here/peers.py" resize "$1" "$work/12.jpg" "$2" "$3" 5 >>"$work/theirs"
  done
  report "$3 $2" "$1, cpu ms" "$(median <"$work/ours")" "$(median <"$work/theirs")" 1.0
}

# Python's libraries are no Debian packages of the right age: they get an environment of their own.
prepare_python() {
  python=$work/python/bin/python3
  [ -f "$work/python/ready" ] && return
  if python3 -m venv "$work/python" && "$python" -m pip install -q -r "$here/requirements.txt"; then
    touch "$work/python/ready"
  else
    echo "pyvips and Pillow cannot be installed: left out"
    python=
  fi
}

animation() {
  echo "An animation of 500 frames of 1 MP (2 000 MB decoded), played by two views"
  [ -f "$work/500.gif" ] || "$here/animation.py" 1000 1000 500 "$work/500.gif"
  "$build/LazuliBench" animation "$work/500.gif" 500 | awk -v encoded="$(stat -c %s "$work/500.gif")" '{
    printf "  memory at the most %d MB (encoded %d MB)   goal 100%s   cpu %.2f ms a frame\n",
      $1, encoded / 1048576, $1 <= 100 ? "" : "  MISSED", $2 }'
}

transfer() {
  echo "1 000 × 50 KB from nginx on loopback, whole process"
  peer nginx && peer curl && peer openssl || return 0
  [ -n "${server:-}" ] || serve
  against_curl "http://127.0.0.1:$plain" 64
  # As many connections as Lazuli opens to one host.
  against_curl "http://127.0.0.1:$plain" 6
  against_curl "https://localhost:$secure" 64
}

# Decoded too: against curl alone, which only fetches and so is no goal, and against curl followed by djpeg on all
# cores.
loads() {
  echo "1 000 JPEGs of 640×480 from nginx on loopback, decoded, whole process"
  peer nginx && peer curl && peer openssl && peer djpeg || return 0
  [ -n "${server:-}" ] || serve
  picture 640 480 small.jpg
  for index in $(seq 0 999); do ln -f "$work/small.jpg" "$work/bodies/$index.jpg"; done
  loads_from http "http://127.0.0.1:$plain" 6
  loads_from https "https://localhost:$secure" 64
}

loads_from() { # NAME BASE CONNECTIONS
  local ours="$build/LazuliBench images $2 1000 $work/lazuli.json"
  local curl="curl -s --parallel --parallel-max $3 --cacert $work/server.pem"
  list_urls "$2" .jpg /dev/null >"$work/alone-$1"
  mkdir -p "$work/got"
  list_urls "$2" .jpg "$work/got/" >"$work/kept-$1"
  printf '#!/bin/sh\n%s -K %s && seq 0 999 | xargs -P %s -I NAME djpeg -outfile /dev/null %s/NAME.jpg\n' \
    "$curl" "$work/kept-$1" "$(nproc)" "$work/got" >"$work/curl-djpeg-$1"
  chmod +x "$work/curl-djpeg-$1"
  "$work/stopwatch" 5 "lazuli $1" "$ours" "curl alone" "$curl -K $work/alone-$1" 0 0 0
  "$work/stopwatch" 5 "lazuli $1" "$ours" "curl, djpeg" "$work/curl-djpeg-$1" 1 1 4
}

list_urls() { # BASE SUFFIX OUTPUT: a folder, where it ends in "/"
  for index in $(seq 0 999); do
    case "$3" in
      */) printf 'url = "%s/%s%s"\noutput = "%s%s%s"\n' "$1" "$index" "$2" "$3" "$index" "$2" ;;
      *) printf 'url = "%s/%s%s"\noutput = "%s"\n' "$1" "$index" "$2" "$3" ;;
    esac
  done
}

tasks() {
  echo "Tasks without network and codec: ns, or bytes, of each; 1 000 equal requests are joined"
  "$build/LazuliBench" tasks - 10000 | awk '{ printf "  %-16s %12d\n", $1, $2 }'
}

previews() {
  echo "A progressive JPEG of 12 MP that takes so long to come: previews, and the share of the time that they cost"
  local milliseconds
  for milliseconds in 1000 4000; do
    "$build/LazuliBench" previews "$work/12.jpg" "$milliseconds" | awk -v time="$milliseconds" '{
      printf "  %d ms   %d previews   share %.3f   goal 0.10%s\n", time, $1, $2, $2 <= 0.1 ? "" : "  MISSED" }'
  done
}

against_curl() { # BASE CONNECTIONS
  local list="$work/urls-${1%%:*}"
  list_urls "$1" "" /dev/null >"$list"
  "$work/stopwatch" 7 "lazuli ${1%%:*}" "$build/LazuliBench fetch $1 1000 $work/lazuli.json" \
    "curl --parallel-max $2" "curl -s --parallel --parallel-max $2 --cacert $work/server.pem -K $list" 1.5 1.5 2
}

serve() {
  mkdir -p "$work/bodies" "$work/nginx"
  for index in $(seq 0 999); do
    [ -f "$work/bodies/$index" ] || head -c 50000 /dev/urandom >"$work/bodies/$index"
  done
  [ -f "$work/server.pem" ] || openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$work/server.key" -out "$work/server.pem" 2>/dev/null
  plain=$(free_port)
  secure=$(free_port)
  cat >"$work/nginx/nginx.conf" <<CONF
daemon off;
worker_processes 1;
pid $work/nginx/pid;
error_log $work/nginx/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000;
  http2_max_concurrent_streams 128;
  server {
    listen 127.0.0.1:$plain;
    listen 127.0.0.1:$secure ssl http2;
    ssl_certificate $work/server.pem;
    ssl_certificate_key $work/server.key;
    root $work/bodies;
  }
}
CONF
  printf '{"schema": "lazuli.config/1", "plugins": {"settings": {"org.lazuli.http": {"ca_file": "%s"}}}}\n' \
    "$work/server.pem" >"$work/lazuli.json"
  nginx -p "$work/nginx" -c "$work/nginx/nginx.conf" 2>"$work/nginx/start.log" &
  server=$!
  trap 'kill "$server" 2>/dev/null || true' EXIT
  for _ in $(seq 100); do
    curl -s -o /dev/null "http://127.0.0.1:$plain/0" && return
    sleep 0.05
  done
  echo "nginx did not start: see $work/nginx/error.log" >&2
  exit 1
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

tool=${LAZULI:-$build/lazuli}
installed="$work/installed/bin/lazuli"
if [ -z "${LAZULI:-}" ] && [ -x "$installed" ]; then tool=$installed; fi
compile picture -lpng -ljpeg
compile bare_decode -lpng -ljpeg
compile bare_encode -lpng -ljpeg -lgif
compile stopwatch
for format in jpg png; do
  picture 2000 1500 "3.$format"
  picture 4000 3000 "12.$format"
done
picture 8000 6000 48.jpg
for format in jpg png; do picture 10000 10000 "100.$format"; done
picture 64 64 64.png
case "$parts" in *thumbnail* | *resize*) prepare_python 2>"$work/python.log" ;; esac
echo "The tool is $tool"
for part in $parts; do "$part"; done
