#include "backlot/scene/check_scenario.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/schedule.h"
#include "backlot/scene/scene.h"

namespace backlot::scene {

namespace {

using Built = std::shared_ptr<const Scene>;

constexpr std::array<double, 2> kShares{kSlowestShare, kFastestShare};

class ScenarioCheck {
 public:
  ScenarioCheck(const ScenarioDescription& scenario, const world::Roads& roads)
      : scenario_(scenario), roads_(roads) {}

  base::Diagnostics run() {
    std::vector<Built> before;  // the scenes of the plays so far, without spares
    for (const PlayDescription& play : scenario_.plays) {
      const Built scene = build(play.scene);
      for (const Built& earlier : before) check_pair(earlier, scene, play.place);
      std::vector<Built> tried{scene};
      for (const SceneDescription& description : play.spares) {
        const Built spare = build(description);
        for (const Built& earlier : tried) check_pair(earlier, spare, play.place);
        tried.push_back(spare);
      }
      before.push_back(scene);
    }
    return std::move(found_);
  }

 private:
  Built build(const SceneDescription& description) {
    base::Result<Built> built = Scene::build(description, roads_);
    for (const base::Diagnostic& one : built.diagnostics()) add(one);
    return built ? *built : nullptr;
  }

  void add(const base::Diagnostic& diagnostic) {
    if (std::find(found_.begin(), found_.end(), diagnostic) == found_.end()) found_.add(diagnostic);
  }

  // Only scenes on the same route can be compared.
  void check_pair(const Built& earlier, const Built& later, const base::Place& place) {
    if (!earlier || !later || !std::ranges::equal(earlier->course().list(), later->course().list())) return;
    if (!check_order(*earlier, *later, place)) check_lights(*earlier, *later, place);
  }

  // True, with an error, where the subject is past an event of the later scene before the earlier one is over.
  bool check_order(const Scene& earlier, const Scene& later, const base::Place& place) {
    for (const BeatDescription& beat : later.description().script.beats) {
      if (!beat.commits || !beat.when) continue;
      const PlacedMark* mark = later.find_mark(mark_of(*beat.when));
      if (mark == nullptr || !mark->subject_m) continue;
      const bool is_past = std::all_of(kShares.begin(), kShares.end(), [&](double share) {
        const Schedule schedule(earlier, share);
        return schedule.arrival_at(*mark->subject_m) <= schedule.end_of_scene().soonest_s;
      });
      if (!is_past) continue;
      add({base::Severity::error, "P343", place,
           fmt::format("the subject is past {} of scene {} before scene {} is over", mark->name,
                       later.description().name, earlier.description().name),
           "play the scenes in the order of the subject's route, at different crossings"});
      return true;
    }
    return false;
  }

  void check_lights(const Scene& earlier, const Scene& later, const base::Place& place) {
    for (const Light& a : lights_of(earlier)) {
      for (const Light& b : lights_of(later)) {
        if (a.programme != b.programme) continue;
        const bool is_held = std::all_of(kShares.begin(), kShares.end(), [&](double share) {
          const Schedule one(earlier, share), other(later, share);
          const double offset_s = one.arrival_at(later.start_m());
          return other.begin_of(b.beat).soonest_s + offset_s < one.end_of(a.beat).soonest_s;
        });
        if (!is_held) continue;
        add({base::Severity::error, "P344", place,
             fmt::format("scene {} claims the light at {} while scene {} still holds it",
                         later.description().name, b.line, earlier.description().name),
             "let the later scene begin with its light later, or play it at another crossing"});
      }
    }
  }

  struct Light {
    std::uint32_t programme;
    std::size_t beat;
    std::string line;
  };
  static std::vector<Light> lights_of(const Scene& scene) {
    std::vector<Light> lights;
    const std::vector<BeatDescription>& beats = scene.description().script.beats;
    for (std::size_t k = 0; k < beats.size(); ++k) {
      for (const ActionDescription& action : beats[k].actions) {
        const auto* cue = std::get_if<LightOnCue>(&action.what);
        const PlacedMark* line = cue == nullptr ? nullptr : scene.find_mark(cue->line);
        if (line != nullptr && line->has_light()) lights.push_back({line->programme, k, line->name});
      }
    }
    return lights;
  }

  const ScenarioDescription& scenario_;
  const world::Roads& roads_;
  base::Diagnostics found_;
};

}  // namespace

base::Diagnostics check_scenario(const ScenarioDescription& scenario, const world::Roads& roads) {
  return ScenarioCheck(scenario, roads).run();
}

}  // namespace backlot::scene
