#!/usr/bin/env bash
# Runs the tests of rooms that the preset asan has built, but for those whose length is their point. Usage: asan_tests.sh [CTEST_ARGUMENTS...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Left out, as regular expressions of names. The release build runs them. They measure: the same lines again and again, on many
# seeds or for hours of traffic, and with sanitizers each of them takes minutes.
left_out=(
  '^[a-z/]+\.[A-Za-z]*Slow\.' # suites named slow: references at every point that hurts
  # flows, delays and hard braking, as statistics of an hour
  '^sim\.((MinorRoad|Motorway|Ring|Light|GivingWay|Entering|[A-Za-z]*/LongBodies)\.|StudyRoad\.Carries|MovingLane\.(Queues|Traffic))'
  # rates of scenes over many seeds
  '^harness\.(AdviceTest|AdviceOnRunRedLight|Decoy|DriverTable)\.'
  '^harness\.[A-Za-z]*/(Arrival|Commit|Outside|PlayedScene|Profiles|SceneInTraffic|Staged|WithoutEvent)\.'
  '^replay\.JudgeRecording\.SaysOfAllShippedScenes'             # the others of its kind stay
  '^subject\.ReferenceModel\.AgreesWithThePublicImplementation' # 15,000 cut-ins
)
names=$(IFS='|'; echo "${left_out[*]}")

# Programs, samples and benchmarks need not be built, and scripts about the tree have no sanitizer.
ctest --preset asan -LE '^(apps/.*|sample|bench)$' -E "^[a-z_]+\$|^backlot_app_.*_NOT_BUILT\$|$names" "$@"
