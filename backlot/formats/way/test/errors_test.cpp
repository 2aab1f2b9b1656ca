// What is said about texts that are wrong.
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/way/test/reading.h"

namespace backlot::formats::way::errors_test {
namespace {

constexpr const char* kStreet = "profile street { spine; vehicle 3 m }\n";
constexpr const char* kDrawn = "begin at (0 m, 0 m) heading 0 deg; line 9 m";

TEST(Errors, AreReportedWithPlaceAndHint) {
  struct Case {
    const char* name;
    std::string text;
    const char* errors;
  };
  const std::string street = kStreet;
  const std::string drawn = kDrawn;
  const Case cases[] = {
      {"a misspelt statement", "wya a { }",
       "1:1 W101 \"wya\" begins no statement of a network | did you mean \"way\"?"},
      {"a misspelt profile", street + "way a { profile stret; " + drawn + " }",
       "2:17 W102 there is no profile \"stret\" | did you mean \"street\"?"},
      {"no template of this name", "intersection c is corssing()\ntemplate crossing { arm a }",
       "1:19 W103 there is no template \"corssing\" | did you mean \"crossing\"?"},
      {"a speed for a length",
       street + "way a {\n  profile street\n  begin at (0 m, 0 m) heading 0 deg\n  line 50 km/h\n}",
       "5:8 T123 a length is asked for here, this is a speed | write it in m, km, cm, mm or ft"},
      {"a number without a unit",
       street + "way a { profile street; begin at (0, 0 m) heading 0 deg; line 9 m }",
       "2:35 T123 a length is asked for here, this is a plain number | write it in m, km, cm, mm or ft"},
      {"two ways of one name",
       street + "way a { profile street; " + drawn + " }\nway a { profile street; " + drawn + " }",
       "3:5 W106 there is a way \"a\" already | the first stands at t.way:2:5; rename one of them"},
      {"no lanes", "way a { " + drawn + " }",
       "1:1 W109 way \"a\" has no lanes | write profile and its name in the block"},
      {"no spine", street + "way a { profile street }",
       "2:1 W109 way \"a\" has no spine | write begin at (0 m, 0 m) heading 0 deg and what follows, or from "
       "which arm "
       "to which it leads"},
      {"a profile without a spine", "profile p { vehicle 3 m }",
       "1:1 W110 it is not said where the spine lies among these lanes | put a line \"spine\" between the "
       "lanes to its "
       "left and those to its right"},
      {"two spines", "profile p { spine; vehicle 3 m; spine }",
       "1:33 W107 \"spine\" is said twice | keep one of them"},
      {"points and elements", "way a { lanes { spine }; line 3 m; points { (0 m, 0 m) } }",
       "1:36 W108 a spine is drawn by elements or by points, not both | keep \"points\", or \"begin\" and "
       "what follows "
       "it"},
      {"a wrong argument",
       "template t(size = 1 m) { arm a at (size, 0 m) heading 0 deg }\nintersection i is t(siez = 2 m)",
       "2:21 T150 template \"t\" has no parameter \"siez\" | did you mean \"size\"?"},
      {"no such end", "intersection i { arm a: high_street.ned }",
       "1:25 W113 \"ned\" is no end of \"high_street\" | write \"high_street.start\" or \"high_street.end\""},
      {"a silent signal group", "intersection i { signals { groups a b; programme { 3 s: a red } } }",
       "1:52 W124 it is not said what \"b\" shows | every line of a programme names all groups"},
      {"an unknown signal group", "intersection i { signals { groups main; programme { 3 s: mian red } } }",
       "1:58 W121 there is no signal group \"mian\" | did you mean \"main\"?"},
      {"an arm without a place",
       street + "intersection i { arm a; arm b }\nway w from i.a to i.b { profile street }",
       "3:12 W118 it is not said where arm \"a\" is | write at and its place and heading behind the arm, or "
       "draw the "
       "way"},
      {"an unknown arm",
       street + "intersection i { arm west }\nway w from i.wset { profile street; " + drawn + " }",
       "3:12 W105 intersection \"i\" has no arm \"wset\" | did you mean \"west\"?"},
      {"an unknown intersection", street + "way w from j.wset { profile street; " + drawn + " }",
       "2:12 W104 there is no intersection \"j\""},
      {"an arm with two ways",
       street + "intersection i { arm a: v.end }\nway w from i.a { profile street; " + drawn + " }",
       "3:12 W117 \"v\" is attached to arm \"a\" already"},
      {"nothing to remove", "template t { arm a }\nintersection i is t { remove part x }",
       "2:35 W119 there is no part \"x\" to remove"},
      {"a network for an intersection", "template t is network { }\nintersection i is t",
       "2:19 W120 \"t\" is a template of a network | write place NAME is ..."},
      {"a radius of zero",
       "way w { lanes { spine }; begin at (0 m, 0 m) heading 0 deg; arc left radius 0 m length 2 m }",
       "1:77 W122 a radius is greater than zero | the side says which way it turns"},
      {"a spiral without a side",
       "way w { lanes { spine }; begin at (0 m, 0 m) heading 0 deg; spiral straight to radius 9 m length 2 m "
       "}",
       "1:61 W109 it is not said to which side this spiral turns | write left or right"},
      {"stations and pieces", "way w { lanes { spine }; line 3 m; elevation { at 0 m: 1 m; from 2 m: 3 m } }",
       "1:61 W108 a profile has stations or pieces, not both | begin all its lines with \"at\", or all with "
       "\"from\""},
      {"stations that go back", "way w { lanes { spine }; line 3 m; elevation { at 2 m: 1 m; at 2 m: 3 m } }",
       "1:64 W126 the stations of a profile follow each other by growing distance"},
      {"an unknown clause", street + "way a { profile street; " + drawn + "; tree at 3 m ofset 2 m }",
       "2:82 W111 \"ofset\" has no meaning here | did you mean \"offset\"?"},
      {"an unknown marking", "profile p { spine; vehicle 3 m { left marking sold } }",
       "1:47 T145 \"sold\" is no marking | did you mean \"solid\"?"},
      {"two arms at one place",
       street + "intersection i { arm a at (1 m, 1 m) heading 0 deg; arm b at (1 m, 1 m) heading 9 deg }\n"
                "way w from i.a to i.b { profile street }",
       "3:1 W125 the two arms of this way are at one place | move one of them, or use a joint"},
      {"said twice what a group shows",
       "intersection i { signals { groups a; programme { 3 s: a red, a green } } }",
       "1:62 W123 it is said twice what \"a\" shows"},
  };
  for (const Case& c : cases) EXPECT_EQ(errors_of(c.text), c.errors) << c.name;
}

TEST(Errors, AllOfAFileAreReportedInItsOrder) {
  EXPECT_EQ(
      errors_of("way a { profile street; begn at (0 m, 0 m) heading 0 deg }\n"
                "profile street { spine; vehicle 3 s }\n"
                "parameter b = 1 m + 1 s\n"
                "speed limit 5 m $\n"
                "intersection c { arm d: e }\n"),
      "1:25 W101 \"begn\" begins no statement in a way | did you mean \"begin\"?\n"
      "2:33 T123 a length is asked for here, this is a time | write it in m, km, cm, mm or ft\n"
      "3:19 T122 a length and a time cannot be added\n"
      "4:17 T101 this character has no meaning here | names with other characters than letters, digits and _ "
      "stand in quotes\n"
      "5:25 T146 an end of a way, as in high_street.end, is asked for here, this has no dot");
}

TEST(Errors, LeadToNoFurtherOnes) {
  struct Case {
    const char* name;
    std::string text;
    const char* codes;
  };
  const Case cases[] = {
      {"a bad parameter is used", "parameter a = 1 m +\nway w { lanes { spine; vehicle a }; line a }",
       "1:20 T120"},
      {"a bad profile is used twice",
       "profile p { spine; vehicle 3 }\nway a { profile p; line 1 m }\nway b { profile p; line 1 m }",
       "1:28 T123"},
      {"a profile in a missing file", "import \"x\"\nway a { profile p; line 1 m }\nintersection i is t",
       "1:8 T130"},
      {"a missing brace", "way a {\n  profile p\nway b { profile q }\nintersection i is t", "1:7 T107"},
      {"a bad line in a way", "way w { lanes { spine }; line 3 $ m }", "1:33 T101"},
      {"a bad statement that others need", "profile pr$ofile { spine }\nway w { profile p; line 3 m }",
       "1:11 T101"},
      {"an arm of a bad intersection",
       "intersection i { armm a }\nway w from i.a { lanes { spine }; line 3 m }", "1:18 W101"},
  };
  for (const Case& c : cases) {
    const std::string errors = errors_of(c.text);
    EXPECT_EQ(errors.find('\n'), std::string::npos) << c.name << "\n" << errors;
    EXPECT_EQ(errors.substr(0, std::string(c.codes).size()), c.codes) << c.name << "\n" << errors;
  }
}

TEST(Errors, InImportedFilesHaveTheirPlaceThere) {
  const text::FilesInMemory files(text::FilesInMemory::Files{{"p.way", "profile p {\n  spien\n}\n"}});
  EXPECT_EQ(errors_of("import \"p.way\"\n", files).substr(0, 15), "p.way 2:3 W101 ");
}

}  // namespace
}  // namespace backlot::formats::way::errors_test
