// Records a run: header, steps, end. Whatever was driven a second ago is in the file, even if the program ends now.
//
//   RunRecorder recorder(std::make_unique<FileSink>("run.mcap"), header, road_of(network));
//   recorder.add({scene, frame, events, state, clocks, subject});         // after each step
//   if (!recorder.finish(end)) say(recorder.why());
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "backlot/network/network.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/recording/run_header.h"
#include "backlot/recording/sink.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/sut/command.h"
#include "backlot/sut/view.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/verdict/ghost.h"

namespace backlot::recording {

struct RecorderOptions {
  int level =
      -20;  // of zstd: a fast one; the chunks are two thirds larger than at 1, at a quarter of the cost
  base::Duration flush = base::Duration::from_milliseconds(1000);  // simulated time in one chunk
  base::Duration picture =
      base::Duration::from_milliseconds(200);  // from one picture of the scene to the next
};

// The lines of the road, for programs that draw: made once for many runs on a network.
std::shared_ptr<const std::string> road_of(const network::Network& network);

class RunRecorder {
 public:
  RunRecorder(std::unique_ptr<Sink> sink, const RunHeader& header, std::shared_ptr<const std::string> road,
              const RecorderOptions& options = {});
  ~RunRecorder();

  struct Moment {
    const std::shared_ptr<const scene::Scene>& scene;  // that is played; null: names of beats are not known
    const record::Frame& frame;                        // with signals
    std::span<const record::Event> events;
    const scene::PlayState& state;
    const traffic::SignalClocks& clocks;
    world::ObjectId subject{};
  };
  void add(const Moment& moment);
  // The subject without the event of a beat, of the scene that is played.
  void add_ghost(std::uint32_t beat, const verdict::Ghost& ghost);
  // A cycle of the system under test.
  void add_exchange(const sut::View& view, const sut::Command& command);

  // True where all of it was written; else why() says what was not.
  bool finish(const RunEnd& end);
  bool has_failed() const;
  std::string why() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace backlot::recording
