// What happens in a beat.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/scene/internal/read_script.h"

namespace backlot::scene_text {

namespace {

using What = decltype(scene::ActionDescription::what);

world::Side side(text::Cursor& c) {
  constexpr std::array<std::string_view, 2> kSides{"left", "right"};
  return c.choose(kSides, "side") == 0 ? world::Side::left : world::Side::right;
}

std::optional<double> duration(text::Cursor& c, const Reading& r) {
  if (!c.take("for")) return std::nullopt;
  return quantity_above_zero(c, r, text::kTime);
}

// `CROSSING shows [5 s before] middle of green to subject when subject [3 s before | 1 s past | at] line`; behind "shows".
What light(text::Cursor& c, const Reading& r, const scene::Crossing& at, std::size_t begin) {
  BACKLOT_ASSERT(begin <= c.position(), "a light is named before the place where it is read to");
  constexpr std::array<std::string_view, 3> kParts{"start of", "middle of", "end of"};
  scene::LightOnCue cue{.line = {}, .mark = {}};
  if (is_quantity_next(c)) {
    cue.ahead_s = quantity_from_zero(c, r, text::kTime);
    c.expect("before");
  }
  cue.part = 0.5 * static_cast<double>(c.choose(kParts, "part of an aspect"));
  cue.aspect = aspect(c);
  c.expect("to subject when subject");
  if (!c.take("at")) {
    cue.before_s = quantity(c, r, text::kTime);
    if (c.take("past"))
      cue.before_s = -cue.before_s;
    else
      c.expect("before");
  }
  cue.mark = mark_name(c, r);
  for (const scene::MarkDescription& mark : r.scene.set.marks) {
    const auto* const line = std::get_if<scene::StopLine>(&mark.where);
    if (line != nullptr && line->approach == scene::Approach::own && line->crossing == at)
      cue.line = mark.name;
  }
  const bool has_unread = r.scene.set.marks.size() < r.names.marks.size();
  if (cue.line.empty() && !has_unread)
    c.fail_at(begin, "P127", "the set has no stop line of the subject at this intersection",
              "declare it in the set: mark line = stop line of subject at CROSSING");
  return cue;
}

// What an actor is told, its number and name filled in by small functions, one for each verb.
class Verbs {
 public:
  Verbs(text::Cursor& c, const Reading& r, std::string role) : c_(c), r_(r) { tell_.role = std::move(role); }

  What read() {
    if (c_.take("launches")) return told(direct::Launch{});
    if (c_.take("lurches")) return told(direct::Lurch{});
    if (c_.take("halts")) return told(direct::Halt{});
    if (c_.take("overtakes recklessly")) return told(direct::OvertakeNow{.is_reckless = true});
    if (c_.take("overtakes")) return told(direct::OvertakeNow{});
    if (c_.take("ignores lights")) return told(direct::IgnoreLight{});
    if (c_.take("goes first")) return told(direct::GoFirst{});
    if (c_.take("brakes at")) return brake();
    if (c_.take("drives at")) return drive_at();
    if (c_.take("drives")) return drive_faster();
    if (c_.take("changes lane to the")) return told(direct::ChangeLane{side(c_)});
    if (c_.take("cuts in")) return cut_in();
    if (c_.take("walks on")) return on_foot(direct::WalkOn{});
    if (c_.take("dashes")) return on_foot(direct::Dash{});
    if (c_.take("crosses now")) return on_foot(direct::CrossNow{});
    if (c_.take("turns back")) return on_foot(direct::TurnBack{});
    if (c_.take("looks at")) {
      tell_.object = object_name(c_, r_);
      return on_foot(direct::LookAt{});
    }
    if (c_.take("goes straight on")) return go(network::Turn::straight);
    if (c_.take("turns")) return go(turn(c_));
    if (c_.take("swerves to the")) return swerve();
    if (c_.take("disregards")) {
      tell_.object = object_name(c_, r_);
      return told(direct::Disregard{});
    }
    if (c_.take("pulls out")) return scene::PullOut{tell_.role};
    if (c_.take("keeps")) return keep();
    if (c_.take("precedes")) return precede();
    if (c_.take("takes position")) return take_position();
    if (c_.take("stops at")) return stop();
    if (c_.take("is at")) return keep_time();
    if (c_.take("moves")) return move();
    if (c_.take("stays in its lane")) return told(direct::SetOffset{0});
    if (c_.take("rides on")) return told(direct::RideOn{});
    if (c_.take("swings speed by")) return swing();
    if (c_.take("runs") || c_.take("walks")) return walk_off();
    constexpr std::array<std::string_view, 29> kKnown{"launches",
                                                      "lurches",
                                                      "halts",
                                                      "overtakes",
                                                      "ignores lights",
                                                      "brakes at",
                                                      "drives at",
                                                      "drives",
                                                      "changes lane to the",
                                                      "cuts in",
                                                      "turns",
                                                      "keeps",
                                                      "precedes",
                                                      "stops at",
                                                      "is at",
                                                      "moves",
                                                      "swings speed by",
                                                      "swerves to the",
                                                      "pulls out",
                                                      "disregards",
                                                      "takes position",
                                                      "stays in its lane",
                                                      "rides on",
                                                      "walks on",
                                                      "walks",
                                                      "dashes",
                                                      "crosses now",
                                                      "turns back",
                                                      "looks at"};
    c_.choose(kKnown, "action of an actor");
    return {};
  }

 private:
  What told(direct::What what) {
    tell_.what = std::move(what);
    tell_.for_s = duration(c_, r_);
    return tell_;
  }

  What brake() {
    direct::Brake what;
    what.decel_mps2 = quantity_above_zero(c_, r_, text::kAcceleration);
    if (c_.take("to")) what.speed_mps = quantity_from_zero(c_, r_, text::kSpeed);
    return told(what);
  }

  What drive_at() {
    scene::DriveAt what{.role = tell_.role};
    what.speed_mps = quantity_from_zero(c_, r_, text::kSpeed);
    what.for_s = duration(c_, r_);
    return what;
  }

  What drive_faster() {
    constexpr std::array<std::string_view, 2> kHow{"faster", "slower"};
    double by_mps = quantity_from_zero(c_, r_, text::kSpeed);
    if (c_.choose(kHow, "change of speed") == 1) by_mps = -by_mps;
    if (!c_.take("than")) return told(direct::AdjustSpeed{by_mps});
    scene::DriveAt what{.role = tell_.role, .speed_mps = by_mps, .than = object_name(c_, r_)};
    what.for_s = duration(c_, r_);
    return what;
  }

  What cut_in() {
    direct::CutIn what;
    what.gap_m = quantity_from_zero(c_, r_, text::kLength);
    c_.expect("ahead of");
    tell_.object = object_name(c_, r_);
    // The actor comes from one side, and moves to the other.
    if (c_.take("from the")) what.side = world::opposite(side(c_));
    if (c_.take("within")) what.duration_s = quantity_above_zero(c_, r_, text::kTime);
    return told(what);
  }

  What swerve() {
    direct::Swerve what{.side = side(c_)};
    if (c_.take("at")) what.lateral_mps = quantity_above_zero(c_, r_, text::kSpeed);
    return told(what);
  }

  // `across subject`: without waiting for traffic that has the right of way.
  What go(network::Turn direction) {
    if (!c_.take("across subject")) return told(direct::Turn{direction});
    tell_.object = scene::kSubject;
    return told(direct::TurnAcross{direction});
  }

  // A distance or a time, as the unit says.
  text::Quantity gap() {
    const std::size_t begin = c_.position();
    const text::Quantity value = any_quantity(c_, r_);
    if (!c_.has_failed() && value.dimension != text::kLength && value.dimension != text::kTime)
      c_.fail_at(begin, "T123",
                 fmt::format("a length or a time is asked for here, this is {}", to_text(value.dimension)));
    if (value.value < 0)
      c_.fail_at(begin, "P118", "this must be at least zero", "write zero or a number above it");
    return value;
  }

  What keep() {
    const text::Quantity value = gap();
    c_.expect("behind");
    tell_.object = object_name(c_, r_);
    if (value.dimension == text::kLength) return told(direct::KeepGap{.gap_m = value.value});
    return told(direct::KeepHeadway{.headway_s = value.value});
  }

  What precede() {
    tell_.object = object_name(c_, r_);
    c_.expect("by");
    const text::Quantity value = gap();
    if (value.dimension == text::kLength) return told(direct::Precede{.gap_m = value.value});
    return told(direct::Precede{.headway_s = value.value});
  }

  What take_position() {
    const text::Quantity value = gap();
    c_.expect("ahead of subject");
    scene::TakePosition what{.role = tell_.role};
    (value.dimension == text::kLength ? what.gap_m : what.headway_s) = value.value;
    what.for_s = duration(c_, r_);
    return what;
  }

  What stop() {
    tell_.mark = mark_name(c_, r_);
    return told(direct::StopAt{});
  }

  What keep_time() {
    tell_.mark = mark_name(c_, r_);
    tell_.object = scene::kSubject;
    direct::KeepTime what{.before_s = quantity(c_, r_, text::kTime)};
    if (c_.take("after"))
      what.before_s = -what.before_s;
    else
      c_.expect("before");
    c_.expect("subject");
    return told(what);
  }

  What move() {
    const double by_m = quantity_from_zero(c_, r_, text::kLength);
    c_.take("to the");
    return told(direct::SetOffset{side(c_) == world::Side::left ? by_m : -by_m});
  }

  What on_foot(direct::What what) {
    need_person(c_, r_, c_.position() - 1, tell_.role);
    return told(std::move(what));
  }

  // `runs 5 km/h across`, `walks 5 km/h along path of subject at 25 % of its width for 40 m`
  What walk_off() {
    const std::size_t begin = c_.position();
    need_person(c_, r_, begin - 1, tell_.role);
    const double speed_mps = quantity_above_zero(c_, r_, text::kSpeed);
    constexpr std::array<std::string_view, 3> kWays{"across", "along path of subject",
                                                    "against path of subject"};
    const std::size_t way = c_.choose(kWays, "way of a person off the sidewalk");
    if (way == 0) {
      tell_.what = direct::CrossRoad{.speed_mps = speed_mps};
      return tell_;
    }
    direct::WalkInLane along{.speed_mps = speed_mps};
    if (c_.take("at")) {
      // counted from the kerb, of a car
      const double width_m = static_cast<double>(world::usual_shape(world::ObjectKind::car).width_m);
      along.left_m = (share(c_, r_) - 0.5) * width_m;
      c_.expect("of its width");
    }
    c_.expect("for");
    along.metres = quantity_above_zero(c_, r_, text::kLength) * (way == 1 ? 1 : -1);
    tell_.what = along;
    return tell_;
  }

  What swing() {
    scene::Swing what{.role = tell_.role};
    what.by_mps = quantity_above_zero(c_, r_, text::kSpeed);
    c_.expect("every");
    what.period_s = quantity_above_zero(c_, r_, text::kTime);
    what.for_s = duration(c_, r_).value_or(0);
    return what;
  }

  text::Cursor& c_;
  const Reading& r_;
  scene::Tell tell_{};
};

What hand_over(text::Cursor& c, const Reading& r) {
  scene::HandOver answer{.role = role_name(c, r), .to_scene = {}, .to_role = {}};
  c.expect("to");
  const text::Reference to = c.reference("SCENE.ROLE");
  answer.to_scene = to.owner;
  answer.to_role = to.last;
  return answer;
}

// `keep path of subject free up to MARK[, 8 s ahead]`: extras ahead of it are past the mark so long before it.
scene::KeepPathFree keep_path_of_subject(text::Cursor& c, const Reading& r) {
  scene::KeepPathFree answer{.mark = mark_name(c, r)};
  if (c.take_symbol(',')) {
    answer.ahead_s = quantity_from_zero(c, r, text::kTime);
    c.expect("ahead");
  }
  return answer;
}

// `keep path of ROLE free up to MARK`: others that cross its way come earlier or later.
scene::KeepPathFree keep_path_of_role(text::Cursor& c, const Reading& r) {
  scene::KeepPathFree answer;
  answer.role = role_name(c, r);
  c.expect("free up to");
  answer.mark = mark_name(c, r);
  return answer;
}

What read_what(text::Cursor& c, const Reading& r) {
  if (c.take("cast")) return scene::CastRole{role_name(c, r)};
  if (c.take("note")) return scene::Note{c.string("a text")};
  if (c.take("hand over")) return hand_over(c, r);
  if (c.take("keep path of subject free up to")) return keep_path_of_subject(c, r);
  if (c.take("keep path of")) return keep_path_of_role(c, r);
  if (c.take("nobody overtakes subject")) return scene::HoldBack{};
  if (c.take("let")) {
    scene::LetGo answer{role_name(c, r)};
    c.expect("go");
    return answer;
  }
  const std::size_t begin = c.position();
  static_cast<void>(c.name("an action"));
  if (c.take("shows")) {
    const std::size_t behind = c.position();
    c.go_to(begin);
    const scene::Crossing at = crossing(c, r);
    c.go_to(behind);
    return light(c, r, at, begin);
  }
  c.go_to(begin);
  std::string role = role_name(c, r);
  return Verbs(c, r, std::move(role)).read();
}

}  // namespace

std::optional<scene::ActionDescription> read_action(text::Cursor& c, const Reading& r) {
  scene::ActionDescription action{.place = place_of(c)};
  action.what = read_what(c, r);
  if (!c.finish()) return std::nullopt;
  return action;
}

}  // namespace backlot::scene_text
