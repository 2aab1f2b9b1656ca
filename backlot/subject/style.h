// The style of a model driver: how fast it likes to drive, how close behind others, how quickly it reacts, how often it looks away.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "backlot/base/sim_time.h"

namespace backlot::subject {

// `any` is one of the other kinds, by the seed.
enum class StyleKind : std::uint8_t { calm, brisk, slow, distracted, any };
inline constexpr std::uint32_t kStyleKinds = 5;
constexpr std::uint32_t count_of(StyleKind) { return kStyleKinds; }
std::string_view to_text(StyleKind kind);
// Empty for a word that names no kind.
std::optional<StyleKind> find_style_kind(std::string_view word);

// The slow drift of a driver's speed is a sum of such waves.
struct DriftWave {
  double size_mps = 0, period_s = 60, phase_rad = 0;
};

struct Style {
  double share_of_limit = 0.9;
  double headway_s = 1.6;                   // behind a leader, besides the gap that is kept when standing
  double accel_mps2 = 1.5, brake_mps2 = 2;  // comfortable
  double hardest_mps2 = 7;                  // the hardest braking, in danger
  double light_s = 0.8;                     // from the beginning of yellow to the decision
  double ease_mps2 = 3;                     // on yellow the driver stops where this braking is enough
  // Reaction to a surprise: log-normal. Medians of 1.2 to 1.5 s are those of drivers that expect nothing (Green, "How long does it take to
  // stop?", Transportation Human Factors 2(3), 2000).
  double reaction_median_s = 1.35,
         reaction_spread = 0.25;  // the spread is the standard deviation of the logarithm
  std::array<DriftWave, 2> drift{};
  double lift_share =
      0;  // by this share the driver slows down near vehicles that wait beside its path at a crossing
  // Glances away from the road: the mean time between two, 0 for none, and the longest. New bodies and new lights go unnoticed meanwhile.
  double glance_every_s = 0, longest_glance_s = 0;
};

// The kind that `any` stands for with a seed; other kinds stand for themselves.
StyleKind kind_of(StyleKind kind, std::uint64_t seed);

// The same style for the same kind and seed.
Style draw_style(StyleKind kind, std::uint64_t seed);
// A driver that keeps a share of the limit exactly where the road is free: without drift, lifting off and glances.
Style steady_style(double share_of_limit);

// What the drift adds to the wanted speed at a time.
double drift_mps(const Style& style, base::SimTime time);
// The reaction to the n-th surprise of a driver, from 0 on.
double reaction_s(const Style& style, std::uint64_t seed, std::uint64_t n);

}  // namespace backlot::subject
