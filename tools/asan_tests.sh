#!/usr/bin/env bash
# Runs the tests of rooms that the preset asan has built, but for those whose length is their point. Usage: asan_tests.sh [CTEST_ARGUMENTS...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Left out, as names of tests. The release build runs them; with sanitizers each takes minutes and visits no line that others do not.
left_out=(
  '\.[A-Za-z]*Slow'                         # slow references, at every point that hurts
  '^sim\.(MinorRoad|Motorway|Ring|Light)\.' # flows and delays of an hour of traffic, as statistics
)
names=$(IFS='|'; echo "${left_out[*]}")

# Programs, samples and benchmarks are not built, and scripts about the tree have no sanitizer.
ctest --preset asan -LE '^(apps/.*|sample|bench)$' -E "^[a-z_]+\$|$names" "$@"
