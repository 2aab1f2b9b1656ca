// A pose on a banked segment for processors with AVX2: x, y and z share every operation, in one register.
//
// Every line repeats placing.h and segment.h operation by operation, so that the bits are theirs. The fourth lane carries the
// heading along; elsewhere it holds nothing of use.
#include "backlot/geometry/internal/kernel_simd.h"

#if defined(__AVX2__)

#include <immintrin.h>

namespace backlot::geometry::internal {

namespace {

using Lanes = __m256d;

Lanes all(double value) { return _mm256_set1_pd(value); }
Lanes all(const double* value) { return _mm256_broadcast_sd(value); }
Lanes row(const double (&c)[4]) { return _mm256_load_pd(c); }
Lanes add(Lanes a, Lanes b) { return _mm256_add_pd(a, b); }
Lanes sub(Lanes a, Lanes b) { return _mm256_sub_pd(a, b); }
Lanes mul(Lanes a, Lanes b) { return _mm256_mul_pd(a, b); }

Lanes yzx(Lanes a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(3, 0, 2, 1)); }
Lanes zxy(Lanes a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(3, 1, 0, 2)); }
Lanes cross(Lanes a, Lanes b) { return sub(mul(yzx(a), zxy(b)), mul(zxy(a), yzx(b))); }

// The squares of two lengths, in the first two lanes.
Lanes squares(Lanes a, Lanes b) {
  const Lanes a2 = mul(a, a), b2 = mul(b, b);
  const Lanes x_and_z = _mm256_unpacklo_pd(a2, b2), y = _mm256_unpackhi_pd(a2, b2);
  return add(add(x_and_z, y), _mm256_permute2f128_pd(x_and_z, x_and_z, 1));
}

// base/math.h
Lanes rsqrt_near_one(Lanes x) {
  const Lanes s = sub(x, all(1));
  const Lanes s2 = mul(s, s);
  const Lanes c12 = add(all(-0.5), mul(s, all(0.375)));
  const Lanes c34 = add(all(-0.3125), mul(s, all(0.2734375)));
  return add(all(1), mul(s, add(c12, mul(s2, c34))));
}

Lanes turned_back(Lanes angle) {
  const Lanes above = _mm256_cmp_pd(angle, all(base::kPi), _CMP_GT_OQ);
  const Lanes below = _mm256_cmp_pd(angle, all(-base::kPi), _CMP_LE_OQ);
  return sub(angle,
             _mm256_or_pd(_mm256_and_pd(above, all(base::kTwoPi)), _mm256_and_pd(below, all(-base::kTwoPi))));
}

}  // namespace

PackedPose banked_pose_avx2(const Segment& segment, const BankedSegment& banked, const WorldPoint& origin,
                            const RibbonPoint& point) {
  const auto& [c0, c1, c2, c3] = banked.spine;
  const auto& [n0, n1, n2, n3] = banked.normal;
  const Lanes u = sub(all(&point.distance), all(&segment.start));
  const Lanes a = mul(u, row(c3));
  const Lanes b = add(row(c2), a);
  const Lanes m = add(row(c1), mul(u, b));
  const Lanes spine = add(row(c0), mul(u, m));
  const Lanes first = add(m, mul(u, add(b, a)));
  const Lanes given = add(row(n0), mul(u, add(row(n1), mul(u, add(row(n2), mul(u, row(n3)))))));
  const Lanes u2 = mul(u, u);
  const Lanes heading = turned_back(add(spine, mul(mul(u2, u2), given)));

  const Lanes across = cross(given, first);
  const Lanes unit = rsqrt_near_one(squares(first, across));
  const Lanes along_unit = _mm256_permute4x64_pd(unit, _MM_SHUFFLE(0, 0, 0, 0));
  const Lanes across_unit = _mm256_permute4x64_pd(unit, _MM_SHUFFLE(1, 1, 1, 1));
  const Lanes tangent = mul(first, along_unit), lateral = mul(across, across_unit);
  const Lanes normal = mul(cross(first, across), mul(along_unit, across_unit));

  const Lanes origin_row = _mm256_maskload_pd(&origin.x, _mm256_setr_epi64x(-1, -1, -1, 0));
  const Lanes position =
      add(origin_row, add(add(spine, mul(lateral, all(&point.offset))), mul(normal, all(&point.loft))));

  // as stored: x y z heading, then x y z of the tangent and x, y z of the lateral and x y, z of the normal
  PackedPose pose;
  double* out = reinterpret_cast<double*>(&pose);
  const Lanes lateral_yzx = _mm256_permute4x64_pd(lateral, _MM_SHUFFLE(0, 0, 2, 1));
  _mm256_storeu_pd(out, _mm256_blend_pd(position, heading, 0b1000));
  _mm256_storeu_pd(out + 4, _mm256_blend_pd(tangent, lateral_yzx, 0b1000));
  _mm256_storeu_pd(out + 8, _mm256_insertf128_pd(lateral_yzx, _mm256_castpd256_pd128(normal), 1));
  _mm_store_sd(out + 12, _mm256_extractf128_pd(normal, 1));
  return pose;
}

}  // namespace backlot::geometry::internal

#endif
