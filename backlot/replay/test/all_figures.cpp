#include "backlot/replay/test/all_figures.h"

#include <algorithm>
#include <array>

#include "backlot/verdict/measured.h"

namespace backlot::replay {

namespace {

using verdict::JudgedMoment;
using verdict::Measured;

struct FigureRow {
  const char* name;
  std::optional<Measured> (*measure)(const JudgedMoment&);
};
constexpr std::array kFigures{
    FigureRow{"speed",
              [](const JudgedMoment& m) {
                return std::optional(Measured{m.subject.speed_mps, {}});
              }},
    FigureRow{"acceleration",
              [](const JudgedMoment& m) {
                return std::optional(Measured{m.subject.accel_mps2, {}});
              }},
    FigureRow{"distance", [](const JudgedMoment& m) { return verdict::nearest_body(m, {}); }},
    FigureRow{"ttc", verdict::time_to_collision},
    FigureRow{"ttc_accel", verdict::time_to_collision_accelerating},
    FigureRow{"time_gap", verdict::time_gap},
    FigureRow{"drac", verdict::necessary_deceleration},
    FigureRow{"lane", verdict::over_lane_edge},
    FigureRow{"off_road", verdict::over_road_edge},
    FigureRow{"wrong_way", verdict::wrong_way_speed},
    FigureRow{"speed_limit", verdict::over_limit},
    FigureRow{"mission", verdict::beside_route},
};

class AllFigures final : public verdict::Validator {
 public:
  explicit AllFigures(Figures& figures) : figures_(figures) {
    if (!figures_.empty()) return;  // a scenario has a taker for each of its scenes
    for (const FigureRow& row : kFigures) figures_.push_back({.name = row.name});
  }

  void watch(const JudgedMoment& moment, verdict::Findings&) override {
    for (std::size_t k = 0; k < kFigures.size(); ++k) {
      const std::optional<Measured> measured = kFigures[k].measure(moment);
      if (!measured) continue;
      Figure& figure = figures_[k];
      ++figure.moments;
      figure.sum += measured->value;
      figure.least = std::min(figure.least, measured->value);
      figure.most = std::max(figure.most, measured->value);
    }
  }

 private:
  Figures& figures_;
};

}  // namespace

std::unique_ptr<verdict::Validator> make_figure_taker(Figures& figures) {
  return std::make_unique<AllFigures>(figures);
}

}  // namespace backlot::replay
