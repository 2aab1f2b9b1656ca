// Reads roads and the ways on them.
#pragma once

#include <optional>

#include "backlot/formats/text/cursor.h"
#include "backlot/formats/way/internal/environment.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::way {

// A way that leads from one arm to another, or from or to one: those it attaches itself to, and whether its spine is
// still to be made from their places.
struct Link {
  struct ArmName {
    std::string intersection, arm;
    std::size_t position;  // among the words of the statement
  };
  std::optional<ArmName> from{}, to{};
  bool needs_spine = false;
};

// Behind the word "way": NAME [from ARM] [to ARM] { ... }, a road of one way. Nothing when it could not be read.
struct SingleWay {
  network::RoadDescription road;
  Link link;
};
std::optional<SingleWay> read_single_way(text::Cursor& c, const Environment& environment, Reading& reading);

// Behind the word "road": NAME { ... }, a spine and ways on it.
std::optional<network::RoadDescription> read_road(text::Cursor& c, const Environment& environment,
                                                  Reading& reading);

}  // namespace backlot::formats::way
