#include "backlot/formats/opendrive/internal/export/written_lights.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/formats/opendrive/internal/plan/lane_words.h"

namespace backlot::formats::opendrive {

namespace {

using network::Aspect;

constexpr std::string_view kController = "controller_", kSignal = "signal_";

// The controller of a group; empty where the group is one signal.
std::string controller_of(const network::IntersectionDescription& intersection, const std::string& group) {
  if (group.starts_with(kSignal)) return "";
  if (group.starts_with(kController)) return group.substr(kController.size());
  return plain_name(fmt::format("{}.{}", intersection.name, group));
}

Controller& find_controller(Document& document, const std::string& id) {
  for (Controller& controller : document.controllers)
    if (controller.id == id) return controller;
  document.controllers.emplace_back();
  document.controllers.back().id = id;
  return document.controllers.back();
}

std::string_view sign_of(network::Control control) {
  switch (control) {
    case network::Control::stop:
    case network::Control::all_way_stop:
      return "206";
    case network::Control::yield:
      return "205";
    case network::Control::priority_road:
      return "306";
    default:
      return "";
  }
}

// When a group first has green: the interval of the programme.
std::optional<std::size_t> first_green(const network::SignalsDescription& signals, std::size_t group) {
  for (std::size_t i = 0; i < signals.programme.size(); ++i) {
    const std::vector<Aspect>& aspects = signals.programme[i].aspects;
    if (group < aspects.size() && (aspects[group] == Aspect::green || aspects[group] == Aspect::green_arrow))
      return i;
  }
  return std::nullopt;
}

}  // namespace

void write_control(Exporter& all, const network::IntersectionDescription& intersection,
                   const CorridorChain& chain, int lane, const network::SourceFrame& measure, Road& road) {
  const network::CorridorDescription& corridor = chain.first();
  const bool is_along = chain.on->is_along;
  Signal signal;
  signal.s = is_along ? measure.stations.front().s : written_distance(measure.stations.back().s);
  signal.orientation = is_along ? Orientation::along : Orientation::against;
  signal.validities.push_back({{}, lane, lane});
  signal.country = "OpenDRIVE";
  signal.subtype = "-1";
  if (corridor.signal_group.empty()) {
    signal.type = sign_of(corridor.control);
    if (signal.type.empty()) return;
    signal.id = all.new_signal_id();
    road.signals.push_back(std::move(signal));
    return;
  }

  signal.type = "1000001";
  signal.is_dynamic = true;
  const std::string controller = controller_of(intersection, corridor.signal_group);
  if (!controller.empty()) {
    signal.id = all.new_signal_id();
    find_controller(all.document, controller).controls.push_back({{}, signal.id, {}});
    road.signals.push_back(std::move(signal));
    return;
  }
  // one light, wherever it is heeded
  signal.id = corridor.signal_group.substr(kSignal.size());
  if (all.written_signals.insert(signal.id).second)
    road.signals.push_back(std::move(signal));
  else
    road.signal_references.push_back(
        {{}, signal.id, signal.s, signal.t, signal.orientation, signal.validities});
}

void limit_heads(Exporter& all) {
  // lanes of each end of a road from which corridors lead, and whether these heed a light
  std::map<std::pair<std::size_t, network::End>, std::map<int, bool>> lanes;
  for (const network::IntersectionDescription& intersection : all.network.intersections)
    for (const network::CorridorDescription& corridor : intersection.corridors) {
      if (!corridor.from || network::use_of(corridor.kind) == network::Use::pedestrians) continue;
      for (const network::ArmDescription& arm : intersection.arms) {
        if (arm.name != corridor.from->arm || !arm.attached) continue;
        const auto way = all.ways.find(arm.attached->strip);
        if (way == all.ways.end()) continue;
        const std::size_t outermost = arm.attached->end == network::End::start
                                          ? 0
                                          : all.document.roads[way->second.road].sections.size() - 1;
        if (way->second.section == outermost)
          lanes[{way->second.road, arm.attached->end}][lane_id_of(corridor.from->lane)] |=
              !corridor.signal_group.empty();
      }
    }
  for (std::size_t i = 0; i < all.document.roads.size(); ++i)
    for (Signal& signal : all.document.roads[i].signals) {
      if (!signal.is_dynamic || signal.orientation == Orientation::both || !signal.validities.empty())
        continue;
      const auto found =
          lanes.find({i, signal.orientation == Orientation::along ? network::End::end : network::End::start});
      if (found == lanes.end()) continue;
      const auto heeds = [](const auto& lane) { return lane.second; };
      if (std::all_of(found->second.begin(), found->second.end(), heeds)) continue;
      for (const auto& [lane, is_lit] : found->second)
        if (is_lit) signal.validities.push_back({{}, lane, lane});
      if (signal.validities.empty()) signal.validities.push_back({{}, 0, 0});
    }
}

void write_controllers(Exporter& all, const network::IntersectionDescription& intersection,
                       Junction& junction) {
  if (!intersection.signals) return;
  const network::SignalsDescription& signals = *intersection.signals;
  std::set<std::size_t> starts;
  for (std::size_t i = 0; i < signals.groups.size(); ++i)
    if (const auto green = first_green(signals, i)) starts.insert(*green);
  for (std::size_t i = 0; i < signals.groups.size(); ++i) {
    const std::string id = controller_of(intersection, signals.groups[i]);
    if (id.empty()) continue;
    const bool is_used = std::any_of(all.document.controllers.begin(), all.document.controllers.end(),
                                     [&](const Controller& one) { return one.id == id; });
    if (!is_used) continue;
    JunctionController controller;
    controller.id = id;
    if (const auto green = first_green(signals, i))
      controller.sequence = static_cast<int>(std::distance(starts.begin(), starts.find(*green)));
    junction.controllers.push_back(std::move(controller));
  }
}

}  // namespace backlot::formats::opendrive
