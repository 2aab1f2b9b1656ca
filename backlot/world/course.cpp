#include "backlot/world/course.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::world {

using geometry::Vec3;
using geometry::WorldPoint;

namespace {

constexpr std::size_t kLinesOfBox = 32;
constexpr double kSlack = 1e-9;       // of a squared distance: more than is lost by rounding
constexpr double kRounding_m = 1e-6;  // of a distance: the same

double distance2_to(const PlanBox& box, const WorldPoint& place) {
  const double x = std::max({box.low_x - place.x, 0.0, place.x - box.high_x});
  const double y = std::max({box.low_y - place.y, 0.0, place.y - box.high_y});
  return x * x + y * y;
}

double distance2_between(const WorldPoint& a, const WorldPoint& b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}

struct Speeds {
  double limit_mps, bend_mps;
};

// By the zones of a track, as its metres grow.
Speeds speeds_on(const Tracks& tracks, const Track& track, double metres) {
  Speeds speeds{static_cast<double>(track.limit_mps), static_cast<double>(track.bend_mps)};
  for (const SpeedZone& zone : tracks.zones(track))
    if (static_cast<double>(zone.from_m) <= metres)
      speeds = {static_cast<double>(zone.limit_mps), static_cast<double>(zone.bend_mps)};
  return speeds;
}

}  // namespace

Course::Course(const Tracks& tracks, std::vector<TrackId> list) : tracks_(&tracks), list_(std::move(list)) {
  BACKLOT_CHECK(!list_.empty(), "a course has a track");
  for (const TrackId id : list_) {
    starts_.push_back(length_m_);
    length_m_ += tracks[id].length;
  }
  points_ = points_along(tracks, list_);
  // Two points make a line, also where the course is shorter than a step.
  if (points_.size() < 2) {
    const Track& last = tracks[list_.back()];
    const double distance = tracks.distance_at(last, last.length);
    points_.push_back(tracks.place(last, distance, tracks.centre_at(last, distance)));
  }
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const double metre = kStep_m * static_cast<double>(k);
    const std::size_t part = part_at(metre);
    const Speeds speeds = speeds_on(tracks, tracks[list_[part]], metre - starts_[part]);
    limits_.push_back(speeds.limit_mps);
    speeds_.push_back(std::min(speeds.limit_mps, speeds.bend_mps));
  }
  for (std::size_t k = 1; k < points_.size(); ++k)
    longest_line_m_ = std::max(longest_line_m_, std::sqrt(distance2_between(points_[k - 1], points_[k])));
  longest_line_m_ += kRounding_m;
  add_lanes();
  add_boxes();
}

void Course::add_lanes() {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const double metre = kStep_m * static_cast<double>(k);
    const std::size_t part = part_at(metre);
    const Track& track = (*tracks_)[list_[part]];
    const double distance = tracks_->distance_at(track, std::min(metre - starts_[part], track.length));
    const network::LaneEdges edges = tracks_->network().edges(track.lane, distance);
    const double centre = tracks_->centre_at(track, distance);
    const double left = edges.left - centre, right = centre - edges.right;
    const std::size_t a = k + 1 < points_.size() ? k : k - 1;
    const Vec3 ahead = points_[a + 1] - points_[a];
    lanes_.push_back(
        {base::atan2(ahead.y, ahead.x), track.is_along ? left : right, track.is_along ? right : left});
  }
}

void Course::add_boxes() {
  for (std::size_t k = 0; k + 1 < points_.size(); k += kLinesOfBox) {
    PlanBox box{points_[k].x, points_[k].y, points_[k].x, points_[k].y};
    for (std::size_t n = k; n <= std::min(k + kLinesOfBox, points_.size() - 1); ++n)
      box = box_around(box, {points_[n].x, points_[n].y, points_[n].x, points_[n].y});
    boxes_.push_back(box);
  }
}

std::size_t Course::part_at(double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a metre of a course is a number");
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), metre);
  return next == starts_.begin() ? 0 : static_cast<std::size_t>(next - starts_.begin()) - 1;
}

std::optional<double> Course::find_start(TrackId track) const {
  const auto at = std::find(list_.begin(), list_.end(), track);
  if (at == list_.end()) return std::nullopt;
  return starts_[static_cast<std::size_t>(at - list_.begin())];
}

std::optional<double> Course::find_metre(network::StripId strip, network::LaneId lane,
                                         double distance) const {
  for (std::size_t k = 0; k < list_.size(); ++k) {
    const Track& track = (*tracks_)[list_[k]];
    if (track.strip != strip) continue;
    if (track.lane == lane) return starts_[k] + tracks_->metres_at(track, distance);
    // a lane beside it, travelled the same way
    const TrackId beside = tracks_->track_of(network::DirectedLane{lane, track.is_along});
    if (!beside.is_empty() && !track.is_corridor()) return starts_[k] + tracks_->metres_at(track, distance);
  }
  return std::nullopt;
}

std::optional<double> Course::find_metre(const Mark& mark) const {
  if (!is_mark(*tracks_, mark)) return std::nullopt;
  if (const auto start = find_start(mark.track)) return *start + mark.metres;
  const Track& track = (*tracks_)[mark.track];
  return find_metre(track.strip, track.lane, tracks_->distance_at(track, mark.metres));
}

std::size_t Course::index_of(double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a metre of a course is a number");
  return static_cast<std::size_t>(std::clamp(metre / kStep_m, 0.0, static_cast<double>(points_.size() - 1)));
}

void Course::look_between(const WorldPoint& place, std::size_t first, std::size_t last, Found& found) const {
  BACKLOT_ASSERT(first <= last && last <= points_.size(), "points of the course are looked at in order");
  for (std::size_t k = first; k <= last && k + 1 < points_.size(); ++k) {
    const Vec3 line = points_[k + 1] - points_[k], away = place - points_[k];
    const double length2 = line.x * line.x + line.y * line.y;
    const double share = std::clamp((away.x * line.x + away.y * line.y) / length2, 0.0, 1.0);
    const double x = away.x - share * line.x, y = away.y - share * line.y;
    if (x * x + y * y >= found.away2) continue;
    found = {kStep_m * (static_cast<double>(k) + share), x * x + y * y};
  }
}

// A line is at most its length nearer than its first point. From both ends, lines that are further off than the one at the hint are passed over, and with
// them as many as the way to that distance takes.
double Course::metre_near(const WorldPoint& place, double about_m) const {
  BACKLOT_ASSERT(!std::isnan(about_m), "a place on a course is a number");
  constexpr double kAround_m = 30;
  BACKLOT_ASSERT(!std::isnan(about_m), "a metre of a course is a number");
  const auto line_at = [most = static_cast<double>(points_.size() - 2)](double metre) {
    return static_cast<std::size_t>(std::clamp(metre / kStep_m, 0.0, most));
  };
  const std::size_t first = line_at(about_m - kAround_m), last = line_at(about_m + kAround_m),
                    about = line_at(about_m);
  Found hint;
  look_between(place, about, about, hint);
  const double bound_m = std::sqrt(hint.away2) + longest_line_m_ + kRounding_m, bound2 = bound_m * bound_m;
  // So many lines from this one on, in either direction, are too far off.
  const auto lines_off = [&](std::size_t k) -> std::size_t {
    const double away2 = distance2_between(place, points_[k]);
    if (!(away2 > bound2)) return 0;
    return std::max<std::size_t>(1, static_cast<std::size_t>((std::sqrt(away2) - bound_m) / longest_line_m_));
  };
  // the line at the hint stops both
  std::size_t low = first, high = last;
  while (const std::size_t lines = lines_off(low)) low += lines;
  while (const std::size_t lines = lines_off(high)) high -= lines;
  Found found;
  look_between(place, low, high, found);
  return found.metre;
}

// Lines in boxes that are further off than some line cannot be the nearest, and are left out.
Course::Nearest Course::nearest(const WorldPoint& place) const {
  const auto look_in = [&](std::size_t box, Found& found) {
    look_between(place, box * kLinesOfBox, (box + 1) * kLinesOfBox - 1, found);
  };
  const auto nearest_box = std::min_element(
      boxes_.begin(), boxes_.end(),
      [&](const PlanBox& a, const PlanBox& b) { return distance2_to(a, place) < distance2_to(b, place); });
  Found bound;
  look_in(static_cast<std::size_t>(nearest_box - boxes_.begin()), bound);
  Found found;
  for (std::size_t k = 0; k < boxes_.size(); ++k)
    if (!(distance2_to(boxes_[k], place) > bound.away2 * (1 + kSlack))) look_in(k, found);
  return {found.metre, std::sqrt(found.away2)};
}

WorldPoint Course::point_at(double metre) const {
  BACKLOT_ASSERT(!points_.empty(), "a course has points");
  const double at = std::clamp(metre / kStep_m, 0.0, static_cast<double>(points_.size() - 1));
  const std::size_t k = std::min(static_cast<std::size_t>(at), points_.size() - 2);
  return points_[k] + (at - static_cast<double>(k)) * (points_[k + 1] - points_[k]);
}

std::vector<WorldPoint> points_along(const Tracks& tracks, std::span<const TrackId> list, double from_m) {
  BACKLOT_ASSERT(!list.empty() && from_m >= 0, "points lie along a track");
  std::vector<WorldPoint> points;
  double metres = from_m;
  for (const TrackId id : list) {
    const Track& track = tracks[id];
    for (; metres < track.length; metres += Course::kStep_m) {
      const double distance = tracks.distance_at(track, metres);
      points.push_back(tracks.place(track, distance, tracks.centre_at(track, distance)));
    }
    metres -= track.length;
  }
  return points;
}

}  // namespace backlot::world
