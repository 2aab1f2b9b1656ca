// The lanes of a network as their travellers see them, compiled once.
//
//        exit 0: straight on          A track is a lane in one direction of travel; its metres grow with the travel.
//            ^   ^                    A carriageway is the tracks of a way that lie side by side and run the same way;
//        ____|___|____                its exits are the carriageways that follow, each with the lanes that lead there.
//        |  | |  | |  |--> exit 1
//        |  | |  | |  |
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/huge_pages.h"
#include "backlot/base/prefetch.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/network/lane_station.h"
#include "backlot/network/network.h"
#include "backlot/world/ids.h"
#include "backlot/world/roads/shared_rows.h"

namespace backlot::world {

// From a metre of a track on: how fast a vehicle may go by the limit, and how fast it can go for the bends.
struct SpeedZone {
  float from_m = 0;
  float limit_mps = 0;
  float bend_mps = 0;

  friend auto operator<=>(const SpeedZone&, const SpeedZone&) = default;
};

// The lanes of a carriageway that lead to an exit, as bits: bit k is its k-th track from the kerb.
using LaneMask = std::uint32_t;
inline constexpr std::uint32_t kMostTracksAbreast = 32;

// Metres of a track between which a vehicle may overtake over the oncoming lane.
struct PassingStretch {
  float from_m = 0, to_m = 0;
};
struct PassingRoad {
  TrackId oncoming{};  // the one beside that runs the other way
  std::uint32_t first_stretch = 0, stretch_count = 0;
};

struct Exit {
  CarriagewayId to{};
  network::Turn turn = network::Turn::straight;
  LaneMask lanes = 0;
};

struct Carriageway {
  std::uint32_t first_track = 0, track_count = 0;  // into carriageway_tracks(), from the kerb on
  std::uint32_t first_exit = 0, exit_count = 0;
};

// Two cache lines: what every driver asks of the tracks ahead, then how the track lies.
struct alignas(64) Track {
  double length = 0;        // metres of travel
  double strip_length = 0;  // of distance
  double centre = 0;        // offset of the lane's centre, where it is fixed
  network::StripId strip{};
  network::CorridorId corridor{};
  CarriagewayId carriageway{};  // empty for corridors
  std::uint32_t first_onward = 0;
  float stop_m = 0;                   // where vehicles stop before what lies ahead
  float half_width = 0;               // of the lane, in the middle
  float limit_mps = 0, bend_mps = 0;  // of its first zone
  std::uint16_t onward_count = 0, zone_count = 0;
  std::uint16_t before_count = 0;
  std::uint8_t abreast = 0;  // which one of its carriageway, from the kerb
  bool is_along : 1 = true;
  bool has_fixed_centre : 1 = true;
  bool is_uniform : 1 = true;  // a metre of travel is a metre of distance
  bool is_straight : 1 = true;
  bool is_plane : 1 = false;     // straight and not banked: its frame holds all along
  bool is_moved : 1 = false;     // its frame tells where the shape has been moved to
  bool has_passing : 1 = false;  // somewhere a vehicle may overtake over the oncoming lane
  bool is_backing : 1 = false;   // it is driven backwards

  const geometry::Ribbon* shape = nullptr;             // its ribbon, or the one of which that is a moved copy
  double from = 0;                                     // where the strip begins on the ribbon
  std::uint32_t first_station = 0, station_count = 0;  // where it is not uniform
  network::LaneId lane{};
  TrackId left{}, right{};                       // for the same travel, seen by the traveller
  float wide_from_m = 0, wide_to_m = 0;          // between which the lane is wide enough for a vehicle
  std::uint32_t first_bend = 0, bend_count = 0;  // of its strip, where it is not straight
  std::uint32_t first_zone = 0, first_before = 0;
  std::uint32_t passing_road = 0;  // where it has passing

  bool is_corridor() const { return !corridor.is_empty(); }
  // Of what grows with the travel against what grows with the distance: metres, and what lies to the left.
  double sign() const { return is_along ? 1 : -1; }
};
static_assert(sizeof(Track) == 128);

// How a strip lies. For a plane strip: where it begins, along, and to the left, which is level. For a strip with a
// ribbon that is a moved copy: where the origin of the world has been moved to, with its axes.
struct alignas(64) StripFrame {
  geometry::WorldPoint origin{};
  geometry::Vec3 tangent{};
  double lateral_x = 0, lateral_y = 1;

  // Along and to the left.
  geometry::Vec3 turned(double along, double left) const {
    return along * tangent + left * geometry::Vec3{lateral_x, lateral_y, 0};
  }
};
static_assert(sizeof(StripFrame) == 64);

class Tracks {
 public:
  static constexpr double kBendStep_m = 2;

  // Lanes for vehicles, as the rules let them be travelled. The network stays where it is for as long as this is used.
  explicit Tracks(const network::Network& network);

  const network::Network& network() const { return *network_; }

  std::span<const Track> all() const { return tracks_; }
  const Track& operator[](TrackId id) const {
    BACKLOT_ASSERT(id.index() < tracks_.size(), "a track of other roads");
    return tracks_[id.index()];
  }
  std::span<const Carriageway> carriageways() const { return carriageways_; }
  const Carriageway& operator[](CarriagewayId id) const {
    BACKLOT_ASSERT(id.index() < carriageways_.size(), "a carriageway of other roads");
    return carriageways_[id.index()];
  }

  // The track of a lane in a direction; empty where no vehicle may drive that way.
  TrackId track_of(network::DirectedLane lane) const {
    BACKLOT_ASSERT(lane.node() < track_of_node_.size(), "a lane of another network");
    return track_of_node_[lane.node()];
  }
  TrackId track_of(network::CorridorId corridor) const {
    BACKLOT_ASSERT(corridor.index() < track_of_corridor_.size(), "a corridor of another network");
    return track_of_corridor_[corridor.index()];
  }

  std::span<const TrackId> onward(const Track& track) const {
    return std::span(onward_).subspan(track.first_onward, track.onward_count);
  }
  // The tracks that lead to its start.
  std::span<const TrackId> before(const Track& track) const {
    return std::span(before_).subspan(track.first_before, track.before_count);
  }
  std::span<const TrackId> tracks_of(const Carriageway& way) const {
    return std::span(carriageway_tracks_).subspan(way.first_track, way.track_count);
  }
  std::span<const Exit> exits(const Carriageway& way) const {
    return std::span(exits_).subspan(way.first_exit, way.exit_count);
  }
  std::span<const SpeedZone> zones(const Track& track) const {
    return zones_.rows().subspan(track.first_zone, track.zone_count);
  }

  // Where a vehicle may overtake over the oncoming lane: on fixed lanes, on tracks with no other lane of the same
  // direction beside them on either side of the middle. In order of metres; stretches too short to overtake anything are left out.
  std::span<const PassingStretch> passing(const Track& track) const {
    if (!track.has_passing) return {};
    BACKLOT_ASSERT(track.passing_road < passing_roads_.size(), "a track of other roads");
    const PassingRoad& road = passing_roads_[track.passing_road];
    return std::span(passing_).subspan(road.first_stretch, road.stretch_count);
  }
  // The oncoming track beside, over which vehicles overtake; empty where there is no passing.
  TrackId oncoming(const Track& track) const {
    return track.has_passing ? passing_roads_[track.passing_road].oncoming : TrackId{};
  }

  // Metres of travel <-> distance of the strip.
  double distance_at(const Track& track, double metres) const {
    if (track.is_uniform) return track.is_along ? metres : track.strip_length - metres;
    return network::distance_at(stations(track), track.length,
                                track.is_along ? metres : track.length - metres);
  }
  double metres_at(const Track& track, double distance) const {
    if (track.is_uniform) return track.is_along ? distance : track.strip_length - distance;
    const double metres = network::metres_at(stations(track), track.length, distance);
    return track.is_along ? metres : track.length - metres;
  }
  const geometry::Ribbon& ribbon(const Track& track) const {
    return network_->ribbon(network_->strip(track.strip).ribbon);
  }
  // Of a track that is plane or moved.
  const StripFrame& frame(const Track& track) const {
    BACKLOT_ASSERT(track.is_plane || track.is_moved, "only plane and moved tracks have a frame");
    return frame_of(track);
  }
  void prefetch_frame(const Track& track) const { base::prefetch(&frame_of(track)); }
  // Where a place of the strip is in the world, and the direction of growing distance there.
  struct Pose {
    geometry::WorldPoint point;
    geometry::Vec3 tangent;
  };
  Pose pose(const Track& track, double distance, double offset) const {
    const StripFrame& f = frame_of(track);
    if (track.is_plane) return {f.origin + f.turned(distance, offset), f.tangent};
    const geometry::PlacedPose pose = geometry::place_pose(*track.shape, {track.from + distance, offset, 0});
    if (!track.is_moved) return {pose.position, pose.tangent};
    const geometry::Vec3 up{0, 0, pose.position.z}, climb{0, 0, pose.tangent.z};
    return {f.origin + (f.turned(pose.position.x, pose.position.y) + up),
            f.turned(pose.tangent.x, pose.tangent.y) + climb};
  }
  geometry::WorldPoint place(const Track& track, double distance, double offset) const {
    return pose(track, distance, offset).point;
  }
  geometry::Vec3 tangent_at(const Track& track, double distance) const {
    return pose(track, distance, 0).tangent;
  }
  // To the left, of the strip. Good to what it changes within two metres.
  double curvature_at(const Track& track, double distance) const {
    if (track.is_straight) return 0;
    const double at =
        std::clamp(distance * (1 / kBendStep_m), 0.0, static_cast<double>(track.bend_count - 1));
    const auto k = static_cast<std::uint32_t>(at);
    BACKLOT_ASSERT(track.first_bend + k + 1 < bends_.rows().size(), "a track of other roads");
    const float* bends = bends_.rows().data() + track.first_bend + k;
    return static_cast<double>(bends[0]) + (at - k) * static_cast<double>(bends[1] - bends[0]);
  }
  // The offset of the lane's centre at a distance of the strip.
  double centre_at(const Track& track, double distance) const {
    return track.has_fixed_centre ? track.centre : network_->edges(track.lane, distance).centre();
  }

  // Tracks by which vehicles come in from outside, at open ends of ways: by strip, those along first, from the kerb on.
  std::span<const TrackId> entrances() const { return entrances_; }
  // How far beside the middle of their lanes cars can keep everywhere, metres: where a lane is narrow, hardly at all.
  double keep_limit_m() const { return keep_limit_m_; }
  // Metres of all tracks on ways.
  double way_metres() const { return way_metres_; }
  std::size_t bytes() const;

 private:
  const StripFrame& frame_of(const Track& track) const {
    BACKLOT_ASSERT(track.strip.index() < frames_.size(), "a track of other roads");
    return frames_[track.strip.index()];
  }
  std::span<const network::LaneStation> stations(const Track& track) const {
    return stations_.rows().subspan(track.first_station, track.station_count);
  }

  void add_track(network::DirectedLane lane);
  void link_tracks();
  void find_backing();
  void set_shape(Track& track);
  void add_bends(Track& track);
  void find_width(Track& track);
  void add_zones(Track& track, network::DirectedLane lane);
  void group_carriageways();
  void find_exits();
  void find_entrances();
  void find_passing();

  const network::Network* network_;
  std::vector<Track, base::HugePages<Track>> tracks_;
  std::vector<network::DirectedLane> lanes_;  // of each track
  std::vector<TrackId> track_of_node_, track_of_corridor_;
  std::vector<StripFrame, base::HugePages<StripFrame>> frames_;  // by strip
  std::vector<TrackId> onward_, before_;
  SharedRows<network::LaneStation> stations_;
  SharedRows<SpeedZone> zones_;
  SharedRows<float> bends_;  // curvatures, every kBendStep_m of distance, one more
  std::vector<Carriageway> carriageways_;
  std::vector<TrackId> carriageway_tracks_;
  std::vector<Exit> exits_;
  std::vector<TrackId> entrances_;
  std::vector<PassingRoad> passing_roads_;
  std::vector<PassingStretch> passing_;
  double way_metres_ = 0;
  double keep_limit_m_ = 1;
};

}  // namespace backlot::world
