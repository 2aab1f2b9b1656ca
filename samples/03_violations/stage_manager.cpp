#include "stage_manager.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/look/arrivals.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr double kEntrance_m = 4;       // of the lane: so far in a car has room behind it
constexpr double kEntrance_part = 0.9;  // of the speed limit

struct Context {
  SubjectWatch subject;
  Call call;
  hcsm::PanelState panel{};
  const direct::Directing* directing = nullptr;
  look::Arrivals arrivals{};
  bool is_served = false;

  static void visit(auto& self, auto& field) { field(self.subject, self.is_served); }

  double left_s() const { return subject.seconds_to(call.part.subject_touch_m); }
};

bool has_somebody(Context& c) {
  const double from = std::max(0.0, c.left_s() - c.call.earliest_s), to = c.left_s() - c.call.latest_s;
  const look::Snapshot now = c.directing->stage.snapshot();
  const auto found = c.arrivals.find(now, c.call.part.line, from, to);
  return std::any_of(found.begin(), found.end(), [&](const look::Arriving& a) {
    return a.arrival.expected_s >= from && a.arrival.expected_s <= to;
  });
}

void serve(Context& c) {
  c.is_served = false;
  if (has_somebody(c)) return;
  const world::Tracks& tracks = c.subject.set().roads.tracks;
  const world::Track& lane = tracks[c.call.part.lane];
  const double distance = tracks.distance_at(lane, kEntrance_m);
  const direct::Added added =
      c.directing->stage.add(world::ObjectKind::car, lane.strip, distance, tracks.centre_at(lane, distance),
                             kEntrance_part * static_cast<double>(lane.limit_mps));
  c.is_served = added.refusal == direct::NotAdded::none;  // else there is no room now
}

hcsm::Machine<Context> machine() {
  const auto is_time = [](const Context& c) { return c.subject.is_there() && c.left_s() < c.call.look_s; };
  const auto is_over = [](const Context& c) {
    return !c.subject.is_there() || c.left_s() < c.call.last_look_s;
  };
  const auto is_served = [](const Context& c) { return c.is_served; };
  auto built = hcsm::Machine<Context>::build(
      {.root = {.name = "stage manager",
                .before = [](Context& c) { c.subject.look(c.directing->stage); },
                .one_of = {
                    {.name = "wait", .transitions = {{.to = "look", .when = is_time, .label = "it is time"}}},
                    {.name = "look",
                     .before = serve,
                     .transitions = {{.to = "over", .when = is_served, .label = "one came in"},
                                     {.to = "over", .when = is_over, .label = "too late"}}},
                    {.name = "over"}}}});
  BACKLOT_CHECK(built.has_value(), to_text(built.diagnostics()).c_str());
  return *built;
}

}  // namespace

Call call_for_runner(const CountyRoad& set) { return {set.on_the_left, 60, 4, 24, 17}; }

Call call_for_turner(const CountyRoad& set) { return {set.oncoming, 15, 9, 41, 38}; }

std::unique_ptr<direct::Director> stage_manager(const CountyRoad& set, world::ObjectId subject,
                                                const Call& call) {
  return std::make_unique<direct::MachineDirector<Context>>(machine(),
                                                            Context{SubjectWatch(set, subject), call});
}

}  // namespace violations
