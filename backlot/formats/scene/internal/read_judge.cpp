// What the subject must do, and what is collected for coverage.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/scene/internal/read_condition.h"
#include "backlot/formats/scene/internal/read_expect.h"
#include "backlot/formats/text/print.h"

namespace backlot::scene_text {

namespace {

// Validators that forbid something: `no red_light`.
constexpr std::array<std::string_view, 9> kForbidden{"contact",      "lane",      "off_road",
                                                     "speed_limit",  "red_light", "stop_line",
                                                     "right_of_way", "wrong_way", "mission"};

// Validators with a limit: `ttc over 1 s`.
struct Limited {
  std::string_view name;
  bool is_over;  // the measure stays over the limit; else below it
  text::Dimension dimension;
};
constexpr std::array<Limited, 10> kLimited{{{"ttc", true, text::kTime},
                                            {"ttc_accel", true, text::kTime},
                                            {"pet", true, text::kTime},
                                            {"time_gap", true, text::kTime},
                                            {"distance", true, text::kLength},
                                            {"progress", true, text::kSpeed},
                                            {"drac", false, text::kAcceleration},
                                            {"comfort", false, text::kAcceleration},
                                            {"jerk", false, text::kJerk},
                                            {"time_budget", false, text::kTime}}};

const Limited* find_limited(std::string_view name) {
  for (const Limited& entry : kLimited)
    if (entry.name == name) return &entry;
  return nullptr;
}

void fail_unknown(text::Cursor& c) {
  std::vector<std::string_view> known{"never",         "always", "eventually",  "no",
                                      "margin to any", "signal", "mission past"};
  for (const Limited& entry : kLimited) known.push_back(entry.name);
  std::string hint = base::did_you_mean(c.peek(), known);
  if (hint.empty()) hint = fmt::format("known here are: {}", fmt::join(known, ", "));
  c.fail("P126", fmt::format("{} is nothing by which a subject is judged", c.next_text()), hint);
}

void read_limit(text::Cursor& c, const Reading& r, const Limited& entry, scene::JudgeDescription& judge) {
  judge.validator = entry.name;
  c.expect(entry.is_over ? "over" : "below");
  judge.values.push_back(quantity_from_zero(c, r, entry.dimension));
}

// The width of a bin; of a gap its unit decides between metres and seconds.
double read_bin(text::Cursor& c, const Reading& r, scene::Compared& compared) {
  const std::size_t begin = c.position();
  const text::Quantity bin = any_quantity(c, r);
  if (compared.measure == scene::Measure::gap && bin.dimension == text::kTime)
    compared.measure = scene::Measure::time_gap;
  const text::Dimension wanted = dimension_of(compared.measure);
  if (!c.has_failed() && bin.dimension != wanted)
    c.fail_at(begin, "T123",
              fmt::format("{} is asked for here, this is {}", to_text(wanted), to_text(bin.dimension)),
              fmt::format("write it in {}", text::units_of(wanted)));
  if (bin.value <= 0) c.fail_at(begin, "P118", "this must be above zero", "write a number above zero");
  return bin.value;
}

// What was read of the statement so far.
std::string words_until_here(const text::Cursor& c) {
  const auto tokens = c.node().tokens();
  std::string words;
  for (std::size_t k = 0; k < std::min(c.position(), tokens.size()); ++k) {
    if (k > 0 && !tokens[k].is_joined) words += ' ';
    words += c.node().text(tokens[k]);
  }
  return words;
}

// `from LOW to HIGH`: the range that is to be covered.
void read_range(text::Cursor& c, const Reading& r, scene::Compared& compared) {
  const std::size_t begin = c.position();
  const text::Dimension wanted = dimension_of(compared.measure);
  compared.low = quantity(c, r, wanted);
  c.expect("to");
  compared.high = quantity(c, r, wanted);
  if (!c.has_failed() && compared.low >= compared.high)
    c.fail_at(begin, "P118", "the range that is to be covered is empty", "write the smaller number first");
}

// `never A while B`: the rule counts only where B holds.
void read_while(text::Cursor& c, const Reading& r, scene::JudgeDescription& judge) {
  if (c.take("while")) judge.conditions.push_back(read_judged_condition(c, r));
}

// Behind `eventually`: `CONDITION within 20 s [after BEAT]`
void read_eventually(text::Cursor& c, const Reading& r, scene::JudgeDescription& judge) {
  judge.is_never = false;
  judge.is_eventually = true;
  judge.conditions.push_back(read_judged_condition(c, r));
  c.expect("within");
  judge.within_s = quantity_above_zero(c, r, text::kTime);
  if (c.take("after") && !c.take("start")) judge.after_beat = beat_name(c, r);
}

// Behind `mission past`: `MARK, MARK [within 60 s]`
void read_mission(text::Cursor& c, const Reading& r, scene::JudgeDescription& judge) {
  judge.validator = "mission";
  do judge.marks.push_back(mark_name(c, r));
  while (!c.has_failed() && c.take_symbol(','));
  if (c.take("within")) judge.within_s = quantity_above_zero(c, r, text::kTime);
}

// Behind `signal`: `planner.confidence over 0.2`
void read_signal(text::Cursor& c, const Reading& r, scene::JudgeDescription& judge) {
  judge.validator = "signal";
  judge.signal = c.name("the name of a signal of the system");
  judge.is_over = c.take("over");
  if (!judge.is_over) c.expect("below");
  judge.values.push_back(quantity(c, r, text::kPlain));
}

void read_statement(text::Cursor& c, const Reading& r, scene::JudgeDescription& judge) {
  if (c.take("never contact")) {
    judge.validator = "contact";
    if (c.is_next("while"))
      c.fail("P126", "a contact counts at all times", "write never subject touches anything while ...");
  } else if (c.take("no")) {
    judge.validator = kForbidden[c.choose(kForbidden, "rule by which a subject is judged")];
  } else if (c.take("never")) {
    judge.conditions.push_back(read_judged_condition(c, r));
    read_while(c, r, judge);
  } else if (c.take("always")) {
    judge.is_never = false;
    judge.conditions.push_back(read_judged_condition(c, r));
    read_while(c, r, judge);
  } else if (c.take("eventually")) {
    read_eventually(c, r, judge);
  } else if (c.take("mission past")) {
    read_mission(c, r, judge);
  } else if (c.take("signal")) {
    read_signal(c, r, judge);
  } else if (c.take("margin to any")) {
    if (is_person_next(c)) {
      static_cast<void>(person(c));
      judge.kinds.push_back(world::ObjectKind::pedestrian);
    } else if (!c.take("vehicle")) {
      judge.kinds.push_back(kind(c));
    }
    read_limit(c, r, *find_limited("distance"), judge);
  } else if (const Limited* const entry = find_limited(c.peek())) {
    c.take(entry->name);
    read_limit(c, r, *entry, judge);
  } else {
    fail_unknown(c);
  }
}

}  // namespace

void read_judge(const text::Node& block, Reading& r) {
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    scene::JudgeDescription judge{.text = text::print_words(c.node()),
                                  .validator = {},
                                  .values = {},
                                  .conditions = {},
                                  .place = place_of(c)};
    read_statement(c, r, judge);
    if (c.finish()) r.scene.judge.push_back(std::move(judge));
  });
}

void read_cover(const text::Node& block, Reading& r) {
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    scene::CoverDescription cover{.text = {}, .beat = {}, .place = place_of(c)};
    cover.measure = read_measure(c, r);
    c.expect("at");
    cover.beat = c.take("onset") ? "onset" : beat_name(c, r);
    cover.text = words_until_here(c);
    c.expect("by");
    cover.bin = read_bin(c, r, cover.measure);
    if (c.take("from")) read_range(c, r, cover.measure);
    if (c.finish()) r.scene.cover.push_back(std::move(cover));
  });
}

}  // namespace backlot::scene_text
