#include "county_road.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "backlot/base/assert.h"
#include "backlot/formats/way/way.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so
using world::Track;
using world::TrackId;

namespace {

constexpr double kHighwayFlow = 320, kLaneFlow = 140;  // vehicles an hour
constexpr double kStraightOn = 0.9;
constexpr double kCarHalf_m = 0.9;

// The lane of a way that leads to a crossing.
TrackId lane_to(const world::Tracks& tracks, std::string_view way, std::string_view crossing) {
  const network::Network& net = tracks.network();
  for (std::uint32_t k = 0; k < tracks.all().size(); ++k) {
    const Track& track = tracks.all()[k];
    if (track.is_corridor() || track.onward_count == 0 || net.name_of(track.strip) != way) continue;
    const Track& next = tracks[tracks.onward(track).front()];
    if (next.is_corridor() && net.corridor(next.corridor).intersection == net.find_intersection(crossing))
      return TrackId(k);
  }
  BACKLOT_CHECK(false, "county road has other names");
  return {};
}

TrackId corridor_from(const world::Tracks& tracks, TrackId lane, network::Turn turn) {
  for (const TrackId id : tracks.onward(tracks[lane]))
    if (tracks.network().corridor(tracks[id].corridor).turn == turn) return id;
  BACKLOT_CHECK(false, "county road has other turns");
  return {};
}

std::vector<TrackId> route_tracks(const world::Tracks& tracks) {
  std::vector<TrackId> list{lane_to(tracks, "highway_west", "first")};
  for (int crossing = 0; crossing < 2; ++crossing) {
    list.push_back(corridor_from(tracks, list.back(), network::Turn::straight));
    list.push_back(tracks.onward(tracks[list.back()]).front());
  }
  return list;
}

Part part_of(const world::Roads& roads, const Route& route, TrackId subject_corridor, TrackId lane,
             network::Turn turn) {
  const world::Tracks& tracks = roads.tracks;
  Part part{lane, corridor_from(tracks, lane, turn), world::line_of(tracks, lane)};
  const Track &own = tracks[subject_corridor], &other = tracks[part.corridor];
  for (const network::Dependency& dependency : tracks.network().dependencies(own.corridor)) {
    if (dependency.other != other.corridor) continue;
    const auto touch = tracks.network().find_stretches(dependency, kCarHalf_m, kCarHalf_m);
    BACKLOT_CHECK(touch.has_value(), "the two ways do not touch");
    part.subject_touch_m = route.start_of(subject_corridor) + tracks.metres_at(own, touch->own.from);
    part.touch_m = tracks.metres_at(other, touch->other.from);
    part.line_to_touch_m = tracks[lane].length - part.line.metres + part.touch_m;
  }
  return part;
}

}  // namespace

CountyRoad::CountyRoad(network::Network built)
    : network(std::move(built)), roads(network), route(roads.tracks, route_tracks(roads.tracks)) {
  const world::Tracks& tracks = roads.tracks;
  const TrackId lane = lane_to(tracks, "highway_mid", "second");
  const TrackId corridor = corridor_from(tracks, lane, network::Turn::straight);
  line_m = route.start_of(lane) + world::line_of(tracks, lane).metres;
  on_the_left =
      part_of(roads, route, corridor, lane_to(tracks, "farm_lane", "second"), network::Turn::straight);
  oncoming = part_of(roads, route, corridor, lane_to(tracks, "highway_east", "second"), network::Turn::left);

  const TrackId first =
      corridor_from(tracks, lane_to(tracks, "highway_west", "first"), network::Turn::straight);
  subject_corridors = {tracks[first].corridor, tracks[corridor].corridor};
  const network::Corridor& rule = network.corridor(subject_corridors.back());
  const network::Intersection& crossing = network.intersection(rule.intersection);
  programme = crossing.programme;
  const auto phase =
      traffic::find_phase(network.programmes()[programme], rule.signal_group.index() - crossing.first_group,
                          network::Aspect::green, 0.5);
  BACKLOT_CHECK(phase.has_value(), "the subject never has green");
  mid_green = *phase;
  signal_limits.resize(network.programmes().size());
  signal_limits[programme] = {.slowest_percent = 38, .fastest_percent = 260};

  for (const TrackId entrance : tracks.entrances()) {
    sim::Flow flow;
    flow.lanes = {entrance};
    const bool is_highway = network.name_of(tracks[entrance].strip).starts_with("highway");
    flow.vehicles_per_hour = is_highway ? kHighwayFlow : kLaneFlow;
    flow.mix = {0.86, 0.08, 0.02, 0.04};
    flow.least_headway_s = 1.5;
    flows.push_back(flow);
  }
  // vehicles on the highway stay there, so that none that waits to turn off holds up the others; of the rest few turn
  for (std::uint32_t k = 0; k < tracks.carriageways().size(); ++k) {
    const std::span<const world::Exit> exits = tracks.exits(tracks.carriageways()[k]);
    const TrackId kerb = tracks.tracks_of(tracks.carriageways()[k]).front();
    const bool is_highway = network.name_of(tracks[kerb].strip).starts_with("highway");
    const double straight_on = is_highway ? 1 : kStraightOn;
    std::vector<double> shares;
    for (const world::Exit& exit : exits)
      shares.push_back(exit.turn == network::Turn::straight ? straight_on : 0.5 * (1 - straight_on));
    if (!shares.empty()) turning_shares.set(tracks, world::CarriagewayId(k), shares);
  }
}

base::Result<std::unique_ptr<CountyRoad>> read_county_road() {
  using Set = base::Result<std::unique_ptr<CountyRoad>>;
  const std::filesystem::path project = std::filesystem::path(__FILE__).parent_path() / ".." / "..";
  std::ifstream file(project / "scenes" / "county_road.way");
  std::ostringstream content;
  content << file.rdbuf();
  const auto description = way::read_way(content.str(), "county_road.way", text::NoFiles());
  if (!description) return Set::failure(description.diagnostics());
  auto built = network::Network::build(*description);
  if (!built) return Set::failure(built.diagnostics());
  return std::make_unique<CountyRoad>(std::move(*built));
}

}  // namespace violations
