// A show with its server, for tests.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "apps/server/serve_window.h"

namespace backlot::server::test {

// A show with its server on threads of its own.
class Served {
 public:
  // With a token for participants there is a page of theirs.
  explicit Served(Show& show, const std::string& participant_token = {}) {
    thread_ = std::thread([this, &show, participant_token] {
      failure_ = serve_window(
          {.web = {.token = "secret", .participant_token = participant_token}, .opens_browser = false}, show,
          [this] { return is_stopped_.load(); },
          [this](const std::string& link, const std::string&) {
            port_ = static_cast<std::uint16_t>(std::stoi(link.substr(link.find(':', 7) + 1)));
          });
    });
    while (port_ == 0) std::this_thread::yield();
  }
  ~Served() { stop(); }
  void stop() {
    is_stopped_ = true;
    if (thread_.joinable()) thread_.join();
  }
  std::uint16_t port() const { return port_; }
  const std::string& failure() const { return failure_; }

 private:
  std::thread thread_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<std::uint16_t> port_{0};
  std::string failure_;
};

}  // namespace backlot::server::test
