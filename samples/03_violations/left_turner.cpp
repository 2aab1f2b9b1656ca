#include "left_turner.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/look/arrivals.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

// Before the subject is there: between these times a vehicle is cast.
constexpr double kCasting_s = 24, kTooLate_s = 6;
// A vehicle that comes to its line this much sooner than it is to be there has time to slow down for the bend; sooner still, it would dawdle.
constexpr double kLeastEarly_s = 2.5, kMostEarly_s = 13;
constexpr double kBrake_mps2 = 2;  // of a driver that slows down for a bend
constexpr double kSame_s = 0.1;    // a time that differs by less is no news

struct Context {
  SubjectWatch subject;
  hcsm::PanelState panel{};
  const direct::Directing* directing = nullptr;
  look::Arrivals arrivals{};
  world::ObjectId turner{};
  direct::DirectiveNumber turn = 0, pace = 0, asked = 0;  // pace: the one that it keeps to
  base::SimTime told{};                                   // when to be at its line
  bool is_lost = false, is_done = false;

  static void visit(auto& self, auto& field) {
    field(self.subject, self.turner, self.turn, self.pace, self.asked, self.told, self.is_lost, self.is_done);
  }

  const Part& part() const { return subject.set().oncoming; }
  double bend_mps() const {
    const world::Track& bend = subject.set().roads.tracks[part().corridor];
    return static_cast<double>(std::min(bend.bend_mps, bend.limit_mps));
  }
  double subject_s() const { return subject.seconds_to(part().subject_touch_m); }
  // From now until it is to be at its line.
  double line_s() const { return subject_s() - kTurnerBefore_s - part().line_to_touch_m / bend_mps(); }
};

// Casts the vehicle that would be there last before it is too late: it has to slow down least.
void cast(Context& c) {
  const double line_s = c.line_s(), from = line_s - kMostEarly_s, to = line_s - kLeastEarly_s;
  const look::Snapshot now = c.directing->stage.snapshot();
  c.turner = {};
  for (const look::Arriving& a : c.arrivals.find(now, c.part().line, from, to))
    if (a.arrival.expected_s >= from && a.arrival.expected_s <= to) c.turner = now.id(a.number);
  if (c.turner.is_empty()) return;
  if (c.directing->claim(c.turner) != direct::ClaimAnswer::granted) {
    c.turner = {};
    return;
  }
  c.turn = c.directing->direct({.actor = c.turner, .what = direct::TurnAcross{}});
  c.pace = c.asked = 0;
  c.told = {};
  c.is_lost = c.is_done = false;
}

void hear(Context& c) {
  if (const auto answer = c.directing->find_answer(c.turn)) {
    c.is_done = answer->answer == direct::AnswerKind::done;
    c.is_lost = !c.is_done && answer->answer != direct::AnswerKind::accepted;
  }
  if (const auto answer = c.directing->find_answer(c.asked)) {
    if (answer->answer == direct::AnswerKind::accepted) c.pace = c.asked;
    // it has no time to lose any more, and drives on by itself
    if (answer->why == direct::Refusal::too_soon) c.directing->stage.cancel(c.pace);
  }
}

// In every step the subject's time is known better. On an even way it would be at its line when it is to be there, but for what it loses by
// braking from v to the speed w of the bend, which is (v - w)^2 / 2 b v.
void lead(Context& c) {
  hear(c);
  const auto turner = c.directing->stage.find_extra(c.turner);
  const double line_s = c.line_s();
  if (!turner || line_s <= 0) return;
  const double v = turner->mover.speed_mps, w = c.bend_mps();
  const double lost_s = v > w ? (v - w) * (v - w) / (2 * kBrake_mps2 * v) : 0;
  const base::SimTime time =
      c.directing->stage.tick().time + base::Duration::from_seconds(std::max(0.1, line_s - lost_s));
  if (std::fabs((time - c.told).seconds()) < kSame_s) return;
  c.told = time;
  c.asked =
      c.directing->direct({.actor = c.turner, .what = direct::Arrive{.mark = c.part().line, .time = time}});
}

void release(Context& c) {
  if (!c.turner.is_empty()) c.directing->release(c.turner);
}

hcsm::Machine<Context> machine() {
  const auto is_near = [](const Context& c) { return c.subject.is_there() && c.subject_s() < kCasting_s; };
  const auto is_late = [](const Context& c) { return !c.subject.is_there() || c.subject_s() < kTooLate_s; };
  const auto is_cast = [](const Context& c) { return !c.turner.is_empty(); };
  const auto is_lost = [](const Context& c) { return c.is_lost; };
  const auto is_done = [](const Context& c) { return c.is_done; };
  auto built = hcsm::Machine<Context>::build(
      {.root = {.name = "left turner",
                .before = [](Context& c) { c.subject.look(c.directing->stage); },
                .one_of = {{.name = "wait",
                            .transitions = {{.to = "cast", .when = is_near, .label = "the subject is near"}}},
                           {.name = "cast",
                            .before = cast,
                            .transitions = {{.to = "play", .when = is_cast, .label = "a vehicle comes"},
                                            {.to = "over", .when = is_late, .label = "no vehicle comes"}}},
                           {.name = "play",
                            .leave = release,
                            .before = lead,
                            .transitions = {{.to = "over", .when = is_done, .label = "it has turned"},
                                            {.to = "cast", .when = is_lost, .label = "it is lost"}}},
                           {.name = "over"}}}});
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

}  // namespace

std::unique_ptr<direct::Director> left_turner(const CountyRoad& set, world::ObjectId subject) {
  return std::make_unique<direct::MachineDirector<Context>>(machine(), Context{SubjectWatch(set, subject)});
}

}  // namespace violations
