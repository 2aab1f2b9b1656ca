#!/usr/bin/env bash
# The stages of `./dev check`, in order, stopping at the first that fails. Usage: check.sh [STAGE...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stages=(format layers release same_bits clang tidy asan tsan valgrind fuzz coverage bench mcap window cluster)

stage_format() { ./dev fmt --check; }

stage_layers() { tools/check_layers.sh; }

# Warnings are errors and every header is compiled alone in each build; here the tests run at full size.
stage_release() { ./dev test; }

# The bits of four builds; the test of the release stage compares two.
stage_same_bits() { tools/same_bits.sh; }

stage_clang() { ./dev build clang; }

stage_tidy() {
  cmake --preset clang >/dev/null
  sed -nE "s#^ *\"file\": \"($PWD/(backlot|apps)/.*)\".*#\1#p" build/clang/compile_commands.json | sort -u |
    xargs -P2 -n1 clang-tidy -p build/clang --quiet 2>&1 | { grep -v 'warnings generated' || true; }
}

stage_asan() {
  ./dev build asan backlot_libraries backlot_tests
  BACKLOT_TEST_POINTS=10000 tools/asan_tests.sh
}

stage_tsan() {
  ./dev build tsan backlot_tests
  BACKLOT_TEST_POINTS=10000 ctest --preset tsan
}

stage_valgrind() {
  ./dev build release
  tools/valgrind.sh release
}

stage_fuzz() { tools/fuzz.sh 60; }

stage_coverage() {
  ./dev build coverage
  find build/coverage -name '*.gcda' -delete
  BACKLOT_TEST_POINTS=10000 ctest --preset coverage
  mkdir -p out/coverage
  gcovr build/coverage --root . --filter backlot/ --exclude '.*/test/' \
    --html-details out/coverage/index.html --txt out/coverage/summary.txt --print-summary --fail-under-line 80
}

stage_bench() { ./dev bench --smoke; }

# Recordings, read by an MCAP reader of others: needs node, npm, and the network at the first time.
stage_mcap() {
  ./dev build release
  tools/mcap_check/run.sh
}

# The page in Chromium, with the real program too.
stage_window() {
  ./dev build release
  ctest --preset release -C window -L viewer
}

# A suite on a Slurm cluster of three nodes and with a PostgreSQL server, both started here: the same bits as on one machine. Runs as root.
stage_cluster() {
  ./dev build release
  tools/cluster/check.py build/release/apps/cli/backlot
}

# ---- Running them

for stage in "$@"; do
  [[ " ${stages[*]} " == *" $stage "* ]] || { echo "error: no stage $stage; there are: ${stages[*]}" >&2; exit 2; }
done
if (($#)); then stages=("$@"); fi

table=
summary() { printf '\n%-10s %-8s %s\n%s' stage result seconds "$table"; }
trap summary EXIT

for stage in "${stages[@]}"; do
  printf '\n==> check: %s\n' "$stage"
  started=$SECONDS
  # `set -e` holds inside the stage only if this line is no condition.
  set +e; (set -e; "stage_$stage"); status=$?; set -e
  result=$( ((status)) && echo FAILED || echo ok)
  table+=$(printf '%-10s %-8s %d' "$stage" "$result" $((SECONDS - started)))$'\n'
  printf '==> check: %s %s, %d s\n' "$stage" "$result" $((SECONDS - started))
  [[ $result == ok ]] || exit 1
done
