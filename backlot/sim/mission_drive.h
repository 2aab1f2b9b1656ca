// One vehicle of a run on a mission: through its checkpoints in order, among all others.
//
//   MissionDrive drive(mission, roads);      // plans; is_planned() tells whether there is a way
//   drive.step(run);                         // before every step of the run: puts the vehicle on the road, then tells it where to go
//   run.step(dt);
//   drive.look(run);                         // after it: what it has reached
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/sim_time.h"
#include "backlot/network/routing/mission.h"
#include "backlot/network/routing/route_finder.h"
#include "backlot/sim/simulation.h"

namespace backlot::sim {

// How far a mission has come.
struct MissionOutcome {
  std::size_t checkpoints = 0, reached = 0;
  double time_s = 0;                   // from the first checkpoint to the last one that was reached
  double distance_m = 0;               // driven
  std::uint64_t speed_violations = 0;  // times that it was faster than allowed by more than a mile an hour
  std::uint64_t missed = 0;  // times that it passed a checkpoint on another lane, and had to come again
  std::string failure{};     // why it cannot go on, in words; empty while it can
};

// The vehicle is told by directives, way by way, and drives as others do, but not faster than allowed. Where it had to take another way, or passed a
// checkpoint beside its lane, the rest is planned anew from there. It begins at the first checkpoint as soon as there is room. The mission and the roads
// belong to the caller.
class MissionDrive {
 public:
  MissionDrive(const network::Mission& mission, const world::Roads& roads, direct::IssuerId issuer);

  // Why there is no way through all checkpoints; empty where there is one.
  const base::Diagnostics& problems() const { return problems_; }

  void step(Simulation& run);
  void look(const Simulation& run);

  const MissionOutcome& outcome() const { return outcome_; }
  bool is_over() const { return outcome_.reached == outcome_.checkpoints; }
  bool has_failed() const { return !outcome_.failure.empty(); }

 private:
  bool plan_from(const network::LanePlace& from, std::size_t next);
  void plan_anew(const VehicleView& vehicle);
  bool find_place(const VehicleView& vehicle);
  void enter(Simulation& run);
  void tell_lane(Simulation& run, const VehicleView& vehicle);
  void look_for_checkpoints(const VehicleView& vehicle, double now_s);
  void look_after_it(const Simulation& run, double now_s);

  const network::Mission& mission_;
  const world::Roads& roads_;
  direct::IssuerId issuer_;
  network::RouteGraph graph_;
  base::Diagnostics problems_;
  MissionOutcome outcome_;

  // Tracks of ways in the order in which the vehicle takes them, one for each carriageway; checkpoint k lies on path_[at_[k]].
  std::vector<world::TrackId> path_;
  std::vector<std::size_t> at_;
  std::size_t here_ = 0;      // where it is on the path
  std::size_t directed_ = 0;  // for which place it has been told, plus one
  base::SimTime lane_told_;   // when it was last told to change to a lane, or to stay on it
  bool was_on_lane_ = false;  // of the checkpoint, then
  world::ObjectId car_{};
  bool has_car_ = false, is_too_fast_ = false;
  base::SimTime begun_;
  double last_x_ = 0, last_y_ = 0;
};

}  // namespace backlot::sim
