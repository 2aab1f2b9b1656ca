#!/usr/bin/env bash
# Compares every include in backlot/ with layers.txt. Usage: check_layers.sh [ROOT]
# Headers that lie in the folder of a room itself are public: they are installed, and include nothing that is not.
# Prints one line for each violation, like a compiler, and exits 1 if there is any.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

# Every line of layers.txt as pairs "room used"; `room room` stands for a room that uses none.
layer_pairs() {
  awk '{ sub(/#.*/, "") } /:/ { sub(/:/, " "); print $1, $1; for (i = 2; i <= NF; ++i) print $1, $i }' layers.txt
}

# Every source file, and every include of the project's own files, as "path:line:text" (line 0: the file itself).
files_and_includes() {
  find backlot -name '*.h' -o -name '*.cpp' | sed 's/$/:0:/'
  grep -rnE --include='*.h' --include='*.cpp' '^\s*#\s*include\s*("|<backlot/)' backlot || true
}

check_graph() {
  if ! loop=$(layer_pairs | tsort 2>&1 >/dev/null); then
    echo "layers.txt: error: the rooms include each other in a circle:$(sed '1d; s/^tsort://' <<<"$loop" | tr -d '\n')"
    return 1
  fi
}

check_includes() {
  awk -F: '
    # The room of a file: the longest folder with a line in layers.txt, or "".
    function room_of(path) {
      sub(/^backlot\//, "", path)
      while (sub(/\/[^\/]*$/, "", path)) if (path in rooms) return path
      return ""
    }
    function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
    function error(text) { printf "%s:%s: error: %s\n", path, line, text; bad = 1 }

    # First input: the pairs of layers.txt.
    NR == FNR { split($0, pair, " "); rooms[pair[1]]; may[$0]; used[pair[2]]; next }

    # Second input: files and includes.
    { path = $1; line = $2; room = room_of(path) }
    line == 0 && room == "" { error("no room in layers.txt for this file") }
    line == 0 || room == "" { next }
    {
      target = $3
      sub(/^[^"<]*["<]/, "", target)
      sub(/[">].*/, "", target)
      to = room_of(target)
      if (target !~ /^backlot\// || target ~ /\.\.\//) error("write \"" target "\" as a path from the project root")
      else if (to == "") error("no room in layers.txt for \"" target "\"")
      else if (!((room " " to) in may)) error(room " may not include " to " (\"" target "\")")
      else if (to != room && to "/test" != room && target ~ /\/internal\//) error("\"" target "\" is internal to " to)
      else if (path !~ /\/test\// && target ~ /\/test\//) error("only tests include tests (\"" target "\")")
      else if (path ~ /\.h$/ && path !~ /\/test\// && folder_of(path) == "backlot/" room && folder_of(target) != "backlot/" to)
        error("a public header includes \"" target "\", which is not installed")
    }
    END {
      for (u in used) if (!(u in rooms)) { printf "layers.txt: error: %s is used but has no line\n", u; bad = 1 }
      exit bad
    }
  ' <(layer_pairs) <(files_and_includes)
}

status=0
check_graph || status=1
if [[ -d backlot ]]; then check_includes || status=1; fi
exit $status
