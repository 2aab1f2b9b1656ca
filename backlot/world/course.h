// A course: tracks one behind the other as one line of metres, over lanes and through intersections. The expected way of the subject is one.
//
//     |---- lane ----|- corridor -|------- lane -------|          0 m ... length_m()
//
// A place on any lane beside those of the course, of the same direction of travel, has a metre of it too.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/ids.h"
#include "backlot/world/mark.h"
#include "backlot/world/plan_box.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

class Course {
 public:
  static constexpr double kStep_m = 2;  // from one of points() to the next

  // The lane at one of points(), seen in the direction of travel.
  struct LaneThere {
    double heading_rad = 0;  // of the line to the next point; of the last point, of the line that leads to it
    double left_m = 0, right_m = 0;  // from its middle to its edges
  };

  // Each track follows the one before; at least one. The tracks stay where they are for as long as this is used.
  Course(const Tracks& tracks, std::vector<TrackId> list);

  const Tracks& tracks() const { return *tracks_; }
  std::span<const TrackId> list() const { return list_; }
  double length_m() const { return length_m_; }
  // The middle of the lanes, every kStep_m from metre 0 on.
  std::span<const geometry::WorldPoint> points() const { return points_; }
  // For each point the lane and its limit.
  std::span<const LaneThere> lanes() const { return lanes_; }
  std::span<const double> limits_mps() const { return limits_; }
  // In plan, from any of points() to the next: so much nearer, at most, each of them is to a place than the one before.
  double longest_line_m() const { return longest_line_m_; }

  // The position in list() of the track at a metre; metres before the start belong to the first track, those past the end to the last.
  std::size_t part_at(double metre) const;
  double start_of(std::size_t part) const { return starts_[part]; }
  // Where a track of the course begins; empty where the course does not take it.
  std::optional<double> find_start(TrackId track) const;
  // Of a place of a strip that the course passes in the direction of the lane; empty elsewhere.
  std::optional<double> find_metre(network::StripId strip, network::LaneId lane, double distance) const;
  std::optional<double> find_metre(const Mark& mark) const;

  // The metre nearest to a place, looked for within 30 m of where it was a moment ago.
  double metre_near(const geometry::WorldPoint& place, double about_m) const;
  // The metre nearest to a place on the whole course, and how far beside it the place is.
  struct Nearest {
    double metre = 0, away_m = 0;
  };
  Nearest nearest(const geometry::WorldPoint& place) const;

  double limit_at(double metre) const { return limits_[index_of(metre)]; }
  // The lower of the limit and what bends allow.
  double speed_at(double metre) const { return speeds_[index_of(metre)]; }
  geometry::WorldPoint point_at(double metre) const;

 private:
  std::size_t index_of(double metre) const;
  // The nearest so far; the first of equally near ones.
  struct Found {
    double metre = 0, away2 = std::numeric_limits<double>::infinity();
  };
  // On the lines from one point to the next, by the number of their first point.
  void look_between(const geometry::WorldPoint& place, std::size_t first, std::size_t last,
                    Found& found) const;
  void add_lanes();
  void add_boxes();

  const Tracks* tracks_;
  std::vector<TrackId> list_;
  std::vector<double> starts_;
  std::vector<geometry::WorldPoint> points_;
  std::vector<double> limits_, speeds_;  // by point
  std::vector<LaneThere> lanes_;         // by point
  std::vector<PlanBox> boxes_;           // around so many lines from one point to the next
  double length_m_ = 0, longest_line_m_ = 0;
};

// The centres of tracks one after the other as points, every Course::kStep_m from some metres of the first one on.
std::vector<geometry::WorldPoint> points_along(const Tracks& tracks, std::span<const TrackId> list,
                                               double from_m = 0);

}  // namespace backlot::world
