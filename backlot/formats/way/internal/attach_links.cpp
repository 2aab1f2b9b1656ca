#include "backlot/formats/way/internal/attach_links.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/way/internal/fit_spine.h"

namespace backlot::formats::way {

namespace {

using network::ArmDescription;
using text::Cursor;

class Linker {
 public:
  Linker(network::NetworkDescription& network, const IntersectionsByName& intersections, bool may_be_unknown)
      : network_(network), intersections_(intersections), may_be_unknown_(may_be_unknown) {}

  void attach(Cursor& c, const PendingLink& pending) {
    BACKLOT_ASSERT(pending.road < network_.roads.size() && !network_.roads[pending.road].ways.empty(),
                   "a link waits for a way of the network");
    network::RoadDescription& road = network_.roads[pending.road];
    const std::string& way = road.ways.front().name;
    const ArmDescription* const from = join(c, pending.link, pending.link.from, {way, network::End::start});
    const ArmDescription* const to = join(c, pending.link, pending.link.to, {way, network::End::end});
    const bool lacks_arm = (pending.link.from && from == nullptr) || (pending.link.to && to == nullptr);
    if (lacks_arm || c.has_failed()) road.is_incomplete = true;
    if (!pending.link.needs_spine || c.has_failed() || from == nullptr || to == nullptr) return;
    const geometry::WorldPoint& begin = from->at->position;
    const geometry::WorldPoint& end = to->at->position;
    if (begin.x == end.x && begin.y == end.y) {
      road.is_incomplete = true;
      return c.fail_at(0, "W125", "the two arms of this way are at one place",
                       "move one of them, or use a joint");
    }
    road.spine = fit_spine(*from->at, *to->at);
  }

 private:
  // The arm, when it takes this end of the way and has what a spine needs.
  const ArmDescription* join(Cursor& c, const Link& link, const std::optional<Link::ArmName>& name,
                             const network::EndReference& end) {
    ArmDescription* const arm = name ? find_arm(c, *name) : nullptr;
    if (arm == nullptr) return nullptr;
    if (arm->attached) {
      c.fail_at(name->position, "W117",
                fmt::format("\"{}\" is attached to arm \"{}\" already", arm->attached->strip, arm->name));
      return nullptr;
    }
    if (link.needs_spine && !arm->at) {
      c.fail_at(name->position, "W118", fmt::format("it is not said where arm \"{}\" is", arm->name),
                "write at and its place and heading behind the arm, or draw the way");
      return nullptr;
    }
    arm->attached = end;
    arm->attached_place = {c.place(name->position)};
    return arm;
  }

  ArmDescription* find_arm(Cursor& c, const Link::ArmName& name) {
    const auto found = intersections_.find(name.intersection);
    if (found == intersections_.end()) {
      fail_unknown_intersection(c, name);
      return nullptr;
    }
    network::IntersectionDescription& intersection = network_.intersections[found->second];
    for (ArmDescription& arm : intersection.arms)
      if (arm.name == name.arm) return &arm;
    fail_unknown_arm(c, name, intersection);
    return nullptr;
  }

  void fail_unknown_intersection(Cursor& c, const Link::ArmName& name) const {
    if (may_be_unknown_) return;  // it may be one that was not read
    std::vector<std::string_view> names;
    for (const network::IntersectionDescription& i : network_.intersections) names.push_back(i.name);
    c.fail_at(name.position, "W104", fmt::format("there is no intersection \"{}\"", name.intersection),
              base::did_you_mean(name.intersection, names));
  }

  void fail_unknown_arm(Cursor& c, const Link::ArmName& name,
                        const network::IntersectionDescription& intersection) const {
    if (intersection.is_incomplete) return;
    std::vector<std::string_view> names;
    for (const ArmDescription& arm : intersection.arms) names.push_back(arm.name);
    std::string hint = base::did_you_mean(name.arm, names);
    if (hint.empty()) hint = fmt::format("its arms are: {}", fmt::join(names, ", "));
    c.fail_at(name.position, "W105",
              fmt::format("intersection \"{}\" has no arm \"{}\"", name.intersection, name.arm), hint);
  }

  network::NetworkDescription& network_;
  const IntersectionsByName& intersections_;
  bool may_be_unknown_;
};

}  // namespace

void attach_links(network::NetworkDescription& network, const IntersectionsByName& intersections,
                  std::span<const PendingLink> links, const Environment& environment, Reading& reading) {
  Linker linker(network, intersections, network.is_incomplete || !reading.is_complete);
  for (const PendingLink& pending : links) {
    Cursor c(pending.node, environment.scope(), reading.problems);
    linker.attach(c, pending);
    if (reading.problems.is_full()) return;
  }
}

}  // namespace backlot::formats::way
