// A subject on a road in a run, for tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/subject/choice.h"
#include "backlot/subject/driver.h"
#include "backlot/world/course.h"

namespace backlot::subject {

inline constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// 4 km of a straight road, one lane each way, with 90 km/h. Its lane to the east is R1 of the way "road".
std::unique_ptr<sim::TestRoads> straight_road();
// Along the lane R1 of a way, straight on or with the turns given, one for each intersection.
world::Course course_along(const sim::TestRoads& roads, std::string_view way,
                           std::vector<network::Turn> turns);
SubjectChoice choice_of(std::string_view word);

// The subject starts at a metre of its course, after so many steps of traffic. The course stays where it is.
class Ride {
 public:
  Ride(const sim::TestRoads& roads, const world::Course& course, const SubjectChoice& choice,
       std::uint64_t seed, double metre, const sim::SimulationSettings& settings = {}, int steps_before = 0);

  sim::Simulation& run() { return run_; }
  Driver& driver() { return *driver_; }
  void replace_driver(std::unique_ptr<Driver> driver) { driver_ = std::move(driver); }
  world::ObjectId id() const { return id_; }
  // The world as it is now.
  const record::Frame& frame();
  const record::FrameObject& subject();
  double front_m();  // of the course

  // The driver decides, then the run takes a step. Other external objects may get commands as well.
  void step(std::vector<sim::ExternalCommand> others = {});

 private:
  const world::Course* course_;
  sim::Simulation run_;
  world::ObjectId id_{};
  std::unique_ptr<Driver> driver_;
  record::Frame frame_;
};

}  // namespace backlot::subject
