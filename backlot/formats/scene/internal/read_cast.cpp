#include "backlot/formats/scene/internal/read_cast.h"

#include <array>

#include <fmt/format.h>

namespace backlot::scene_text {

namespace {

using Requirement = decltype(scene::Requirement::what);

// `[between D and D]`, with what holds where it is not said.
Window optional_window(text::Cursor& c, const Reading& r, const text::Dimension& dimension,
                       Window otherwise) {
  return c.take("between") ? window(c, r, dimension) : otherwise;
}

Requirement approaches(text::Cursor& c, const Reading& r) {
  scene::Approaches answer{.mark = mark_name(c, r), .subject_mark = {}};
  c.expect("between");
  const Window seconds = window(c, r, text::kTime);
  answer.low_s = seconds.low;
  answer.high_s = seconds.high;
  constexpr std::array<std::string_view, 2> kHow{"before subject at", "after subject at"};
  if (c.choose(kHow, "time of an arrival") == 1) {
    answer.low_s = -seconds.high;
    answer.high_s = -seconds.low;
  }
  answer.subject_mark = mark_name(c, r);
  return answer;
}

// Behind "is".
Requirement is_something(text::Cursor& c, const Reading& r) {
  if (c.take("head of queue at")) return scene::HeadOfQueue{mark_name(c, r)};
  if (c.take("first on the way to")) {
    scene::FirstOnApproach answer{.mark = mark_name(c, r)};
    if (c.take("within")) answer.within_m = quantity_above_zero(c, r, text::kLength);
    return answer;
  }
  if (c.take("at the kerb of")) {
    scene::AtKerb answer{.mark = mark_name(c, r)};
    if (c.take("within")) answer.within_m = quantity_above_zero(c, r, text::kLength);
    return answer;
  }
  if (c.take("hidden from subject")) return scene::HiddenFromSubject{};
  if (c.take("prop")) return scene::IsProp{prop_name(c, r)};
  if (c.take("within")) {
    const double radius_m = quantity_above_zero(c, r, text::kLength);
    c.expect("of");
    return scene::Within{mark_name(c, r), radius_m};
  }
  constexpr std::array<std::string_view, 5> kRelations{"ahead of subject", "behind subject",
                                                       "left of subject", "right of subject", "oncoming"};
  constexpr std::array<std::string_view, 13> kKnown{"ahead of subject",
                                                    "next ahead of subject",
                                                    "behind subject",
                                                    "left of subject",
                                                    "right of subject",
                                                    "oncoming",
                                                    "head of queue at",
                                                    "first on the way to",
                                                    "next ahead of",
                                                    "at the kerb of",
                                                    "hidden from subject",
                                                    "prop",
                                                    "within"};
  bool is_next = c.take("next ahead of subject");
  std::string of(scene::kSubject);
  auto relation = is_next ? std::optional<std::size_t>(0) : c.take_one_of(kRelations);
  // of another role
  if (!relation) {
    is_next = c.take("next ahead of");
    if (is_next || c.take("ahead of")) {
      of = role_name(c, r);
      relation = 0;
      if (is_next && !c.is_next("between")) {
        scene::LeaderOf answer{.role = of};
        if (c.take("within")) answer.within_m = quantity_above_zero(c, r, text::kLength);
        return answer;
      }
    }
  }
  if (!relation) {
    c.choose(kKnown, "requirement of a role");
    return {};
  }
  const bool is_beside = *relation == 2 || *relation == 3;
  const Window metres =
      optional_window(c, r, text::kLength, {is_beside ? -30.0 : 0.0, is_beside ? 30.0 : 200.0});
  return scene::RelativeTo{static_cast<scene::Relation>(*relation), metres.low, metres.high, is_next, of};
}

// Behind "drives".
Requirement drives(text::Cursor& c, const Reading& r) {
  scene::HasSpeed answer;
  if (c.take("over")) {
    answer.low_mps = quantity_from_zero(c, r, text::kSpeed);
  } else if (c.take("below")) {
    answer.high_mps = quantity_from_zero(c, r, text::kSpeed);
  } else {
    c.expect("between");
    const Window speeds = window(c, r, text::kSpeed);
    answer.low_mps = speeds.low;
    answer.high_mps = speeds.high;
  }
  return answer;
}

// Behind "prefers".
void read_preference(text::Cursor& c, const Reading& r, scene::RoleDescription& role) {
  struct Word {
    std::string_view phrase;
    scene::Prefers prefers;
  };
  constexpr std::array<Word, 4> kWords{{{"longest wait", scene::Prefers::longest_wait},
                                        {"nearest", scene::Prefers::nearest},
                                        {"slowest", scene::Prefers::slowest},
                                        {"fastest", scene::Prefers::fastest}}};
  for (const Word& word : kWords) {
    if (!c.take(word.phrase)) continue;
    role.prefers = word.prefers;
    return;
  }
  if (!is_quantity_next(c)) {
    c.fail("P117", fmt::format("{} is nothing that can be preferred", c.next_text()),
           "write longest wait, nearest, slowest, fastest, a time before the subject, or a distance: prefers "
           "1.7 s before");
    return;
  }
  const std::size_t begin = c.position();
  const text::Quantity value = any_quantity(c, r);
  role.preferred = value.value;
  if (value.dimension == text::kLength) {
    role.prefers = scene::Prefers::distance;
    return;
  }
  role.prefers = scene::Prefers::time;
  if (!c.has_failed() && value.dimension != text::kTime)
    c.fail_at(begin, "T123",
              fmt::format("a time or a length is asked for here, this is {}", to_text(value.dimension)));
  if (c.take("after"))
    role.preferred = -role.preferred;
  else
    c.expect("before");
}

// Behind "may be supplied by".
scene::Supply read_supply(text::Cursor& c, const Reading& r) {
  scene::Supply supply{.source = source_name(c, r), .mark = {}, .place = place_of(c)};
  c.expect("from");
  supply.from_s = quantity_above_zero(c, r, text::kTime);
  c.expect("before subject at");
  supply.mark = mark_name(c, r);
  return supply;
}

// `waits within 15 m of MARK` asks for a place and for standing still.
std::optional<Requirement> read_requirement(text::Cursor& c, const Reading& r, scene::RoleDescription& role) {
  if (c.take("waits")) {
    const scene::HasSpeed stands{0, kStanding_mps};
    if (!c.take("within")) return stands;
    role.requirements.push_back({stands, place_of(c)});
    const double radius_m = quantity_above_zero(c, r, text::kLength);
    c.expect("of");
    return scene::Within{mark_name(c, r), radius_m};
  }
  if (c.take("is")) return is_something(c, r);
  if (c.take("approaches")) return approaches(c, r);
  if (c.take("can turn")) return scene::CanTurn{turn(c)};
  if (c.take("can go straight on")) return scene::CanTurn{network::Turn::straight};
  if (c.take("turns")) return scene::GoesTurn{turn(c)};
  if (c.take("goes straight on")) return scene::GoesTurn{network::Turn::straight};
  if (c.take("drives")) return drives(c, r);
  if (c.take("follows another")) {
    const Window metres = optional_window(c, r, text::kLength, {0, 100});
    return scene::HasLeader{metres.low, metres.high};
  }
  if (c.take("follows nobody")) {
    scene::FreeAhead answer;
    if (c.take("within")) answer.within_m = quantity_above_zero(c, r, text::kLength);
    return answer;
  }
  return std::nullopt;
}

void read_role_statement(text::Cursor& c, const Reading& r, scene::RoleDescription& role, Said& said) {
  constexpr std::array<std::string_view, 10> kKnown{
      "is",    "approaches",      "can turn",       "turns",   "drives",
      "waits", "follows another", "follows nobody", "prefers", "may be supplied by"};
  if (c.take("prefers")) {
    if (said.once(c, "prefers")) read_preference(c, r, role);
    c.finish();
    return;
  }
  if (c.take("may be supplied by")) {
    if (said.once(c, "may be supplied by")) role.supply = read_supply(c, r);
    c.finish();
    return;
  }
  scene::Requirement requirement{.place = place_of(c)};
  if (auto what = read_requirement(c, r, role)) {
    requirement.what = std::move(*what);
    if (c.finish()) role.requirements.push_back(std::move(requirement));
  } else {
    fail_unknown_statement(c, "in a role", kKnown);
  }
}

void read_role(text::Cursor& c, Reading& r) {
  scene::RoleDescription role{
      .name = {}, .kinds = {}, .requirements = {}, .supply = {}, .place = place_of(c)};
  role.name = c.new_word("the name of a role");
  c.expect_symbol(':');
  if (!c.take("any vehicle")) {
    do {
      if (is_person_next(c)) {
        const network::TextPlace place{c.place()};
        role.kinds.push_back(world::ObjectKind::pedestrian);
        if (const auto age = person(c)) role.requirements.push_back({scene::OfAge{*age}, place});
        continue;
      }
      role.kinds.push_back(kind(c));
    } while (!c.has_failed() && c.take("or"));
  }
  // The block is read even where the head has an error: its errors are told, too.
  c.finish_before_block("a role");
  Said said;
  for_each_statement(c.node().block(), r,
                     [&](text::Cursor& inner) { read_role_statement(inner, r, role, said); });
  r.scene.cast.push_back(std::move(role));
}

}  // namespace

void read_cast(const text::Node& block, Reading& r) {
  constexpr std::array<std::string_view, 1> kKnown{"role"};
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    if (c.take("role"))
      read_role(c, r);
    else
      fail_unknown_statement(c, "in a cast", kKnown);
  });
}

}  // namespace backlot::scene_text
