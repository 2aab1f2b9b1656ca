// A scene of the user's own on a map of OpenDRIVE: a street of a real town (../shared/data/xodr), where parked cars, traffic and lights are not ours.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"

namespace backlot::cli::town_scene_test {
namespace {

constexpr int kRuns = 10, kStaged = 8;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class TownScene : public ProgramTest {
 protected:
  // False where the map is not there.
  bool prepare() const {
    const std::filesystem::path here = std::filesystem::path(__FILE__).parent_path();
    const std::filesystem::path map = here / "../../../../shared/data/xodr/Scenic__Town01.xodr";
    if (!std::filesystem::exists(map.lexically_normal())) return false;
    write("town.xodr", text_of(map.lexically_normal()));
    write("town.scene", text_of(here / "town_pull_out.scene"));
    return true;
  }
  nlohmann::json play(const std::vector<std::string>& further) const {
    std::vector<std::string> arguments{"run",          "town.scene", "--seeds", "1.." + std::to_string(kRuns),
                                       "--not-staged", "fail",       "--json"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    const Answer answer = run(arguments);
    const nlohmann::json found = nlohmann::json::parse(answer.out, nullptr, false);
    EXPECT_FALSE(found.is_discarded()) << answer.out << answer.err;
    return found;
  }
};

TEST_F(TownScene, IsStagedOnAMapFromElsewhere) {
  if (!prepare()) GTEST_SKIP() << "the map is not there: ../shared/data/xodr/Scenic__Town01.xodr";
  const nlohmann::json found = play({});
  ASSERT_EQ(found["runs"].size(), static_cast<std::size_t>(kRuns));
  int staged = 0;
  for (const nlohmann::json& one : found["runs"]) {
    staged += one["staged"].get<bool>();
    // the judge says so: each expectation was decided
    EXPECT_EQ(one["expectations"].size(), 6U);
    if (!one["staged"].get<bool>()) continue;
    for (const nlohmann::json& expectation : one["expectations"])
      EXPECT_TRUE(expectation["met"].get<bool>()) << one;
  }
  EXPECT_GE(staged, kStaged) << found["summary"];
}

TEST_F(TownScene, IsNotStagedThereWithoutItsEvent) {
  if (!prepare()) GTEST_SKIP() << "the map is not there: ../shared/data/xodr/Scenic__Town01.xodr";
  EXPECT_EQ(play({"--param", "decoy=yes"})["summary"]["staged"], 0);
}

}  // namespace
}  // namespace backlot::cli::town_scene_test
