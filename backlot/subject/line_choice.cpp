#include "backlot/subject/line_choice.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/network/right_of_way.h"

namespace backlot::subject {

static_assert(count_of(LineChoice{}) == static_cast<std::uint32_t>(LineChoice::passes) + 1);

namespace {

using network::ControlState;

constexpr double kSight_m = 250;                    // a light is seen so far ahead
constexpr double kPassed_m = 1;                     // the front is so far beyond a line that lies behind
constexpr double kLooks_m = 40, kLooks_mps2 = 1.5;  // from where the driver looks for bodies with priority
constexpr double kStandsToChoose_mps = 0.3, kAtLine_m = 5;
constexpr double kHardGiveWay_mps2 = 4;  // a driver that would have to brake harder to give way goes on

double brake_to_stop_mps2(double v, double gap_m) {
  BACKLOT_ASSERT(v >= 0, "a driver drives forward");
  return v * v / (2 * std::max(gap_m, 0.1));
}

void see_yellow(const Style& style, base::SimTime now, double brake_mps2, bool glances_away,
                LineState& state) {
  if (!state.yellow_since) {
    if (glances_away) return;
    state.yellow_since = now;
  }
  if (state.choice == LineChoice::open && (now - *state.yellow_since).seconds() >= style.light_s)
    state.choice = brake_mps2 <= style.ease_mps2 ? LineChoice::stops : LineChoice::passes;
}

void see_red(const Style& style, double brake_mps2, bool glances_away, LineState& state) {
  if (state.choice == LineChoice::open && !glances_away)
    state.choice = brake_mps2 <= style.hardest_mps2 ? LineChoice::stops : LineChoice::passes;
}

}  // namespace

std::optional<double> metres_to_stop(const world::Course& course, std::span<const Line> lines,
                                     const Style& style, const record::Frame& frame, const Entry& entry,
                                     bool glances_away, LineState& state) {
  BACKLOT_ASSERT(std::is_sorted(lines.begin(), lines.end(),
                                [](const Line& a, const Line& b) { return a.metre < b.metre; }),
                 "lines lie along the course");
  while (state.next < lines.size() && entry.front_m > lines[state.next].metre + kPassed_m)
    state = LineState{.next = state.next + 1, .yellow_since = std::nullopt};
  if (state.next == lines.size()) return std::nullopt;
  const Line& line = lines[state.next];
  const double gap = line.metre - entry.front_m, v = entry.speed_mps;
  if (gap > kSight_m) return std::nullopt;
  const double brake = brake_to_stop_mps2(v, gap);

  const ControlState control =
      network::control_state(course.tracks().network(), line.corridor, frame.signals);
  if (control == ControlState::stop) {
    see_red(style, brake, glances_away, state);
  } else if (control == ControlState::prepare_to_stop) {
    see_yellow(style, frame.time, brake, glances_away, state);
  } else {
    state.choice = LineChoice::open;
    state.yellow_since.reset();
  }
  if (state.choice == LineChoice::stops) return gap;
  if (state.choice == LineChoice::passes || gap <= 0) return std::nullopt;

  if (v < kStandsToChoose_mps && gap < kAtLine_m) state.has_stopped = true;
  if (control == ControlState::stop_then_yield && !state.has_stopped) return gap;
  const bool looks = gap < std::max(kLooks_m, v * v / (2 * kLooks_mps2));
  if (looks && brake <= kHardGiveWay_mps2 && must_give_way(course, line, style, frame, entry)) return gap;
  return std::nullopt;
}

}  // namespace backlot::subject
