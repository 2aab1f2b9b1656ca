// Where corridors touch, in the metres of those who travel them: compiled from the network's dependencies, for the widths of
// body that there are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/network/right_of_way.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// Bodies by width; each is given some air at its sides.
inline constexpr std::size_t kWidthClasses = 3;
inline constexpr std::array<double, kWidthClasses> kClassHalfWidths = {0.4, 0.9, 1.25};
inline constexpr double kSideAir_m = 0.15;
// The narrowest class that holds a body; beyond the widest, the widest.
std::uint8_t width_class(double half_width_m);

// Metres of both tracks between which bodies of two classes touch; nothing where from > to.
struct ConflictStretch {
  float from = 1, to = 0;
  float other_from = 1, other_to = 0;

  bool is_clear() const { return from > to; }
};

using StretchesByClass =
    std::array<std::array<ConflictStretch, kWidthClasses>, kWidthClasses>;  // [own][other]

struct Conflict {
  TrackId other{};
  network::StripId strip{};        // of the other
  network::CorridorId corridor{};  // the other
  std::uint32_t stretches = 0;
  float limit_mps = 0;  // of the other
  network::DependencyKind kind = network::DependencyKind::crossing;
  network::Precedence standing = network::Precedence::equal;  // while no signal is lit
  network::Precedence lit = network::Precedence::equal;       // between two that signals leave equally free
};

// What the signals and signs of a corridor say, by what its group shows.
struct CorridorRule {
  const network::SignalProgramme* programme = nullptr;  // null without signals
  std::uint32_t group = 0;                              // of the programme
  std::array<network::ControlState, 8> states{};        // by aspect
};

class Conflicts {
 public:
  explicit Conflicts(const Tracks& tracks);

  // Of a corridor with the others that vehicles drive on; nothing for tracks on ways.
  std::span<const Conflict> of(const Track& track) const {
    const std::uint32_t first = first_[track.corridor.index()];
    return std::span(conflicts_).subspan(first, first_[track.corridor.index() + 1] - first);
  }
  const ConflictStretch& stretch(const Conflict& conflict, std::uint8_t own, std::uint8_t other) const {
    return stretches_[conflict.stretches][own][other];
  }

  const CorridorRule& rule(network::CorridorId corridor) const { return rules_[corridor.index()]; }

  std::size_t bytes() const;

 private:
  std::vector<std::uint32_t> first_;  // by corridor, one more
  std::vector<CorridorRule> rules_;   // by corridor
  std::vector<Conflict> conflicts_;
  std::vector<StretchesByClass> stretches_;  // shared by conflicts that are alike
};

}  // namespace backlot::world
