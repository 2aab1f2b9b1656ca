#include "apps/server/show/fork_reel.h"

#include <chrono>
#include <utility>

#include "backlot/map_files/read_file.h"

namespace backlot::server {

ForkReel::ForkReel(Inbox& inbox, std::string path, recording::Recording recording,
                   replay::RecordedStage stage)
    : inbox_(inbox), path_(std::move(path)), recording_(std::move(recording)), stage_(std::move(stage)) {}

ForkReel::~ForkReel() {
  is_given_up_ = true;
  if (thread_.joinable()) thread_.join();
}

void ForkReel::drive() {
  if (has_begun()) return;
  thread_ = std::thread([this] {
    using Driven = base::Result<replay::FailureForks>;
    const auto drive = [&]() -> Driven {
      const base::Result<std::string> bytes = map_files::read_file(path_);
      if (!bytes) return Driven::failure(bytes.diagnostics());
      return replay::drive_failure_forks(*bytes, path_, recording_, stage_,
                                         [this] { return is_given_up_.load(); });
    };
    driven_ = std::make_unique<Driven>(drive());
    is_ready_ = true;
    // a full inbox is emptied by the run, unless nobody waits any more
    constexpr auto kAgain = std::chrono::milliseconds(20);
    while (!is_given_up_ && !inbox_.is_closed() && !inbox_.put({0, kReady, Json::object()}))
      std::this_thread::sleep_for(kAgain);
  });
}

const replay::FailureForks* ForkReel::forks() const { return is_ready_ && *driven_ ? &**driven_ : nullptr; }

std::shared_ptr<const record::Frame> ForkReel::frame_of(
    std::size_t stream, const std::shared_ptr<const record::Frame>& run) const {
  if (stream == 0) return run;
  const replay::FailureForks* driven = forks();
  if (driven == nullptr || stream > driven->forks.size()) return nullptr;
  const replay::ForkFrames& fork = driven->forks[stream - 1];
  const double time_s = run->time.seconds();
  return time_s < fork.frames.front()->time.seconds() ? run : fork.at(time_s);
}

Json ForkReel::message() const {
  Json message = {{"is", "forks"},
                  {"state", "driving"},
                  {"text", ""},
                  {"forks", Json::array()},
                  {"preventable_by", Json::array()},
                  {"onset_s", nullptr}};
  if (!is_ready_) return message;
  const replay::FailureForks* driven = forks();
  message["state"] = driven == nullptr ? "failed" : "ready";
  if (driven == nullptr) {
    message["text"] = driven_->diagnostics().begin()->message;
    return message;
  }
  message["text"] = driven->review.sentence;
  message["onset_s"] = driven->review.onset.time_s;
  message["preventable_by"] = driven->review.preventable_by();
  for (std::size_t k = 0; k < driven->forks.size(); ++k) {
    const replay::ForkFrames& fork = driven->forks[k];
    message["forks"].push_back({{"stream", k + 1},
                                {"name", fork.driver},
                                {"avoided", fork.avoids},
                                {"until_s", fork.frames.back()->time.seconds()}});
  }
  return message;
}

}  // namespace backlot::server
