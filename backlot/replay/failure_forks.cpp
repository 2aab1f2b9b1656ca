#include "backlot/replay/failure_forks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/replay/recorded_driver.h"
#include "backlot/replay/replay.h"

namespace backlot::replay {

namespace {

constexpr double kSameTime_s = 1e-6;

// Keeps the forks of the first failure.
class ForkKeeper {
 public:
  void see(const std::string& driver, const record::Frame& frame) {
    if (forks_.empty() || forks_.back().driver != driver) {
      // the same driver again: the failure of a further scene of a scenario
      is_full_ = is_full_ || std::any_of(forks_.begin(), forks_.end(),
                                         [&](const ForkFrames& one) { return one.driver == driver; });
      if (!is_full_) forks_.push_back({driver, false, {}});
    }
    if (!is_full_) forks_.back().frames.push_back(std::make_shared<const record::Frame>(frame));
  }
  std::vector<ForkFrames> take() { return std::move(forks_); }

 private:
  std::vector<ForkFrames> forks_;
  bool is_full_ = false;
};

}  // namespace

const std::shared_ptr<const record::Frame>& ForkFrames::at(double time_s) const {
  BACKLOT_ASSERT(!frames.empty(), "a fork has at least one frame");
  const auto behind = std::partition_point(frames.begin(), frames.end(), [&](const auto& frame) {
    return frame->time.seconds() <= time_s + kSameTime_s;
  });
  return behind == frames.begin() ? frames.front() : *(behind - 1);
}

base::Result<FailureForks> drive_failure_forks(std::string_view bytes, const std::string& name,
                                               const recording::Recording& recording,
                                               const RecordedStage& stage,
                                               const std::function<bool()>& is_ended) {
  using Driven = base::Result<FailureForks>;
  ForkKeeper keeper;
  base::Result<ReplayResult> replayed =
      replay(bytes, name, recording, stage,
             [&](const std::string& /*driver*/) { return RecordedDriver::read(bytes, name); },
             {.fork_watcher = [&](const std::string& driver,
                                  const record::Frame& frame) { keeper.see(driver, frame); },
              .is_ended = is_ended});
  if (!replayed) return Driven::failure(std::move(replayed).diagnostics());
  const auto refused = [&](std::string why, std::string hint) {
    base::Diagnostics found;
    found.error("M116", {name, 0, 0}, std::move(why), std::move(hint));
    return Driven::failure(std::move(found));
  };
  if (!replayed->is_equal())
    return refused(fmt::format("the run comes out otherwise when it is repeated, from {:.2f} s on: {}",
                               replayed->difference->time_s, replayed->difference->text),
                   "use the version that recorded it: " + recording.header.version);
  if (!replayed->result.review)
    return refused("the run did not fail: there is nothing that a reference driver could prevent",
                   "open a recording whose verdict is fail");
  FailureForks driven{std::move(*replayed->result.review), keeper.take()};
  for (const harness::ReferenceFork& reviewed : driven.review.forks)
    for (ForkFrames& fork : driven.forks)
      if (fork.driver == reviewed.driver) fork.avoids = reviewed.avoids;
  return Driven::success(std::move(driven));
}

}  // namespace backlot::replay
