// Every kind of event is raised somewhere, with the fields that its kind fills (record/event.h). Kinds of motion are compared with what an
// observer sees in events_test.cpp and external_view_test.cpp; here none may be missing.
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/direct/event_names.h"
#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::event_kinds_test {
namespace {

using record::Event;
using record::EventKind;

class EventKinds : public Directed {
 protected:
  EventKinds() : Directed(kMotorRoad) {}

  void step_and_keep(int steps = 1) {
    for (int k = 0; k < steps; ++k) {
      step();
      for (const Event& e : run_->events()) seen_[e.kind].push_back(e);
    }
  }

  // The last event of a kind. Without one the test fails, and the event is empty.
  Event last(EventKind kind) {
    if (seen_[kind].empty()) {
      ADD_FAILURE() << "no event " << record::to_text(kind);
      return {};
    }
    return seen_[kind].back();
  }
  std::string_view kind_name(const Event& e) {
    return record::find_name(direct::event_names().directive_kinds, e.directive_kind);
  }
  std::string_view reason_name(const Event& e) {
    return record::find_name(direct::event_names().reasons, e.reason);
  }

  std::map<EventKind, std::vector<Event>> seen_;
};

TEST_F(EventKinds, EachIsRaised) {
  // ---- direction
  const world::ObjectId car = put("road", "R2", 200, 25), other = put("road", "R2", 500, 25);
  run_->claim(car, kMe);
  run_->claim(car, kAnother);
  const direct::DirectiveNumber first =
      tell({.actor = car, .hold = direct::ForTime{60}, .what = direct::AdjustSpeed{-2}});
  step_and_keep(2);
  EXPECT_EQ(last(EventKind::claimed).issuer, kMe.raw());
  EXPECT_EQ(last(EventKind::claim_refused).issuer, kAnother.raw());
  EXPECT_EQ(last(EventKind::issued).directive, first);
  EXPECT_EQ(last(EventKind::accepted).directive, first);
  EXPECT_EQ(kind_name(last(EventKind::accepted)), "adjust speed");
  tell({.actor = car, .issuer = kAnother, .what = direct::Halt{}});
  step_and_keep();
  EXPECT_EQ(reason_name(last(EventKind::refused)), "claimed");
  EXPECT_EQ(kind_name(last(EventKind::refused)), "halt");
  const direct::DirectiveNumber second =
      tell({.actor = car, .hold = direct::ForTime{1}, .what = direct::AdjustSpeed{-1}});
  step_and_keep(15);
  EXPECT_EQ(last(EventKind::superseded).directive, first);
  EXPECT_EQ(last(EventKind::done).directive, second);
  const direct::DirectiveNumber brief = tell({.actor = car,
                                              .hold = direct::ForTime{60},
                                              .expires = run_->tick().time + base::Duration::from_seconds(1),
                                              .what = direct::AdjustSpeed{1}});
  step_and_keep(15);
  EXPECT_EQ(last(EventKind::expired).directive, brief);
  const direct::DirectiveNumber taken_back =
      tell({.actor = car, .hold = direct::ForTime{60}, .what = direct::AdjustSpeed{1}});
  step_and_keep();
  run_->cancel(taken_back);
  step_and_keep();
  EXPECT_EQ(last(EventKind::cancelled).directive, taken_back);
  const direct::DirectiveNumber behind =
      tell({.actor = car, .hold = direct::ForTime{60}, .what = direct::KeepGap{other, 40}});
  step_and_keep();
  EXPECT_EQ(last(EventKind::issued).other, other);
  run_->remove(other);
  step_and_keep(2);
  EXPECT_EQ(last(EventKind::failed).directive, behind);
  EXPECT_EQ(reason_name(last(EventKind::failed)), "unknown_object");
  run_->release(car, kMe);
  step_and_keep();
  EXPECT_EQ(last(EventKind::released).object, car);

  // ---- motion, contacts, coming and going
  EXPECT_FALSE(last(EventKind::entered).to.is_empty());
  EXPECT_EQ(last(EventKind::left).object, other);
  tell({.actor = car, .what = direct::ChangeLane{world::Side::left}});
  step_and_keep(150);
  EXPECT_EQ(last(EventKind::began_lane_change).side, world::Side::left);
  EXPECT_EQ(last(EventKind::ended_lane_change).to, last(EventKind::began_lane_change).to);
  const record::FrameObject row = seen(car);
  run_->add_external(
      world::ObjectKind::truck,
      {{row.centre.x + 14 * row.heading_x, row.centre.y + 14 * row.heading_y, row.centre.z}, 0, 0}, Parked{});
  step_and_keep(20);
  EXPECT_GT(last(EventKind::contact).relative_speed_mps, 5);
  EXPECT_EQ(last(EventKind::wrecked).object, car);

  // ---- at a light
  restart_on(kSignalledCrossing);
  put("west", "R1", 20, 12);
  const direct::LightRequest now{
      .issuer = kMe, .wish = {.phase = 0.5, .time = run_->tick().time + base::Duration::from_seconds(100)}};
  direct::LightRequest later = now;
  later.issuer = kAnother;
  run_->ask_light(now);
  run_->ask_light(later);
  step_and_keep();
  EXPECT_EQ(last(EventKind::light_requested).issuer, kAnother.raw());
  EXPECT_EQ(last(EventKind::light_accepted).issuer, kMe.raw());
  EXPECT_EQ(reason_name(last(EventKind::light_refused)), "held_by_another");
  run_->release_light(0, kMe);
  step_and_keep(1500);
  EXPECT_EQ(last(EventKind::light_released).programme, 0U);
  EXPECT_FALSE(last(EventKind::crossed_line).corridor.is_empty());
  EXPECT_NE(last(EventKind::crossed_line).aspect, network::Aspect::dark);

  for (std::uint32_t k = 0; k < record::kEventKinds; ++k)
    EXPECT_FALSE(seen_[static_cast<EventKind>(k)].empty()) << record::to_text(static_cast<EventKind>(k));
}

}  // namespace
}  // namespace backlot::sim::event_kinds_test
