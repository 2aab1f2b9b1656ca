#include "backlot/network/test/random_network.h"

#include <cstdlib>

#include <rapidcheck.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::network {

namespace {

// Properties draw the same cases in every run; RC_PARAMS from outside still has the last word.
[[maybe_unused]] const int kSeedIsFixed = setenv("RC_PARAMS", "seed=20261115", 0);

double number(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0; }
bool coin() { return *rc::gen::inRange(0, 2) == 1; }

geometry::CubicProfile random_width(double usual, double length) {
  if (coin()) return constant_profile(usual);
  const double at = number(0.2, 0.8) * length;
  return geometry::CubicProfile::through(
      {{0, usual}, {at, usual + number(-0.4, 0.6)}, {length, usual + number(-0.3, 0.4)}});
}

std::vector<geometry::PlanElement> random_elements() {
  std::vector<geometry::PlanElement> elements;
  elements.push_back({geometry::PlanLine{number(5, 60)}});
  const double radius = number(30, 200) * (coin() ? 1 : -1);
  if (coin()) elements.push_back({geometry::PlanSpiral{number(20, 40), 0, 1 / radius}});
  if (coin()) elements.push_back({geometry::PlanArc{number(10, 50), 1 / radius}});
  return elements;
}

double length_of(const geometry::PlanElement& element) {
  return std::visit(
      [](const auto& shape) {
        if constexpr (requires { shape.length; })
          return shape.length;
        else
          return 0.0;
      },
      element.shape);
}

// The same curve from its far end.
std::vector<geometry::PlanElement> reversed(const std::vector<geometry::PlanElement>& elements) {
  std::vector<geometry::PlanElement> out;
  for (auto element = elements.rbegin(); element != elements.rend(); ++element) {
    if (const auto* arc = std::get_if<geometry::PlanArc>(&element->shape))
      out.push_back({geometry::PlanArc{arc->length, -arc->curvature}});
    else if (const auto* spiral = std::get_if<geometry::PlanSpiral>(&element->shape))
      out.push_back({geometry::PlanSpiral{spiral->length, -spiral->end_curvature, -spiral->start_curvature}});
    else
      out.push_back(*element);
  }
  return out;
}

}  // namespace

Sketch random_crossing(const RandomNetwork& settings) {
  Sketch town;
  const int arms = *rc::gen::inRange(2, settings.most_arms + 1);
  std::vector<std::string> names;
  for (int i = 0; i < arms; ++i) {
    const std::string name = "way_" + std::to_string(i);
    const bool by_end = coin();
    // lanes: some each way, walkways outside
    std::string lanes = settings.has_walkways && coin() ? "s= " : "";
    const int left = *rc::gen::inRange(1, 4), right = *rc::gen::inRange(1, 4);
    for (int k = 0; k < left; ++k) lanes += "v< ";
    lanes += "|";
    for (int k = 0; k < right; ++k) lanes += " v>";
    if (lanes[0] == 's') lanes += " s=";

    // outwards from the middle, in a sector of its own
    const double direction = base::kTwoPi * i / arms + number(-0.25, 0.25);
    const double reach = number(18, 30);
    const base::SinCos d = base::sin_cos(direction);
    geometry::PlanSpine spine;
    spine.start = {reach * d.cos, reach * d.sin, direction};
    spine.elements = random_elements();
    double length = 0;
    for (const geometry::PlanElement& element : spine.elements) length += length_of(element);
    if (by_end) {
      const auto outward = geometry::Ribbon::build({"draft", spine, {}});
      BACKLOT_CHECK(outward.has_value(), "elements as drawn are sound");
      const geometry::RibbonFrame end = outward->frame(outward->length());
      spine.start = {end.position.x, end.position.y, end.heading_rad() + base::kPi};
      spine.elements = reversed(spine.elements);
    }
    if (settings.has_heights) {
      spine.base_z = number(-0.5, 0.5);
      const double grade = number(-0.06, 0.06);
      // level at the middle, whichever end it is
      spine.elevation.records = {{0, by_end ? -grade * length : 0, grade, 0, 0}};
      if (coin()) spine.bank_rad.records = {{0, number(-0.08, 0.08), number(-5e-4, 5e-4), 0, 0}};
    }

    WaySketch way = town.way(name, lanes);
    way.road().spine = spine;
    for (LaneDescription& lane : way.way().lanes)
      lane.width = random_width(lane.kind == LaneKind::sidewalk ? 2 : number(2.8, 3.6), length);
    if (by_end)
      way.open_start();
    else
      way.open_end();
    names.push_back(name + (by_end ? ".end" : ".start"));
  }
  CrossingSketch crossing = town.crossing("middle");
  for (int i = 0; i < arms; ++i) crossing.arm("arm_" + std::to_string(i), names[static_cast<std::size_t>(i)]);
  crossing.description().allows_u_turns = false;
  return town;
}

}  // namespace backlot::network
