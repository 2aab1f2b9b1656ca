// The judge of a scene: looks at frames and events, as any observer could, and says whether the scene was staged. Of the director it knows when beats
// began and which object plays which role.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backlot/look/line_of_sight.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/verdict/ghost.h"
#include "backlot/verdict/lazy_snapshot.h"

namespace backlot::verdict {

struct ExpectationResult {
  std::string text;  // as the scene has it
  bool is_met = false;
  std::optional<double> value{}, limit{};  // what was measured, and the tolerance or bound
  double time_s = 0;                       // when it was decided
  std::string why{};                       // where it is not met: in words
};

// A beat that commits.
struct EventResult {
  std::string event;
  bool has_happened = false;
  double time_s = -1;               // of the commit
  std::optional<double> onset_s{};  // the actor has left normal behaviour, and the subject can see it
  std::optional<double> error_s{};  // how late the event was; below zero, early
  world::ObjectId actor{};          // that performs it; may be empty
};

// A measure of `cover`, as it was when its moment came: not as it was asked for.
struct CoveredValue {
  std::string text;  // "ttc at cutting"
  scene::Measure measure = scene::Measure::speed;
  double bin = 0;
  std::optional<double> low{}, high{};  // the range that is to be covered, where the scene has one
  std::optional<double> value{};        // empty where the moment never came, or there was nothing to measure
};

class FrameView;

class SceneJudge {
 public:
  SceneJudge(std::shared_ptr<const scene::Scene> scene, world::ObjectId subject);

  // After each step, from the start of the subject on. The frame has signals; `before` is that of the step before, null at the first.
  void watch(const record::Frame* before, const record::Frame& frame, std::span<const record::Event> events,
             const scene::PlayState& play, const traffic::SignalClocks& clocks);
  // Whether something that is expected of a beat is timed against the subject without its event.
  bool needs_ghost(std::size_t beat) const;
  // The subject without the event of a beat; else it is taken to keep its speed from the commit on.
  void set_ghost(std::uint32_t beat, Ghost ghost);

  // When the scene is over.
  std::vector<ExpectationResult> expectations() const;
  std::vector<EventResult> events() const;
  std::vector<CoveredValue> covered() const;
  bool subject_was_hit() const { return subject_was_hit_; }
  std::size_t contacts_of_extras() const { return contacts_; }
  std::size_t seen_changes() const { return seen_changes_; }

 private:
  struct BeatWatch {
    double began_s = -1;
    double ready_s = -1;                // its trigger was reached
    double front_m = 0, speed_mps = 0;  // of the subject, then
    world::ObjectId actor{};
    double actor_accel = 0, actor_speed = 0, actor_offset = 0;  // when it began
    bool is_path_watched = false;  // something is expected of when the actor comes on the path of the subject
    bool needs_no_act = false;     // its onset is when the subject can see it
    double acts_mps2 = 0;          // a change of acceleration that counts as a deed
    std::optional<double> acts_s, onset_s;
    std::vector<double> times_s, speeds_mps;  // of an actor with a speed that is to swing
    std::optional<double> entered_s;          // the actor's body came on the path of the subject
    double entered_m = 0;                     // metre of the course
    std::optional<Ghost> ghost;
  };
  struct Asked {  // an expectation that is decided at a moment
    bool is_decided = false, is_met = false, has_been_asked = false;
    std::optional<double> value;
    std::optional<double> turned_s;  // of a light that is expected to change
    double time_s = -1;
    std::string why;
  };
  struct Cover {
    bool is_taken = false;
    std::optional<double> value{};
  };
  struct LightSample {
    double time_s, from_middle_s;
  };
  // The light of a mark: its programme, and where in the cycle its green has its middle.
  struct WatchedLight {
    std::size_t mark;
    std::uint32_t programme;
    double middle_s, cycle_s;
  };

  void watch_beats(const record::Frame* before, const record::Frame& frame, const scene::PlayState& play);
  void watch_actor(const record::Frame* before, const record::Frame& frame, BeatWatch& beat);
  void watch_sight(const record::Frame& before, const record::Frame& frame);
  void watch_lights(const record::Frame& frame, const traffic::SignalClocks& clocks);
  void watch_changes(const record::Frame& frame, const FrameView& view);
  void ask(const record::Frame& frame, const scene::PlayState& play);
  void take_covered(const FrameView& view);
  bool is_in_sight(const record::FrameObject& object, const record::FrameObject& subject);
  // The role that performs the deed of a beat.
  std::string role_of(std::size_t beat) const;
  std::optional<double> arrival_of_ghost(const BeatWatch& beat, double metre) const;
  ExpectationResult judge(std::size_t k) const;
  ExpectationResult judge_turn(std::size_t k, const scene::LightTurns& light, const BeatWatch& beat) const;
  // When the thing that a beat is timed by came, against the undisturbed subject: how late; empty where it did not come, or the beat has no
  // such thing.
  std::optional<double> lateness(std::size_t beat) const;
  bool is_timed(std::size_t beat) const;
  // Whether something is expected of a beat for which the question is answered with yes.
  template <class Question>
  bool expects(std::size_t beat, const Question& question) const;
  void judge_swing(const scene::Swings& swings, const BeatWatch& beat, ExpectationResult& result) const;
  void judge_light(const scene::LightShows& light, const BeatWatch& beat, ExpectationResult& result) const;

  std::shared_ptr<const scene::Scene> scene_;
  world::ObjectId subject_;
  LazySnapshot snapshot_;
  look::LineOfSight sight_;
  std::vector<BeatWatch> beats_;
  std::vector<Asked> asked_;  // by expectation
  std::vector<Cover> cover_;  // by statement of `cover`
  scene::HoldTimes times_;
  std::vector<WatchedLight> watched_;
  std::vector<std::vector<LightSample>> lights_;  // by mark of the scene
  std::vector<record::Event> contacts_log_;
  std::size_t contacts_ = 0, seen_changes_ = 0;
  double seen_change_s_ = -1, contact_s_ = -1;
  bool subject_was_hit_ = false;
  double started_s_ = -1, last_s_ = -1;
};

}  // namespace backlot::verdict
