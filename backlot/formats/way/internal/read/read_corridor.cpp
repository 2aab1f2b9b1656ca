#include "backlot/formats/way/internal/read/read_corridor.h"

#include <array>

#include "backlot/formats/way/internal/plausible.h"
#include "backlot/formats/way/internal/read/read_profile.h"
#include "backlot/formats/way/internal/read/read_spine.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::CorridorDescription;
using text::Cursor;

constexpr std::array<std::string_view, 15> kCorridorStatements = {
    "name",    "kind",   "direction",   "through", "free",   "on road",     "width",       "speed limit",
    "control", "signal", "turn on red", "swing",   "height", "left height", "right height"};

network::LaneReference read_lane_reference(Cursor& c) {
  text::Reference reference = c.reference("a lane of an arm, as in west.R1,");
  return {reference.owner, reference.last};
}

// ROAD from 0 m to 30 m [backward] [offset 2 m | offset { ... }]
network::OnRoad read_on_road(Cursor& c, const Environment& environment, Reading& reading) {
  network::OnRoad on_road;
  on_road.road = c.name("a road");
  c.expect("from");
  on_road.from = c.length();
  c.expect("to");
  on_road.to = c.length();
  on_road.is_along = !c.take("backward");
  if (c.take("offset")) on_road.offset = read_cubic_profile(c, text::kLength, environment, reading);
  return on_road;
}

void take_shape(Cursor& c, CorridorDescription& corridor, Given& given, const Environment& environment,
                Reading& reading) {
  if (!given.once(c, "shape")) return;
  if (c.take("through"))
    corridor.shape = network::ThroughPoints{read_points(c, environment, reading)};
  else if (c.take("free"))
    corridor.shape = network::FreeShape{read_points(c, environment, reading)};
  else if (c.take("on road"))
    corridor.shape = read_on_road(c, environment, reading);
  c.finish_words();
}

void read_statement(Cursor& c, CorridorDescription& corridor, Given& given, const Environment& environment,
                    Reading& reading) {
  if (c.is_next("through") || c.is_next("free") || c.is_next("on"))
    return take_shape(c, corridor, given, environment, reading);
  if (c.take("width")) {
    if (given.once(c, "width")) corridor.width = read_cubic_profile(c, text::kLength, environment, reading);
    c.finish_words();
    return;
  }
  if (take_height(c, corridor.heights, given, environment, reading)) return;
  if (c.take("name")) {
    if (given.once(c, "name")) corridor.name = c.name("the corridor's name");
  } else if (c.take("kind")) {
    corridor.kind = static_cast<network::LaneKind>(c.choose(kLaneKindWords, "kind of lane"));
  } else if (c.take("direction")) {
    corridor.direction = static_cast<network::LaneDirection>(c.choose(kDirectionWords, "direction"));
  } else if (c.take("speed limit")) {
    corridor.speed_limit_mps = read_speed_limit(c);
  } else if (c.take("control")) {
    corridor.control = static_cast<network::Control>(c.choose(kControlWords, "control"));
  } else if (c.take("signal")) {
    corridor.signal_group = c.name("a signal group");
  } else if (c.take("turn on red")) {
    corridor.turn_on_red = true;
  } else if (c.take("swing")) {
    corridor.has_swing = true;
  } else {
    return fail_unknown_statement(c, "in a corridor", kCorridorStatements);
  }
  c.finish();
}

void read_block(Cursor& c, CorridorDescription& corridor, Given& given, const Environment& environment,
                Reading& reading) {
  if (!c.finish_words()) return;
  for_each_statement(c.node(), environment, reading,
                     [&](Cursor& row) { read_statement(row, corridor, given, environment, reading); });
}

}  // namespace

CorridorDescription read_corridor(Cursor& c, const Environment& environment, Reading& reading) {
  CorridorDescription corridor;
  Given given;
  corridor.place = place_of(c);
  if (c.is_name_next() && !c.is_next("from") && !c.is_next("to") && given.once(c, "name"))
    corridor.name = c.name("the corridor's name");
  if (c.take("from")) corridor.from = read_lane_reference(c);
  if (c.take("to")) corridor.to = read_lane_reference(c);
  read_block(c, corridor, given, environment, reading);
  return corridor;
}

CorridorDescription read_free_crosswalk(Cursor& c, const Environment& environment, Reading& reading) {
  CorridorDescription crosswalk;
  Given given;
  crosswalk.place = place_of(c);
  crosswalk.kind = network::LaneKind::crosswalk;
  crosswalk.direction = network::LaneDirection::both;
  if (c.is_name_next() && !c.is_next("from") && given.once(c, "name"))
    crosswalk.name = c.name("the crosswalk's name");
  network::FreeShape shape;
  c.expect("from");
  read_point(c, shape.points.emplace_back());
  c.expect("to");
  read_point(c, shape.points.emplace_back());
  given.once(c, "shape");
  crosswalk.shape = shape;
  if (c.take("width") && given.once(c, "width")) crosswalk.width = network::constant_profile(c.length());
  read_block(c, crosswalk, given, environment, reading);
  return crosswalk;
}

}  // namespace backlot::formats::way
