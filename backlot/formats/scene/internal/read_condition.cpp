#include "backlot/formats/scene/internal/read_condition.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "backlot/formats/text/limits.h"

namespace backlot::scene_text {

namespace {

using scene::Condition;
using scene::Joint;
using scene::Measure;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// ---- bounds: `over 3 s`, `below 3 s`, `between 2 s and 3 s`, `2.5 s within 0.5 s`

struct Bounds {
  double low = -kInfinite, high = kInfinite;
  text::Dimension dimension{};
};

// A quantity, of a share with the words behind it that say of what.
double bound(text::Cursor& c, const Reading& r, std::optional<text::Dimension>& dimension) {
  const std::size_t begin = c.position();
  const text::Quantity value = any_quantity(c, r);
  if (value.dimension == text::kPlain) c.take("of the limit");
  if (dimension && *dimension != value.dimension)
    c.fail_at(begin, "T122",
              fmt::format("{} and {} cannot be compared", to_text(*dimension), to_text(value.dimension)));
  dimension = value.dimension;
  return value.value;
}

Bounds read_bounds(text::Cursor& c, const Reading& r) {
  const std::size_t begin = c.position();
  std::optional<text::Dimension> dimension;
  Bounds bounds;
  if (c.take("over")) {
    bounds.low = bound(c, r, dimension);
  } else if (c.take("below")) {
    bounds.high = bound(c, r, dimension);
  } else if (c.take("between")) {
    bounds.low = bound(c, r, dimension);
    c.expect("and");
    bounds.high = bound(c, r, dimension);
  } else if (is_quantity_next(c)) {
    const double middle = bound(c, r, dimension);
    c.expect("within");
    const double slack = bound(c, r, dimension);
    bounds.low = middle - slack;
    bounds.high = middle + slack;
  } else {
    c.fail("P117", fmt::format("{} says nothing about how large it is", c.next_text()),
           "write over X, below X, between X and Y, or X within Y");
  }
  if (bounds.low > bounds.high)
    c.fail_at(begin, "P110", "nothing lies between these two: the first is the larger one",
              "write the smaller number first");
  bounds.dimension = dimension.value_or(text::kPlain);
  return bounds;
}

// ---- measures

struct MeasureWord {
  std::string_view word;
  Measure measure;
  bool has_other;
};
constexpr std::array<MeasureWord, 10> kMeasures{{{"arrival", Measure::time_to, false},
                                                 {"closing_speed", Measure::closing, true},
                                                 {"speed", Measure::speed, false},
                                                 {"acceleration", Measure::acceleration, false},
                                                 {"offset", Measure::offset, false},
                                                 {"gap", Measure::gap, true},
                                                 {"time_gap", Measure::time_gap, true},
                                                 {"ttc", Measure::ttc, true},
                                                 {"distance", Measure::distance, true},
                                                 {"meeting", Measure::meeting, true}}};

const MeasureWord* find_measure(std::string_view word) {
  for (const MeasureWord& entry : kMeasures)
    if (entry.word == word) return &entry;
  return nullptr;
}

// Whether a measure has no values below zero.
bool is_never_negative(Measure measure) {
  return measure == Measure::speed || measure == Measure::share_of_limit || measure == Measure::ttc ||
         measure == Measure::distance;
}

// Puts the bounds on a measure. The unit decides between a gap in metres and in seconds, and between a speed and a share of the limit.
void compare(text::Cursor& c, const Reading& r, scene::Compared& compared) {
  const std::size_t begin = c.position();
  const Bounds bounds = read_bounds(c, r);
  if (compared.measure == Measure::gap && bounds.dimension == text::kTime)
    compared.measure = Measure::time_gap;
  if (compared.measure == Measure::speed && bounds.dimension == text::kPlain)
    compared.measure = Measure::share_of_limit;
  compared.low = bounds.low;
  compared.high = bounds.high;
  const text::Dimension wanted = dimension_of(compared.measure);
  if (!c.has_failed() && bounds.dimension != wanted)
    c.fail_at(begin, "T123",
              fmt::format("{} is asked for here, this is {}", to_text(wanted), to_text(bounds.dimension)),
              fmt::format("write it in {}", text::units_of(wanted)));
  if (is_never_negative(compared.measure) && (compared.high < 0 || (compared.high == 0 && compared.low < 0)))
    c.fail_at(begin, "P110", "this can never be: the measure is never below zero",
              "write a limit above zero");
}

class ConditionReader {
 public:
  ConditionReader(text::Cursor& c, const Reading& r, bool is_judged) : c_(c), r_(r), is_judged_(is_judged) {}

  Condition any_of() {
    return joined(Joint::any, "or", [this] { return all_of(); });
  }

 private:
  template <class Part>
  Condition joined(Joint joint, std::string_view word, Part part) {
    Condition first = part();
    if (!is_joint_next(word)) return first;
    Condition whole{.joint = joint, .parts = {}, .place = first.place};
    whole.parts.push_back(std::move(first));
    while (take_joint(word)) whole.parts.push_back(part());
    return whole;
  }

  bool take_joint(std::string_view word) {
    const std::size_t begin = c_.position();
    c_.take_symbol(',');
    if (c_.take(word)) return true;
    c_.go_to(begin);
    return false;
  }
  bool is_joint_next(std::string_view word) {
    const std::size_t begin = c_.position();
    const bool is_next = take_joint(word);
    c_.go_to(begin);
    return is_next;
  }

  Condition all_of() {
    return joined(Joint::all, "and", [this] { return part(); });
  }

  Condition part() {
    if (++depth_ > text::kDeepestNesting) {
      c_.fail("T126", "conditions stand in conditions too deep here");
      return {};
    }
    Condition answer{.parts = {}, .place = {c_.place()}};
    if (c_.take("not")) {
      answer.joint = Joint::none;
      answer.parts.push_back(part());
    } else if (c_.is_symbol('(') && !is_quantity_next(c_)) {
      c_.take_symbol('(');
      answer = any_of();
      c_.expect_symbol(')');
      read_duration(answer);
    } else {
      answer.question = question(answer);
      read_duration(answer);
    }
    --depth_;
    return answer;
  }

  void read_duration(Condition& condition) {
    if (c_.take("for")) condition.lasts_s = quantity_above_zero(c_, r_, text::kTime);
  }

  // ---- questions. One of them ("5 s past the line") says how long it lasts, too.

  Condition::Question question(Condition& whole) {
    if (c_.take("nobody")) return clear();
    if (c_.take("signal")) return signal();
    if (c_.take("light of subject")) return light(read_light_line(c_, r_));
    if (c_.take("light at")) return light(mark_name(c_, r_));
    if (is_measure_next()) return measured();
    if (is_quantity_next(c_)) return timed();
    if (c_.is_name_next()) return about_object(whole);
    c_.fail("P117", fmt::format("{} begins no condition", c_.next_text()),
            "conditions speak of the subject, a role, a beat, a light, or a time: subject 3 s before line");
    return {};
  }

  // `signal go` from outside, or `signal planner.confidence over 0.2` of the system under test
  Condition::Question signal() {
    const std::size_t begin = c_.position();
    std::string name = c_.name("the name of a signal");
    if (!c_.is_next("over") && !c_.is_next("below") && !c_.is_next("between"))
      return scene::Signalled{std::move(name)};
    const Bounds bounds = read_bounds(c_, r_);
    if (!is_judged_)
      c_.fail_at(begin, "P117", "only the judge knows what a system under test publishes",
                 "ask for its signals in the block judge");
    if (!c_.has_failed() && bounds.dimension != text::kPlain)
      c_.fail_at(begin, "T123",
                 fmt::format("a plain number is asked for here, this is {}", to_text(bounds.dimension)),
                 "the signals of a system are plain numbers");
    return scene::Published{std::move(name), bounds.low, bounds.high};
  }

  Condition::Question clear() {
    scene::Clear answer;
    if (c_.take("within")) {
      answer.is_around = true;
      answer.within_m = quantity_above_zero(c_, r_, text::kLength);
      c_.expect("of");
    } else {
      c_.expect("between subject and");
      const auto& roles = r_.names.roles;
      if (std::find(roles.begin(), roles.end(), c_.peek()) != roles.end()) {
        answer.role = role_name(c_, r_);
        return answer;
      }
    }
    answer.mark = mark_name(c_, r_);
    return answer;
  }

  // A parameter may have the name of a measure: then what stands behind it tells.
  bool is_measure_next() {
    const std::string_view word = c_.peek();
    if (find_measure(word) == nullptr) return false;
    if (c_.scope().find(word) == nullptr) return true;
    constexpr std::array<std::string_view, 5> kBehind{"of", "to", "over", "below", "between"};
    const std::size_t begin = c_.position();
    c_.take(word);
    const bool is_measure = c_.take_one_of(kBehind).has_value();
    c_.go_to(begin);
    return is_measure;
  }

  Condition::Question light(std::string line) {
    scene::LightShows answer;
    answer.mark = std::move(line);
    c_.expect("is");
    answer.aspect = aspect(c_);
    const std::size_t begin = c_.position();
    c_.take_symbol(',');
    if (c_.take("within")) {
      answer.middle_within_s = quantity_above_zero(c_, r_, text::kTime);
      c_.expect("of its middle");
    } else {
      c_.go_to(begin);
    }
    return answer;
  }

  // `90 s before subject at line`, `40 m before line`, `2 s after feint`, `600 s after start`
  Condition::Question timed() {
    const std::size_t begin = c_.position();
    const text::Quantity value = any_quantity(c_, r_);
    if (c_.take("after")) {
      check_time(begin, value);
      if (c_.take("start")) return scene::Elapsed{"", value.value};
      return scene::Elapsed{beat_name(c_, r_), value.value};
    }
    c_.expect("before");
    c_.take("subject at");
    return before_mark(std::string(scene::kSubject), value, begin);
  }

  void check_time(std::size_t position, const text::Quantity& value) {
    if (!c_.has_failed() && value.dimension != text::kTime)
      c_.fail_at(position, "T123",
                 fmt::format("a time is asked for here, this is {}", to_text(value.dimension)),
                 "write it in s, min or ms");
  }

  Condition::Question before_mark(std::string object, const text::Quantity& value, std::size_t position) {
    const bool is_way = value.dimension == text::kLength;
    if (!is_way) check_time(position, value);
    return scene::Compared{.measure = is_way ? Measure::way_to : Measure::time_to,
                           .object = std::move(object),
                           .other = {},
                           .mark = mark_name(c_, r_),
                           .high = value.value};
  }

  Condition::Question measured() {
    scene::Compared compared = read_measure(c_, r_);
    compare(c_, r_, compared);
    return compared;
  }

  bool is_question_over() const {
    if (c_.is_at_end() || c_.is_symbol(',') || c_.is_symbol(')')) return true;
    constexpr std::array<std::string_view, 9> kNext{"and",      "or",     "for",  "from", "until",
                                                    "deadline", "within", "when", "while"};
    for (const std::string_view word : kNext)
      if (c_.is_next(word)) return true;
    return false;
  }

  Condition::Question about_object(Condition& whole) {
    const std::size_t begin = c_.position();
    std::string name = c_.name("the subject, a role or a beat");
    if (c_.take("is over")) {
      check_beat(c_, r_, begin, name);
      return scene::BeatIs{std::move(name), scene::BeatIs::Phase::over};
    }
    if (c_.take("has begun") || (is_question_over() && name != scene::kSubject)) {
      check_beat(c_, r_, begin, name);
      return scene::BeatIs{std::move(name), scene::BeatIs::Phase::begun};
    }
    check_object(c_, r_, begin, name);
    if (c_.take("can be at")) return can_be(std::move(name), begin);
    if (c_.take("can meet front of subject")) return can_meet(std::move(name), begin);
    if (c_.take("brakes harder than"))
      return scene::Compared{.measure = Measure::acceleration,
                             .object = std::move(name),
                             .other = {},
                             .mark = {},
                             .high = -quantity_above_zero(c_, r_, text::kAcceleration)};
    if (c_.take("stands"))
      return scene::Compared{.measure = Measure::speed,
                             .object = std::move(name),
                             .other = {},
                             .mark = {},
                             .high = kStanding_mps};
    if (c_.take("is cast")) return is_cast(std::move(name), begin);
    if (c_.take("is in path of subject")) return in_path(std::move(name), begin);
    if (c_.take("sees")) return sees(name, begin);
    if (c_.take("touches")) return contact(std::move(name));
    if (c_.take("drives")) {
      scene::Compared compared{.measure = Measure::speed, .object = std::move(name), .other = {}, .mark = {}};
      compare(c_, r_, compared);
      return compared;
    }
    return at_place(std::move(name), whole);
  }

  // `at line`, `past line`, `5 s past line`, `5 s before line`
  Condition::Question at_place(std::string object, Condition& whole) {
    if (c_.take("at") || c_.take("past")) return scene::Past{std::move(object), mark_name(c_, r_)};
    const std::size_t begin = c_.position();
    if (!is_quantity_next(c_)) {
      c_.fail("P117", fmt::format("{} is nothing that a condition can ask of {}", c_.next_text(), object),
              "it can be at, past or so long before a mark; it drives, stands, brakes, touches, is cast, can "
              "be at a mark");
      return {};
    }
    const text::Quantity value = any_quantity(c_, r_);
    if (c_.take("past")) {
      check_time(begin, value);
      whole.lasts_s = value.value;
      return scene::Past{std::move(object), mark_name(c_, r_)};
    }
    c_.expect("before");
    return before_mark(std::move(object), value, begin);
  }

  Condition::Question can_be(std::string role, std::size_t position) {
    if (role == scene::kSubject)
      c_.fail_at(position, "P109", "this asks when a role can be somewhere; the subject is no role",
                 "write subject 3 s before MARK");
    scene::CanBe answer{std::move(role), mark_name(c_, r_), 0};
    answer.before_s = quantity(c_, r_, text::kTime);
    if (c_.take("after"))
      answer.before_s = -answer.before_s;
    else
      c_.expect("before");
    c_.expect("subject");
    // how long before that the beat commits, where the actor moves
    const std::size_t behind = c_.position();
    if (c_.take_symbol(',') && is_quantity_next(c_)) {
      answer.ahead_s = quantity_above_zero(c_, r_, text::kTime);
      c_.expect("ahead");
    } else {
      c_.go_to(behind);
    }
    return answer;
  }

  // `child can meet front of subject at 50 % of its width`
  Condition::Question can_meet(std::string role, std::size_t position) {
    need_person(c_, r_, position, role);
    scene::CanMeet answer{std::move(role)};
    if (c_.take("at")) {
      answer.share = share(c_, r_);
      c_.expect("of its width");
    }
    return answer;
  }

  Condition::Question is_cast(std::string role, std::size_t position) {
    if (role == scene::kSubject)
      c_.fail_at(position, "P109", "the subject is never cast and never directed",
                 "name a role of the cast here");
    return scene::IsCast{std::move(role)};
  }

  Condition::Question in_path(std::string role, std::size_t position) {
    if (role == scene::kSubject)
      c_.fail_at(position, "P109", "the subject is always in its own path", "name a role");
    return scene::InPath{std::move(role)};
  }

  Condition::Question sees(const std::string& name, std::size_t position) {
    if (name != scene::kSubject)
      c_.fail_at(position, "P109", "it is not known what a role sees", "write subject sees ROLE");
    return scene::Sees{role_name(c_, r_)};
  }

  Condition::Question contact(std::string object) {
    if (c_.take("anything")) return scene::Contact{std::move(object), ""};
    return scene::Contact{std::move(object), object_name(c_, r_)};
  }

  text::Cursor& c_;
  const Reading& r_;
  bool is_judged_;
  std::size_t depth_ = 0;
};

}  // namespace

text::Dimension dimension_of(Measure measure) {
  switch (measure) {
    case Measure::speed:
    case Measure::closing:
      return text::kSpeed;
    case Measure::acceleration:
      return text::kAcceleration;
    case Measure::time_gap:
    case Measure::ttc:
    case Measure::time_to:
    case Measure::meeting:
      return text::kTime;
    case Measure::share_of_limit:
      return text::kPlain;
    case Measure::gap:
    case Measure::distance:
    case Measure::way_to:
    case Measure::offset:
      return text::kLength;
  }
  return text::kPlain;
}

scene::Condition read_condition(text::Cursor& c, const Reading& r) {
  return ConditionReader(c, r, false).any_of();
}
scene::Condition read_judged_condition(text::Cursor& c, const Reading& r) {
  return ConditionReader(c, r, true).any_of();
}

scene::Compared read_measure(text::Cursor& c, const Reading& r) {
  const std::size_t begin = c.position();
  const MeasureWord* const entry = find_measure(c.peek());
  if (entry == nullptr) {
    c.fail("P117", fmt::format("{} is nothing that can be measured", c.next_text()),
           "measures are speed, acceleration, offset, gap, time_gap, ttc, distance, meeting, closing_speed "
           "and arrival");
    return {};
  }
  c.take(entry->word);
  scene::Compared compared{
      .measure = entry->measure, .object = std::string(scene::kSubject), .other = {}, .mark = {}};
  if (c.take("of")) compared.object = object_name(c, r);
  if (compared.measure == Measure::time_to) {
    c.expect("at");
    compared.mark = mark_name(c, r);
  }
  if (!entry->has_other) return compared;
  compared.other = c.take("to") ? object_name(c, r) : r.event_actor;
  if (compared.other.empty() && !c.has_failed())
    c.fail_at(begin, "P117", fmt::format("it is not said to what this {} counts", entry->word),
              fmt::format("write {} of subject to ROLE", entry->word));
  return compared;
}

std::string read_light_line(text::Cursor& c, const Reading& r) {
  if (c.take("at")) return mark_name(c, r);
  std::string answer;
  int count = 0;
  for (const scene::MarkDescription& mark : r.scene.set.marks) {
    const auto* const line = std::get_if<scene::StopLine>(&mark.where);
    if (line == nullptr || line->approach != scene::Approach::own) continue;
    answer = mark.name;
    ++count;
  }
  const bool has_unread = r.scene.set.marks.size() < r.names.marks.size();  // reported where they stand
  if (count == 1 || c.has_failed() || has_unread) return answer;
  if (count == 0)
    c.fail("P127", "the set has no stop line of the subject, whose light this could be",
           "declare it in the set: mark line = stop line of subject at CROSSING");
  else
    c.fail("P127", "the set has several stop lines of the subject",
           "say which: light of subject at MARK is green");
  return answer;
}

}  // namespace backlot::scene_text
