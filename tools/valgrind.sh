#!/usr/bin/env bash
# Runs the rooms' tests, with few random points, under valgrind. Usage: valgrind.sh [PRESET] [GTEST_FILTER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:-release}
filter=${2:--*DeathTest*:*Slow*}

export BACKLOT_TEST_POINTS=1000
for program in "build/$preset"/backlot_*_test; do
  echo "== $program"
  valgrind --quiet --error-exitcode=1 --leak-check=full --track-origins=no "$program" --gtest_filter="$filter" \
    --gtest_brief=1
done
