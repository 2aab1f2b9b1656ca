// Any bytes at the socket of the window: it goes on, and so does a page beside them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "apps/server/test/attack.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static backlot::server::test::AttackedWindow window;
  if (!window.survives({reinterpret_cast<const char*>(data), size})) std::abort();
  return 0;
}
