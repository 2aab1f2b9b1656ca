#include "red_light_runner.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/look/approach.h"
#include "backlot/traffic/vehicle/directing.h"
#include "backlot/traffic/vehicle/free_drive.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr double kCasting_s = 8;      // so long before the subject is there a vehicle is cast
constexpr double kToldAfter_s = 0.1;  // what is told now is done from the next step on

struct Context {
  SubjectWatch subject;
  hcsm::PanelState panel{};
  const direct::Directing* directing = nullptr;
  look::Approach approach{};
  world::ObjectId runner{};
  direct::DirectiveNumber launch = 0;
  bool is_told = false, is_done = false;

  static void visit(auto& self, auto& field) {
    field(self.subject, self.runner, self.launch, self.is_told, self.is_done);
  }

  const Part& part() const { return subject.set().on_the_left; }
  double left_s() const { return subject.seconds_to(part().subject_touch_m); }
};

// The head of the queue at the line; empty where no vehicle stands there.
world::ObjectId find_head(Context& c) {
  const look::Snapshot now = c.directing->stage.snapshot();
  const auto queue = c.approach.find_queue(now, c.part().line);
  return queue.empty() ? world::ObjectId{} : now.id(queue.front().number);
}

// The vehicle that stands first is cast, and goes straight on when it goes.
void cast_head(Context& c) {
  const world::ObjectId head = find_head(c);
  if (head == c.runner) return;
  if (!c.runner.is_empty()) c.directing->release(c.runner);
  c.runner = {};
  if (head.is_empty() || c.directing->claim(head) != direct::ClaimAnswer::granted) return;
  c.runner = head;
  c.directing->direct({.actor = head, .what = direct::Turn{.direction = network::Turn::straight}});
}

// From standing at the line until its front is in the subject's way.
double launching_s(const Context& c) {
  const auto runner = c.directing->stage.find_extra(c.runner);
  const world::Tracks& tracks = c.subject.set().roads.tracks;
  const double way = c.part().line.metres - runner->mover.metres -
                     static_cast<double>(runner->shape.front_m()) + c.part().line_to_touch_m;
  traffic::DriverTraits traits = runner->driver.traits;
  traits.accel_mps2 = static_cast<float>(traffic::launch_mps2(runner->shape));
  traffic::PaceZone zone{0, static_cast<double>(tracks[c.part().lane].limit_mps * traits.speed_factor)};
  return traffic::drive_along(traits, 0, way, std::span(&zone, 1)).seconds;
}

// Looked at when the casting of this step is over.
void cue(Context& c) {
  cast_head(c);
  c.is_told = false;
  if (c.runner.is_empty() || c.left_s() > launching_s(c) + kRunnerBefore_s + kToldAfter_s) return;
  c.launch = c.directing->direct({.actor = c.runner, .what = direct::Launch{}});
  c.is_told = true;
}

void look_for_answer(Context& c) {
  const auto answer = c.directing->find_answer(c.launch);
  c.is_done = answer && answer->answer != direct::AnswerKind::accepted;
}

hcsm::Machine<Context> machine() {
  const auto is_near = [](const Context& c) { return c.subject.is_there() && c.left_s() < kCasting_s; };
  const auto is_past = [](const Context& c) {
    return !c.subject.is_there() || c.subject.is_past(c.part().subject_touch_m);
  };
  const auto is_told = [](const Context& c) { return c.is_told; };
  const auto is_done = [](const Context& c) { return c.is_done; };
  const auto release = [](Context& c) {
    if (!c.runner.is_empty()) c.directing->release(c.runner);
  };
  auto built = hcsm::Machine<Context>::build(
      {.root = {.name = "red light runner",
                .before = [](Context& c) { c.subject.look(c.directing->stage); },
                .one_of = {{.name = "wait",
                            .transitions = {{.to = "cast", .when = is_near, .label = "the subject is near"}}},
                           {.name = "cast",
                            .before = cue,
                            .transitions = {{.to = "run", .when = is_told, .label = "it is time"},
                                            {.to = "over", .when = is_past, .label = "too late"}}},
                           {.name = "run",
                            .before = look_for_answer,
                            .transitions = {{.to = "over", .when = is_done, .label = "it is through"}}},
                           {.name = "over", .enter = release}}}});
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

}  // namespace

std::unique_ptr<direct::Director> red_light_runner(const CountyRoad& set, world::ObjectId subject) {
  return std::make_unique<direct::MachineDirector<Context>>(machine(), Context{SubjectWatch(set, subject)});
}

}  // namespace violations
