#include "backlot/replay/record_run.h"

#include <utility>

#include "backlot/formats/sensing/sensing_text.h"
#include "backlot/harness/opening.h"

namespace backlot::replay {

void record_run(recording::RunRecorder& recorder, harness::RunOptions& options) {
  options.onlooker = [&recorder, before = std::move(options.onlooker)](const harness::Moment& moment) {
    if (before) before(moment);
    recorder.add({moment.scene, moment.frame, moment.run.events(), moment.play, moment.run.signal_clocks(),
                  moment.subject});
  };
  options.ghost_watcher = [&recorder, before = std::move(options.ghost_watcher)](
                              std::uint32_t beat, const verdict::Ghost& ghost) {
    if (before) before(beat, ghost);
    recorder.add_ghost(beat, ghost);
  };
  if (options.system.system == nullptr) return;
  options.system.watcher = [&recorder, before = std::move(options.system.watcher)](
                               const sut::View& view, const sut::Command& command) {
    if (before) before(view, command);
    recorder.add_exchange(view, command);
  };
}

recording::RunEnd end_of(const harness::RunResult& result) {
  recording::RunEnd end;
  end.hash = result.hash;
  end.sim_s = result.sim_s;
  end.verdict = to_text(result.verdict());
  end.style = result.style;
  if (result.trouble) {
    end.failure = to_text(result.trouble->failure);
    end.failure_text = result.trouble->text;
  }
  return end;
}

void describe(const harness::RunOptions& options, recording::RunHeader& header) {
  header.played_seed = options.seed;
  header.has_supply = options.has_supply;
  header.step = options.step;
  header.signals.clear();
  for (const harness::SignalAt& signal : options.signals)
    header.signals.emplace_back(signal.name, signal.time_s);
  header.cycle = options.system.cycle;
  header.latency = options.system.latency;
  header.jitter = options.system.jitter;
  header.lost_share = options.system.lost_share;
  header.has_sensors = options.system.sensing != view::Sensing{};
  header.sensing =
      header.has_sensors ? formats::sensing::sensing_text(options.system.sensing) : std::string();
}

}  // namespace backlot::replay
