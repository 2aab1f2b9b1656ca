// What a component of driving software uses in the place of the operating system: a clock, random numbers and messages, all on the simulated
// time of a run. A component that asks nothing else answers the same in every run of the same seed, on any machine.
//
//   reset(mission):  adapters_.begin_run(mission);
//   step(view):      adapters_.begin_cycle(view);
//                    while (std::optional<Objects> seen = inbox_.take(adapters_.clock())) ...
//
// The simulated time stands still while a system is asked. A component that would sleep sends itself a message for later.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ratio>
#include <utility>
#include <vector>

#include "backlot/base/random.h"
#include "backlot/base/sim_time.h"
#include "backlot/sut/mission.h"
#include "backlot/sut/view.h"

namespace backlot::sut {

// It has the types of a clock of <chrono>, but its time is that of its run: now() is no static function.
class Clock {
 public:
  using rep = std::int64_t;
  using period = std::nano;
  using duration = std::chrono::duration<rep, period>;
  using time_point = std::chrono::time_point<Clock, duration>;
  static constexpr bool is_steady = true;

  // Since the start of the run.
  time_point now() const { return time_point(duration(time_.nanoseconds())); }
  double now_s() const { return time_.seconds(); }
  base::SimTime time() const { return time_; }

  void set(base::SimTime time) { time_ = time; }

 private:
  base::SimTime time_;
};

// Random bits for the distributions and algorithms of <random>. What is drawn in a cycle does not depend on how often something was drawn
// in the cycles before. The distributions of <random> may differ from one standard library to another; those of stream() do not.
class RandomBits {
 public:
  using result_type = std::uint64_t;
  RandomBits(std::uint64_t seed, std::uint32_t component) : stream_(seed, component, kPurpose) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return stream_.next_u64(); }

  base::RandomStream& stream() { return stream_; }

 private:
  static constexpr std::uint32_t kPurpose = 0xada7;
  base::RandomStream stream_;
};

// Messages from one component to another, each of which takes its time. They are taken in the order in which they arrive; of those that
// arrive together, the one that was sent first comes first.
template <typename Message>
class MessageQueue {
 public:
  void send(const Clock& clock, Message message, base::Duration takes = {}) {
    const base::SimTime arrives = clock.time() + takes;
    const auto behind = std::upper_bound(waiting_.begin(), waiting_.end(), arrives,
                                         [](base::SimTime a, const Waiting& b) { return a < b.arrives; });
    waiting_.insert(behind, {arrives, std::move(message)});
  }
  // The next message that has arrived; empty where none has.
  std::optional<Message> take(const Clock& clock) {
    if (waiting_.empty() || waiting_.front().arrives > clock.time()) return std::nullopt;
    std::optional<Message> message(std::move(waiting_.front().message));
    waiting_.erase(waiting_.begin());
    return message;
  }
  void clear() { waiting_.clear(); }
  std::size_t size() const { return waiting_.size(); }  // those on their way included

 private:
  struct Waiting {
    base::SimTime arrives;
    Message message;
  };
  std::vector<Waiting> waiting_;  // by arrival, then in the order of sending
};

// The adapters of one system. A copy goes on by itself.
class Adapters {
 public:
  // Before each run.
  void begin_run(const Mission& mission) {
    seed_ = mission.seed;
    cycle_ = 0;
    clock_.set(base::SimTime() + base::Duration::from_seconds(mission.start_time_s));
  }
  // Before anything else in a cycle.
  void begin_cycle(const View& view) {
    cycle_ = view.cycle;
    clock_.set(base::SimTime() + base::Duration::from_seconds(view.time_s));
  }

  const Clock& clock() const { return clock_; }
  // The random numbers of a component in this cycle. Each component of a system has a number of its own.
  RandomBits random(std::uint32_t component) const {
    RandomBits bits(seed_, component);
    bits.stream().skip_to(cycle_);
    return bits;
  }

 private:
  Clock clock_;
  std::uint64_t seed_ = 0, cycle_ = 0;
};

}  // namespace backlot::sut
