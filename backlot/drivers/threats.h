// Which of the objects in a view concern a driver on its road: leaders, bodies that come towards it in its strip, and bodies that cross it.
//
//             | o |  crosses: sweeps [from_m, to_m] of the road between enters_s and leaves_s
//    [own] ---|---|-------[leader]---- strip of the own width ---->
//             |   |
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "backlot/drivers/on_road.h"
#include "backlot/drivers/road_plan.h"
#include "backlot/sut/view.h"

namespace backlot::drivers {

// A body in the strip, or about to come into it, that travels along it.
struct Ahead {
  std::uint32_t id = 0;
  double gap_m = 0;                      // from the own front
  double along_mps = 0;                  // its speed along the road; below zero: it comes towards the driver
  double accel_mps2 = 0;                 // along the road
  double left_m = 0, half_across_m = 0;  // where its body is beside the middle of the strip
};

// A body whose way crosses the strip.
struct Crossing {
  std::uint32_t id = 0;
  double from_m = 0, to_m = 0;        // metres of the road that it sweeps
  double enters_s = 0, leaves_s = 0;  // when it is in the strip, as it moves now
  bool has_priority = false;          // the driver has to yield to it
};

struct Threats {
  std::vector<Ahead> ahead;  // leaders and oncoming bodies
  std::vector<Crossing> crossing;
};

// The part of the road in which a driver has to yield to others; empty where from_m > to_m.
struct YieldZone {
  double from_m = 1, to_m = 0;
  bool to_all = true;               // to bodies that cross the road or come towards the driver
  bool to_cyclists_beside = false;  // that go straight on where it turns to the kerb side

  bool is_empty() const { return from_m > to_m; }
};

// Remembers objects from view to view, to see which of them turn or change their place beside the road.
class ThreatFinder {
 public:
  void reset() { last_.clear(); }
  void find(const RoadPlan& plan, const sut::Vehicle& vehicle, const sut::View& view, double metre,
            const YieldZone& yields, Threats& threats);

 private:
  struct Seen {
    double heading_rad = 0, time_s = -1, turn_rps = 0;
    double left_m = 0, left_mps = 0;  // beside the road
  };
  const Seen& watch(const sut::SeenObject& object, const OnRoad& on, double time_s);

  std::unordered_map<std::uint32_t, Seen> last_;  // looked up by id only: its order never counts
};

}  // namespace backlot::drivers
