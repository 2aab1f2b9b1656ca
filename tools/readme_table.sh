#!/usr/bin/env bash
# Writes the README's benchmark tables from the committed results (bench/results), or says with --check whether it is the
# same. Exit status: 0 done or the same, 1 different.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
results=(bench/results/xeon_2_cores/ribbon.csv bench/results/epyc_2_cores/locate.csv bench/results/xeon_2_cores/{network,route}.csv)
readme=README.md

# The lines between the markers, for one file: where the figures come from, then a row for each.
table() {
  awk -F'"' -v results="$1" '
    function time_text(ns) {
      if (ns == 0) return ""  # counted, not timed
      if (ns < 1e4) return sprintf("%.0f ns", ns)
      if (ns < 1e7) return sprintf("%.0f us", ns / 1e3)
      return ns < 1e9 ? sprintf("%.0f ms", ns / 1e6) : sprintf("%.1f s", ns / 1e9)
    }
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
    /^"locate on a network of/ { next }  # locate.csv counts what a user calls
    /^"/ {
      split($3, numbers, ",")  # empty, median, least, most, rounds, ratio, empty
      limit = $5
      sub(/^,/, "", limit)
      split(limit, bound, " ")
      holds = bound[1] == "<=" ? numbers[6] <= bound[2] + 0 : numbers[6] >= bound[2] + 0
      printf "| %s | %s | %.2f | %s | %s | %s |\n", $2, time_text(numbers[2]), numbers[6], $4, limit,
        holds ? "" : "not met yet"
    }' "$1"
}
tables() { for file in "${results[@]}"; do table "$file"; echo; done; }

updated=$(mktemp)
trap 'rm -f "$updated"' EXIT
awk -v table="$(tables)" '
  /<!-- bench:end -->/ { inside = 0 }
  !inside { print }
  /<!-- bench:begin -->/ { inside = 1; print ""; print table; print "" }' "$readme" >"$updated"

if [[ ${1-} == --check ]]; then
  if diff -u "$readme" "$updated"; then exit 0; fi
  echo "README.md does not show the figures of ${results[*]}: run tools/readme_table.sh"
  exit 1
fi
cp "$updated" "$readme"
