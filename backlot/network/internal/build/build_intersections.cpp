#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backlot/network/internal/build/build.h"
#include "backlot/network/internal/build/crosswalks.h"
#include "backlot/network/internal/build/intersection_builder.h"

namespace backlot::network::internal {

namespace {

constexpr std::size_t kMostParts = 64;  // that an intersection may have, and as deep

}  // namespace

void IntersectionBuilder::add(const IntersectionDescription& description, IntersectionId whole,
                              std::size_t depth) {
  if (depth > kMostParts || description.parts.size() > kMostParts) {
    build_.error("N128", description.place,
                 fmt::format("intersection \"{}\" has more than {} parts, or parts that deep",
                             description.name, kMostParts));
    return;
  }
  Site site{IntersectionId::from_size(data_.intersections.size()), &description, {}};
  data_.intersections.push_back({.kind = description.kind, .whole = whole});
  data_.intersection_names.push_back(description.name);
  data_.parts.emplace_back();
  build_.described.push_back(&description);
  build_.is_broken.push_back(description.is_incomplete);
  if (description.is_incomplete) build_.has_loose_arms = true;
  if (description.name.empty() || description.name.find_first_of(" \t\r\n") != std::string::npos)
    build_.error("N113", description.place,
                 fmt::format("\"{}\" cannot be the name of an intersection", description.name));
  else if (!data_.intersection_by_name.emplace(data_.intersection_names.back(), site.id.index()).second)
    build_.error("N101", description.place,
                 fmt::format("there are two intersections named \"{}\"", description.name),
                 "rename one of them");
  if (!whole.is_empty()) data_.parts[whole.index()].push_back(site.id);

  const std::size_t errors = build_.found.count(base::Severity::error);
  resolve_arms(site, whole);
  const bool has_broken_whole = !whole.is_empty() && build_.is_broken[whole.index()];
  site.lacks_signals = !add_signals(site) || description.is_incomplete || has_broken_whole;
  decide_controls(site);

  Intersection& intersection = data_.intersections[site.id.index()];
  intersection.first_arm = static_cast<std::uint32_t>(data_.arms.size());
  intersection.arm_count = static_cast<std::uint32_t>(site.arms.size());
  for (std::size_t i = 0; i < site.arms.size(); ++i) {
    const ResolvedArm& arm = site.arms[i];
    data_.arms.push_back({arm.strip, arm.end, arm.control, arm.heading_rad, arm.position});
    data_.arm_names.push_back(site.description->arms[i].name);
  }
  intersection.first_corridor = static_cast<std::uint32_t>(data_.corridors.size());
  // what is wrong here may be what a lane lacks to lead on
  const auto note_errors = [&] {
    if (build_.found.count(base::Severity::error) > errors) build_.is_broken[site.id.index()] = true;
  };
  if (description.kind == IntersectionKind::zero_length) {
    link_lanes(site);
    note_errors();
    return;
  }

  if (std::unique_ptr<IntersectionDescription> expanded =
          with_crosswalks(build_, *site.description, site.arms)) {
    site.description = expanded.get();
    build_.described[site.id.index()] = expanded.get();
    build_.expanded.push_back(std::move(expanded));
  }
  leave_to_parts(site);
  add_corridors(site);
  note_errors();
  // the table of intersections may have moved
  Intersection& done = data_.intersections[site.id.index()];
  done.corridor_count = static_cast<std::uint32_t>(data_.corridors.size()) - done.first_corridor;
  for (const IntersectionDescription& part : site.description->parts) add(part, site.id, depth + 1);
}

void build_intersections(Build& build) {
  IntersectionBuilder builder(build);
  for (const IntersectionDescription& intersection : build.description.intersections)
    builder.add(intersection, {}, 0);
}

}  // namespace backlot::network::internal
