#include "apps/cli/maps/source_coordinates.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace backlot::cli {

using network::LaneId;
using network::Network;
using network::RibbonId;
using network::SourceFrame;
using network::StripId;

std::optional<SourcePoint> find_source_point(const Network& network, StripId strip,
                                             const geometry::RibbonPoint& point) {
  const network::Strip& on = network.strip(strip);
  const SourceFrame* source = network.source(on.ribbon);
  if (source == nullptr) return std::nullopt;
  return SourcePoint{source->road, source->to_source(on.from + point.distance), point.offset};
}

std::string_view source_label(const Network& network, LaneId lane, double distance) {
  const StripId strip = network.lane(lane).strip;
  const std::string& name = network.name_of(lane);
  const network::Strip& on = network.strip(strip);
  if (const SourceFrame* source = network.source(on.ribbon))
    if (const std::string* label =
            source->find_label(network.name_of(strip), name, source->to_source(on.from + distance)))
      return *label;
  return name;
}

RibbonId find_source_ribbon(const Network& network, std::string_view road, double s) {
  RibbonId nearest;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < network.ribbons().size(); ++i) {
    const RibbonId ribbon = RibbonId::from_size(i);
    const SourceFrame* source = network.source(ribbon);
    if (source == nullptr || source->road != road || source->stations.empty()) continue;
    const double outside = std::max({source->stations.front().s - s, s - source->stations.back().s, 0.0});
    if (outside >= smallest) continue;
    smallest = outside;
    nearest = ribbon;
  }
  return nearest;
}

}  // namespace backlot::cli
