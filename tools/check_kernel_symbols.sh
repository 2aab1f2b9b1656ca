#!/usr/bin/env bash
# Fails if a SIMD kernel (*_avx2.cpp, *_avx512.cpp) defines an inline function: the linker may keep that copy
# for the whole program, which then fails on a processor without these instructions.
# Usage: check_kernel_symbols.sh LIBRARY...
set -euo pipefail

nm --demangle --defined-only "$@" | awk '
  /\.o:$/ { object = $0; kernel = /_(avx2|avx512)\.cpp\.o:$/; kernels += kernel }
  kernel && $2 == "W" { print object, "inline function", $0; bad = 1 }
  END { print kernels + 0, "kernels looked at"; exit bad }'
