#include "backlot/formats/way/internal/read/read_road.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/way/internal/read/read_profile.h"
#include "backlot/formats/way/internal/read/read_spine.h"
#include "backlot/formats/way/internal/read/read_way_block.h"
#include "backlot/formats/way/internal/read/read_wayside.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using text::Cursor;

Link::ArmName read_arm_name(Cursor& c) {
  const std::size_t position = c.position();
  text::Reference reference = c.reference("an arm of an intersection, as in market.east,");
  return {std::move(reference.owner), std::move(reference.last), position};
}

// NAME { at 0 m: 0 m; lane WAY.LANE is "-1"; lane WAY.LANE is "-2" from 40 m }
network::SourceFrame read_source(Cursor& c, const Environment& environment, Reading& reading) {
  network::SourceFrame source;
  source.road = c.name("the road's name in its file");
  if (!c.finish_words()) return source;
  for_each_statement(c.node(), environment, reading, [&source](Cursor& row) {
    constexpr std::array<std::string_view, 2> kKnown = {"at", "lane"};
    if (row.take("at")) {
      network::SourceFrame::Station station;
      station.distance = row.length();
      row.expect_symbol(':');
      station.s = row.length();
      if (row.finish()) source.stations.push_back(station);
    } else if (row.take("lane")) {
      text::Reference lane = row.reference("a lane of a way, as in high_street.R1,");
      row.expect("is");
      std::string label = row.name("the lane's name in its file");
      const double from_s = row.take("from") ? row.length() : 0;
      if (row.finish())
        source.lanes.push_back({std::move(lane.owner), std::move(lane.last), std::move(label), from_s});
    } else {
      fail_unknown_statement(row, "in a source", kKnown);
    }
  });
  return source;
}

// { at 0 m { from -4 m: cubic (0, 0.02, 0, 0); from 0 m: ... }; at 50 m: 0.1 m }
std::vector<network::SurfaceStation> read_surface(Cursor& c, const Environment& environment,
                                                  Reading& reading) {
  std::vector<network::SurfaceStation> stations;
  if (!c.finish_before_block("the surface")) return stations;
  for_each_statement(c.node(), environment, reading, [&](Cursor& row) {
    constexpr std::array<std::string_view, 1> kKnown = {"at"};
    if (!row.take("at")) return fail_unknown_statement(row, "in a surface", kKnown);
    network::SurfaceStation station;
    station.distance = row.length();
    row.take_symbol(':');
    station.height = read_cubic_profile(row, text::kLength, environment, reading);
    if (row.finish_words()) stations.push_back(std::move(station));
  });
  return stations;
}

void read_way_on_road(Cursor& c, network::RoadDescription& road, const Environment& environment,
                      Reading& reading) {
  network::WayDescription way;
  way.place = place_of(c);
  way.name = c.name("the way's name");
  if (c.take("from")) way.from = c.length();
  if (c.take("to")) way.to = c.length();
  if (!c.finish_before_block("the way")) return;
  read_way_block(c, way, nullptr, environment, reading);
  road.ways.push_back(std::move(way));
}

}  // namespace

std::optional<SingleWay> read_single_way(Cursor& c, const Environment& environment, Reading& reading) {
  SingleWay single;
  network::WayDescription way;
  SpineReader spine(environment, reading);
  single.road.place = way.place = place_of(c);
  single.road.name = way.name = c.name("the way's name");
  if (c.take("from")) single.link.from = read_arm_name(c);
  if (c.take("to")) single.link.to = read_arm_name(c);
  if (!c.finish_before_block("the way")) return std::nullopt;

  const bool was_read = read_way_block(c, way, &spine, environment, reading);
  single.link.needs_spine = spine.is_empty();
  if (was_read && spine.is_empty() && !(single.link.from && single.link.to)) {
    c.fail_at(
        0, "W109", fmt::format("way \"{}\" has no spine", way.name),
        "write begin at (0 m, 0 m) heading 0 deg and what follows, or from which arm to which it leads");
  }
  single.road.spine = std::move(spine).spine();
  single.road.ways.push_back(std::move(way));
  return single;
}

std::optional<network::RoadDescription> read_road(Cursor& c, const Environment& environment,
                                                  Reading& reading) {
  network::RoadDescription road;
  SpineReader spine(environment, reading);
  Given given;
  road.place = place_of(c);
  road.name = c.name("the road's name");
  if (!c.finish_before_block("the road")) return std::nullopt;
  const std::size_t failures = reading.problems.failures();
  for_each_statement(c.node(), environment, reading, [&](Cursor& row) {
    if (row.take("way")) {
      read_way_on_road(row, road, environment, reading);
    } else if (row.take("measured")) {
      row.expect("in");
      row.expect("plan");
      if (given.once(row, "measured") && row.finish()) road.is_measured_in_plan = true;
    } else if (row.take("surface")) {
      if (given.once(row, "surface")) road.surface = read_surface(row, environment, reading);
    } else if (row.take("source")) {
      if (given.once(row, "source")) road.source = read_source(row, environment, reading);
    } else if (!spine.take(row) && !take_feature(row, road.features)) {
      std::vector<std::string_view> known = {"way", "measured", "surface", "source"};
      known.insert(known.end(), kSpineStatements.begin(), kSpineStatements.end());
      known.insert(known.end(), kFeatureWords.begin(), kFeatureWords.end());
      fail_unknown_statement(row, "in a road", known);
    }
  });
  if (spine.is_empty() && reading.problems.failures() == failures)
    c.fail_at(0, "W109", fmt::format("road \"{}\" has no spine", road.name),
              "write begin at (0 m, 0 m) heading 0 deg and what follows");
  road.spine = std::move(spine).spine();
  return road;
}

}  // namespace backlot::formats::way
