// The const database of streets and walkways: what is where, what leads where, what applies where.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/network/dependency.h"
#include "backlot/network/ids.h"
#include "backlot/network/lane_station.h"
#include "backlot/network/network_description.h"
#include "backlot/network/outline.h"
#include "backlot/network/signals.h"
#include "backlot/network/strip.h"

namespace backlot::network {

namespace internal {
struct NetworkData;
}

// The offsets between which a lane lies at a distance, left > right.
struct LaneEdges {
  double left = 0, right = 0;

  double centre() const { return 0.5 * (left + right); }
  double width() const { return left - right; }
};

// A place of the way's own where something was repaired, or of a crack that was not.
struct NetworkRepair {
  std::string code;
  std::string way;
  double distance_m = 0;
  double size_m = 0;
  std::string message;
};

struct PartialNetwork;

// Ids are dense and fixed. Every const call may be made from any number of threads at once: nothing is filled in later,
// nothing is cached; hints and scratch memory belong to the caller, and so does the state of the signals.
class Network {
 public:
  static base::Result<Network> build(const NetworkDescription& description);
  // The same for a description with errors: what of it can be built. For pictures, not for traffic.
  static PartialNetwork build_partly(const NetworkDescription& description);

  Network(Network&&) noexcept;
  Network& operator=(Network&&) noexcept;
  ~Network();

  const std::string& name() const;
  TrafficSide side() const;        // on which traffic drives
  TrafficSide goes_first() const;  // traffic from this side has priority where no sign decides
  const GeoReference& geo_reference() const;

  // ---- the tables
  std::span<const geometry::Ribbon> ribbons() const;
  std::span<const Strip> strips() const;  // ways first, then corridors, both in order
  std::span<const Way> ways() const;
  std::span<const Lane> lanes() const;
  std::span<const Corridor> corridors() const;
  std::span<const Intersection> intersections() const;
  std::span<const SignalGroup> signal_groups() const;
  std::span<const SignalProgramme> programmes() const;

  const geometry::Ribbon& ribbon(RibbonId id) const { return ribbons()[id.index()]; }
  const Strip& strip(StripId id) const { return strips()[id.index()]; }
  const Way& way(WayId id) const { return ways()[id.index()]; }
  const Lane& lane(LaneId id) const { return lanes()[id.index()]; }
  const Corridor& corridor(CorridorId id) const { return corridors()[id.index()]; }
  const Intersection& intersection(IntersectionId id) const { return intersections()[id.index()]; }

  // ---- names
  const std::string& name_of(StripId id) const;  // of the way or corridor
  const std::string& name_of(IntersectionId id) const;
  const std::string& name_of(LaneId id) const;  // within its way
  const std::string& arm_name(IntersectionId id, std::uint32_t arm) const;
  const std::string& road_name(RibbonId id) const;
  StripId find_strip(std::string_view name) const;  // way or corridor; empty where none has the name
  WayId find_way(std::string_view name) const;
  CorridorId find_corridor(std::string_view name) const;
  IntersectionId find_intersection(std::string_view name) const;
  LaneId find_lane(StripId strip, std::string_view name) const;

  // ---- what belongs to what
  WayId way_of(StripId id) const;            // empty for a corridor's
  CorridorId corridor_of(StripId id) const;  // empty for a way's
  WayId way_of(LaneId id) const { return way_of(lane(id).strip); }
  CorridorId corridor_of(LaneId id) const { return corridor_of(lane(id).strip); }
  StripId strip_of(CorridorId id) const { return corridor(id).strip; }
  std::span<const Arm> arms(IntersectionId id) const;
  std::span<const Corridor> corridors(IntersectionId id) const;
  std::span<const geometry::WorldPoint> boundary(IntersectionId id) const;
  std::span<const IntersectionId> parts(IntersectionId id) const;
  const SourceFrame* source(RibbonId id) const;  // none where the network did not come from such a file
  // The strips of a ribbon, by distance; corridors on a common road may lie side by side.
  std::span<const StripId> strips_on(RibbonId id) const;

  // ---- across: distances of the strip
  LaneEdges edges(StripId strip, double distance) const;
  LaneEdges edges(LaneId lane, double distance) const;
  // How fast the centre of a lane moves to the left, per metre of distance.
  double centre_slope(LaneId lane, double distance) const;
  // The lane that holds an offset; empty outside of all. A boundary belongs to the lane at its left.
  LaneId lane_at(StripId strip, double distance, double offset) const;
  // How far the surface lies over the ribbon's plane, along the normal: 0 but for kerbs and crowns. Past edges and ends as at them.
  double surface_height(StripId strip, double distance, double offset) const;

  // ---- along: metres of a lane's own centre <-> distance of the strip
  double distance_at(LaneId lane, double metres) const;
  double metres_at(LaneId lane, double distance) const;
  std::span<const LaneStation> stations(LaneId lane) const;

  // ---- what leads where
  // The lanes onto which a traveller comes by going on: corridors at an intersection, lanes after a corridor or a
  // joint. Travel against the rules has answers too; a traveller that starts out by the rules is only led on by the rules.
  std::span<const DirectedLane> onward(DirectedLane lane) const;
  // The lanes from which a traveller comes onto this one: onward of the reversed, reversed.
  std::vector<DirectedLane> before(DirectedLane lane) const;
  // The next lane to the left or right for the same travel and use, seen by the traveller; empty where there is no such lane.
  DirectedLane neighbour_left(DirectedLane lane) const;
  DirectedLane neighbour_right(DirectedLane lane) const;
  // The intersection that lies ahead at the end of a lane of a way; empty at open and closed ends.
  IntersectionId intersection_ahead(DirectedLane lane) const;

  // ---- what is painted: distances of the strip
  // On the boundary between two lanes, as described: the last word has the lane to the right. One of them is empty at an edge.
  Marking marking_between(LaneId left, LaneId right, double distance) const;
  std::span<const LaneMarkingChange> marking_changes(LaneId lane) const;  // left ones first, then by distance

  // ---- what applies: distances of the strip
  std::span<const AttributeDescription> attributes(WayId id) const;   // by kind, then from
  std::span<const FeatureDescription> features(WayId id) const;       // by distance
  std::span<const FeatureDescription> features(RibbonId road) const;  // of the road itself, by distance
  // The outlines of all buildings, barriers, crosswalks and parking spaces, and of all other features that have one:
  // first those of ways, by way and feature, then those of roads.
  std::span<const FeatureOutline> outlines() const;
  std::span<const geometry::WorldPoint> corners(const FeatureOutline& outline) const;
  const FeatureDescription& feature_of(const FeatureOutline& outline) const;
  double speed_limit_mps(DirectedLane lane, double distance) const;
  // The attribute of a kind that applies to a traveller here; null where none does. The last one written wins.
  const AttributeDescription* attribute_at(AttributeKind kind, DirectedLane lane, double distance) const;
  // The next one that begins ahead of a traveller on this lane; null where none does.
  const AttributeDescription* next_attribute(AttributeKind kind, DirectedLane lane, double distance) const;
  const FeatureDescription* next_feature(FeatureKind kind, DirectedLane lane, double distance) const;
  // Where traffic on a lane stops before the intersection ahead: the stop line, else the end of the lane; distance of the
  // strip.
  double stop_distance(DirectedLane lane) const;

  // ---- right of way
  // The corridors of the same whole intersection that touch this one, by id.
  std::span<const Dependency> dependencies(CorridorId id) const;
  // Where a body of the given half width on the corridor that has this dependency, and one of the other half width on the
  // dependency's corridor, touch each other; distances of the strips. None where they pass clear. Computed from the curves
  // of both, in tens of microseconds: stretch_table.h keeps the answers for a few widths.
  //
  // Never too short, and at most 0.3 m too long at each end: exact but for millimetres where edges cross at an angle, and looked at
  // more closely where they graze, which is rare and takes up to milliseconds. Edges that run side by side count as touching if they
  // are apart by less than 2.2e-6 m, and may if it is less than 1e-5 m.
  // Bodies wider than kWidestBodyHalf_m may touch on corridors that are no dependency of each other.
  std::optional<Stretches> find_stretches(const Dependency& dependency, double half_width,
                                          double other_half_width) const;

  // ---- the rest
  const geometry::RibbonIndex& index() const;
  // Intersections with an area that holds a place seen from above and within the heights given, by id.
  void areas_at(const geometry::WorldPoint& p, double loft_low, double loft_high,
                std::vector<IntersectionId>& areas) const;
  const std::vector<NetworkRepair>& repairs() const;
  // Cracks up to kCrack between joined lanes: no repairs, but counted.
  struct Nudges {
    std::size_t count = 0;
    double largest_m = 0;
  };
  Nudges nudges() const;
  std::size_t bytes() const;

  const internal::NetworkData& data() const { return *data_; }

 private:
  explicit Network(std::unique_ptr<const internal::NetworkData> data);

  std::unique_ptr<const internal::NetworkData> data_;
};

// Where in the world an error of the text lies.
struct ErrorSpot {
  std::string code;
  TextPlace place;
  geometry::WorldPoint position;
};

// A road that could not become a ribbon, and the first reason why.
struct BrokenRoad {
  std::string name;
  base::Diagnostic why;
};

// What could be built of a description with errors: roads and intersections that are wrong are left out.
struct PartialNetwork {
  Network network;
  base::Diagnostics found;
  std::vector<ErrorSpot> spots;          // of the errors for which a position is known
  std::vector<BrokenRoad> broken_roads;  // by the order of the description
};

// A sliver up to this wide between surfaces that are joined in meaning is no gap.
inline constexpr double kCrack = 0.02;

}  // namespace backlot::network
