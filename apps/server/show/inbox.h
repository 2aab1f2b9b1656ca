// What pages ask of a run: taken by the run between two steps.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "apps/server/web/guests.h"

namespace backlot::server {

using Json = nlohmann::json;
using WallClock = std::chrono::steady_clock;

struct Request {
  ViewerId viewer = 0;
  std::string what;  // the key "do"
  Json body;         // an object
  Door door = Door::viewer;  // of the page that asks

  // The value of a key, where it is there and is of this kind; else what is given. Numbers are finite.
  double number(const char* key, double otherwise) const;
  std::string text(const char* key, const std::string& otherwise = {}) const;
  bool has(const char* key) const { return body.contains(key) && !body[key].is_null(); }
};

class Inbox {
 public:
  // False where there are too many already.
  bool put(Request request);
  // The next request; waits for one until a time. Empty where none came, and at once when the inbox is closed.
  std::optional<Request> take(WallClock::time_point until);

  // The program ends: every run that looks here ends as well.
  void close();
  bool is_closed() const;

  // How many pages are connected.
  void set_viewers(std::size_t count);
  std::size_t viewers() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable has_come_;
  std::deque<Request> requests_;
  bool is_closed_ = false;
  std::size_t viewers_ = 0;
};

}  // namespace backlot::server
