#include "apps/cli/maps/error_marks.h"

#include <optional>
#include <string>
#include <variant>

#include "backlot/network/locate.h"

namespace backlot::cli {
namespace {

using geometry::WorldPoint;

constexpr const char* kErrorColour = "#c8102e";

// Where a road is: the middle of its first way that was built, else where its spine is said to begin.
std::optional<WorldPoint> position_of(const network::Network& network, const network::RoadDescription& road) {
  for (const network::WayDescription& way : road.ways) {
    const network::StripId strip = network.find_strip(way.name);
    if (!strip.is_empty())
      return network::place(network, strip, {0.5 * network.strip(strip).length(), 0, 0}).position;
  }
  if (const auto* plan = std::get_if<geometry::PlanSpine>(&road.spine))
    return WorldPoint{plan->start.x, plan->start.y, plan->base_z};
  const auto& points = std::get<geometry::PointSpine>(road.spine).points;
  return points.empty() ? std::nullopt : std::optional(points.front().position);
}

// The middle of the arms that were built or have a place.
std::optional<WorldPoint> position_of(const network::Network& network,
                                      const network::IntersectionDescription& intersection) {
  WorldPoint sum;
  double count = 0;
  const auto add = [&](const WorldPoint& p) {
    sum = {sum.x + p.x, sum.y + p.y, sum.z + p.z};
    ++count;
  };
  const network::IntersectionId id = network.find_intersection(intersection.name);
  if (!id.is_empty())
    for (const network::Arm& arm : network.arms(id)) add(arm.position);
  if (count == 0)
    for (const network::ArmDescription& arm : intersection.arms)
      if (arm.at) add(arm.at->position);
  if (count == 0) return std::nullopt;
  return WorldPoint{sum.x / count, sum.y / count, sum.z / count};
}

// The last of the roads and intersections that begin before a place of the text.
std::optional<WorldPoint> position_of(const Loading& loading, const base::Place& place) {
  const network::Network& network = *loading.salvaged;
  std::optional<WorldPoint> position;
  int last = 0;
  const auto look = [&](const auto& part) {
    if (part.place.file != place.file || part.place.line > place.line || part.place.line < last) return;
    last = part.place.line;
    position = position_of(network, part);
  };
  for (const network::RoadDescription& road : loading.description->roads) look(road);
  for (const network::IntersectionDescription& one : loading.description->intersections) look(one);
  return position;
}

}  // namespace

std::vector<draw::PictureMark> error_marks(const Loading& loading) {
  std::vector<draw::PictureMark> marks;
  std::vector<bool> is_used(loading.spots.size(), false);
  for (const base::Diagnostic& error : loading.diagnostics) {
    if (error.severity != base::Severity::error) continue;
    std::optional<WorldPoint> position;
    for (std::size_t i = 0; i < loading.spots.size() && !position; ++i) {
      const network::ErrorSpot& spot = loading.spots[i];
      const bool is_here = spot.code == error.code && spot.place.line == error.place.line &&
                           spot.place.column == error.place.column && spot.place.file == error.place.file;
      if (!is_here || is_used[i]) continue;
      is_used[i] = true;
      position = spot.position;
    }
    if (!position) position = position_of(loading, error.place);
    if (!position) continue;
    std::string label = error.code;
    if (error.place.line > 0) label += " line " + std::to_string(error.place.line);
    marks.push_back({*position, kErrorColour, std::move(label), true});
  }
  return marks;
}

}  // namespace backlot::cli
