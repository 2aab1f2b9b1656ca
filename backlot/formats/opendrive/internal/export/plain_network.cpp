#include "backlot/formats/opendrive/internal/export/plain_network.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"
#include "backlot/formats/opendrive/internal/export/ribbon_plan.h"
#include "backlot/formats/opendrive/internal/plan/lane_widths.h"
#include "backlot/formats/opendrive/internal/plan/lane_words.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;
using network::IntersectionKind;
using network::LaneDirection;
using network::WayDescription;

std::string plain_lane_name(const WayDescription& way, std::size_t lane) {
  BACKLOT_ASSERT(lane < way.lanes.size(), "the way has no such lane");
  return lane < way.lanes_left ? fmt::format("L{}", way.lanes_left - lane)
                               : fmt::format("R{}", lane - way.lanes_left + 1);
}

// Whether its lanes are called by ids that fall from left to right, above zero on the left. A file may have left some out.
bool has_plain_names(const WayDescription& way) {
  for (std::size_t i = 0; i < way.lanes.size(); ++i) {
    const int id = lane_id_of(way.lanes[i].name);
    if (id == 0 || (id > 0) != (i < way.lanes_left)) return false;
    if (i > 0 && id >= lane_id_of(way.lanes[i - 1].name)) return false;
  }
  return true;
}

bool is_plain(const network::RoadDescription& road) {
  const auto* spine = std::get_if<geometry::PlanSpine>(&road.spine);
  return road.is_measured_in_plan && spine != nullptr && !spine->elements.empty() &&
         std::all_of(road.ways.begin(), road.ways.end(), has_plain_names);
}

bool is_plain(const network::IntersectionDescription& intersection) {
  if (intersection.kind == IntersectionKind::zero_length) return !intersection.links.empty();
  return !intersection.has_automatic_corridors && intersection.parts.empty() &&
         std::all_of(intersection.corridors.begin(), intersection.corridors.end(), [](const auto& corridor) {
           return std::holds_alternative<network::OnRoad>(corridor.shape);
         });
}

bool is_plain(const network::NetworkDescription& network) {
  return std::all_of(network.roads.begin(), network.roads.end(),
                     [](const auto& road) { return is_plain(road); }) &&
         std::all_of(network.intersections.begin(), network.intersections.end(),
                     [](const auto& one) { return is_plain(one); });
}

// How a lane lies at a place of its corridor.
struct Sample {
  double plan = 0, centre = 0, width = 0;
};
constexpr int kPieces = 8;

// Whether a lane widens and moves evenly from one end to the other, but for a tenth of a millimetre.
template <class At>
bool is_even(const At& at) {
  const Sample a = at(0), b = at(1);
  for (int i = 1; i < kPieces; ++i) {
    const Sample one = at(static_cast<double>(i) / kPieces);
    const double share = (one.plan - a.plan) / (b.plan - a.plan);
    if (std::fabs(a.centre + share * (b.centre - a.centre) - one.centre) > 1e-4 ||
        std::fabs(a.width + share * (b.width - a.width) - one.width) > 1e-4)
      return false;
  }
  return true;
}

class Plainer {
 public:
  Plainer(const network::NetworkDescription& network, const network::Network& built, Losses& lost)
      : in_(network), built_(built), lost_(lost) {}

  network::NetworkDescription make();

 private:
  std::vector<network::RoadDescription> parts_of(const network::RoadDescription& road);
  network::RoadDescription road(const network::RoadDescription& from);
  void measure_in_plan(WayDescription& way, double length,
                       const std::vector<geometry::PlanStation>& stations) const;
  void divide_by_direction(WayDescription& way) const;
  void add_joint(network::IntersectionId id);
  void add_area(network::IntersectionId id, const network::IntersectionDescription* said);
  std::optional<network::LaneReference> reference(network::DirectedLane lane, bool leaves,
                                                  network::IntersectionDescription& at) const;
  network::CorridorDescription corridor(const network::Corridor& from);
  network::LaneHeights heights_of(network::StripId id, const RibbonPlan& plan) const;

  const network::NetworkDescription& in_;
  const network::Network& built_;
  Losses& lost_;
  network::NetworkDescription out_;
  std::map<std::string, std::vector<std::string>>
      lanes_;  // new names of the lanes of each way, left to right
};

void Plainer::measure_in_plan(WayDescription& way, double length,
                              const std::vector<geometry::PlanStation>& stations) const {
  const double from = way.from, start = geometry::plan_at_distance(stations, from);
  const auto at = [&](double distance) {
    return geometry::plan_at_distance(stations, from + std::min(distance, length)) - start;
  };
  way.from = start;
  way.shift = by_plan(way.shift, from, length, stations);
  for (network::LaneDescription& lane : way.lanes) {
    for (geometry::CubicProfile* profile : {&lane.width, &lane.heights.left, &lane.heights.right})
      *profile = by_plan(*profile, from, length, stations);
    for (auto* changes : {&lane.left_changes, &lane.right_changes})
      for (network::MarkingChange& change : *changes) change.from = at(change.from);
  }
  for (network::AttributeDescription& attribute : way.attributes) {
    attribute.from = at(attribute.from);
    attribute.to = at(attribute.to);
  }
  for (network::FeatureDescription& feature : way.features) {
    feature.distance = at(feature.distance);
    if (feature.outline_frame == network::OutlineFrame::road)
      for (network::FeatureCorner& corner : feature.outline)
        corner.along = geometry::plan_at_distance(stations, from + corner.along) - start;
  }
}

// Lane zero of a file lies where the directions meet. Of several such places the one nearest to the spine.
void Plainer::divide_by_direction(WayDescription& way) const {
  const LaneDirection on_the_left =
      in_.side == network::TrafficSide::right ? LaneDirection::backward : LaneDirection::forward;
  const LaneDirection on_the_right =
      in_.side == network::TrafficSide::right ? LaneDirection::forward : LaneDirection::backward;
  std::size_t best = way.lanes_left;
  long fewest = -1;
  for (std::size_t left = 0; left <= way.lanes.size(); ++left) {
    long wrong = 0;
    for (std::size_t i = 0; i < way.lanes.size(); ++i)
      wrong += way.lanes[i].direction == (i < left ? on_the_right : on_the_left) ? 1 : 0;
    const auto far = [&](std::size_t k) {
      return k > way.lanes_left ? k - way.lanes_left : way.lanes_left - k;
    };
    if (fewest < 0 || wrong < fewest || (wrong == fewest && far(left) < far(best))) {
      best = left;
      fewest = wrong;
    }
  }
  for (; way.lanes_left > best; --way.lanes_left)
    way.shift = sum_of(way.shift, way.lanes[way.lanes_left - 1].width);
  for (; way.lanes_left < best; ++way.lanes_left)
    way.shift = difference_of(way.shift, way.lanes[way.lanes_left].width);
}

// A file has no gaps: the road from one to the next is one of its own, measured in plan.
std::vector<network::RoadDescription> Plainer::parts_of(const network::RoadDescription& road) {
  const geometry::Ribbon& ribbon =
      built_.ribbon(built_.strip(built_.find_strip(road.ways.front().name)).ribbon);
  const bool is_in_plan = road.is_measured_in_plan && std::holds_alternative<geometry::PlanSpine>(road.spine);
  const bool has_gaps =
      road.ways.front().from > 0 ||
      std::any_of(road.ways.begin(), road.ways.end(), [](const auto& way) { return way.to.has_value(); });
  if (!has_gaps) return {road};
  if (!road.surface.empty()) lost_.add("surfaces of roads that have gaps", road.place);
  if (!road.features.empty()) lost_.add("things beside a gap of a road", road.place);
  const double road_end =
      is_in_plan ? geometry::plan_length(std::get<geometry::PlanSpine>(road.spine)) : ribbon.length();
  std::vector<network::RoadDescription> parts;
  for (std::size_t first = 0; first < road.ways.size();) {
    std::size_t last = first;
    while (last + 1 < road.ways.size() && network::end_of(road, last, road_end) >= road.ways[last + 1].from)
      ++last;
    const auto distance_at = [&](double at) {
      return is_in_plan ? geometry::distance_at_plan(ribbon.plan_stations(), at) : at;
    };
    const double start = road.ways[first].from;
    const RibbonPlan plan =
        plan_of(ribbon, distance_at(start),
                std::min(distance_at(network::end_of(road, last, road_end)), ribbon.length()));
    network::RoadDescription part;
    part.name = parts.empty() ? road.name : fmt::format("{}_{}", road.name, parts.size() + 1);
    part.spine = plan.spine;
    part.is_measured_in_plan = true;
    part.place = road.place;
    for (std::size_t i = first; i <= last; ++i) {
      WayDescription way = road.ways[i];
      const double length = network::end_of(road, i, road_end) - way.from;
      way.from -= start;
      way.to.reset();
      if (!is_in_plan) measure_in_plan(way, length, plan.stations);
      part.ways.push_back(std::move(way));
    }
    parts.push_back(std::move(part));
    first = last + 1;
  }
  return parts;
}

network::RoadDescription Plainer::road(const network::RoadDescription& from) {
  network::RoadDescription out = from;
  const network::StripId strip = built_.find_strip(from.ways.front().name);
  const geometry::Ribbon& ribbon = built_.ribbon(built_.strip(strip).ribbon);
  std::vector<geometry::PlanStation> stations;
  if (std::holds_alternative<geometry::PointSpine>(from.spine)) {
    RibbonPlan plan = plan_of(ribbon, 0, ribbon.length());
    out.spine = std::move(plan.spine);
    stations = std::move(plan.stations);
  } else if (!from.is_measured_in_plan) {
    stations = ribbon.plan_stations();
  }
  if (!stations.empty())
    for (network::SurfaceStation& station : out.surface)
      station.distance = geometry::plan_at_distance(stations, station.distance);
  out.is_measured_in_plan = true;
  out.name = plain_name(from.name);
  for (std::size_t i = 0; i < out.ways.size(); ++i) {
    WayDescription& way = out.ways[i];
    const double end = network::end_of(from, i, ribbon.length());
    if (!stations.empty()) measure_in_plan(way, end - from.ways[i].from, stations);
    const bool keeps_names = from.source && has_plain_names(way);
    if (!keeps_names) divide_by_direction(way);
    // the model's names, since unnamed lanes have theirs from it
    std::map<std::string, std::string> renamed;
    const network::Strip& place = built_.strip(built_.find_strip(way.name));
    for (std::size_t k = 0; k < way.lanes.size(); ++k) {
      const std::string& old =
          built_.name_of(network::LaneId(place.first_lane + static_cast<std::uint32_t>(k)));
      const std::string name = keeps_names ? old : plain_lane_name(way, k);
      renamed[old] = name;
      way.lanes[k].name = name;
      lanes_[way.name].push_back(name);
    }
    for (network::AttributeDescription& attribute : way.attributes)
      for (std::string& lane : attribute.lanes)
        if (const auto found = renamed.find(lane); found != renamed.end()) lane = found->second;
  }
  return out;
}

// A lane of a way where traffic leaves it or comes onto it; the end of the way becomes an arm if it is not one yet.
std::optional<network::LaneReference> Plainer::reference(network::DirectedLane lane, bool leaves,
                                                         network::IntersectionDescription& at) const {
  if (lane.is_empty()) return std::nullopt;
  const network::StripId strip = built_.lane(lane.lane).strip;
  if (built_.way_of(strip).is_empty()) return std::nullopt;
  const std::string& way = built_.name_of(strip);
  const End end = lane.is_along == leaves ? End::end : End::start;
  const std::string arm = fmt::format("{}.{}", way, end == End::start ? "start" : "end");
  const bool is_known = std::any_of(at.arms.begin(), at.arms.end(),
                                    [&](const network::ArmDescription& one) { return one.name == arm; });
  if (!is_known) at.arms.push_back({.name = arm, .attached = network::EndReference{way, end}});
  return network::LaneReference{arm, lanes_.at(way)[lane.lane.index() - built_.strip(strip).first_lane]};
}

void Plainer::add_joint(network::IntersectionId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a joint is an intersection of the network");
  network::IntersectionDescription joint;
  joint.name = built_.name_of(id);
  joint.kind = IntersectionKind::zero_length;
  std::set<std::pair<network::LaneId, network::LaneId>> done;
  for (const network::Arm& arm : built_.arms(id)) {
    const network::Strip& strip = built_.strip(arm.strip);
    for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
      const network::DirectedLane lane{network::LaneId(strip.first_lane + i), arm.end == End::end};
      for (const network::DirectedLane& next : built_.onward(lane)) {
        if (!done.emplace(std::min(lane.lane, next.lane), std::max(lane.lane, next.lane)).second) continue;
        const auto from = reference(lane, true, joint), to = reference(next, false, joint);
        if (from && to) joint.links.push_back({*from, *to});
      }
    }
  }
  if (!joint.links.empty()) out_.intersections.push_back(std::move(joint));
}

// At the edges, straight between a few places.
network::LaneHeights Plainer::heights_of(network::StripId id, const RibbonPlan& plan) const {
  network::LaneHeights heights;
  const auto height = [&](int piece, bool is_left) {
    const double distance = built_.strip(id).length() * piece / kPieces;
    const network::LaneEdges edges = built_.edges(id, distance);
    return built_.surface_height(id, distance, is_left ? edges.left : edges.right);
  };
  for (int i = 0; i < kPieces; ++i) {
    const double length = built_.strip(id).length();
    const double at = plan.plan_at(length * i / kPieces), run = plan.plan_at(length * (i + 1) / kPieces) - at;
    for (const bool is_left : {true, false})
      (is_left ? heights.left : heights.right)
          .records.push_back(
              {at, height(i, is_left), (height(i + 1, is_left) - height(i, is_left)) / run, 0, 0});
  }
  return heights;
}

// On a road of its own, that is its ribbon.
network::CorridorDescription Plainer::corridor(const network::Corridor& from) {
  const network::Strip& strip = built_.strip(from.strip);
  const network::Lane& lane = built_.lane(from.lane);
  const std::string& name = built_.name_of(from.strip);
  RibbonPlan plan = plan_of(built_.ribbon(strip.ribbon), strip.from, strip.to);
  network::RoadDescription road;
  road.name = plain_name(name);
  road.spine = std::move(plan.spine);
  road.is_measured_in_plan = true;

  const auto at = [&](double share) {
    const double distance = share * strip.length();
    const network::LaneEdges edges = built_.edges(from.lane, distance);
    return Sample{plan.plan_at(distance), edges.centre(), edges.width()};
  };
  geometry::CubicProfile centre, width;
  const auto add = [&](const Sample& a, const Sample& b) {
    const double run = b.plan - a.plan;
    centre.records.push_back({a.plan, a.centre, (b.centre - a.centre) / run, 0, 0});
    width.records.push_back({a.plan, a.width, (b.width - a.width) / run, 0, 0});
  };
  if (is_even(at)) {
    add(at(0), at(1));
  } else {
    for (int i = 0; i < kPieces; ++i)
      add(at(static_cast<double>(i) / kPieces), at(static_cast<double>(i + 1) / kPieces));
  }

  network::CorridorDescription out;
  if (strip.surface != network::Strip::kInPlane) out.heights = heights_of(from.strip, plan);
  out.name = name;
  out.kind = lane.kind;
  out.direction = lane.direction == LaneDirection::both ? LaneDirection::both : LaneDirection::forward;
  out.shape = network::OnRoad{road.name, 0, plan.stations.back().plan, std::move(centre),
                              lane.direction != LaneDirection::backward};
  out.width = std::move(width);
  out.speed_limit_mps = from.speed_limit_mps;
  out.control = from.control;
  if (!from.signal_group.is_empty())
    out.signal_group = built_.signal_groups()[from.signal_group.index()].name;
  out_.roads.push_back(std::move(road));
  return out;
}

void Plainer::add_area(network::IntersectionId id, const network::IntersectionDescription* said) {
  BACKLOT_ASSERT(!id.is_empty(), "an area is an intersection of the network");
  network::IntersectionDescription area;
  area.name = plain_name(built_.name_of(id));
  area.has_automatic_corridors = false;
  const base::Place place = said == nullptr ? base::Place() : base::Place(said->place);
  for (const network::Corridor& one : built_.corridors(id)) {
    const network::Use use = network::use_of(built_.lane(one.lane).kind);
    const auto from = reference(one.from, true, area), to = reference(one.to, false, area);
    if (!from || !to || use == network::Use::pedestrians) {
      lost_.add("crosswalks, and other corridors for people on foot", place);
      continue;
    }
    if (network::use_of(built_.lane(one.from.lane).kind) != use ||
        network::use_of(built_.lane(one.to.lane).kind) != use) {
      lost_.add("corridors between lanes for different road users", place);
      continue;
    }
    if (one.control == network::Control::uncontrolled || one.control == network::Control::flag_man)
      lost_.add("intersections without rules, and people who direct traffic", place);
    if (one.control == network::Control::all_way_stop)
      lost_.add("all-way stops, other than as stop signs on every side", place);
    if (one.turn_on_red) lost_.add("turning on red", place);
    if (built_.strip(one.strip).surface != network::Strip::kInPlane)
      lost_.add("heights of corridors, other than at a few places along their edges", place);
    network::CorridorDescription made = corridor(one);
    made.from = from;
    made.to = to;
    area.corridors.push_back(std::move(made));
  }
  if (said != nullptr && said->signals) {
    area.signals = said->signals;
    lost_.add("programmes of signals: phases keep their order, not their times", place);
  }
  if (said != nullptr && !said->overrides.empty())
    lost_.add("rules between corridors of a network that did not come from OpenDRIVE", place);
  if (!area.corridors.empty()) out_.intersections.push_back(std::move(area));
}

network::NetworkDescription Plainer::make() {
  out_.name = in_.name;
  out_.side = in_.side;
  if (in_.goes_first != network::TrafficSide::right)
    lost_.add("the rule that traffic from the left goes first", {});
  out_.speed_limit_mps = in_.speed_limit_mps;
  for (const network::RoadDescription& one : in_.roads)
    if (!one.ways.empty())
      for (const network::RoadDescription& part : parts_of(one)) out_.roads.push_back(road(part));
  std::map<std::string, const network::IntersectionDescription*> said;
  for (const network::IntersectionDescription& one : in_.intersections) said[one.name] = &one;
  for (std::size_t i = 0; i < built_.intersections().size(); ++i) {
    const network::IntersectionId id(static_cast<std::uint32_t>(i));
    if (built_.intersection(id).kind == IntersectionKind::zero_length) {
      add_joint(id);
      continue;
    }
    const auto found = said.find(built_.name_of(id));
    add_area(id, found == said.end() ? nullptr : found->second);
  }
  return std::move(out_);
}

}  // namespace

base::Result<network::NetworkDescription> plain_network(const network::NetworkDescription& network,
                                                        Losses& lost) {
  if (is_plain(network)) return network;
  const base::Result<network::Network> built = network::Network::build(network);
  if (!built) return base::Result<network::NetworkDescription>::failure(built.diagnostics());
  return Plainer(network, *built, lost).make();
}

}  // namespace backlot::formats::opendrive
