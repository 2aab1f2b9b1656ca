#include <algorithm>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/geometry/uniqueness.h"
#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

namespace {

void warn_of_width(Build& build, StripId id, const std::string& what) {
  BACKLOT_ASSERT(id.index() < build.sections.size() && !what.empty(),
                 "a width is that of a strip with a name");
  const NetworkData& data = *build.data;
  const Strip& strip = data.strips[id.index()];
  const CrossSection& section = build.sections[id.index()];
  const double length = strip.length();
  const geometry::EdgesAt edges_at = [&](double distance) {
    const double at = std::clamp(distance - strip.from, 0.0, length);
    const Range edges = extent(section, length, at, at);
    return geometry::SurfaceEdges{.left = edges.high, .right = edges.low};
  };
  for (const geometry::UniquenessBreach& breach :
       geometry::find_local_breaches(data.ribbons[strip.ribbon.index()], strip.from, strip.to, edges_at))
    build.warning(
        "N207", build.lane_places[strip.first_lane],
        fmt::format("{} is wider than its curve allows: from {:.2f} to {:.2f} m its {} edge lies up to "
                    "{:.2f} m beyond the centre of the curve",
                    what, breach.from - strip.from, breach.to - strip.from, breach.left ? "left" : "right",
                    breach.size_m()),
        "a place there has more than one pair of coordinates: widen the curve, or narrow the lanes at its "
        "inside");
}

}  // namespace

void build_widths(Build& build) {
  if (build.found.has_errors()) return;  // what is wrong may have bent a curve
  const NetworkData& data = *build.data;
  for (const Way& way : data.ways)
    warn_of_width(build, way.strip, fmt::format("way \"{}\"", data.strip_names[way.strip.index()]));
  // those on roads are as their author drew them; the shape of all others is ours, and nothing that its author could mend
  for (std::size_t i = 0; i < data.corridors.size(); ++i) {
    if (build.shape_of[i] != Build::kNoShape) continue;
    const StripId strip = data.corridors[i].strip;
    warn_of_width(build, strip, fmt::format("corridor \"{}\"", data.strip_names[strip.index()]));
  }
}

}  // namespace backlot::network::internal
