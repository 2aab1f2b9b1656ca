// What a person on foot is like: drawn once, by seed and number, so that it does not depend on other people.
#pragma once

#include <cstdint>

#include "backlot/world/body.h"

namespace backlot::traffic {

enum class Age : std::uint8_t { child, adult, elder };
inline constexpr std::uint32_t kAges = 3;
constexpr std::uint32_t count_of(Age) { return kAges; }

// Plain data; all of it is state.
struct WalkerTraits {
  Age age = Age::adult;
  float free_mps = 1.34F;  // without anyone in the way
  float keep = 0.35F;      // how far to the right of the middle, as a share of the room at that side
  float look_s = 0.6F;     // for so long a walker looks before it steps onto a road
  float length_m = 0.26F;  // of the body, along the heading
  float width_m = 0.44F;   // from shoulder to shoulder
  float height_m = 1.75F;
  float radius_m = 0.235F;  // of the disc that keeps others off

  world::BodyShape shape() const {
    world::BodyShape shape = world::usual_shape(world::ObjectKind::pedestrian);
    shape.length_m = length_m;
    shape.width_m = width_m;
    shape.height_m = height_m;
    return shape;
  }

  static void visit(auto& self, auto& field) {
    field(self.age, self.free_mps, self.keep, self.look_s, self.length_m, self.width_m, self.height_m,
          self.radius_m);
  }
};

// Shares of ages among walkers. The other adults make up the rest.
struct WalkerSet {
  double children = 0.12, elders = 0.18;
  // The share of people that walk in groups of two to four (Moussaid et al., PLoS ONE 5, 2010: 55 % on a working day, 70 % on a Saturday).
  double in_groups = 0.55;
  // Whether people go in at the door that they are bound for, and others come out of doors instead. Else they walk on there, alone, wherever footways lead.
  bool goes_in = true;
};

WalkerTraits draw_walker(const WalkerSet& set, std::uint64_t seed, std::uint64_t stream);

// How speed falls with the number of people around: the share of the free speed at a density, people per square metre (Weidmann 1993,
// "Transporttechnik der Fussgaenger"): 1 - exp(-1.913 (1 / density - 1 / 5.4)).
double speed_share(double density_pm2);

// What walkers draw random numbers for. The numbers go on where those of drivers end.
struct WalkerPurpose {
  static constexpr std::uint32_t traits = 32;
  static constexpr std::uint32_t turns = 33;
  static constexpr std::uint32_t placing = 34;
  static constexpr std::uint32_t doors = 35;
  static constexpr std::uint32_t groups = 36;
};

}  // namespace backlot::traffic
