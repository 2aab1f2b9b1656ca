// Junctions: which roads connect, and which lanes.
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/check/contacts.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"

namespace backlot::formats::opendrive {

namespace {

const Lane* find_lane(const Road& road, bool at_end, int id) {
  if (road.sections.empty()) return nullptr;
  const LaneSection& section = at_end ? road.sections.back() : road.sections.front();
  for (const Lane& lane : id > 0 ? section.left : section.right)
    if (lane.id == id) return &lane;
  return nullptr;
}

// Whether traffic on the lane comes to this end of its road.
bool leads_in(const Road& road, const Lane& lane, bool at_end) {
  if (lane.direction == "both" || lane.type == "bidirectional") return true;
  const bool is_right_hand = road.rule == TrafficRule::right_hand;
  const bool runs_along_s = (lane.id < 0) == is_right_hand;
  return (lane.direction == "reversed" ? !runs_along_s : runs_along_s) == at_end;
}

void check_lane_links(const Index& index, const Junction& junction, const Connection& connection,
                      Findings& findings) {
  const Road* incoming = index.find_road(connection.incoming_road);
  const Road* onward = index.find_road(connection.connecting_road);
  if (incoming == nullptr || onward == nullptr) return;
  const Pose pose = road_pose(*onward, connection.contact == ContactPoint::end);
  bool at_end = false;
  if (!find_end_at(*incoming, junction, pose.x, pose.y, at_end)) return;
  for (const JunctionLaneLink& link : connection.lane_links) {
    const Lane* lane = find_lane(*incoming, at_end, link.from);
    if (lane != nullptr && !leads_in(*incoming, *lane, at_end))
      findings.warn(
          kOneLink, link.where,
          fmt::format("lane {} of road \"{}\" leads out of the junction, and is linked as if it led in",
                      link.from, incoming->id),
          "only lanes that lead into a junction are linked");
  }
}

// The contact point tells which end of the connecting road touches the incoming one; the road's own links tell it too.
void check_contact(const Index& index, const Connection& connection, Findings& findings) {
  const Road* onward = index.find_road(connection.connecting_road);
  if (onward == nullptr || connection.contact == ContactPoint::none) return;
  const bool at_end = connection.contact == ContactPoint::end;
  const auto& link = at_end ? onward->successor : onward->predecessor;
  if (!link || link->type != ElementType::road || link->element == connection.incoming_road) return;
  findings.warn(at_end ? kEndOpposite : kStartAlong, connection.where,
                fmt::format(R"(road "{}" connects road "{}" by its {}, where its own link is to road "{}")",
                            onward->id, connection.incoming_road, at_end ? "end" : "start", link->element));
}

}  // namespace

void lint_junctions(const Index& index, Findings& findings) {
  std::set<std::string_view> connecting;
  for (const Junction& junction : index.document.junctions)
    for (const Connection& connection : junction.connections)
      if (!connection.connecting_road.empty()) connecting.insert(connection.connecting_road);

  for (const Junction& junction : index.document.junctions) {
    const bool is_direct = junction.type == JunctionType::direct;
    std::set<std::pair<std::string_view, std::string_view>> pairs;
    for (const Connection& connection : junction.connections) {
      const Road* incoming = index.find_road(connection.incoming_road);
      const bool connects =
          incoming != nullptr && (!incoming->junction.empty() || connecting.contains(incoming->id));
      if (connects && !is_direct)
        findings.warn(kNoIncoming, connection.where,
                      fmt::format(R"(road "{}" comes into junction "{}", and is itself a connecting road)",
                                  incoming->id, junction.id),
                      "between two junctions there is a road of its own");
      if (is_direct && !connection.connecting_road.empty())
        findings.warn(kConnectingRoad, connection.where, "a direct junction has no connecting roads",
                      "use linkedRoad");
      if (!is_direct && !connection.linked_road.empty())
        findings.warn(kLinkedRoad, connection.where, "only direct junctions have linked roads",
                      "use connectingRoad");
      if (is_direct) continue;
      check_contact(index, connection, findings);

      if (!index.is_at_least(1, 8)) continue;
      if (!connection.connecting_road.empty() &&
          !pairs.insert({connection.incoming_road, connection.connecting_road}).second)
        findings.warn(kOneLink, connection.where,
                      fmt::format(R"(there is another connection from road "{}" to road "{}")",
                                  connection.incoming_road, connection.connecting_road),
                      "one connection holds all links between two roads");
      check_lane_links(index, junction, connection, findings);
    }
  }
}

}  // namespace backlot::formats::opendrive
