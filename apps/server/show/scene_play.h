// One run of a scene with its pages: what they see of it, what they ask of it, who drives.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "apps/server/drive/shared_wheel.h"
#include "apps/server/show/attendant.h"
#include "apps/server/show/frame_pool.h"
#include "apps/server/show/live_verdict.h"
#include "apps/server/show/pace.h"
#include "apps/server/show/playable.h"
#include "apps/server/show/scene_show.h"
#include "apps/server/show/sensor_eye.h"
#include "apps/server/show/static_world.h"

namespace backlot::server {

class ScenePlay {
 public:
  // With an attendant the run ends with its last step; without one pages may look around then.
  ScenePlay(Theatre& theatre, Pace& pace, const Set& set, const SceneShowSettings& settings,
            Attendant* attendant = nullptr)
      : theatre_(theatre), pace_(pace), set_(set), settings_(settings), attendant_(attendant) {}

  // Plays the scene, or the scenes, to the end, and answers pages until one wants another run or the program ends. What the page asked for, or nothing:
  // `restart`, or `replay` of the recording.
  std::optional<Request> play(const Playable& file);

  // Of the run, where it came to its end.
  const std::optional<harness::RunResult>& result() const { return result_; }
  // Its file; empty where it is not recorded.
  const std::string& recording() const { return recording_; }

 private:
  void look(const harness::Moment& moment);
  void show(const harness::Moment& moment, bool is_forced);
  void tell_run(double time_s, std::uint64_t hash, std::size_t objects);
  void tell_selected(const harness::Moment& moment);
  void tell_sensors(const harness::Moment& moment);
  void append_curves(const record::Frame& frame);
  bool take(const Request& request);
  void drive(const Request& request);
  void begin_drive();
  bool take_over(const Request& request);
  void announce_event(const std::string& kind, const std::string& text);
  Json outcome() const;

  Theatre& theatre_;
  Pace& pace_;
  const Set& set_;
  const SceneShowSettings& settings_;
  Attendant* attendant_;                       // may be null
  std::shared_ptr<const scene::Scene> scene_;  // that is played now
  std::unique_ptr<SharedWheel> wheel_;         // null: a model subject drives
  std::shared_ptr<LiveVerdict> live_ = std::make_shared<LiveVerdict>();
  std::optional<Request> restart_;
  bool is_ended_ = false;
  bool waits_for_driver_ =
      false;  // the first step is taken; the next one comes when the human touches a pedal or the wheel
  std::uint64_t steps_ = 0;
  double time_s_ = 0;
  std::shared_ptr<const record::Frame> last_;
  world::ObjectId subject_{};
  std::optional<harness::RunResult> result_;
  std::string recording_;  // its file
  FramePool pool_;
  Every frame_rate_{std::chrono::milliseconds(15)}, idle_rate_{std::chrono::milliseconds(500)},
      text_rate_{std::chrono::milliseconds(200)};
  std::map<ViewerId, std::uint32_t> selected_;
  std::unique_ptr<SensorEye> eye_;                                   // null: a model subject drives
  std::map<ViewerId, bool> looks_through_;                           // pages that want to see what it sees
  std::size_t last_findings_ = 0;                                    // to tell a change
  std::string last_beats_;                                           // to tell a change
  Json curve_times_ = Json::array(), curve_values_ = Json::array();  // since the last message
};

// The columns of curves, of the subject: with units, as `hello` has them; names alone, as `curves` has them.
Json curve_columns();
Json curve_names();

}  // namespace backlot::server
