#include "backlot/world/roads/footways.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/network/locate.h"

namespace backlot::world {

namespace {

constexpr double kFootPiece_m = 1;    // of a bent footway
constexpr double kFolds = 0.8;        // half width by curvature: from there on a surface is taken to fold
constexpr double kShortest_m = 0.05;  // of a piece
constexpr double kPersonHalf_m = 0.25, kVehicleHalf_m = 1.0;  // bodies for which crossings are made

// A place of the centre line.
struct Sample {
  double distance = 0;  // of the strip
  double half_width = 0, centre = 0;
  geometry::WorldPoint point{};
};

Sample sample_at(const network::Network& net, network::LaneId lane, double distance) {
  BACKLOT_ASSERT(!lane.is_empty(), "a sample is that of a lane");
  const network::StripId strip = net.lane(lane).strip;
  const network::LaneEdges edges = net.edges(lane, distance);
  const geometry::PlacedPose pose = network::place(net, strip, {distance, edges.centre(), 0});
  return {distance, 0.5 * edges.width(), edges.centre(), pose.position};
}

bool folds(const network::Network& net, network::StripId strip, const std::vector<Sample>& samples) {
  const network::Strip& s = net.strip(strip);
  return std::ranges::any_of(samples, [&](const Sample& at) {
    const double reach = std::fabs(at.centre) + at.half_width;
    return std::fabs(net.ribbon(s.ribbon).curvature(s.from + at.distance)) * reach > kFolds;
  });
}

}  // namespace

Footways::Footways(const Tracks& tracks) : tracks_(&tracks) {
  const network::Network& net = tracks.network();
  footway_of_lane_.resize(net.lanes().size());
  for (std::uint32_t k = 0; k < net.lanes().size(); ++k)
    if (network::use_of(net.lanes()[k].kind) == network::Use::pedestrians) add_footway(network::LaneId(k));
  link();
}

std::uint32_t Footways::piece_at(const Footway& f, double metres) const {
  BACKLOT_ASSERT(f.piece_count > 0 && !std::isnan(metres), "a footway has a piece at each of its metres");
  const std::span<const FootPiece> all = pieces(f);
  std::uint32_t k = 0;
  while (k + 1 < all.size() && all[k + 1].from_m <= metres) ++k;
  return k;
}

std::size_t Footways::bytes() const {
  return footways_.capacity() * sizeof(Footway) + footway_of_lane_.capacity() * sizeof(FootwayId) +
         pieces_.capacity() * sizeof(FootPiece) + crossings_.capacity() * sizeof(Crossing) +
         onward_.capacity() * sizeof(FootwayEnd);
}

void Footways::add_footway(network::LaneId lane) {
  BACKLOT_ASSERT(!lane.is_empty(), "a footway runs along a lane");
  const network::Network& net = tracks_->network();
  Footway footway;
  footway.lane = lane;
  footway.strip = net.lane(lane).strip;
  footway.corridor = net.corridor_of(footway.strip);
  footway.kind = net.lane(lane).kind == network::LaneKind::crosswalk ? FootwayKind::crosswalk
                 : footway.corridor.is_empty()                       ? FootwayKind::sidewalk
                                                                     : FootwayKind::corner;
  add_pieces(footway);
  footway.first_crossing = static_cast<std::uint32_t>(crossings_.size());
  if (footway.kind == FootwayKind::crosswalk) add_crossings(footway);
  if (footway.kind == FootwayKind::sidewalk) sidewalk_metres_ += footway.length;
  footway_of_lane_[lane.index()] = FootwayId::from_size(footways_.size());
  footways_.push_back(footway);
}

void Footways::add_pieces(Footway& footway) {
  const network::Network& net = tracks_->network();
  const network::Lane& lane = net.lane(footway.lane);
  const network::Strip& strip = net.strip(footway.strip);
  const bool is_straight = net.ribbon(strip.ribbon).is_straight() && lane.has_fixed_centre;
  const double length = strip.length();
  const auto count =
      is_straight ? std::size_t{1} : static_cast<std::size_t>(std::ceil(length / kFootPiece_m));
  std::vector<Sample> samples;
  for (std::size_t k = 0; k <= count; ++k)
    samples.push_back(
        sample_at(net, footway.lane, length * static_cast<double>(k) / static_cast<double>(count)));
  if (footway.kind == FootwayKind::corner && folds(net, footway.strip, samples)) {
    footway.is_straightened = true;
    samples = {samples.front(), samples.back()};
  }
  footway.first_piece = static_cast<std::uint32_t>(pieces_.size());
  double at = 0;
  for (std::size_t k = 0; k + 1 < samples.size(); ++k) {
    const Sample &a = samples[k], &b = samples[k + 1];
    const double x = b.point.x - a.point.x, y = b.point.y - a.point.y;
    FootPiece piece;
    piece.length = std::sqrt(x * x + y * y);
    if (piece.length > kShortest_m) {
      piece.ux = x / piece.length;
      piece.uy = y / piece.length;
    } else {
      const geometry::Vec3 tangent = net.ribbon(strip.ribbon).frame(strip.from + a.distance).tangent;
      const double norm = std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y);
      piece.ux = tangent.x / norm;
      piece.uy = tangent.y / norm;
      piece.length = std::max(piece.length, 1e-3);
    }
    piece.start = a.point;
    piece.from_m = at;
    piece.climb = (b.point.z - a.point.z) / piece.length;
    piece.half_width = std::min(a.half_width, b.half_width);
    piece.strip_from = a.distance;
    piece.strip_to = b.distance;
    piece.centre = 0.5 * (a.centre + b.centre);
    at += piece.length;
    pieces_.push_back(piece);
  }
  footway.piece_count = static_cast<std::uint32_t>(pieces_.size()) - footway.first_piece;
  footway.length = at;
}

void Footways::add_crossings(Footway& footway) {
  const network::Network& net = tracks_->network();
  const network::CorridorId own = footway.corridor;
  if (own.is_empty()) return;
  const double scale = footway.length / net.strip(footway.strip).length();
  for (const network::Dependency& dependency : net.dependencies(own)) {
    const TrackId id = tracks_->track_of(dependency.other);
    if (id.is_empty()) continue;
    const std::optional<network::Stretches> found =
        net.find_stretches(dependency, kPersonHalf_m, kVehicleHalf_m);
    if (!found) continue;
    const Track& track = (*tracks_)[id];
    Crossing crossing;
    crossing.track = id;
    crossing.strip = track.strip;
    crossing.from_m = static_cast<float>(scale * found->own.from);
    crossing.to_m = static_cast<float>(scale * found->own.to);
    crossing.distance = std::clamp(0.5 * (found->other.from + found->other.to), 0.0, track.strip_length);
    crossing.centre = tracks_->centre_at(track, crossing.distance);
    const Tracks::Pose pose = tracks_->pose(track, crossing.distance, crossing.centre);
    const double norm = std::sqrt(pose.tangent.x * pose.tangent.x + pose.tangent.y * pose.tangent.y);
    crossing.x = pose.point.x;
    crossing.y = pose.point.y;
    crossing.tangent_x = pose.tangent.x / norm;
    crossing.tangent_y = pose.tangent.y / norm;
    crossing.metres = tracks_->metres_at(track, crossing.distance);
    crossing.half_width = static_cast<double>(track.half_width);
    crossing.sign = track.sign();
    crossings_.push_back(crossing);
  }
  const auto first = crossings_.begin() + static_cast<std::ptrdiff_t>(footway.first_crossing);
  std::sort(first, crossings_.end(), [](const Crossing& a, const Crossing& b) {
    return a.from_m < b.from_m || (a.from_m == b.from_m && a.track < b.track);
  });
  footway.crossing_count = static_cast<std::uint32_t>(crossings_.size()) - footway.first_crossing;
}

void Footways::link() {
  const network::Network& net = tracks_->network();
  for (Footway& footway : footways_) {
    footway.first_onward = static_cast<std::uint32_t>(onward_.size());
    for (const bool is_along : {true, false}) {
      const std::size_t before = onward_.size();
      for (const network::DirectedLane next : net.onward({footway.lane, is_along})) {
        const FootwayId id = footway_of_lane_[next.lane.index()];
        if (!id.is_empty()) onward_.push_back({id, next.is_along});
      }
      (is_along ? footway.at_end_count : footway.at_start_count) =
          static_cast<std::uint16_t>(onward_.size() - before);
    }
  }
}

}  // namespace backlot::world
