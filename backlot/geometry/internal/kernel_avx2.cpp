// The batch calls, four points at a time. Every line repeats segment.h, hinted.h and placing.h operation by operation,
// so that the bits are theirs; no fused multiply-add, no sum across lanes. Lanes that are done are not stepped again:
// they keep their distance and see the same values until the last lane is done.
#include "backlot/geometry/internal/kernel_avx2.h"

#if defined(__AVX2__)

#include <immintrin.h>

namespace backlot::geometry::internal {

namespace {

using Lanes = __m256d;

constexpr std::size_t kWidth = 4;

// the constants of hinted.h and closest.h, which this file may not include for their inline functions
constexpr int kSteps = 6;
constexpr double kGain = 0.05, kNear_m = 1e-11, kInside_m = 1e-9, kBasin = 0.95;

Lanes all(double value) { return _mm256_set1_pd(value); }
Lanes add(Lanes a, Lanes b) { return _mm256_add_pd(a, b); }
Lanes sub(Lanes a, Lanes b) { return _mm256_sub_pd(a, b); }
Lanes mul(Lanes a, Lanes b) { return _mm256_mul_pd(a, b); }
Lanes size(Lanes a) { return _mm256_andnot_pd(all(-0.0), a); }
Lanes minus(Lanes a) { return _mm256_xor_pd(all(-0.0), a); }
int mask(Lanes a) { return _mm256_movemask_pd(a); }
Lanes less_equal(Lanes a, Lanes b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
Lanes less(Lanes a, Lanes b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
Lanes pick(Lanes condition, Lanes then, Lanes otherwise) { return _mm256_blendv_pd(otherwise, then, condition); }

struct Four {
  Lanes v[4];
};

// rows of four doubles to lanes, and back
Four transposed(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Lanes ab_low = _mm256_unpacklo_pd(a, b), ab_high = _mm256_unpackhi_pd(a, b);
  const Lanes cd_low = _mm256_unpacklo_pd(c, d), cd_high = _mm256_unpackhi_pd(c, d);
  return {{_mm256_permute2f128_pd(ab_low, cd_low, 0x20), _mm256_permute2f128_pd(ab_high, cd_high, 0x20),
           _mm256_permute2f128_pd(ab_low, cd_low, 0x31), _mm256_permute2f128_pd(ab_high, cd_high, 0x31)}};
}

Four columns(const double* a, const double* b, const double* c, const double* d) {
  return transposed(_mm256_loadu_pd(a), _mm256_loadu_pd(b), _mm256_loadu_pd(c), _mm256_loadu_pd(d));
}

struct Segments {
  Four x, y, z;
  Lanes start, length, bound;
};

Segments load(const Segment* segments, const std::uint32_t (&i)[kWidth]) {
  const Segment &a = segments[i[0]], &b = segments[i[1]], &c = segments[i[2]], &d = segments[i[3]];
  const Four rest = columns(&a.start, &b.start, &c.start, &d.start);
  return {columns(a.x, b.x, c.x, d.x), columns(a.y, b.y, c.y, d.y), columns(a.z, b.z, c.z, d.z),
          rest.v[0],                   rest.v[1],                   rest.v[2]};
}

struct Three {
  Lanes x, y, z;
};

Lanes dot(const Three& a, const Three& b) { return add(add(mul(a.x, b.x), mul(a.y, b.y)), mul(a.z, b.z)); }
Three cross(const Three& a, const Three& b) {
  return {sub(mul(a.y, b.z), mul(a.z, b.y)), sub(mul(a.z, b.x), mul(a.x, b.z)), sub(mul(a.x, b.y), mul(a.y, b.x))};
}
Three scaled(const Three& a, Lanes k) { return {mul(a.x, k), mul(a.y, k), mul(a.z, k)}; }

// four points of three doubles each
Three points_of(const double* p) {
  const Lanes a = _mm256_loadu_pd(p), b = _mm256_loadu_pd(p + 4), c = _mm256_loadu_pd(p + 8);
  // a = x0 y0 z0 x1, b = y1 z1 x2 y2, c = z2 x3 y3 z3
  const Lanes x02 = _mm256_permute2f128_pd(a, b, 0x30), x13 = _mm256_permute2f128_pd(a, c, 0x21);  // x0 y0 x2 y2, z0 x1 z2 x3
  const Lanes y13 = _mm256_permute2f128_pd(b, c, 0x30);                                            // y1 z1 y3 z3
  return {_mm256_shuffle_pd(x02, x13, 0b1010), _mm256_shuffle_pd(x02, y13, 0b0101), _mm256_shuffle_pd(x13, y13, 0b1010)};
}

struct Axis {
  Lanes run, first, half;
};

Axis axis_at(const Four& c, Lanes u) {
  const Lanes a = mul(u, c.v[3]);
  const Lanes b = add(c.v[2], a);
  const Lanes m = add(c.v[1], mul(u, b));
  const Lanes d = add(b, a);
  return {mul(u, m), add(m, mul(u, d)), add(d, a)};
}

struct Probe {
  Three r, first;
  Lanes ahead, gain;
};

Probe probe(const Segments& s, const Three& p, Lanes u) {
  const Axis x = axis_at(s.x, u), y = axis_at(s.y, u), z = axis_at(s.z, u);
  Probe out;
  out.r = {sub(sub(p.x, s.x.v[0]), x.run), sub(sub(p.y, s.y.v[0]), y.run), sub(sub(p.z, s.z.v[0]), z.run)};
  out.first = {x.first, y.first, z.first};
  out.ahead = dot(out.first, out.r);
  const Lanes bend = dot({x.half, y.half, z.half}, out.r);
  out.gain = sub(dot(out.first, out.first), add(bend, bend));
  return out;
}

// base/math.h
Lanes rsqrt_near_one(Lanes x) {
  const Lanes s = sub(x, all(1));
  const Lanes s2 = mul(s, s);
  const Lanes c12 = add(all(-0.5), mul(s, all(0.375)));
  const Lanes c34 = add(all(-0.3125), mul(s, all(0.2734375)));
  const Lanes c56 = add(all(-0.24609375), mul(s, all(0.2255859375)));
  return add(all(1), mul(s, add(c12, mul(s2, add(c34, mul(s2, c56))))));
}

Lanes cubic_at(const Four& c, Lanes u) {
  return add(c.v[0], mul(u, add(c.v[1], mul(u, add(c.v[2], mul(u, c.v[3]))))));
}

struct Axes {
  Three tangent, lateral, normal;
};

Axes flat_axes(const Three& first) {
  const Lanes inverse = rsqrt_near_one(add(mul(first.x, first.x), mul(first.y, first.y)));
  const Lanes x = mul(first.x, inverse), y = mul(first.y, inverse);
  return {{x, y, all(0)}, {minus(y), x, all(0)}, {all(0), all(0), all(1)}};
}

Axes level_axes(const Three& first) {
  const Lanes level2 = add(mul(first.x, first.x), mul(first.y, first.y));
  const Lanes inverse = rsqrt_near_one(add(level2, mul(first.z, first.z)));
  const Lanes across = _mm256_div_pd(all(1), _mm256_sqrt_pd(level2));
  Axes axes;
  axes.tangent = scaled(first, inverse);
  axes.lateral = {minus(mul(first.y, across)), mul(first.x, across), all(0)};
  axes.normal = {minus(mul(axes.tangent.z, axes.lateral.y)), mul(axes.tangent.z, axes.lateral.x),
                 sub(mul(axes.tangent.x, axes.lateral.y), mul(axes.tangent.y, axes.lateral.x))};
  return axes;
}

Axes banked_axes(const Three& first, const NormalCubic* normals, const std::uint32_t (&i)[kWidth], Lanes u) {
  const NormalCubic &a = normals[i[0]], &b = normals[i[1]], &c = normals[i[2]], &d = normals[i[3]];
  const Three given = {cubic_at(columns(a.x, b.x, c.x, d.x), u), cubic_at(columns(a.y, b.y, c.y, d.y), u),
                       cubic_at(columns(a.z, b.z, c.z, d.z), u)};
  Axes axes;
  axes.tangent = scaled(first, rsqrt_near_one(dot(first, first)));
  const Three across = cross(given, first);
  axes.lateral = scaled(across, rsqrt_near_one(dot(across, across)));
  axes.normal = cross(axes.tangent, axes.lateral);
  return axes;
}

struct Across {
  Lanes offset, loft;
};

Across across_level(const Probe& at) {
  const Three &q = at.first, &r = at.r;
  const Lanes level2 = add(mul(q.x, q.x), mul(q.y, q.y));
  const Lanes inverse = rsqrt_near_one(add(level2, mul(q.z, q.z)));
  const Lanes across = _mm256_div_pd(all(1), _mm256_sqrt_pd(level2));
  return {mul(sub(mul(q.x, r.y), mul(q.y, r.x)), across),
          mul(sub(mul(level2, r.z), mul(q.z, add(mul(q.x, r.x), mul(q.y, r.y)))), mul(across, inverse))};
}

// four points; a bit for each lane that is left to the single call
unsigned locate_four(const KernelView& view, const WorldPoint* points, Located* located) {
  // hints that can be believed; the others get a harmless stand-in
  std::uint32_t i[kWidth], hint_segment[kWidth];
  alignas(32) double hint[kWidth];
  unsigned open = 0;
  for (std::size_t k = 0; k < kWidth; ++k) {
    const double d = located[k].point.distance;
    const std::uint32_t segment = located[k].segment;
    const bool usable =
        located[k].found != Found::nowhere && segment < view.segment_count && d >= 0 && d <= view.length;
    open |= usable ? 0u : 1u << k;
    hint[k] = usable ? d : 0;
    i[k] = hint_segment[k] = usable ? segment : 0;
  }
  const Three world = points_of(&points->x);
  const Lanes largest = all(kLargestCoordinate);
  const Lanes on_earth =
      _mm256_and_pd(_mm256_and_pd(less_equal(size(world.x), largest), less_equal(size(world.y), largest)),
                    less_equal(size(world.z), largest));
  open |= static_cast<unsigned>(~mask(on_earth)) & 0xfu;
  const Three p = {sub(world.x, all(view.origin[0])), sub(world.y, all(view.origin[1])), sub(world.z, all(view.origin[2]))};

  Segments s = load(view.segments, i);
  const Lanes first_bound = s.bound;
  const Lanes hinted = _mm256_load_pd(hint);
  const Lanes tolerance = all(kInside_m);
  const auto inside = [&tolerance](const Segments& in, Lanes at) {
    return _mm256_and_pd(less_equal(sub(in.start, tolerance), at),
                         less_equal(at, add(add(in.start, in.length), tolerance)));
  };
  open |= static_cast<unsigned>(~mask(inside(s, hinted))) & 0xfu;

  // Newton, until every lane has converged or is given up
  Lanes d = hinted;
  Probe at;
  Lanes u;
  unsigned done = 0;
  unsigned done_at[kSteps] = {};  // the lanes done after each step
  int steps = 0;
  for (int step = 1;; ++step) {
    steps = step;
    u = sub(d, s.start);
    at = probe(s, p, u);
    open |= static_cast<unsigned>(~mask(less(all(kGain), at.gain))) & 0xfu & ~done;
    const unsigned near = static_cast<unsigned>(mask(less_equal(size(at.ahead), mul(all(kNear_m), at.gain)))) & ~done & ~open;
    done |= near;
    done_at[step - 1] = done;
    if ((done | open) == 0xfu) break;
    if (step == kSteps) {
      open |= ~done & 0xfu;
      break;
    }
    const unsigned going = ~(done | open) & 0xfu;
    const Lanes moving = _mm256_castsi256_pd(
        _mm256_setr_epi64x(-static_cast<long long>(going & 1u), -static_cast<long long>(going >> 1 & 1u),
                           -static_cast<long long>(going >> 2 & 1u), -static_cast<long long>(going >> 3 & 1u)));
    Lanes next = add(d, _mm256_div_pd(at.ahead, at.gain));
    next = pick(less(all(0), next), next, all(0));
    next = pick(less(next, all(view.length)), next, all(view.length));
    d = pick(moving, next, d);
    // into the neighbour where the step left the segment
    const unsigned below = static_cast<unsigned>(mask(less(d, s.start))) & going;
    const unsigned above = static_cast<unsigned>(mask(less_equal(add(s.start, s.length), d))) & going;
    if ((below | above) != 0) {
      for (std::size_t k = 0; k < kWidth; ++k) {
        if ((below >> k & 1u) != 0 && i[k] > 0) {
          --i[k];
        } else if ((above >> k & 1u) != 0 && i[k] + 1 < view.segment_count) {
          ++i[k];
        }
      }
      s = load(view.segments, i);
      open |= static_cast<unsigned>(~mask(inside(s, d))) & going;
    }
  }
  if (open == 0xfu) return open;

  // offset and loft, then the proof and the window
  Across across;
  if (view.crossfall != Crossfall::banked) {
    across = across_level(at);
  } else {
    const Axes axes = banked_axes(at.first, view.normals, i, u);
    across = {dot(at.r, axes.lateral), dot(at.r, axes.normal)};
  }
  const Lanes bound = pick(less(s.bound, first_bound), first_bound, s.bound);
  const Lanes reach = add(size(across.offset), size(across.loft));
  const Lanes proven = less_equal(mul(bound, add(reach, size(sub(d, hinted)))), all(kBasin));
  const Lanes within = _mm256_and_pd(
      _mm256_and_pd(less_equal(across.offset, all(view.offset_high)), less_equal(all(view.offset_low), across.offset)),
      _mm256_and_pd(less_equal(across.loft, all(view.loft_high)), less_equal(all(view.loft_low), across.loft)));
  open |= static_cast<unsigned>(~mask(_mm256_and_pd(proven, within))) & 0xfu;

  const Four rows = transposed(d, across.offset, across.loft, all(0));
  for (std::size_t k = 0; k < kWidth; ++k) {
    const std::uint32_t apart = i[k] > hint_segment[k] ? i[k] - hint_segment[k] : hint_segment[k] - i[k];
    if (apart > 1) open |= 1u << k;
    if ((open >> k & 1u) != 0) continue;
    _mm256_storeu_pd(&located[k].point.distance, rows.v[k]);
    located[k].segment = i[k];
    located[k].found = Found::hinted;
    located[k].at_end = AtEnd::no;
    int iterations = steps;
    for (int step = 1; step < steps; ++step) iterations -= static_cast<int>(done_at[step - 1] >> k & 1u);
    located[k].iterations = static_cast<std::uint16_t>(iterations);
  }
  return open;
}

std::uint32_t segment_at(const KernelView& view, double distance) {
  std::uint32_t p = view.bins[static_cast<std::int64_t>(distance * view.bins_per_metre)];
  while (distance >= view.pieces[p + 1].start) ++p;
  const Piece& piece = view.pieces[p];
  const auto i = static_cast<std::uint32_t>((distance - piece.start) * piece.segments_per_metre);
  return piece.first_segment + (i < piece.segment_count ? i : piece.segment_count - 1);
}

unsigned place_four(const KernelView& view, const RibbonPoint* points, WorldPoint* places) {
  const Three q = points_of(&points->distance);  // distance, offset, loft
  const Lanes largest = all(kLargestCoordinate);
  const Lanes easy = _mm256_and_pd(
      _mm256_and_pd(less_equal(all(0), q.x), less_equal(q.x, all(view.length))),
      _mm256_and_pd(less_equal(size(q.y), largest), less_equal(size(q.z), largest)));
  const unsigned open = static_cast<unsigned>(~mask(easy)) & 0xfu;
  std::uint32_t i[kWidth];
  for (std::size_t k = 0; k < kWidth; ++k) i[k] = (open >> k & 1u) != 0 ? 0 : segment_at(view, points[k].distance);
  const Segments s = load(view.segments, i);
  const Lanes u = sub(q.x, s.start);
  const Axis x = axis_at(s.x, u), y = axis_at(s.y, u), z = axis_at(s.z, u);
  const Three first = {x.first, y.first, z.first};
  const Axes a = view.crossfall == Crossfall::flat    ? flat_axes(first)
                 : view.crossfall == Crossfall::level ? level_axes(first)
                                                      : banked_axes(first, view.normals, i, u);
  const auto along = [&](Lanes c0, Lanes run, Lanes lateral, Lanes normal, double origin) {
    return add(all(origin), add(add(add(c0, run), mul(q.y, lateral)), mul(q.z, normal)));
  };
  const Four rows = transposed(along(s.x.v[0], x.run, a.lateral.x, a.normal.x, view.origin[0]),
                               along(s.y.v[0], y.run, a.lateral.y, a.normal.y, view.origin[1]),
                               along(s.z.v[0], z.run, a.lateral.z, a.normal.z, view.origin[2]), all(0));
  const __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
  for (std::size_t k = 0; k < kWidth; ++k) {
    if ((open >> k & 1u) == 0) _mm256_maskstore_pd(&places[k].x, three, rows.v[k]);
  }
  return open;
}

}  // namespace

std::uint64_t locate_avx2(const KernelView& view, const WorldPoint* points, Located* located, std::size_t count) {
  std::uint64_t open = 0;
  std::size_t k = 0;
  for (; k + kWidth <= count; k += kWidth) {
    open |= static_cast<std::uint64_t>(locate_four(view, points + k, located + k)) << k;
  }
  for (; k < count; ++k) open |= std::uint64_t{1} << k;
  return open;
}

std::uint64_t place_avx2(const KernelView& view, const RibbonPoint* points, WorldPoint* places, std::size_t count) {
  std::uint64_t open = 0;
  std::size_t k = 0;
  for (; k + kWidth <= count; k += kWidth) {
    open |= static_cast<std::uint64_t>(place_four(view, points + k, places + k)) << k;
  }
  for (; k < count; ++k) open |= std::uint64_t{1} << k;
  return open;
}

}  // namespace backlot::geometry::internal

#endif
