#!/usr/bin/env bash
# Records runs with the program, and reads them with a reader of others (@mcap/core). Needs node, npm and, at the first time, the network.
# Usage: run.sh [PROGRAM]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
program=${1:-$root/build/release/apps/cli/backlot}

command -v node >/dev/null && command -v npm >/dev/null || { echo "error: node and npm are missing (tools/packages.txt, [mcap])" >&2; exit 1; }
[[ -d $here/node_modules ]] || npm ci --prefix "$here" --ignore-scripts --no-audit --no-fund >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A crowd on a motorway, lights that come on cue, scenes in a row, a driver.
for run in "cut_in.scene" "run_red_light.scene" "divided_attention.scene" "lead_brakes.scene --driver reference"; do
  # shellcheck disable=SC2086
  "$program" run "$root"/scenes/${run} --seed 3 --not-staged skip --record "$work" >/dev/null || [[ $? == 1 ]]
done
checked=0
for recording in "$work"/*.mcap; do
  "$program" replay "$recording" --csv "$work/tables_$checked"
  node "$here/check.mjs" "$recording" "$work/tables_$checked"
  checked=$((checked + 1))
done
((checked == 4)) || { echo "error: $checked recordings of 4 were written" >&2; exit 1; }
