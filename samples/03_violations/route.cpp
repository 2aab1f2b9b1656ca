#include "route.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/sim/external.h"

namespace violations {

using backlot::geometry::Vec3;
using backlot::geometry::WorldPoint;
using backlot::world::Track;
using backlot::world::TrackId;

namespace {

// By the zones of a track, as its metres grow.
double limit_on(const backlot::world::Tracks& tracks, const Track& track, double metres) {
  double limit = static_cast<double>(track.limit_mps);
  for (const backlot::world::SpeedZone& zone : tracks.zones(track))
    if (static_cast<double>(zone.from_m) <= metres) limit = static_cast<double>(zone.limit_mps);
  return limit;
}

}  // namespace

Route::Route(const backlot::world::Tracks& tracks, std::vector<TrackId> list)
    : tracks_(tracks), list_(std::move(list)), points_(backlot::sim::points_along(tracks, list_)) {
  double at = 0;
  for (const TrackId id : list_) {
    starts_.push_back(at);
    at += tracks[id].length;
  }
  std::size_t part = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const double metre = kStep_m * static_cast<double>(k);
    while (part + 1 < list_.size() && starts_[part + 1] <= metre) ++part;
    limits_.push_back(limit_on(tracks, tracks[list_[part]], metre - starts_[part]));
  }
}

double Route::start_of(TrackId track) const {
  const auto at = std::find(list_.begin(), list_.end(), track);
  BACKLOT_CHECK(at != list_.end(), "the track is not on the route");
  return starts_[static_cast<std::size_t>(at - list_.begin())];
}

std::size_t Route::index_of(double metre) const {
  return static_cast<std::size_t>(std::clamp(metre / kStep_m, 0.0, static_cast<double>(points_.size() - 1)));
}

double Route::metre_near(const WorldPoint& place, double about_m) const {
  constexpr double kAround_m = 30;
  double best = std::numeric_limits<double>::infinity(), metre = about_m;
  const std::size_t last = std::min(index_of(about_m + kAround_m), points_.size() - 2);
  for (std::size_t k = index_of(about_m - kAround_m); k <= last; ++k) {
    const Vec3 line = points_[k + 1] - points_[k], away = place - points_[k];
    const double length2 = line.x * line.x + line.y * line.y;
    const double share = std::clamp((away.x * line.x + away.y * line.y) / length2, 0.0, 1.0);
    const double x = away.x - share * line.x, y = away.y - share * line.y;
    if (x * x + y * y >= best) continue;
    best = x * x + y * y;
    metre = kStep_m * (static_cast<double>(k) + share);
  }
  return metre;
}

std::optional<double> Route::find_metre(backlot::network::StripId strip, backlot::network::LaneId lane,
                                        double distance) const {
  for (std::size_t k = 0; k < list_.size(); ++k) {
    const Track& track = tracks_[list_[k]];
    if (track.strip == strip && track.lane == lane) return starts_[k] + tracks_.metres_at(track, distance);
  }
  return std::nullopt;
}

double Route::seconds_between(double from_m, double to_m, double speed_mps) const {
  constexpr double kMoves_mps = 8, kSlowest = 0.6, kFastest = 1.15;
  const double part =
      speed_mps < kMoves_mps ? 1 : std::clamp(speed_mps / limit_at(from_m), kSlowest, kFastest);
  double seconds = 0;
  for (double at = from_m; at < to_m; at += kStep_m)
    seconds += std::min(kStep_m, to_m - at) / (part * limit_at(at));
  return seconds;
}

}  // namespace violations
