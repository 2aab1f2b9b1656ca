// The set of a scene as it is written: where it happens, and what life is there.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backlot/network/strip.h"
#include "backlot/network/text_place.h"
#include "backlot/scene/condition.h"
#include "backlot/world/body.h"
#include "backlot/world/side.h"

namespace backlot::scene {

// An intersection on the route of the subject: by its place in the order of the route, from 1 on, or by name.
struct Crossing {
  std::uint32_t ordinal = 0;  // 0: by name
  std::string name;
  network::TextPlace place{};

  friend bool operator==(const Crossing&, const Crossing&) = default;
};

// ---- marks: named places

// The line at which a road stops before an intersection: the subject's own, or another one as the subject sees it.
enum class Approach : std::uint8_t { own, left, right, opposite };
constexpr std::uint32_t count_of(Approach) { return 4; }
struct StopLine {
  Approach approach = Approach::own;
  Crossing crossing{};
  friend bool operator==(const StopLine&, const StopLine&) = default;
};
// The first point of the subject's path that is touched by the body of an actor that goes this way behind a line.
struct Conflict {
  network::Turn turn = network::Turn::straight;
  std::string line;  // a mark
  friend bool operator==(const Conflict&, const Conflict&) = default;
};
// A place of a lane: `highway_east R1 at 200 m`.
struct OnLane {
  std::string way, lane;
  double at_m = 0;
  friend bool operator==(const OnLane&, const OnLane&) = default;
};
// So far along the route of the subject, from where it starts; with a side, at that edge of its lane.
struct AlongRoute {
  double at_m = 0;
  world::Side kerb = world::Side::none;
  friend bool operator==(const AlongRoute&, const AlongRoute&) = default;
};
// So far behind another mark on its way; below zero, before it.
struct FromMark {
  std::string mark;
  double by_m = 0;
  friend bool operator==(const FromMark&, const FromMark&) = default;
};
// Beside another mark of the subject's way, on the lane of the traffic that comes towards the subject: `oncoming lane at here`.
struct OncomingLane {
  std::string mark;
  friend bool operator==(const OncomingLane&, const OncomingLane&) = default;
};
// Where another way joins the route of the subject, first: `where slip_road joins subject`.
struct Merge {
  std::string way;
  friend bool operator==(const Merge&, const Merge&) = default;
};

struct MarkDescription {
  std::string name;
  std::variant<StopLine, Conflict, OnLane, AlongRoute, FromMark, Merge, OncomingLane> where{};
  network::TextPlace place{};
  friend bool operator==(const MarkDescription&, const MarkDescription&) = default;
};

// ---- the subject

struct SubjectDescription {
  std::string way, lane;        // where it starts
  double at_m = 0;              // metres from the end of the way at which the lane is entered
  std::string to_way;           // the route ends at the end of this way
  std::vector<std::string> by;  // intersections or ways on the way there, in order; may be empty
  std::optional<double> start_mps;
  double free_ahead_m = 0;  // it starts once no vehicle is on its route so far ahead
  world::ObjectKind kind = world::ObjectKind::car;
  network::TextPlace place{};
  friend bool operator==(const SubjectDescription&, const SubjectDescription&) = default;
};

// ---- milieu

using Mix = std::array<double, world::kVehicleKinds>;  // weights by kind

struct FlowDescription {
  enum class From : std::uint8_t { way, side_roads, everywhere };
  From from = From::way;
  std::string way;  // it comes in at the open end of this way, for From::way
  double per_second = 0;
  Mix mix{1, 0, 0, 0};
  bool is_regular = false;
  double least_headway_s = 1.5;
  network::TextPlace place{};
  friend bool operator==(const FlowDescription&, const FlowDescription&) = default;
};
// Shares of the traffic that turns at each intersection; the rest goes straight on where it can. With a way: only of
// the traffic that comes from there.
struct TurnsDescription {
  double left = 0, right = 0;
  std::string from_way;  // empty: everywhere
  network::TextPlace place{};
  friend bool operator==(const TurnsDescription&, const TurnsDescription&) = default;
};
// Vehicles that are on the road from the start on, so many for each kilometre of lane.
struct DensityDescription {
  double per_metre = 0;
  Mix mix{1, 0, 0, 0};
  network::TextPlace place{};
  friend bool operator==(const DensityDescription&, const DensityDescription&) = default;
};

// People on the sidewalks from the start on: so many, or so many for each metre of sidewalk.
struct PedestriansDescription {
  double count = 0, per_metre = 0;
  network::TextPlace place{};
  friend bool operator==(const PedestriansDescription&, const PedestriansDescription&) = default;
};

// ---- props, sources, sinks

// A body that stands there from the start on.
struct PropDescription {
  std::string name;
  world::ObjectKind kind = world::ObjectKind::car;
  std::string mark;     // where its front is
  double before_m = 0;  // ... so far before the mark
  double offset_m = 0;  // of its middle, to the left of the middle of the lane
  bool is_beside =
      false;  // on the shoulder to the right of the lane: offset_m counts between body and the edge of the lane, outwards
  network::TextPlace place{};
  friend bool operator==(const PropDescription&, const PropDescription&) = default;
};

// Where a source or sink is.
struct BeforeMark {  // anywhere on the roads that lead to a mark, so far before it
  std::string mark;
  double from_m = 0, to_m = 2000;
  friend bool operator==(const BeforeMark&, const BeforeMark&) = default;
};
struct
    FromSubject {  // on the route of the subject, so far ahead of it (below zero, behind); may be in the oncoming lane
  double from_m = 0, to_m = 0;
  bool is_oncoming = false;
  world::Side side = world::Side::none;  // on the lane beside that of the subject
  friend bool operator==(const FromSubject&, const FromSubject&) = default;
};
// A door, or a place behind what stands beside the road, from which people come: level with a mark of the subject's way, so far from the edge of its lane.
struct BesideMark {
  std::string mark;
  world::Side side = world::Side::right;
  double away_m = 3;
  friend bool operator==(const BesideMark&, const BesideMark&) = default;
};
struct SourceDescription {
  std::string name;
  std::variant<BeforeMark, FromSubject, BesideMark> where{};
  bool is_hidden = true;  // out of sight of the subject; a door or a parked van may say otherwise
  std::optional<double>
      every_s;             // produces by itself: a mean interval; without one it is asked by roles alone
  bool is_random = false;  // the interval: exponential, with that mean
  std::vector<world::ObjectKind> sequence;  // one after the other, again and again; empty: by the mix
  Mix mix{1, 0, 0, 0};
  std::optional<Condition> when;    // it is open from the first moment on at which this holds
  std::optional<Condition> during;  // and only as long as this holds
  network::TextPlace place{};
  friend bool operator==(const SourceDescription&, const SourceDescription&) = default;
};
struct SinkDescription {
  std::string name;
  std::variant<BeforeMark, FromSubject> where{};
  std::vector<world::ObjectKind> kinds;  // empty: all
  std::optional<double>
      per_metre;  // takes vehicles out only while there are more of these kinds than that, per metre of lane
  std::optional<Condition> when, during;  // as for a source
  network::TextPlace place{};
  friend bool operator==(const SinkDescription&, const SinkDescription&) = default;
};

struct SetDescription {
  std::string network;       // name of the network
  std::string network_file;  // as it was imported; empty where no network was
  SubjectDescription subject{};
  std::vector<MarkDescription> marks;
  std::vector<FlowDescription> flows;
  std::vector<TurnsDescription> turns;
  std::optional<DensityDescription> density;
  std::optional<PedestriansDescription> pedestrians;
  std::optional<double> yielding;   // the share of drivers that yield at crosswalks without signals; else all
  std::optional<double> in_groups;  // the share of people that walk in groups; else the usual one
  std::vector<PropDescription> props;
  std::vector<SourceDescription> sources;
  std::vector<SinkDescription> sinks;
  std::optional<double> warmup_s;  // of traffic before the subject comes; else 60 s
  network::TextPlace place{};
  friend bool operator==(const SetDescription&, const SetDescription&) = default;
};

}  // namespace backlot::scene
