// The addresses "unix:PATH" and "tcp:PORT": a socket in the file system, or a port of this machine that no other machine reaches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/sut_link/internal/descriptor.h"
#include "backlot/sut_link/internal/wire.h"

namespace backlot::sut_link {

struct SocketAddress {
  std::string path{};      // of a Unix socket; empty for TCP
  std::uint16_t port = 0;  // of 127.0.0.1

  std::string text() const { return path.empty() ? "tcp:" + std::to_string(port) : "unix:" + path; }
};

// Whether a text is meant as an address.
bool looks_like_address(std::string_view text);
// Empty for a text that is no address: a port that is not a number from 1 to 65535, a path that is empty or has more than 107 bytes.
std::optional<SocketAddress> read_address(std::string_view text);

// A closed descriptor where nothing listens there before the deadline; errno says why.
Descriptor connect_to(const SocketAddress& address, Deadline deadline);

// Listens for one connection. The port 0 stands for any free one, and is replaced by its number. A socket that is left over from a process
// that has ended is replaced. A closed descriptor where it cannot be; errno says why.
Descriptor listen_at(SocketAddress& address);

}  // namespace backlot::sut_link
