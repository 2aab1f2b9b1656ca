// Ways, intersections and corridors from carriageways and junctions.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backlot/formats/rndf/internal/carriageway.h"
#include "backlot/formats/rndf/internal/junctions.h"
#include "backlot/formats/rndf/network_of.h"

namespace backlot::formats::rndf::internal {

// A stretch of a carriageway that became a way.
struct WayPiece {
  std::size_t carriageway = 0;
  double from = 0, to = 0;
  std::vector<std::size_t> lanes{};  // of the carriageway, as far as they are there, left to right
  std::string name{};
  std::vector<bool> leads_on{};  // of each lane: something follows
  bool is_joined_at_start = false, is_joined_at_end = false;
};

// What the file says of stop lines and dead ends, by place.
struct Marks {
  std::map<std::size_t, std::vector<double>> stops{};  // metres by carriageway
};

class RoadBuilder {
 public:
  RoadBuilder(const Carriageways& carriageways, const std::vector<Move>& moves,
              std::vector<Junction> junctions, const Marks& marks, RouteNetwork& out);

  // Cuts carriageways into ways and joins them in junctions. Then gates may be joined; finish() writes the ways.
  void build();
  void finish();
  // The way at the inner end of a gate that leads in, or out, from now on joined there; none where nothing is left of it.
  std::optional<std::string> join_end(std::size_t carriageway);
  std::optional<std::string> join_start(std::size_t carriageway);
  // Where a place of a carriageway lies on the ways that were built: at the nearest end of one, where it is in a junction.
  std::optional<LaneSpot> find(const Spot& spot) const;
  const std::vector<WayPiece>& pieces() const { return pieces_; }

 private:
  struct Step {  // on a lane, then perhaps over to another one
    Spot from;
    double to = 0;
    std::size_t move = 0;
    bool has_move = false;
  };
  struct Passage {                                                         // a way through a junction
    std::size_t from_piece = 0, to_piece = 0, from_lane = 0, to_lane = 0;  // lanes of the carriageways
    std::vector<Step> steps{};
    double length = 0;
  };

  void make_pieces();
  double lane_end(std::size_t road, std::size_t lane, const std::vector<Stretch*>& stretches) const;
  std::string fresh_name(const std::string& wanted);
  std::string way_name(std::size_t road, double from);
  void add_joint(std::size_t before, std::size_t after);
  void add_junction(const Junction& junction);
  std::vector<Passage> passages(const Junction& junction) const;
  const Stretch* stretch_at(const Junction& junction, const Spot& spot) const;
  std::vector<WorldPoint> line_of(const Passage& passage) const;
  void add_road(const WayPiece& piece);
  std::optional<std::size_t> piece_ending(std::size_t road, double at) const;
  std::optional<std::size_t> piece_beginning(std::size_t road, double at) const;

  const Carriageways& carriageways_;
  const std::vector<Move>& moves_;
  std::vector<Junction> junctions_;
  const Marks& marks_;
  RouteNetwork& out_;
  std::vector<WayPiece> pieces_;
  std::vector<std::vector<std::size_t>> pieces_of_;  // by carriageway, by metres
  std::vector<std::vector<double>> lane_ends_;       // by carriageway and lane: where a lane becomes useless
  std::set<std::string> names_;
};

}  // namespace backlot::formats::rndf::internal
