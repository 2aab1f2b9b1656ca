// Parameters of a scene: numbers, words, and values that are drawn.
//
//   parameter lead = 1.0 s
//   parameter crossing = first
//   parameter speed = 10..60 km/h step 5
//   parameter gap = one of 12 m, 40 m
//   parameter cruise = normal(50, 5) km/h in 30..70
//   parameter approach = rows of "profiles.csv" km/h
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// What stands behind the `=`.
struct ParameterText {
  scene::ParameterValue value;  // the middle of what is drawn
  std::variant<scene::Fixed, scene::Range, scene::OneOf, scene::Normal> choice{};
  std::string rows_of{};  // the table that has these rows
};

// Three parameters that every scene has without declaring them: whether its events are left out, the file of another network to play on, and rules that replace
// those of its judge.
inline constexpr std::string_view kDecoy = "decoy", kNetwork = "network", kJudge = "judge";

// A value for a parameter that comes from outside the scene: from the command line, or from the play of a scenario.
struct GivenValue {
  std::string name;
  ParameterText text;
  base::Place place;
  bool is_used = false;
};

// Reads the value of the parameter `name`, up to the end of the statement or a comma.
ParameterText read_parameter_text(text::Cursor& c, const Reading& r, const std::string& name);

// Reads all `parameter` statements: into the scene, and into the names that its other statements use. The given values
// replace the values of the file; one that fits no parameter is refused.
void read_parameters(text::Node::Range statements, Reading& r, std::vector<GivenValue>& given);

}  // namespace backlot::scene_text
