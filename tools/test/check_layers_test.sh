#!/usr/bin/env bash
# Tests check_layers.sh: a tiny tree for each rule, sound or with one violation.
set -euo pipefail
checker=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/check_layers.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# A sound tree: two rooms, a room inside a room, internal headers and tests.
new_tree() {
  rm -rf "${tree:?}"/*
  printf '%s\n' '# comment' 'base:' 'road: base' 'format: base' 'format/text: base  # a room inside a room' \
    >"$tree/layers.txt"
  add base/id.h '#include <vector>'
  add base/internal/bits.h
  add base/id.cpp '#include "backlot/base/id.h"' '#include "backlot/base/internal/bits.h"'
  add road/lane.h '#include "backlot/base/id.h"'
  add road/test/make_lane.h '#include "backlot/road/lane.h"'
  add road/test/lane_test.cpp '#include "backlot/road/test/make_lane.h"' '#include "backlot/base/id.h"'
  add format/text/lexer.h '#include "backlot/base/id.h"'
  add format/json/write.h '#include "backlot/base/id.h"'
  add base/README.md 'id.h, `up.h`, `steps/first.h`'
  add road/README.md '| `lane.h` | a lane |'
  add rail/README.md 'track.h'
  add format/README.md 'text/lexer.h, text/deep/er.h, json/write.h'
}

# add FILE [LINE...]
add() {
  mkdir -p "$tree/backlot/$(dirname "$1")"
  printf '%s\n' "${@:2}" >"$tree/backlot/$1"
}

# expect NAME [TEXT]: the checker finds nothing, or exactly one violation, and says TEXT.
expect() {
  local output status=0
  output=$("$checker" "$tree" 2>&1) || status=$?
  if [[ -z ${2-} && $status == 0 && -z $output ]] ||
     [[ -n ${2-} && $status == 1 && $output == *"$2"* && $output != *$'\n'* ]]; then
    echo "ok      $1"
  else
    echo "FAILED  $1: status $status, expected \"${2-}\", got \"$output\""
    failures=$((failures + 1))
  fi
  new_tree
}

new_tree
expect 'a sound tree'

add base/up.h '' '  #  include "backlot/road/lane.h"'
expect 'a lower room includes a higher one' 'backlot/base/up.h:2: error: base may not include road'

add base/up.h '#include <backlot/road/lane.h>'
expect 'the same with angle brackets' 'base may not include road'

add format/json/write.h '#include "backlot/format/text/lexer.h"'
expect 'a folder includes a room beside it' 'format may not include format/text'

add format/text/deep/er.h '#include "backlot/format/json/write.h"'
expect 'a room inside includes the one around it' 'format/text may not include format'

add base/test/up_test.cpp '#include "backlot/road/lane.h"'
expect 'a test includes a higher room' 'base may not include road'

echo 'road/test: base road format/text' >>"$tree/layers.txt"
add road/internal/sum.h
add road/test/lane_test.cpp '#include "backlot/road/test/make_lane.h"' '#include "backlot/road/internal/sum.h"' \
  '#include "backlot/format/text/lexer.h"'
expect 'tests with a line of their own'

echo 'road/test: base road format/text' >>"$tree/layers.txt"
add road/lane.cpp '#include "backlot/format/text/lexer.h"'
expect 'a room includes what only its tests may' 'road may not include format/text'

add road/lane.cpp '#include "backlot/base/internal/bits.h"'
expect "another room's internal header" 'internal to base'

add road/lane.cpp '#include "backlot/road/test/make_lane.h"'
expect 'the library includes a test' 'only tests include tests'

add base/id.h '#include "backlot/base/internal/bits.h"'
expect 'a public header includes an internal one' 'backlot/base/id.h:1: error: a public header includes "backlot/base/internal/bits.h"'

add base/steps/first.h '#include "backlot/base/internal/bits.h"'
expect 'a public header of a folder inside a room includes an internal one' 'which is not installed'

add base/steps/first.h
add base/id.h '#include "backlot/base/steps/first.h"'
expect 'a public header includes one of a folder inside its room'

add base/internal/steps/first.h '#include "backlot/base/internal/bits.h"'
expect 'an internal header includes an internal one'

add road/README.md '| `a_lane.h`, `lane.hpp`, `internal/lane.h` |'
expect 'a public header that the README does not name' 'backlot/road/README.md:0: error: the public header lane.h is not named here'

add road/signs/sign.h
add road/README.md '`lane.h`, `sign.h`'
expect 'a header of a folder named without the folder' 'the public header signs/sign.h is not named here'

rm "$tree/backlot/road/README.md"
expect 'a room without a README' 'backlot/road/lane.h:0: error: there is no README.md in its room'

for i in {1..39}; do add "road/internal/part_$i.cpp"; done
add road/internal/last.cpp
expect 'a folder of 40 files'

for i in {1..41}; do add "road/internal/part_$i.cpp"; add "road/test/bad/$i.txt"; done
expect 'a folder of 41 files' 'backlot/road/internal:0: error: 41 files in one folder'

add road/lane.cpp '#include "../base/id.h"'
expect 'a relative include' 'path from the project root'

add road/lane.cpp '#include "backlot/road/../base/id.h"'
expect 'a path that climbs' 'path from the project root'

add road/lane.cpp '#include "lane.h"'
expect 'an include without its room' 'path from the project root'

add rail/track.h
expect 'a room without a line' 'backlot/rail/track.h:0: error: no room in layers.txt'

add road/lane.cpp '#include "backlot/rail/track.h"'
expect 'an include of a room without a line' 'no room in layers.txt for "backlot/rail/track.h"'

sed -i 's/^base:/base: format/' "$tree/layers.txt"
expect 'a circle' 'in a circle: base format'

sed -i 's/^road: base/road: base rail/' "$tree/layers.txt"
expect 'an unknown room in layers.txt' 'rail is used but has no line'

exit $((failures > 0))
