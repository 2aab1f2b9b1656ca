// Any bytes: reading a route network ends, what was read becomes a network, and building that ends too.
#include <cstddef>
#include <cstdint>
#include <string>

#include "backlot/formats/rndf/network_of.h"
#include "backlot/formats/rndf/read_rndf.h"
#include "backlot/network/network.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  const std::string text(data, data + size);
  static_cast<void>(rndf::looks_like_rndf(text));
  const auto document = rndf::read_rndf(text, "fuzz.rndf");
  if (!document) return 0;
  const auto routes = rndf::network_of(*document);
  if (routes) static_cast<void>(network::Network::build(routes->description));
  return 0;
}
