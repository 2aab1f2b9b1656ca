#!/usr/bin/env bash
# The same inputs give the same bits: builds all rooms that compute and their probe programs in several ways, runs each
# build with each SIMD kernel, and compares the hashes they print. Usage: same_bits.sh [WORK_FOLDER [FOLDER_OF_BUILT_PROBES]]
# With probes that are built already, they are compared with one further build, by clang; without, four builds are made.
# Exit status: 0 all equal, 1 a difference or a failed build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(realpath -m "${1:-$root/build/same_bits}")
built=${2:+$(realpath "$2")}
cd "$root"

probes=(geometry network sim)

# name | compiler and flags. Haswell has FMA: were contraction on, this build would differ.
builds=(
  'g++ -O0 | g++ -O0 -DBACKLOT_ENABLE_ASSERTS=1'
  'g++ -O3 | g++ -O3 -DNDEBUG'
  'clang++ -O2 | clang++ -O2 -DNDEBUG'
  'g++ -O3 haswell | g++ -O3 -DNDEBUG -march=haswell'
)
if [[ -n $built ]]; then builds=('as built | ' 'clang++ -O2 | clang++ -O2 -DNDEBUG'); fi
kernels=(scalar avx2 avx512)

# flags_for FILE: what cmake/code_flags.txt gives for all files, and for this kind of kernel.
flags_for() {
  local kinds=all
  if [[ $1 =~ (_avx2|_avx512)\.cpp$ ]]; then kinds="all|${BASH_REMATCH[1]}"; fi
  sed -nE "s/^($kinds)://p" cmake/code_flags.txt | tr '\n' ' '
}

rooms=(base geometry network hcsm world record traffic/signal traffic/pedestrian traffic/vehicle look direct scene sim)

# sources_of FOLDER: what is compiled. As in the release build, files of a room are compiled eight at a time, but for kernels.
sources_of() {
  local room batch files
  for room in "${rooms[@]}"; do
    find "backlot/$room" -name '*.cpp' -path '*_avx*' -not -path '*/test/*'
    mapfile -t files < <(find "backlot/$room" -name '*.cpp' -not -path '*_avx*' -not -path '*/test/*' | LC_ALL=C sort)
    for ((batch = 0; batch < ${#files[@]}; batch += 8)); do
      printf '#include "%s"\n' "${files[@]:batch:8}" >"$1/batch_${room//\//_}_$batch.cpp"
    done
  done
  echo "$1"/batch_*.cpp backlot/geometry/test/catalogue.cpp backlot/network/test/sketch.cpp \
    backlot/{geometry,network,sim}/test/same_bits/probe.cpp
}

# Build number i becomes $work/i/probe_geometry, $work/i/probe_network, $work/i/probe_sim.
shopt -s nullglob
launcher=$(command -v ccache || true)
for i in "${!builds[@]}"; do
  command=${builds[i]#* | }
  rm -rf "${work:?}/$i" && mkdir -p "$work/$i"
  if [[ -z $command ]]; then
    for room in "${probes[@]}"; do ln -s "$built/probe_$room" "$work/$i/"; done
    continue
  fi
  echo "building: $command"
  for source in $(sources_of "$work/$i"); do
    name=${source#"$work/$i/"}
    echo "$launcher $command -std=c++20 -DBACKLOT_DEFAULT_TEST_POINTS=0 -I. $(flags_for "$source") -c $source -o '$work/$i/${name//\//.}.o'"
  done | xargs -P2 -d '\n' -n1 bash -c
  for room in "${probes[@]}"; do
    objects=()
    for object in "$work/$i"/*.o; do
      [[ $object == *.same_bits.probe.cpp.o && $object != *."$room".test.* ]] || objects+=("$object")
    done
    ${command%% *} -o "$work/$i/probe_$room" "${objects[@]}" -lfmt -pthread
  done
done

# No build may fuse a multiplication and an addition, whatever it is built for.
for object in "$work"/*/*.o; do
  [[ $object == *_avx* ]] || ! objdump -d "$object" | grep -qE 'vfn?m(add|sub)' || { echo "fused multiply-add in $object"; exit 1; }
done

# Run and compare. The table shows a digest of all lines "hash ..." that a run printed.
status=0
first=
printf '\n%-16s %-8s %s\n' build kernel digest
for i in "${!builds[@]}"; do
  for kernel in "${kernels[@]}"; do
    hashes=$work/$i/$kernel.txt
    result=0
    if [[ ${builds[i]} == *haswell* ]] && ! grep -qw fma /proc/cpuinfo; then
      result=3
    else
      for room in "${probes[@]}"; do
        "$work/$i/probe_$room" "--$kernel" || result=$?
      done >"$work/$i/$kernel.out"
      grep '^hash' "$work/$i/$kernel.out" >"$hashes" || true
    fi

    if ((result == 3)); then
      text='not supported by this CPU'
    elif ((result != 0)) || [[ ! -s $hashes ]]; then
      text="FAILED: exit status $result, $(wc -l <"$hashes") hashes" status=1
    else
      text=$(sha256sum "$hashes" | cut -c1-16)
      first=${first:-$hashes}
      cmp -s "$first" "$hashes" || { text+='  DIFFERS' status=1; }
    fi
    printf '%-16s %-8s %s\n' "${builds[i]% | *}" "$kernel" "$text"
  done
done

# Which sections differ from the first run.
if ((status)); then
  for hashes in "$work"/*/*.txt; do
    diff -u --label "$first" --label "$hashes" "$first" "$hashes" || true
  done
fi
exit $status
