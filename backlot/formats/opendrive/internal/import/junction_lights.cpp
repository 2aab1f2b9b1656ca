#include "backlot/formats/opendrive/internal/import/junction_lights.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kGreen_s = 20, kYellow_s = 3, kAllRed_s = 2;

}  // namespace

SignalTable::SignalTable(const Document& document) {
  for (const Road& road : document.roads)
    for (const Signal& signal : road.signals) signals_.emplace(signal.id, &signal);
  for (const Controller& controller : document.controllers)
    for (const Control& control : controller.controls) controllers_.emplace(control.signal, &controller);
}

const Signal* SignalTable::find(std::string_view id) const {
  const auto at = signals_.find(id);
  return at == signals_.end() ? nullptr : at->second;
}

const Controller* SignalTable::controller_of(std::string_view signal) const {
  const auto at = controllers_.find(signal);
  return at == controllers_.end() ? nullptr : at->second;
}

SignReach reach_before_end(const RoadPlan& road, bool is_along, double before_m) {
  BACKLOT_ASSERT(before_m > 0, "signs are heeded over some metres");
  return {is_along ? road.line.s_end() : road.line.s_start(), before_m, before_m};
}

Instruction instruction_at(const RoadPlan& road, const SignalTable& signals, int lane, bool is_along,
                           const SignReach& reach) {
  BACKLOT_ASSERT(lane != 0, "instructions are for a lane beside the centre");
  Instruction found;
  double nearest_light = reach.before_m, nearest_sign = reach.before_m;
  const auto look_at = [&](const Signal& signal, double s, Orientation orientation,
                           const std::vector<Validity>& validities) {
    if (!concerns(validities, orientation, lane, is_along)) return;
    const double ahead = is_along ? reach.s - s : s - reach.s, before = std::fabs(ahead);
    if (ahead < -reach.past_m) return;
    const SignMeaning meaning = meaning_of(signal);
    if (meaning == SignMeaning::light && before <= nearest_light) {
      nearest_light = before;
      found.light = &signal;
    }
    const bool is_sign =
        meaning == SignMeaning::stop || meaning == SignMeaning::yield || meaning == SignMeaning::priority;
    if (is_sign && before <= nearest_sign) {
      nearest_sign = before;
      found.sign = meaning;
    }
  };
  for (const Signal& signal : road.road->signals)
    look_at(signal, signal.s, signal.orientation, signal.validities);
  for (const SignalReference& reference : road.road->signal_references)
    if (const Signal* signal = signals.find(reference.id))
      look_at(*signal, reference.s, reference.orientation, reference.validities);
  return found;
}

network::SignalsDescription programme_of(const std::vector<LightUse>& uses) {
  BACKLOT_ASSERT(!uses.empty(), "a programme is that of some lights");
  // groups in the order in which they come up
  network::SignalsDescription signals;
  std::vector<const LightUse*> first;  // use of each group
  for (const LightUse& use : uses)
    if (std::find(signals.groups.begin(), signals.groups.end(), use.group) == signals.groups.end()) {
      signals.groups.push_back(use.group);
      first.push_back(&use);
    }

  // the phase of each group, numbered from zero
  std::vector<std::size_t> phase(first.size());
  std::set<int> numbers;
  for (const LightUse* use : first)
    if (use->phase) numbers.insert(*use->phase);
  const bool is_ordered =
      numbers.size() > 1 &&
      std::all_of(first.begin(), first.end(), [](const LightUse* use) { return use->phase.has_value(); });
  std::size_t phases = 0;
  if (is_ordered) {
    for (std::size_t i = 0; i < first.size(); ++i)
      phase[i] = static_cast<std::size_t>(std::distance(numbers.begin(), numbers.find(*first[i]->phase)));
    phases = numbers.size();
  } else {
    // approaches from opposite sides share a phase
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double across =
          std::remainder(first[i]->heading_rad - first.front()->heading_rad, std::numbers::pi);
      phase[i] = std::fabs(across) < std::numbers::pi / 4 ? 0 : 1;
      phases = std::max(phases, phase[i] + 1);
    }
    phases = std::max<std::size_t>(phases, 2);  // a single light is red at times
  }

  using network::Aspect;
  const auto add = [&](std::size_t now, Aspect aspect, double duration_s) {
    network::SignalInterval interval{duration_s, std::vector<Aspect>(first.size(), Aspect::red)};
    for (std::size_t i = 0; i < first.size(); ++i)
      if (phase[i] == now) interval.aspects[i] = aspect;
    signals.programme.push_back(std::move(interval));
  };
  for (std::size_t k = 0; k < phases; ++k) {
    add(k, Aspect::green, kGreen_s);
    add(k, Aspect::yellow, kYellow_s);
    add(k, Aspect::red, kAllRed_s);
  }
  return signals;
}

}  // namespace backlot::formats::opendrive
