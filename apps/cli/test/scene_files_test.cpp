// check and fmt of scenes and scenarios.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"

namespace backlot::cli::scene_files_test {
namespace {

constexpr std::string_view kScene = R"(scene ahead
import "road.way"

set {
  subject from main R1 at 5 m to main
  mark near = 60 m along route
}
cast {
  role leader: car { is ahead of subject }
}
script {
  beat casting { cast leader }
  beat brake when subject 20 m before near { commit; leader brakes at 4 m/s2 }
}
)";

std::string replaced(std::string_view text, std::string_view old, std::string_view now) {
  std::string answer(text);
  answer.replace(answer.find(old), old.size(), now);
  return answer;
}

class SceneFiles : public ProgramTest {
 protected:
  SceneFiles() {
    write("road.way", kStraightRoad);
    write("good.scene", kScene);
  }
};

TEST_F(SceneFiles, PassWhereTheyFitTheirNetwork) {
  const Answer answer = run({"check", "good.scene"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "1 file: 0 errors, 0 warnings\n");
  EXPECT_EQ(run({"check", "-"}, kScene).code, 0);
}

TEST_F(SceneFiles, ShowTheLineOfAnErrorOfTheText) {
  write("wrong.scene", replaced(kScene, "leader brakes", "laeder brakes"));
  const Answer answer = run({"check", "wrong.scene"});
  EXPECT_EQ(answer.code, 1);
  const std::vector<std::string> lines = lines_of(answer.err);
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(lines[0].rfind("wrong.scene:13:54: error P103: ", 0), 0U) << lines[0];
  EXPECT_EQ(lines[2].find('^'), lines[1].find("laeder")) << answer.err;
  EXPECT_NE(lines[3].find("did you mean \"leader\"?"), std::string::npos) << lines[3];
}

TEST_F(SceneFiles, ShowWhatTheNetworkDoesNotAllow) {
  write("wrong.scene", replaced(kScene, "60 m along", "600 m along"));
  const Answer answer = run({"check", "--json", "wrong.scene"});
  EXPECT_EQ(answer.code, 1);
  const nlohmann::json findings = nlohmann::json::parse(answer.out);
  ASSERT_EQ(findings.size(), 1U) << answer.out;
  EXPECT_EQ(findings[0]["file"], "wrong.scene");
  EXPECT_EQ(findings[0]["line"], 6);
  EXPECT_EQ(findings[0]["column"], 3);
  EXPECT_EQ(findings[0]["code"], "P316");
}

TEST_F(SceneFiles, ShowWhatIsWrongWithTheNetworkItself) {
  write("road.way", kWrongRoad);
  const Answer answer = run({"check", "good.scene"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_NE(answer.err.find("road.way:4:11: error W102: "), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("  profile street\n"), std::string::npos) << answer.err;
  write("road.way", kNoRoad);
  EXPECT_EQ(run({"check", "good.scene"}).code, 3);
}

TEST_F(SceneFiles, NameTheirNetwork) {
  write("lost.scene", replaced(kScene, "import \"road.way\"\n", ""));
  const Answer answer = run({"check", "lost.scene"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_NE(answer.err.find("lost.scene:1:1: error P307: "), std::string::npos) << answer.err;
}

TEST_F(SceneFiles, TellWrongFromUnreadable) {
  write("open.scene", replaced(kScene, "  role leader: car { is ahead of subject }\n}", ""));
  EXPECT_EQ(run({"check", "open.scene"}).code, 3);
  write("diary.scene", "Dear diary,\n");
  EXPECT_EQ(run({"check", "diary.scene"}).code, 1);
}

TEST_F(SceneFiles, AreRecognisedByTheirContent) {
  write("scene.txt", kScene);
  EXPECT_EQ(run({"check", "scene.txt"}).code, 0);
  write("road.scene", kStraightRoad);
  EXPECT_EQ(run({"check", "road.scene"}).code, 0);
}

TEST_F(SceneFiles, CanBeScenarios) {
  write("row.scene", "scenario row\nimport \"good.scene\"\nplay ahead\n");
  EXPECT_EQ(run({"check", "row.scene"}).code, 0) << run({"check", "row.scene"}).err;
  write("good.scene", replaced(kScene, "60 m along", "600 m along"));
  const Answer answer = run({"check", "row.scene"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_NE(answer.err.find("good.scene:6:3: error P316: "), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("mark near = 600 m along route\n"), std::string::npos) << answer.err;
}

TEST_F(SceneFiles, OfTheTreeAreSound) {
  const std::filesystem::path scenes =
      std::filesystem::path(__FILE__).parent_path() / ".." / ".." / ".." / "scenes";
  for (const char* name : {"run_red_light.scene", "divided_attention.scene", "intersection_study.scene"}) {
    const Answer answer = run({"check", "--strict", (scenes / name).string()});
    EXPECT_EQ(answer.code, 0) << answer.err;
  }
}

TEST_F(SceneFiles, AreFormattedInPlace) {
  const std::string untidy = replaced(kScene, "cast {\n  role", "# who\ncast   {  # one\n role");
  write("untidy.scene", untidy);
  EXPECT_EQ(run({"fmt", "--check", "untidy.scene"}).code, 1);
  EXPECT_EQ(read("untidy.scene"), untidy);
  EXPECT_EQ(run({"fmt", "untidy.scene"}).code, 0);
  EXPECT_NE(read("untidy.scene").find("# who\ncast {  # one\n  role leader: car { is ahead of subject }\n"),
            std::string::npos)
      << read("untidy.scene");
  EXPECT_EQ(run({"fmt", "--check", "untidy.scene"}).code, 0);
  EXPECT_EQ(run({"fmt", "-"}, kScene).out, kScene);
  EXPECT_EQ(run({"fmt", "-"}, "scene a {\n").code, 3);
}

}  // namespace
}  // namespace backlot::cli::scene_files_test
