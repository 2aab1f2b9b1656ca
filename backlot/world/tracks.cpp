#include "backlot/world/tracks.h"

#include <algorithm>
#include <cmath>

#include "backlot/network/path.h"

namespace backlot::world {

namespace {

// What most people find comfortable across, in bends.
constexpr double kLateral_mps2 = 2.5;
constexpr double kZoneStep_m = 2;
constexpr double kFastest_mps = 70;
constexpr double kRoom_m = 1.3;          // half the width that a vehicle needs
constexpr double kLeastPassing_m = 250;  // of road it takes to overtake anybody
constexpr double kBeside_m = 0.5;        // between two lanes that lie side by side

double bend_speed(double curvature) {
  return std::min(kFastest_mps, std::sqrt(kLateral_mps2 / std::max(std::fabs(curvature), 1e-6)));
}

// Whether the line between two lanes, as its author described it, lets the traffic of one of them over it.
bool lets_over(const network::Lane& left, const network::Lane& right, bool from_left) {
  using network::Marking;
  const Marking marking = right.left_marking != Marking::automatic ? right.left_marking : left.right_marking;
  return marking == Marking::automatic || marking == Marking::none || marking == Marking::broken ||
         marking == (from_left ? Marking::broken_solid : Marking::solid_broken);
}

}  // namespace

Tracks::Tracks(const network::Network& network) : network_(&network) {
  track_of_node_.resize(2 * network.lanes().size());
  track_of_corridor_.resize(network.corridors().size());
  for (std::uint32_t index = 0; index < network.lanes().size(); ++index) {
    const network::Lane& lane = network.lanes()[index];
    if (network::use_of(lane.kind) != network::Use::vehicles) continue;
    for (const bool along : {true, false}) {
      if (lane.permits(along)) add_track({network::LaneId(index), along});
    }
  }
  link_tracks();
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
  track.ribbon = &net.ribbon(strip.ribbon);
  track.from = strip.from;
  track.length = lane.length;
  track.strip_length = strip.length();
  track.strip = lane.strip;
  track.lane = directed.lane;
  track.corridor = net.corridor_of(lane.strip);
  track.is_along = directed.is_along;
  track.has_fixed_centre = lane.has_fixed_centre;
  track.centre = lane.fixed_centre;
  track.is_straight = track.ribbon->is_straight();
  track.is_uniform = track.is_straight && track.has_fixed_centre;
  track.is_plane = track.is_straight && !track.ribbon->is_banked();
  if (track.is_plane) {
    const geometry::RibbonFrame frame = track.ribbon->frame(track.from);
    track.origin = frame.position;
    track.tangent = frame.tangent;
    track.lateral_x = frame.lateral.x;
    track.lateral_y = frame.lateral.y;
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

// Lanes of one strip share its bends; they come one after the other.
void Tracks::add_bends(Track& track) {
  if (!tracks_.empty() && tracks_.back().strip == track.strip) {
    track.first_bend = tracks_.back().first_bend;
    track.bend_count = tracks_.back().bend_count;
    return;
  }
  track.first_bend = static_cast<std::uint32_t>(bends_.size());
  track.bend_count = static_cast<std::uint32_t>(std::ceil(track.strip_length / kBendStep_m)) + 1;
  for (std::uint32_t k = 0; k <= track.bend_count; ++k) {
    const double distance = std::min(k * kBendStep_m, track.strip_length);
    bends_.push_back(static_cast<float>(track.ribbon->curvature(track.from + distance)));
  }
}

// Lanes that open or end have a width of nothing there; one does not drive where there is no room.
void Tracks::find_width(Track& track) const {
  const auto half_at = [&](double metres) {
    return 0.5 * network_->edges(track.lane, distance_at(track, metres)).width();
  };
  track.half_width = static_cast<float>(half_at(0.5 * track.length));
  double from = 0, to = track.length;
  if (!track.has_fixed_centre) {
    while (from < track.length && half_at(from) < kRoom_m) from += kZoneStep_m;
    while (to > from && half_at(to) < kRoom_m) to -= kZoneStep_m;
  }
  track.wide_from_m = static_cast<float>(from);
  track.wide_to_m = static_cast<float>(to);
  track.stop_m = std::min(track.stop_m, track.wide_to_m);
}

// Zones are as long as their speeds keep within a twentieth; a zone has the least speed found in it.
void Tracks::add_zones(Track& track, network::DirectedLane lane) {
  const network::Network& net = *network_;
  track.first_zone = static_cast<std::uint32_t>(zones_.size());
  const network::Path path(net, lane, 0);
  network::PathCursor cursor;
  SpeedZone most;  // of the samples in the last zone
  const auto count = static_cast<int>(std::ceil(track.length / kZoneStep_m));
  for (int k = 0; k <= count; ++k) {
    const double m = std::min(k * kZoneStep_m, track.length);
    const double limit = track.is_corridor() && net.corridor(track.corridor).speed_limit_mps > 0
                             ? net.corridor(track.corridor).speed_limit_mps
                             : net.speed_limit_mps(lane, distance_at(track, m));
    const double bend =
        track.is_uniform ? kFastest_mps : bend_speed(network::curvature_at(net, path, m, cursor));
    const SpeedZone here{static_cast<float>(std::max(0.0, m - kZoneStep_m)), static_cast<float>(limit),
                         static_cast<float>(bend)};
    const bool is_first = zones_.size() == track.first_zone;
    SpeedZone* last = is_first ? nullptr : &zones_.back();
    const auto is_near = [](float a, float b) { return std::fabs(a - b) <= 0.05F * std::min(a, b); };
    // near the least and the most of the zone: it must not creep along with a spiral
    const auto belongs = [&](const SpeedZone& zone) {
      return is_near(zone.limit_mps, here.limit_mps) && is_near(zone.bend_mps, here.bend_mps);
    };
    if (last == nullptr) {
      zones_.push_back({0, here.limit_mps, here.bend_mps});
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
      zones_.push_back({is_slower ? here.from_m : static_cast<float>(m), here.limit_mps, here.bend_mps});
      most = here;
    }
  }
  track.zone_count = static_cast<std::uint16_t>(zones_.size() - track.first_zone);
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
    if ((track.is_along ? way.start : way.end) == network::EndKind::open)
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
    for (const std::size_t other : {k - 1, k + 1}) {
      if (other >= tracks_.size() || tracks_[other].strip != track.strip) continue;
      const Track& beside = tracks_[other];
      const double apart = inner * track.sign() * (beside.centre - track.centre) -
                           static_cast<double>(track.half_width + beside.half_width);
      const bool is_left = track.centre > beside.centre;
      const network::Lane &lane = network_->lane(track.lane), &other_lane = network_->lane(beside.lane);
      if (beside.is_along != track.is_along && is_alone(beside) && std::fabs(apart) < kBeside_m &&
          lets_over(is_left ? lane : other_lane, is_left ? other_lane : lane, is_left))
        track.oncoming = TrackId::from_size(other);
    }
    if (track.oncoming.is_empty()) continue;
    track.first_passing = static_cast<std::uint32_t>(passing_.size());
    const auto end_at = [&](double from, double to) {
      if (to - from >= kLeastPassing_m)
        passing_.push_back({static_cast<float>(from), static_cast<float>(to)});
    };
    double from = 0;
    for (double m = 0; m <= track.length; m += kZoneStep_m) {
      if (!network_->attribute_at(network::AttributeKind::no_passing, lanes_[k], distance_at(track, m)))
        continue;
      end_at(from, m - kZoneStep_m);
      from = m + kZoneStep_m;
    }
    end_at(from, track.length);
    track.passing_count = static_cast<std::uint32_t>(passing_.size()) - track.first_passing;
    track.has_passing = track.passing_count > 0;
  }
}

double Tracks::distance_at(const Track& track, double metres) const {
  if (track.is_uniform) return track.is_along ? metres : track.strip_length - metres;
  return network_->distance_at(track.lane, track.is_along ? metres : track.length - metres);
}

double Tracks::metres_at(const Track& track, double distance) const {
  if (track.is_uniform) return track.is_along ? distance : track.strip_length - distance;
  const double metres = network_->metres_at(track.lane, distance);
  return track.is_along ? metres : track.length - metres;
}

std::size_t Tracks::bytes() const {
  return tracks_.capacity() * sizeof(Track) + lanes_.capacity() * sizeof(network::DirectedLane) +
         (track_of_node_.capacity() + track_of_corridor_.capacity() + onward_.capacity() +
          carriageway_tracks_.capacity()) *
             sizeof(TrackId) +
         zones_.capacity() * sizeof(SpeedZone) + bends_.capacity() * sizeof(float) +
         carriageways_.capacity() * sizeof(Carriageway) + exits_.capacity() * sizeof(Exit) +
         passing_.capacity() * sizeof(PassingStretch);
}

}  // namespace backlot::world
