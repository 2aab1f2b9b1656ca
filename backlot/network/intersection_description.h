// What an intersection is to be: arms where ways are attached, corridors between their lanes, and rules of priority.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "backlot/geometry/cubic_profile.h"
#include "backlot/geometry/points.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/signal_description.h"
#include "backlot/network/surface_description.h"
#include "backlot/network/text_place.h"

namespace backlot::network {

enum class End : std::uint8_t { start, end };

// An end of a way, or of a corridor: parts of an intersection are attached to corridors of the whole.
struct EndReference {
  std::string strip;  // name of a way or corridor
  End end = End::end;

  friend bool operator==(const EndReference&, const EndReference&) = default;
};

// Where an arm meets the boundary, and the heading of traffic that comes in.
struct ArmPlace {
  geometry::WorldPoint position;  // of the spine
  double heading_rad = 0;         // into the intersection
  double grade_rad = 0;

  friend bool operator==(const ArmPlace&, const ArmPlace&) = default;
};

// A place for a lane on an arm. Order, kind and direction are fixed; where it lies follows from the widths of the way
// that is attached: it floats.
enum class Flow : std::uint8_t { in, out, both, none };
struct JunctureDescription {
  std::string name{};
  LaneKind kind = LaneKind::vehicle;
  Flow flow = Flow::in;

  friend bool operator==(const JunctureDescription&, const JunctureDescription&) = default;
};

// What decides when the traffic of an approach may enter.
enum class Control : std::uint8_t {
  automatic,  // from the signs on the approach, else the intersection's, else priority to the right
  uncontrolled,
  priority_to_the_right,  // or to the left, where the network gives priority to traffic from there
  priority_road,
  yield,
  stop,
  all_way_stop,
  signal,
  flag_man,
};
std::string_view to_text(Control control);

// A crosswalk over an arm, just inside the boundary, between the sidewalks at both sides of its way. build() makes it a
// corridor "ARM.crosswalk" of the intersection, and joins it with the sidewalks in parts "corner_1", "corner_2", ...
struct CrosswalkDescription {
  double width = 3;
  double setback = 0.5;  // between the boundary and the crosswalk
  std::string signal_group{};

  friend bool operator==(const CrosswalkDescription&, const CrosswalkDescription&) = default;
};

// One attached way. Junctures are listed from left to right, seen into the intersection; where none are listed the arm
// takes the lanes of its way as they are.
struct ArmDescription {
  std::string name{};
  std::optional<EndReference> attached{};  // none in a template
  std::optional<ArmPlace> at{};
  std::vector<JunctureDescription> junctures{};
  std::vector<std::string> lanes{};  // only these of the way; empty: all that no part has taken
  std::optional<CrosswalkDescription> crosswalk{};
  std::string signal_group{};  // of the traffic that comes in here, where control is by signal
  Control control = Control::automatic;
  TextPlace place{};           // of the arm, which may be one of a template
  TextPlace attached_place{};  // where its way was named

  friend bool operator==(const ArmDescription&, const ArmDescription&) = default;
};

// A lane of an arm: the name of a juncture, or of a lane of the attached way.
struct LaneReference {
  std::string arm;
  std::string lane;

  friend bool operator==(const LaneReference&, const LaneReference&) = default;
};

// How a corridor gets its shape: one of four.
// Hermite, from the ends and their headings.
struct AutomaticShape {
  friend bool operator==(const AutomaticShape&, const AutomaticShape&) = default;
};
// A smooth curve over the points, from end to end.
struct ThroughPoints {
  std::vector<geometry::WorldPoint> points;

  friend bool operator==(const ThroughPoints&, const ThroughPoints&) = default;
};
// A straight or bent strip of its own that no arm begins or ends: a crosswalk between two corners. Points from end to
// end; parts of the intersection are attached to its ends.
struct FreeShape {
  std::vector<geometry::WorldPoint> points;

  friend bool operator==(const FreeShape&, const FreeShape&) = default;
};
// A lane on the ribbon of a road where that has no ways, at an offset from its spine.
struct OnRoad {
  std::string road;
  double from = 0, to = 0;          // metres of the ribbon
  geometry::CubicProfile offset{};  // of the centre, by distance from `from`
  bool is_along = true;             // traffic runs by growing distance

  friend bool operator==(const OnRoad&, const OnRoad&) = default;
};

struct CorridorDescription {
  std::string name{};                         // unique over ways and corridors; empty: made from its ends
  std::optional<LaneReference> from{}, to{};  // none at the free ends of a FreeShape
  LaneKind kind = LaneKind::vehicle;
  LaneDirection direction = LaneDirection::forward;  // both: for people on foot
  std::variant<AutomaticShape, ThroughPoints, FreeShape, OnRoad> shape{};
  std::optional<geometry::CubicProfile> width{};  // none: from the width of one lane to that of the other
  std::optional<double> speed_limit_mps{};
  Control control = Control::automatic;  // automatic: that of its arm
  std::string signal_group{};            // of the intersection; empty: that of its arm
  bool turn_on_red = false;              // after a stop, yielding to all
  // Bodies swing out in its bends, so that it touches others further off: for corridors that turn as tightly as cars can.
  bool has_swing = false;
  LaneHeights heights{};  // by distance from its start; left and right seen by growing distance of its ribbon
  TextPlace place{};

  friend bool operator==(const CorridorDescription&, const CorridorDescription&) = default;
};

// A word of the author on two corridors, stronger than what geometry and signs say.
struct DependencyOverride {
  std::string corridor, other;
  enum class Rule : std::uint8_t {
    independent,
    yields,
    by_arrival
  } rule = Rule::yields;  // `corridor` yields to `other`
  TextPlace place{};

  friend bool operator==(const DependencyOverride&, const DependencyOverride&) = default;
};

// A corridor that build() would make and that is not wanted: by its whole name, or without that of its intersection.
struct RemovedCorridor {
  std::string name;
  TextPlace place{};

  friend bool operator==(const RemovedCorridor&, const RemovedCorridor&) = default;
};

// Lanes that are joined end to end where two ways meet without a corridor.
struct LaneLink {
  LaneReference from, to;

  friend bool operator==(const LaneLink&, const LaneLink&) = default;
};

enum class IntersectionKind : std::uint8_t {
  area,         // ways end at its boundary, corridors cross it
  zero_length,  // two ends meet: a lane is added or dropped, or a loop is closed. No corridors.
};

struct IntersectionDescription {
  std::string name{};
  std::string made_from{};  // the template, if any; a note for readers
  IntersectionKind kind = IntersectionKind::area;
  std::vector<ArmDescription> arms;
  std::vector<CorridorDescription> corridors{};
  bool has_automatic_corridors =
      true;  // adds every legal turn between lanes of equal use that no corridor names
  bool allows_u_turns = false;
  std::vector<LaneLink> links{};  // of a zero-length one; empty: lanes that lie end to end are joined
  std::vector<geometry::WorldPoint> boundary{};  // counter-clockwise; empty: around arms and corridors
  Control control = Control::automatic;          // for arms that say nothing
  std::optional<SignalsDescription> signals{};
  std::vector<DependencyOverride> overrides{};
  std::vector<RemovedCorridor> removed_corridors{};
  std::vector<IntersectionDescription> parts{};  // intersections within: corners, islands
  TextPlace place{};
  bool is_incomplete = false;  // its text has errors, which are reported: what it lacks is no further error

  friend bool operator==(const IntersectionDescription&, const IntersectionDescription&) = default;
};

// A move in the plane, then up: how a template is set into a network.
struct Placement {
  geometry::WorldPoint at{};
  double turn_rad = 0;

  friend bool operator==(const Placement&, const Placement&) = default;
};

// The template moved to its place under a new name. Names of its corridors and parts get the name as prefix:
// "crossing.left". Arms are left unattached.
IntersectionDescription instantiate(const IntersectionDescription& pattern, std::string name,
                                    const Placement& placement);

}  // namespace backlot::network
