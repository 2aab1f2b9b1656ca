// How a wire to a driver comes about: a child process is started, or a connection is accepted.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "backlot/sut/system.h"
#include "backlot/sut_link/internal/wire.h"

namespace backlot::sut_link {

inline constexpr std::size_t kMostAnswerBytes = 4 << 20;     // in bytes, for a message from a driver
inline constexpr std::size_t kMostMissionBytes = 256 << 20;  // in bytes, for a message to a driver

class Link {
 public:
  virtual ~Link() = default;

  // A driver at the other end, if none is connected yet.
  virtual std::optional<sut::Trouble> open(Deadline deadline) = 0;
  // Null while there is no driver at the other end.
  virtual Wire* wire() = 0;
  // Ends the connection. A driver that keeps to the protocol gets time to end by itself.
  virtual void close(bool is_polite) = 0;
  // After the other end was closed, the end of the sentence "the driver ...": "ended with exit code 3".
  virtual std::string how_it_ended() = 0;
  // What the driver printed last, or where that is; with "; " before it. Empty where nothing is known.
  virtual std::string what_it_printed() { return {}; }
};

}  // namespace backlot::sut_link
