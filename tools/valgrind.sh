#!/usr/bin/env bash
# Runs the rooms' tests, with few random points, under valgrind. Usage: valgrind.sh [PRESET] [GTEST_FILTER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:-release}
# Left out: tests named slow, tests that fork, and those about the last bit, since valgrind has no long double.
filter=${2:--*Slow*:*DeathTest*:*Ulp*}

export BACKLOT_TEST_POINTS=1000
for program in "build/$preset"/backlot_*_test; do
  echo "== $program"
  valgrind --quiet --error-exitcode=1 --leak-check=full "$program" --gtest_brief=1 --gtest_filter="$filter"
done
