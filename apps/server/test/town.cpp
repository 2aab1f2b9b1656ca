#include "apps/server/test/town.h"

#include "apps/cli/maps/grid.h"
#include "backlot/base/assert.h"
#include "backlot/formats/text/imports.h"
#include "backlot/formats/way/way.h"

namespace backlot::server::test {

std::shared_ptr<const network::Network> make_town(int rows, int columns, int lanes, bool has_signals) {
  const std::string text = cli::grid_text(
      {.rows = rows, .columns = columns, .block_m = 150, .lanes = lanes, .has_signals = has_signals});
  const auto description = formats::way::read_way(text, "town.way", text::NoFiles());
  BACKLOT_CHECK(description.has_value(), "the town of the tests can be read");
  auto network = network::Network::build(*description);
  BACKLOT_CHECK(network.has_value(), "the town of the tests can be built");
  return std::make_shared<const network::Network>(*std::move(network));
}

}  // namespace backlot::server::test
