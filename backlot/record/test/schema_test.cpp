#include "backlot/record/schema.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/record/csv.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::record::schema_test {
namespace {

using Cells = std::map<std::string, std::string, std::less<>>;

const world::TestRoads& town() {
  static const world::TestRoads roads(world::scene("biketown.way"));
  return roads;
}

template <class Row>
Cells cells_of(std::span<const Column<Row>> columns, const Row& row) {
  Cells cells;
  for (const Column<Row>& column : columns) {
    std::string text;
    append_cell(column.cell(row), column.decimals, text);
    cells[std::string(column.name)] = text;
  }
  return cells;
}

template <class Row>
std::string header_of(std::span<const Column<Row>> columns) {
  std::string text;
  append_header(columns, text);
  return text;
}

// ---- the columns

TEST(Schema, KeepsTheColumnsThatArePromised) {
  EXPECT_TRUE(
      header_of(trace_columns())
          .starts_with("time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,signal_state,"
                       "kind,role,acceleration_mps2,"));
  EXPECT_TRUE(
      header_of(event_columns())
          .starts_with("time_s,event,id,other_id,way,lane,to_lane,side,corridor,signal_state,other_corridor,"
                       "right_of_way,relative_speed_mps,directive,issuer,reason,"));
}

template <class Row>
void expect_sound(std::span<const Column<Row>> columns) {
  std::set<std::string_view> names;
  for (const Column<Row>& column : columns) {
    EXPECT_TRUE(names.insert(column.name).second) << column.name << " twice";
    EXPECT_NE(column.cell, nullptr) << column.name;
    EXPECT_TRUE(column.description.ends_with(".")) << column.name << ": a description is a sentence";
    EXPECT_EQ(column.type == ColumnType::number, column.decimals > 0) << column.name;
    const std::map<std::string_view, std::string_view> endings = {
        {"s", "_s"}, {"m", "_m"}, {"rad", "_rad"}, {"m/s", "_mps"}, {"m/s2", "_mps2"}};
    if (!column.unit.empty()) {
      EXPECT_TRUE(column.name.ends_with(endings.at(column.unit))) << column.name;
    }
  }
}

TEST(Schema, NamesEveryColumnOnceWithItsUnit) {
  expect_sound(trace_columns());
  expect_sound(event_columns());
}

// ---- what is in them

TEST(Schema, ShowsAnObjectOnTheNetwork) {
  const world::TestRoads& roads = town();
  const world::Track& track = roads.track(roads.roads.tracks.entrances()[0]);
  Frame frame;
  frame.time = base::SimTime::from_nanoseconds(12300000000);
  frame.role_names = {"subject", "cutter"};
  FrameObject object;
  object.id = {5, 5};
  object.kind = world::ObjectKind::bus;
  object.behaviour = Behaviour::external_steering;
  object.role = RoleId(1);
  object.brakes = object.indicates_left = true;
  object.centre = {1.25, -2.5, 0};
  object.heading_x = 0;
  object.heading_y = 1;
  object.length_m = 12;
  object.width_m = 2.5F;
  object.height_m = 3.1F;
  object.speed_mps = 8.125;
  object.accel_mps2 = -1.5;
  object.strip = track.strip;
  object.lane = track.lane;
  object.distance = 3;
  object.offset = -1.75;
  const Cells cells = cells_of(trace_columns(), TraceRow{roads.network, frame, object});
  const Cells expected = {{"time_s", "12.300"},
                          {"id", "5"},
                          {"x_m", "1.2500"},
                          {"y_m", "-2.5000"},
                          {"heading_rad", "1.570796"},
                          {"length_m", "12.00"},
                          {"width_m", "2.50"},
                          {"speed_mps", "8.1250"},
                          {"way", roads.network.name_of(track.strip)},
                          {"lane", roads.network.name_of(track.lane)},
                          {"signal_state", "-"},
                          {"kind", "bus"},
                          {"role", "cutter"},
                          {"acceleration_mps2", "-1.5000"},
                          {"height_m", "3.10"},
                          {"behaviour", "external_steering"},
                          {"brake_light", "1"},
                          {"indicator", "left"},
                          {"corridor", "-"},
                          {"distance_m", "3.000"},
                          {"offset_m", "-1.750"}};
  for (const auto& [name, value] : expected) EXPECT_EQ(cells.at(name), value) << name;
}

TEST(Schema, LeavesOutWhatAnObjectOffTheNetworkDoesNotHave) {
  const Frame frame;
  const FrameObject object{.id = {0, 0}};
  const Cells cells = cells_of(trace_columns(), TraceRow{town().network, frame, object});
  for (const char* name : {"way", "lane", "signal_state", "corridor"}) EXPECT_EQ(cells.at(name), "-") << name;
  for (const char* name : {"role", "indicator", "distance_m", "offset_m"})
    EXPECT_EQ(cells.at(name), "") << name;
}

TEST(Schema, ShowsTheFieldsOfAnEvent) {
  const network::Network& net = town().network;
  const std::array<std::string_view, 3> kinds = {"halt", "launch", "lurch"},
                                        reasons = {"none", "claimed", "too_late"};
  const EventNames names{kinds, reasons};
  Event refused;
  refused.kind = EventKind::refused;
  refused.object = {8, 8};
  refused.directive = 5000000000;
  refused.issuer = 2;
  refused.directive_kind = 1;
  refused.reason = 2;
  Cells cells = cells_of(event_columns(), EventRow{net, names, refused});
  EXPECT_EQ(cells.at("event"), "refused");
  EXPECT_EQ(cells.at("id"), "8");
  EXPECT_EQ(cells.at("directive"), "5000000000");
  EXPECT_EQ(cells.at("issuer"), "2");
  EXPECT_EQ(cells.at("directive_kind"), "launch");
  EXPECT_EQ(cells.at("reason"), "too_late");
  for (const char* name : {"other_id", "way", "lane", "to_lane", "side", "corridor", "signal_state",
                           "right_of_way", "relative_speed_mps", "intersection"})
    EXPECT_EQ(cells.at(name), "") << name;

  refused.reason = 77;
  EXPECT_EQ(cells_of(event_columns(), EventRow{net, names, refused}).at("reason"), "77") << "without a name";

  Event contact;
  contact.kind = EventKind::contact;
  contact.object = {1, 1};
  contact.other = {2, 2};
  contact.corridor = network::CorridorId(0);
  contact.right_of_way = RightOfWay::second;
  contact.relative_speed_mps = 4.25F;
  cells = cells_of(event_columns(), EventRow{net, names, contact});
  EXPECT_EQ(cells.at("other_id"), "2");
  EXPECT_EQ(cells.at("corridor"), net.name_of(net.strip_of(network::CorridorId(0))));
  EXPECT_EQ(cells.at("right_of_way"), "second");
  EXPECT_EQ(cells.at("relative_speed_mps"), "4.250");
  for (const char* name : {"directive", "issuer", "reason", "directive_kind"})
    EXPECT_EQ(cells.at(name), "") << name;
}

TEST(Schema, NamesTheIntersectionWhoseSignalsAreMeant) {
  const network::Network& net = town().network;
  std::size_t lit = 0;
  for (std::uint32_t k = 0; k < net.intersections().size(); ++k) {
    const network::Intersection& intersection = net.intersections()[k];
    if (intersection.group_count == 0) continue;
    ++lit;
    Event event;
    event.kind = EventKind::light_requested;
    event.programme = intersection.programme;
    EXPECT_EQ(cells_of(event_columns(), EventRow{net, {}, event}).at("intersection"),
              net.name_of(network::IntersectionId(k)));
  }
  EXPECT_GT(lit, 0U);
}

// ---- the document

template <class Row>
std::string table_of(std::span<const Column<Row>> columns) {
  std::string text = "| column | unit | type | meaning |\n|---|---|---|---|\n";
  for (const Column<Row>& c : columns)
    text += fmt::format("| `{}` | {} | {} | {} |\n", c.name, c.unit, to_text(c.type), c.description);
  return text;
}

std::string document() {
  const auto project =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path().parent_path();
  std::ifstream file(project / "docs" / "outputs.md", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Where a table differs, the message holds the one that belongs there.
TEST(Schema, IsExplainedInTheDocument) {
  const std::string text = document();
  EXPECT_NE(text.find(table_of(trace_columns())), std::string::npos) << table_of(trace_columns());
  EXPECT_NE(text.find(table_of(event_columns())), std::string::npos) << table_of(event_columns());
  for (std::uint32_t k = 0; k < kEventKinds; ++k) {
    const std::string name = fmt::format("| `{}` |", to_text(static_cast<EventKind>(k)));
    EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace backlot::record::schema_test
