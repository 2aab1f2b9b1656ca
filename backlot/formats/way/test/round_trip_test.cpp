// Text to network and back, to the last bit.
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/way/document.h"
#include "backlot/formats/way/test/everything.h"
#include "backlot/formats/way/test/reading.h"
#include "backlot/formats/way/test/town.h"
#include "backlot/formats/way/way.h"

namespace backlot::formats::way::round_trip_test {
namespace {

TEST(RoundTrip, EveryFieldOfANetworkReadsBack) {
  const network::NetworkDescription network = everything();
  const std::string text = write_way(network);
  const auto again = read_way(text, "again", text::NoFiles());
  ASSERT_TRUE(again) << to_text(again.diagnostics()) << text;
  ASSERT_EQ(again->roads.size(), network.roads.size());
  for (std::size_t i = 0; i < network.roads.size(); ++i) {
    const network::RoadDescription& road = network.roads[i];
    const network::RoadDescription& copy = again->roads[i];
    EXPECT_EQ(road.spine, copy.spine) << road.name;
    EXPECT_EQ(road.source, copy.source) << road.name;
    ASSERT_EQ(road.ways.size(), copy.ways.size());
    for (std::size_t w = 0; w < road.ways.size(); ++w) {
      EXPECT_EQ(road.ways[w].lanes, copy.ways[w].lanes);
      EXPECT_EQ(road.ways[w].shift, copy.ways[w].shift);
      EXPECT_EQ(road.ways[w].attributes, copy.ways[w].attributes);
      EXPECT_EQ(road.ways[w].features, copy.ways[w].features);
    }
    EXPECT_EQ(road, copy) << road.name;
  }
  ASSERT_EQ(again->intersections.size(), network.intersections.size());
  for (std::size_t i = 0; i < network.intersections.size(); ++i) {
    const network::IntersectionDescription& x = network.intersections[i];
    const network::IntersectionDescription& copy = again->intersections[i];
    EXPECT_EQ(x.arms, copy.arms) << x.name;
    EXPECT_EQ(x.corridors, copy.corridors) << x.name;
    EXPECT_EQ(x.signals, copy.signals) << x.name;
    EXPECT_EQ(x.parts, copy.parts) << x.name;
    EXPECT_EQ(x, copy) << x.name;
  }
  EXPECT_EQ(network, *again);
}

TEST(RoundTrip, ANetworkWithNothingInItReadsBack) {
  const network::NetworkDescription empty;
  EXPECT_EQ(network_of(write_way(empty)), empty);
}

TEST(RoundTrip, WhatIsWrittenIsInTheCanonicalFormat) {
  const std::string text = write_way(everything());
  const auto formatted = format_way(text, "t");
  ASSERT_TRUE(formatted);
  EXPECT_EQ(*formatted, text);
}

TEST(RoundTrip, ADocumentOfANetworkExpandsToIt) {
  const auto network = expand(document_of(everything()), text::NoFiles());
  ASSERT_TRUE(network);
  EXPECT_EQ(*network, everything());
}

TEST(RoundTrip, EqualListsOfLanesBecomeProfiles) {
  const std::string text = write_way(everything());
  EXPECT_NE(text.find("profile profile_1 {"), std::string::npos);
  EXPECT_EQ(text.find("profile profile_2 {"), std::string::npos);
}

TEST(RoundTrip, FormattingKeepsTemplatesCommentsAndMeaning) {
  const auto document = parse(kTown, "t.way");
  ASSERT_TRUE(document) << to_text(document.diagnostics());
  const std::string once = print(*document);
  const auto second = parse(once, "again.way");
  ASSERT_TRUE(second);
  EXPECT_EQ(*document, *second);
  EXPECT_EQ(print(*second), once);
  EXPECT_EQ(network_of(once), network_of(kTown));
  EXPECT_NE(once.find("template crossing(reach = 12 m, offset = 0 s) {"), std::string::npos);
  EXPECT_NE(once.find("# where nothing else is said"), std::string::npos);
}

TEST(RoundTrip, ATownReadsBack) {
  const network::NetworkDescription town = network_of(kTown);
  EXPECT_EQ(network_of(write_way(town)), town);
}

TEST(RoundTrip, UnitsAreThoseThatReadBest) {
  const std::string text =
      write_way(network_of("speed limit 50 km/h\nway w { lanes { spine }; begin at (0 m, 0 m) "
                           "heading 30 deg; arc right radius 80 m length 5 m; "
                           "advised speed 25 mph }"));
  for (const char* const words : {"50 km/h", "30 deg", "right radius 80 m", "25 mph"})
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

}  // namespace
}  // namespace backlot::formats::way::round_trip_test
