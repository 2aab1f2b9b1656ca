#include "backlot/scene/script_words.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "backlot/network/routing/route.h"
#include "backlot/scene/internal/conditions.h"

namespace backlot::scene {

namespace {

std::string metres(double m) { return fmt::format("{:g} m", m); }
std::string seconds(double s) { return fmt::format("{:g} s", s); }
std::string speed(double mps) { return fmt::format("{:g} km/h", std::round(36 * mps) / 10); }
std::string acceleration(double mps2) { return fmt::format("{:g} m/s2", mps2); }

// "so long before the subject", or after it.
std::string before_subject(double before_s) {
  if (before_s == 0) return "with subject";
  return seconds(std::fabs(before_s)) + (before_s > 0 ? " before subject" : " after subject");
}

std::string quantity(Measure measure, double value) {
  switch (measure) {
    case Measure::speed:
    case Measure::closing:
      return speed(value);
    case Measure::share_of_limit:
      return fmt::format("{:g} % of the limit", 100 * value);
    case Measure::acceleration:
      return acceleration(value);
    case Measure::gap:
    case Measure::distance:
    case Measure::way_to:
    case Measure::offset:
      return metres(value);
    case Measure::time_gap:
    case Measure::ttc:
    case Measure::time_to:
    case Measure::meeting:
      return seconds(value);
  }
  return {};
}

std::string bounds(const Compared& c) {
  const bool has_low = std::isfinite(c.low), has_high = std::isfinite(c.high);
  if (has_low && has_high)
    return fmt::format("between {} and {}", quantity(c.measure, c.low), quantity(c.measure, c.high));
  return has_low ? "over " + quantity(c.measure, c.low) : "below " + quantity(c.measure, c.high);
}

struct QuestionWords {
  std::string operator()(const Compared& c) const {
    switch (c.measure) {
      case Measure::speed:
      case Measure::share_of_limit:
        return fmt::format("{} drives {}", c.object, bounds(c));
      case Measure::acceleration:
        if (std::isfinite(c.high) && !std::isfinite(c.low) && c.high < 0)
          return fmt::format("{} brakes harder than {}", c.object, acceleration(-c.high));
        return fmt::format("acceleration of {} {}", c.object, bounds(c));
      case Measure::offset:
        return fmt::format("offset of {} {}", c.object, bounds(c));
      case Measure::gap:
      case Measure::time_gap:
      case Measure::ttc:
      case Measure::distance:
      case Measure::meeting:
      case Measure::closing:
        return fmt::format("{} of {} to {} {}", to_text(c.measure), c.object, c.other, bounds(c));
      case Measure::way_to:
      case Measure::time_to:
        if (std::isfinite(c.high) && !std::isfinite(c.low))
          return fmt::format("{} {} before {}", c.object, quantity(c.measure, c.high), c.mark);
        return fmt::format("{} {} before {}", c.object, bounds(c), c.mark);
    }
    return {};
  }
  std::string operator()(const CanBe& c) const {
    return fmt::format("{} can be at {} {}", c.role, c.mark, before_subject(c.before_s));
  }
  std::string operator()(const CanMeet& c) const {
    return fmt::format("{} can meet front of subject at {:g} % of its width", c.role, 100 * c.share);
  }
  std::string operator()(const LightShows& c) const {
    std::string text = fmt::format("light at {} is {}", c.mark, to_text(c.aspect));
    if (std::isfinite(c.middle_within_s))
      text += fmt::format(" within {} of its middle", seconds(c.middle_within_s));
    return text;
  }
  std::string operator()(const Clear& c) const {
    if (c.is_around) return fmt::format("nobody within {} of {}", metres(c.within_m), c.mark);
    return fmt::format("nobody between subject and {}", c.role.empty() ? c.mark : c.role);
  }
  std::string operator()(const Past& c) const { return fmt::format("{} past {}", c.object, c.mark); }
  std::string operator()(const BeatIs& c) const {
    return c.beat + (c.phase == BeatIs::Phase::over ? " is over" : " has begun");
  }
  std::string operator()(const Elapsed& c) const {
    return fmt::format("{} after {}", seconds(c.seconds), c.beat.empty() ? "start" : c.beat);
  }
  std::string operator()(const IsCast& c) const { return c.role + " is cast"; }
  std::string operator()(const Signalled& c) const { return "signal " + c.name; }
  std::string operator()(const Published& c) const {
    if (std::isinf(c.high)) return fmt::format("signal {} over {:g}", c.name, c.low);
    if (std::isinf(c.low)) return fmt::format("signal {} below {:g}", c.name, c.high);
    return fmt::format("signal {} between {:g} and {:g}", c.name, c.low, c.high);
  }
  std::string operator()(const Contact& c) const {
    return fmt::format("{} touches {}", c.object, c.other.empty() ? "anything" : c.other);
  }
  std::string operator()(const InPath& c) const { return c.role + " is in path of subject"; }
  std::string operator()(const Sees& c) const { return "subject sees " + c.role; }
};

// What an actor does, without its name.
struct DirectiveWords {
  const Tell& tell;

  std::string operator()(const direct::AdjustSpeed& d) const {
    return fmt::format("drives {} {}", speed(std::fabs(d.speed_mps)), d.speed_mps < 0 ? "slower" : "faster");
  }
  std::string operator()(const direct::Halt&) const { return "halts"; }
  std::string operator()(const direct::Launch&) const { return "launches"; }
  std::string operator()(const direct::Lurch&) const { return "lurches"; }
  std::string operator()(const direct::Brake& d) const {
    std::string text = "brakes at " + acceleration(d.decel_mps2);
    return d.speed_mps > 0 ? text + " to " + speed(d.speed_mps) : text;
  }
  std::string operator()(const direct::KeepGap& d) const {
    return fmt::format("keeps {} behind {}", metres(d.gap_m), tell.object);
  }
  std::string operator()(const direct::KeepHeadway& d) const {
    return fmt::format("keeps {} behind {}", seconds(d.headway_s), tell.object);
  }
  std::string operator()(const direct::Precede& d) const {
    return fmt::format("precedes {} by {}", tell.object,
                       d.headway_s > 0 ? seconds(d.headway_s) : metres(d.gap_m));
  }
  std::string operator()(const direct::Arrive&) const { return "is at " + tell.mark + " in time"; }
  std::string operator()(const direct::KeepTime& d) const {
    return fmt::format("is at {} {}", tell.mark, before_subject(d.before_s));
  }
  std::string operator()(const direct::StopAt&) const { return "stops at " + tell.mark; }
  std::string operator()(const direct::ChangeLane& d) const {
    return fmt::format("changes lane to the {}", side(d.side));
  }
  std::string operator()(const direct::RideOn&) const { return "rides on"; }
  std::string operator()(const direct::SetOffset& d) const {
    if (d.offset_m == 0) return "stays in its lane";
    return fmt::format("moves {} to the {}", metres(std::fabs(d.offset_m)),
                       d.offset_m < 0 ? "right" : "left");
  }
  std::string operator()(const direct::CutIn& d) const {
    return fmt::format("cuts in {} ahead of {}", metres(d.gap_m), tell.object);
  }
  std::string operator()(const direct::OvertakeNow&) const { return "overtakes"; }
  std::string operator()(const direct::Turn& d) const { return turn(d.direction); }
  std::string operator()(const direct::TurnAcross& d) const { return turn(d.direction) + " across subject"; }
  std::string operator()(const direct::FollowPath&) const { return "follows its path"; }
  std::string operator()(const direct::IgnoreLight&) const { return "ignores lights"; }
  std::string operator()(const direct::GoFirst&) const { return "goes first"; }
  std::string operator()(const direct::Swerve& d) const {
    return fmt::format("swerves to the {}", side(d.side));
  }
  std::string operator()(const direct::Disregard&) const { return "disregards " + tell.object; }

  std::string operator()(const direct::WalkOn&) const { return "walks on"; }
  std::string operator()(const direct::Dash&) const { return "dashes"; }
  std::string operator()(const direct::CrossNow&) const { return "crosses now"; }
  std::string operator()(const direct::CrossRoad& d) const {
    return d.speed_mps > 0 ? fmt::format("walks {} across", speed(d.speed_mps)) : std::string("walks across");
  }
  std::string operator()(const direct::WalkInLane& d) const {
    return fmt::format("walks {} {} path of subject for {}", speed(d.speed_mps),
                       d.metres < 0 ? "against" : "along", metres(std::fabs(d.metres)));
  }
  std::string operator()(const direct::TurnBack&) const { return "turns back"; }
  std::string operator()(const direct::LookAt&) const { return "looks at " + tell.object; }

  static std::string_view side(world::Side side) { return side == world::Side::left ? "left" : "right"; }
  static std::string turn(network::Turn direction) {
    return direction == network::Turn::straight ? std::string("goes straight on")
                                                : fmt::format("turns {}", to_text(direction));
  }
};

struct ActionWords {
  std::string operator()(const CastRole& a) const { return "cast " + a.role; }
  std::string operator()(const LightOnCue& a) const {
    const std::string_view part = a.part < 0.25 ? "start" : a.part > 0.75 ? "end" : "middle";
    const std::string when = a.before_s == 0 ? "at " + a.mark : seconds(a.before_s) + " before " + a.mark;
    return fmt::format("light shows {} of {} when subject {}", part, to_text(a.aspect), when);
  }
  std::string operator()(const KeepPathFree& a) const {
    return fmt::format("keep path of {} free up to {}", a.role.empty() ? std::string(kSubject) : a.role,
                       a.mark);
  }
  std::string operator()(const Tell& a) const {
    return a.role + " " + std::visit(DirectiveWords{a}, a.what) + lasting(a.for_s);
  }
  std::string operator()(const Swing& a) const {
    return fmt::format("{} swings its speed by {} every {}", a.role, speed(a.by_mps), seconds(a.period_s));
  }
  std::string operator()(const HoldBack&) const { return "nobody overtakes subject"; }
  std::string operator()(const PullOut& a) const { return a.role + " pulls out"; }
  std::string operator()(const DriveAt& a) const {
    if (!a.than.empty())
      return fmt::format("{} drives {} {} than {}{}", a.role, speed(std::fabs(a.speed_mps)),
                         a.speed_mps < 0 ? "slower" : "faster", a.than, lasting(a.for_s));
    return fmt::format("{} drives at {}{}", a.role, speed(a.speed_mps), lasting(a.for_s));
  }
  std::string operator()(const TakePosition& a) const {
    return fmt::format("{} takes position {} ahead of subject{}", a.role,
                       a.headway_s > 0 ? seconds(a.headway_s) : metres(a.gap_m), lasting(a.for_s));
  }
  std::string operator()(const Note& a) const { return fmt::format("note \"{}\"", a.text); }
  std::string operator()(const LetGo& a) const { return "let go " + a.role; }
  std::string operator()(const HandOver& a) const {
    return fmt::format("hand over {} to {}.{}", a.role, a.to_scene, a.to_role);
  }

  static std::string lasting(const std::optional<double>& for_s) {
    return for_s ? " for " + seconds(*for_s) : std::string();
  }
};

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? std::string() : std::string(between)) + part;
  return text;
}

}  // namespace

std::string in_words(const Condition& condition) {
  std::string text;
  std::vector<std::string> parts;
  for (const Condition& part : condition.parts) parts.push_back(in_words(part));
  switch (condition.joint) {
    case Joint::one:
      if (const auto* past = std::get_if<Past>(&condition.question); past != nullptr && condition.lasts_s > 0)
        return fmt::format("{} {} past {}", past->object, seconds(condition.lasts_s), past->mark);
      text = std::visit(QuestionWords{}, condition.question);
      break;
    case Joint::all:
      text = joined(parts, " and ");
      break;
    case Joint::any:
      text = joined(parts, ", or ");
      break;
    case Joint::none:
      text = "not " + joined(parts, " ");
      break;
  }
  return condition.lasts_s > 0 ? fmt::format("{} for {}", text, seconds(condition.lasts_s)) : text;
}

std::string in_words(const ActionDescription& action) { return std::visit(ActionWords{}, action.what); }

std::string begin_in_words(const BeatDescription& beat) {
  std::vector<std::string> parts;
  if (beat.when) parts.push_back(in_words(*beat.when));
  for (const std::string& before : beat.after) parts.push_back(before + " has begun");
  return parts.empty() ? std::string("at once") : joined(parts, ", ");
}

std::string end_in_words(const BeatDescription& beat) {
  if (beat.until) return in_words(*beat.until);
  const bool is_waiting =
      std::any_of(beat.actions.begin(), beat.actions.end(), [](const ActionDescription& action) {
        return std::holds_alternative<Tell>(action.what) || std::holds_alternative<Swing>(action.what);
      });
  if (std::any_of(beat.actions.begin(), beat.actions.end(), is_lasting)) return "the scene is over";
  return is_waiting ? "all is done" : "at once";
}

std::string deadline_in_words(const BeatDescription& beat) {
  if (beat.deadline) return "missed: " + in_words(*beat.deadline);
  const std::string mark = beat.when ? mark_of(*beat.when) : std::string();
  return mark.empty() ? std::string("missed") : fmt::format("missed: subject past {}", mark);
}

std::string deeds_in_words(const BeatDescription& beat) {
  std::vector<std::string> parts;
  for (const ActionDescription& action : beat.actions) parts.push_back(in_words(action));
  return joined(parts, "; ");
}

}  // namespace backlot::scene
