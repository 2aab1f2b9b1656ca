#include "backlot/sim/test/people/cyclist_judge.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace backlot::sim {

namespace {

using record::FrameObject;
using world::ObjectKind;

constexpr double kReach_m = 20;      // between bodies that are compared
constexpr double kTouch_m = 0.01;    // bodies that overlap by less only touch
constexpr double kRides_mps = 1;     // walking pace: a slower cyclist stands, or is about to
constexpr double kFaster_mps = 0.5;  // by which a vehicle that passes is faster
constexpr double kSameWay = 0.9;     // cosine between the headings
constexpr double kCyclistStays_m = 1;

struct Point {
  double x = 0, y = 0;
};

// The corners of a body on the ground, one after the other.
std::array<Point, 4> corners(const FrameObject& o, double grown = 0) {
  const double l = 0.5 * static_cast<double>(o.length_m) + grown,
               w = 0.5 * static_cast<double>(o.width_m) + grown;
  const auto at = [&](double along, double left) {
    return Point{o.centre.x + along * o.heading_x - left * o.heading_y,
                 o.centre.y + along * o.heading_y + left * o.heading_x};
  };
  return {at(l, w), at(-l, w), at(-l, -w), at(l, -w)};
}

double from_segment(Point p, Point a, Point b) {
  const double x = b.x - a.x, y = b.y - a.y;
  const double t = std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y), 0.0, 1.0);
  return std::hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

bool is_inside(Point p, const FrameObject& o, double grown) {
  const double x = p.x - o.centre.x, y = p.y - o.centre.y;
  return std::fabs(x * o.heading_x + y * o.heading_y) < 0.5 * static_cast<double>(o.length_m) + grown &&
         std::fabs(y * o.heading_x - x * o.heading_y) < 0.5 * static_cast<double>(o.width_m) + grown;
}

bool do_cross(Point a, Point b, Point c, Point d) {
  const auto side = [](Point p, Point q, Point r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

// Whether the bodies overlap once each is smaller by `less` all around.
bool do_overlap(const FrameObject& a, const FrameObject& b, double less) {
  if (std::fabs(a.centre.z - b.centre.z) > 2) return false;
  const std::array<Point, 4> one = corners(a, -less), other = corners(b, -less);
  for (std::size_t k = 0; k < 4; ++k) {
    if (is_inside(one[k], b, -less) || is_inside(other[k], a, -less)) return true;
    for (std::size_t j = 0; j < 4; ++j)
      if (do_cross(one[k], one[(k + 1) % 4], other[j], other[(j + 1) % 4])) return true;
  }
  return false;
}

double distance(const FrameObject& a, const FrameObject& b) {
  if (do_overlap(a, b, 0)) return 0;
  const std::array<Point, 4> one = corners(a), other = corners(b);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t j = 0; j < 4; ++j)
      least = std::min({least, from_segment(one[k], other[j], other[(j + 1) % 4]),
                        from_segment(other[k], one[j], one[(j + 1) % 4])});
  }
  return least;
}

}  // namespace

void CyclistJudge::watch(const record::Frame& frame) {
  passes_now_.clear();
  touching_now_.clear();
  for (std::size_t k = 0; k < frame.objects.size(); ++k) {
    const FrameObject& a = frame.objects[k];
    counts_.cyclist_steps += a.kind == ObjectKind::bicycle ? 1 : 0;
    for (std::size_t j = k + 1; j < frame.objects.size(); ++j) {
      const FrameObject& b = frame.objects[j];
      if (std::fabs(a.centre.x - b.centre.x) > kReach_m || std::fabs(a.centre.y - b.centre.y) > kReach_m)
        continue;
      judge_touch(a, b);
      judge_pair(a, b);
      judge_pair(b, a);
    }
  }
  passes_.swap(passes_now_);
  touching_.swap(touching_now_);
  judge_waits(frame);
}

void CyclistJudge::judge_pair(const FrameObject& v, const FrameObject& c) {
  if (c.kind != ObjectKind::bicycle || v.kind == ObjectKind::pedestrian ||
      v.heading_x * c.heading_x + v.heading_y * c.heading_y < kSameWay ||
      std::fabs(v.centre.z - c.centre.z) > 2)
    return;
  const double x = v.centre.x - c.centre.x, y = v.centre.y - c.centre.y;
  const double ahead = x * c.heading_x + y * c.heading_y;
  const double beside = 0.5 * static_cast<double>(v.length_m + c.length_m);
  const Pair pair{v.id, c.id};
  const auto before = passes_.find(pair);
  Pass pass = before == passes_.end() ? Pass{} : before->second;
  if (ahead <= -beside) {
    pass = {.was_behind = true};
  } else if (ahead < beside) {
    if (v.speed_mps > c.speed_mps + kFaster_mps && c.speed_mps > kRides_mps)
      pass.nearest_m = std::min(pass.nearest_m, distance(v, c));
  } else {
    if (!pass.was_behind || !(pass.nearest_m < std::numeric_limits<double>::infinity())) return;
    if (v.kind == ObjectKind::bicycle) {
      ++counts_.cyclist_passes;
      return;
    }
    ++counts_.passes;
    counts_.too_near += pass.nearest_m < kSide_m ? 1U : 0U;
    counts_.nearest_m = std::min(counts_.nearest_m, pass.nearest_m);
    return;
  }
  passes_now_[pair] = pass;
}

void CyclistJudge::judge_touch(const FrameObject& a, const FrameObject& b) {
  const bool are_people = a.kind == ObjectKind::pedestrian && b.kind == ObjectKind::pedestrian;
  if (are_people || !do_overlap(a, b, 0.5 * kTouch_m)) return;
  const Pair pair = a.id < b.id ? Pair{a.id, b.id} : Pair{b.id, a.id};
  touching_now_.insert(pair);
  if (touching_.contains(pair)) return;
  const bool has_cyclist = a.kind == ObjectKind::bicycle || b.kind == ObjectKind::bicycle;
  const bool has_person = a.kind == ObjectKind::pedestrian || b.kind == ObjectKind::pedestrian;
  ++(has_cyclist && has_person ? counts_.run_into : has_cyclist ? counts_.touched : counts_.others);
}

void CyclistJudge::judge_waits(const record::Frame& frame) {
  for (const FrameObject& o : frame.objects) {
    if (o.kind == ObjectKind::pedestrian) continue;
    Stay& stay = stays_.try_emplace(o.id, Stay{o.centre.x, o.centre.y, frame.time, frame.time}).first->second;
    stay.seen = frame.time;
    const double moved = std::hypot(o.centre.x - stay.x, o.centre.y - stay.y);
    const bool is_cyclist = o.kind == ObjectKind::bicycle;
    if (moved > kCyclistStays_m) {
      counts_.cyclist_m += is_cyclist ? moved : 0;
      stay = {o.centre.x, o.centre.y, frame.time, frame.time};
    }
    double& longest = is_cyclist ? counts_.cyclist_waits_s : counts_.vehicle_waits_s;
    longest = std::max(longest, (frame.time - stay.since).seconds());
  }
  std::erase_if(stays_, [&](const auto& entry) { return entry.second.seen != frame.time; });
}

}  // namespace backlot::sim
