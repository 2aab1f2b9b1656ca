// Junctions of the common kind: areas, with a corridor for every lane of every connecting road.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/junction_lights.h"
#include "backlot/formats/opendrive/internal/lane_chain.h"
#include "backlot/formats/opendrive/internal/lane_words.h"
#include "backlot/formats/opendrive/internal/speed_limits.h"
#include "backlot/formats/opendrive/internal/translation.h"

namespace backlot::opendrive {

namespace {

using network::End;
using network::LaneDirection;

constexpr double kSignalReach_m = 60;  // before a junction, where a light is its

std::string arm_name(const RoadPlan& road, End end) {
  return fmt::format("{}.{}", road.name, end == End::start ? "start" : "end");
}

class JunctionTranslator {
 public:
  JunctionTranslator(Translation& translation, const Junction& junction)
      : translation_(translation),
        roads_(translation.roads),
        signals_(translation.signals),
        junction_(junction) {
    out_.name = translation.unique_name("junction_" + plain_name(junction.id));
    out_.has_automatic_corridors = false;
    out_.place = translation.place(junction.where);
    for (const Connection& connection : junction.connections)
      connections_[connection.connecting_road].push_back(&connection);
  }

  void add(std::size_t connecting);
  void finish();

 private:
  // The lanes outside that a lane of a connecting road touches at one of its ends.
  std::vector<LaneOfEnd> outside(std::size_t connecting, End end, const LanePlan& lane) const;
  std::optional<RoadEnd> outer_end(std::size_t connecting, End end) const;
  network::LaneReference reference(const LaneOfEnd& lane);
  void control(std::size_t connecting, const LanePlan& lane, const LaneOfEnd& from,
               network::CorridorDescription& corridor);
  std::optional<int> phase_of(const Controller& controller) const;
  void add_priorities();
  const LanePlan* lane_at(const LaneOfEnd& at) const {
    return roads_[at.at.road].at(at.at.end).find(at.lane);
  }

  Translation& translation_;
  const RoadPlans& roads_;
  const SignalTable& signals_;
  const Junction& junction_;
  network::IntersectionDescription out_;
  std::set<RoadEnd> arms_;
  std::vector<LightUse> lights_;
  std::map<std::string_view, std::vector<const Connection*>> connections_;  // by connecting road
};

// The end of a road outside that touches this end of a connecting road: as the road says, else as the junction does.
std::optional<RoadEnd> JunctionTranslator::outer_end(std::size_t connecting, End end) const {
  if (const std::optional<RoadEnd> said = linked_end(roads_, {connecting, end})) return said;
  const auto known = connections_.find(roads_[connecting].road->id);
  if (known == connections_.end()) return std::nullopt;
  for (const Connection* const one : known->second) {
    const Connection& connection = *one;
    if ((connection.contact == ContactPoint::end) != (end == End::end)) continue;
    const std::size_t road = roads_.find(connection.incoming_road);
    if (road == roads_.size()) continue;
    if (const std::optional<End> there = end_at_junction(roads_[road], junction_.id))
      return RoadEnd{road, *there};
  }
  return std::nullopt;
}

std::vector<LaneOfEnd> JunctionTranslator::outside(std::size_t connecting, End end,
                                                   const LanePlan& lane) const {
  const std::optional<RoadEnd> outer = outer_end(connecting, end);
  if (!outer || roads_[outer->road].is_connecting) return {};
  const SectionPlan &here = roads_[connecting].at(end), &there = roads_[outer->road].at(outer->end);
  std::set<LaneOfEnd> lanes;
  bool is_any_given = false;
  for (const LanePlan& other : here.lanes)
    for (const LaneLink& link : links_of(other, end)) {
      is_any_given = true;
      if (&other == &lane) lanes.insert({*outer, link.lane});
    }
  const auto known = connections_.find(roads_[connecting].road->id);
  for (std::size_t i = 0; known != connections_.end() && i < known->second.size(); ++i) {
    const Connection& connection = *known->second[i];
    if (connection.incoming_road != roads_[outer->road].road->id ||
        (connection.contact == ContactPoint::end) != (end == End::end))
      continue;
    for (const JunctionLaneLink& link : connection.lane_links) {
      is_any_given = true;
      if (link.to == lane.id()) lanes.insert({*outer, link.from});
    }
  }
  // a file that says nothing at all of this end means that lanes go on by their ids
  if (!is_any_given) lanes.insert({*outer, end == outer->end ? -lane.id() : lane.id()});
  std::vector<LaneOfEnd> list;
  for (const LaneOfEnd& one : lanes) {
    const LanePlan* found = there.find(one.lane);
    if (found != nullptr && leads_on(lane, end, *found, outer->end)) list.push_back(one);
  }
  return list;
}

network::LaneReference JunctionTranslator::reference(const LaneOfEnd& lane) {
  arms_.insert(lane.at);
  return {arm_name(roads_[lane.at.road], lane.at.end), lane_at(lane)->name()};
}

// When the file orders the lights of a controller: by the junction's word, else by the controller's own.
std::optional<int> JunctionTranslator::phase_of(const Controller& controller) const {
  for (const JunctionController& one : junction_.controllers)
    if (one.id == controller.id && one.sequence) return one.sequence;
  return controller.sequence;
}

// By a light or a sign on the connecting road itself, else by a light on the road that leads there; its signs the network reads.
void JunctionTranslator::control(std::size_t connecting, const LanePlan& lane, const LaneOfEnd& from,
                                 network::CorridorDescription& corridor) {
  if (network::use_of(lane.kind) == network::Use::pedestrians) return;
  const bool is_along = lane.direction != LaneDirection::backward;
  Instruction said = instruction_at(roads_[connecting], signals_, lane.id(), is_along,
                                    std::numeric_limits<double>::infinity());
  const RoadPlan& before = roads_[from.at.road];
  if (said.light == nullptr)
    said.light = instruction_at(before, signals_, from.lane, from.at.end == End::end, kSignalReach_m).light;
  if (said.light == nullptr) {
    corridor.control = said.sign == SignMeaning::stop       ? network::Control::stop
                       : said.sign == SignMeaning::yield    ? network::Control::yield
                       : said.sign == SignMeaning::priority ? network::Control::priority_road
                                                            : network::Control::automatic;
    return;
  }
  LightUse use;
  const Controller* controller = signals_.controller_of(said.light->id);
  use.group = plain_name(controller != nullptr ? "controller_" + controller->id : "signal_" + said.light->id);
  if (controller != nullptr) use.phase = phase_of(*controller);
  const auto& elements = before.line.elements;
  use.heading_rad = (from.at.end == End::end ? elements.back() : elements.front()).start->heading_rad;
  corridor.signal_group = use.group;
  lights_.push_back(std::move(use));
}

// The file's word on who goes first, for all lanes of two connecting roads.
void JunctionTranslator::add_priorities() {
  if (junction_.priorities.empty()) return;
  std::map<std::string_view, std::vector<std::string_view>> travelled;  // corridors by the name of their road
  for (const network::CorridorDescription& corridor : out_.corridors)
    if (corridor.from) travelled[std::get<network::OnRoad>(corridor.shape).road].push_back(corridor.name);
  for (const JunctionPriority& priority : junction_.priorities) {
    const std::size_t high = roads_.find(priority.high), low = roads_.find(priority.low);
    if (high == roads_.size() || low == roads_.size()) continue;
    for (const std::string_view yielding : travelled[roads_[low].name])
      for (const std::string_view first : travelled[roads_[high].name])
        out_.overrides.push_back({std::string(yielding), std::string(first),
                                  network::DependencyOverride::Rule::yields,
                                  translation_.place(priority.where)});
  }
}

void JunctionTranslator::add(std::size_t connecting) {
  const RoadPlan& road = roads_[connecting];
  for (const LaneChain& chain : lane_chains(road)) {
    const LanePlan& lane = chain.front();
    const ChainShape shape = shape_of(road, chain);
    const bool is_along = lane.direction != LaneDirection::backward;
    network::CorridorDescription corridor;
    corridor.has_swing = true;  // connecting roads may turn as tightly as cars can
    corridor.kind = lane.kind;
    corridor.direction = lane.direction == LaneDirection::backward ? LaneDirection::forward : lane.direction;
    corridor.shape = network::OnRoad{road.name, shape.from, shape.to, shape.centre, is_along};
    corridor.width = shape.width;
    corridor.heights = shape.heights;
    corridor.place = translation_.place(lane.lane->where);
    corridor.speed_limit_mps = slowest_limit_mps(road, chain);

    // what it touches where its traffic comes from, and where that goes
    std::vector<LaneOfEnd> at_start, at_end;
    if (chain.first_section == 0) at_start = outside(connecting, End::start, lane);
    if (chain.last_section() + 1 == road.sections.size())
      at_end = outside(connecting, End::end, chain.back());
    const std::vector<LaneOfEnd>&from = is_along ? at_start : at_end, &to = is_along ? at_end : at_start;

    const std::string wanted = chain.first_section == 0
                                   ? fmt::format("{}.{}", road.name, lane.name())
                                   : fmt::format("{}.{}.{}", road.name, chain.first_section, lane.name());
    const auto label = [&](const std::string& name) {
      translation_.labels[connecting].push_back({name, chain});
    };
    if (from.empty() || to.empty()) {
      // nobody comes through: a surface all the same
      if (network::use_of(lane.kind) != network::Use::nobody) corridor.direction = LaneDirection::none;
      corridor.name = translation_.unique_name(wanted);
      label(corridor.name);
      out_.corridors.push_back(std::move(corridor));
      continue;
    }
    for (const LaneOfEnd& a : from)
      for (const LaneOfEnd& b : to) {
        network::CorridorDescription one = corridor;
        one.name = translation_.unique_name(wanted);
        label(one.name);
        one.from = reference(a);
        one.to = reference(b);
        control(connecting, lane, a, one);
        translation_.onward.insert(a);
        if (lane.direction == LaneDirection::both) translation_.onward.insert(b);
        out_.corridors.push_back(std::move(one));
      }
  }
}

void JunctionTranslator::finish() {
  if (out_.corridors.empty()) return;
  for (const RoadEnd& end : arms_) {
    const RoadPlan& road = roads_[end.road];
    out_.arms.push_back({.name = arm_name(road, end.end),
                         .attached = network::EndReference{road.at(end.end).way, end.end},
                         .place = translation_.place(road.road->where)});
    translation_.attached.insert(end);
  }
  if (!lights_.empty()) out_.signals = programme_of(lights_);
  add_priorities();
  translation_.network.intersections.push_back(std::move(out_));
}

}  // namespace

void translate_junctions(Translation& translation) {
  std::map<std::string_view, std::vector<std::size_t>> connecting;
  for (std::size_t i = 0; i < translation.roads.size(); ++i)
    if (translation.roads[i].is_connecting) connecting[translation.roads[i].road->junction].push_back(i);
  std::set<std::string_view> done;
  for (const Junction& junction : translation.document.junctions) {
    const auto roads = connecting.find(junction.id);
    if (roads == connecting.end() || !done.insert(junction.id).second) continue;
    JunctionTranslator translator(translation, junction);
    for (const std::size_t road : roads->second) translator.add(road);
    translator.finish();
  }
}

}  // namespace backlot::opendrive
