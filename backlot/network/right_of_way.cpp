#include "backlot/network/right_of_way.h"

#include <algorithm>
#include <array>

#include "backlot/base/assert.h"
#include "backlot/network/internal/conflict/standing_precedence.h"

namespace backlot::network {

namespace {

using internal::CorridorFacts;

CorridorFacts facts(const Network& network, CorridorId id) {
  const Corridor& corridor = network.corridor(id);
  return internal::facts_of(corridor, network.lane(corridor.lane).kind);
}

internal::SideRules sides_of(const Network& network) { return {network.side(), network.goes_first()}; }

Aspect aspect_of(const Corridor& corridor, std::span<const Aspect> signals) {
  if (corridor.signal_group.is_empty() || corridor.signal_group.index() >= signals.size())
    return Aspect::dark;
  return signals[corridor.signal_group.index()];
}

ControlState state_of_sign(Control control) {
  switch (control) {
    case Control::priority_road:
    case Control::uncontrolled:
    case Control::automatic:
      return ControlState::go;
    case Control::priority_to_the_right:
    case Control::signal:
    case Control::yield:
      return ControlState::yield;
    case Control::stop:
    case Control::all_way_stop:
    case Control::flag_man:
      return ControlState::stop_then_yield;
  }
  return ControlState::yield;
}

// How free a state makes one against others: yellow has the rights of green.
int freedom(ControlState state) {
  return state == ControlState::prepare_to_stop ? static_cast<int>(ControlState::go)
                                                : static_cast<int>(state);
}

// The dependency of a corridor on another; null where they do not touch.
const Dependency* find_dependency(const Network& network, CorridorId corridor, CorridorId other) {
  const std::span<const Dependency> all = network.dependencies(corridor);
  const auto at = std::lower_bound(all.begin(), all.end(), other,
                                   [](const Dependency& d, CorridorId id) { return d.other < id; });
  return at != all.end() && at->other == other ? &*at : nullptr;
}

bool came_earlier(const Arrival& one, const Arrival& other) {
  BACKLOT_ASSERT(!one.corridor.is_empty() && !other.corridor.is_empty(), "arrivals are those at corridors");
  return one.time_ns != other.time_ns ? one.time_ns < other.time_ns : one.corridor < other.corridor;
}

// The rule between two that touch, before rings are looked for.
bool goes_by_rule(const Network& network, const Arrival& one, const Arrival& other,
                  const Dependency& dependency) {
  Precedence rule = dependency.precedence;
  if (rule == Precedence::by_arrival && one.time_ns == other.time_ns) {
    rule = internal::precedence_of_equals(facts(network, one.corridor), facts(network, other.corridor),
                                          dependency.kind, sides_of(network));
  }
  if (rule == Precedence::goes) return true;
  if (rule == Precedence::yields) return false;
  return came_earlier(one, other);
}

}  // namespace

std::string_view to_text(ControlState state) {
  switch (state) {
    case ControlState::stop:
      return "stop";
    case ControlState::stop_then_yield:
      return "stop_then_yield";
    case ControlState::yield:
      return "yield";
    case ControlState::prepare_to_stop:
      return "prepare_to_stop";
    case ControlState::go:
      return "go";
    case ControlState::protected_go:
      return "protected_go";
  }
  return "stop";
}

ControlState control_state(const Network& network, CorridorId id, std::span<const Aspect> signals) {
  BACKLOT_ASSERT(id.index() < network.corridors().size(), "the network has no such corridor");
  return control_state(network, id, aspect_of(network.corridor(id), signals));
}

ControlState control_state(const Network& network, CorridorId id, Aspect aspect) {
  const Corridor& corridor = network.corridor(id);
  switch (aspect) {
    case Aspect::dark:
      break;
    case Aspect::red: {
      const bool is_to_own_side = internal::turn_rank(corridor.turn, network.side()) == 1;
      return corridor.turn_on_red && is_to_own_side ? ControlState::stop_then_yield : ControlState::stop;
    }
    case Aspect::red_yellow:
      return ControlState::stop;
    case Aspect::green:
      return ControlState::go;
    case Aspect::green_arrow:
      return ControlState::protected_go;
    case Aspect::yellow:
      return ControlState::prepare_to_stop;
    case Aspect::flashing_yellow:
      return ControlState::yield;
    case Aspect::flashing_red:
      return ControlState::stop_then_yield;
  }
  const bool is_walked = use_of(network.lane(corridor.lane).kind) == Use::pedestrians;
  return is_walked ? ControlState::go : state_of_sign(corridor.control);
}

Precedence precedence(const Network& network, CorridorId corridor, const Dependency& dependency,
                      std::span<const Aspect> signals) {
  BACKLOT_ASSERT(!corridor.is_empty(), "right of way is that of a corridor");
  // vehicles of diverging corridors wait in one queue, whatever is shown to them
  if (dependency.kind == DependencyKind::diverging) return dependency.precedence;
  const bool is_lit = aspect_of(network.corridor(corridor), signals) != Aspect::dark;
  const bool other_is_lit = aspect_of(network.corridor(dependency.other), signals) != Aspect::dark;
  if (!is_lit && !other_is_lit) return dependency.precedence;

  const CorridorFacts own = facts(network, corridor), other = facts(network, dependency.other);
  if ((own.is_crosswalk && !is_lit) || (other.is_crosswalk && !other_is_lit)) return dependency.precedence;

  const ControlState state = control_state(network, corridor, signals);
  const ControlState other_state = control_state(network, dependency.other, signals);
  if (freedom(state) != freedom(other_state)) {
    return freedom(state) > freedom(other_state) ? Precedence::goes : Precedence::yields;
  }
  return precedence_of_equally_free(network, corridor, dependency, state);
}

Precedence precedence_of_equally_free(const Network& network, CorridorId corridor,
                                      const Dependency& dependency, ControlState state) {
  if (dependency.kind == DependencyKind::diverging || state == ControlState::stop)
    return dependency.precedence;
  const internal::SideRules sides = sides_of(network);
  CorridorFacts own = facts(network, corridor), other = facts(network, dependency.other);
  const bool is_authors_word =
      dependency.precedence != internal::standing_precedence(own, other, dependency.kind, sides);
  if (is_authors_word) return dependency.precedence;

  // the signals stand in for the signs: the rule is that without signs, or with a stop sign for all
  own.control = other.control =
      state == ControlState::stop_then_yield ? Control::all_way_stop : Control::uncontrolled;
  return internal::standing_precedence(own, other, dependency.kind, sides);
}

bool goes_before(const Network& network, const Arrival& one, const Arrival& other,
                 std::span<const Arrival> all_waiting) {
  const Dependency* dependency = find_dependency(network, one.corridor, other.corridor);
  if (dependency == nullptr) return came_earlier(one, other);
  const bool goes = goes_by_rule(network, one, other, *dependency);
  const Arrival& first = goes ? one : other;
  const Arrival& second = goes ? other : one;

  // Does the second one, by way of others, go before the first? Then the two are of one ring.
  const std::size_t count = std::min(all_waiting.size(), kMostWaiting);
  std::array<const Arrival*, kMostWaiting + 1> reached{};
  std::array<bool, kMostWaiting> is_reached{};
  std::size_t reached_count = 0;
  reached[reached_count++] = &second;
  for (std::size_t k = 0; k < reached_count; ++k) {
    const Arrival& from = *reached[k];
    if (k > 0) {
      const Dependency* back = find_dependency(network, from.corridor, first.corridor);
      if (back != nullptr && goes_by_rule(network, from, first, *back)) return came_earlier(one, other);
    }
    for (std::size_t n = 0; n < count; ++n) {
      const Dependency* next =
          is_reached[n] ? nullptr : find_dependency(network, from.corridor, all_waiting[n].corridor);
      if (next == nullptr || !goes_by_rule(network, from, all_waiting[n], *next)) continue;
      is_reached[n] = true;
      reached[reached_count++] = &all_waiting[n];
    }
  }
  return goes;
}

}  // namespace backlot::network
