// A straight road of 8 km, a lane each way, for scenes about sources, sinks and signals: whatever is 250 m away from the subject is out of its sight.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::test {

// An object that is in a frame and was not in the one before, or the other way round.
struct Change {
  double time_s = 0;  // after the start of the subject
  record::FrameObject object{};
  record::FrameObject subject{};
};

// What was seen of a run from outside.
struct Watched {
  RunResult result;
  std::vector<Change> appeared, vanished;
  std::vector<std::string> in_sight, overlaps;        // what OutsideWatch complains of
  std::vector<record::FrameObject> at_start, at_end;  // all objects but the subject
};

// A driver of the subject that keeps a speed, whatever happens.
subject::SubjectChoice steady(double speed_mps);

class LongRoad {
 public:
  LongRoad();

  // A set on the road, and the beats of a script. The subject starts at 6000 m of its lane; the marks are gate at 1500 m, and far at 4000 m.
  std::shared_ptr<const scene::Scene> scene(const std::string& set,
                                            const std::string& script = nothing_for(120),
                                            const std::string& cast = {}) const;
  // What is found wrong when such a scene is built, as text.
  std::string problems(const std::string& set, const std::string& script = nothing_for(120)) const;

  // The run of a scene, watched from outside.
  static Watched play(const std::shared_ptr<const scene::Scene>& scene, RunOptions options);
  // A script in which nothing happens for so many seconds.
  static std::string nothing_for(int seconds);

 private:
  std::string text(const std::string& set, const std::string& script, const std::string& cast) const;

  SmallStage stage_;
};

}  // namespace backlot::harness::test
