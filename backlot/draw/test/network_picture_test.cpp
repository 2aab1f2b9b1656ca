#include "backlot/draw/network_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/draw/internal/network_entries.h"
#include "backlot/draw/internal/network_labels.h"
#include "backlot/draw/internal/network_levels.h"
#include "backlot/draw/internal/network_marking.h"
#include "backlot/draw/internal/network_outline.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/draw/internal/network_sampling.h"
#include "backlot/draw/test/network_cases.h"
#include "backlot/draw/test/xml_check.h"

namespace backlot::draw::network_picture_test {
namespace {

using namespace test;
using internal::palette::kStopLine;
using internal::palette::kYieldLine;
using network::EndKind;
using network::Marking;
using network::Network;

std::string svg_of(const network::NetworkDescription& d, const NetworkPicture& picture = {}) {
  return draw_network(built(d), picture).to_svg();
}

std::size_t fills(const std::string& svg, const char* colour) {
  return count_of(svg, std::string("fill=\"") + colour + "\"");
}

// The value of an attribute of the first element from `at` on.
double attribute(const std::string& svg, std::size_t at, const std::string& name) {
  const std::size_t begin = svg.find(" " + name + "=\"", at);
  EXPECT_NE(begin, std::string::npos) << name;
  return std::strtod(svg.c_str() + begin + name.size() + 3, nullptr);
}

// How wide the polygon of an element is on the sheet.
double width_of_points(const std::string& svg, std::size_t at) {
  const std::size_t begin = svg.find("points=\"", at) + 8, end = svg.find('"', begin);
  double low = 1e300, high = -1e300;
  std::size_t i = begin;
  while (i < end) {
    const double x = std::strtod(svg.c_str() + i, nullptr);
    low = std::min(low, x), high = std::max(high, x);
    i = std::min(svg.find(' ', i), end) + 1;
  }
  return high - low;
}

TEST(NetworkPicture, IsWellFormedAndHoldsNames) {
  const std::string svg =
      svg_of(crossing(std::vector<Control>(4, Control::automatic)), {.title = "up & away"});
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find("up &amp; away"), std::string::npos);
  for (const char* name : {"east_street", "north_street", "west_street", "south_street", "market_cross"}) {
    EXPECT_EQ(count_of(svg, std::string(">") + name + "<"), 2U) << name;  // the letters and their halo
  }
  const std::string bare = svg_of(crossing(std::vector<Control>(4, Control::automatic)), {.names = false});
  EXPECT_EQ(bare.find(">east_street<"), std::string::npos);
}

TEST(NetworkPicture, ShowsAPartThroughAWindow) {
  const Network n = built(crossing(std::vector<Control>(4, Control::automatic)));
  const std::string whole = draw_network(n).to_svg();
  NetworkPicture picture;
  picture.window = {{0, 0, 0}, 30, 30};
  picture.bodies = {{{5, 0, 0}, 1, 0, 4.5, 1.8, "#123456"}, {{90, 0, 0}, 1, 0, 4.5, 1.8, "#654321"}};
  const std::string part = draw_network(n, picture).to_svg();
  EXPECT_EQ(xml_fault(part), "");
  EXPECT_EQ(count_of(part, "<svg "), 2U) << "the sheet, and the window in it";
  EXPECT_EQ(count_of(whole, "<svg "), 1U);
  EXPECT_EQ(fills(part, "#123456"), 1U);
  EXPECT_EQ(fills(part, "#654321"), 0U) << "outside of it";
}

// A box has a windscreen; a bicycle has two wheels and a handlebar, and its rider a head, as a person has.
TEST(NetworkPicture, ABicycleIsDrawnWithItsRider) {
  const Network n = built(signalled_crossing());
  const auto shapes = [&](PictureShape shape, const char* tag) {
    NetworkPicture picture, empty;
    picture.window = empty.window = {{0, 0, 0}, 30, 30};
    picture.bodies = {{{5, 0, 0}, 1, 0, 1.8, 0.6, "#123456", {}, shape}};
    const std::string svg = draw_network(n, picture).to_svg();
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(fills(svg, "#123456"), 1U);
    return count_of(svg, tag) - count_of(draw_network(n, empty).to_svg(), tag);
  };
  EXPECT_EQ(shapes(PictureShape::box, "<polygon"), 2U);
  EXPECT_EQ(shapes(PictureShape::box, "<circle"), 0U);
  EXPECT_EQ(shapes(PictureShape::bicycle, "<polygon"), 1U);
  EXPECT_EQ(shapes(PictureShape::bicycle, "<polyline"), 3U);
  EXPECT_EQ(shapes(PictureShape::bicycle, "<circle"), 1U);
  EXPECT_EQ(shapes(PictureShape::person, "<polyline"), 0U);
  EXPECT_EQ(shapes(PictureShape::person, "<circle"), 1U);
}

TEST(NetworkPicture, APartGoesIntoALargerSheet) {
  const Network n = built(signalled_crossing());
  Sheet sheet(500, 300);
  const Projection projection = draw_network_part(sheet, n, {}, {{10, 5, 0}, 40, 40}, {100, 50}, 200, 100);
  EXPECT_DOUBLE_EQ(projection.units_per_metre(), 2.5) << "the height decides: 100 units for 40 m";
  EXPECT_NEAR(projection.at({10, 5, 0}).x, 200, 1e-9);
  EXPECT_NEAR(projection.at({10, 5, 0}).y, 100, 1e-9);
  const std::string svg = sheet.to_svg();
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count_of(svg, R"(viewBox="100 50 200 100")"), 1U);
  // the housing of a signal head
  EXPECT_GT(count_of(svg, "#24292e"), 0U);
  Sheet without(500, 300);
  draw_network_part(without, n, {.signal_heads = false}, {{10, 5, 0}, 40, 40}, {100, 50}, 200, 100);
  EXPECT_EQ(count_of(without.to_svg(), "#24292e"), 0U);
}

TEST(NetworkPicture, GivesTheSameBytesEachTime) {
  const Network n = built(signalled_crossing());
  EXPECT_EQ(draw_network(n).to_svg(), draw_network(built(signalled_crossing())).to_svg());
}

TEST(NetworkPicture, IsTitledByTheNetwork) {
  EXPECT_NE(svg_of(straight_street()).find(">one street<"), std::string::npos);
  EXPECT_NE(svg_of(straight_street()).find("1 way · 200 m of vehicle lanes"), std::string::npos);
}

// One lane enters on each arm, so each stop asks for one line.
TEST(NetworkPicture, PaintsLinesWhereTheControlAsksForThem) {
  struct Case {
    const char* name;
    std::vector<Control> controls;
    std::size_t stops, yields;
  };
  const std::vector<Case> cases = {
      {"nothing", std::vector<Control>(4, Control::uncontrolled), 0, 0},
      {"right before left", std::vector<Control>(4, Control::priority_to_the_right), 0, 0},
      {"all stop", std::vector<Control>(4, Control::all_way_stop), 4, 0},
      {"two stop", {Control::priority_road, Control::stop, Control::priority_road, Control::stop}, 2, 0},
      {"two yield", {Control::priority_road, Control::yield, Control::priority_road, Control::yield}, 0, 2},
      {"one of each", {Control::priority_road, Control::yield, Control::priority_road, Control::stop}, 1, 1}};
  for (const Case& c : cases) {
    const std::string svg = svg_of(crossing(c.controls));
    EXPECT_EQ(fills(svg, kStopLine), c.stops) << c.name;
    EXPECT_EQ(fills(svg, kYieldLine), c.yields) << c.name;
  }
  EXPECT_EQ(fills(svg_of(signalled_crossing()), kStopLine), 4U);
  EXPECT_EQ(fills(svg_of(signalled_crossing(), {.markings = false}), kStopLine), 0U);
}

TEST(NetworkPicture, StopLineLiesWhereTrafficStops) {
  network::NetworkDescription d = crossing(std::vector<Control>(4, Control::all_way_stop));
  network::AttributeDescription line;
  line.kind = network::AttributeKind::stop_line;
  line.from = line.to = 74;
  line.direction = LaneDirection::forward;
  d.roads[0].ways[0].attributes = {line};
  const Network n = built(d);
  for (const internal::LaneEntry& entry : internal::find_entries(n)) {
    const bool is_east = n.name_of(n.lane(entry.lane.lane).strip) == "east_street";
    EXPECT_NEAR(entry.stop_distance, is_east ? 74 : 80, 1e-9);
    EXPECT_TRUE(entry.left && entry.straight && entry.right);
  }
}

TEST(NetworkPicture, ShowsASignForEachControlledApproach) {
  const std::vector<Control> controls = {Control::priority_road, Control::stop, Control::yield,
                                         Control::stop};
  const Network n = built(crossing(controls));
  const auto approaches = internal::find_approaches(n, internal::find_entries(n));
  ASSERT_EQ(approaches.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(approaches[i].control, controls[i]) << i;
    // the signs stand right of the traffic that comes in: the outer edge of its lane is at -3.5 m
    EXPECT_NEAR(approaches[i].kerb_offset, -3.5, 1e-9);
    EXPECT_NEAR(approaches[i].offset_beside(network::TrafficSide::right, 1), -4.5, 1e-9);
  }
  // a sign that the author placed is not drawn a second time
  network::NetworkDescription d = crossing(controls);
  const std::size_t before = count_of(svg_of(d), "#c8282d");
  network::FeatureDescription sign;
  sign.kind = network::FeatureKind::stop_sign;
  sign.distance = 78, sign.offset = -5, sign.direction = LaneDirection::forward;
  d.roads[1].ways[0].features = {sign};
  EXPECT_EQ(count_of(svg_of(d), "#c8282d"), before);
}

// The bar's length on the sheet, against the street's 100 m.
TEST(NetworkPicture, ScaleBarIsRight) {
  for (const double width : {0.0, 500.0, 2000.0}) {
    const std::string svg = svg_of(straight_street(), {.width = width, .legend = false});
    const std::size_t street = svg.find(std::string("fill=\"") + internal::palette::kAsphalt + "\"");
    const double street_units = width_of_points(svg, svg.rfind("<polygon", street));
    const std::size_t bar = svg.rfind("<rect", svg.rfind(std::string("fill=\"") + internal::palette::kPaper +
                                                         "\" stroke=\"" + internal::palette::kInk + "\""));
    const double bar_units = attribute(svg, bar, "width");
    const std::size_t text = svg.rfind("</text>"), begin = svg.rfind('>', text) + 1;
    const std::string label = svg.substr(begin, text - begin);
    EXPECT_TRUE(label.ends_with(" m")) << label;
    EXPECT_NEAR(bar_units / street_units * 100, std::strtod(label.c_str(), nullptr), 0.05) << width;
  }
}

TEST(NetworkPicture, HasTheSizeAskedFor) {
  const std::string svg =
      svg_of(crossing(std::vector<Control>(4, Control::automatic)), {.width = 900, .height = 700});
  EXPECT_NE(svg.find("viewBox=\"0 0 900 700\""), std::string::npos);
  EXPECT_EQ(xml_fault(svg_of({})), "");  // an empty network too
}

TEST(NetworkPicture, LeavesDetailAwayOnSmallScales) {
  const network::NetworkDescription d = crossing(std::vector<Control>(4, Control::all_way_stop));
  const std::string large = svg_of(d), small = svg_of(d, {.width = 120});
  EXPECT_EQ(xml_fault(small), "");
  EXPECT_LT(4 * small.size(), large.size());
  EXPECT_EQ(fills(small, kStopLine), 0U);
  EXPECT_EQ(small.find(internal::palette::kYellowPaint), std::string::npos);
  EXPECT_EQ(small.find(">east_street<"), std::string::npos);
  // roads are still there
  EXPECT_GT(fills(small, internal::palette::kAsphalt), 4U);
}

TEST(NetworkPicture, ShowsWhatCoversGroundByItsOutline) {
  network::NetworkDescription d = straight_street();
  const std::string bare = svg_of(d);
  network::FeatureDescription zebra{.kind = network::FeatureKind::crosswalk, .distance = 50};
  zebra.outline_frame = network::OutlineFrame::road;
  zebra.outline = {{48, 4, 0}, {48, -4, 0}, {52, -4, 0}, {52, 4, 0}};
  network::FeatureDescription house{.kind = network::FeatureKind::building, .distance = 20, .offset = 20};
  house.outline = {{9, 0, 0}, {0, 7, 0}, {-9, 0, 0}};
  network::FeatureDescription wall{.kind = network::FeatureKind::barrier, .distance = 70, .offset = 9};
  network::FeatureDescription roof = wall;
  wall.length = roof.length = 12;
  roof.loft = 5;
  d.roads[0].ways[0].features = {zebra, house, wall, roof};
  d.roads[0].features = {{.kind = network::FeatureKind::parking_space, .distance = 80, .offset = -9}};
  const std::string svg = svg_of(d);
  EXPECT_EQ(xml_fault(svg), "");
  // stripes of half a metre and as much between them, over 8 m
  const std::size_t zebras = svg.find(std::string("fill=\"") + internal::palette::kZebra);
  ASSERT_NE(zebras, std::string::npos);
  EXPECT_EQ(count_of(svg.substr(zebras, svg.find("</g>", zebras) - zebras), "<polygon"), 8U);
  EXPECT_EQ(fills(svg, "#7d7468"), 2U) << "wall and roof";
  EXPECT_EQ(count_of(svg, ">building<"), 1U);
  EXPECT_EQ(count_of(svg, ">parking<"), 1U);
  EXPECT_EQ(
      count_of(bare, ">parking<") + count_of(bare, ">building<") + fills(bare, internal::palette::kZebra),
      0U);
}

TEST(NetworkPicture, DrawsBridgesOverWhatTheyCross) {
  const Network n = built(bridge());
  const std::vector<internal::NetworkLevel> levels = internal::find_levels(n);
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].ways.size(), 2U);
  ASSERT_EQ(levels[1].ways.size(), 1U);
  EXPECT_EQ(n.name_of(n.way(levels[1].ways[0].way).strip), "above");
  // it lies over the street of 12 m, at 120 m, and not much beyond
  EXPECT_LT(levels[1].ways[0].from, 120 - 6);
  EXPECT_GT(levels[1].ways[0].to, 120 + 6);
  EXPECT_GT(levels[1].ways[0].from, 120 - 30);
  EXPECT_LT(levels[1].ways[0].to, 120 + 30);
  const std::string svg = draw_network(n).to_svg();
  EXPECT_NE(svg.find(internal::palette::kParapet), std::string::npos);
  EXPECT_EQ(svg_of(straight_street()).find(internal::palette::kParapet), std::string::npos);
}

TEST(NetworkPicture, LevelCrossingsAreNoBridges) {
  network::NetworkDescription d = bridge();
  std::get<geometry::PlanSpine>(d.roads[1].spine).elevation =
      geometry::CubicProfile::through({{0, 0}, {80, 1.5}, {160, 1.5}, {240, 0}});
  EXPECT_EQ(internal::find_levels(built(d)).size(), 1U);
}

// Streets of 7 m with sidewalks of 2.5 m that end 12 m from the middle: kerbs are arcs of 8.5 m about (12, 12).
TEST(NetworkPaving, RoundsTheCorners) {
  const Network n = built(crossing(std::vector<Control>(4, Control::automatic)));
  const internal::Paving paving = internal::paving_of(n, n.find_intersection("market_cross"), 16);
  ASSERT_EQ(paving.kerbs.size(), 4U);
  EXPECT_EQ(paving.beside.size(), 4U);
  for (const auto& kerb : paving.kerbs) {
    for (const geometry::WorldPoint& p : kerb) {
      const double x = std::fabs(p.x) - 12, y = std::fabs(p.y) - 12;
      EXPECT_NEAR(std::sqrt(x * x + y * y), 8.5, 0.01);
    }
  }
  for (const auto& band : paving.beside) EXPECT_EQ(band.kind, LaneKind::sidewalk);
  EXPECT_TRUE(paving.has_roadway_at({0, 0, 0}));
  EXPECT_TRUE(paving.has_roadway_at({11, -3, 0}));
  EXPECT_FALSE(paving.has_roadway_at({11, 4, 0}));
  EXPECT_FALSE(paving.has_roadway_at({7, 7, 0}));
}

TEST(NetworkMarking, IsChosenByWhatLiesOnBothSides) {
  network::NetworkDescription d = straight_street();
  d.roads[0].ways[0].lanes = {lane(LaneKind::sidewalk, LaneDirection::both, 2),
                              lane(LaneKind::bicycle, LaneDirection::backward, 1.5),
                              lane(LaneKind::vehicle, LaneDirection::backward, 3),
                              lane(LaneKind::vehicle, LaneDirection::forward, 3),
                              lane(LaneKind::vehicle, LaneDirection::forward, 3),
                              lane(LaneKind::parking, LaneDirection::none, 2),
                              lane(LaneKind::verge, LaneDirection::none, 2)};
  d.roads[0].ways[0].lanes_left = 3;
  const Network n = built(d);
  const auto boundaries = internal::marked_boundaries(n, n.find_way("high_street"), {0, 50, 100});
  const std::vector<Marking> expected = {Marking::none,         Marking::kerb,   Marking::solid,
                                         Marking::double_solid, Marking::broken, Marking::solid,
                                         Marking::kerb,         Marking::none};
  ASSERT_EQ(boundaries.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(boundaries[i].marking, expected[i]) << i;
    EXPECT_EQ(boundaries[i].distances.size(), 3U);
    EXPECT_EQ(boundaries[i].divides_directions, i == 3) << i;
  }
}

TEST(NetworkMarking, ShowsWherePassingIsForbidden) {
  network::NetworkDescription d = straight_street();
  network::AttributeDescription zone;
  zone.kind = network::AttributeKind::no_passing;
  zone.from = 20, zone.to = 60, zone.direction = LaneDirection::forward;
  d.roads[0].ways[0].attributes = {zone};
  zone.from = 40, zone.to = 80, zone.direction = LaneDirection::backward;
  d.roads[0].ways[0].attributes.push_back(zone);
  const Network n = built(d);
  std::vector<std::pair<double, Marking>> seen;  // where each begins
  for (const auto& boundary : internal::marked_boundaries(n, n.find_way("high_street"), {0, 100})) {
    if (boundary.divides_directions) seen.emplace_back(boundary.distances.front(), boundary.marking);
  }
  // the lane to the right is the forward one
  const std::vector<std::pair<double, Marking>> expected = {{0, Marking::broken},
                                                            {20, Marking::broken_solid},
                                                            {40, Marking::double_solid},
                                                            {60, Marking::solid_broken},
                                                            {80, Marking::broken}};
  EXPECT_EQ(seen, expected);
}

TEST(NetworkMarking, IsWhatTheAuthorSaysWhereTheySayIt) {
  network::NetworkDescription d = straight_street();
  auto& lanes = d.roads[0].ways[0].lanes;
  lanes = {lane(LaneKind::vehicle, LaneDirection::forward, 3),
           lane(LaneKind::vehicle, LaneDirection::forward, 3),
           lane(LaneKind::vehicle, LaneDirection::forward, 3)};
  d.roads[0].ways[0].lanes_left = 0;
  lanes[0].right_marking = Marking::broken_solid;
  lanes[1].left_marking = Marking::double_solid;  // the lane to the right of a boundary has the last word
  lanes[1].right_marking = Marking::solid;
  lanes[2].right_marking = Marking::kerb;
  const Network n = built(d);
  const auto boundaries = internal::marked_boundaries(n, n.find_way("high_street"), {0, 100});
  ASSERT_EQ(boundaries.size(), 4U);
  EXPECT_EQ(boundaries[0].marking, Marking::solid);
  EXPECT_EQ(boundaries[1].marking, Marking::double_solid);
  EXPECT_EQ(boundaries[2].marking, Marking::solid);
  EXPECT_EQ(boundaries[3].marking, Marking::kerb);
}

TEST(NetworkMarking, ChangesAlongTheWay) {
  network::NetworkDescription d = straight_street();
  auto& lanes = d.roads[0].ways[0].lanes;
  lanes = {lane(LaneKind::vehicle, LaneDirection::backward, 3),
           lane(LaneKind::vehicle, LaneDirection::forward, 3)};
  d.roads[0].ways[0].lanes_left = 1;
  lanes[0].right_marking = Marking::broken;
  lanes[0].right_changes = {{30, Marking::solid}, {70, Marking::broken}};
  lanes[1].left_changes = {{40, Marking::double_solid}, {50, Marking::automatic}};
  const Network n = built(d);
  std::vector<std::pair<double, Marking>> seen;  // where each begins
  for (const auto& boundary : internal::marked_boundaries(n, n.find_way("high_street"), {0, 100}))
    if (boundary.divides_directions) seen.emplace_back(boundary.distances.front(), boundary.marking);
  const std::vector<std::pair<double, Marking>> expected = {{0, Marking::broken},
                                                            {30, Marking::solid},
                                                            {40, Marking::double_solid},
                                                            {50, Marking::solid},
                                                            {70, Marking::broken}};
  EXPECT_EQ(seen, expected);
}

TEST(NetworkMarking, PassesOverLanesThatAreClosed) {
  network::NetworkDescription d = straight_street();
  auto& lanes = d.roads[0].ways[0].lanes;
  lanes = {lane(LaneKind::vehicle, LaneDirection::forward, 3),
           lane(LaneKind::vehicle, LaneDirection::forward, 3),
           lane(LaneKind::shoulder, LaneDirection::none, 2)};
  // the second lane opens over the middle fifth
  lanes[1].width = geometry::CubicProfile::through({{0, 0}, {40, 0}, {60, 3}, {100, 3}});
  d.roads[0].ways[0].lanes_left = 0;
  const Network n = built(d);
  const auto boundaries = internal::marked_boundaries(n, n.find_way("high_street"), {0, 20, 40, 60, 80, 100});
  const auto between = [&](std::uint32_t left, std::uint32_t right) {
    const std::uint32_t first = n.strips()[0].first_lane;
    return std::find_if(boundaries.begin(), boundaries.end(), [&](const internal::MarkedBoundary& b) {
      return b.left == network::LaneId(first + left) && b.right == network::LaneId(first + right);
    });
  };
  ASSERT_NE(between(0, 2), boundaries.end());
  EXPECT_EQ(between(0, 2)->distances, (std::vector<double>{0, 20, 40}));
  ASSERT_NE(between(0, 1), boundaries.end());
  EXPECT_EQ(between(0, 1)->distances, (std::vector<double>{40, 60, 80, 100}));
  EXPECT_EQ(between(0, 1)->marking, Marking::broken);
}

TEST(NetworkSampling, FollowsCurvesAndSparesStraights) {
  network::NetworkDescription d = straight_street();
  EXPECT_EQ(internal::sample_strip(built(d), network::StripId(0), 0, 100, {.tolerance_m = 0.01}).size(), 2U);
  geometry::PlanSpine bend = straight(0, 0, 0, 50);
  bend.elements.push_back({geometry::PlanArc{60, 1.0 / 40}});
  d.roads[0].spine = bend;
  const Network n = built(d);
  const double length = n.strips()[0].length();
  const std::vector<double> cuts =
      internal::sample_strip(n, network::StripId(0), 0, length, {.tolerance_m = 0.01});
  EXPECT_EQ(cuts.front(), 0);
  EXPECT_EQ(cuts.back(), length);
  std::vector<double> offsets;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    internal::boundary_offsets(n, network::StripId(0), cuts[i], offsets);
    for (const double o : offsets) {
      const auto a = internal::surface_point(n, network::StripId(0), cuts[i], o);
      const auto b = internal::surface_point(n, network::StripId(0), cuts[i + 1], o);
      for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        const double d_between = cuts[i] + share * (cuts[i + 1] - cuts[i]);
        const auto p = internal::surface_point(n, network::StripId(0), d_between, o);
        const geometry::Vec3 u = normalized(b - a);
        EXPECT_LT(norm(cross(u, p - a)), 0.011);
      }
    }
  }
  // an arc of 40 m with its outer edge at 46 m asks for chords of sqrt(8 r e) = 1.8 m of spine; halving may double it
  EXPECT_LT(cuts.size(), 80U);
}

TEST(LabelRoom, KeepsTextsApart) {
  internal::LabelRoom room(40);
  const internal::TurnedBox level{{100, 100}, 1, 0, 50, 6};
  EXPECT_TRUE(room.take(level));
  EXPECT_FALSE(room.take(level));
  EXPECT_TRUE(room.take({{100, 113}, 1, 0, 50, 6}));
  EXPECT_FALSE(room.take({{145, 90}, 0.6, 0.8, 50, 6}));
  // upright boxes around both would overlap, the boxes do not
  EXPECT_TRUE(room.take({{160, 90}, 0.6, 0.8, 50, 6}));
}

}  // namespace
}  // namespace backlot::draw::network_picture_test
