#pragma once

#include <array>

namespace backlot::geometry::internal {

// Gauss-Legendre with ten points: exact for polynomials of degree 19.
inline constexpr std::array<double, 5> kGaussNode = {0.14887433898163121088, 0.43339539412924719080,
                                                     0.67940956829902440623, 0.86506336668898451073,
                                                     0.97390652851717172008};
inline constexpr std::array<double, 5> kGaussWeight = {0.29552422471475287017, 0.26926671930999635509,
                                                       0.21908636251598204400, 0.14945134915058059315,
                                                       0.06667134430868813759};

// The integral of `f` from a to b; `Value` needs + and * by a double.
template <class F>
auto integrate(double a, double b, const F& f) {
  const double middle = 0.5 * (a + b);
  const double half = 0.5 * (b - a);
  auto sum = (f(middle - half * kGaussNode[0]) + f(middle + half * kGaussNode[0])) * kGaussWeight[0];
  for (std::size_t i = 1; i < kGaussNode.size(); ++i) {
    sum = sum + (f(middle - half * kGaussNode[i]) + f(middle + half * kGaussNode[i])) * kGaussWeight[i];
  }
  return sum * half;
}

}  // namespace backlot::geometry::internal
