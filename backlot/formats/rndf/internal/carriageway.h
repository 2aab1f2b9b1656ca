// Lanes of a segment that run side by side in one direction: one ribbon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/rndf/internal/course.h"
#include "backlot/formats/rndf/rndf_document.h"
#include "backlot/geometry/cubic_profile.h"

namespace backlot::formats::rndf::internal {

// A lane on a carriageway, between `from` and `to` metres of it.
struct RoadLane {
  std::int32_t number = 0;
  double from = 0, to = 0;
  double width = 0;
  struct Station {
    double metres = 0;
    double offset = 0;  // of the lane's centre, to the left of the course
  };
  std::vector<Station> stations{};  // at least one, by metres

  double offset_at(double metres) const;
  bool has(double metres) const { return from <= metres && metres <= to; }
};

struct Carriageway {
  std::int32_t segment = 0;
  Course course{};
  std::vector<RoadLane> lanes{};  // left to right
  std::string name{};             // "6.1", or of several lanes "6.1-6.2"
  base::Place place{};
  bool is_gate = false;  // made between a zone and what leads there
};

// Where a waypoint lies.
struct Spot {
  std::size_t carriageway = 0, lane = 0;
  double metres = 0;
};

struct Carriageways {
  std::vector<Carriageway> all{};
  std::map<WaypointId, Spot> waypoints{};

  std::optional<Spot> find(const WaypointId& id) const;
  // Where a lane is at some metres of its carriageway.
  Pose pose(const Spot& spot) const;
};

// A lane as it was fitted, before it is known with which others it runs.
struct FittedLane {
  const Line* line = nullptr;
  Course course{};
  std::vector<double> metres{};
  double width = 0;
};

// The lanes of one segment become carriageways. Lanes go together where all waypoints of one lie beside the course of the other, in the
// same direction and no further away than lanes do; the longest one gives the course, and the others lie at offsets from it.
void add_segment(const std::vector<FittedLane>& lanes, Carriageways& carriageways);

}  // namespace backlot::formats::rndf::internal
