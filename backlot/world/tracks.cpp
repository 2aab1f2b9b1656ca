#include "backlot/world/tracks.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/network/backwards.h"
#include "backlot/network/path.h"

namespace backlot::world {

namespace {

// What most people find comfortable across, in bends.
constexpr double kLateral_mps2 = 2.5;
constexpr double kZoneStep_m = 2;
constexpr double kFastest_mps = 70;
constexpr double kRoom_m = 1.3;          // half the width that a vehicle needs
constexpr double kCarHalf_m = 0.9;       // half the width of a car
constexpr double kKeptRoom_m = 0.35;     // beside a car, within which drivers keep where they like
constexpr double kLeastPassing_m = 250;  // metres of road that any overtaking takes
constexpr double kBeside_m = 0.5;        // between two lanes that lie side by side
constexpr float kEntranceRoom_m = 5;     // within which a lane at an entrance is wide enough

double bend_speed(double curvature) {
  BACKLOT_ASSERT(!std::isnan(curvature), "a curvature is a number");
  return std::min(kFastest_mps, std::sqrt(kLateral_mps2 / std::max(std::fabs(curvature), 1e-6)));
}

// Whether a line between two lanes, as its author described it, lets the traffic of one of them over it.
bool lets_over(network::Marking marking, bool from_left) {
  using network::Marking;
  return marking == Marking::automatic || marking == Marking::none || marking == Marking::broken ||
         marking == (from_left ? Marking::broken_solid : Marking::solid_broken);
}

// What the road asks of vehicles at a distance: the speed limit, or an advised speed below it.
double asked_speed(const network::Network& network, const Track& track, network::DirectedLane lane,
                   double distance) {
  if (track.is_corridor() && network.corridor(track.corridor).speed_limit_mps > 0)
    return network.corridor(track.corridor).speed_limit_mps;
  const double limit = network.speed_limit_mps(lane, distance);
  const network::AttributeDescription* advised =
      network.attribute_at(network::AttributeKind::advised_speed, lane, distance);
  return advised != nullptr && advised->value > 0 ? std::min(limit, advised->value) : limit;
}

}  // namespace

Tracks::Tracks(const network::Network& network) : network_(&network) {
  track_of_node_.resize(2 * network.lanes().size());
  track_of_corridor_.resize(network.corridors().size());
  frames_.resize(network.strips().size());
  for (std::uint32_t index = 0; index < network.lanes().size(); ++index) {
    const network::Lane& lane = network.lanes()[index];
    if (lane.kind != network::LaneKind::vehicle)
      continue;  // lanes for buses are kept free: most drivers may not use them
    for (const bool along : {true, false}) {
      if (lane.permits(along)) add_track({network::LaneId(index), along});
    }
  }
  stations_.end_adding();
  zones_.end_adding();
  bends_.end_adding();
  link_tracks();
  find_backing();
  group_carriageways();
  find_exits();
  find_entrances();
  find_passing();
}

void Tracks::add_track(network::DirectedLane directed) {
  const network::Network& net = *network_;
  const network::Lane& lane = net.lane(directed.lane);
  const network::Strip& strip = net.strip(lane.strip);
  Track track;
  track.from = strip.from;
  track.length = lane.length;
  track.strip_length = strip.length();
  track.strip = lane.strip;
  track.lane = directed.lane;
  track.corridor = net.corridor_of(lane.strip);
  track.is_along = directed.is_along;
  track.has_fixed_centre = lane.has_fixed_centre;
  track.centre = lane.fixed_centre;
  set_shape(track);
  if (!track.is_uniform) {
    const std::span<const network::LaneStation> stations = net.stations(directed.lane);
    track.first_station = stations_.add({stations.begin(), stations.end()});
    track.station_count = static_cast<std::uint32_t>(stations.size());
  }
  if (!track.is_straight) add_bends(track);
  const double stop = net.stop_distance(directed);
  track.stop_m = static_cast<float>(track.is_corridor() ? track.length : metres_at(track, stop));
  find_width(track);
  add_zones(track, directed);
  if (!track.is_corridor()) way_metres_ += track.length;

  const TrackId id = TrackId::from_size(tracks_.size());
  track_of_node_[directed.node()] = id;
  if (track.is_corridor()) track_of_corridor_[track.corridor.index()] = id;
  tracks_.push_back(track);
  lanes_.push_back(directed);
}

void Tracks::set_shape(Track& track) {
  const geometry::Ribbon& own = ribbon(track);
  track.shape = &own;
  track.is_straight = own.is_straight();
  track.is_uniform = track.is_straight && track.has_fixed_centre;
  track.is_plane = track.is_straight && !own.is_banked();
  StripFrame& frame = frames_[track.strip.index()];
  const geometry::RibbonFrame start = own.frame(track.from);
  if (track.is_plane) {
    frame = {start.position, start.tangent, start.lateral.x, start.lateral.y};
    return;
  }
  const network::CorridorId like =
      track.is_corridor() ? network_->corridor(track.corridor).like : network::CorridorId{};
  if (like.is_empty()) return;
  const network::Strip& first = network_->strip(network_->corridor(like).strip);
  track.shape = &network_->ribbon(first.ribbon);
  track.is_moved = true;
  // what turns the start of the one to that of the other, in plan; then what is left of the way
  const geometry::RibbonFrame from = track.shape->frame(first.from);
  const double scale = 1 / (from.tangent.x * from.tangent.x + from.tangent.y * from.tangent.y);
  const double cosine = scale * (from.tangent.x * start.tangent.x + from.tangent.y * start.tangent.y),
               sine = scale * (from.tangent.x * start.tangent.y - from.tangent.y * start.tangent.x);
  frame = {{}, {cosine, sine, 0}, -sine, cosine};
  const geometry::Vec3 turned = frame.turned(from.position.x, from.position.y);
  frame.origin = {start.position.x - turned.x, start.position.y - turned.y,
                  start.position.z - from.position.z};
}

// Lanes of one strip share its bends; they come one after the other.
void Tracks::add_bends(Track& track) {
  if (!tracks_.empty() && tracks_.back().strip == track.strip) {
    track.first_bend = tracks_.back().first_bend;
    track.bend_count = tracks_.back().bend_count;
    return;
  }
  track.bend_count = static_cast<std::uint32_t>(std::ceil(track.strip_length / kBendStep_m)) + 1;
  std::vector<float> bends;
  for (std::uint32_t k = 0; k <= track.bend_count; ++k) {
    const double distance = std::min(k * kBendStep_m, track.strip_length);
    bends.push_back(static_cast<float>(ribbon(track).curvature(track.from + distance)));
  }
  track.first_bend = bends_.add(bends);
}

// Lanes that open or end have a width of nothing there; vehicles do not drive where there is no room.
void Tracks::find_width(Track& track) {
  const auto half_at = [&](double metres) {
    return 0.5 * network_->edges(track.lane, distance_at(track, metres)).width();
  };
  track.half_width = static_cast<float>(half_at(0.5 * track.length));
  double from = 0, to = track.length;
  if (!track.has_fixed_centre) {
    while (from < track.length && half_at(from) < kRoom_m) from += kZoneStep_m;
    while (to > from && half_at(to) < kRoom_m) to -= kZoneStep_m;
  }
  const double side_m = static_cast<double>(track.half_width) - kCarHalf_m;
  if (side_m < kKeptRoom_m) keep_limit_m_ = std::min(keep_limit_m_, std::max(0.0, 0.5 * side_m));
  track.wide_from_m = static_cast<float>(from);
  track.wide_to_m = static_cast<float>(to);
  track.stop_m = std::min(track.stop_m, track.wide_to_m);
}

// Zones are as long as their speeds keep within a twentieth; a zone has the least speed found in it.
void Tracks::add_zones(Track& track, network::DirectedLane lane) {
  const network::Network& net = *network_;
  std::vector<SpeedZone> zones;
  const network::Path path(net, lane, 0);
  network::PathCursor cursor;
  SpeedZone most;  // of the samples in the last zone
  const auto count = static_cast<int>(std::ceil(track.length / kZoneStep_m));
  for (int k = 0; k <= count; ++k) {
    const double m = std::min(k * kZoneStep_m, track.length);
    const double limit = asked_speed(net, track, lane, distance_at(track, m));
    const double bend =
        track.is_uniform ? kFastest_mps : bend_speed(network::curvature_at(net, path, m, cursor));
    const SpeedZone here{static_cast<float>(std::max(0.0, m - kZoneStep_m)), static_cast<float>(limit),
                         static_cast<float>(bend)};
    SpeedZone* last = zones.empty() ? nullptr : &zones.back();
    const auto is_near = [](float a, float b) { return std::fabs(a - b) <= 0.05F * std::min(a, b); };
    // near the least and the most of the zone: it must not creep along with a spiral
    const auto belongs = [&](const SpeedZone& zone) {
      return is_near(zone.limit_mps, here.limit_mps) && is_near(zone.bend_mps, here.bend_mps);
    };
    if (last == nullptr) {
      zones.push_back({0, here.limit_mps, here.bend_mps});
      most = here;
    } else if (belongs(*last) && belongs(most)) {
      last->limit_mps = std::min(last->limit_mps, here.limit_mps);
      last->bend_mps = std::min(last->bend_mps, here.bend_mps);
      most.limit_mps = std::max(most.limit_mps, here.limit_mps);
      most.bend_mps = std::max(most.bend_mps, here.bend_mps);
    } else {
      // slower: from the sample before; faster: from here
      const bool is_slower =
          std::min(here.limit_mps, here.bend_mps) < std::min(last->limit_mps, last->bend_mps);
      zones.push_back({is_slower ? here.from_m : static_cast<float>(m), here.limit_mps, here.bend_mps});
      most = here;
    }
  }
  track.first_zone = zones_.add(zones);
  track.zone_count = static_cast<std::uint16_t>(zones.size());
  track.limit_mps = zones.front().limit_mps;
  track.bend_mps = zones.front().bend_mps;
}

void Tracks::link_tracks() {
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    Track& track = tracks_[k];
    track.first_onward = static_cast<std::uint32_t>(onward_.size());
    for (const network::DirectedLane next : network_->onward(lanes_[k])) {
      if (!track_of(next).is_empty()) onward_.push_back(track_of(next));
    }
    track.onward_count = static_cast<std::uint16_t>(onward_.size() - track.first_onward);
    const network::DirectedLane left = network_->neighbour_left(lanes_[k]),
                                right = network_->neighbour_right(lanes_[k]);
    if (!left.is_empty()) track.left = track_of(left);
    if (!right.is_empty()) track.right = track_of(right);
  }
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    Track& track = tracks_[k];
    track.first_before = static_cast<std::uint32_t>(before_.size());
    for (const network::DirectedLane back : network_->onward(lanes_[k].reversed())) {
      if (!track_of(back.reversed()).is_empty()) before_.push_back(track_of(back.reversed()));
    }
    track.before_count = static_cast<std::uint16_t>(before_.size() - track.first_before);
  }
}

// Ways that are said to be driven backwards, and corridors between them. The change from a track of one kind to one of
// the other is a cusp.
void Tracks::find_backing() {
  bool has_backing = false;
  for (Track& track : tracks_) {
    if (track.is_corridor()) continue;
    for (const network::AttributeDescription& a : network_->attributes(network_->way_of(track.strip)))
      track.is_backing =
          track.is_backing || (a.kind == network::AttributeKind::custom && a.name == network::kBackwards);
    has_backing = has_backing || track.is_backing;
  }
  if (!has_backing) return;
  for (Track& track : tracks_) {
    if (!track.is_corridor()) continue;
    const auto is_backing = [&](TrackId id) { return (*this)[id].is_backing; };
    track.is_backing =
        std::ranges::any_of(before(track), is_backing) && std::ranges::any_of(onward(track), is_backing);
  }
}

void Tracks::group_carriageways() {
  // counted from the kerb, so that a network in a mirror is counted alike
  const bool keeps_right = network_->side() == network::TrafficSide::right;
  const auto outer = keeps_right ? &Track::right : &Track::left,
             inner = keeps_right ? &Track::left : &Track::right;
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    if (tracks_[k].is_corridor() || !(tracks_[k].*outer).is_empty()) continue;
    const CarriagewayId id = CarriagewayId::from_size(carriageways_.size());
    Carriageway way;
    way.first_track = static_cast<std::uint32_t>(carriageway_tracks_.size());
    for (TrackId t = TrackId::from_size(k); !t.is_empty() && way.track_count < kMostTracksAbreast;
         t = tracks_[t.index()].*inner) {
      tracks_[t.index()].carriageway = id;
      tracks_[t.index()].abreast = static_cast<std::uint8_t>(way.track_count++);
      carriageway_tracks_.push_back(t);
    }
    carriageways_.push_back(way);
  }
}

void Tracks::find_exits() {
  for (Carriageway& way : carriageways_) {
    way.first_exit = static_cast<std::uint32_t>(exits_.size());
    for (const TrackId id : tracks_of(way)) {
      const Track& track = tracks_[id.index()];
      for (const TrackId next : onward(track)) {
        // through corridors to the lane behind them
        TrackId after = next;
        for (int k = 0; k < 8 && tracks_[after.index()].is_corridor(); ++k) {
          const auto further = onward(tracks_[after.index()]);
          if (further.empty()) break;
          after = further.front();
        }
        if (tracks_[after.index()].is_corridor()) continue;
        const CarriagewayId to = tracks_[after.index()].carriageway;
        const auto first = exits_.begin() + way.first_exit;
        const auto known = std::find_if(first, exits_.end(), [&](const Exit& e) { return e.to == to; });
        const LaneMask bit = LaneMask{1} << track.abreast;
        if (known != exits_.end()) {
          known->lanes |= bit;
          continue;
        }
        const Track& via = tracks_[next.index()];
        const network::Turn turn =
            via.is_corridor() ? network_->corridor(via.corridor).turn : network::Turn::straight;
        exits_.push_back({to, turn, bit});
      }
    }
    way.exit_count = static_cast<std::uint32_t>(exits_.size()) - way.first_exit;
  }
}

void Tracks::find_entrances() {
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    const Track& track = tracks_[k];
    if (track.is_corridor()) continue;
    const network::Way& way = network_->way(network_->way_of(track.strip));
    // a lane that only opens there is not an entrance
    const bool has_room = track.wide_from_m <= kEntranceRoom_m && track.wide_from_m < track.wide_to_m;
    if (has_room && (track.is_along ? way.start : way.end) == network::EndKind::open)
      entrances_.push_back(TrackId::from_size(k));
  }
  // in an order that is the same in a mirror
  std::sort(entrances_.begin(), entrances_.end(), [&](TrackId a, TrackId b) {
    const Track &one = tracks_[a.index()], &other = tracks_[b.index()];
    if (one.strip != other.strip) return one.strip < other.strip;
    return one.is_along != other.is_along ? one.is_along : one.abreast < other.abreast;
  });
}

// Tracks of one strip come one after the other.
void Tracks::find_passing() {
  const double inner = network_->side() == network::TrafficSide::right ? 1 : -1;  // what lies to the left
  const auto is_alone = [&](const Track& track) {
    return !track.is_corridor() && track.has_fixed_centre && (*this)[track.carriageway].track_count == 1;
  };
  for (std::size_t k = 0; k < tracks_.size(); ++k) {
    Track& track = tracks_[k];
    if (!is_alone(track) || track.length < kLeastPassing_m) continue;
    PassingRoad road;
    for (const std::size_t other : {k - 1, k + 1}) {
      if (other >= tracks_.size() || tracks_[other].strip != track.strip) continue;
      const Track& beside = tracks_[other];
      const double apart = inner * track.sign() * (beside.centre - track.centre) -
                           static_cast<double>(track.half_width + beside.half_width);
      if (beside.is_along != track.is_along && is_alone(beside) && std::fabs(apart) < kBeside_m)
        road.oncoming = TrackId::from_size(other);
    }
    if (road.oncoming.is_empty()) continue;
    road.first_stretch = static_cast<std::uint32_t>(passing_.size());
    const auto end_at = [&](double from, double to) {
      if (to - from >= kLeastPassing_m)
        passing_.push_back({static_cast<float>(from), static_cast<float>(to)});
    };
    const Track& oncoming = tracks_[road.oncoming.index()];
    const bool is_left = track.centre > oncoming.centre;
    const network::LaneId left = is_left ? track.lane : oncoming.lane,
                          right = is_left ? oncoming.lane : track.lane;
    double from = 0;
    for (double m = 0; m <= track.length; m += kZoneStep_m) {
      const double distance = distance_at(track, m);
      if (lets_over(network_->marking_between(left, right, distance), is_left) &&
          !network_->attribute_at(network::AttributeKind::no_passing, lanes_[k], distance))
        continue;
      end_at(from, m - kZoneStep_m);
      from = m + kZoneStep_m;
    }
    end_at(from, track.length);
    road.stretch_count = static_cast<std::uint32_t>(passing_.size()) - road.first_stretch;
    if (road.stretch_count == 0) continue;
    track.has_passing = true;
    track.passing_road = static_cast<std::uint32_t>(passing_roads_.size());
    passing_roads_.push_back(road);
  }
}

std::size_t Tracks::bytes() const {
  return tracks_.capacity() * sizeof(Track) + lanes_.capacity() * sizeof(network::DirectedLane) +
         (track_of_node_.capacity() + track_of_corridor_.capacity() + onward_.capacity() +
          before_.capacity() + carriageway_tracks_.capacity()) *
             sizeof(TrackId) +
         frames_.capacity() * sizeof(StripFrame) + stations_.bytes() + zones_.bytes() + bends_.bytes() +
         carriageways_.capacity() * sizeof(Carriageway) + exits_.capacity() * sizeof(Exit) +
         passing_roads_.capacity() * sizeof(PassingRoad) + passing_.capacity() * sizeof(PassingStretch);
}

}  // namespace backlot::world
