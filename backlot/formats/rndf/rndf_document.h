// A Route Network Definition File as it is written: the route networks of the DARPA Urban Challenge ("Route Network Definition File
// (RNDF) and Mission Data File (MDF) Formats", 14 March 2007).
//
//   segment 1            a road; its lanes run one way each, with waypoints every few metres
//     lane 1.1           waypoints 1.1.1, 1.1.2, ...; a checkpoint, stop line or exit is said of a waypoint
//   zone 14              an area in which vehicles drive freely
//     perimeter 14.0     its outline, 14.0.1 ...; entries and exits are points of it
//     spot 14.1          a parking spot: 14.1.1 where a vehicle drives in, 14.1.2 where the front comes to stand
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"

namespace backlot::formats::rndf {

// "6.2.10": segment or zone, lane (0: the perimeter) or spot, waypoint. Numbers from 1.
struct WaypointId {
  std::int32_t segment = 0, lane = 0, point = 0;

  friend auto operator<=>(const WaypointId&, const WaypointId&) = default;
};
std::string to_text(const WaypointId& id);

// Degrees on the ellipsoid WGS 84.
struct Waypoint {
  WaypointId id;
  double latitude_deg = 0, longitude_deg = 0;
  base::Place place{};
};

struct Checkpoint {
  WaypointId at;
  std::int32_t id = 0;  // what missions speak of
  base::Place place{};
};

struct Stop {
  WaypointId at;
  base::Place place{};
};

struct Exit {
  WaypointId from, to;
  base::Place place{};
};

enum class Boundary : std::uint8_t { unknown, double_yellow, solid_yellow, solid_white, broken_white };

// A lane, the perimeter of a zone or a parking spot: all are waypoints with something said of them.
struct Line {
  std::int32_t segment = 0, number = 0;
  std::optional<double> width_ft{};
  Boundary left = Boundary::unknown, right = Boundary::unknown;
  std::vector<Waypoint> waypoints{};
  std::vector<Checkpoint> checkpoints{};
  std::vector<Stop> stops{};
  std::vector<Exit> exits{};
  base::Place place{};
};

struct Segment {
  std::int32_t number = 0;
  std::string name{};
  std::vector<Line> lanes{};
  base::Place place{};
};

struct Zone {
  std::int32_t number = 0;
  std::string name{};
  Line perimeter{};
  std::vector<Line> spots{};
  base::Place place{};
};

struct RndfDocument {
  std::string name{};
  std::string format_version{}, creation_date{};
  std::vector<Segment> segments{};
  std::vector<Zone> zones{};
};

}  // namespace backlot::formats::rndf
