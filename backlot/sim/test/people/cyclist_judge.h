// What happens between vehicles and cyclists, judged from frames alone: how near vehicles pass cyclists, which bodies touch, and which stay where they
// are. It shares no code with drivers.
//
//        [car] ->      a pass begins when the car comes up beside the bicycle from behind, and ends when it is wholly ahead of it;
//          | side      `side` is the least distance between the two bodies meanwhile
//      [bicycle] ->
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "backlot/record/frame.h"

namespace backlot::sim {

struct CyclistCounts {
  double cyclist_steps = 0, cyclist_m = 0;  // bodies times frames, the way of all
  std::uint64_t passes = 0;                 // of vehicles by cyclists that are faster than walking pace
  std::uint64_t too_near = 0;               // of those: less than 1.5 m between the bodies
  double nearest_m = std::numeric_limits<double>::infinity();
  std::uint64_t cyclist_passes = 0;  // of cyclists by cyclists
  // Pairs of bodies that overlap, each counted once for as long as they do.
  std::uint64_t touched = 0;   // a cyclist and another cyclist or a vehicle, deeper than 1 cm
  std::uint64_t run_into = 0;  // a cyclist and a person on foot, deeper than 1 cm
  std::uint64_t others = 0;    // two vehicles, deeper than 1 cm
  double cyclist_waits_s = 0, vehicle_waits_s = 0;  // the longest for which a body stayed within a metre
};

class CyclistJudge {
 public:
  static constexpr double kSide_m = 1.5;

  void watch(const record::Frame& frame);
  const CyclistCounts& counts() const { return counts_; }

 private:
  using Pair = std::pair<world::ObjectId, world::ObjectId>;
  struct Pass {
    double nearest_m = std::numeric_limits<double>::infinity();
    bool was_behind = false;
  };
  struct Stay {
    double x = 0, y = 0;
    base::SimTime since{}, seen{};
  };

  void judge_pair(const record::FrameObject& vehicle, const record::FrameObject& cyclist);
  void judge_touch(const record::FrameObject& a, const record::FrameObject& b);
  void judge_waits(const record::Frame& frame);

  CyclistCounts counts_;
  std::map<Pair, Pass> passes_, passes_now_;
  std::set<Pair> touching_, touching_now_;
  std::map<world::ObjectId, Stay> stays_;
};

}  // namespace backlot::sim
