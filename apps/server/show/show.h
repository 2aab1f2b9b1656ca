// A show: a run, live or recorded, on a thread of its own. It puts what it shows on the board, and takes what pages ask from the inbox.
#pragma once

#include <chrono>

#include "apps/server/show/board.h"
#include "apps/server/show/inbox.h"

namespace backlot::server {

struct Theatre {
  Board& board;
  Inbox& inbox;
};

class Show {
 public:
  virtual ~Show() = default;
  // Until the inbox is closed.
  virtual void run(Theatre& theatre) = 0;
};

// Lets something happen a few times a second of wall time.
class Every {
 public:
  explicit Every(std::chrono::milliseconds period) : period_(period) {}
  bool is_due() {
    const WallClock::time_point now = WallClock::now();
    if (now - last_ < period_) return false;
    last_ = now;
    return true;
  }

 private:
  std::chrono::milliseconds period_;
  WallClock::time_point last_{};
};

// A request that this show does not understand.
inline void refuse(Board& board, const Request& request, const std::string& why) {
  board.answer(request.viewer, Json({{"is", "error"}, {"do", request.what}, {"text", why}})
                                   .dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace backlot::server
