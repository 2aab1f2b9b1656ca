// A run in which actors are given directives, for tests: it steps the run and keeps all answers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {

// Two lanes each way on every arm; from the west it is red for the first 45 s.
extern const std::string_view kSignalledCrossing;
// 6 km straight along x from -100 m on, two lanes each way, 120 km/h; lanes R1 (left) and R2 drive along it.
extern const std::string_view kMotorRoad;
// 4 km straight along x, one lane each way, 100 km/h, passing allowed.
extern const std::string_view kTwoLaneRoad;
// 400 m straight along x, one lane each way and sidewalks of 2.5 m on both sides, 50 km/h.
extern const std::string_view kStreet;

class Directed : public testing::Test {
 protected:
  static constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
  static constexpr direct::IssuerId kMe{1}, kAnother{2};

  explicit Directed(std::string_view road = kSignalledCrossing);

  // A new run on the same roads, with all drivers of a kind alike, or on others.
  void restart();
  void restart_on(std::string_view road);

  world::TrackId lane(const char* way, const char* name) const;
  world::TrackId lane_back(const char* way, const char* name) const;
  world::ObjectId put(const char* way, const char* name, double metres, double speed_mps);
  // An external object on the centre of a lane, which follows it at a speed until it is commanded.
  world::ObjectId put_external(const char* way, const char* name, double metres, double speed_mps);
  const world::Mover& body(world::ObjectId id) const { return run_->find(id)->mover; }
  double front(world::ObjectId id) const {
    return body(id).metres + static_cast<double>(run_->find(id)->shape.front_m());
  }
  // As a frame has it.
  record::FrameObject seen(world::ObjectId id) const;

  // By kMe, where it names no issuer.
  direct::DirectiveNumber tell(direct::Directive directive);
  void step(std::span<const ExternalCommand> commands = {});
  // Until it holds; false where it does not within these seconds.
  bool run_until(const std::function<bool()>& holds, double seconds);
  bool is_ended(direct::DirectiveNumber number) const;
  // Steps until it is answered for good, and gives that answer. It fails where anything else was answered but that it is accepted.
  direct::Answer outcome(direct::DirectiveNumber number, double seconds = 60);
  direct::AnswerKind first_answer(direct::DirectiveNumber number);

  std::unique_ptr<TestRoads> roads_;
  SimulationSettings settings_;
  std::unique_ptr<Simulation> run_;
  std::map<direct::DirectiveNumber, std::vector<direct::Answer>> answers_;
};

}  // namespace backlot::sim
