// One recording with its pages: plays it, jumps in it, answers questions about the moment that is shown.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/show/pace.h"
#include "apps/server/show/show.h"
#include "apps/server/show/static_world.h"
#include "backlot/recording/recording_index.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::server {

class RecordingPlay {
 public:
  // `hello` says what stands in it besides: version, file, runs.
  RecordingPlay(Theatre& theatre, recording::RecordingIndex index, replay::RecordedStage stage,
                const Json& hello, double factor, bool is_paused);

  // Until the program ends, or a page opens another recording: then what it asked for.
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
  Every frame_rate_{std::chrono::milliseconds(15)}, text_rate_{std::chrono::milliseconds(200)};
};

}  // namespace backlot::server
