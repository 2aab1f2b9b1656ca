#include "apps/cli/campaign/run_figures.h"

#include <algorithm>

#include "backlot/verdict/measured.h"

namespace backlot::cli {
namespace {

class FigureTaker final : public verdict::Validator {
 public:
  explicit FigureTaker(RunFigures& figures) : figures_(figures) {}

  void watch(const verdict::JudgedMoment& moment, verdict::Findings&) override {
    ++figures_.moments;
    figures_.speed_sum_mps += moment.subject.speed_mps;
    figures_.top_speed_mps = std::max(figures_.top_speed_mps, moment.subject.speed_mps);
    if (moment.has_touched) return;
    figures_.hardest_braking_mps2 = std::max(figures_.hardest_braking_mps2, -moment.subject.accel_mps2);
    const auto take = [](const std::optional<verdict::Measured>& measured, std::optional<double>& figure,
                         bool is_least) {
      if (!measured) return;
      if (!figure) figure = measured->value;
      figure = is_least ? std::min(*figure, measured->value) : std::max(*figure, measured->value);
    };
    take(time_to_collision(moment), figures_.min_ttc_s, true);
    take(time_to_collision_accelerating(moment), figures_.min_ttc_accel_s, true);
    take(time_gap(moment), figures_.min_time_gap_s, true);
    take(necessary_deceleration(moment), figures_.max_drac_mps2, false);
  }

 private:
  RunFigures& figures_;
};

}  // namespace

Json to_json(const RunFigures& figures) {
  Json json = Json::object();
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) json[name] = *value;
  };
  add("min_ttc_s", figures.min_ttc_s);
  add("min_ttc_accel_s", figures.min_ttc_accel_s);
  add("min_time_gap_s", figures.min_time_gap_s);
  add("max_drac_mps2", figures.max_drac_mps2);
  if (figures.moments > 0) {
    json["hardest_braking_mps2"] = figures.hardest_braking_mps2;
    json["top_speed_mps"] = figures.top_speed_mps;
    json["mean_speed_mps"] = figures.speed_sum_mps / static_cast<double>(figures.moments);
  }
  return json;
}

std::unique_ptr<verdict::Validator> make_figure_taker(RunFigures& figures) {
  return std::make_unique<FigureTaker>(figures);
}

}  // namespace backlot::cli
