// A small scene with frames written by hand: the subject drives over a crossing with lights at a constant speed, an
// actor comes from the left.
//
//            north                 the subject drives from west to east; its course begins with `west`
//              | actor             front of the subject at time t: kStart_m + kSpeed_mps * t
//   west ======+====== east        stop line of the subject: line_m()
//              |
//            south
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/scene/scene.h"
#include "backlot/verdict/scene_judge.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::verdict {

class JudgedScene {
 public:
  static constexpr double kStep_s = 0.05, kStart_m = 50, kSpeed_mps = 10, kEnd_s = 30;
  static constexpr world::ObjectId kSubject{0, 0}, kActor{1, 0}, kOther{2, 0}, kThird{3, 0};

  // `control` is that of the arms west and east.
  explicit JudgedScene(std::vector<scene::ExpectationDescription> expect,
                       std::vector<scene::JudgeDescription> judge = {},
                       const std::string& control = "signal main");

  const world::TestRoads& roads() const { return roads_; }
  const scene::Scene& scene() const { return *scene_; }
  const std::shared_ptr<const scene::Scene>& shared_scene() const { return scene_; }
  SceneJudge& judge() { return *judge_; }
  double line_m() const;
  // When the front of the subject is at a metre of its course.
  static double at_s(double metre) { return (metre - kStart_m) / kSpeed_mps; }

  // What a step shows besides the subject, and what happens in it.
  struct Moment {
    double time_s = 0;
    record::Frame frame;  // objects in any order
    std::vector<record::Event> events;
  };
  // The beat `event` begins at a time; a time below zero: never. Then everything is judged.
  void play(double event_s, const std::function<void(Moment&)>& fill);
  ExpectationResult result(std::size_t k = 0) const { return judge_->expectations()[k]; }

  // A car on a lane or corridor, with its front at some metres of it.
  record::FrameObject car(world::ObjectId id, world::TrackId track, double front_m, double speed_mps) const;
  // The actor from the left, with its front so far before the way of the subject (below zero: in it).
  record::FrameObject crossing_car(double before_m, double speed_mps) const;

 private:
  world::TestRoads roads_;
  std::shared_ptr<const scene::Scene> scene_;
  std::unique_ptr<SceneJudge> judge_;
};

}  // namespace backlot::verdict
