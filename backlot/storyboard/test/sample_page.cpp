#include "backlot/storyboard/test/sample_page.h"

#include <cmath>
#include <limits>

#include "backlot/base/random.h"
#include "backlot/storyboard/test/sample_storyboard.h"

namespace backlot::storyboard::test {

namespace {

constexpr std::size_t kRuns = 1000, kStaged = 987;

// About normal, mean 0 and deviation 1.
double bell(base::RandomStream& random) {
  double sum = 0;
  for (int k = 0; k < 12; ++k) sum += random.uniform();
  return sum - 6;
}

EventRow violation_row(base::RandomStream& random) {
  EventRow row{.event = "violation",
               .happened = 994,
               .p50_s = 0.034,
               .p95_s = 0.142,
               .max_s = 0.613,
               .tolerance_s = 0.5,
               .errors_s = {}};
  for (std::size_t k = 0; k < row.happened; ++k) row.errors_s.push_back(0.02 + 0.07 * bell(random));
  for (std::size_t k = 0; k < 7; ++k) row.errors_s[k] = 0.4 + 0.03 * static_cast<double>(k);
  return row;
}

CandidateCurves violator_curves(base::RandomStream& random) {
  CandidateCurves curves{.role = "violator", .event = "violation", .step_s = 1, .runs = {}};
  for (std::size_t r = 0; r < kRuns; ++r) {
    std::vector<double> run;
    const double level = 3 + 1.2 * bell(random);
    for (int k = 0; k < 45; ++k) {
      const double count = level + 0.6 * bell(random) - 0.04 * k;
      run.push_back(count > 0 ? std::floor(count + 0.5) : 0);
    }
    if (r % 50 == 0) run[3] = std::numeric_limits<double>::quiet_NaN();
    curves.runs.push_back(run);
  }
  return curves;
}

}  // namespace

RehearsalPage sample_page() {
  base::RandomStream random(7, 0, 0);
  RehearsalPage page;
  page.scene = "run_red_light";
  page.title = "A car from the left runs the red light as the subject arrives";
  page.network = "county_road";
  page.file = "scenes/run_red_light.scene";
  page.parameters = {{"crossing", "first"}, {"lead", "1.0 s"}, {"side_flow", "240 per hour"}};
  page.share = {kRuns, kStaged, 0.9779, 0.9924};
  page.styles = {{"calm", {334, 331, 0.9739, 0.9969}},
                 {"brisk", {333, 330, 0.9738, 0.9969}},
                 {"slow", {333, 326, 0.9572, 0.9898}}};
  page.roles = {{"violator", 0.994, 3.14, 0.021, 0.113}};
  page.events = {violation_row(random)};
  page.candidates = {violator_curves(random)};
  LightRow light{.light = "first", .low = 0.5, .high = 2, .factors = {}};
  for (std::size_t k = 0; k < kRuns; ++k) light.factors.push_back(1.02 + 0.09 * bell(random));
  page.lights = {light};
  page.limits = {{8, "the subject stopped for a leader that turned left (highway_mid)",
                  "forbid left turns there, or widen the window", ""},
                 {5, "no vehicle in the queue on church_lane", "side_flow >= 260 per hour",
                  "99.5 % of 400 other seeds"}};
  page.causes = {
      {"the subject stopped 40 m before the line for a leader", {17, 93, 211, 340, 512, 660, 701, 988}},
      {"no candidate for violator: the queue on church_lane was empty for 22 s", {48, 305, 419, 777, 940}}};
  page.storyboard_caption = "Seed 4, the run with the median timing error.";
  const Storyboard board = sample_storyboard();
  for (std::size_t i = 0; i < board.panels.size(); ++i)
    page.panels.push_back(draw_panel(county_road(), board, i, {.width = 540, .height = 400}).to_svg());
  page.versions = {{"backlot", "0.1.0"}, {"commit", "ce4cfb3"}, {"seeds", "1 to 1000"}};
  return page;
}

}  // namespace backlot::storyboard::test
