#include "backlot/formats/opendrive/translate.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/import/merges.h"
#include "backlot/formats/opendrive/internal/import/road_objects.h"
#include "backlot/formats/opendrive/internal/import/translation.h"
#include "backlot/formats/opendrive/internal/import/virtual_gaps.h"

namespace backlot::formats::opendrive {

namespace {

// The side on which most roads keep; roads of the other rule have their lanes run the other way all the same.
network::TrafficSide side_of(const Document& document) {
  std::size_t left = 0;
  for (const Road& road : document.roads) left += road.rule == TrafficRule::left_hand ? 1 : 0;
  return 2 * left > document.roads.size() ? network::TrafficSide::left : network::TrafficSide::right;
}

// The text stands in the file as its author broke the lines.
std::string on_one_line(std::string_view text) {
  std::string line;
  bool is_apart = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space && is_apart && !line.empty()) line += ' ';
    if (!is_space) line += c;
    is_apart = is_space;
  }
  return line;
}

network::GeoReference geo_reference_of(const Header& header) {
  network::GeoReference geo;
  geo.projection = on_one_line(header.geo_reference);
  if (header.offset) {
    geo.x = header.offset->x;
    geo.y = header.offset->y;
    geo.z = header.offset->z;
    geo.heading_rad = header.offset->heading_rad;
  }
  return geo;
}

}  // namespace

std::string Translation::unique_name(const std::string& wanted) {
  const int count = ++names[wanted];
  return count == 1 ? wanted : unique_name(fmt::format("{}_{}", wanted, count));
}

base::Result<network::NetworkDescription> translate(const Document& document,
                                                    const std::set<std::string>& left_out) {
  Translation translation(document, left_out);
  if (translation.roads.size() == 0) {
    translation.found.error("X300", document.place(document.where), "the file has no roads that can be used",
                            "a road has a planView with a geometry, and a lane section with lanes");
    return base::Result<network::NetworkDescription>::failure(std::move(translation.found));
  }
  if (document.header) {
    translation.network.name = document.header->name;
    translation.network.geo_reference = geo_reference_of(*document.header);
  }
  translation.network.side = side_of(document);
  cut_at_virtual_junctions(translation);
  cut_merges(translation);
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
                    "no vehicle drives there",
                    tidying.narrow_lanes));
  if (tidying.shared_lanes > 0)
    translation.found.note("X313", document.place(document.where),
                           fmt::format("{} bidirectional lanes are for turning; no vehicle drives along them",
                                       tidying.shared_lanes));
  if (tidying.reserved_lanes > 0)
    translation.found.note(
        "X314", document.place(document.where),
        fmt::format("lanes that are not for cars, by their type or their rules of access: {}; "
                    "no vehicle of the traffic drives along them",
                    tidying.reserved_lanes));
  report_objects(translation);
  return base::Result<network::NetworkDescription>::from(std::move(translation.network),
                                                         std::move(translation.found));
}

}  // namespace backlot::formats::opendrive
