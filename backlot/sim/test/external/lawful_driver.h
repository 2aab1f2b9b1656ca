// A driver of external bodies that keeps the rules: along its lanes, no faster than the limit and than bends allow, at a distance to what is ahead. It
// stops at red, and where it has to yield it waits at the line for a gap. It sees frames and the network alone, and shares no code with the drivers of
// the traffic.
#pragma once

#include <optional>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/world/course.h"

namespace backlot::sim {

// The tracks from one to the way of a name, by the fewest tracks; empty where none lead there.
std::vector<world::TrackId> tracks_to(const TestRoads& roads, world::TrackId from, network::StripId way);

class LawfulDriver {
 public:
  // It begins so many metres down the first track, and leaves the road shortly before the end of the last one. The roads stay where they are.
  LawfulDriver(const TestRoads& roads, std::vector<world::TrackId> tracks, double begin_m);

  // Puts its body on the road, where there is room.
  bool try_to_begin(Simulation& run, const record::Frame& frame);
  // What it does in the next step. Empty where it is not on the road, has arrived, or touched another body.
  std::optional<ExternalCommand> act(const Simulation& run, const record::Frame& frame);
  std::optional<world::ObjectId> id() const { return id_; }
  bool has_arrived() const { return has_arrived_; }
  // Takes its body off the road, to begin again.
  void leave(Simulation& run);

 private:
  // The stretch of the course that is a corridor, with the bodies that it may have to wait for.
  struct Line {
    double metre = 0;  // of the course, where the corridor begins
    network::CorridorId corridor{};
    struct Stream {
      network::CorridorId other{};
      geometry::WorldPoint meet{};  // where the other one comes nearest
    };
    std::vector<Stream> streams;
    bool is_passed = false, has_stopped = false;
  };

  void add_line(std::size_t part);
  double room_ahead(const record::Frame& frame, double metre, double look_m, double& leader_mps) const;
  bool has_to_stop(const Line& line, const record::Frame& frame, double away_m) const;
  bool has_gap(const Line& line, const record::Frame& frame) const;

  const TestRoads& roads_;
  world::Course course_;
  std::vector<Line> lines_;
  double begin_m_;
  std::optional<world::ObjectId> id_;
  double metre_ = 0;  // of its middle
  bool has_arrived_ = false;
};

}  // namespace backlot::sim
