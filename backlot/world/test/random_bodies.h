// Bodies at random places of a network: astride lanes, aslant, in corridors, at the ends of ways.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/world/standing.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world {

struct Body {
  BodyShape shape;
  Mover mover;
  Signs signs;
};

// Numbered from zero on; they may well stand in each other.
std::vector<Body> random_bodies(const TestRoads& roads, std::size_t count, std::uint64_t seed);

// What add_entries() tells of them.
struct StripEntry {
  network::StripId strip{};
  Entry entry;
};
std::vector<StripEntry> entries_of(const TestRoads& roads, const Body& body);
std::vector<StripEntry> entries_of(const TestRoads& roads, const std::vector<Body>& bodies);
EntryBatch batch_of(const std::vector<StripEntry>& entries);

}  // namespace backlot::world
