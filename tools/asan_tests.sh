#!/usr/bin/env bash
# Runs the tests of rooms that the preset asan has built, but for those whose length is their point. Usage: asan_tests.sh [GTEST_FILTER]
# Each program runs its tests in a few processes: one for each test, as ctest has it, would spend half of the time on beginning and ending them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../build/asan"

# Left out, as patterns of GoogleTest. The release build runs them. They measure: the same lines again and again, on many seeds or for
# hours of traffic, and with sanitizers each of them takes minutes.
left_out='*Slow.*' # suites named slow: references at every point that hurts
declare -A also_left_out=(
  # flows, delays and hard braking, as statistics of an hour
  [sim]='MinorRoad.*:Motorway.*:Ring.*:Light.*:GivingWay.*:StopSign.Every*:Entering.*:*/LongBodies.*:StudyRoad.Carries*:MovingLane.Queues*:MovingLane.Traffic*'
  # rates of scenes over many seeds
  [harness]='AdviceTest.*:AdviceOnRunRedLight.*:Decoy.*:DriverTable.*:*/Arrival.*:*/Commit.*:*/Outside.*:*/PlayedScene.*:*/Profiles.*:*/SceneInTraffic.*:*/Staged.*:*/WithoutEvent.*'
  [replay]='JudgeRecording.SaysOfAllShippedScenes'             # the others of its kind stay
  [subject]='ReferenceModel.AgreesWithThePublicImplementation' # 15,000 cut-ins
)
# Long programs are cut into parts, and begin first.
declare -A parts=([sim]=8 [harness]=4 [network]=2 [formats_opendrive]=2)

export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_init_order=1:check_initialization_order=1
export LSAN_OPTIONS=suppressions=$PWD/../../tools/lsan_suppressions.txt:print_suppressions=0
export UBSAN_OPTIONS=print_stacktrace=1

run_part() {
  local room=$1 filter=$2 part=$3 count=$4 log
  log=$(mktemp)
  local began=$SECONDS
  if GTEST_SHARD_INDEX=$part GTEST_TOTAL_SHARDS=$count "./backlot_${room}_test" --gtest_brief=1 --gtest_filter="$filter" >"$log" 2>&1; then
    echo "$room, part $((part + 1)) of $count: ok, $((SECONDS - began)) s"
    rm -f "$log"
  else
    echo "$room, part $((part + 1)) of $count: FAILED"
    cat "$log"
    rm -f "$log"
    return 1
  fi
}
export -f run_part

list() {
  local program room filter part
  for program in backlot_*_test; do
    [[ $program == backlot_app_* || ! -x $program ]] && continue
    room=${program#backlot_}
    room=${room%_test}
    filter=${1:-*}-$left_out${also_left_out[$room]:+:${also_left_out[$room]}}
    for ((part = 0; part < ${parts[$room]:-1}; ++part)); do
      echo "${parts[$room]:-1} $room $filter $part ${parts[$room]:-1}"
    done
  done | sort -rn -k1,1 -s | cut -d' ' -f2-
}

list "$@" | xargs -P"$(nproc)" -L1 bash -c 'run_part "$@"' _
