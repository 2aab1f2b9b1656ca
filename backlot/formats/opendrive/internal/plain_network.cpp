#include "backlot/formats/opendrive/internal/plain_network.h"

namespace backlot::opendrive {
base::Result<network::NetworkDescription> plain_network(const network::NetworkDescription& network, Losses&) {
  return network;
}
}  // namespace backlot::opendrive
