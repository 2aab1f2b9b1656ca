// What the web server asks of the program behind it. All of it happens on the thread of the server.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace backlot::server {

// One connection of a page, never used again; they count from 1.
using ViewerId = std::uint64_t;

// Which of the two pages a connection belongs to.
enum class Door : std::uint8_t {
  viewer,       // all that there is; of a study, the operator
  participant,  // of a study: the picture and what the participant is told
};

struct Outgoing {
  std::shared_ptr<const std::string> bytes;
  bool is_binary = false;
};

class Guests {
 public:
  virtual ~Guests() = default;

  virtual void opened(ViewerId viewer, Door door) = 0;
  virtual void closed(ViewerId viewer) = 0;
  // A text message.
  virtual void said(ViewerId viewer, std::string_view text) = 0;
  // The next message, asked for when a socket has sent the one before: a slow reader is never sent what has become old. Without an answer it is
  // asked again after WebServer::wake().
  virtual std::optional<Outgoing> next(ViewerId viewer) = 0;
};

}  // namespace backlot::server
