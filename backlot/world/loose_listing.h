// Entering bodies that no lane binds into the occupancy. Where such a body will go is unknown, so the lists tell of it in three ways:
//
//   - on every strip that it touches, as of any body; it travels there where it goes along a lane as its traffic does;
//   - as approaching, on every corridor that it could take from such a lane;
//   - where it will not keep to such a lane: as foretold, on every strip that it would come to in the next seconds if it went on as it does.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/geometry/ribbon_index.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// What other drivers are told of a body besides where it is.
struct LooseSigns {
  std::uint32_t number = 0;  // of the object
  double announce_m = 0;     // corridors this far ahead are told that it comes
  bool is_parked = false;    // it will not move
};

// Memory that a caller keeps.
struct LooseScratch {
  struct Foretold {
    network::StripId strip{};
    Entry entry;
  };
  // A strip on which a body is listed as a whole, and between which offsets.
  struct Whole {
    network::StripId strip{};
    float right = 0, left = 0;
  };
  std::vector<geometry::IndexAnswer> answers;  // of places ahead
  std::vector<Whole> whole;
  std::vector<Foretold> foretold;
};

void add_entries(const Roads& roads, const LooseBody& body, const LooseSigns& signs, SurfacesAround& around,
                 LooseScratch& scratch, EntryBatch& entries);

}  // namespace backlot::world
