#include "backlot/subject/choice.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/subject/speed_profile.h"

namespace backlot::subject::choice_test {
namespace {

std::optional<std::string> no_file(const std::string&) { return std::nullopt; }

std::string code_of(std::string_view word) {
  const auto parsed = parse_subject(word, no_file);
  return parsed ? "" : parsed.diagnostics()[0].code;
}

TEST(SubjectChoice, NamesStylesSharesStopsAndFiles) {
  EXPECT_EQ(std::get<StyleChoice>(*parse_subject("brisk", no_file)).kind, StyleKind::brisk);
  EXPECT_EQ(std::get<StyleChoice>(*parse_subject("any", no_file)).kind, StyleKind::any);
  EXPECT_DOUBLE_EQ(std::get<ShareChoice>(*parse_subject("60%", no_file)).share_of_limit, 0.6);
  EXPECT_DOUBLE_EQ(std::get<ShareChoice>(*parse_subject("102.5%", no_file)).share_of_limit, 1.025);
  EXPECT_TRUE(std::holds_alternative<StopsChoice>(*parse_subject("stops", no_file)));
  const auto file = parse_subject("a.csv", [](const std::string& name) -> std::optional<std::string> {
    EXPECT_EQ(name, "a.csv");
    return "time_s,speed_mps\n0,10\n5,20\n";
  });
  EXPECT_EQ(std::get<ProfileChoice>(*file).profile->rows.size(), 2U);
}

TEST(SubjectChoice, RefusesWhatItDoesNotKnow) {
  for (const char* word : {"", "fast", "60", "%", "x%", "6 0%", "nan%", "calm "}) {
    const std::string code = code_of(word);
    EXPECT_TRUE(code == "U110" || (std::string_view(word) == "nan%" && code == "U111"))
        << word << " " << code;
  }
  for (const char* word : {"0%", "-60%", "4.9%", "201%", "inf%"}) EXPECT_EQ(code_of(word), "U111") << word;
  EXPECT_EQ(code_of("missing.csv"), "U112");
}

TEST(SpeedProfile, IsLinearBetweenRowsAndConstantOutside) {
  const auto profile = read_speed_profile("# \n", "a.csv");
  EXPECT_FALSE(profile);
  const auto good = read_speed_profile("note, speed_mps ,time_s\r\n\r\nx,10,1\r\ny,20,3\nz,0,4", "a.csv");
  ASSERT_TRUE(good) << base::to_text(good.diagnostics());
  EXPECT_DOUBLE_EQ(good->speed_at(0), 10);
  EXPECT_DOUBLE_EQ(good->speed_at(1), 10);
  EXPECT_DOUBLE_EQ(good->speed_at(1.5), 12.5);
  EXPECT_DOUBLE_EQ(good->speed_at(3.75), 5);
  EXPECT_DOUBLE_EQ(good->speed_at(100), 0);
}

TEST(SpeedProfile, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char *text, *says;  // places and codes of all diagnostics
  };
  for (const Case& c : {
           Case{"", "p.csv U105"},
           {"\n\n", "p.csv:2 U105"},
           {"time_s,speed_mps\n", "p.csv:1 U105"},
           {"time_s,speed\n0,1\n", "p.csv:1:1 U101"},
           {"a,b\n0,1\n", "p.csv:1:1 U101;p.csv:1:1 U101"},
           {"time_s,time_s,speed_mps\n0,1,2\n", "p.csv:1:8 U101"},
           {"time_s,speed_mps\n0,10\n1\n2,11\n", "p.csv:3:1 U102"},
           {"time_s,speed_mps\n0,ten\n", "p.csv:2:3 U103"},
           {"time_s,speed_mps\n0,10\n1,-1\n2,81\n-3,1\n4,nan\n5,1e999\n",
            "p.csv:3:3 U103;p.csv:4:3 U103;p.csv:5:1 U103;p.csv:6:3 U103;p.csv:7:3 U103"},
           {"time_s,speed_mps\n0,10\n2,10\n2,11\n1,3\n3,4\n", "p.csv:4:1 U104;p.csv:5:1 U104"},
           {"time_s,speed_mps\n0,10,\n1,\n", "p.csv:3:3 U103"},
           {"time_s,speed_mps\n0,1 0\n", "p.csv:2:3 U103"},
       }) {
    const auto profile = read_speed_profile(c.text, "p.csv");
    std::string says;
    for (const base::Diagnostic& d : profile.diagnostics()) {
      if (!says.empty()) says += ';';
      says += base::to_text(d.place) + ' ' + d.code;
      EXPECT_FALSE(d.message.empty());
    }
    EXPECT_FALSE(profile) << c.text;
    EXPECT_EQ(says, c.says) << c.text;
  }
}

}  // namespace
}  // namespace backlot::subject::choice_test
