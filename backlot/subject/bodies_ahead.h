// Which bodies are in the way of the subject: in the strip that its body sweeps along its course, or about to enter it.
//
//        left_m ^        __
//               |       |  |  comes in
//   [self] -----+-------|  |----- strip -----> metre
//                       |__|
//                     from_m to_m
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/world/course.h"

namespace backlot::subject {

struct BodyAhead {
  const record::FrameObject* object = nullptr;
  double from_m = 0, to_m = 0;  // metres of the course that it covers, now or when it enters the strip
  double along_mps = 0;         // its speed along the course
  double enters_s = 0;          // until it is in the strip; 0 where it is
  double leaves_s =
      std::numeric_limits<double>::infinity();  // until it is out of the strip on the other side
  // It travels the same way, within 45 degrees: a leader.
  bool is_leader = false;
};

// Where a point is beside a course.
struct CoursePlace {
  double metre = 0;
  double left_m = 0;                    // of the course
  double tangent_x = 1, tangent_y = 0;  // of the course, unit
};
// The place on the course nearest to a point, looked for so far around a metre.
CoursePlace place_near(const world::Course& course, const geometry::WorldPoint& point, double about_m,
                       double around_m);

class BodiesAhead {
 public:
  // How far ahead bodies are looked for, and how soon a body enters the strip that is about to.
  static constexpr double kSight_m = 250, kSoon_s = 1.5;

  // `metre` is that of the middle of the subject. The answers are good until the next look, and as long as the frame.
  void look(const world::Course& course, const record::Frame& frame, const record::FrameObject& self,
            double metre);

  // By metre, then id.
  std::span<const BodyAhead> bodies() const { return bodies_; }
  // A body that stands beside the strip, and the metre of the course nearest to it.
  struct Waiting {
    double metre = 0;
  };
  std::span<const Waiting> waiting() const { return waiting_; }

 private:
  void add(const world::Course& course, const record::FrameObject& self, const record::FrameObject& o,
           double about_m);

  std::vector<geometry::WorldPoint> posts_;  // of the course ahead, every kPost_m
  std::vector<BodyAhead> bodies_;
  std::vector<Waiting> waiting_;
};

}  // namespace backlot::subject
