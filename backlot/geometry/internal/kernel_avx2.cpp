// The batch calls for processors with AVX2, 4 points at a time.
#include "backlot/geometry/internal/kernel_simd.h"

#if defined(__AVX2__)

#include <immintrin.h>

namespace backlot::geometry::internal {

namespace {

using Lanes = __m256d;
constexpr std::size_t kWidth = 4;

#include "backlot/geometry/internal/kernel_rows.inc"

Lanes all(double value) { return _mm256_set1_pd(value); }
Lanes add(Lanes a, Lanes b) { return _mm256_add_pd(a, b); }
Lanes sub(Lanes a, Lanes b) { return _mm256_sub_pd(a, b); }
Lanes mul(Lanes a, Lanes b) { return _mm256_mul_pd(a, b); }
Lanes quotient(Lanes a, Lanes b) { return _mm256_div_pd(a, b); }
Lanes root(Lanes a) { return _mm256_sqrt_pd(a); }
Lanes size(Lanes a) { return _mm256_andnot_pd(all(-0.0), a); }
Lanes minus(Lanes a) { return _mm256_xor_pd(all(-0.0), a); }

Lanes less(Lanes a, Lanes b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
Lanes less_equal(Lanes a, Lanes b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
Lanes pick(Lanes condition, Lanes then, Lanes otherwise) {
  return _mm256_blendv_pd(otherwise, then, condition);
}
unsigned bits(Lanes condition) { return static_cast<unsigned>(_mm256_movemask_pd(condition)); }
Lanes from_bits(unsigned lanes) {
  const __m256i each = _mm256_setr_epi64x(1, 2, 4, 8);
  const __m256i set = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(lanes)), each);
  return _mm256_castsi256_pd(_mm256_cmpeq_epi64(set, each));
}

struct Four {
  Lanes v[4];
};

struct Three {
  Lanes x, y, z;
};

// the four doubles from at[k] + first, for every lane k, as four columns
Four columns(const double* const (&at)[kWidth], std::size_t first) {
  const FourRows t = transposed(_mm256_loadu_pd(at[0] + first), _mm256_loadu_pd(at[1] + first),
                                _mm256_loadu_pd(at[2] + first), _mm256_loadu_pd(at[3] + first));
  return {{t.v[0], t.v[1], t.v[2], t.v[3]}};
}

Three points_of(const double* p) {
  Three out;
  points_of_four(p, out.x, out.y, out.z);
  return out;
}

Lanes distances_of(const Located* l) {
  return _mm256_setr_pd(l[0].point.distance, l[1].point.distance, l[2].point.distance, l[3].point.distance);
}

// a row {a, b, c, 0} for every lane
void rows_of(Lanes a, Lanes b, Lanes c, Row (&rows)[kWidth]) {
  const FourRows t = transposed(a, b, c, all(0));
  for (std::size_t k = 0; k < kWidth; ++k) rows[k] = t.v[k];
}

#include "backlot/geometry/internal/kernel_lanes.inc"

}  // namespace

std::uint64_t locate_avx2(const KernelView& view, const WorldPoint* points, Located* located,
                          std::size_t count) {
  return locate_block(view, points, located, count);
}

std::uint64_t place_avx2(const KernelView& view, const RibbonPoint* points, WorldPoint* places,
                         std::size_t count) {
  return place_block(view, points, places, count);
}

}  // namespace backlot::geometry::internal

#endif
