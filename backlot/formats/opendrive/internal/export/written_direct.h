// Direct junctions: three ends of roads or more that touch.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "backlot/formats/opendrive/internal/export/exporter.h"

namespace backlot::formats::opendrive {

// An end of a road of the document.
struct DirectEnd {
  std::size_t road = 0, section = 0;
  network::End end = network::End::end;

  friend auto operator<=>(const DirectEnd&, const DirectEnd&) = default;
};

struct DirectLink {
  DirectEnd from;
  int from_lane = 0;
  DirectEnd to;
  int to_lane = 0;
};

// The junction, with the links of roads and lanes that belong to it; `zones_m` says how far lanes overlap before some ends.
Junction direct_junction(Exporter& all, const std::vector<DirectLink>& links,
                         const std::map<DirectEnd, double>& zones_m);

// Writes an intersection where roads run into one lane, with all corridors in gaps at the ends of roads; false where it
// is not such an intersection.
bool write_merge(Exporter& all, const network::IntersectionDescription& intersection);

ContactPoint contact_of(network::End end);
std::optional<RoadLink>& link_at(Road& road, network::End end);

}  // namespace backlot::formats::opendrive
