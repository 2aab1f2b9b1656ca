#include "backlot/formats/scene/internal/reading.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"

namespace backlot::scene_text {

void fail_unknown_statement(text::Cursor& c, std::string_view where,
                            std::span<const std::string_view> known) {
  BACKLOT_ASSERT(!where.empty() && !known.empty(), "a statement is looked for among some");
  std::string hint = base::did_you_mean(c.peek(), known);
  if (hint.empty()) hint = fmt::format("known here are: {}", fmt::join(known, ", "));
  c.fail("P101", fmt::format("{} begins no statement {}", c.next_text(), where), hint);
}

bool Said::once(text::Cursor& c, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is said once has a name");
  if (!has(what)) {
    seen_.push_back(what);
    return true;
  }
  c.fail_at(0, "P107", fmt::format("\"{}\" is said twice", what), "keep one of them");
  return false;
}

bool Said::has(std::string_view what) const {
  BACKLOT_ASSERT(!what.empty(), "what is said once has a name");
  return std::find(seen_.begin(), seen_.end(), what) != seen_.end();
}

// ---- numbers

namespace {

constexpr std::array<std::string_view, 4> kOperators{"+", "-", "*", "/"};

// `(lead + 1 s) before ...`: what stands behind the parentheses tells whether they hold a number or a condition.
bool is_quantity_in_parentheses(const text::Cursor& c) {
  const auto tokens = c.node().tokens();
  std::size_t depth = 0;
  for (std::size_t i = c.position(); i < tokens.size(); ++i) {
    const std::string_view text = c.node().text(tokens[i]);
    if (text == "(") ++depth;
    if (text != ")" || --depth > 0) continue;
    if (i + 1 == tokens.size()) return false;
    const std::string_view next = c.node().text(tokens[i + 1]);
    return next == "before" || next == "after" ||
           std::find(kOperators.begin(), kOperators.end(), next) != kOperators.end();
  }
  return false;
}

double at_least(text::Cursor& c, const Reading& r, const text::Dimension& dimension, bool is_above) {
  const std::size_t begin = c.position();
  const double value = quantity(c, r, dimension);
  if (value < 0 || (is_above && value == 0))
    c.fail_at(begin, "P118", fmt::format("this must be {} zero", is_above ? "above" : "at least"),
              is_above ? "write a number above zero" : "write zero or a number above it");
  return value;
}

}  // namespace

bool is_quantity_next(const text::Cursor& c) {
  if (c.has_failed() || c.is_at_end()) return false;
  if (c.is_symbol('(')) return is_quantity_in_parentheses(c);
  if (c.is_symbol('-') || c.is_symbol('+')) return true;
  if (c.node().tokens()[c.position()].kind == text::TokenKind::number) return true;
  return !c.peek().empty() && c.scope().find(c.peek()) != nullptr;
}

text::Quantity any_quantity(text::Cursor& c, const Reading& r) {
  if (const auto word = r.words.find(c.peek()); !c.has_failed() && word != r.words.end()) {
    c.fail("P123",
           fmt::format("a number is asked for here; the parameter \"{}\" is the word \"{}\"", word->first,
                       word->second),
           "give the parameter a number with its unit");
    return {};
  }
  return c.any_quantity();
}

double quantity(text::Cursor& c, const Reading& r, const text::Dimension& dimension) {
  const std::size_t begin = c.position();
  const text::Quantity value = any_quantity(c, r);
  if (c.has_failed() || value.dimension == dimension) return value.value;
  const std::string_view units = text::units_of(dimension);
  c.fail_at(begin, "T123",
            fmt::format("{} is asked for here, this is {}", to_text(dimension), to_text(value.dimension)),
            units.empty() ? "leave out the unit" : fmt::format("write it in {}", units));
  return 0;
}

double quantity_from_zero(text::Cursor& c, const Reading& r, const text::Dimension& dimension) {
  return at_least(c, r, dimension, false);
}

double quantity_above_zero(text::Cursor& c, const Reading& r, const text::Dimension& dimension) {
  return at_least(c, r, dimension, true);
}

double share(text::Cursor& c, const Reading& r) {
  const std::size_t begin = c.position();
  const double value = quantity(c, r, text::kPlain);
  if (value < 0 || value > 1)
    c.fail_at(begin, "P118", "a share lies between 0 % and 100 %", "write it with %, as in 10 %");
  return value;
}

Window window(text::Cursor& c, const Reading& r, const text::Dimension& dimension) {
  const std::size_t begin = c.position();
  Window answer;
  answer.low = quantity(c, r, dimension);
  c.expect("and");
  answer.high = quantity(c, r, dimension);
  if (answer.low > answer.high)
    c.fail_at(begin, "P110", "nothing lies between these two: the first is the larger one",
              "write the smaller number first");
  return answer;
}

// ---- names

namespace {

void check_known(text::Cursor& c, std::size_t position, const std::string& name,
                 const std::vector<std::string>& known, std::string_view code, std::string_view what,
                 std::string_view how) {
  BACKLOT_ASSERT(!code.empty() && !what.empty() && !how.empty(),
                 "a problem with a name tells what it is and how to mend it");
  if (c.has_failed() || std::find(known.begin(), known.end(), name) != known.end()) return;
  const std::vector<std::string_view> views(known.begin(), known.end());
  std::string hint = base::did_you_mean(name, views);
  if (hint.empty()) hint = fmt::format("declare it {}", how);
  c.fail_at(position, std::string(code), fmt::format("there is no {} \"{}\"", what, name), hint);
}

std::string known_name(text::Cursor& c, const std::vector<std::string>& known, std::string_view code,
                       std::string_view what, std::string_view how) {
  BACKLOT_ASSERT(!code.empty() && !what.empty() && !how.empty(),
                 "a problem with a name tells what it is and how to mend it");
  const std::size_t position = c.position();
  std::string name = c.name(fmt::format("the name of a {}", what));
  check_known(c, position, name, known, code, what, how);
  return name;
}

void check_role(text::Cursor& c, const Reading& r, std::size_t position, const std::string& name) {
  check_known(c, position, name, r.names.roles, "P103", "role", "in the cast: role NAME: car { ... }");
}

}  // namespace

std::string place_name(text::Cursor& c, const Reading& r, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is read has a name");
  const std::size_t position = c.position();
  std::string name = c.name(what);
  if (c.has_failed()) return name;
  if (const auto word = r.words.find(name); word != r.words.end()) return word->second;
  if (const auto* number = r.scope.find(name); number != nullptr && *number)
    c.fail_at(position, "P123",
              fmt::format("{} is asked for here; the parameter \"{}\" is a number", what, name),
              "give the parameter a name, as in crossing = first");
  return name;
}

std::string mark_name(text::Cursor& c, const Reading& r) {
  return known_name(c, r.names.marks, "P102", "mark", "in the set: mark NAME = ...");
}

std::string beat_name(text::Cursor& c, const Reading& r) {
  const std::size_t position = c.position();
  std::string name = c.name("the name of a beat");
  check_beat(c, r, position, name);
  return name;
}

std::string role_name(text::Cursor& c, const Reading& r) {
  const std::size_t position = c.position();
  std::string name = c.name("the name of a role");
  if (name == scene::kSubject) {
    c.fail_at(position, "P109", "the subject is never cast and never directed",
              "the scene is staged around it; name a role of the cast here");
    return name;
  }
  check_role(c, r, position, name);
  return name;
}

std::string object_name(text::Cursor& c, const Reading& r) {
  const std::size_t position = c.position();
  std::string name = c.name("the subject or a role");
  check_object(c, r, position, name);
  return name;
}

std::string source_name(text::Cursor& c, const Reading& r) {
  return known_name(c, r.names.sources, "P105", "source", "in the set: source NAME before MARK");
}

std::string prop_name(text::Cursor& c, const Reading& r) {
  return known_name(c, r.names.props, "P105", "prop", "in the set: prop NAME: car parked at MARK");
}

void check_beat(text::Cursor& c, const Reading& r, std::size_t position, const std::string& name) {
  check_known(c, position, name, r.names.beats, "P104", "beat", "in the script: beat NAME when ... { ... }");
}

void check_object(text::Cursor& c, const Reading& r, std::size_t position, const std::string& name) {
  if (name != scene::kSubject) check_role(c, r, position, name);
}

scene::Crossing crossing(text::Cursor& c, const Reading& r) {
  constexpr std::array<std::string_view, 10> kOrdinals{"first", "second",  "third",  "fourth", "fifth",
                                                       "sixth", "seventh", "eighth", "ninth",  "tenth"};
  scene::Crossing answer{.name = {}, .place = {c.place()}};
  const std::string name = place_name(c, r, "an intersection");
  const auto found = std::find(kOrdinals.begin(), kOrdinals.end(), name);
  if (found == kOrdinals.end())
    answer.name = name;
  else
    answer.ordinal = static_cast<std::uint32_t>(found - kOrdinals.begin()) + 1;
  return answer;
}

// ---- kinds

namespace {

using Words = std::span<const std::string_view>;
// In the order of world::ObjectKind, first in the singular.
constexpr std::array<std::string_view, 2 * world::kVehicleKinds> kKinds{
    "car", "truck", "bus", "motorcycle", "bicycle", "cars", "trucks", "buses", "motorcycles", "bicycles"};
// In the order of traffic::Age, first in the singular, then the words for any age.
constexpr std::array<std::string_view, 10> kOnFoot{"child",    "adult",  "elder",  "walker",  "pedestrian",
                                                   "children", "adults", "elders", "walkers", "pedestrians"};
constexpr std::array<std::string_view, 2> kCyclists{"cyclist", "cyclists"};

bool is_one_of(Words words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool is_kind_next(const text::Cursor& c) {
  return !c.has_failed() && (is_one_of(kKinds, c.peek()) || are_people_next(c));
}

bool are_people_next(const text::Cursor& c) {
  return !c.has_failed() && (is_one_of(kOnFoot, c.peek()) || is_one_of(kCyclists, c.peek()));
}

bool is_person_next(const text::Cursor& c) { return !c.has_failed() && is_one_of(kOnFoot, c.peek()); }

std::optional<traffic::Age> person(text::Cursor& c) {
  constexpr std::size_t kAgeWords = 3;
  static_assert(count_of(traffic::Age{}) == kAgeWords);
  const std::size_t which = c.choose(kOnFoot, "kind of person") % (kOnFoot.size() / 2);
  return which < kAgeWords ? std::optional(static_cast<traffic::Age>(which)) : std::nullopt;
}

void need_person(text::Cursor& c, const Reading& r, std::size_t position, const std::string& role) {
  const std::vector<std::string>& people = r.names.people;
  if (std::find(people.begin(), people.end(), role) != people.end()) return;
  c.fail_at(position, "P116", fmt::format("only people on foot do this, and \"{}\" is a vehicle", role),
            "vehicles can be at a mark so long before the subject, drive at a speed, launch or turn");
}

world::ObjectKind kind(text::Cursor& c) {
  if (are_people_next(c)) {
    const bool is_cyclist = is_one_of(kCyclists, c.peek());
    c.fail("P116",
           is_cyclist ? std::string("a cyclist is named by the vehicle, a bicycle")
                      : fmt::format("a vehicle is asked for here, and {} is a person on foot", c.next_text()),
           "the kinds of vehicles are car, truck, bus, motorcycle and bicycle");
    return {};
  }
  if (!c.has_failed() && !is_one_of(kKinds, c.peek())) {
    std::string hint = base::did_you_mean(c.peek(), Words(kKinds).first(world::kVehicleKinds));
    if (hint.empty()) hint = "the kinds are car, truck, bus, motorcycle and bicycle";
    c.fail("P115", fmt::format("{} is no kind of vehicle", c.next_text()), hint);
    return {};
  }
  return static_cast<world::ObjectKind>(c.choose(kKinds, "kind of vehicle") % world::kVehicleKinds);
}

network::Turn turn(text::Cursor& c) {
  constexpr std::array<std::string_view, 3> kTurns{"straight on", "left", "right"};
  return static_cast<network::Turn>(c.choose(kTurns, "turn"));
}

network::Aspect aspect(text::Cursor& c) {
  constexpr std::array<std::string_view, 8> kAspects{
      "dark", "red", "red yellow", "green", "green arrow", "yellow", "flashing yellow", "flashing red"};
  return static_cast<network::Aspect>(c.choose(kAspects, "aspect of a light"));
}

}  // namespace backlot::scene_text
