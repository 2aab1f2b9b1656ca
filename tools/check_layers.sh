#!/usr/bin/env bash
# Compares every include in backlot/ with layers.txt, and looks at the folders of the tree. Usage: check_layers.sh [ROOT]
# - A header of a room is public unless it lies in internal/ or test/: it is installed, includes no private header, and is named in
#   the README of its room.
# - A folder of backlot/ or apps/ has at most 40 files, so that a reader can look over it. Folders of data (test/bad) are free.
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
    function is_private(path) { return path ~ /\/(internal|test)\// }
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
      else if (path ~ /\.h$/ && !is_private(path) && is_private(target))
        error("a public header includes \"" target "\", which is not installed")
    }
    END {
      for (u in used) if (!(u in rooms)) { printf "layers.txt: error: %s is used but has no line\n", u; bad = 1 }
      exit bad
    }
  ' <(layer_pairs) <(files_and_includes)
}

# The room of a header is the nearest folder above it with a README; a header may be named with the folders below that one.
check_readmes() {
  local header folder name status=0
  while read -r header; do
    folder=${header%/*}
    while [[ $folder == */* && ! -f $folder/README.md ]]; do folder=${folder%/*}; done
    name=${header#"$folder"/}
    if [[ ! -f $folder/README.md ]]; then
      echo "$header:0: error: there is no README.md in its room"
      status=1
    elif ! grep -qE "(^|[^a-z0-9_/.])${name//./\\.}([^a-z0-9_]|$)" "$folder/README.md"; then
      echo "$folder/README.md:0: error: the public header $name is not named here"
      status=1
    fi
  done < <(find backlot -name '*.h' -not -path '*/internal/*' -not -path '*/test/*' | LC_ALL=C sort)
  return $status
}

check_folder_sizes() {
  local folder files status=0
  while read -r folder; do
    files=$(find "$folder" -maxdepth 1 -type f | wc -l)
    if ((files > 40)); then
      echo "$folder:0: error: $files files in one folder; divide it by what the files do (40 at most)"
      status=1
    fi
  done < <(find backlot $([[ -d apps ]] && echo apps) -type d -not -path '*/test/bad' | LC_ALL=C sort)
  return $status
}

status=0
check_graph || status=1
if [[ -d backlot ]]; then
  check_includes || status=1
  check_readmes || status=1
  check_folder_sizes || status=1
fi
exit $status
