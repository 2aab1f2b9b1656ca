#!/usr/bin/env bash
# Writes the README's benchmark table from the committed results (bench/results), or says with --check whether it is the
# same. Exit status: 0 done or the same, 1 different.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
results=bench/results/xeon_2_cores/ribbon.csv
readme=README.md

# The lines between the markers: where the figures come from, then a row for each.
table() {
  awk -F'"' -v results="$results" '
    /^# machine: / { machine = substr($0, 12) }
    /^# commit: /  { commit = substr($0, 11) }
    /^# date: /    { date = substr($0, 9) }
    /^what,/ {
      printf "Measured by `./dev bench` on %s, commit %s, %s (`%s`). ", machine, commit, date, results
      print "Ratios are medians within one run."
      print ""
      print "| what | median | ratio | | limit | |"
      print "|---|---:|---:|---|---:|---|"
    }
    /^"/ {
      split($3, numbers, ",")  # empty, median, least, most, rounds, ratio, empty
      limit = $5
      sub(/^,/, "", limit)
      split(limit, bound, " ")
      holds = bound[1] == "<=" ? numbers[6] <= bound[2] + 0 : numbers[6] >= bound[2] + 0
      printf "| %s | %.0f ns | %.2f | %s | %s | %s |\n", $2, numbers[2], numbers[6], $4, limit, holds ? "" : "not met yet"
    }' "$results"
}

updated=$(mktemp)
trap 'rm -f "$updated"' EXIT
awk -v table="$(table)" '
  /<!-- bench:end -->/ { inside = 0 }
  !inside { print }
  /<!-- bench:begin -->/ { inside = 1; print ""; print table; print "" }' "$readme" >"$updated"

if [[ ${1-} == --check ]]; then
  if diff -u "$readme" "$updated"; then exit 0; fi
  echo "README.md does not show the figures of $results: run tools/readme_table.sh"
  exit 1
fi
cp "$updated" "$readme"
