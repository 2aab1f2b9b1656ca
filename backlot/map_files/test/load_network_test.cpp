#include "backlot/map_files/load_network.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/map_files/read_file.h"

namespace backlot::map_files::load_network_test {
namespace {

constexpr std::string_view kRoad = R"(import "parts/profile.way"
way main {
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  profile street
  start open
  end open
}
)";
constexpr std::string_view kProfile =
    "profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }\n";

// A folder of its own for each test.
class LoadNetwork : public ::testing::Test {
 protected:
  LoadNetwork()
      : folder_(std::filesystem::path(::testing::TempDir()) /
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_ / "parts");
    write("road.way", kRoad);
    write("parts/profile.way", kProfile);
  }
  ~LoadNetwork() override { std::filesystem::remove_all(folder_); }
  LoadNetwork(const LoadNetwork&) = delete;
  LoadNetwork& operator=(const LoadNetwork&) = delete;

  std::string path(std::string_view name) const { return (folder_ / name).string(); }
  void write(std::string_view name, std::string_view text) const { std::ofstream(path(name)) << text; }

 private:
  std::filesystem::path folder_;
};

// A road whose second geometry begins 5 m beside where the first one ends, between two that are sound.
TEST_F(LoadNetwork, ARoadThatCannotBecomeARibbonCostsThatRoadAlone) {
  const auto geometry = [](int s, int x, int y) {
    return "<geometry s='" + std::to_string(s) + "' x='" + std::to_string(x) + "' y='" + std::to_string(y) +
           "' hdg='0' length='25'><line/></geometry>";
  };
  const auto road = [&](const std::string& id, int x, int jump) {
    return "<road id='" + id + "' length='50' junction='-1'><link/><planView>" + geometry(0, x, 0) +
           geometry(25, x + 25, jump) +
           "</planView><lanes><laneSection s='0'><center><lane id='0' type='none'/></center><right><lane "
           "id='-1' "
           "type='driving'><width sOffset='0' a='3.5' b='0' c='0' "
           "d='0'/></lane></right></laneSection></lanes></road>";
  };
  write("map.xodr", "<OpenDRIVE><header revMajor='1' revMinor='7'/>" + road("first", 0, 0) +
                        road("lost", 50, 5) + road("third", 100, 0) + "</OpenDRIVE>");
  const NetworkLoading loading = load_network(path("map.xodr"));
  ASSERT_TRUE(loading.network) << to_text(loading.diagnostics, loading.sources);
  EXPECT_EQ(loading.network->ways().size(), 2U);
  EXPECT_FALSE(loading.network->find_way("first").is_empty());
  EXPECT_FALSE(loading.network->find_way("third").is_empty());
  std::string said;
  for (const base::Diagnostic& found : loading.diagnostics)
    if (found.code == "C107") said += found.message;
  EXPECT_EQ(said.find("road \"lost\" cannot become a ribbon and is left out: "), 0U)
      << to_text(loading.diagnostics, loading.sources);
}

TEST_F(LoadNetwork, ResolvesImportsFromTheFolderOfTheFile) {
  const NetworkLoading loading = load_network(path("road.way"));
  ASSERT_TRUE(loading.network) << to_text(loading.diagnostics, loading.sources);
  EXPECT_EQ(loading.format, find_format("way"));
  EXPECT_TRUE(loading.is_parsed);
  EXPECT_FALSE(loading.network->find_strip("main").is_empty());
  ASSERT_EQ(loading.sources.size(), 2U);
  EXPECT_EQ(loading.sources[0]->name(), path("road.way"));
  EXPECT_EQ(loading.sources[1]->name(), path("parts/profile.way"));
}

TEST_F(LoadNetwork, TellsTheFormatByTheContent) {
  const NetworkLoading way = load_network(path("road.way"));
  ASSERT_TRUE(way.description);
  for (const Format& format : formats()) {
    if (format.write == nullptr) continue;
    write("map.txt", *format.write(*way.description));
    const NetworkLoading loading = load_network(path("map.txt"));
    EXPECT_EQ(loading.format, &format);
    EXPECT_TRUE(loading.network) << to_text(loading.diagnostics, loading.sources);
  }
}

TEST_F(LoadNetwork, ShowsTheLineOfAnErrorInAnImport) {
  write("parts/profile.way", "profile street { vehicle backward 3.5 s; spine }\n");
  const NetworkLoading loading = load_network(path("road.way"));
  EXPECT_FALSE(loading.network);
  const std::string text = to_text(loading.diagnostics, loading.sources);
  EXPECT_NE(text.find(path("parts/profile.way") + ":1:"), std::string::npos) << text;
  EXPECT_NE(text.find("profile street { vehicle backward 3.5 s; spine }\n"), std::string::npos) << text;
}

TEST_F(LoadNetwork, TellsUnreadableFromWrong) {
  write("wrong.way", "way main {\n  line 100 m\n  profile street\n}\n");
  const NetworkLoading wrong = load_network(path("wrong.way"));
  EXPECT_TRUE(wrong.is_parsed);
  EXPECT_TRUE(wrong.diagnostics.has_errors());
  write("broken.way", "way main {\n  line 100 % 3 )\n}\n");
  const NetworkLoading broken = load_network(path("broken.way"));
  EXPECT_EQ(broken.format, find_format("way"));
  EXPECT_FALSE(broken.is_parsed);
}

TEST_F(LoadNetwork, SaysWhyThereIsNoFile) {
  for (const char* name : {"missing.way", "parts"}) {
    const NetworkLoading loading = load_network(path(name));
    EXPECT_EQ(loading.format, nullptr);
    ASSERT_EQ(loading.diagnostics.size(), 1U);
    EXPECT_EQ(loading.diagnostics[0].code, "C101");
    EXPECT_EQ(loading.diagnostics[0].place.file, path(name));
  }
  write("diary", "Dear diary,\n");
  const NetworkLoading diary = load_network(path("diary"));
  ASSERT_EQ(diary.diagnostics.size(), 1U);
  EXPECT_EQ(diary.diagnostics[0].code, "C102");
  EXPECT_NE(diary.diagnostics[0].hint.find("opendrive (.xodr)"), std::string::npos);
}

TEST_F(LoadNetwork, ReadsFilesWhole) {
  const std::string bytes = std::string(200'000, 'x') + '\0' + "\r\n";
  write("bytes", bytes);
  EXPECT_EQ(*read_file(path("bytes")), bytes);
}

}  // namespace
}  // namespace backlot::map_files::load_network_test
