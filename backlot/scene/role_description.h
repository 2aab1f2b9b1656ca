// The cast of a scene as it is written: roles, and which objects can play them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backlot/network/strip.h"
#include "backlot/network/text_place.h"
#include "backlot/scene/condition.h"
#include "backlot/traffic/pedestrian/traits.h"
#include "backlot/world/body.h"
#include "backlot/world/side.h"

namespace backlot::scene {

// ---- where a candidate is: the hard conditions. All times are of the front of the body.

struct HeadOfQueue {  // it stands first at the line of the mark
  std::string mark;
  friend bool operator==(const HeadOfQueue&, const HeadOfQueue&) = default;
};
// It will be at a mark so long before the subject is at another one (or the same): at least low_s, at most high_s; below zero, after it.
struct Approaches {
  std::string mark, subject_mark;
  double low_s = 0, high_s = 0;
  friend bool operator==(const Approaches&, const Approaches&) = default;
};
struct FirstOnApproach {  // the first body that comes to the mark
  std::string mark;
  double within_m = 300;
  friend bool operator==(const FirstOnApproach&, const FirstOnApproach&) = default;
};
enum class Relation : std::uint8_t { ahead, behind, left, right, oncoming };
constexpr std::uint32_t count_of(Relation) { return 5; }
// Relative to the subject, along its way: ahead and behind in its lane; left and right on the lane beside; oncoming on the other side of the road.
// Distances go from the subject's front to the candidate's rear (ahead), or from the candidate's front to the subject's rear (behind); beside,
// from the subject's front to the candidate's rear, below zero where the candidate is further back. Oncoming: front to front.
struct RelativeTo {
  Relation relation = Relation::ahead;
  double low_m = 0, high_m = 200;
  bool is_next = false;      // ahead: no other body is between the two
  std::string of{kSubject};  // ahead: of the subject, or of the actor of another role
  friend bool operator==(const RelativeTo&, const RelativeTo&) = default;
};
struct Within {  // so far around a mark
  std::string mark;
  double radius_m = 0;
  friend bool operator==(const Within&, const Within&) = default;
};
struct CanTurn {  // its lane leads that way at the next intersection, and it can still choose
  network::Turn turn = network::Turn::straight;
  friend bool operator==(const CanTurn&, const CanTurn&) = default;
};
struct GoesTurn {  // its driver has chosen that way already
  network::Turn turn = network::Turn::straight;
  friend bool operator==(const GoesTurn&, const GoesTurn&) = default;
};
struct HasSpeed {
  double low_mps = 0, high_mps = std::numeric_limits<double>::infinity();
  friend bool operator==(const HasSpeed&, const HasSpeed&) = default;
};
struct HasLeader {  // another vehicle is ahead of it in its lane, so near: bumper to bumper
  double low_m = 0, high_m = 100;
  friend bool operator==(const HasLeader&, const HasLeader&) = default;
};
struct FreeAhead {  // no other vehicle is ahead of it in its lane, so near: bumper to bumper
  double within_m = 100;
  friend bool operator==(const FreeAhead&, const FreeAhead&) = default;
};
struct
    LeaderOf {  // it is the next vehicle ahead of the actor of another role, in its lane: bumper to bumper no further than that
  std::string role;
  double within_m = 100;
  friend bool operator==(const LeaderOf&, const LeaderOf&) = default;
};
struct HiddenFromSubject {
  friend bool operator==(const HiddenFromSubject&, const HiddenFromSubject&) = default;
};
struct IsProp {  // assigned before the run: the prop of that name
  std::string prop;
  friend bool operator==(const IsProp&, const IsProp&) = default;
};

struct OfAge {  // a person on foot: a child, an adult, an elder
  traffic::Age age = traffic::Age::adult;
  friend bool operator==(const OfAge&, const OfAge&) = default;
};
struct AtKerb {  // a person on foot that looks at the road or waits for it, so near to a mark
  std::string mark;
  double within_m = 10;
  friend bool operator==(const AtKerb&, const AtKerb&) = default;
};

struct Requirement {
  std::variant<HeadOfQueue, Approaches, FirstOnApproach, RelativeTo, Within, CanTurn, GoesTurn, HasSpeed,
               HasLeader, FreeAhead, LeaderOf, HiddenFromSubject, IsProp, OfAge, AtKerb>
      what{};
  network::TextPlace place{};
  friend bool operator==(const Requirement&, const Requirement&) = default;
};

// ---- which candidate is the best: smaller scores first, ties by id
enum class Prefers : std::uint8_t {
  nearest,       // to the subject
  longest_wait,  // standing still
  time,          // its arrival (Approaches) is nearest to so long before the subject
  distance,      // its distance (RelativeTo) is nearest to so many metres
  slowest,
  fastest,
};
constexpr std::uint32_t count_of(Prefers) { return 6; }

// A source may enter an extra when no candidate would be in place.
struct Supply {
  std::string source;
  double from_s = 60;  // the stage manager looks from so long before the subject is at the mark
  std::string mark;
  network::TextPlace place{};
  friend bool operator==(const Supply&, const Supply&) = default;
};

struct RoleDescription {
  std::string name;
  std::vector<world::ObjectKind> kinds;  // empty: any vehicle
  std::vector<Requirement> requirements;
  Prefers prefers = Prefers::nearest;
  double preferred = 0;  // s or m, for Prefers::time and Prefers::distance
  std::optional<Supply> supply;
  network::TextPlace place{};
  friend bool operator==(const RoleDescription&, const RoleDescription&) = default;
};

// Whether the role is played by a person on foot.
bool is_on_foot(const RoleDescription& role);

}  // namespace backlot::scene
