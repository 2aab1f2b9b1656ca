#!/usr/bin/env bash
# Tests check_docs.py: a tiny page for each rule, sound or with one mistake. Usage: check_docs_test.sh PROGRAM COMPILER
set -euo pipefail
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$1 compiler=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
mkdir -p "$tree"/{docs,tools/doc_frames}
cp -r "$tools/../scenes" "$tools/../dev" "$tree/"
cp "$tools"/doc_frames/along.way "$tree/tools/doc_frames/"
printf '#include <vector>\nvoid example(int number) {\n@block\n}\n' >"$tree/tools/doc_frames/number.cpp"

# expect NAME [TEXT]: of the page on standard input all is right, or exactly one thing is wrong, and the checker says TEXT.
expect() {
  local output status=0
  cat >"$tree/README.md"
  output=$("$tools/check_docs.py" "$program" "$compiler" "$tree" 2>&1) || status=$?
  if [[ -z ${2-} && $status == 0 && $output != *error* ]] ||
     [[ -n ${2-} && $status == 1 && $output == *"$2"* && $(grep -cE '^README.md:[0-9]+: error' <<<"$output") == 1 ]]; then
    echo "ok      $1"
  else
    echo "FAILED  $1: status $status, expected \"${2-}\", got \"$output\""
    failures=$((failures + 1))
  fi
}

street='profile street { vehicle backward 3 m; spine; vehicle forward 3 m }'

expect 'a network' <<PAGE
\`\`\`way
network a
$street
way b { profile street; begin at (0 m, 0 m) heading 0 deg; line 90 m; start open; end open }
\`\`\`
PAGE

expect 'a network with an error' 'W102' <<PAGE
\`\`\`way
network a
way b { profile stret; begin at (0 m, 0 m) heading 0 deg; line 90 m; start open; end open }
\`\`\`
PAGE

expect 'a program in Python that a command runs' <<'PAGE'
<!-- docs: file mine.py -->
```python
print('backlot')
```

```sh
python3 mine.py | grep backlot
```
PAGE

expect 'a command that never ends by itself' 'serves until it is interrupted' <<'PAGE'
    backlot view scenes/biketown.way --no-open
PAGE

expect 'Python with an error' 'Python says' <<'PAGE'
```python
def f(:
```
PAGE

printf 'steps:\n  - backlot --version\n' >"$tree/ci.yml"
expect 'a command that another file has as well' <<'PAGE'
<!-- docs: also in ci.yml -->
```sh
backlot --version
```
PAGE

expect 'a command that another file lacks' 'ci.yml does not hold: backlot --help' <<'PAGE'
<!-- docs: also in ci.yml -->
```sh
backlot --help
```
PAGE

expect 'a fragment in a frame' <<'PAGE'
<!-- docs: in along.way -->
```way
no passing from 0 m to 50 m
```
PAGE

expect 'a wrong fragment in a frame' 'backlot check says' <<'PAGE'
<!-- docs: in along.way -->
```way
no passing from 0 m to 50 s
```
PAGE

expect 'a frame that is missing' 'there is no frame nowhere.way' <<'PAGE'
<!-- docs: in nowhere.way -->
```way
network a
```
PAGE

expect 'a part of a shipped scene' <<'PAGE'
<!-- docs: part of scenes/run_red_light.scene -->
```scene
parameter lead = 0.5..2 s
```
PAGE

expect 'a wrong part of a shipped scene' 'backlot check says' <<'PAGE'
<!-- docs: part of scenes/run_red_light.scene -->
```scene
parameter lead = 0.5..2 m
```
PAGE

expect 'a command, on a file of the page' <<PAGE
<!-- docs: file a.way -->
\`\`\`way
network a
$street
way b { profile street; begin at (0 m, 0 m) heading 0 deg; line 90 m; start open; end open }
\`\`\`

Text.

    backlot info a.way        # what is in it
    echo 10 0 0 | backlot locate a.way
PAGE

expect 'a command that fails' 'exit code' <<'PAGE'
    backlot info missing.way
PAGE

expect 'a command with its output' <<'PAGE'
    $ backlot info scenes/biketown.way
    this is no command
PAGE

expect 'explanation that is no comment' 'exit code' <<'PAGE'
```sh
backlot info scenes/biketown.way   what is in it
```
PAGE

expect 'a command of the house' "./dev does not know \"bild\"" <<'PAGE'
    ./dev test -L geometry
    ./dev bild
PAGE

expect 'C++ in a frame' <<'PAGE'
<!-- docs: in number.cpp -->
```cpp
#include <string>
std::string text = std::to_string(number);
```
PAGE

expect 'C++ that does not compile' 'does not compile' <<'PAGE'
<!-- docs: in number.cpp -->
```cpp
std::vector<int> list = numbr;
```
PAGE

expect 'a block without a language' 'no check for the language ""' <<'PAGE'
```
network a
```
PAGE

expect 'a block that is left out' <<'PAGE'
<!-- docs: skip it needs a map of your own -->
```way
network a {
```
PAGE

expect 'text' <<'PAGE'
```text
a drawing -->
```

    x = y + z
PAGE

exit $((failures > 0))
