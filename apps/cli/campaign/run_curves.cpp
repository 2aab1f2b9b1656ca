#include "apps/cli/campaign/run_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/verdict/measured.h"

namespace backlot::cli {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

class CurveTaker final : public verdict::Validator {
 public:
  explicit CurveTaker(RunCurves& curves) : curves_(curves) {}

  void watch(const verdict::JudgedMoment& moment, verdict::Findings&) override {
    const auto value = [](const std::optional<verdict::Measured>& measured) {
      return measured ? measured->value : kNothing;
    };
    for (const sut::WhiteBoxSignal& signal : moment.signals) {
      std::vector<double>& values = curves_.signals[signal.name];
      values.resize(curves_.time_s.size(), kNothing);
      values.push_back(signal.value);
    }
    curves_.time_s.push_back(moment.now_s());
    curves_.speed_mps.push_back(moment.subject.speed_mps);
    curves_.acceleration_mps2.push_back(moment.subject.accel_mps2);
    curves_.distance_m.push_back(value(nearest_body(moment, {})));
    curves_.ttc_s.push_back(moment.has_touched ? kNothing : value(time_to_collision(moment)));
    curves_.ttc_accel_s.push_back(moment.has_touched ? kNothing
                                                     : value(time_to_collision_accelerating(moment)));
  }

 private:
  RunCurves& curves_;
};

enum class Keep : std::uint8_t { last, least, largest_size };

// Of each `stride` neighbours one value, in four digits.
Json thinned(const std::vector<double>& values, std::size_t count, std::size_t stride, Keep keep) {
  Json list = Json::array();
  for (std::size_t from = 0; from < count; from += stride) {
    double kept = kNothing;
    for (std::size_t k = from; k < std::min({from + stride, count, values.size()}); ++k) {
      const double value = values[k];
      if (!std::isfinite(value)) continue;
      const bool is_better = !std::isfinite(kept) || keep == Keep::last ||
                             (keep == Keep::least ? value < kept : std::fabs(value) > std::fabs(kept));
      if (is_better) kept = value;
    }
    list.push_back(std::isfinite(kept) ? Json(std::round(kept * 1000) / 1000) : Json(nullptr));
  }
  return list;
}

}  // namespace

std::unique_ptr<verdict::Validator> make_curve_taker(RunCurves& curves) {
  return std::make_unique<CurveTaker>(curves);
}

Json to_json(const RunCurves& curves, std::size_t most_points) {
  const std::size_t count = curves.time_s.size();
  const std::size_t stride = std::max<std::size_t>(1, (count + most_points - 1) / most_points);
  Json signals = Json::object();
  for (const auto& [name, values] : curves.signals)
    signals[name] = thinned(values, count, stride, Keep::last);
  return {{"time_s", thinned(curves.time_s, count, stride, Keep::last)},
          {"speed_mps", thinned(curves.speed_mps, count, stride, Keep::last)},
          {"acceleration_mps2", thinned(curves.acceleration_mps2, count, stride, Keep::largest_size)},
          {"distance_m", thinned(curves.distance_m, count, stride, Keep::least)},
          {"ttc_s", thinned(curves.ttc_s, count, stride, Keep::least)},
          {"ttc_accel_s", thinned(curves.ttc_accel_s, count, stride, Keep::least)},
          {"signals", signals}};
}

}  // namespace backlot::cli
