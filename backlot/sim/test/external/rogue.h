// External bodies that do what no vehicle should, one after the other, and roads for them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/base/random.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {

// Four signalled crossings of two-lane streets, 150 m apart.
std::unique_ptr<TestRoads> signalled_grid();

enum class Deed : std::uint8_t { crosses_on_red, wrong_way, stops_in_the_box, reverses, parks_across };
inline constexpr std::array kDeeds = {Deed::crosses_on_red, Deed::wrong_way, Deed::stops_in_the_box,
                                      Deed::reverses, Deed::parks_across};
std::string_view to_text(Deed deed);

// One external vehicle after the other, each somewhere else, and its deed.
class Rogue {
 public:
  // The roads stay where they are.
  Rogue(const TestRoads& roads, Deed deed, std::uint64_t seed);

  // Before a step: begins where the stage is free for it, goes on, and is taken off the road after a while, with all wrecks: then true.
  bool act(Simulation& simulation);
  std::span<const ExternalCommand> commands() const { return commands_; }
  int deeds() const { return deeds_; }

 private:
  static constexpr int kActs = 300;  // steps

  double way_m(const Simulation& simulation) const;
  void try_to_begin(Simulation& simulation);
  bool is_red(const Simulation& simulation, world::TrackId corridor) const;
  geometry::WorldPoint place(const world::Track& track, double metres) const;
  double heading(const world::Track& track, double metres) const;

  const network::Network& net_;
  const world::Tracks& tracks_;
  Deed deed_;
  base::RandomStream random_;
  std::vector<world::TrackId> lanes_;
  std::optional<world::ObjectId> id_;
  geometry::WorldPoint start_{};
  std::vector<ExternalCommand> commands_;
  double speed_mps_ = 0, box_m_ = 0;
  int age_ = 0, deeds_ = 0;
};

}  // namespace backlot::sim
