// The way of the subject as one line of metres, over lanes and through crossings.
#pragma once

#include <optional>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/ids.h"
#include "backlot/world/tracks.h"

namespace violations {

class Route {
 public:
  // Tracks of which each follows the one before.
  Route(const backlot::world::Tracks& tracks, std::vector<backlot::world::TrackId> list);

  double length_m() const { return kStep_m * static_cast<double>(points_.size() - 1); }
  const std::vector<backlot::geometry::WorldPoint>& points() const { return points_; }
  // Where a track of it begins.
  double start_of(backlot::world::TrackId track) const;

  // The metre nearest to a place, not far from where it was a moment ago.
  double metre_near(const backlot::geometry::WorldPoint& place, double about_m) const;
  // Of a place of a strip, on a lane of this route; none where the lane is not on it.
  std::optional<double> find_metre(backlot::network::StripId strip, backlot::network::LaneId lane,
                                   double distance) const;
  double limit_at(double metre) const { return limits_[index_of(metre)]; }

  // How long it takes to come from a metre to a later one, for a vehicle that is so fast now: it is expected to keep to the part of
  // the limit at which it drives here, and to go off soon where it hardly moves.
  double seconds_between(double from_m, double to_m, double speed_mps) const;

 private:
  static constexpr double kStep_m = 2;  // as points_along has it

  std::size_t index_of(double metre) const;

  const backlot::world::Tracks& tracks_;
  std::vector<backlot::world::TrackId> list_;
  std::vector<double> starts_;
  std::vector<backlot::geometry::WorldPoint> points_;
  std::vector<double> limits_;  // by point
};

}  // namespace violations
