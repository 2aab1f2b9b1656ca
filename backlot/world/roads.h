// A network compiled for travel: built once, const, shared by all runs.
#pragma once

#include "backlot/network/network.h"
#include "backlot/world/building.h"
#include "backlot/world/roads/cells.h"
#include "backlot/world/roads/conflicts.h"
#include "backlot/world/roads/cycleways.h"
#include "backlot/world/roads/footways.h"
#include "backlot/world/roads/place_order.h"
#include "backlot/world/roads/strip_grid.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

struct Roads {
  // The network stays where it is for as long as this is used.
  explicit Roads(const network::Network& network)
      : tracks(network),
        conflicts(tracks),
        cells(tracks),
        grid(tracks),
        order(place_order(network)),
        buildings(buildings_of(network)),
        footways(tracks),
        cycleways(tracks) {}

  Tracks tracks;
  Conflicts conflicts;
  Cells cells;
  StripGrid grid;
  std::vector<std::uint32_t> order;  // of strips, by place
  BuildingIndex buildings;           // that hide what is behind them
  Footways footways;                 // the same network, compiled for people on foot
  Cycleways cycleways;               // and for cyclists

  std::size_t bytes() const {
    return tracks.bytes() + conflicts.bytes() + cells.bytes() + grid.bytes() + buildings.bytes() +
           footways.bytes() + cycleways.bytes() + order.capacity() * sizeof(std::uint32_t);
  }
};

}  // namespace backlot::world
