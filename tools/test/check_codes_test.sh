#!/usr/bin/env bash
# Tests check_codes.sh: a tiny tree, sound or with one violation.
set -euo pipefail
checker=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/check_codes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# expect NAME CODES_IN_SOURCES CODES_IN_DOCS [TEXT]
expect() {
  local output status=0 code
  mkdir -p "$tree/backlot/scene/test" "$tree/apps/cli" "$tree/docs"
  for code in $2; do echo "error(\"$code\", place);"; done >"$tree/backlot/scene/a.cpp"
  echo 'EXPECT_EQ(code, "P199");' >"$tree/backlot/scene/test/a_test.cpp"
  for code in $3; do echo "| $code | says | what to do |"; done >"$tree/docs/diagnostics.md"
  output=$("$checker" "$tree" 2>&1) || status=$?
  if [[ -z ${4-} && $status == 0 && -z $output ]] || [[ -n ${4-} && $status == 1 && $output == *"$4"* ]]; then
    echo "ok      $1"
  else
    echo "FAILED  $1: status $status, expected \"${4-}\", got \"$output\""
    failures=$((failures + 1))
  fi
}

expect "all codes are listed" "P101 P301" "P101 P301"
expect "a code is not listed" "P101 P301" "P101" "P301 is used and not listed"
expect "a code is not used" "P101" "P101 P402" "P402 is listed and not used"
expect "a code is listed twice" "P101" "P101 P101" "P101 is listed twice"
exit $((failures > 0))
