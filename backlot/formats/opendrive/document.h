// An OpenDRIVE file as plain data: what it says of roads and traffic, in its own words, numbers and order.
//
// Nothing is checked here but that numbers are finite and records in the order of s: ids may lead nowhere. lint() says so,
// and the translation copes with it. What has no bearing on traffic or on how the road lies is left out: user data, railroads,
// stations, materials.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/junction.h"
#include "backlot/formats/opendrive/road.h"
#include "backlot/formats/opendrive/signal.h"

namespace backlot::formats::opendrive {

// What turns and then moves the coordinates of the map into those of the geoReference.
struct HeaderOffset {
  Where where;
  double x = 0, y = 0, z = 0;
  double heading_rad = 0;
};

struct Header {
  Where where;
  int revision_major = 1, revision_minor = 4;
  std::string name, version, date, vendor;
  std::string geo_reference;  // PROJ text; empty where the file has none
  std::optional<HeaderOffset> offset;
};

struct Document {
  std::string file;  // as diagnostics call it
  Where where;       // of the root element
  std::optional<Header> header;
  std::vector<Road> roads;
  std::vector<Controller> controllers;
  std::vector<Junction> junctions;

  base::Place place(Where at) const { return {file, static_cast<int>(at.line), static_cast<int>(at.column)}; }
};

}  // namespace backlot::formats::opendrive
