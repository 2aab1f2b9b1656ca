#!/usr/bin/env bash
# Installs a build into a scratch folder and uses it from other projects. Usage: install_test.sh BUILD
# Checks what is installed, that a program built on it prints what the same sample of the build prints, and that a project which
# links two rooms gets what these need and nothing else. So does one that adds the tree to its own.
set -euo pipefail
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
failures=0

# check NAME COMMAND...: the command succeeds and prints nothing.
check() {
  local output status=0
  output=$("${@:2}" 2>&1) || status=$?
  if [[ $status == 0 && -z $output ]]; then
    echo "ok      $1"
  else
    echo "FAILED  $1 (status $status)"
    head -n 20 <<<"$output"
    failures=$((failures + 1))
  fi
}

# configure FOLDER [OPTIONS...]: a project that knows the installed package and nothing of the tree.
configure() {
  cmake -G Ninja -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$prefix" "${@:2}" >"$1/log" 2>&1 || { cat "$1/log"; return 1; }
}

make_project() { configure "$@" && { cmake --build "$1/build" >"$1/log" 2>&1 || { cat "$1/log"; return 1; }; }; }

# ---- What is installed

cmake --install "$build" --prefix "$prefix" >/dev/null

private_headers() { find "$prefix/include" \( -path '*/internal/*' -o -path '*/test/*' \) -print; }
check 'no header of a test or of the inside is installed' private_headers

missing_includes() {
  grep -rhoE '^ *# *include "[^"]*"' "$prefix/include" | sed -E 's/.*"(.*)"/\1/' | sort -u | while read -r header; do
    [[ -f $prefix/include/$header ]] || echo "$header is included and not installed"
  done
}
check 'every header that is included is installed' missing_includes

libraries() { find "$prefix" -name 'libbacklot_*.a'; }
check "libraries are installed: $(libraries | wc -l)" test "$(libraries | wc -l)" -gt 20

intermediate_code() {
  local library
  for library in $(libraries); do
    readelf --wide --sections "$library" | awk -v library="$library" '/gnu\.lto/ { count++ } END { if (count) print library, count, "sections" }'
  done
}
check 'libraries hold machine code only' intermediate_code

paths_of_the_tree() { grep -rnF -e "$tree" -e "$build" "$prefix" --include='*.cmake' --include='*.h' || true; }
check 'no path of the tree is installed' paths_of_the_tree

# ---- A program of one's own

cp -r "$tree/samples/04_your_own_program" "$scratch/own"
check 'a program builds on the installed package' make_project "$scratch/own"

same_output() {
  diff <("$scratch/own/build/your_own_program"; echo "status $?") \
       <("$build/samples/sample_04_your_own_program"; echo "status $?")
}
check 'it prints what the sample prints' same_output
lines=$("$scratch/own/build/your_own_program" | grep -c ' objects ' || true)
check "it prints frames: $lines" test "$lines" -gt 8

# ---- A project of two rooms

mkdir "$scratch/two"
cat >"$scratch/two/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(two LANGUAGES CXX)
find_package(backlot 0.1 REQUIRED COMPONENTS ${ROOMS})
if(TARGET backlot::sim OR TARGET pugixml::pugixml)
  message(FATAL_ERROR "more was loaded than asked for")
endif()
add_executable(two main.cpp)
target_link_libraries(two PRIVATE backlot::network backlot::formats_way)
CMAKE
cat >"$scratch/two/main.cpp" <<'CPP'
#include "backlot/formats/way/way.h"
#include "backlot/network/network.h"

constexpr const char* kRoad = R"(way main {
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  lanes { spine; vehicle forward 3.5 m }
  start open
  end open
})";

int main() {
  const auto read = backlot::formats::way::read_way(kRoad, "road.way", backlot::text::NoFiles());
  return read && backlot::network::Network::build(*read) ? 0 : 1;
}
CPP
check 'two rooms do without the packages of others' \
  make_project "$scratch/two" -DROOMS='network;formats_way' -DCMAKE_DISABLE_FIND_PACKAGE_pugixml=ON
check 'they work' "$scratch/two/build/two"

linked() {
  ninja -C "$scratch/two/build" -t commands two | tail -n 1 | grep -oE '[^ /]*(\.a|\.so)[^ ]*' | sed -E 's/\.(a|so).*//' | sort -u
}
expected='libbacklot_base libbacklot_formats_text libbacklot_formats_way libbacklot_geometry libbacklot_network libfmt'
check 'they link what they need' diff <(linked) <(tr ' ' '\n' <<<"$expected")

mkdir "$scratch/unknown"
cp "$scratch/two/CMakeLists.txt" "$scratch/two/main.cpp" "$scratch/unknown"
unknown_room() { ! configure "$scratch/unknown" -DROOMS=cellar >/dev/null; }
check 'a room that does not exist is refused' unknown_room

# ---- The tree within another project

mkdir "$scratch/around"
cat >"$scratch/around/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(around LANGUAGES CXX)
set(BACKLOT_ONLY_ROOMS network formats/way)
add_subdirectory("$tree" backlot)
foreach(target backlot backlot_base_test backlot_sim sample_02_a_crossing)
  if(TARGET \${target})
    message(FATAL_ERROR "the target \${target} was not asked for")
  endif()
endforeach()
if(CMAKE_CXX_STANDARD OR CMAKE_CXX_COMPILER_LAUNCHER OR NOT CMAKE_BUILD_TYPE STREQUAL MinSizeRel)
  message(FATAL_ERROR "settings of this project were changed")
endif()
add_library(around INTERFACE)
target_link_libraries(around INTERFACE backlot::network backlot::formats_way)
CMAKE
without=()
for package in GTest rapidcheck Boost CLI11 nlohmann_json pugixml; do without+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"); done
check 'within another project only rooms are built' configure "$scratch/around" -DCMAKE_BUILD_TYPE=MinSizeRel "${without[@]}"

exit $((failures > 0))
