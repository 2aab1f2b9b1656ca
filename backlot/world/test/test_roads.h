// Roads for tests, written in the way language.
#pragma once

#include <string>
#include <string_view>

#include "backlot/network/network.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// The text of a shipped network: "biketown.way".
std::string scene(std::string_view file_name);

// A network of a text and what travellers see of it; where the text has errors, a test failure with all of them and an end of
// the program. Stays where it is.
struct TestRoads {
  explicit TestRoads(std::string_view text);
  TestRoads(const TestRoads&) = delete;
  TestRoads& operator=(const TestRoads&) = delete;

  // The track of a lane, as its traffic travels it (along where it may do both), or of a corridor.
  TrackId lane(std::string_view way, std::string_view name) const;
  TrackId corridor(std::string_view name) const;
  const Track& track(TrackId id) const { return roads.tracks[id]; }

  network::Network network;
  Roads roads;
  const Tracks& tracks;
};

}  // namespace backlot::world
