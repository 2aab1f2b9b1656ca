#include "backlot/world/roads/cycleways.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace backlot::world {

namespace {

constexpr double kSample_m = 2;
constexpr double kNarrowest_m = 1.0;  // of a bicycle lane that is ridden
constexpr double kMoves_m = 0.3;      // by so much the middle of a bicycle lane may move against the track
constexpr double kGap_m = 0.6;        // between a lane and the bicycle lane beside it

// The lane that lies next, to the right or left of the distance.
network::LaneId beside(const network::Network& net, network::LaneId lane, bool to_right) {
  BACKLOT_ASSERT(!lane.is_empty(), "a lane has neighbours");
  return to_right ? net.lane(lane).right : net.lane(lane).left;
}

// The bicycle lane at the kerb side of a track, for the same travel; empty where there is none.
network::LaneId bicycle_lane_of(const network::Network& net, const Track& track, bool to_right) {
  double apart = 0;
  for (network::LaneId at = beside(net, track.lane, to_right); !at.is_empty() && apart <= kGap_m;
       at = beside(net, at, to_right)) {
    const network::Lane& lane = net.lane(at);
    if (network::use_of(lane.kind) == network::Use::bicycles)
      return lane.permits(track.is_along) ? at : network::LaneId();
    if (network::use_of(lane.kind) != network::Use::none) return {};
    apart += net.edges(at, 0.5 * track.strip_length).width();
  }
  return {};
}

}  // namespace

Cycleways::Cycleways(const Tracks& tracks) {
  cycleways_.reserve(tracks.all().size());
  double sum = 0;
  for (std::size_t k = 0; k < tracks.all().size(); ++k) {
    const Track& track = tracks.all()[k];
    cycleways_.push_back(compile(tracks, track));
    if (!cycleways_.back().is_for_cyclists) continue;
    sum += track.length;
    ridden_.push_back(TrackId::from_size(k));
    ends_.push_back(sum);
  }
}

Cycleway Cycleways::compile(const Tracks& tracks, const Track& track) const {
  const network::Network& net = tracks.network();
  const bool keeps_right = net.side() == network::TrafficSide::right;
  const bool to_right = keeps_right == track.is_along;  // of the distance: where the kerb is
  const double to_left = keeps_right ? 1 : -1;          // what is away from the kerb, for the traveller
  double half = std::numeric_limits<double>::infinity();
  const auto edges_at = [&](network::LaneId lane, double metres) {
    return net.edges(lane, tracks.distance_at(track, metres));
  };
  const double from = static_cast<double>(track.wide_from_m), to = static_cast<double>(track.wide_to_m);
  for (double m = from; m <= to; m += kSample_m) half = std::min(half, 0.5 * edges_at(track.lane, m).width());
  if (!(half < std::numeric_limits<double>::infinity())) half = static_cast<double>(track.half_width);

  const network::LaneId next = beside(net, track.lane, to_right);
  const bool has_doors = !next.is_empty() && net.lane(next).kind == network::LaneKind::parking;
  const double room = kHalfWidth_m + (has_doors ? kDoorRoom_m : kEdgeRoom_m);
  Cycleway way;
  way.edge = static_cast<float>(-to_left * std::clamp(half - room, 0.0, kFurthest_m));
  float fastest_mps = track.limit_mps;
  for (const SpeedZone& zone : tracks.zones(track)) fastest_mps = std::max(fastest_mps, zone.limit_mps);
  way.is_for_cyclists =
      !track.is_corridor() && track.abreast == 0 && !track.is_backing && fastest_mps <= kFastestRoad_mps;
  if (track.is_corridor() || track.abreast != 0) return way;

  const network::LaneId lane = bicycle_lane_of(net, track, to_right);
  if (lane.is_empty()) return way;
  const auto middle_at = [&](double metres) {
    return track.sign() *
           (edges_at(lane, metres).centre() - tracks.centre_at(track, tracks.distance_at(track, metres)));
  };
  // from the end backwards, for as long as it is as wide and where it was: most bicycle lanes begin somewhere and go on to the end
  const double last = std::min(to, track.length);
  const double middle = middle_at(last);
  double first = last;
  while (first > from && edges_at(lane, first).width() >= kNarrowest_m &&
         std::fabs(middle_at(first) - middle) <= kMoves_m)
    first = std::max(from, first - kSample_m);
  if (edges_at(lane, first).width() < kNarrowest_m || std::fabs(middle_at(first) - middle) > kMoves_m)
    first += kSample_m;
  if (first >= last) return way;
  way.lane = static_cast<float>(middle);
  way.lane_from_m = static_cast<float>(first);
  way.lane_to_m = static_cast<float>(last);
  return way;
}

std::size_t Cycleways::bytes() const {
  return cycleways_.capacity() * sizeof(Cycleway) + ridden_.capacity() * sizeof(TrackId) +
         ends_.capacity() * sizeof(double);
}

}  // namespace backlot::world
