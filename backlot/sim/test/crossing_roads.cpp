#include "backlot/sim/test/crossing_roads.h"

#include <vector>

namespace backlot::sim {

std::unique_ptr<TestRoads> crossing_of(std::string_view rules) {
  return roads_of(std::string(R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-615 m, 0 m) heading 0 deg;  line 600 m;  start open }
way east { profile street;  begin at (615 m, 0 m) heading 180 deg;  line 600 m;  start open }
way north { profile street;  begin at (0 m, 315 m) heading 270 deg;  line 300 m;  start open }
way south { profile street;  begin at (0 m, -315 m) heading 90 deg;  line 300 m;  start open }
intersection x {
)") + std::string(rules) +
                  "\n}\n");
}

world::TrackId lane_from(const TestRoads& roads, std::string_view arm) {
  const network::LaneId lane = roads.network.find_lane(roads.network.find_strip(arm), "R1");
  return roads.roads.tracks.track_of({lane, true});
}

void let_all_turn(const TestRoads& roads, std::string_view arm, network::Turn turn,
                  SimulationSettings& settings) {
  const world::Tracks& tracks = roads.roads.tracks;
  const world::CarriagewayId way = tracks[lane_from(roads, arm)].carriageway;
  std::vector<double> shares;
  for (const world::Exit& exit : tracks.exits(tracks[way])) shares.push_back(exit.turn == turn ? 1 : 0);
  settings.turning_shares.set(tracks, way, shares);
}

}  // namespace backlot::sim
