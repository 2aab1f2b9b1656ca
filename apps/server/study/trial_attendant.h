// Attends one try of a trial: writes its tables step by step, stamps what happens, hears and tells other programs, and takes what the operator asks.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/show/attendant.h"
#include "apps/server/show/pace.h"
#include "apps/server/show/show.h"
#include "apps/server/study/datagram_sockets.h"
#include "apps/server/study/trial_files.h"
#include "backlot/trial/trial.h"

namespace backlot::server {

// How a try ended.
struct TryResult {
  std::optional<harness::RunResult> run{};  // empty where it could not be played
  std::string failure{};                    // why it could not be played, or not be written
  std::string abort_code{}, abort_text{};   // of the operator; an empty code: it was not aborted
  std::string start_utc{};
  std::string recording{};
  std::uint64_t overruns = 0;
  std::optional<double> largest_latency_ms{};
};

class TrialAttendant final : public Attendant {
 public:
  struct Settings {
    std::string label{};  // of the trial, for events: "P01 trial 3 dense"
    base::Duration step = base::Duration::from_milliseconds(10);
    double countdown_s = 0;  // before the first step
  };
  // `changed` is called when the phase of the trial changes ("countdown", "driving", "paused"), and every second with the phase that it has.
  using Changed = std::function<void(const std::string& phase)>;

  TrialAttendant(Theatre& theatre, Pace& pace, DatagramSockets& sockets, TrialFiles& files, Settings settings,
                 Changed changed);

  std::string recording_file() override { return files_.recording(); }
  void prepare(harness::RunOptions& options) override;
  bool seen(const harness::Moment& moment, const SharedWheel* wheel) override;
  void pace_changed() override;
  Took take(const Request& request) override;
  void over(const harness::RunResult& result, const std::string& recording) override;
  void failed(const std::string& why) override;

  TryResult take_result() { return std::move(result_); }

 private:
  void begin(const harness::Moment& moment);
  void count_down();
  void tell_beats(const harness::Moment& moment);
  void tell_roles(const harness::Moment& moment);
  void tell_notes(const harness::Moment& moment);
  void tell_contacts(const harness::Moment& moment);
  void set_phase(const std::string& phase);
  void hear();
  // Stamps an event now, writes it, and where `is_sent`, tells other programs.
  void tell(trial::StampedEvent event, bool is_sent = false);

  Theatre& theatre_;
  Pace& pace_;
  DatagramSockets& sockets_;
  TrialFiles& files_;
  Settings settings_;
  Changed changed_;
  TryResult result_;
  harness::RunOptions* options_ = nullptr;  // of the run
  std::optional<trial::SubjectTable> table_;
  std::vector<sut::WhiteBoxSignal> published_;
  double started_s_ = 0, run_s_ = 0;
  bool has_begun_ = false, is_playing_ = true, is_ended_ = false;
  std::optional<bool> is_human_;
  std::vector<scene::BeatPhase> beats_;
  std::vector<world::ObjectId> actors_;
  std::size_t notes_ = 0;
  std::string phase_;
  Every news_{std::chrono::seconds(1)};
};

}  // namespace backlot::server
