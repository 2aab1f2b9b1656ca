// Makes the view of each cycle from a frame of the run. It reads the frame and changes nothing of the run; what it draws at random
// depends on the seed, the object, the sensor and the cycle alone.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "backlot/look/frame_snapshot.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/record/frame.h"
#include "backlot/sut/view.h"
#include "backlot/view/route_road.h"
#include "backlot/view/sensing.h"
#include "backlot/world/course.h"
#include "backlot/world/ids.h"

namespace backlot::view {

class ViewMaker {
 public:
  // Course, road and roads stay where they are for as long as this is used. `cycle` is the time from one view to the next. One that begins in the middle of a
  // run, at the cycle of a number, draws the same errors as one that was there from the beginning; what was reported before is lost to it.
  ViewMaker(const world::Roads& roads, const world::Course& course, const CourseRoad& road, Sensing sensing,
            std::uint64_t seed, base::Duration cycle, std::uint64_t first_cycle = 0);

  // The frame has signals. False where the subject is not in the frame; then the view is as it was.
  bool make(const record::Frame& frame, world::ObjectId subject, sut::View& view);

 private:
  void report(const record::Frame& frame, const record::FrameObject& own, std::vector<sut::SeenObject>& seen);
  // What the sensor of a number sees now; without sensors, number 0 is the truth.
  void look(std::uint32_t number, const record::Frame& frame, const record::FrameObject& own,
            std::vector<sut::SeenObject>& seen);
  void add_truth(const record::Frame& frame, const record::FrameObject& own,
                 std::vector<sut::SeenObject>& seen) const;
  void add_seen_by(std::uint32_t number, const record::Frame& frame, const record::FrameObject& own,
                   std::vector<sut::SeenObject>& seen);
  void place_on_road(const record::Frame& frame, const record::FrameObject& own, sut::View& view);

  const world::Course& course_;
  const CourseRoad& road_;
  Sensing sensing_;
  std::uint64_t seed_;
  std::uint64_t cycle_;
  std::optional<double> metre_;  // of the course, where it was in the view before
  std::int32_t next_line_ = 0;
  // The reports of a sensor that are on their way, the oldest first.
  struct Late {
    std::size_t cycles = 0;  // so many they need
    std::deque<std::vector<sut::SeenObject>> reports{};
  };
  std::vector<Late> late_;  // by sensor; one for the truth
  look::FrameSnapshot snapshot_;
  look::LineOfSight sight_;
};

// An object of a frame as an exact report.
sut::SeenObject seen_object(const record::FrameObject& object);

}  // namespace backlot::view
