#!/usr/bin/env bash
# Measures Lazuli against the bare libraries and against peers, in one run: read the ratios.
#
#     run.sh BUILD_FOLDER [decode|first|thumbnail|transfer …]
#
# Ratios are Lazuli / other: below 1 is faster or smaller. A peer that is not installed is left out.
set -euo pipefail
build=$(realpath "${1:-.build/release}")
shift || true
parts=${*:-decode first thumbnail transfer}
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

least() { sort -n | head -1; }

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }

# The instructions of one decoding: those of a run of three less those of a run of one, halved.
instructions() { # COMMAND … (without its count)
  local one three
  one=$(callgrind "$@" 1)
  three=$(callgrind "$@" 3)
  echo $(((three - one) / 2))
}

callgrind() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# Valgrind does not read the debug information of Swift: a copy without it.
strip_copy() {
  rm -rf "$work/stripped" && mkdir -p "$work/stripped"
  cp -r "$build/LazuliBench" "$build"/libLazuli*.so "$build"/lazuli_CLazuli*.resources "$work/stripped/"
  strip "$work/stripped/LazuliBench" "$work/stripped"/*.so
}

decode() {
  echo "Decoding 12 MP to RGBA8, engine and plugin against the bare library"
  local file ours theirs
  strip_copy
  for file in 12.jpg 12.png; do
    ours=$(for _ in 1 2 3; do "$build/LazuliBench" decode "$work/$file" 5; done | least)
    theirs=$(for _ in 1 2 3; do "$work/bare_decode" "$work/$file" 5; done | least)
    echo "  $file  cpu ms, best of 15      $ours against $theirs   ratio $(ratio "$ours" "$theirs")  (goal 1.0)"
    if has valgrind; then
      ours=$(instructions "$work/stripped/LazuliBench" decode-unlimited "$work/$file")
      theirs=$(instructions "$work/bare_decode" "$work/$file")
      echo "  $file  instructions            $ours against $theirs   ratio $(ratio "$ours" "$theirs")  (goal 1.02)"
    fi
  done
}

first() {
  echo "First pixel of a 64×64 PNG, whole process"
  "$work/stopwatch" 40 lazuli "$build/lazuli fetch -q --format rgba -o - $work/64.png" \
    "C with libpng" "$work/bare_decode $work/64.png 1"
  if compile gdk_first $(pkg-config --cflags --libs gdk-pixbuf-2.0 2>/dev/null) 2>/dev/null; then
    "$work/stopwatch" 40 lazuli "$build/lazuli fetch -q --format rgba -o - $work/64.png" \
      gdk-pixbuf "$work/gdk_first $work/64.png"
  fi
}

thumbnail() {
  echo "48 MP JPEG to 256 pixels, whole process"
  local ours="$build/lazuli fetch -q --force --size 256x256 --format png -o $work/small.png $work/48.jpg"
  if has gdk-pixbuf-thumbnailer; then
    "$work/stopwatch" 10 lazuli "$ours" gdk-pixbuf-thumbnailer \
      "gdk-pixbuf-thumbnailer -s 256 $work/48.jpg $work/gdk.png"
  fi
  if has vipsthumbnail; then
    "$work/stopwatch" 10 lazuli "$ours" vipsthumbnail "vipsthumbnail $work/48.jpg -s 256 -o $work/vips.png"
  fi
}

transfer() {
  has nginx && has curl && has openssl || {
    echo "1 000 × 50 KB: nginx, curl or openssl is missing, left out"
    return
  }
  echo "1 000 × 50 KB from nginx on loopback, whole process"
  serve
  local base list
  for base in "http://127.0.0.1:$plain" "https://localhost:$secure"; do
    list="$work/urls-${base%%:*}"
    for index in $(seq 0 999); do printf 'url = "%s/%s"\noutput = "/dev/null"\n' "$base" "$index"; done >"$list"
    "$work/stopwatch" 5 "lazuli ${base%%:*}" "$build/LazuliBench fetch $base 1000 $work/lazuli.json" \
      "curl --parallel" "curl -s --parallel --parallel-max 64 --cacert $work/server.pem -K $list"
  done
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

compile picture -lpng -ljpeg
compile bare_decode -lpng -ljpeg
compile stopwatch
picture 4000 3000 12.jpg
picture 4000 3000 12.png
picture 8000 6000 48.jpg
picture 64 64 64.png
for part in $parts; do "$part"; done
