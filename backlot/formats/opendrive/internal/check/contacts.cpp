#include "backlot/formats/opendrive/internal/check/contacts.h"

#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"

namespace backlot::formats::opendrive {

namespace {

class Collector {
 public:
  explicit Collector(const Index& index) : index_(index), roads_(index.document.roads) {}

  std::vector<Contact> run() {
    for (std::size_t i = 0; i < roads_.size(); ++i) {
      add_sections(i);
      add_road_link(i, roads_[i].predecessor, false);
      add_road_link(i, roads_[i].successor, true);
    }
    for (const Junction& junction : index_.document.junctions)
      for (const Connection& connection : junction.connections) add_connection(junction, connection);

    std::vector<Contact> contacts;
    contacts.reserve(contacts_.size());
    for (auto& [ends, contact] : contacts_) contacts.push_back(std::move(contact));
    return contacts;
  }

 private:
  using By = LinkSaid::By;

  std::size_t number_of(const Road& road) const {
    BACKLOT_ASSERT(static_cast<std::size_t>(&road - roads_.data()) < roads_.size(),
                   "a road of another document");
    return static_cast<std::size_t>(&road - roads_.data());
  }

  static SectionEnd end_of(std::size_t number, const Road& road, bool at_end) {
    return {number, at_end ? road.sections.size() - 1 : 0, at_end};
  }

  // The contact of two ends, whichever comes first, with a link that was said by the owner of `own`.
  void add(SectionEnd own, SectionEnd other, int own_lane, int other_lane, bool is_connection, Where where) {
    const bool is_turned = other < own;
    Contact& contact = contact_of(own, other);
    const By by = is_connection ? By::connection : is_turned ? By::second : By::first;
    contact.links.push_back(is_turned ? LinkSaid{other_lane, own_lane, by, where}
                                      : LinkSaid{own_lane, other_lane, by, where});
  }
  Contact& contact_of(SectionEnd own, SectionEnd other) {
    if (other < own) std::swap(own, other);
    Contact& contact = contacts_[{own, other}];
    contact.first = own;
    contact.second = other;
    return contact;
  }

  void add_lanes(SectionEnd own, SectionEnd other) {
    contact_of(own, other);
    BACKLOT_ASSERT(own.road < roads_.size() && own.section < roads_[own.road].sections.size(),
                   "there is no such section");
    const LaneSection& section = roads_[own.road].sections[own.section];
    for (const std::vector<Lane>* side : {&section.left, &section.right})
      for (const Lane& lane : *side)
        for (const LaneLink& link : own.at_end ? lane.successors : lane.predecessors)
          add(own, other, lane.id, link.lane, false, link.where);
  }

  void add_sections(std::size_t number) {
    BACKLOT_ASSERT(number < roads_.size(), "there is no such road");
    for (std::size_t i = 0; i + 1 < roads_[number].sections.size(); ++i) {
      const SectionEnd before{number, i, true}, after{number, i + 1, false};
      add_lanes(before, after);
      add_lanes(after, before);
      contact_of(before, after).is_inside_a_road = true;
    }
  }

  void add_road_link(std::size_t number, const std::optional<RoadLink>& link, bool at_end) {
    BACKLOT_ASSERT(number < roads_.size(), "there is no such road");
    if (!link || link->type != ElementType::road || link->contact == ContactPoint::none) return;
    const Road* other = index_.find_road(link->element);
    if (other == nullptr || other->sections.empty() || roads_[number].sections.empty()) return;
    const SectionEnd own = end_of(number, roads_[number], at_end);
    const SectionEnd there = end_of(number_of(*other), *other, link->contact == ContactPoint::end);
    if (own != there) add_lanes(own, there);
  }

  void add_connection(const Junction& junction, const Connection& connection) {
    const Road* incoming = index_.find_road(connection.incoming_road);
    const Road* onward = index_.find_road(junction.type == JunctionType::direct ? connection.linked_road
                                                                                : connection.connecting_road);
    if (incoming == nullptr || onward == nullptr || incoming->sections.empty() || onward->sections.empty())
      return;
    if (connection.contact == ContactPoint::none || junction.type == JunctionType::virtual_) return;
    const bool onward_at_end = connection.contact == ContactPoint::end;
    const Pose pose = road_pose(*onward, onward_at_end);
    bool at_end = false;
    if (!find_end_at(*incoming, junction, pose.x, pose.y, at_end)) return;
    const SectionEnd own = end_of(number_of(*incoming), *incoming, at_end);
    const SectionEnd other = end_of(number_of(*onward), *onward, onward_at_end);
    if (own == other) return;
    for (const JunctionLaneLink& link : connection.lane_links)
      add(own, other, link.from, link.to, true, link.where);
  }

  const Index& index_;
  const std::vector<Road>& roads_;
  std::map<std::pair<SectionEnd, SectionEnd>, Contact> contacts_;
};

}  // namespace

std::vector<Contact> find_contacts(const Index& index) { return Collector(index).run(); }

bool find_end_at(const Road& road, const Junction& junction, double x, double y, bool& at_end) {
  const auto leads_there = [&junction](const std::optional<RoadLink>& link) {
    return link && link->type == ElementType::junction && link->element == junction.id;
  };
  const bool by_start = leads_there(road.predecessor), by_end = leads_there(road.successor);
  at_end = by_end;
  if (by_start && by_end) {
    const Pose start = road_pose(road, false), end = road_pose(road, true);
    at_end = std::hypot(end.x - x, end.y - y) < std::hypot(start.x - x, start.y - y);
  }
  return by_start || by_end;
}

}  // namespace backlot::formats::opendrive
