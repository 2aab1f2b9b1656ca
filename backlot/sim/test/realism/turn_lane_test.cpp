// A turn lane of 50 m that opens shortly before an intersection is used by as many vehicles as are asked to turn there. Counted from frames, where vehicles leave.
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::turn_lane_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

//                      north
//   narrow      turn     |     the left lane of `turn` opens over 60 m, and ends at the line 60 m further on
//   ----------======== --+-- east
constexpr std::string_view kPocket = R"(
network pocket
traffic on the right
speed limit 50 km/h
road main {
  begin at (-520 m, 0 m) heading 0 deg
  line 500 m
  way narrow from 0 m {
    lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
    start open
  }
  way turn from 380 m {
    lanes {
      vehicle backward 3.5 m
      spine
      vehicle forward { name left_lane; width { at 0 m: 0 m; at 60 m: 3.5 m } }
      vehicle forward { name through_lane; width 3.5 m }
    }
  }
}
joint widens { narrow.end meets turn.start }
way north { lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }; begin at (0 m, 20 m) heading 90 deg; line 200 m; end open }
way east { lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }; begin at (20 m, 0 m) heading 0 deg; line 200 m; end open }
intersection market {
  arm west: turn.end signal ew
  arm north: north.start signal ns
  arm east: east.start signal ew
  no automatic corridors
  corridor from west.left_lane to north.R1
  corridor from west.through_lane to east.R1
  corridor from east.L1 to west.L1
  corridor from north.L1 to west.L1
  signals { groups ew ns; programme { 30 s: ew green, ns red; 3 s: ew yellow, ns red; 30 s: ew red, ns green; 3 s: ew red, ns yellow } }
}
)";

TEST(TurnLane, IsUsedByAsManyAsAreAskedTo) {
  const auto road = roads_of(kPocket);
  const world::Tracks& tracks = road->roads.tracks;
  const auto strip = [&](std::string_view name) { return road->network.find_strip(name); };
  const auto track = [&](std::string_view way, std::string_view lane) {
    return tracks.track_of({road->network.find_lane(strip(way), lane), true});
  };
  for (const double share : {0.3, 0.5}) {
    SimulationSettings settings{.seed = 91'001};
    settings.flows = {{.lanes = {track("narrow", "R1")}, .vehicles_per_hour = 300}};
    const world::CarriagewayId way = tracks[track("turn", "through_lane")].carriageway;
    std::vector<double> shares;
    for (const world::Exit& exit : tracks.exits(tracks[way]))
      shares.push_back(exit.turn == network::Turn::left ? share : 1 - share);
    ASSERT_EQ(shares.size(), 2U);
    settings.turning_shares.set(tracks, way, shares);
    Simulation run(road->roads, settings);
    record::Frame frame;
    std::set<world::ObjectId> left, straight;
    for (int k = 0; k < 10 * 3600; ++k) {
      run.step(kStep);
      run.frame(frame);
      for (const record::FrameObject& o : frame.objects) {
        if (o.strip == strip("north")) left.insert(o.id);
        if (o.strip == strip("east")) straight.insert(o.id);
      }
    }
    const auto all = static_cast<double>(left.size() + straight.size());
    EXPECT_GT(all, 240);
    EXPECT_NEAR(static_cast<double>(left.size()) / all, share, 4 * std::sqrt(share * (1 - share) / all));
    EXPECT_EQ(run.tally().contacts, 0U);
    EXPECT_EQ(run.tally().hard_braking, 0U);
  }
}

}  // namespace
}  // namespace backlot::sim::turn_lane_test
