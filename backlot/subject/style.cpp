#include "backlot/subject/style.h"

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::subject {

namespace {

constexpr std::uint32_t kStylePurpose = 0x51, kReactionPurpose = 0x52;

struct Range {
  double low, high;
};

// What differs between the kinds.
struct KindRanges {
  Range share, headway_s, accel_mps2, reaction_median_s, drift_mps, lift, glance_every_s;
  double longest_glance_s;
};

constexpr std::array<KindRanges, 4> kKinds = {{
    // calm
    {{0.85, 0.97}, {1.6, 2.2}, {1.2, 1.6}, {1.25, 1.45}, {0.3, 0.8}, {0.02, 0.06}, {25, 40}, 1.0},
    // brisk
    {{0.98, 1.1}, {1.1, 1.5}, {1.6, 2.2}, {1.2, 1.35}, {0.4, 0.9}, {0, 0.03}, {25, 40}, 1.0},
    // slow
    {{0.62, 0.75}, {1.9, 2.6}, {0.9, 1.3}, {1.35, 1.5}, {0.3, 0.7}, {0.03, 0.08}, {30, 50}, 0.8},
    // distracted
    {{0.8, 1.0}, {1.4, 2.0}, {1.2, 1.7}, {1.35, 1.5}, {0.6, 1.2}, {0, 0.04}, {8, 14}, 2.0},
}};

double draw(base::RandomStream& random, const Range& range) {
  BACKLOT_ASSERT(range.low <= range.high, "a range has an order");
  return random.uniform(range.low, range.high);
}

}  // namespace

std::string_view to_text(StyleKind kind) {
  constexpr std::array<std::string_view, kStyleKinds> kWords = {"calm", "brisk", "slow", "distracted", "any"};
  static_assert(kWords.size() == static_cast<std::size_t>(StyleKind::any) + 1);
  BACKLOT_ASSERT(static_cast<std::size_t>(kind) < std::size(kWords), "a style has a word");
  return kWords[static_cast<std::size_t>(kind)];
}

std::optional<StyleKind> find_style_kind(std::string_view word) {
  for (std::uint32_t k = 0; k < kStyleKinds; ++k)
    if (word == to_text(static_cast<StyleKind>(k))) return static_cast<StyleKind>(k);
  return std::nullopt;
}

StyleKind kind_of(StyleKind kind, std::uint64_t seed) {
  base::RandomStream random(seed, 0, kStylePurpose);
  return kind == StyleKind::any ? static_cast<StyleKind>(random.below(kKinds.size())) : kind;
}

Style draw_style(StyleKind kind, std::uint64_t seed) {
  base::RandomStream random(seed, 0, kStylePurpose);
  random.below(kKinds.size());  // the kind of `any`: the rest is the same for each kind
  const KindRanges& ranges = kKinds[static_cast<std::size_t>(kind_of(kind, seed))];
  Style style;
  style.share_of_limit = draw(random, ranges.share);
  style.headway_s = draw(random, ranges.headway_s);
  style.accel_mps2 = draw(random, ranges.accel_mps2);
  style.brake_mps2 = random.uniform(1.8, 2.4);
  style.hardest_mps2 = random.uniform(6, 8);
  style.light_s = random.uniform(0.6, 1.1);
  style.ease_mps2 = random.uniform(2.6, 3.4);
  style.reaction_median_s = draw(random, ranges.reaction_median_s);
  const double drift = draw(random, ranges.drift_mps);
  style.drift[0] = {0.6 * drift, random.uniform(70, 120), random.uniform(0, base::kTwoPi)};
  style.drift[1] = {0.4 * drift, random.uniform(30, 55), random.uniform(0, base::kTwoPi)};
  style.lift_share = draw(random, ranges.lift);
  style.glance_every_s = draw(random, ranges.glance_every_s);
  style.longest_glance_s = ranges.longest_glance_s;
  return style;
}

Style steady_style(double share_of_limit) {
  BACKLOT_ASSERT(share_of_limit > 0, "a driver wants to drive");
  Style style;
  style.share_of_limit = share_of_limit;
  return style;
}

double drift_mps(const Style& style, base::SimTime time) {
  double sum = 0;
  for (const DriftWave& wave : style.drift)
    sum += wave.size_mps * base::sin(base::kTwoPi * time.seconds() / wave.period_s + wave.phase_rad);
  return sum;
}

double reaction_s(const Style& style, std::uint64_t seed, std::uint64_t n) {
  base::RandomStream random(seed, n, kReactionPurpose);
  return style.reaction_median_s * base::exp(style.reaction_spread * random.normal());
}

}  // namespace backlot::subject
