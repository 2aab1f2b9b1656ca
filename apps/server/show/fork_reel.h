// The forks of a recorded failure, in which reference drivers drive it again: driven once, when a page asks for them, on a thread of their own, so
// that the recording goes on being shown meanwhile.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "apps/server/show/inbox.h"
#include "backlot/base/result.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/failure_forks.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::server {

class ForkReel {
 public:
  // Puts a request of this name into the inbox when the forks are there, or cannot be had.
  static constexpr const char* kReady = "forks_ready";

  // The inbox outlives it.
  ForkReel(Inbox& inbox, std::string path, recording::Recording recording, replay::RecordedStage stage);
  ~ForkReel();
  ForkReel(const ForkReel&) = delete;
  ForkReel& operator=(const ForkReel&) = delete;

  // Begins to drive them. The second time nothing happens.
  void drive();
  bool has_begun() const { return thread_.joinable(); }
  // Null until they are there, and where they cannot be had.
  const replay::FailureForks* forks() const;
  // Stream 0 is the run itself: that frame, and the frame of a fork until it begins. Null where there is no such fork.
  std::shared_ptr<const record::Frame> frame_of(std::size_t stream,
                                                const std::shared_ptr<const record::Frame>& run) const;
  // The message `forks`.
  Json message() const;

 private:
  Inbox& inbox_;
  std::string path_;
  recording::Recording recording_;
  replay::RecordedStage stage_;
  std::unique_ptr<base::Result<replay::FailureForks>> driven_;  // written before is_ready_, then read
  std::atomic<bool> is_ready_{false}, is_given_up_{false};
  std::thread thread_;
};

}  // namespace backlot::server
