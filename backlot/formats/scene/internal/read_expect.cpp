#include "backlot/formats/scene/internal/read_expect.h"

#include <array>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/read_condition.h"
#include "backlot/formats/text/print.h"

namespace backlot::scene_text {

namespace {

using Expected = decltype(scene::ExpectationDescription::what);

std::string first_event(const Reading& r) {
  for (const scene::BeatDescription& beat : r.scene.script.beats)
    if (beat.commits) return beat.name;
  return {};
}

// Up to the colon.
void read_moment(text::Cursor& c, const Reading& r, scene::ExpectationDescription& expectation) {
  if (c.take("never")) {
    expectation.moment = scene::Moment::never;
  } else if (c.take("always")) {
    expectation.moment = scene::Moment::always;
  } else if (c.take("at end")) {
    expectation.moment = scene::Moment::at_end;
  } else if (c.take("at onset")) {
    expectation.moment = scene::Moment::at_onset;
    expectation.beat = c.take("of") ? beat_name(c, r) : first_event(r);
  } else if (c.take("during")) {
    expectation.moment = scene::Moment::during_beat;
    expectation.beat = beat_name(c, r);
  } else if (c.take("within")) {
    expectation.moment = scene::Moment::after_beat;
    expectation.within_s = quantity_above_zero(c, r, text::kTime);
    c.expect("after");
    expectation.beat = beat_name(c, r);
  } else {
    c.take("at");
    expectation.beat = beat_name(c, r);
  }
  c.expect_symbol(':');
}

// Behind `ROLE enters path of subject`.
Expected enters(text::Cursor& c, const Reading& r, std::string role) {
  scene::EntersPath answer{.role = std::move(role)};
  answer.before_s = quantity(c, r, text::kTime);
  if (c.take("after"))
    answer.before_s = -answer.before_s;
  else
    c.expect("before");
  c.expect("subject");
  if (c.take_symbol(',')) {
    c.expect("within");
    answer.within_s = quantity_above_zero(c, r, text::kTime);
  }
  return answer;
}

Expected acts(text::Cursor& c, const Reading& r, std::string role) {
  scene::Acts answer{.role = std::move(role)};
  if (c.take("within")) answer.within_s = quantity_above_zero(c, r, text::kTime);
  return answer;
}

// Behind `light of subject [at MARK]`: `turns yellow 3 s before subject [at line][, within 0.5 s]`.
Expected light_turns(text::Cursor& c, const Reading& r, std::string mark) {
  scene::LightTurns answer{.mark = std::move(mark)};
  answer.aspect = aspect(c);
  answer.before_s = quantity(c, r, text::kTime);
  c.expect("before subject");
  if (c.take_symbol(',')) {
    c.expect("within");
    answer.within_s = quantity_above_zero(c, r, text::kTime);
  }
  return answer;
}

// Behind `ROLE swings speed by`.
Expected swings(text::Cursor& c, const Reading& r, std::string role) {
  scene::Swings answer{.role = std::move(role)};
  answer.by_mps = quantity_above_zero(c, r, text::kSpeed);
  c.expect("every");
  answer.period_s = quantity_above_zero(c, r, text::kTime);
  if (c.take_symbol(',')) {
    c.expect("within");
    answer.within = share(c, r);
  }
  return answer;
}

// Behind the colon. `is_at`: the statement began with "at", so that only conditions can follow.
Expected read_expected(text::Cursor& c, const Reading& r) {
  if (c.take("extras appear or vanish in sight of subject")) return scene::NoAppearance{};
  if (c.take("extras touch")) return scene::NoContactOfExtras{};
  const std::size_t begin = c.position();
  if (c.take("light of subject")) {
    std::string mark = read_light_line(c, r);
    if (c.take("turns")) return light_turns(c, r, std::move(mark));
    c.go_to(begin);
    return read_condition(c, r);
  }
  if (c.is_name_next() && !is_quantity_next(c)) {
    std::string name = c.name("a role");
    const bool is_entering = c.take("enters path of subject");
    const bool is_swinging = !is_entering && c.take("swings speed by");
    if (is_entering || is_swinging || c.take("acts")) {
      const std::size_t behind = c.position();
      c.go_to(begin);
      static_cast<void>(role_name(c, r));
      c.go_to(behind);
      if (is_swinging) return swings(c, r, std::move(name));
      return is_entering ? enters(c, r, std::move(name)) : acts(c, r, std::move(name));
    }
    c.go_to(begin);
  }
  return read_condition(c, r);
}

// Extras that appear or touch are asked for at no moment; what an actor does is asked of its beat.
void check_moment(text::Cursor& c, const scene::ExpectationDescription& expectation) {
  const bool is_never = std::holds_alternative<scene::NoAppearance>(expectation.what) ||
                        std::holds_alternative<scene::NoContactOfExtras>(expectation.what);
  if (is_never && expectation.moment != scene::Moment::never)
    c.fail_at(0, "P117", "this can only be expected never to happen", "write never: extras ...");
  const bool is_of_actor = std::holds_alternative<scene::EntersPath>(expectation.what) ||
                           std::holds_alternative<scene::Acts>(expectation.what) ||
                           std::holds_alternative<scene::LightTurns>(expectation.what) ||
                           std::holds_alternative<scene::Swings>(expectation.what);
  if (is_of_actor && expectation.moment != scene::Moment::at_beat)
    c.fail_at(0, "P117", "this is expected of a beat", "write BEAT: ...");
}

// `subject drives 50 km/h within 1 km/h for 2 s before dash`; behind "before".
void read_beat_after(text::Cursor& c, const Reading& r, scene::Premise& premise) {
  if (premise.what.lasts_s <= 0)
    c.fail("P117", "it is not said how long before the beat this must hold", "write for 2 s before BEAT");
  premise.before_beat = beat_name(c, r);
}

// `onset = ROLE first visible`; behind "onset".
void read_onset(text::Cursor& c, Reading& r) {
  scene::OnsetDescription onset{.role = {}, .place = place_of(c)};
  if (r.scene.onset) c.fail_at(0, "P107", "\"onset\" is said twice", "keep one of them");
  c.expect_symbol('=');
  onset.role = role_name(c, r);
  c.expect("first visible");
  if (c.finish()) r.scene.onset = std::move(onset);
}

}  // namespace

void read_given(const text::Node& block, Reading& r) {
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    scene::Premise premise{
        .text = text::print_words(c.node()), .from = {}, .until = {}, .place = place_of(c)};
    premise.what = read_condition(c, r);
    if (c.take("before")) read_beat_after(c, r, premise);
    if (c.take("from")) premise.from = read_condition(c, r);
    if (c.take("until")) premise.until = read_condition(c, r);
    if (c.finish()) r.scene.given.push_back(std::move(premise));
  });
}

void read_expect(const text::Node& block, Reading& r) {
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    if (c.take("onset")) {
      read_onset(c, r);
      return;
    }
    scene::ExpectationDescription expectation{
        .text = text::print_words(c.node()), .beat = {}, .place = place_of(c)};
    read_moment(c, r, expectation);
    expectation.what = read_expected(c, r);
    check_moment(c, expectation);
    if (c.finish()) r.scene.expect.push_back(std::move(expectation));
  });
}

}  // namespace backlot::scene_text
