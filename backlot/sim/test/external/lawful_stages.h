// Roads, flows and a course for external bodies that keep the rules, and a run of one after the other of them among the traffic.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {

enum class LawfulDeed : std::uint8_t {
  priority_road,    // straight on along the priority road
  on_green,         // straight on at a signal
  permissive_left,  // to the left at a signal, through the oncoming traffic
  roundabout,       // in by one leg, around three quarters of the ring, and out
  merges,           // from a road that yields onto the one that both lead to
  is_merged_into    // along the road into which another one merges
};
inline constexpr std::array kLawfulDeeds = {LawfulDeed::priority_road,   LawfulDeed::on_green,
                                            LawfulDeed::permissive_left, LawfulDeed::roundabout,
                                            LawfulDeed::merges,          LawfulDeed::is_merged_into};
std::string_view to_text(LawfulDeed deed);

struct LawfulStage {
  std::unique_ptr<TestRoads> roads;
  SimulationSettings settings;
  std::size_t vehicles = 0;            // spread, besides the flows
  std::vector<world::TrackId> course;  // of the external bodies
  double begin_m = 0;                  // of it
};
LawfulStage lawful_stage(LawfulDeed deed);

// Whether drivers of the traffic see the external body. Blind ones are a positive control for the judge: the body drives in a world of its own, in the same
// places at the same times, and what the judge is shown of both worlds is one.
enum class Extras : std::uint8_t { see, are_blind };

// What happened, by Finding of the contacts.
struct LawfulOutcome {
  std::uint64_t deeds = 0, arrived = 0;
  std::array<std::uint64_t, 4> contacts{};
  std::uint64_t with_wrecks = 0;  // of them, with wrecks
  std::uint64_t braking = 0;      // frames in which an extra near an external body braked
  std::string stories;            // of the contacts that were avoidable

  std::uint64_t avoidable() const { return contacts[2] + contacts[3]; }
};
LawfulOutcome drive_lawful(const LawfulStage& stage, std::uint64_t seed, int seconds, Extras extras);

}  // namespace backlot::sim
