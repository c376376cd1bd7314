#!/bin/bash
# Decodes mutated files, and encodes pictures as no picture is, under AddressSanitizer and LeakSanitizer: run.sh [COUNT [SEED [FORMAT…]]]
# Everything that it makes is in Tests/Fuzz/.build; inputs that broke something are left there, and
# `.build/fuzz PLUGIN FORMAT --only INDEX SEED FOLDER…` makes and decodes one of them again.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$folder/../.." && pwd)
work=$folder/.build
count=${1:-10000}
seed=${2:-1}
shift $(($# < 2 ? $# : 2))
formats=("$@")
[ ${#formats[@]} -gt 0 ] || formats=(png jpeg gif)

declare -A products=([png]=LazuliPNG [jpeg]=LazuliJPEG [gif]=LazuliGIF)
swift=${SWIFT:-swift}
# Plugins leave AddressSanitizer's functions to the program that loads them: both have to be one compiler's.
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
clang=$resources/../../bin/clang

mkdir -p "$work"
"$clang" -std=c11 -D_GNU_SOURCE -Wall -Wextra -g -O1 -fsanitize=address -fuse-ld=lld -I "$root/Sources/LazuliABI/include" \
  "$folder"/*.c -ldl -o "$work/fuzz"
for format in "${formats[@]}"; do
  "$swift" build --package-path "$root" --scratch-path "$work/plugins" --sanitize address \
    --product "${products[$format]}" >"$work/build.log" 2>&1 || { cat "$work/build.log" >&2; exit 1; }
done

seeds=("$root/Tests/Fixtures")
[ -d "$root/../shared/cases" ] && seeds+=("$root/../shared/cases") || echo "fuzz: no shared cases, only Tests/Fixtures"

export ASAN_OPTIONS=detect_leaks=1:handle_sigill=1:allocator_may_return_null=1:exitcode=77:max_allocation_size_mb=600
export ASAN_SYMBOLIZER_PATH=$resources/../../bin/llvm-symbolizer SWIFT_BACKTRACE=enable=no
status=0
cd "$work"
for format in "${formats[@]}"; do
  "$work/fuzz" "$work/plugins/debug/lib${products[$format]}.so" "$format" "$count" "$seed" "${seeds[@]}" || status=1
  "$work/fuzz" "$work/plugins/debug/lib${products[$format]}.so" "$format" --encode "$count" "$seed" || status=1
done
exit $status
