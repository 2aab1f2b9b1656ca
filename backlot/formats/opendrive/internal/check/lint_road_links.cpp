// Roads linked with roads: contact points, links that disagree, ends with several links.
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/check/lint_rules.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"

namespace backlot::formats::opendrive {

namespace {

// The other road of a link between two roads of no junction, where it is there and its end is told.
const Road* find_other(const Index& index, const std::optional<RoadLink>& link) {
  if (!link || link->type != ElementType::road || link->contact == ContactPoint::none) return nullptr;
  return index.find_road(link->element);
}

std::string_view end_word(bool at_end) { return at_end ? "end" : "start"; }

void check_contact(const Road& road, const Road& other, const RoadLink& link, bool at_end,
                   Findings& findings) {
  if (road.plan_view.empty() || other.plan_view.empty()) return;
  const bool other_at_end = link.contact == ContactPoint::end;
  const Pose own = road_pose(road, at_end), there = road_pose(other, other_at_end);
  const double gap_m = std::hypot(own.x - there.x, own.y - there.y);
  if (gap_m > kCrack_m)
    findings.warn(
        kContactPoint, link.where,
        fmt::format(R"(the {} of road "{}" is linked with the {} of road "{}", and lies {:.3f} m from it)",
                    end_word(at_end), road.id, end_word(other_at_end), other.id, gap_m),
        "reference lines of linked roads meet at the contact point");
}

void check_answer(const Road& road, const Road& other, const RoadLink& link, bool at_end,
                  Findings& findings) {
  const bool other_at_end = link.contact == ContactPoint::end;
  const std::optional<RoadLink>& back = other_at_end ? other.successor : other.predecessor;
  const bool agrees = back && back->type == ElementType::road && back->element == road.id &&
                      (back->contact == ContactPoint::end) == at_end;
  if (agrees) return;
  findings.warn(
      kLinksAgree, link.where,
      fmt::format(R"(road "{}" is linked with the {} of road "{}", which {})", road.id,
                  end_word(other_at_end), other.id, back ? "is linked otherwise" : "says nothing of it"),
      "links are given at both roads");
}

}  // namespace

void lint_road_links(const Index& index, Findings& findings) {
  // the road that leads to each end of a road
  std::map<std::pair<std::string_view, bool>, const Road*> users;
  for (const Road& road : index.document.roads) {
    if (!road.junction.empty())
      continue;  // connecting roads: their lines may lie beside, and junctions link them
    for (const bool at_end : {false, true}) {
      const std::optional<RoadLink>& link = at_end ? road.successor : road.predecessor;
      const Road* other = find_other(index, link);
      if (other == nullptr || !other->junction.empty()) continue;
      check_contact(road, *other, *link, at_end, findings);
      check_answer(road, *other, *link, at_end, findings);
      const auto [first, is_new] =
          users.emplace(std::pair(std::string_view(other->id), link->contact == ContactPoint::end), &road);
      if (!is_new && first->second != &road)
        findings.warn(
            kJunctionNeeded, link->where,
            fmt::format(R"(roads "{}" and "{}" are both linked with the {} of road "{}")", first->second->id,
                        road.id, end_word(link->contact == ContactPoint::end), other->id),
            "where several roads meet there is a junction");
    }
  }
}

}  // namespace backlot::formats::opendrive
