#include "backlot/network/internal/conflict/standing_precedence.h"

#include <cmath>

#include "backlot/base/math.h"

namespace backlot::network::internal {

namespace {

constexpr double kBeside_rad = base::kPi / 6;
constexpr double kOncoming_rad = 0.75 * base::kPi;
constexpr double kParallel_rad = 1e-6;  // headings nearer than this are one, but for rounding

// The smaller goes.
Precedence first_is_smaller(int own, int other) {
  if (own == other) return Precedence::equal;
  return own < other ? Precedence::goes : Precedence::yields;
}

// Where an approach stands by its sign; the larger goes.
int sign_rank(Control control) {
  switch (control) {
    case Control::priority_road:
      return 3;
    case Control::automatic:
    case Control::uncontrolled:
    case Control::priority_to_the_right:
    case Control::signal:
    case Control::flag_man:
      return 2;
    case Control::yield:
      return 1;
    case Control::stop:
    case Control::all_way_stop:
      return 0;
  }
  return 2;
}

// Between traffic, which may be turning, and people on foot.
bool walkers_go(const CorridorFacts& walker, const CorridorFacts& traffic) {
  return walker.is_crosswalk || traffic.turn != Turn::straight;
}

// How far the other's heading is turned against one's own: to the left where it comes from the right.
double turned(const CorridorFacts& other, const CorridorFacts& own) {
  return base::wrap_angle(other.heading_in_rad - own.heading_in_rad);
}

}  // namespace

CorridorFacts facts_of(const Corridor& corridor, LaneKind kind) {
  return {.control = corridor.control,
          .turn = corridor.turn,
          .heading_in_rad = corridor.heading_in_rad,
          .heading_out_rad = corridor.heading_out_rad,
          .use = use_of(kind),
          .is_crosswalk = kind == LaneKind::crosswalk,
          .intersection = corridor.intersection,
          .arm = corridor.arm};
}

Approach approach_of(const CorridorFacts& other, const CorridorFacts& own) {
  if (own.intersection == other.intersection && own.arm == other.arm) return Approach::same;
  const double angle = turned(other, own);
  if (std::fabs(angle) > kOncoming_rad) return Approach::oncoming;
  if (std::fabs(angle) < kBeside_rad) return Approach::beside;
  return angle > 0 ? Approach::from_the_right : Approach::from_the_left;
}

int turn_rank(Turn turn, TrafficSide side) {
  switch (turn) {
    case Turn::straight:
      return 0;
    case Turn::right:
      return side == TrafficSide::right ? 1 : 2;
    case Turn::left:
      return side == TrafficSide::right ? 2 : 1;
    case Turn::u_turn:
      return 3;
  }
  return 0;
}

Precedence precedence_of_equals(const CorridorFacts& own, const CorridorFacts& other, DependencyKind kind,
                                const SideRules& sides) {
  const bool turns_around = own.turn == Turn::u_turn, other_turns_around = other.turn == Turn::u_turn;
  if (turns_around != other_turns_around) return turns_around ? Precedence::yields : Precedence::goes;

  const Precedence by_turn =
      first_is_smaller(turn_rank(own.turn, sides.keeps), turn_rank(other.turn, sides.keeps));
  const bool right_goes = sides.goes_first == TrafficSide::right;
  switch (approach_of(other, own)) {
    case Approach::same:
    case Approach::oncoming:
      return by_turn;
    case Approach::from_the_right:
      return right_goes ? Precedence::yields : Precedence::goes;
    case Approach::from_the_left:
      return right_goes ? Precedence::goes : Precedence::yields;
    case Approach::beside:
      break;
  }
  if (kind == DependencyKind::crossing && by_turn != Precedence::equal) return by_turn;
  const double angle = turned(other, own);
  if (std::fabs(angle) < kParallel_rad) return Precedence::equal;
  return (angle > 0) == right_goes ? Precedence::yields : Precedence::goes;
}

Precedence standing_precedence(const CorridorFacts& own, const CorridorFacts& other, DependencyKind kind,
                               const SideRules& sides) {
  if (kind == DependencyKind::diverging) return Precedence::equal;

  const bool walks = own.use == Use::pedestrians, other_walks = other.use == Use::pedestrians;
  if (walks && other_walks) return Precedence::equal;
  if (walks) return walkers_go(own, other) ? Precedence::goes : Precedence::yields;
  if (other_walks) return walkers_go(other, own) ? Precedence::yields : Precedence::goes;

  if (approach_of(other, own) == Approach::same) {
    if (kind == DependencyKind::merging) return Precedence::equal;
    return first_is_smaller(turn_rank(own.turn, sides.keeps), turn_rank(other.turn, sides.keeps));
  }

  const int rank = sign_rank(own.control), other_rank = sign_rank(other.control);
  if (rank != other_rank) return rank > other_rank ? Precedence::goes : Precedence::yields;
  // all must stop, so the one sign that says so to all decides
  if (own.control == Control::all_way_stop || other.control == Control::all_way_stop) {
    return Precedence::by_arrival;
  }
  return precedence_of_equals(own, other, kind, sides);
}

}  // namespace backlot::network::internal
