// The sidewalks, corners and crosswalks of a network as people on foot see them, compiled once.
//
//        sidewalk            corner     crosswalk       A footway is a lane for pedestrians, walked both ways. It is a line of straight
//   ====================.  .======                      pieces along the centre of the lane, with its half width at each of them; metres
//   ---------------------\/--------                     grow along the lane.
//                        ||
//                        ||  a crossing of the crosswalk: the stretch of it that the vehicles of one corridor sweep
//
// Where the ribbon of a corner bends so sharply that its surface folds, people walk straight from end to end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/network/ids.h"
#include "backlot/world/ids.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

enum class FootwayKind : std::uint8_t { sidewalk, corner, crosswalk };

// A straight piece of a footway's centre line.
struct FootPiece {
  geometry::WorldPoint start{};
  double ux = 1, uy = 0;  // unit, along the growing metres
  double from_m = 0;      // of the footway
  double length = 0;
  double climb = 0;                     // metres of height for each metre
  double half_width = 0;                // the least along the piece
  double strip_from = 0, strip_to = 0;  // distances of the strip at its ends
  double centre = 0;                    // offset of the lane's centre on the strip, in the middle
};

// Where people on a crosswalk and vehicles in a corridor meet.
struct Crossing {
  TrackId track{};
  network::StripId strip{};    // of the track
  float from_m = 0, to_m = 0;  // of the footway, between which a vehicle in its lane touches a person
  // How the track lies there: a place of its centre, the direction of growing distance, and that place in its coordinates.
  double x = 0, y = 0, tangent_x = 1, tangent_y = 0;
  double distance = 0, centre = 0, metres = 0;
  double half_width = 0;  // of its lane
  double sign = 1;        // of its travel against growing distance
};

// A footway that follows, and which way it is walked.
struct FootwayEnd {
  FootwayId footway{};
  bool is_along = true;
};

struct Footway {
  network::LaneId lane{};
  network::StripId strip{};
  network::CorridorId corridor{};  // empty for sidewalks
  FootwayKind kind = FootwayKind::sidewalk;
  bool is_straightened = false;  // its pieces do not follow its ribbon
  double length = 0;
  std::uint32_t first_piece = 0, piece_count = 0;
  std::uint32_t first_crossing = 0, crossing_count = 0;  // by from_m
  std::uint32_t first_onward = 0;                        // at its end, then at its start
  std::uint16_t at_end_count = 0, at_start_count = 0;
};

class Footways {
 public:
  // The tracks, and their network, stay where they are for as long as this is used.
  explicit Footways(const Tracks& tracks);

  std::span<const Footway> all() const { return footways_; }
  const Footway& operator[](FootwayId id) const {
    BACKLOT_ASSERT(id.index() < footways_.size(), "a footway of other roads");
    return footways_[id.index()];
  }
  std::span<const FootPiece> pieces(const Footway& f) const {
    return std::span(pieces_).subspan(f.first_piece, f.piece_count);
  }
  std::span<const Crossing> crossings(const Footway& f) const {
    return std::span(crossings_).subspan(f.first_crossing, f.crossing_count);
  }
  // Those that follow at the end of the walk.
  std::span<const FootwayEnd> onward(const Footway& f, bool is_along) const {
    const std::span<const FootwayEnd> all(onward_);
    return is_along ? all.subspan(f.first_onward, f.at_end_count)
                    : all.subspan(f.first_onward + f.at_end_count, f.at_start_count);
  }
  // Empty for a lane that is not for pedestrians.
  FootwayId footway_of(network::LaneId lane) const {
    BACKLOT_ASSERT(lane.index() < footway_of_lane_.size(), "a lane of another network");
    return footway_of_lane_[lane.index()];
  }
  // The piece that holds a metre of the footway; before its start the first one, past its end the last.
  std::uint32_t piece_at(const Footway& f, double metres) const;
  // Metres of all sidewalks.
  double sidewalk_metres() const { return sidewalk_metres_; }
  std::size_t bytes() const;

 private:
  void add_footway(network::LaneId lane);
  void add_pieces(Footway& footway);
  void add_crossings(Footway& footway);
  void link();

  const Tracks* tracks_;
  std::vector<Footway> footways_;
  std::vector<FootwayId> footway_of_lane_;
  std::vector<FootPiece> pieces_;
  std::vector<Crossing> crossings_;
  std::vector<FootwayEnd> onward_;
  double sidewalk_metres_ = 0;
};

}  // namespace backlot::world
