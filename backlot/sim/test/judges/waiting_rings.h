// Rings of vehicles that wait for each other, found from frames and the network alone.
//
//        v                      A standing vehicle waits for the first body on its way: right before it; or, where it stands at a line or inside an
//      +---+  > > >  +---+      intersection, on its corridor and on as much of the lane behind as it takes itself. Where that leads around in a ring, none
//      |   | []   [] |   | <    of the ring can ever go, as long as each really waits for the next one.
//      +---+         +---+
//       []             []
//      +---+ []   [] +---+
//    > |   |  < < <  |   |
//      +---+         +---+
//                      ^
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::sim {

class WaitingRings {
 public:
  explicit WaitingRings(const network::Network& network) : network_(network) {}

  // To be called now and then.
  void watch(const record::Frame& frame);
  // How long the ring stood that stood longest, as far as it was watched, and its members.
  double longest_s() const { return longest_s_; }
  std::span<const world::ObjectId> longest() const { return longest_; }

 private:
  std::vector<std::size_t> find_waits(const record::Frame& frame) const;
  std::vector<world::BodyBox> way_of(const record::FrameObject& o) const;

  const network::Network& network_;
  std::map<std::vector<world::ObjectId>, base::SimTime> since_;  // by its members, from the smallest on
  double longest_s_ = 0;
  std::vector<world::ObjectId> longest_;
};

}  // namespace backlot::sim
