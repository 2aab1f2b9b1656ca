#include "backlot/formats/opendrive/translate.h"

#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/road_objects.h"
#include "backlot/formats/opendrive/internal/translation.h"

namespace backlot::opendrive {

namespace {

// The side on which most roads keep; roads of the other rule have their lanes run the other way all the same.
network::TrafficSide side_of(const Document& document) {
  std::size_t left = 0;
  for (const Road& road : document.roads) left += road.rule == TrafficRule::left_hand ? 1 : 0;
  return 2 * left > document.roads.size() ? network::TrafficSide::left : network::TrafficSide::right;
}

}  // namespace

std::string Translation::unique_name(const std::string& wanted) {
  const int count = ++names[wanted];
  return count == 1 ? wanted : unique_name(fmt::format("{}_{}", wanted, count));
}

base::Result<network::NetworkDescription> translate(const Document& document) {
  Translation translation(document);
  if (translation.roads.size() == 0) {
    translation.found.error("X300", document.place(document.where), "the file has no roads that can be used",
                            "a road has a planView with a geometry, and a lane section with lanes");
    return base::Result<network::NetworkDescription>::failure(std::move(translation.found));
  }
  if (document.header) translation.network.name = document.header->name;
  translation.network.side = side_of(document);
  translate_junctions(translation);
  translate_joints(translation);
  translate_roads(translation);

  const Tidying& tidying = translation.roads.tidying();
  if (tidying.short_geometries + tidying.short_sections > 0)
    translation.found.note("X310", document.place(document.where),
                           fmt::format("{} geometries and {} lane sections under 1 cm were merged with their "
                                       "neighbours",
                                       tidying.short_geometries, tidying.short_sections));
  if (tidying.narrow_lanes > 0)
    translation.found.note(
        "X311", document.place(document.where),
        fmt::format("{} driving lanes are too narrow for vehicles, or open and close again; "
                    "nobody drives there",
                    tidying.narrow_lanes));
  report_objects(translation);
  return base::Result<network::NetworkDescription>::from(std::move(translation.network),
                                                         std::move(translation.found));
}

}  // namespace backlot::opendrive
