// Lights as somebody sees them who follows the vehicles: how long an indicator had been on when what it told of began.
#include "backlot/traffic/vehicle/lights.h"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {
namespace {

using traffic::Side;

const base::Duration kStep = base::Duration::from_milliseconds(100);

struct Past {
  Side indicated = Side::none;
  double since_s = 0;  // for how long
  world::TrackId track{};
  double speed_mps = 0;
};

TEST(Lights, TellOfTurnsAndLaneChangesThreeSecondsBefore) {
  const auto town = scene_roads("biketown");
  const world::Tracks& tracks = town->roads.tracks;
  Simulation simulation(town->roads, {});
  simulation.insert_spread(50);
  std::map<std::uint64_t, Past> past;
  std::size_t changes = 0, turns = 0, late_turns = 0, brakings = 0;
  for (int k = 0; k < 6000; ++k) {
    simulation.step(kStep);
    for (std::size_t slot = 0; slot < simulation.size(); ++slot) {
      const VehicleView v = simulation.vehicle(slot);
      const bool is_new = past.find(v.id.raw()) == past.end();
      Past& p = past[v.id.raw()];
      const traffic::Lights lights = traffic::lights_of(tracks, v.shape, v.mover, v.driver);
      const world::TrackId track = v.mover.trail.current();
      if (!is_new && k > 200 && track != p.track) {
        const network::CorridorId corridor = tracks[track].corridor;
        if (tracks[p.track].left == track || tracks[p.track].right == track) {
          const Side side = tracks[p.track].left == track ? Side::left : Side::right;
          EXPECT_EQ(p.indicated, side);
          EXPECT_GE(p.since_s, 2.9);
          ++changes;
        } else if (!corridor.is_empty()) {
          const network::Turn turn = town->network.corridor(corridor).turn;
          if (turn == network::Turn::left || turn == network::Turn::right) {
            ++turns;
            const Side side = turn == network::Turn::left ? Side::left : Side::right;
            EXPECT_EQ(lights.indicates, side);
            if (p.indicated != side || p.since_s < 2.9) ++late_turns;
          }
        }
      }
      if (!is_new && v.mover.speed_mps < p.speed_mps - 0.1) {
        ++brakings;
        EXPECT_TRUE(lights.brakes) << "who gets slower by more than 1 m/s2 shows it";
      }
      p.since_s = lights.indicates == p.indicated ? p.since_s + 0.1 : 0;
      p.indicated = lights.indicates;
      p.track = track;
      p.speed_mps = v.mover.speed_mps;
    }
  }
  EXPECT_GT(changes, 10U);
  EXPECT_GT(turns, 300U);
  EXPECT_GT(brakings, 1000U);
  // some are shown late: a turn may be chosen, or come, less than three seconds after the one before
  EXPECT_LT(late_turns, turns / 5);
}

}  // namespace
}  // namespace backlot::sim
