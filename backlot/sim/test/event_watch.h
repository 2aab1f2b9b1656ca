// An observer that follows the bodies from step to step, derives the events that must have been reported, and compares them
// with those that were.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

class EventWatch {
 public:
  // To be called before a step and after it.
  void before(const Simulation& simulation);
  void after(const Simulation& simulation);

  // The first thing that was wrong; empty where all was well.
  const std::string& fault() const { return fault_; }
  std::uint64_t reported(record::EventKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::uint64_t red_crossings() const { return red_crossings_; }

 private:
  struct Seen {
    double to_line_m = 0;  // from the front
    network::CorridorId corridor{};
    network::LaneId lane{};
    network::StripId strip{};
    bool is_shifting = false;
    bool is_long = false;
  };

  static Seen seen(const Simulation& simulation, const VehicleView& v);
  void check_order(const Simulation& simulation);
  void check_presence(const Simulation& simulation);
  void check_lines(const Simulation& simulation);
  void check_lane_changes(const Simulation& simulation);
  void say(const Simulation& simulation, std::uint64_t id, const std::string& what);

  std::map<std::uint64_t, Seen> past_;         // by raw id
  std::map<std::uint64_t, bool> is_changing_;  // lanes, by the events reported; of all objects that are there
  base::SimTime time_;
  std::vector<network::Aspect> signals_;
  std::array<std::uint64_t, record::kEventKinds> counts_{};
  std::uint64_t red_crossings_ = 0;
  std::string fault_;
};

}  // namespace backlot::sim
