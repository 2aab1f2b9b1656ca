// The batch calls for processors with AVX-512, 8 points at a time.
#include "backlot/geometry/internal/kernel_simd.h"

#if defined(__AVX512F__)

// g++ 12 takes the registers that its own header leaves undefined on purpose for a mistake of ours.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <immintrin.h>

namespace backlot::geometry::internal {

namespace {

using Lanes = __m512d;
constexpr std::size_t kWidth = 8;

#include "backlot/geometry/internal/kernel_rows.inc"

Lanes all(double value) { return _mm512_set1_pd(value); }
Lanes add(Lanes a, Lanes b) { return _mm512_add_pd(a, b); }
Lanes sub(Lanes a, Lanes b) { return _mm512_sub_pd(a, b); }
Lanes mul(Lanes a, Lanes b) { return _mm512_mul_pd(a, b); }
Lanes quotient(Lanes a, Lanes b) { return _mm512_div_pd(a, b); }
Lanes root(Lanes a) { return _mm512_sqrt_pd(a); }
Lanes size(Lanes a) { return _mm512_andnot_pd(all(-0.0), a); }
Lanes minus(Lanes a) { return _mm512_xor_pd(all(-0.0), a); }

__mmask8 less(Lanes a, Lanes b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
__mmask8 less_equal(Lanes a, Lanes b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
Lanes pick(__mmask8 condition, Lanes then, Lanes otherwise) {
  return _mm512_mask_blend_pd(condition, otherwise, then);
}
unsigned bits(__mmask8 condition) { return condition; }
__mmask8 from_bits(unsigned lanes) { return static_cast<__mmask8>(lanes); }

Lanes joined(__m256d low, __m256d high) { return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1); }

struct Four {
  Lanes v[4];
};

struct Three {
  Lanes x, y, z;
};

// the four doubles from at[k] + first, for every lane k, as four columns
Four columns(const double* const (&at)[kWidth], std::size_t first) {
  const FourRows low = transposed(_mm256_loadu_pd(at[0] + first), _mm256_loadu_pd(at[1] + first),
                                  _mm256_loadu_pd(at[2] + first), _mm256_loadu_pd(at[3] + first));
  const FourRows high = transposed(_mm256_loadu_pd(at[4] + first), _mm256_loadu_pd(at[5] + first),
                                   _mm256_loadu_pd(at[6] + first), _mm256_loadu_pd(at[7] + first));
  return {{joined(low.v[0], high.v[0]), joined(low.v[1], high.v[1]), joined(low.v[2], high.v[2]),
           joined(low.v[3], high.v[3])}};
}

Three points_of(const double* p) {
  __m256d low[3], high[3];
  points_of_four(p, low[0], low[1], low[2]);
  points_of_four(p + 12, high[0], high[1], high[2]);
  return {joined(low[0], high[0]), joined(low[1], high[1]), joined(low[2], high[2])};
}

Lanes distances_of(const Located* l) {
  return _mm512_setr_pd(l[0].point.distance, l[1].point.distance, l[2].point.distance, l[3].point.distance,
                        l[4].point.distance, l[5].point.distance, l[6].point.distance, l[7].point.distance);
}

// a row {a, b, c, 0} for every lane
void rows_of(Lanes a, Lanes b, Lanes c, Row (&rows)[kWidth]) {
  const FourRows low = transposed(_mm512_castpd512_pd256(a), _mm512_castpd512_pd256(b),
                                  _mm512_castpd512_pd256(c), _mm256_setzero_pd());
  const FourRows high = transposed(_mm512_extractf64x4_pd(a, 1), _mm512_extractf64x4_pd(b, 1),
                                   _mm512_extractf64x4_pd(c, 1), _mm256_setzero_pd());
  for (std::size_t k = 0; k < 4; ++k) {
    rows[k] = low.v[k];
    rows[k + 4] = high.v[k];
  }
}

#include "backlot/geometry/internal/kernel_lanes.inc"

}  // namespace

std::uint64_t locate_avx512(const KernelView& view, const WorldPoint* points, Located* located,
                            std::size_t count) {
  return locate_block(view, points, located, count);
}

std::uint64_t place_avx512(const KernelView& view, const RibbonPoint* points, WorldPoint* places,
                           std::size_t count) {
  return place_block(view, points, places, count);
}

}  // namespace backlot::geometry::internal

#endif
