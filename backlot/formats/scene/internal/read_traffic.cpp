// The milieu: flows, turns, density, people on foot.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/read_set.h"

namespace backlot::scene_text {

scene::Mix read_mix(text::Cursor& c, Reading& r) {
  scene::Mix mix{1, 0, 0, 0};
  if (c.has_failed() || !c.node().statement().has_block) return mix;
  mix = {};
  double sum = 0;
  const std::size_t failures = r.problems.failures();
  for_each_statement(c.node().block(), r, [&](text::Cursor& inner) {
    const auto index = static_cast<std::size_t>(kind(inner));
    const double weight = share(inner, r);
    if (mix[index] > 0) inner.fail_at(0, "P107", "this kind is said twice", "keep one of them");
    inner.finish();
    mix[index] = weight;
    sum += weight;
  });
  constexpr double kRounding = 1e-3;
  if (r.problems.failures() == failures && std::fabs(sum - 1) > kRounding)
    r.problems.error("P118", c.node().place(),
                     fmt::format("the shares of this mix add up to {:.4g} %, not to 100 %", 100 * sum),
                     "correct the shares");
  return mix;
}

double read_per_length(text::Cursor& c, Reading& r) {
  const std::size_t begin = c.position();
  const text::Quantity value = any_quantity(c, r);
  if (!c.has_failed() && value.dimension != text::kCurvature)
    c.fail_at(begin, "T123", "a number of vehicles for each length of road is asked for here",
              "write it as 20 per km");
  if (value.value < 0)
    c.fail_at(begin, "P118", "this must be at least zero", "write zero or a number above it");
  return value.value;
}

namespace {

void read_flow(text::Cursor& c, Reading& r) {
  scene::FlowDescription flow{.way = {}, .place = place_of(c)};
  if (c.take("all side roads"))
    flow.from = scene::FlowDescription::From::side_roads;
  else if (c.take("everywhere"))
    flow.from = scene::FlowDescription::From::everywhere;
  else
    flow.way = place_name(c, r, "the name of a way");
  flow.per_second = quantity_from_zero(c, r, text::kFrequency);
  flow.is_regular = c.take("regular");
  if (c.take_symbol(',')) {
    c.expect("at least");
    flow.least_headway_s = quantity_from_zero(c, r, text::kTime);
    c.expect("apart");
  }
  if (!c.finish_words()) return;
  flow.mix = read_mix(c, r);
  r.scene.set.flows.push_back(std::move(flow));
}

// `turns 10 % left, 10 % right [from WAY]`; either side may be left out.
void read_turns(text::Cursor& c, Reading& r) {
  scene::TurnsDescription turns{.from_way = {}, .place = place_of(c)};
  constexpr std::array<std::string_view, 2> kSides{"left", "right"};
  Said said;
  do {
    const double value = share(c, r);
    const bool is_left = c.choose(kSides, "turn of traffic") == 0;
    if (!c.has_failed()) said.once(c, is_left ? "left" : "right");
    (is_left ? turns.left : turns.right) = value;
  } while (!c.has_failed() && c.take_symbol(','));
  if (c.take("from")) turns.from_way = place_name(c, r, "the name of a way");
  if (turns.left + turns.right > 1)
    c.fail_at(0, "P118", "more than 100 % would turn", "what is left of 100 % goes straight on");
  if (c.finish()) r.scene.set.turns.push_back(std::move(turns));
}

void read_density(text::Cursor& c, Reading& r) {
  scene::DensityDescription density{.place = place_of(c)};
  density.per_metre = read_per_length(c, r);
  if (!c.finish_words()) return;
  density.mix = read_mix(c, r);
  r.scene.set.density = std::move(density);
}

// `pedestrians 40`, `pedestrians 30 per km`
void read_pedestrians(text::Cursor& c, Reading& r) {
  scene::PedestriansDescription people{.place = place_of(c)};
  const std::size_t begin = c.position();
  const text::Quantity value = any_quantity(c, r);
  if (value.dimension == text::kCurvature)
    people.per_metre = value.value;
  else
    people.count = value.value;
  if (!c.has_failed() && value.dimension != text::kCurvature && value.dimension != text::kPlain)
    c.fail_at(begin, "T123", "a number of people, or so many for each length of sidewalk, is asked for here",
              "write 40, or 30 per km");
  if (value.value < 0)
    c.fail_at(begin, "P118", "this must be at least zero", "write zero or a number above it");
  if (c.finish()) r.scene.set.pedestrians = std::move(people);
}

}  // namespace

void read_traffic(const text::Node& block, Reading& r) {
  constexpr std::array<std::string_view, 7> kKnown{"flow",   "turns",    "density", "pedestrians",
                                                   "groups", "yielding", "warm up"};
  Said said;
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    if (c.take("flow")) {
      read_flow(c, r);
    } else if (c.take("turns")) {
      read_turns(c, r);
    } else if (c.take("density")) {
      if (said.once(c, "density")) read_density(c, r);
    } else if (c.take("pedestrians")) {
      if (said.once(c, "pedestrians")) read_pedestrians(c, r);
    } else if (c.take("groups")) {
      if (said.once(c, "groups")) r.scene.set.in_groups = share(c, r);
      c.finish();
    } else if (c.take("yielding")) {
      if (said.once(c, "yielding")) r.scene.set.yielding = share(c, r);
      c.finish();
    } else if (c.take("warm up")) {
      if (said.once(c, "warm up")) r.scene.set.warmup_s = quantity_from_zero(c, r, text::kTime);
      c.finish();
    } else {
      fail_unknown_statement(c, "in traffic", kKnown);
    }
  });
}

}  // namespace backlot::scene_text
