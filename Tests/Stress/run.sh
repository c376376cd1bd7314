#!/bin/bash
# The loading engine under ThreadSanitizer, without plugins: run.sh [TIMES]
# What it builds is in .build/tsan. A report, or a load that does not end as it should, is a failure.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
times=${1:-3}
swift=${SWIFT:-swift}
scratch=$root/.build/tsan
export SWIFT_BACKTRACE=enable=no
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
export TSAN_SYMBOLIZER_PATH=$resources/../../bin/llvm-symbolizer

mkdir -p "$root/.build"
# The Swift runtime looks for the sanitizer's functions in the program.
"$swift" build --package-path "$root" --scratch-path "$scratch" --sanitize thread --product LazuliStress \
  -Xlinker --export-dynamic >"$scratch.log" 2>&1 || { cat "$scratch.log" >&2; exit 1; }
program=$scratch/debug/LazuliStress

# Runs the program with these words; leaves its status, and how many reports there were.
reports() {
  status=0
  TSAN_OPTIONS="exitcode=66 external_symbolizer_path=$TSAN_SYMBOLIZER_PATH" \
    timeout 600 "$program" "$@" 2>"$scratch.reports" || status=$?
  count=$(grep -c 'WARNING: ThreadSanitizer' "$scratch.reports" || true)
}

reports --planted-race
[ "$status" -eq 66 ] && [ "$count" -gt 0 ] || { echo "tsan: the planted race was not reported" >&2; exit 1; }
echo "tsan: the planted race is reported"
for ((turn = 1; turn <= times; turn++)); do
  reports --scripted 1000 200
  echo "tsan: turn $turn: $count reports, exit $status"
  if [ "$status" -ne 0 ] || [ "$count" -ne 0 ]; then
    cat "$scratch.reports" >&2
    exit 1
  fi
done
