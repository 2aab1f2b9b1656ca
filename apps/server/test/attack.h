// A window that is attacked: any bytes at its socket, and a page that goes on beside them. Shared by a test and by the fuzzer.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "apps/server/show/traffic_show.h"
#include "apps/server/test/served.h"
#include "apps/server/test/web_client.h"

namespace backlot::server::test {

class AttackedWindow {
 public:
  AttackedWindow();

  // The first byte says what the rest is: bytes in place of a request, bytes behind the opening of a socket, or lines that are text messages of a page. False
  // where the other page is not answered any more.
  bool survives(std::string_view input);

 private:
  TrafficShow show_;
  Served served_;
  std::unique_ptr<SocketClient> page_;
  std::uint64_t pings_ = 0;
};

}  // namespace backlot::server::test
