#include "backlot/subject/reference_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::subject {

namespace {

constexpr double kGravity_mps2 = 9.81;
// Braking of a human driver: so long until it begins, then the jerk with which it builds up, and where it ends.
constexpr double kReaction_s = 0.75, kBrakeJerk_mps3 = 12.65, kHardestBrake_mps2 = 0.774 * kGravity_mps2;
constexpr double kThrottleReleased_mps2 = 0.4, kRiskyTime_s = 2;  // r157_attentive
// r157_system: it brakes so hard, so long after it detected, and perceives at a flank distance of at most this.
constexpr double kSystemBrake_mps2 = 6, kSystemDelay_s = 0.35, kSystemMargin_s = 0.1, kSystemSide_m = 0.5;
constexpr double kRssAccel_mps2 = 3, kRssBrake_mps2 = 6, kRssSideways_mps2 = 1, kRssMargin_m = 0.3;
constexpr double kFsmComfort_mps2 = 4, kFsmHard_mps2 = 6, kFsmLeader_mps2 = 7, kFsmMargin_m = 2;
constexpr double kFsmSideMargin_s = 0.1;
constexpr double kClockSlack_s = 1e-9;  // sums of steps are rounded

double time_to_collision(const Encounter& e) {
  const double closing = e.own_mps - e.other_mps;
  return closing > 0 ? e.gap_m / closing : std::numeric_limits<double>::infinity();
}

// 0 from `safe` on, 1 below `unsafe`, straight between them. The two may be equal.
double fuzzy(double value, double safe, double unsafe) {
  BACKLOT_ASSERT(unsafe <= safe, "what is safe lies above what is unsafe");
  if (value >= safe) return 0;
  if (value < unsafe) return 1;
  return (value - safe) / (unsafe - safe);
}

struct FuzzyDanger {
  double proactive = 0, critical = 0;
};

FuzzyDanger danger_of(const Encounter& e, double accel_mps2) {
  const double v = e.own_mps, u = e.other_mps, r = kReaction_s;
  FuzzyDanger danger;
  const double leader_stops = u * u / (2 * kFsmLeader_mps2);
  danger.proactive =
      fuzzy(e.gap_m - kFsmMargin_m, v * r + v * v / (2 * kFsmComfort_mps2) - leader_stops + kFsmMargin_m,
            v * r + v * v / (2 * kFsmHard_mps2) - leader_stops);
  if (v <= u) return danger;
  const double a = std::max(accel_mps2, -kFsmComfort_mps2);
  const double closing = v + r * a - u;  // after the reaction time
  if (closing < 0) {
    danger.critical = e.gap_m < (v - u) * (v - u) / std::fabs(2 * accel_mps2) ? 1 : 0;
    return danger;
  }
  const double travelled = (v + 0.5 * a * r - u) * r;
  danger.critical = fuzzy(e.gap_m, travelled + closing * closing / (2 * kFsmComfort_mps2),
                          travelled + closing * closing / (2 * kFsmHard_mps2));
  return danger;
}

// Whether the other will have been passed before it comes into the own path, or never comes.
bool is_passed_first(const Encounter& e) {
  if (e.side_m <= 0) return false;
  if (e.sideways_mps <= 0) return true;
  const double closing = e.own_mps - e.other_mps;
  const double lengths = e.own_length_m + e.other_length_m;
  return closing != 0 && e.side_m / e.sideways_mps > (e.gap_m + lengths) / closing + kFsmSideMargin_s;
}

bool is_unsafe_by_rss(const Encounter& e) {
  const double v = e.own_mps, u = e.other_mps, w = e.sideways_mps, r = kReaction_s;
  const double fastest = v + r * kRssAccel_mps2;
  const double along = v * r + 0.5 * kRssAccel_mps2 * r * r + fastest * fastest / (2 * kRssBrake_mps2) -
                       u * u / (2 * kRssBrake_mps2);
  const double sideways = w + kRssSideways_mps2 * r;
  const double across =
      kRssMargin_m + 0.5 * (w + sideways) * r + sideways * sideways / (2 * kRssSideways_mps2);
  return e.gap_m < along && e.side_m < across;
}

bool has_reason(ReferenceKind kind, const Encounter& e, const FuzzyDanger& danger,
                const ReferenceState& state) {
  if (e.gap_m < -e.other_length_m) return false;  // the other is behind
  const double ttc = time_to_collision(e);
  switch (kind) {
    case ReferenceKind::r157_attentive:
      return e.side_m <= 0 && ttc <= kRiskyTime_s;
    case ReferenceKind::r157_system:
      return e.side_m <= kSystemSide_m && (state.has_reacted || e.gap_m > 0) &&
             ttc <= (e.own_mps - e.other_mps) / (2 * kSystemBrake_mps2) + kSystemDelay_s + kSystemMargin_s;
    case ReferenceKind::rss:
      return is_unsafe_by_rss(e);
    case ReferenceKind::fsm:
      return danger.proactive + danger.critical > 0 && !is_passed_first(e);
  }
  return false;
}

}  // namespace

std::string_view to_text(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::r157_attentive:
      return "r157_attentive";
    case ReferenceKind::r157_system:
      return "r157_system";
    case ReferenceKind::rss:
      return "rss";
    case ReferenceKind::fsm:
      return "fsm";
  }
  return "";
}

double reference_accel(ReferenceKind kind, const Encounter& encounter, double now_s, double dt_s,
                       ReferenceState& state) {
  BACKLOT_ASSERT(dt_s > 0, "a step takes time");
  const FuzzyDanger danger =
      kind == ReferenceKind::fsm ? danger_of(encounter, state.accel_mps2) : FuzzyDanger{};
  if (!has_reason(kind, encounter, danger, state)) {
    state.brake_mps2 = 0;
    return 0;
  }
  if (!state.has_reacted) {
    state.has_reacted = true;
    state.since_s = now_s;
  }
  const double passed_s = now_s - state.since_s + kClockSlack_s;
  if (kind == ReferenceKind::r157_system) return passed_s < kSystemDelay_s ? 0 : -kSystemBrake_mps2;
  if (passed_s < kReaction_s) return kind == ReferenceKind::r157_attentive ? -kThrottleReleased_mps2 : 0;
  double most = kHardestBrake_mps2;
  if (kind == ReferenceKind::fsm) {
    const double wanted = danger.critical > 0
                              ? danger.critical * (kFsmHard_mps2 - kFsmComfort_mps2) + kFsmComfort_mps2
                              : kFsmComfort_mps2 * danger.proactive;
    most = std::min(most, wanted);
  }
  state.brake_mps2 = std::min(state.brake_mps2 + kBrakeJerk_mps3 * dt_s, most);
  return -state.brake_mps2;
}

}  // namespace backlot::subject
