#!/usr/bin/env bash
# Tests check_house.py: a tiny tree, sound or with one violation.
set -euo pipefail
checker=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/check_house.py
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# add FILE [LINE...]
add() {
  mkdir -p "$tree/backlot/$(dirname "$1")"
  printf '%s\n' "${@:2}" >"$tree/backlot/$1"
}

new_tree() {
  rm -rf "${tree:?}"/*
  printf '%s\n' 'base:' 'format/text: base' 'format/text/test: base' >"$tree/layers.txt"
  add base/id.h '#pragma once' '#include <vector>' '// An id.' 'namespace backlot::base {' 'struct Id {};  // empty' '}'
  add base/internal/bits.cpp 'namespace backlot::base::internal {' 'BACKLOT_ASSERT(true, "");' '}'
  add format/text/lexer.cpp 'namespace backlot::base {' 'struct Id;' '}' 'namespace backlot::format::text {' '}'
  add format/text/test/lexer_test.cpp 'namespace backlot::format::text::lexer_test {' '}'
  add base/test/lines.h 'namespace backlot::base {' '}' # of tests neither comments nor assertions are counted
}

# expect NAME [TEXT]: the checker finds nothing, or one violation, and says TEXT.
expect() {
  local output status=0
  output=$("$checker" "$tree" 2>&1) || status=$?
  if [[ -z ${2-} && $status == 0 && $output != *error* ]] || [[ -n ${2-} && $status == 1 && $output == *"$2"* && $(grep -c error <<<"$output") == 1 ]]; then
    echo "ok      $1"
  else
    echo "FAILED  $1: status $status, expected \"${2-}\", got \"$output\""
    failures=$((failures + 1))
  fi
  new_tree
}

new_tree
expect 'a sound tree, with a forward declaration of another room'

add base/internal/bits.h '// Bits.' 'namespace backlot::bits {' '}'
expect 'a namespace that is not the path' 'backlot/base/internal/bits.h:2: error: namespace backlot::bits in a file of base; write backlot::base'

add format/text/test/lexer_test.cpp 'namespace backlot::text {' '}'
expect 'a test in another namespace' 'write backlot::format::text'

add base/id.h 'namespace backlot::basement {' '}' '//'
expect 'a namespace that only begins like the path' 'write backlot::base'

add base/internal/bits.cpp 'namespace backlot::base {' '}'
expect 'no assertion' '0.00 assertions for 1,000 lines'

add base/id.h '#include <vector>' 'namespace backlot::base {' 'struct A;' 'struct B;' 'struct C;' '}' '}  // namespace backlot::base'
expect 'headers without comments' '0.0% of the lines of headers have a comment'

exit $((failures > 0))
