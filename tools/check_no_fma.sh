#!/usr/bin/env bash
# Fails if a library holds a fused multiply-add: it would round differently from the other builds.
# Usage: check_no_fma.sh LIBRARY...
set -euo pipefail

status=0
for library in "$@"; do
  listing=$(objdump --disassemble --demangle --no-show-raw-insn "$library")
  found=$(awk '/^[0-9a-f]+ <.*>:$/ { function_name = $0 } /\tvfn?m(add|sub)/ { print function_name, $0 }' <<<"$listing")
  echo "$(basename "$library"): $(grep -c $'^ .*:\t' <<<"$listing") instructions, $(grep -c . <<<"$found") fused"
  [[ -z $found ]] || { head -n 20 <<<"$found"; status=1; }
done
exit $status
