// Signs and lights of a road, and the controllers that switch lights together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/opendrive/object.h"

namespace backlot::formats::opendrive {

// This signal depends on another one: a supplementary sign on the sign above it.
struct Dependency {
  Where where;
  std::string id, type;
};

// Signs and displays on one board.
struct Board {
  Where where;
  bool is_static = true;     // signs that stay; else a display (vmsBoard)
  std::vector<Where> parts;  // its signs or display areas
};

struct Signal {
  Where where;
  std::string id, name;
  double s = 0, t = 0;
  double z_offset_m = 0;
  Orientation orientation = Orientation::both;
  double heading_offset_rad = 0;
  bool is_dynamic = false;
  std::string country;        // as the file has it: "DE", "de", "OpenDRIVE"
  std::string type, subtype;  // "1000001", "205", "-1"
  std::optional<double> value;
  std::string unit, text;
  std::optional<double> width_m, height_m;
  std::vector<Validity> validities;
  std::vector<Dependency> dependencies;
  std::vector<Board> boards;
};

// A signal of another road that counts here too.
struct SignalReference {
  Where where;
  std::string id;
  double s = 0, t = 0;
  Orientation orientation = Orientation::both;
  std::vector<Validity> validities;
};

struct Control {
  Where where;
  std::string signal, type;
};

struct Controller {
  Where where;
  std::string id, name;
  std::optional<int> sequence;
  std::vector<Control> controls;
};

}  // namespace backlot::formats::opendrive
