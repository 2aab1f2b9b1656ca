#include "backlot/sut_link/answer_log.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::sut_link {

namespace {

bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// The first difference among fields that are compared one by one.
class Comparison {
 public:
  void number(const std::string& what, double first, double then) {
    if (!found_ && !is_same(first, then))
      found_ = CommandDifference{what, fmt::format("{}", first), fmt::format("{}", then)};
  }
  void text(const std::string& what, const std::string& first, const std::string& then) {
    if (!found_ && first != then) found_ = CommandDifference{what, first, then};
  }
  void size(const std::string& what, std::size_t first, std::size_t then) {
    text(what, std::to_string(first), std::to_string(then));
  }
  void flag(const std::string& what, bool first, bool then) {
    text(what, first ? "on" : "off", then ? "on" : "off");
  }
  const std::optional<CommandDifference>& found() const { return found_; }

 private:
  std::optional<CommandDifference> found_;
};

void compare(const sut::TargetPath& first, const sut::TargetPath& then, Comparison& comparison) {
  comparison.size("number of points of the path", first.points.size(), then.points.size());
  for (std::size_t k = 0; k < std::min(first.points.size(), then.points.size()); ++k) {
    comparison.number(fmt::format("x of point {} of the path", k), first.points[k].x, then.points[k].x);
    comparison.number(fmt::format("y of point {} of the path", k), first.points[k].y, then.points[k].y);
    comparison.number(fmt::format("speed_mps of point {} of the path", k), first.points[k].speed_mps,
                      then.points[k].speed_mps);
  }
}

}  // namespace

std::optional<CommandDifference> find_difference(const sut::Command& first, const sut::Command& then) {
  Comparison comparison;
  const auto name = [](const sut::Command& command) {
    return std::string(std::holds_alternative<sut::Steering>(command.motion) ? "steering" : "path");
  };
  comparison.text("motion", name(first), name(then));
  const auto* steering = std::get_if<sut::Steering>(&first.motion);
  const auto* steering_then = std::get_if<sut::Steering>(&then.motion);
  if (steering != nullptr && steering_then != nullptr) {
    comparison.number("steering_rad", steering->steering_rad, steering_then->steering_rad);
    comparison.number("acceleration_mps2", steering->acceleration_mps2, steering_then->acceleration_mps2);
  } else if (steering == nullptr && steering_then == nullptr) {
    compare(std::get<sut::TargetPath>(first.motion), std::get<sut::TargetPath>(then.motion), comparison);
  }
  comparison.flag("indicates_left", first.indicates_left, then.indicates_left);
  comparison.flag("indicates_right", first.indicates_right, then.indicates_right);
  comparison.size("number of signals", first.signals.size(), then.signals.size());
  for (std::size_t k = 0; k < std::min(first.signals.size(), then.signals.size()); ++k) {
    comparison.text(fmt::format("name of signal {}", k), first.signals[k].name, then.signals[k].name);
    comparison.number("signal " + first.signals[k].name, first.signals[k].value, then.signals[k].value);
  }
  return comparison.found();
}

void AnswerLog::begin_run() {
  ++run_;
  cycles_ = 0;
}

void AnswerLog::add(const sut::View& view, const sut::Command& command) {
  BACKLOT_ASSERT(run_ > 0, "an answer belongs to a run that began");
  const std::size_t cycle = cycles_++;
  time_s_ = view.time_s;
  if (run_ == 1) {
    answers_.push_back(command);
    return;
  }
  if (difference_) return;
  if (cycle >= answers_.size()) {
    difference_ = FirstDifference{
        run_, cycle, view.time_s, "number of cycles", std::to_string(answers_.size()), "more"};
    return;
  }
  if (const auto found = find_difference(answers_[cycle], command))
    difference_ = FirstDifference{run_, cycle, view.time_s, found->what, found->first, found->then};
}

void AnswerLog::end_run() {
  BACKLOT_ASSERT(run_ > 0, "a run ends that began");
  if (run_ > 1 && !difference_ && cycles_ < answers_.size())
    difference_ = FirstDifference{
        run_, cycles_, time_s_, "number of cycles", std::to_string(answers_.size()), std::to_string(cycles_)};
}

}  // namespace backlot::sut_link
