// Hostile texts end in a diagnostic, soon.
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/way/test/reading.h"
#include "backlot/formats/way/way.h"

namespace backlot::formats::way::limits_test {
namespace {

std::string first_code(const std::string& text) {
  const auto result = read_way(text, "t.way", text::NoFiles());
  return result.diagnostics().is_empty() ? "" : result.diagnostics()[0].code;
}

TEST(Limits, BlocksInBlocks) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "way a {";
  EXPECT_EQ(first_code(text), "T110");
  EXPECT_EQ(first_code(std::string(100'000, '{')), "T109");
  EXPECT_EQ(first_code(std::string(100'000, '}')), "T106");
}

TEST(Limits, PartsInParts) {
  std::string text = "intersection i {";
  for (int i = 0; i < 62; ++i) text += "part p {";
  EXPECT_EQ(first_code(text + std::string(63, '}')), "");
}

TEST(Limits, HugeNumbers) {
  EXPECT_EQ(first_code("parameter a = 1e308 m\nparameter b = a * a"), "T125");
  EXPECT_EQ(first_code("speed limit 1e309 km/h"), "T105");
  EXPECT_EQ(
      first_code("way w { lanes { spine }; begin at (1e308 m, -1e308 m) heading 1e308 rad; line 1e308 m }"),
      "G101");
  EXPECT_EQ(first_code("way w { lanes { spine }; arc left radius 1e-308 m turn 1e308 deg }"), "T125");
}

TEST(Limits, AMillionLanes) {
  std::string text = "profile p {\nspine\n";
  for (int i = 0; i < 1'000'000; ++i) text += "bus 3 m\n";
  text += "}\n";
  EXPECT_EQ(first_code(text), "");
  for (int i = 0; i < 20; ++i) text += "way w" + std::to_string(i) + " { profile p; line 1 m }\n";
  EXPECT_EQ(first_code(text), "W116");
}

TEST(Limits, TemplatesThatContainThemselves) {
  EXPECT_EQ(first_code("template t is network { place a is t }\nplace b is t"), "W115");
  EXPECT_EQ(
      first_code(
          "template t is network { place a is u }\ntemplate u is network { place a is t }\nplace b is t"),
      "W115");
}

TEST(Limits, TemplatesThatMultiply) {
  std::string text = "template t0 is network { intersection i { } }\n";
  for (int i = 1; i <= 20; ++i) {
    text += "template t" + std::to_string(i) + " is network {\n";
    for (int k = 0; k < 10; ++k)
      text += "place p" + std::to_string(k) + " is t" + std::to_string(i - 1) + "\n";
    text += "}\n";
  }
  EXPECT_EQ(first_code(text), "W116");
}

TEST(Limits, TemplatesInTemplates) {
  std::string text = "template t0 is network { }\n";
  for (int i = 1; i <= 1000; ++i)
    text += "template t" + std::to_string(i) + " is network { place p is t" + std::to_string(i - 1) + " }\n";
  EXPECT_EQ(first_code(text), "W116");
}

TEST(Limits, ManyThingsInOneIntersection) {
  const auto repeated = [](int count, const std::string& before, const std::string& after) {
    std::string text;
    for (int i = 0; i < count; ++i) text += before + std::to_string(i) + after;
    return text;
  };
  EXPECT_EQ(first_code("intersection i {\n" + repeated(200'000, "arm a", "\n") + "}"), "W127");
  EXPECT_EQ(first_code("intersection i {\n" + repeated(20'000, "corridor c", "\n") + "}"), "W127");
  EXPECT_EQ(first_code("intersection i {\nsignals { groups" + repeated(100'000, " g", "") + " }\n}"), "W127");
  EXPECT_EQ(first_code("intersection i {\n" + repeated(9'000, "corridor c", "\n") +
                       repeated(100'000, "rule c8999 yields to c", "\n") + "}"),
            "");
}

TEST(Limits, OneEndlessLine) {
  std::string text = "intersection i {";
  for (int i = 0; i < 200'000; ++i) text += " rule a yields to b;";
  EXPECT_EQ(first_code(text + " }"), "");
}

TEST(Limits, TenMegabytesOfGarbage) {
  const char* const words[] = {"way ", "{ ",        "}\n",    "\n",    "profile ", "(",      ")",
                               "1 m ", "-",         "arm ",   ": ",    "a.b ",     "\"x\" ", ", ",
                               "/",    "e9 ",       "cubic ", "=",     "#x\n",     "lanes ", "spine\n",
                               ";",    "template ", "is ",    "place "};
  std::string text;
  std::uint32_t state = 7;
  while (text.size() < 10'000'000) {
    state = state * 1664525U + 1013904223U;
    text += words[(state >> 16U) % std::size(words)];
  }
  EXPECT_NE(first_code(text), "");
}

TEST(Limits, AGridOfTenThousandIntersectionsIsReadAtOnce) {
  std::string text =
      "profile p { sidewalk 2 m; vehicle backward 3 m; spine; vehicle forward 3 m; sidewalk 2 m }\n"
      "template x(reach = 12 m, offset = 0 s) {\n"
      "  arm west at (-reach, 0 m) heading 0 deg signal a { sidewalk; vehicle out; vehicle in; sidewalk }\n"
      "  arm east at (reach, 0 m) heading 180 deg signal a { sidewalk; vehicle out; vehicle in; sidewalk }\n"
      "  arm south at (0 m, -reach) heading 90 deg signal b { sidewalk; vehicle out; vehicle in; sidewalk }\n"
      "  arm north at (0 m, reach) heading 270 deg signal b { sidewalk; vehicle out; vehicle in; sidewalk }\n"
      "  signals { groups a b; programme offset offset { 42 s: a green, b red; 42 s: a red, b green } }\n}\n";
  const auto name = [](int i, int k) { return "c_" + std::to_string(i) + "_" + std::to_string(k); };
  for (int i = 0; i < 100; ++i)
    for (int k = 0; k < 100; ++k) {
      text += "intersection " + name(i, k) + " is x(offset = " + std::to_string((i * 7 + k) % 90) +
              " s) at (" + std::to_string(i * 150) + " m, " + std::to_string(k * 150) + " m)\n";
      if (i > 0)
        text += "way e_" + name(i, k) + " from " + name(i - 1, k) + ".east to " + name(i, k) +
                ".west { profile p }\n";
      if (k > 0)
        text += "way n_" + name(i, k) + " from " + name(i, k - 1) + ".north to " + name(i, k) +
                ".south { profile p }\n";
    }
  const auto begin = std::chrono::steady_clock::now();
  const auto network = read_way(text, "grid.way", text::NoFiles());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ASSERT_TRUE(network) << to_text(network.diagnostics());
  EXPECT_EQ(network->intersections.size(), 10'000U);
  EXPECT_EQ(network->roads.size(), 19'800U);
  EXPECT_LT(seconds, 10.0);  // 0.2 s alone on a machine; sanitizers and neighbours cost more
}

}  // namespace
}  // namespace backlot::formats::way::limits_test
