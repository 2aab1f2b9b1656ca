// Things beside and on the road: the objects of a road.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/opendrive/cubic.h"

namespace backlot::formats::opendrive {

// For which traffic something counts: along s, against it, or both.
enum class Orientation { both, along, against };

// Lanes for which an object or a signal counts; both ends included.
struct Validity {
  Where where;
  int from_lane = 0, to_lane = 0;
};

struct CornerRoad {
  Where where;
  std::optional<int> id;
  double s = 0, t = 0;
  double dz_m = 0, height_m = 0;
};

struct CornerLocal {
  Where where;
  std::optional<int> id;
  double u = 0, v = 0, z = 0;
  double height_m = 0;
};

// A polygon, or an open line where it is not closed. Its corners are of one kind in a valid file.
struct Outline {
  Where where;
  std::optional<int> id;
  std::optional<bool> is_closed;
  std::optional<bool> is_outer;
  std::string fill_type, lane_type;
  std::vector<CornerRoad> road_corners;
  std::vector<CornerLocal> local_corners;
};

// The object again and again along the road, or one long object where the distance is zero.
struct Repeat {
  Where where;
  double s = 0;
  double length_m = 0, distance_m = 0;
  double t_start = 0, t_end = 0;
  double z_offset_start_m = 0, z_offset_end_m = 0;
  double height_start_m = 0, height_end_m = 0;
  std::optional<double> width_start_m, width_end_m, length_start_m, length_end_m, radius_start_m,
      radius_end_m;
};

struct ParkingSpace {
  Where where;
  std::string access, restrictions;
};

struct CornerReference {
  Where where;
  int id = 0;
};

// A painted line around the object, or along its outline.
struct Marking {
  Where where;
  std::string side, color;
  std::optional<double> width_m;
  std::optional<int> outline;
  std::vector<CornerReference> corners;
};

// An edge of kerb stones or alike.
struct Border {
  Where where;
  std::string type;
  std::optional<int> outline;
  std::optional<bool> uses_whole_outline;
  double width_m = 0;
  std::vector<CornerReference> corners;
};

// What an object consists of inside: poles and beams, each a line of vertices.
struct SkeletonLine {
  Where where;
  int vertices_road = 0, vertices_local = 0;
};

struct Object {
  Where where;
  std::string id, name, type, subtype;
  double s = 0, t = 0;
  double z_offset_m = 0;
  Orientation orientation = Orientation::both;
  double heading_rad = 0, pitch_rad = 0, roll_rad = 0;
  std::optional<double> length_m, width_m, radius_m, height_m;
  double valid_length_m = 0;
  bool is_dynamic = false;
  std::vector<Repeat> repeats;
  std::vector<Outline> outlines;  // from the element `outlines`, and the single one of 1.4
  bool has_outlines = false;      // the element `outlines` is there
  std::vector<Validity> validities;
  std::optional<ParkingSpace> parking_space;
  std::vector<Marking> markings;
  std::vector<Border> borders;
  std::vector<SkeletonLine> skeleton;
  std::vector<Where> materials;
  std::vector<Where> surfaces;
};

struct ObjectReference {
  Where where;
  std::string id;
  double s = 0, t = 0;
  Orientation orientation = Orientation::both;
  std::vector<Validity> validities;
};

// A stretch of road inside a tunnel, or on a bridge.
struct Structure {
  Where where;
  std::string id, name, type;
  double s = 0, length_m = 0;
  std::vector<Validity> validities;
};

}  // namespace backlot::formats::opendrive
