#include "backlot/base/math.h"

#include <array>
#include <cstddef>
#include <limits>

namespace backlot::base {
namespace {

using math_detail::Reduced;
using math_detail::Unrounded;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;  // pi/2 - kHalfPi
constexpr double kPiLow = 0x1.1a62633145c07p-53;      // pi - kPi

// ---- Sums and products without loss
// ----------------------------------------------------------------------------

// a + b as rounded sum and error, for |a| >= |b| (Dekker).
Unrounded quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a + b as rounded sum and error (Knuth).
Unrounded two_sum(double a, double b) {
  const double sum = a + b;
  const double back = sum - a;
  return {sum, (a - (sum - back)) + (b - back)};
}

// The upper 26 bits of a (Veltkamp); |a| < 2^990.
double upper_half(double a) {
  const double c = 134217729.0 * a;  // 2^27 + 1
  return c - (c - a);
}

// a * b as rounded product and error (Dekker).
Unrounded two_product(double a, double b) {
  const double product = a * b;
  const double a1 = upper_half(a);
  const double a2 = a - a1;
  const double b1 = upper_half(b);
  const double b2 = b - b1;
  return {product, ((a1 * b1 - product) + (a1 * b2 + a2 * b1)) + a2 * b2};
}

// 2^exponent for a normal result.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
}

// ---- Reduction of large angles (Payne and Hanek)
// ---------------------------------------------------------------

// 64 zero bits, then the bits of 2/pi behind the point.
constexpr std::array<std::uint32_t, 40> kTwoOverPiBits = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};

// An unsigned number of 192 bits, lowest word first; sums and products drop what does not fit.
using Wide = std::array<std::uint32_t, 6>;

// The 192 bits of the table from a bit number on.
Wide table_bits(std::size_t first_bit) {
  Wide bits{};
  const std::size_t word = first_bit / 32;
  const std::size_t shift = first_bit % 32;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::uint64_t pair =
        (std::uint64_t{kTwoOverPiBits[word + i]} << 32U) | kTwoOverPiBits[word + i + 1];
    bits[bits.size() - 1 - i] = static_cast<std::uint32_t>(pair >> (32U - shift));
  }
  return bits;
}

Wide multiply(const Wide& a, std::uint64_t factor) {
  const std::array<std::uint64_t, 2> halves = {factor & 0xffffffffU, factor >> 32U};
  Wide product{};
  for (std::size_t j = 0; j < halves.size(); ++j) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i + j < product.size(); ++i) {
      carry += a[i] * halves[j] + product[i + j];
      product[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
  }
  return product;
}

Wide negated(const Wide& a) {
  Wide result{};
  std::uint64_t carry = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    carry += static_cast<std::uint32_t>(~a[i]);
    result[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32U;
  }
  return result;
}

// For finite |x| >= 1. With x = m 2^e, the product m * (2/pi) is needed modulo 4 only, so the bits of 2/pi
// that m 2^e makes a multiple of 4 are left out, and 192 of the others are enough: the error is below 2^-136,
// and no double comes nearer than 2^-61 to a multiple of pi/2.
Reduced reduce_large(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>((bits >> 52U) & 0x7ffU) - 1075;
  const std::uint64_t mantissa = (bits & 0xfffffffffffffU) | 0x10000000000000U;

  // x * 2/pi modulo 4, times 2^190: the upper two bits are the quadrant.
  const int first_bit = exponent - 2 + 64;
  Wide turns = multiply(table_bits(static_cast<std::size_t>(first_bit)), mantissa);
  auto quadrant = turns[5] >> 30U;
  turns[5] &= 0x3fffffffU;
  const bool beyond_half = (turns[5] >> 29U) != 0;
  if (beyond_half) {  // to the next quadrant, less a rest
    turns = negated(turns);
    turns[5] &= 0x3fffffffU;
    quadrant += 1;
  }

  // The rest, in quarter turns, as a sum of two doubles, upper words first.
  Unrounded rest{0.0, 0.0};
  for (std::size_t i = turns.size(); i-- > 0;) {
    const double word = static_cast<double>(turns[i]) * power_of_two(32 * static_cast<int>(i) - 190);
    const Unrounded sum = two_sum(rest.hi, word);
    rest = {sum.hi, rest.lo + sum.lo};
  }

  // Times pi/2.
  const Unrounded product = two_product(rest.hi, kHalfPi);
  const Unrounded angle = quick_two_sum(product.hi, product.lo + (rest.hi * kHalfPiLow + rest.lo * kHalfPi));
  const bool negative = beyond_half != (x < 0.0);
  if (x < 0.0) quadrant = 0U - quadrant;
  return {negative ? -angle.hi : angle.hi, negative ? -angle.lo : angle.lo, quadrant & 3U};
}

Reduced reduce_any(double x) {
  return std::fabs(x) <= math_detail::kLargeAngle ? math_detail::reduce(x) : reduce_large(x);
}

// ---- Parts of asin, acos, log
// ----------------------------------------------------------------------------------

// (asin(x)/x - 1)/x^2 as a polynomial in z = x^2, for |x| <= 1/2.
double asin_polynomial(double z) {
  constexpr std::array<double, 13> kCoefficients = {
      0x1.5555555555578p-3, 0x1.333333332df06p-4, 0x1.6db6db722bf28p-5, 0x1.f1c71a8b713bbp-6,
      0x1.6e8bdfeaacf2dp-6, 0x1.1c49ddc11e5f5p-6, 0x1.ca2149b2fc074p-7, 0x1.757764faff882p-7,
      0x1.618b88f565083p-7, 0x1.e150018d8c48ap-9, 0x1.65052fa548525p-6, -0x1.59fab7dfc27b4p-6,
      0x1.0be5a2180d0cbp-5};
  double sum = 0.0;
  for (std::size_t i = kCoefficients.size(); i-- > 0;) sum = sum * z + kCoefficients[i];
  return sum;
}

// asin(sqrt(w)) for 0 < w <= 1/4, with the error of the root put right.
Unrounded asin_of_root(double w) {
  const double root = std::sqrt(w);
  const Unrounded square = two_product(root, root);
  const double error = ((w - square.hi) - square.lo) / (2.0 * root);
  return {root, error + (root * w) * asin_polynomial(w)};
}

}  // namespace

// ---- Arguments left out by the inline functions
// ----------------------------------------------------------------

namespace math_detail {

SinCos sin_cos_special(double radians) {
  const double magnitude = std::fabs(radians);
  if (magnitude < kTinyAngle) return {radians, 1.0};
  if (!(magnitude < kInfinity)) return {kNaN, kNaN};
  const Reduced r = reduce_large(radians);
  const Unrounded s = sin_kernel(r.hi, r.lo);
  const Unrounded c = cos_kernel(r.hi, r.lo);
  return turn(s.hi + s.lo, c.hi + c.lo, r.quadrant);
}

double atan2_special(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  if (x == 0.0 && y == 0.0) return std::copysign(std::signbit(x) ? kPi : 0.0, y);
  if (std::isinf(x) || std::isinf(y)) {
    return atan2(std::copysign(std::isinf(y) ? 1.0 : 0.0, y), std::copysign(std::isinf(x) ? 1.0 : 0.0, x));
  }
  return atan2(y * 0x1p-4, x * 0x1p-4);
}

double wrap_far_angle(double radians) {
  if (!(std::fabs(radians) < kInfinity)) return kNaN;
  const Reduced r = reduce_any(radians);
  // Quadrants -1, 0, 1, and 2 as either half of the turn.
  double quarters = r.quadrant == 3 ? -1.0 : static_cast<double>(r.quadrant);
  if (r.quadrant == 2 && r.hi > 0.0) quarters = -2.0;
  const double wrapped = quarters * kHalfPi + (r.hi + (r.lo + quarters * kHalfPiLow));
  return wrapped == -kPi ? kPi : wrapped;
}

}  // namespace math_detail

// ---- The functions that are not inline
// -------------------------------------------------------------------------

double tan(double radians) {
  const double magnitude = std::fabs(radians);
  if (magnitude < math_detail::kTinyAngle) return radians;
  if (!(magnitude < kInfinity)) return kNaN;

  const Reduced r = reduce_any(radians);
  const Unrounded s = math_detail::sin_kernel(r.hi, r.lo);
  const Unrounded c = math_detail::cos_kernel(r.hi, r.lo);
  const bool odd = (r.quadrant & 1U) != 0;
  const Unrounded num = odd ? quick_two_sum(-c.hi, -c.lo) : quick_two_sum(s.hi, s.lo);
  const Unrounded den = odd ? quick_two_sum(s.hi, s.lo) : quick_two_sum(c.hi, c.lo);

  // The quotient, and what its remainder adds.
  const double q = num.hi / den.hi;
  const Unrounded product = two_product(q, den.hi);
  const double remainder = ((num.hi - product.hi) - product.lo) + (num.lo - q * den.lo);
  return q + remainder / den.hi;
}

double asin(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude <= 1.0)) return kNaN;
  if (magnitude <= 0.5) {
    const double z = x * x;
    return x + (x * z) * asin_polynomial(z);
  }
  // pi/2 - 2 asin(sqrt((1 - |x|)/2)), where the difference is exact.
  if (magnitude == 1.0) return std::copysign(kHalfPi, x);
  const Unrounded half = asin_of_root(0.5 * (1.0 - magnitude));
  const Unrounded sum = two_sum(kHalfPi, -2.0 * half.hi);
  return std::copysign(sum.hi + ((sum.lo + kHalfPiLow) - 2.0 * half.lo), x);
}

double acos(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude <= 1.0)) return kNaN;
  if (magnitude <= 0.5) {
    const double z = x * x;
    const Unrounded sum = two_sum(kHalfPi, -x);
    return sum.hi + ((sum.lo + kHalfPiLow) - (x * z) * asin_polynomial(z));
  }
  // 2 asin(sqrt((1 - |x|)/2)), or what it lacks to pi.
  if (magnitude == 1.0) return x > 0.0 ? 0.0 : kPi;
  const Unrounded half = asin_of_root(0.5 * (1.0 - magnitude));
  if (x > 0.0) return 2.0 * (half.hi + half.lo);
  const Unrounded sum = two_sum(kPi, -2.0 * half.hi);
  return sum.hi + ((sum.lo + kPiLow) - 2.0 * half.lo);
}

// ln 2 in two parts; the first has 32 bits, so that it times an exponent is exact.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

double exp(double x) {
  if (std::isnan(x)) return kNaN;
  if (x > 0x1.62e42fefa39efp+9) return kInfinity;  // ln of the largest double
  if (x < -0x1.74910d52d3052p+9) return 0.0;       // ln of half of the smallest
  // x = k ln 2 + r + r_low
  const int k = static_cast<int>(x * 0x1.71547652b82fep+0 + std::copysign(0.5, x));
  const double high = x - static_cast<double>(k) * kLn2High;
  const double low = static_cast<double>(k) * kLn2Low;
  const double r = high - low;
  const double r_low = (high - r) - low;

  // exp(r) = 1 + r + r^2/2 + r^3 E(r)
  constexpr std::array<double, 9> kCoefficients = {
      0x1.555555555555cp-3,  0x1.555555555314ap-5,  0x1.111111110e52cp-7,
      0x1.6c16c17cff8cdp-10, 0x1.a01a01b69251dp-13, 0x1.a019aa6e8844bp-16,
      0x1.71dde83551467p-19, 0x1.28a048b357a00p-22, 0x1.af79b0776ea9bp-26};
  double e = 0.0;
  for (std::size_t i = kCoefficients.size(); i-- > 0;) e = e * r + kCoefficients[i];
  const double r2 = r * r;
  const Unrounded one_more = quick_two_sum(1.0, r);
  const double y = one_more.hi + (one_more.lo + ((0.5 * r2 + (r * r2) * e) + r_low * one_more.hi));

  // In two steps where 2^k or the result is not a normal number; only the last one rounds.
  if (k > 1023) return (y * 0x1p1023) * 2.0;
  if (k < -1021) return (y * power_of_two(k + 200)) * 0x1p-200;
  return y * power_of_two(k);
}

double log(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -kInfinity : kNaN;
  if (x == kInfinity) return kInfinity;
  // x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2)
  int k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  auto bits = std::bit_cast<std::uint64_t>(x);
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcdU;  // the bits of sqrt(1/2)
  const auto above = static_cast<std::int64_t>(bits - kRootHalf);
  const int shift = static_cast<int>(above >> 52);
  k += shift;
  bits -= static_cast<std::uint64_t>(static_cast<std::int64_t>(shift)) << 52U;
  const double f = std::bit_cast<double>(bits) - 1.0;

  // With s = f/(2 + f): log(1 + f) = 2 atanh(s) = 2 s + s^3 L(s^2) = f - (f^2/2 - s (f^2/2 + s^2 L)).
  constexpr std::array<double, 8> kCoefficients = {
      0x1.5555555555555p-1, 0x1.9999999999e0ep-2, 0x1.249249242a0c7p-2, 0x1.c71c725a6ac89p-3,
      0x1.745cddc2f6db9p-3, 0x1.3b20bf3bd4c70p-3, 0x1.0f5b0b6c56d93p-3, 0x1.0f72f7d7ccbdcp-3};
  const double s = f / (2.0 + f);
  const double z = s * s;
  double l = 0.0;
  for (std::size_t i = kCoefficients.size(); i-- > 0;) l = l * z + kCoefficients[i];
  const double half_square = 0.5 * (f * f);
  const auto exponent = static_cast<double>(k);
  const double small = s * (half_square + z * l) + exponent * kLn2Low;
  const Unrounded large = two_sum(exponent * kLn2High, f);
  return large.hi + (large.lo - (half_square - small));
}

[[gnu::noinline]] double turned_x(const SinCos& turn, double x, double y) {
  return turn.cos * x - turn.sin * y;
}
[[gnu::noinline]] double turned_y(const SinCos& turn, double x, double y) {
  return turn.sin * x + turn.cos * y;
}

}  // namespace backlot::base
