// What a run of traffic must never do, judged from frames and the network alone: bodies that touch, bodies off the network, fronts that come over a
// stop line on red, vehicles that stand for long, accelerations beyond the bounds of a kind. It shares no code with drivers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "backlot/network/locate.h"
#include "backlot/record/frame.h"
#include "backlot/sim/test/overlaps.h"

namespace backlot::sim {

// The accelerations that a vehicle of one kind can have, m/s2.
struct AccelerationBounds {
  double hardest = -8, strongest = 4;
};
// Cars and motorcycles brake with up to 8 m/s2 on a dry road, heavy vehicles with 6 (their tyres and air brakes); a laden truck gains no more than 1.5.
// A cyclist brakes with 5 before it goes over the handlebar. Rounding of frames: 0.05 more.
AccelerationBounds usual_bounds(world::ObjectKind kind);

class TrafficJudge {
 public:
  // A body is off the network where its middle is on no surface. Long bodies cut corners, as no kerb is known (docs/status/traffic.md): their middle may be so far
  // beside.
  static constexpr double kCorner_m = 2.6;

  struct Verdict {
    std::uint64_t frames = 0, bodies = 0;
    std::uint64_t contacts = 0;       // pairs of bodies, in every frame
    std::uint64_t off_network = 0;    // bodies beside all roads (see kCorner_m); every tenth frame
    std::uint64_t red_crossings = 0;  // fronts over a line before a corridor that shows red
    std::uint64_t out_of_bounds = 0;  // frames of a body beyond the bounds of its kind
    double widest_corner_m = 0;       // how far the middle of a long body was beside all roads
    std::uint64_t disagreements = 0;  // frames of a body whose middle went another way than its speed says
    double longest_stand_s = 0;       // slower than 0.1 m/s, on end
    std::array<double, world::kVehicleKinds> hardest{}, strongest{};  // seen, by kind, m/s2
    std::string worst;  // what was seen first that should not be

    // Whether nothing was seen that must not be; vehicles may stand for so long.
    bool is_clean(double longest_stand_s) const;
  };

  explicit TrafficJudge(const network::Network& network);

  // Each frame, in order.
  void watch(const record::Frame& frame);
  const Verdict& verdict() const { return verdict_; }

 private:
  // Across the lane before a corridor with signals: a place on it, and the way of its traffic.
  struct Line {
    double x = 0, y = 0, heading_x = 1, heading_y = 0, half_m = 0;
    bool is_there = false;
  };
  struct Past {
    std::uint64_t frame = 0;
    double x = 0, y = 0, heading_x = 1, heading_y = 0, speed_mps = 0, stood_s = 0;
    double to_line_m = 0;
    network::CorridorId corridor{};
  };

  void judge_motion(const record::FrameObject& o, const Past& past, double dt_s);
  void judge_line(const record::FrameObject& o, const Past& past);
  void judge_place(const record::FrameObject& o);
  double to_line_m(const record::FrameObject& o, network::CorridorId corridor) const;
  void note(const record::FrameObject& o, const char* what, double figure);

  const network::Network& network_;
  std::vector<Line> lines_;  // by corridor
  std::map<world::ObjectId, Past> past_;
  double last_s_ = 0;
  Verdict verdict_;
  Overlaps overlaps_;
  network::LocateScratch scratch_;
};

}  // namespace backlot::sim
