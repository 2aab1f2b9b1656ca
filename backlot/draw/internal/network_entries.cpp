#include "backlot/draw/internal/network_entries.h"

#include <algorithm>
#include <utility>

#include "backlot/draw/internal/network_outline.h"

namespace backlot::draw::internal {

using network::Control;
using network::CorridorId;
using network::DirectedLane;
using network::Lane;
using network::LaneId;
using network::Network;
using network::SignalGroupId;

namespace {

// Which control a picture shows where corridors of one lane differ.
int strictness(Control control) {
  switch (control) {
    case Control::automatic:
    case Control::uncontrolled:
      return 0;
    case Control::priority_to_the_right:
      return 1;
    case Control::priority_road:
      return 2;
    case Control::yield:
      return 3;
    case Control::flag_man:
      return 4;
    case Control::stop:
      return 5;
    case Control::all_way_stop:
      return 6;
    case Control::signal:
      return 7;
  }
  return 0;
}

Control stricter(Control a, Control b) { return strictness(b) > strictness(a) ? b : a; }

void add_group(std::vector<SignalGroupId>& groups, SignalGroupId group) {
  if (group.is_empty()) return;
  const auto at = std::lower_bound(groups.begin(), groups.end(), group);
  if (at == groups.end() || *at != group) groups.insert(at, group);
}

bool has_traffic(const Lane& lane) {
  const network::Use use = network::use_of(lane.kind);
  return use == network::Use::vehicles || use == network::Use::bicycles;
}

// The offset where the roadway ends to one side of a lane.
double kerb_beside(const Network& network, LaneId lane, bool to_the_left, double distance) {
  LaneId outer = lane;
  for (;;) {
    const LaneId next = to_the_left ? network.lane(outer).left : network.lane(outer).right;
    if (next.is_empty() || !is_roadway(network.lane(next).kind)) break;
    outer = next;
  }
  const network::LaneEdges edges = network.edges(outer, distance);
  return to_the_left ? edges.left : edges.right;
}

}  // namespace

EntryLine entry_line(Control control) {
  switch (control) {
    case Control::stop:
    case Control::all_way_stop:
    case Control::signal:
    case Control::flag_man:
      return EntryLine::stop;
    case Control::yield:
      return EntryLine::yield;
    case Control::automatic:
    case Control::uncontrolled:
    case Control::priority_to_the_right:
    case Control::priority_road:
      return EntryLine::none;
  }
  return EntryLine::none;
}

std::vector<LaneEntry> find_entries(const Network& network) {
  std::vector<LaneEntry> entries;
  for (std::size_t i = 0; i < network.lanes().size(); ++i) {
    const LaneId id = LaneId::from_size(i);
    const Lane& lane = network.lane(id);
    if (!has_traffic(lane) || network.way_of(id).is_empty()) continue;
    for (const bool is_along : {true, false}) {
      if (!lane.permits(is_along)) continue;
      LaneEntry entry{.lane = {id, is_along}, .intersection = {}};
      for (const DirectedLane& next : network.onward(entry.lane)) {
        const CorridorId corridor_id = network.corridor_of(next.lane);
        // a vehicle that drives on a corridor against its direction breaks the rules
        if (corridor_id.is_empty() || !network.lane(next.lane).permits(next.is_along)) continue;
        const network::Corridor& corridor = network.corridor(corridor_id);
        entry.intersection = corridor.intersection;
        entry.control = stricter(entry.control, corridor.control);
        entry.left |= corridor.turn == network::Turn::left || corridor.turn == network::Turn::u_turn;
        entry.straight |= corridor.turn == network::Turn::straight;
        entry.right |= corridor.turn == network::Turn::right;
        add_group(entry.groups, corridor.signal_group);
      }
      if (entry.intersection.is_empty()) continue;
      entry.stop_distance = network.stop_distance(entry.lane);
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

std::vector<Approach> find_approaches(const Network& network, const std::vector<LaneEntry>& entries) {
  // the lanes of a way lie one after the other, so approaches are collected way by way
  std::vector<Approach> approaches;
  const bool keeps_right = network.side() == network::TrafficSide::right;
  for (const LaneEntry& entry : entries) {
    const network::WayId way = network.way_of(entry.lane.lane);
    const bool is_along = entry.lane.is_along;
    const auto same = std::find_if(approaches.rbegin(), approaches.rend(),
                                   [&](const Approach& a) { return a.way != way || a.is_along == is_along; });
    const double outer = kerb_beside(network, entry.lane.lane, is_along != keeps_right, entry.stop_distance);
    if (same == approaches.rend() || same->way != way) {
      approaches.push_back({way, is_along, entry.control, entry.stop_distance, outer, entry.groups});
      continue;
    }
    same->control = stricter(same->control, entry.control);
    same->stop_distance = is_along ? std::min(same->stop_distance, entry.stop_distance)
                                   : std::max(same->stop_distance, entry.stop_distance);
    same->kerb_offset =
        is_along == keeps_right ? std::min(same->kerb_offset, outer) : std::max(same->kerb_offset, outer);
    for (const SignalGroupId group : entry.groups) add_group(same->groups, group);
  }
  return approaches;
}

}  // namespace backlot::draw::internal
