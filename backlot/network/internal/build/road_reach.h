// How far the lanes of a road reach on both sides of its spine: along the whole of it, and from here to there.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "backlot/geometry/ribbon_description.h"
#include "backlot/network/internal/cross_section.h"
#include "backlot/network/intersection_description.h"

namespace backlot::network::internal {

// The lanes of a road, by cross-sections that may lie on top of each other.
class RoadReach {
 public:
  // From one distance of the road to another, by growing `from`. The section must stay where it is.
  void add(double from, double to, const CrossSection& section);

  // Without any lanes half a metre.
  geometry::SurfaceEdges edges() const;
  geometry::SurfaceEdges edges(double from, double to) const;

 private:
  struct Span {
    double from, to;
    double reached;  // the largest `to` so far
    const CrossSection* section;
  };
  std::vector<Span> spans_;
};

// The corridors on each road.
class CorridorsOnRoads {
 public:
  explicit CorridorsOnRoads(const std::vector<IntersectionDescription>& intersections);

  // Their cross-sections, made when they are asked for.
  struct Sections {
    std::vector<double> from, to;
    std::vector<CrossSection> sections;
  };
  Sections on(const std::string& road) const;

 private:
  void note(const IntersectionDescription& intersection);

  std::unordered_map<std::string, std::vector<const CorridorDescription*>> on_;
};

}  // namespace backlot::network::internal
