#include "backlot/storyboard/lights.h"

#include <cmath>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "backlot/storyboard/test/sample_storyboard.h"
#include "backlot/storyboard/test/svg_parts.h"

namespace backlot::storyboard::lights_test {
namespace {

using network::Aspect;
using test::county_road;

// The eight lanes that lead to the two crossings. Those of the first one stop at these places, by the file.
TEST(Lights, StandAtTheStopLines) {
  network::SignalState signals(county_road().signal_groups().size(), Aspect::red);
  const std::vector<Light> lights = find_lights(county_road(), signals);
  ASSERT_EQ(lights.size(), 8U);
  struct Expected {
    double x, y, heading_x, heading_y;
  };
  for (const Expected& e :
       {Expected{-20, -1.8, 1, 0}, Expected{-1.55, 19, 0, -1}, Expected{1.55, -19, 0, 1}}) {
    int found = 0;
    for (const Light& light : lights) {
      if (std::fabs(light.at.x - e.x) > 0.01 || std::fabs(light.at.y - e.y) > 0.01) continue;
      ++found;
      EXPECT_NEAR(light.heading_x, e.heading_x, 1e-6);
      EXPECT_NEAR(light.heading_y, e.heading_y, 1e-6);
    }
    EXPECT_EQ(found, 1) << e.x << " " << e.y;
  }
}

TEST(Lights, ShowTheAspectOfTheirGroup) {
  network::SignalState signals(county_road().signal_groups().size(), Aspect::red);
  signals[0] = Aspect::green;
  for (const Light& light : find_lights(county_road(), signals))
    EXPECT_EQ(light.aspect, light.group.index() == 0 ? Aspect::green : Aspect::red);
  for (const Light& light : find_lights(county_road(), {})) EXPECT_EQ(light.aspect, Aspect::dark);
}

// In a panel: two lights of the highway, two of the lanes, each in the colour of its aspect.
TEST(Lights, HaveTheColourOfTheirAspectInAPanel) {
  const std::map<Aspect, std::string> colours = {
      {Aspect::dark, "#6f757d"},         {Aspect::red, "#d7191c"},
      {Aspect::red_yellow, "#d7191c"},   {Aspect::green, "#00a572"},
      {Aspect::green_arrow, "#00a572"},  {Aspect::yellow, "#ffcf1f"},
      {Aspect::flashing_red, "#d7191c"}, {Aspect::flashing_yellow, "#ffcf1f"}};
  ASSERT_EQ(colours.size(), network::count_of(Aspect{}));
  for (const auto& [aspect, colour] : colours) {
    Storyboard board = test::sample_storyboard();
    for (std::size_t g = 0; g < board.panels[3].frame.signals.size(); ++g) {
      const bool is_highway = county_road().signal_groups()[g].name == "highway";
      board.panels[3].frame.signals[g] = is_highway ? aspect : Aspect::dark;
    }
    const auto elements = test::elements_of(draw_panel(county_road(), board, 3).to_svg());
    std::map<std::string, int> lights;
    for (std::size_t i = 0; i + 3 < elements.size(); ++i) {
      if (elements[i].name != "title" || !elements[i].text.starts_with("light: ")) continue;
      // after the end of the title: the housing, then the light
      EXPECT_EQ(elements[i + 2].name, "circle");
      ++lights[elements[i + 3].get("fill")];
    }
    if (aspect == Aspect::dark) {
      EXPECT_EQ(lights[colour], 4);
    } else {
      EXPECT_EQ(lights[colour], 2) << network::to_text(aspect);
      EXPECT_EQ(lights[colours.at(Aspect::dark)], 2);
    }
  }
}

TEST(Lights, AFrameWithoutSignalsHasNone) {
  Storyboard board = test::sample_storyboard();
  board.panels[3].frame.signals.clear();
  EXPECT_EQ(draw_panel(county_road(), board, 3).to_svg().find("light: "), std::string::npos);
}

}  // namespace
}  // namespace backlot::storyboard::lights_test
