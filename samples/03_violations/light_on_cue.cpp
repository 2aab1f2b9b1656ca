#include "light_on_cue.h"

#include <cmath>

#include "backlot/base/assert.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr double kLastWord_s = 0.5;  // before the subject is there; from then on the light goes its own way
constexpr double kSame_s = 0.05;     // a time that differs by less is no news

struct Context {
  SubjectWatch subject;
  hcsm::PanelState panel{};
  const direct::Directing* directing = nullptr;
  base::SimTime asked{};  // when the subject was to be there, as far as was known

  static void visit(auto& self, auto& field) { field(self.subject, self.asked); }
};

// The better the guess of the subject's time, the smaller what is left to change: so it is asked anew whenever there is a better one.
void ask(Context& c) {
  const base::SimTime now = c.directing->stage.tick().time;
  const double left_s = c.subject.seconds_to(c.subject.set().line_m);
  const base::SimTime time = now + base::Duration::from_seconds(left_s);
  if (std::fabs((time - c.asked).seconds()) < kSame_s) return;
  const direct::LightAnswer answer = c.directing->ask(
      {.wish = {.programme = c.subject.set().programme, .phase = c.subject.set().mid_green, .time = time}});
  if (answer.is_accepted()) c.asked = time;
}

hcsm::Machine<Context> machine() {
  const auto comes = [](const Context& c) { return c.subject.is_there(); };
  const auto is_near = [](const Context& c) {
    return !c.subject.is_there() || c.subject.seconds_to(c.subject.set().line_m) < kLastWord_s;
  };
  auto built = hcsm::Machine<Context>::build(
      {.root = {
           .name = "light on cue",
           .before = [](Context& c) { c.subject.look(c.directing->stage); },
           .one_of = {{.name = "wait",
                       .transitions = {{.to = "synchronise", .when = comes, .label = "the subject comes"}}},
                      {.name = "synchronise",
                       .before = ask,
                       .transitions = {{.to = "over", .when = is_near, .label = "it is there"}}},
                      {.name = "over"}}}});
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

}  // namespace

std::unique_ptr<direct::Director> light_on_cue(const CountyRoad& set, world::ObjectId subject) {
  return std::make_unique<direct::MachineDirector<Context>>(machine(), Context{SubjectWatch(set, subject)});
}

}  // namespace violations
