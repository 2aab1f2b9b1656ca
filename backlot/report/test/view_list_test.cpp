#include "backlot/report/view_list.h"

#include <vector>

#include <gtest/gtest.h>

namespace backlot::report::view_list_test {
namespace {

const std::vector<ViewedRun> kRuns = {{.name = "cut_in, spacing 20 m",
                                       .scene_file = "scenes/cut_in.scene",
                                       .seed = 18446744073709551615U,
                                       .driver = "./it's mine.so",
                                       .given = {{"spacing", "20 m"}},
                                       .verdict = "fail",
                                       .text = "\"quoted\"\n",
                                       .recording = "out/cut_in_3.mcap"},
                                      {.name = "cut_in",
                                       .scene_file = "scenes/cut_in.scene",
                                       .seed = 4,
                                       .subject = "brisk",
                                       .verdict = "pass"}};

TEST(ViewList, IsReadAsItWasWritten) {
  const auto read = read_view_list(view_list_text(kRuns));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, kRuns);
  EXPECT_TRUE(read_view_list(view_list_text({}))->empty());
}

TEST(ViewList, OtherTextsAreNoList) {
  for (const char* text :
       {"", "{}", "[]", "null", R"({"format":"other","runs":[]})", R"({"format":"backlot runs 1"})"})
    EXPECT_FALSE(read_view_list(text).has_value()) << text;
  const auto some = read_view_list(
      R"({"format":"backlot runs 1","runs":[7,{},{"scene_file":"a.scene"},{"scene_file":"a.scene","seed":-1},
          {"scene_file":"a.scene","seed":2,"given":[["a"],["b","1 m"],7]}]})");
  ASSERT_TRUE(some.has_value());
  ASSERT_EQ(some->size(), 1U);
  EXPECT_EQ(some->front().seed, 2U);
  EXPECT_EQ(some->front().given, (NamedTexts{{"b", "1 m"}}));
}

TEST(ViewList, NamesTheCommandThatOpensARun) {
  EXPECT_EQ(view_command(kRuns[0]), "backlot view out/cut_in_3.mcap");
  EXPECT_EQ(view_command(kRuns[1]), "backlot view scenes/cut_in.scene --seed 4 --subject brisk");
  ViewedRun unrecorded = kRuns[0];
  unrecorded.recording.clear();
  unrecorded.seed = 3;
  EXPECT_EQ(view_command(unrecorded),
            "backlot view scenes/cut_in.scene --seed 3 --driver './it'\\''s mine.so' --param 'spacing=20 m'");
}

// A run whose scene file is not known is opened by its recording; one without either cannot be opened.
TEST(ViewList, ARunIsListedByItsRecordingAlone) {
  const auto list = read_view_list(
      R"({"format":"backlot runs 1","runs":[{"scene_file":"","seed":1,"recording":"a.mcap"},{"scene_file":"","seed":2}]})");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 1U);
  EXPECT_EQ(list->front().recording, "a.mcap");
}

}  // namespace
}  // namespace backlot::report::view_list_test
