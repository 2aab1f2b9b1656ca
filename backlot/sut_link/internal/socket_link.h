// The link to a driver that connects to a socket on which this side listens.
#pragma once

#include <optional>
#include <string>

#include "backlot/sut_link/internal/link.h"
#include "backlot/sut_link/internal/socket_address.h"

namespace backlot::sut_link {

class SocketLink final : public Link {
 public:
  // The listener as listen_at() gave it for this address.
  SocketLink(SocketAddress address, Descriptor listener);
  ~SocketLink() override;

  // Waits for a driver.
  std::optional<sut::Trouble> open(Deadline deadline) override;
  Wire* wire() override { return wire_ ? &*wire_ : nullptr; }
  void close(bool is_polite) override;
  std::string how_it_ended() override { return "closed its connection"; }

 private:
  SocketAddress address_;
  Descriptor listener_;
  std::optional<Wire> wire_;
};

}  // namespace backlot::sut_link
