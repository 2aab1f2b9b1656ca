// Whether the members of groups stay together, by frames and the list of groups. The judge shares no code with walkers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "backlot/record/frame.h"

namespace backlot::sim {

struct GroupCounts {
  double pair_steps = 0,
         near_pair_steps = 0;  // pairs of one group times frames; of those, within 3 m of each other
  double farthest_m = 0;

  double near_share() const { return pair_steps > 0 ? near_pair_steps / pair_steps : 0; }
};

class GroupJudge {
 public:
  // `groups`: the ids of those that walk together, group by group.
  void watch(const record::Frame& frame, const std::vector<std::vector<world::ObjectId>>& groups) {
    constexpr double kNear_m = 3;
    std::map<world::ObjectId, geometry::WorldPoint> places;
    for (const record::FrameObject& o : frame.objects) places[o.id] = o.centre;
    for (const std::vector<world::ObjectId>& group : groups) {
      for (std::size_t a = 0; a < group.size(); ++a) {
        for (std::size_t b = a + 1; b < group.size(); ++b) {
          const geometry::WorldPoint &one = places.at(group[a]), &other = places.at(group[b]);
          const double apart = std::hypot(one.x - other.x, one.y - other.y);
          ++counts_.pair_steps;
          if (apart <= kNear_m) ++counts_.near_pair_steps;
          counts_.farthest_m = std::max(counts_.farthest_m, apart);
        }
      }
    }
  }
  const GroupCounts& counts() const { return counts_; }

 private:
  GroupCounts counts_;
};

}  // namespace backlot::sim
