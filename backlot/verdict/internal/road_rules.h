// The rules of the road between two bodies that met, judged one by one over what was seen of them.
#pragma once

#include <vector>

#include "backlot/verdict/responsibility.h"

namespace backlot::verdict::internal {

inline constexpr double kReaction_s = 0.75;  // of a driver that watches the road (UN R157 Annex 4 Appendix 3)
inline constexpr double kHardest_mps2 = 7.59;   // its braking: 0.774 g
inline constexpr double kEasyToBear_mps2 = 4;   // braking that a lane change may ask of the follower
inline constexpr double kLeastTimeGap_s = 0.9;  // half of half the speed in km/h, in metres
inline constexpr double kLeastCutIn_s = 0.5;    // a lane change needs at least this time gap behind it
inline constexpr double kStood_s = 3;           // a body that stands for so long stands
inline constexpr double kOverLimit_mps = 0.5;   // tolerance of a speed limit

// Appends the breaches of one party, decisive or not. Speed limits come last, since whether they decide depends on the other party's breaches: see
// `judge_speed`.
// Whether a party is on foot.
bool is_person(const Encountered& seen, Party by);
// Of a subject in a vehicle and a person (person_rules.cpp): on a crosswalk people go first unless their signal is red; elsewhere the person steps
// before a vehicle that could not stop in comfort any more, or the vehicle runs over a person for which it could.
void judge_person(const world::Roads& roads, const Encountered& seen, std::vector<BrokenRule>& found);
void judge_lines(const world::Roads& roads, const Encountered& seen, Party by,
                 std::vector<BrokenRule>& found);
void judge_direction(const world::Roads& roads, const Encountered& seen, Party by,
                     std::vector<BrokenRule>& found);
void judge_lane_change(const world::Roads& roads, const Encountered& seen, Party by,
                       std::vector<BrokenRule>& found);
void judge_standing(const world::Roads& roads, const Encountered& seen, Party by,
                    std::vector<BrokenRule>& found);
// After the lane changes of both: the other's unfair one excuses a short gap.
void judge_following(const world::Roads& roads, const Encountered& seen, Party by,
                     std::vector<BrokenRule>& found);
// After all others.
void judge_speed(const world::Roads& roads, const Encountered& seen, Party by,
                 std::vector<BrokenRule>& found);

}  // namespace backlot::verdict::internal
