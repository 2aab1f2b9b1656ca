#include "backlot/formats/rndf/read_rndf.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/rndf/test/route_text.h"

namespace backlot::formats::rndf::read_rndf_test {
namespace {

std::vector<std::string> codes_of(const base::Diagnostics& found) {
  std::vector<std::string> list;
  for (const base::Diagnostic& d : found) list.push_back(d.code);
  return list;
}

std::vector<std::string> codes_of(std::string_view text) {
  return codes_of(read_rndf(text, "f").diagnostics());
}

const std::vector<Metres> kStraight = {{0, 0}, {20, 0}, {40, 0}};

TEST(ReadRndf, TakesOverTheAttributesOfLanes) {
  const std::string text =
      file_text({segment_text(1, {lane_text("1.1", kStraight,
                                            {"left_boundary\tdouble_yellow", "right_boundary\tsolid_white",
                                             "checkpoint\t1.1.2\t7", "stop\t1.1.3", "exit\t1.1.3\t2.1.1"})}),
                 segment_text(2, {lane_text("2.1", {{50, 0}, {70, 0}})})});
  const base::Result<RndfDocument> read = read_rndf(text, "f");
  ASSERT_TRUE(read) << base::to_text(read.diagnostics());
  EXPECT_TRUE(read.diagnostics().is_empty()) << base::to_text(read.diagnostics());
  EXPECT_EQ(read->name, "test");
  ASSERT_EQ(read->segments.size(), 2u);
  const Line& lane = read->segments[0].lanes.at(0);
  EXPECT_EQ(lane.waypoints.size(), 3u);
  EXPECT_EQ(lane.width_ft, 12);
  EXPECT_EQ(lane.left, Boundary::double_yellow);
  EXPECT_EQ(lane.right, Boundary::solid_white);
  ASSERT_EQ(lane.checkpoints.size(), 1u);
  EXPECT_EQ(lane.checkpoints[0].id, 7);
  EXPECT_EQ(to_text(lane.checkpoints[0].at), "1.1.2");
  ASSERT_EQ(lane.exits.size(), 1u);
  EXPECT_EQ(to_text(lane.exits[0].to), "2.1.1");
  EXPECT_EQ(lane.stops.size(), 1u);
}

TEST(ReadRndf, TakesOverZonesWithSpots) {
  const std::string zone =
      "zone\t2\nnum_spots\t1\nzone_name\tlot\nperimeter\t2.0\nnum_perimeterpoints\t3\nexit\t2.0.1\t1.1.1\n" +
      waypoint_rows("2.0", {{0, 10}, {40, 10}, {20, 40}}) + "end_perimeter\nspot\t2.1\nspot_width\t10\n" +
      "checkpoint\t2.1.2\t5\n" + waypoint_rows("2.1", {{20, 20}, {20, 25}}) + "end_spot\nend_zone\n";
  const base::Result<RndfDocument> read =
      read_rndf(file_text({segment_text(1, {lane_text("1.1", kStraight)})}, {zone}), "f");
  ASSERT_TRUE(read) << base::to_text(read.diagnostics());
  EXPECT_TRUE(read.diagnostics().is_empty()) << base::to_text(read.diagnostics());
  ASSERT_EQ(read->zones.size(), 1u);
  EXPECT_EQ(read->zones[0].name, "lot");
  EXPECT_EQ(read->zones[0].perimeter.waypoints.size(), 3u);
  EXPECT_EQ(read->zones[0].perimeter.exits.size(), 1u);
  ASSERT_EQ(read->zones[0].spots.size(), 1u);
  EXPECT_EQ(read->zones[0].spots[0].checkpoints.at(0).id, 5);
}

struct Case {
  const char* name;
  std::string text;
  std::vector<std::string> codes;
};

std::string with_lane_rows(const std::vector<std::string>& rows) {
  return file_text({segment_text(1, {lane_text("1.1", kStraight, rows)})});
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ReadRndf, SaysWhatIsWrong) {
  const std::string sound = with_lane_rows({});
  const std::vector<Case> cases = {
      {"nothing", "", {"R202", "R101"}},
      {"another file", "hello world\n", {"R101", "R102", "R203", "R202", "R101"}},
      {"too many segments said", replaced(sound, "num_segments\t1", "num_segments\t3"), {"R201"}},
      {"a count that is no number", replaced(sound, "num_segments\t1", "num_segments\tmany"), {"R103"}},
      {"a count below zero", replaced(sound, "num_zones\t0", "num_zones\t-1"), {"R103"}},
      {"a count beyond all", replaced(sound, "num_lanes\t1", "num_lanes\t4000000000"), {"R103"}},
      {"wrong number of waypoints", replaced(sound, "num_waypoints\t3", "num_waypoints\t4"), {"R201"}},
      {"no end", replaced(sound, "end_file\n", ""), {"R202"}},
      {"more after the end", sound + "segment\t2\n", {"R202"}},
      {"a lane that is not closed", replaced(sound, "end_lane\n", ""), {"R204"}},
      {"blanks for tabs", replaced(sound, "lane\t1.1", "lane 1.1"), {"R203"}},
      {"an unknown statement", with_lane_rows({"exitt\t1.1.3\t1.1.1"}), {"R102"}},
      {"an exit to nowhere", with_lane_rows({"exit\t1.1.3\t9.1.1"}), {"R106"}},
      {"an exit of another lane", with_lane_rows({"exit\t1.2.3\t1.1.1"}), {"R104"}},
      {"an id of two parts", with_lane_rows({"stop\t1.1"}), {"R104"}},
      {"a stop without a place", with_lane_rows({"stop"}), {"R103"}},
      {"an unknown boundary", with_lane_rows({"left_boundary\tpink"}), {"R206"}},
      {"a checkpoint twice", with_lane_rows({"checkpoint\t1.1.1\t4", "checkpoint\t1.1.2\t4"}), {"R205"}},
      {"a segment twice",
       file_text({segment_text(1, {lane_text("1.1", kStraight)}), segment_text(1, {})}),
       {"R105"}},
      {"a waypoint on the moon", with_lane_rows({"1.1.9\t91\t0"}), {"R103"}},
      {"a waypoint far away", with_lane_rows({"1.1.9\t10\t10"}), {"R201", "R110", "R110", "R110"}},
  };
  for (const Case& c : cases) EXPECT_EQ(codes_of(c.text), c.codes) << c.name;
}

TEST(ReadRndf, PointsAtLineAndColumn) {
  const base::Result<RndfDocument> read = read_rndf(with_lane_rows({"exit\t1.1.3\t9.x.1"}), "f.rndf");
  ASSERT_FALSE(read);
  EXPECT_EQ(base::to_text(read.diagnostics()[0]).substr(0, 22), "f.rndf:11:12: error R1");
}

TEST(ReadRndf, LeavesCommentsOutAlsoOverLines) {
  std::string text = with_lane_rows({"stop\t1.1.3 /* here */"});
  text = "/* a remark\nover two lines */\n" + text;
  EXPECT_TRUE(codes_of(text).empty());
}

TEST(ReadRndf, EndsOnAnyBytes) {
  std::string bytes;
  std::uint32_t state = 1;
  const std::string sound = with_lane_rows({"exit\t1.1.3\t1.1.1"});
  for (int round = 0; round < 300; ++round) {
    bytes = sound;
    for (int k = 0; k < 20; ++k) {
      state = state * 1664525U + 1013904223U;
      bytes[state % bytes.size()] = static_cast<char>(state >> 24U);
    }
    static_cast<void>(read_rndf(bytes, "f"));
  }
}

}  // namespace
}  // namespace backlot::formats::rndf::read_rndf_test
