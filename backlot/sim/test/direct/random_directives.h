// Random directives for a crowd, from five directors of different priority: any kind, actor and values, some of them wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "backlot/base/random.h"
#include "backlot/direct/directive.h"
#include "backlot/direct/directive_table.h"
#include "backlot/sim/simulation.h"

namespace backlot::sim {

// What random directives draw from.
struct Lot {
  std::uint32_t vehicles = 0;  // of the run, as it began
  base::RandomStream random;

  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random.below(count)); }
  double up_to(double most) { return most * random.uniform(); }
  // By number: the order of the tables must not count. The first objects of a run have their numbers as serial numbers.
  world::ObjectId object() {
    const std::uint32_t number = below(vehicles);
    return {number, number};
  }
  world::Side side() { return below(2) == 0 ? world::Side::left : world::Side::right; }
};

inline direct::What random_what(const Simulation& run, world::ObjectId actor, Lot& lot) {
  const base::SimTime time = run.tick().time + base::Duration::from_seconds(lot.up_to(30));
  world::Mark mark{};
  std::vector<world::TrackId> path;
  if (const std::optional<sim::VehicleView> vehicle = run.find(actor)) {
    const world::Trail& trail = vehicle->mover.trail;
    mark.track = trail[lot.below(trail.size())];
    mark.metres = lot.up_to(run.roads().tracks[mark.track].length);
    path = {trail.current(), mark.track};
  }
  const world::ObjectId object = lot.object();
  const network::Turn turn = static_cast<network::Turn>(lot.below(3));
  const std::int32_t lane = static_cast<std::int32_t>(lot.below(3)) - 1;
  const std::array<direct::What, direct::kDirectiveKinds> all = {
      direct::AdjustSpeed{lot.up_to(10) - 5},
      direct::Halt{},
      direct::Launch{},
      direct::Lurch{},
      direct::KeepGap{object, lot.up_to(40)},
      direct::KeepHeadway{object, lot.up_to(4)},
      direct::Arrive{mark, time},
      direct::StopAt{mark},
      direct::Brake{lot.up_to(6), lot.up_to(8)},
      direct::Precede{object, lot.up_to(40), 0},
      direct::KeepTime{object, mark, lot.up_to(6) - 3},
      direct::ChangeLane{lot.side()},
      direct::SetOffset{lot.up_to(2) - 1},
      direct::CutIn{object, lot.side(), 2 + lot.up_to(20), 1 + lot.up_to(5)},
      direct::OvertakeNow{},
      direct::Turn{turn, lane},
      direct::TurnAcross{turn, lane},
      direct::FollowPath{path},
      direct::IgnoreLight{}};
  return all[lot.below(direct::kDirectiveKinds)];
}

inline direct::Hold random_hold(const Simulation& run, Lot& lot) {
  const base::SimTime time = run.tick().time + base::Duration::from_seconds(lot.up_to(20));
  const std::array<direct::Hold, 9> all = {direct::Once{},
                                           direct::Once{},
                                           direct::ForTime{lot.up_to(20)},
                                           direct::LineCrossed{},
                                           direct::EventSeen{record::EventKind::crossed_line, lot.object()},
                                           direct::TimeReached{time},
                                           direct::SpeedBelow{{}, lot.up_to(3)},
                                           direct::SpeedAbove{lot.object(), lot.up_to(14)},
                                           direct::GapBelow{lot.object(), lot.up_to(30)}};
  return all[lot.below(9)];
}

// The directive of one lot: random kind, actor, director and values, some of them wrong.
inline direct::Directive random_directive(const Simulation& run, std::uint32_t vehicles, std::uint64_t seed,
                                          std::uint64_t number) {
  Lot lot{vehicles, {seed, number, 0}};
  direct::Directive d;
  d.actor = lot.object();
  d.issuer = direct::IssuerId(lot.below(5));
  d.priority = static_cast<std::int32_t>(d.issuer.index());
  d.hold = random_hold(run, lot);
  d.expires = run.tick().time + base::Duration::from_seconds(1 + lot.up_to(30));
  d.what = random_what(run, d.actor, lot);
  return d;
}

}  // namespace backlot::sim
