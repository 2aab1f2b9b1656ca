// Calls a function from a thread of its own, now and then, as long as it exists.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace backlot::cli {

// First after `first_s`, then every `every_s`; never again once the destructor has returned.
class Ticker {
 public:
  Ticker(double first_s, double every_s, std::function<void()> call);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace backlot::cli
