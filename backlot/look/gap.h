// The stream of bodies over a mark, and the gaps in it: for a driver that waits to enter or to cross the stream, and to judge whether it should have.
//
//     mark|      [ a ]---- gap_m ----[ b ]          gap_s: from the front of a to the front of b at the mark, both at their present speeds
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/look/approach.h"
#include "backlot/look/region.h"
#include "backlot/look/snapshot.h"

namespace backlot::look {

// One body of the stream, and the gap before it: to the body that is nearer to the mark, or to the mark where no body is nearer.
struct StreamBody {
  std::uint32_t number = 0;
  bool is_over = false;  // it covers the mark now
  double way_m = 0;      // from its front to the mark; 0 for a body over the mark
  double arrives_s = 0;  // at its present speed; infinite for a body that stands or creeps
  double gap_m = 0;      // from its front to the rear of the bodies before it, along the way; not below 0
  double gap_s =
      0;  // from the latest arrival of the bodies before it to its own; not below 0; those that do not move count for nothing
};

// The bodies over a mark are those with a box that meets the line across its lane. The bodies that come to it are those
// of Approach by Route::next_corridor. So the answers from a world and from its frame are equal.
class Gaps {
 public:
  // First the bodies over the mark by number, then those that come within a distance, nearest first. A mark or distance that is not one has no stream.
  // Good until the next question. For a stream through an intersection give a mark on the corridor (line_before, or {track, 0}): the lanes that feed
  // it belong to the answer.
  std::span<const StreamBody> find(const Snapshot& snapshot, const world::Mark& mark, double within_m);

 private:
  struct Line {
    PlanPoint left{}, right{};
    double z = 0;
    double ahead_x = 1, ahead_y = 0;  // unit, in the direction of travel
  };

  void find_lines(const world::Tracks& tracks, const world::Mark& mark);
  void add_over(const Snapshot& snapshot, const Line& line);
  void add_approaching(const Snapshot& snapshot, const world::Mark& mark, double within_m);

  Approach approach_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> near_;
  std::vector<StreamBody> found_;
  double over_tail_m_ = 0;  // a body over the mark reaches so far before it
};

}  // namespace backlot::look
