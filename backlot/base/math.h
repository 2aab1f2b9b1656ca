// Elementary functions that give the same bits from every compiler and at every optimisation level.
//
// The C library's sin, atan2, exp ... differ in the last bit between versions and processors, so whatever
// depends on them cannot be reproduced elsewhere. These are built from + - * / and sqrt alone, which IEEE 754
// defines to the bit, each written in one fixed order. The build must not fuse a*b+c (-ffp-contract=off).
//
// Accuracy, over all finite arguments (the tests measure it against long double): below 1 ulp for sin, cos,
// asin, acos, exp and log (0.84 seen), below 2 ulp for tan, atan and atan2 (1.51 seen). The polynomials are
// minimax fits made for this file; their own error is below 2^-56.
//
// The hot ones, sin_cos and atan2, are inline: one rare branch for odd arguments, then straight-line code.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace backlot::base {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kTwoPi = 2.0 * std::numbers::pi;
inline constexpr double kHalfPi = 0.5 * std::numbers::pi;

// Whether a value lies between two others, which count as inside; never for NaN.
constexpr bool is_within(double value, double low, double high) { return value >= low && value <= high; }

// Two doubles that share an operation (a vector of the compiler's; the bits are those of two single operations).
using Pair = double __attribute__((vector_size(16)));

struct SinCos {
  double sin;
  double cos;
};

// Both at once, for less than the price of two. Infinities and NaN give NaN. Any finite argument is reduced
// exactly, 1e300 as well as 1.
SinCos sin_cos(double radians);
double sin(double radians);
double cos(double radians);
double tan(double radians);

// (x, y) turned to the left by an angle, one coordinate at a time. Functions of their own, never inlined: where both are
// computed side by side, g++ 12 takes them for a product of complex numbers and fuses its multiplications and additions
// even under -ffp-contract=off, and the bits depend on the processor that is built for.
double turned_x(const SinCos& turn, double x, double y);
double turned_y(const SinCos& turn, double x, double y);

// The angle of (x, y) in [-pi, pi], all special cases as in IEC 60559: atan2(+-0, -0) is +-pi,
// atan2(+-inf, -inf) is +-3/4 pi. NaN if either is NaN.
double atan2(double y, double x);
double atan(double x);

// NaN outside of [-1, 1].
double asin(double x);
double acos(double x);

// exp overflows to infinity and underflows gradually to zero; log(0) is -infinity, log(x < 0) is NaN.
double exp(double x);
double log(double x);

// The same angle in (-kPi, kPi]. What already lies there comes back unchanged; the rest is reduced by the
// true 2 pi, not by the double kTwoPi. Infinities and NaN give NaN.
double wrap_angle(double radians);

// 1/sqrt(x) for |x - 1| <= 1e-3, to 3 ulp, without sqrt and division: it makes vectors that are nearly of
// length one exactly so. Further out the series drifts off (2.5e-11 at |x - 1| = 0.01).
double rsqrt_near_one(double x);

// ---- Below: the parts of the inline functions
// ----------------------------------------------------------------

namespace math_detail {

// An angle less quadrant * pi/2, as the sum of two doubles; |hi| <= pi/4 (1 + 2^-50), |lo| <= ulp(hi) / 2.
struct Reduced {
  double hi;
  double lo;
  std::uint32_t quadrant;  // modulo 4
};

// A function value that is not rounded yet: the sum hi + lo, |lo| << |hi|.
struct Unrounded {
  double hi;
  double lo;
};

inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

// pi/2 = part 1 + part 2 + part 3. Parts 1 and 2 have 33 bits: times a quadrant number below 2^20 they are
// exact.
inline constexpr double kHalfPiPart1 = 0x1.921fb54400000p+0;
inline constexpr double kHalfPiPart2 = 0x1.0b4611a600000p-34;
inline constexpr double kHalfPiPart3 = 0x1.3198a2e037073p-69;

// Below the first bound sin x = x and cos x = 1 to the last bit; above the second, three parts are too few.
inline constexpr double kTinyAngle = 0x1p-27;
inline constexpr double kLargeAngle = 1024.0;

// For kTinyAngle <= |x| <= kLargeAngle (Cody and Waite). No double in this range comes nearer to a multiple
// of pi/2 than the one at 29 pi/2, 2^-60.5 off; there the error is 2^-117, and below 2^-112 everywhere.
inline Reduced reduce(double x) {
  const auto n = static_cast<std::int32_t>(x * kTwoOverPi + std::copysign(0.5, x));
  const auto quadrants = static_cast<double>(n);
  // a = x - quadrants * part1 is exact; b + e = a - quadrants * part2 is exact as a pair (Knuth's two-sum).
  const double a = x - quadrants * kHalfPiPart1;
  const double w = quadrants * kHalfPiPart2;
  const double b = a - w;
  const double back = b - a;
  const double e = (a - (b - back)) - (w + back);
  const double tail = e - quadrants * kHalfPiPart3;
  const double hi = b + tail;
  const double lo = (b - hi) + tail;
  return {hi, lo, static_cast<std::uint32_t>(n) & 3U};
}

// sin(hi + lo) for a reduced angle: hi + hi^3 S(hi^2) + lo cos(hi).
inline Unrounded sin_kernel(double hi, double lo) {
  const double z = hi * hi;
  const double z2 = z * z;
  const double s01 = -0x1.5555555555549p-3 + z * 0x1.111111110f87ap-7;
  const double s23 = -0x1.a01a019c119c8p-13 + z * 0x1.71de3577b82acp-19;
  const double s45 = -0x1.ae5e663af2278p-26 + z * 0x1.5d9300e40a9f4p-33;
  const double s = (s01 + z2 * s23) + (z2 * z2) * s45;
  return {hi, (hi * z) * s + lo * (1.0 - 0.5 * z)};
}

// cos(hi + lo) for a reduced angle: 1 - hi^2/2 + hi^4 C(hi^2) - lo sin(hi).
inline Unrounded cos_kernel(double hi, double lo) {
  const double z = hi * hi;
  const double z2 = z * z;
  const double c01 = 0x1.555555555554bp-5 + z * -0x1.6c16c16c14f8ap-10;
  const double c23 = 0x1.a01a019c838f3p-16 + z * -0x1.27e4f7ea36c9ep-22;
  const double c45 = 0x1.1ee9d7524054ap-29 + z * -0x1.8fa465d9d247bp-37;
  const double c = (c01 + z2 * c23) + (z2 * z2) * c45;
  const double half = 0.5 * z;
  const double one_less = 1.0 - half;
  return {one_less, ((1.0 - one_less) - half) + (z2 * c - hi * lo)};
}

// Takes sine and cosine of the reduced angle to those of the angle: exchanged in odd quadrants, then signed.
// With bit masks, since the quadrant of the next angle is nothing that a processor can predict.
inline SinCos turn(double sin_reduced, double cos_reduced, std::uint32_t quadrant) {
  const auto s = std::bit_cast<std::uint64_t>(sin_reduced);
  const auto c = std::bit_cast<std::uint64_t>(cos_reduced);
  const std::uint64_t exchange = (s ^ c) & (std::uint64_t{0} - (quadrant & 1U));
  const std::uint64_t sin_sign = std::uint64_t{quadrant & 2U} << 62U;
  const std::uint64_t cos_sign = std::uint64_t{(quadrant + 1U) & 2U} << 62U;
  return {std::bit_cast<double>((s ^ exchange) ^ sin_sign), std::bit_cast<double>((c ^ exchange) ^ cos_sign)};
}

// The arguments that the inline code leaves out: tiny, large, infinite, NaN; zero, huge, infinite, NaN.
SinCos sin_cos_special(double radians);
double atan2_special(double y, double x);
double wrap_far_angle(double radians);

// atan2 adds a multiple of pi/4 to the arctangent of a small quotient, or subtracts it. One row per octant.
struct Octant {
  double shift;  // 1 where the quotient is (num - den)/(num + den), 0 where it is num/den
  double sign;
  double base_hi;
  double base_lo;
};

// Rows by (num > den / 2) + 2 (|y| > |x|) + 4 (x < 0).
inline constexpr Octant kOctants[8] = {
    {0.0, 1.0, 0.0, 0.0},
    {1.0, 1.0, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},   // pi/4 + a
    {0.0, -1.0, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54},  // pi/2 - a
    {1.0, -1.0, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},  // pi/4 - a
    {0.0, -1.0, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},  // pi - a
    {1.0, -1.0, 0x1.2d97c7f3321d2p+1, 0x1.a79394c9e8a0ap-54},  // 3/4 pi - a
    {0.0, 1.0, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54},   // pi/2 + a
    {1.0, 1.0, 0x1.2d97c7f3321d2p+1, 0x1.a79394c9e8a0ap-54},   // 3/4 pi + a
};

// Above it, half of the range of double, a sum of two coordinates may overflow.
inline constexpr double kHugeSum = 0x1p1023;

// (atan(q)/q - 1)/q^2 as a polynomial in z = q^2, for |q| <= 1/2.
inline double atan_polynomial(double z) {
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double c01 = -0x1.5555555555518p-2 + z * 0x1.9999999991446p-3;
  const double c23 = -0x1.249249216cd44p-3 + z * 0x1.c71c709587dc7p-4;
  const double c45 = -0x1.745cf5358f515p-4 + z * 0x1.3b1143c42efc4p-4;
  const double c67 = -0x1.10f3581afeaafp-4 + z * 0x1.dfec465146a3ap-5;
  const double c89 = -0x1.a3a40e15633e2p-5 + z * 0x1.57146bdf60950p-5;
  const double cab = -0x1.c1dc47426964ap-6 + z * 0x1.4bfdf4ea43515p-7;
  const double low = c01 + z2 * c23;
  const double middle = c45 + z2 * c67;
  const double high = c89 + z2 * cab;
  return low + z4 * (middle + z4 * high);
}

}  // namespace math_detail

inline SinCos sin_cos(double radians) {
  const double magnitude = std::fabs(radians);
  if (!(magnitude >= math_detail::kTinyAngle && magnitude <= math_detail::kLargeAngle)) [[unlikely]] {
    return math_detail::sin_cos_special(radians);
  }
  const math_detail::Reduced r = math_detail::reduce(radians);
  const math_detail::Unrounded s = math_detail::sin_kernel(r.hi, r.lo);
  const math_detail::Unrounded c = math_detail::cos_kernel(r.hi, r.lo);
  return math_detail::turn(s.hi + s.lo, c.hi + c.lo, r.quadrant);
}

inline double sin(double radians) { return sin_cos(radians).sin; }
inline double cos(double radians) { return sin_cos(radians).cos; }

// With num <= den the two magnitudes, atan(num/den) is either taken as it is, for num <= den/2, or as
// pi/4 + atan((num - den)/(num + den)), where the difference is exact: one division, |quotient| <= 1/2.
inline double atan2(double y, double x) {
  const double ax = std::fabs(x);
  const double ay = std::fabs(y);
  const double sum = ax + ay;
  if (!(sum > 0.0 && sum <= math_detail::kHugeSum)) [[unlikely]]
    return math_detail::atan2_special(y, x);
  const double num = ay < ax ? ay : ax;
  const double den = ax < ay ? ay : ax;
  const auto middle = static_cast<std::uint32_t>(num > 0.5 * den);
  const auto steep = static_cast<std::uint32_t>(ay > ax);
  const auto backward = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 63U);
  const math_detail::Octant& octant = math_detail::kOctants[middle + 2U * steep + 4U * backward];
  // A factor of 0 or 1 in place of a choice: exact, and nothing to predict.
  const double quotient = (num - octant.shift * den) / (den + octant.shift * num);
  const double z = quotient * quotient;
  const double q = octant.sign * quotient;
  const double bend = (q * z) * math_detail::atan_polynomial(z);
  return std::copysign(octant.base_hi + (q + (bend + octant.base_lo)), y);
}

inline double atan(double x) { return atan2(x, 1.0); }

inline double wrap_angle(double radians) {
  if (radians > -kPi && radians <= kPi) [[likely]]
    return radians;
  return math_detail::wrap_far_angle(radians);
}

inline double rsqrt_near_one(double x) {
  // The binomial series of (1 + s)^(-1/2); the first term left out is 2.5e-16 at |s| = 1e-3.
  const double s = x - 1.0;
  const double s2 = s * s;
  const double c12 = -0.5 + s * 0.375;
  const double c34 = -0.3125 + s * 0.2734375;
  return 1.0 + s * (c12 + s2 * c34);
}

// The same of two numbers, in one register.
inline Pair rsqrt_near_one(Pair x) {
  const Pair s = x - 1.0;
  const Pair s2 = s * s;
  const Pair c12 = -0.5 + s * 0.375;
  const Pair c34 = -0.3125 + s * 0.2734375;
  return 1.0 + s * (c12 + s2 * c34);
}

}  // namespace backlot::base
