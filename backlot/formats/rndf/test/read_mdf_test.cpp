#include "backlot/formats/rndf/read_mdf.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::formats::rndf::read_mdf_test {
namespace {

std::vector<std::string> codes_of(std::string_view text) {
  std::vector<std::string> list;
  for (const base::Diagnostic& d : read_mdf(text, "f").diagnostics()) list.push_back(d.code);
  return list;
}

constexpr std::string_view kMission =
    "MDF_name\tround\nRNDF\ttown.rndf\nformat_version\t1.0\ncreation_date\t3-Nov-07\ncheckpoints\n"
    "num_checkpoints\t3\n4\n2\n4\nend_checkpoints\nspeed_limits\nnum_speed_limits\t2\n"
    "1\t5\t25 /* main street */\n2\t0\t10\nend_speed_limits\nend_file\n";

TEST(ReadMdf, KeepsTheOrderOfCheckpointsAndRepeatsThem) {
  const base::Result<MdfDocument> read = read_mdf(kMission, "f");
  ASSERT_TRUE(read) << base::to_text(read.diagnostics());
  EXPECT_TRUE(read.diagnostics().is_empty());
  EXPECT_EQ(read->name, "round");
  EXPECT_EQ(read->network, "town.rndf");
  ASSERT_EQ(read->checkpoints.size(), 3u);
  EXPECT_EQ(read->checkpoints[0].id, 4);
  EXPECT_EQ(read->checkpoints[1].id, 2);
  EXPECT_EQ(read->checkpoints[2].id, 4);
  ASSERT_EQ(read->speeds.size(), 2u);
  EXPECT_EQ(read->speeds[0].min_mph, 5);
  EXPECT_EQ(read->speeds[0].max_mph, 25);
}

TEST(ReadMdf, SaysWhatIsWrong) {
  const std::string text(kMission);
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string changed = text;
    return changed.replace(changed.find(from), from.size(), to);
  };
  EXPECT_EQ(codes_of(""), (std::vector<std::string>{"R202", "R101"}));
  EXPECT_EQ(codes_of(with("num_checkpoints\t3", "num_checkpoints\t5")), std::vector<std::string>{"R201"});
  EXPECT_EQ(codes_of(with("\nend_file", "")), std::vector<std::string>{"R202"});
  EXPECT_EQ(codes_of(with("end_speed_limits\nend_file\n", "")), (std::vector<std::string>{"R202", "R204"}));
  EXPECT_EQ(codes_of(with("\n4\n2", "\n4\ntwo")), (std::vector<std::string>{"R201", "R102"}));
  EXPECT_EQ(codes_of(with("2\t0\t10", "2\t10")), (std::vector<std::string>{"R201", "R103"}));
  EXPECT_EQ(codes_of(with("2\t0\t10", "2\t20\t10")), (std::vector<std::string>{"R201", "R103"}));
  EXPECT_EQ(codes_of(with("MDF_name", "RNDF_name")), std::vector<std::string>{"R101"});
}

TEST(ReadMdf, IsDistinguishedFromRouteNetworks) {
  EXPECT_TRUE(looks_like_mdf(kMission));
  EXPECT_TRUE(looks_like_mdf("/* by hand */\n\nMDF_name x\n"));
  EXPECT_FALSE(looks_like_mdf("RNDF_name\tx\n"));
  EXPECT_FALSE(looks_like_mdf(""));
}

}  // namespace
}  // namespace backlot::formats::rndf::read_mdf_test
