// The side of the driver: serves a system over descriptors or a socket, in the messages of driver.proto.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "backlot/sut/system.h"

namespace backlot::sut_link {

// Answers until the harness closes its end. The descriptors are closed then. What went wrong, as a sentence; empty where all was well.
// A failure of the system itself is told to the harness, and the system is served on.
std::string serve(sut::System& system, int read_descriptor, int write_descriptor);

struct ConnectOptions {
  std::chrono::milliseconds patience{60'000};  // for the first connection
  std::chrono::milliseconds pause{1000};  // for each further one: the harness that is through listens no more
};
// The same over connections to "unix:PATH" or "tcp:PORT" of this machine, where a harness listens: one after another, until no further one is accepted.
std::string serve_at(sut::System& system, std::string_view address, const ConnectOptions& options = {});

}  // namespace backlot::sut_link
