// What happens between vehicles and people on foot, judged from frames and the network: bodies that overlap, drivers that do not yield, people beside all
// surfaces, and bodies that stay where they are. It shares no code with drivers and walkers.
//
//      kerb zone |<-1.3->|=========== roadway ===========|<-1.3->|      a crosswalk by its own coordinates: s along, t across;
//   -------------+-------+--------------------------------+-------+      the roadway is where its line lies on lanes for vehicles
//                s      r0                                r1
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::sim {

struct StreetCounts {
  double person_steps = 0, vehicle_steps = 0;  // bodies times frames
  double person_m = 0, vehicle_m = 0;          // the way of all
  std::uint64_t crossed = 0;                   // walks over a roadway on a crosswalk
  // Pairs of bodies, each counted once for as long as they overlap.
  std::uint64_t people_overlap = 0;   // two people, deeper than 5 cm
  std::uint64_t people_touched = 0;   // a vehicle and a person, deeper than 1 cm
  std::uint64_t people_run_over = 0;  // of those: the vehicle moved towards the person
  std::uint64_t vehicles_touch = 0;
  // A driver that could stop in comfort met a person with the right of way at the kerb or on the roadway ahead.
  std::uint64_t encounters = 0, not_yielded = 0;
  double off_m = 0;                                // the furthest beside all surfaces that a person was
  std::uint64_t off_steps = 0, place_steps = 0;    // more than 0.1 m beside; of so many that were looked at
  double person_waits_s = 0, vehicle_waits_s = 0;  // the longest for which a body stayed within a metre
};

class StreetJudge {
 public:
  explicit StreetJudge(const network::Network& network);

  // Each frame, with its signals (FrameOptions::has_signals).
  void watch(const record::Frame& frame);
  const StreetCounts& counts() const { return counts_; }
  // The objects that have stayed within a metre for longer than this, by id.
  std::vector<world::ObjectId> standing_for(double seconds) const;

 private:
  struct Crosswalk {
    double x = 0, y = 0, z = 0, ux = 1, uy = 0;  // of s = 0, and its direction
    double length = 0, half_width = 0;
    double from = 0, to = 0;  // of the roadway
    network::SignalGroupId signals{};
  };
  // Where a person is on a crosswalk that it wants to cross or crosses.
  struct Wish {
    std::uint32_t person = 0;  // row of the frame
    bool is_on_roadway = false;
    double s = 0;
    double direction = 1;  // of its walk, along s
  };
  struct Stay {
    double x = 0, y = 0;
    base::SimTime since{}, seen{};
  };
  using Pair = std::pair<world::ObjectId, world::ObjectId>;

  void add_crosswalk(const network::Network& network, network::LaneId lane);
  void find_wishes(const record::Frame& frame);
  void judge_yielding(const record::Frame& frame);
  void judge_overlaps(const record::Frame& frame);
  void judge_places(const record::Frame& frame);
  void judge_waits(const record::Frame& frame);
  void count(const Pair& pair, std::set<Pair>& now, const std::set<Pair>& before,
             std::uint64_t& counter) const;

  const network::Network* network_;
  std::vector<Crosswalk> crosswalks_;
  std::vector<std::vector<Wish>> wishes_;  // by crosswalk
  std::map<std::pair<world::ObjectId, std::uint32_t>, std::uint32_t>
      zone_frames_;  // person, crosswalk: frames at the kerb
  std::set<std::pair<world::ObjectId, std::uint32_t>> on_roadway_;
  struct Duty {
    world::ObjectId vehicle{}, person{};
    std::uint32_t crosswalk = 0;
    friend auto operator<=>(const Duty&, const Duty&) = default;
  };
  std::set<Duty> duties_;
  std::set<Pair> people_overlap_, people_touched_, vehicles_touch_;
  std::map<world::ObjectId, Stay> stays_;
  base::SimTime now_{};
  StreetCounts counts_;
};

}  // namespace backlot::sim
