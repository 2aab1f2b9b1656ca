// One recording with its pages: plays it, jumps in it, answers questions about the moment that is shown.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/show/fork_reel.h"
#include "apps/server/show/pace.h"
#include "apps/server/show/recording_show.h"
#include "apps/server/show/sensor_eye.h"
#include "apps/server/show/show.h"
#include "apps/server/show/static_world.h"
#include "backlot/recording/recording_index.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::server {

class RecordingPlay {
 public:
  // Where `is_of_list`, pages can open another one, too.
  RecordingPlay(Theatre& theatre, recording::RecordingIndex index, replay::RecordedStage stage,
                const RecordingShowSettings& settings, const std::string& path, bool is_of_list);

  // Until the program ends, or a page opens another recording or begins the live run again: then what it asked for.
  std::optional<Request> play();

  std::uint64_t bytes_read() const { return index_.bytes_read(); }

 private:
  // A finding of the run, as its recording says it.
  struct Found {
    double time_s = 0;
    Json json;
  };
  void read_result();
  bool load(std::size_t part);
  void seek(double time_s);
  bool advance();  // to the next step; false at the end
  void show(bool is_forced);
  void tell_selected();
  void show_forks();
  void look_through_sensors();
  bool take(const Request& request);
  void send_curves(const Request& request);
  const scene::Scene& scene_of(const recording::Step& step) const;
  const recording::Step& now() const { return steps_[at_]; }

  Theatre& theatre_;
  recording::RecordingIndex index_;
  replay::RecordedStage stage_;
  Set set_;
  Pace pace_;
  std::size_t part_ = 0;
  std::vector<recording::Step> steps_;  // of the part
  std::size_t at_ = 0;
  std::vector<Found> findings_;
  Json verdict_;
  std::optional<Request> open_;
  std::map<ViewerId, std::uint32_t> selected_;
  std::shared_ptr<const record::Frame> shown_;
  bool is_of_scene_;
  ForkReel forks_;
  std::map<ViewerId, std::size_t> streams_;  // of the forks that pages look at
  std::unique_ptr<SensorEye> eye_;           // null: what the subject saw is not recorded
  std::map<ViewerId, bool> looks_through_;   // pages that want to see what it sees
  Every frame_rate_{std::chrono::milliseconds(15)}, text_rate_{std::chrono::milliseconds(200)};
};

}  // namespace backlot::server
