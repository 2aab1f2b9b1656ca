// The canonical format of scenes and scenarios, and how they are told apart.
#include <filesystem>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"

namespace backlot::scene_text::format_test {
namespace {

namespace fs = std::filesystem;

TEST(FormatOfScenes, KeepsCommentsAndMeaning) {
  const std::string text =
      "scene   s # a scene\n"
      "verifies AEB-014, AEB-015\n"
      "# of its own\n"
      "parameter lead=1.0 s\n\n\n"
      "set {   subject from west R1 at 1 m to east }\n"
      "script { beat a{commit;note \"x\"} } # the end\n";
  const auto formatted = format_scene(text, "t.scene");
  ASSERT_TRUE(formatted) << to_text(formatted.diagnostics());
  EXPECT_EQ(*formatted,
            "scene s  # a scene\n"
            "verifies AEB-014, AEB-015\n"
            "# of its own\n"
            "parameter lead = 1.0 s\n\n"
            "set { subject from west R1 at 1 m to east }\n"
            "script { beat a { commit; note \"x\" } }  # the end\n");
  EXPECT_EQ(*format_scene(*formatted, "t.scene"), *formatted);
  EXPECT_EQ(scene_of(*formatted), scene_of(text));
}

TEST(FormatOfScenes, KeepsTheMeaningOfTheShippedFiles) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(project_folder() / "scenes")) {
    const std::string text = content(entry.path()), name = entry.path().filename().string();
    if (entry.path().extension() != ".scene" || !looks_like_scene(text)) continue;
    ++files;
    const auto formatted = format_scene(text, name);
    ASSERT_TRUE(formatted) << to_text(formatted.diagnostics());
    EXPECT_EQ(*format_scene(*formatted, name), *formatted) << name;
    EXPECT_EQ(scene_of(*formatted), scene_of(text)) << name;
  }
  EXPECT_GE(files, 2);
}

TEST(FormatOfScenes, OfAScenarioIsStable) {
  const std::string text =
      "scenario s\nimport \"a.scene\"\nplay a( crossing=first ),or else a(crossing = third)\n"
      "drive freely between 20 s and 90 s until calm\nplay a\n";
  const auto formatted = format_scene(text, "t.scene");
  ASSERT_TRUE(formatted);
  EXPECT_EQ(*formatted,
            "scenario s\nimport \"a.scene\"\nplay a(crossing = first), or else a(crossing = third)\n"
            "drive freely between 20 s and 90 s until calm\nplay a\n");
}

TEST(Recognition, IsByTheFirstStatementThatDecides) {
  EXPECT_TRUE(looks_like_scene("# a comment\ntitle \"x\"\nimport \"a.way\"\nscene s\n"));
  EXPECT_TRUE(looks_like_scene("set { }\n"));
  EXPECT_FALSE(looks_like_scene("scenario s\n"));
  EXPECT_TRUE(looks_like_scenario("import \"a.scene\"\nplay a\n"));
  EXPECT_FALSE(looks_like_scenario("network town\n"));
  EXPECT_FALSE(looks_like_scene("network town\nscene s\n"));
  EXPECT_FALSE(looks_like_scene(""));
}

}  // namespace
}  // namespace backlot::scene_text::format_test
