#pragma once

namespace backlot::geometry::internal {

// The largest value of f on [0, end]: the best of many samples, then the best around it, again and again, so that a
// narrow peak next to a sample is climbed too.
template <class F>
double largest_on(double end, const F& f) {
  constexpr int kSamples = 128;
  double low = 0, high = end, largest = f(0);
  for (int round = 0; round < 4; ++round) {
    double best_at = low, best = f(low);
    for (int k = 1; k <= kSamples; ++k) {
      const double p = low + (high - low) * k / kSamples;
      const double value = f(p);
      if (value > best) {
        best = value;
        best_at = p;
      }
    }
    if (best > largest) largest = best;
    const double step = (high - low) / kSamples;
    low = best_at - step > 0 ? best_at - step : 0;
    high = best_at + step < end ? best_at + step : end;
  }
  return largest;
}

}  // namespace backlot::geometry::internal
