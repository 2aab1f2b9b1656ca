// Where corridors touch, in the metres of those who travel them: compiled from the network's dependencies, for the widths of
// body that there are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/network/right_of_way.h"
#include "backlot/world/footprint.h"
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

// How the other corridor lies beside a metre of the own one: its coordinates of the own lane's centre, and the direction of the
// own travel in its frame.
struct PassageKnot {
  float distance = 0, offset = 0;
  float cosine = 1, sine = 0;
  float curvature = 0;
};

// How one passes another corridor: knots every metre of the own one, over all of it from which a body reaches the other.
struct Passage {
  static constexpr double kStep_m = 1;

  float touch_from = 1, touch_to = 0;  // between which metres the widest bodies that roads allow touch
  float first_m = 0;                   // of the knots
  std::uint32_t first_knot = 0, knot_count = 0;
};

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
  std::uint32_t programme_number = 0;
  std::uint32_t group = 0;                        // of the programme
  std::array<network::ControlState, 8> states{};  // by aspect
};

class Conflicts {
 public:
  explicit Conflicts(const Tracks& tracks);

  // Of a corridor with the others that vehicles drive on; nothing for tracks on ways.
  std::span<const Conflict> of(const Track& track) const {
    const std::uint32_t first = first_[track.corridor.index()];
    return std::span(conflicts_).subspan(first, first_[track.corridor.index() + 1] - first);
  }
  void prefetch_start(const Track& track) const { __builtin_prefetch(&first_[track.corridor.index()]); }
  void prefetch(const Track& track) const {
    const Conflict* conflicts = conflicts_.data() + first_[track.corridor.index()];
    __builtin_prefetch(conflicts);
    __builtin_prefetch(conflicts + 3);
    __builtin_prefetch(conflicts + 6);
    __builtin_prefetch(conflicts + 9);
  }
  const ConflictStretch& stretch(const Conflict& conflict, std::uint8_t own, std::uint8_t other) const {
    return stretches_[conflict.stretches][own][other];
  }

  const Passage& passage(const Conflict& conflict) const { return passages_[conflict.stretches]; }
  // The other corridor under one who is at some metres of the own one, beside its centre by `lateral`, and travels along it; before
  // its start and past its end the own one goes on straight. False where the other one is too far, or bends too much, to be known.
  bool find_view(const Conflict& conflict, double metres, double lateral, StripView& view) const {
    const Passage& passage = passages_[conflict.stretches];
    const double at = (metres - static_cast<double>(passage.first_m)) * (1 / Passage::kStep_m);
    if (!(at >= 0 && at < passage.knot_count - 1.0)) return false;
    const auto k = static_cast<std::uint32_t>(at);
    const PassageKnot& a = knots_[passage.first_knot + k];
    const PassageKnot& b = knots_[passage.first_knot + k + 1];
    if (!(a.curvature < kUnknown) || !(b.curvature < kUnknown)) return false;
    const double q = at - k;
    const auto between = [q](float from, float to) {
      return static_cast<double>(from) + q * static_cast<double>(to - from);
    };
    // the slopes of distance and offset are cosine and sine: what these change by bends the line between the knots
    const double bend = 0.5 * Passage::kStep_m * q * (1 - q);
    view.cosine = between(a.cosine, b.cosine);
    view.sine = between(a.sine, b.sine);
    view.curvature = between(a.curvature, b.curvature);
    const double offset = between(a.offset, b.offset) - bend * static_cast<double>(b.sine - a.sine);
    const double stretch = 1 / std::max(0.2, 1 - view.curvature * offset);
    const double along = lateral * view.sine;  // against the distance
    view.distance =
        between(a.distance, b.distance) - stretch * (bend * static_cast<double>(b.cosine - a.cosine) + along);
    view.offset = offset + lateral * view.cosine - 0.5 * view.curvature * along * along;
    return true;
  }

  const CorridorRule& rule(network::CorridorId corridor) const { return rules_[corridor.index()]; }

  std::size_t bytes() const;

 private:
  static constexpr float kUnknown = 1e9F;  // a curvature that nothing has

  void add_passage(const Tracks& tracks, const Track& own, const Track& other, const ConflictStretch& widest);

  std::vector<std::uint32_t> first_;                                // by corridor, one more
  std::vector<CorridorRule, base::HugePages<CorridorRule>> rules_;  // by corridor
  std::vector<Conflict, base::HugePages<Conflict>> conflicts_;
  std::vector<StretchesByClass> stretches_;  // shared by conflicts that are alike
  std::vector<Passage> passages_;            // as these
  std::vector<PassageKnot> knots_;
};

}  // namespace backlot::world
