#!/usr/bin/env bash
# Runs the fuzzer of every reader. Usage: fuzz.sh [SECONDS EACH]. Fails on a crash, a leak, or an input that takes over 2 s; the input
# is then left in out/fuzz/. What was found interesting is kept in out/fuzz/<name>/ and is where the next run begins.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz

# Files to begin with: whatever of this format lies in the tree.
seeds_way=(scenes/*.way backlot/formats/way/test/bad/*.way)
seeds_scene=(scenes/*.scene backlot/formats/scene/test/{good,parts,bad}/*.scene)
seeds_suite=(scenes/*.suite backlot/formats/suite/test/bad/*.suite)
seeds_study=(scenes/*.study backlot/formats/study/test/bad/*.study)
seeds_xml=(backlot/formats/{xml,opendrive}/test/fuzz/seeds/*)
seeds_opendrive=(backlot/formats/opendrive/test/fuzz/seeds/*)
seeds_rndf=(backlot/formats/rndf/test/fuzz/*.rndf)
seeds_mdf=(backlot/formats/rndf/test/fuzz/*.mdf)
seeds_recording=(backlot/recording/test/fuzz/*.mcap)
seeds_socket=(apps/server/test/fuzz/seeds/*)

for fuzzer in build/fuzz/fuzz_*; do
  [[ -x $fuzzer && ! -d $fuzzer ]] || continue
  name=${fuzzer##*/fuzz_}
  corpus=out/fuzz/$name
  mkdir -p "$corpus" build/fuzz/seeds_"$name"
  seeds="seeds_$name[@]"
  cp "${!seeds}" build/fuzz/seeds_"$name"/
  dictionary=$(find backlot apps -path "*/test/fuzz/$name.dict")
  echo "==> fuzzing $name for $seconds s"
  "$fuzzer" "$corpus" build/fuzz/seeds_"$name" -max_total_time="$seconds" -timeout=2 -rss_limit_mb=4096 -max_len=8192 \
    -dict="$dictionary" -artifact_prefix=out/fuzz/"$name"- -print_final_stats=1 2>&1 |
    { grep -E '^(stat::|SUMMARY|==[0-9]+==)|ERROR|Done|artifact' || true; }
done
