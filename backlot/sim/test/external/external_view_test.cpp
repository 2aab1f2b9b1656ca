// External objects are seen as extras are: a car that is led along the poses of an extra has the extra's lanes, acceleration and events.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::external_view_test {
namespace {

using record::Event;
using record::EventKind;
using record::FrameObject;
using world::ObjectId;
using world::ObjectKind;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// What an extra did: its row of each frame, and its events of motion.
struct Drive {
  std::vector<FrameObject> rows;
  std::vector<Event> events;
};

Drive recorded(const TestRoads& roads, ObjectKind kind, std::size_t which, int steps) {
  SimulationSettings settings;
  settings.drivers.shares = {};
  settings.drivers.shares[static_cast<std::size_t>(kind)] = 1;
  Simulation run(roads.roads, settings);
  run.insert_spread(40);
  const ObjectId id = run.vehicle(which).id;
  Drive drive;
  record::Frame frame;
  for (int k = 0; k < steps; ++k) {
    run.step(kStep);
    run.frame(frame);
    const FrameObject* row = record::find(frame, id);
    if (row == nullptr) break;
    drive.rows.push_back(*row);
    for (const Event& e : run.events())
      if (e.object == id && e.kind >= EventKind::crossed_line && e.kind <= EventKind::began_lane_change)
        drive.events.push_back(e);
  }
  return drive;
}

PoseCommand pose_of(const FrameObject& row) { return {row.centre, row.heading_rad(), row.speed_mps}; }

// The same poses, led from outside, on empty roads. The first row is where it comes in.
Drive led(const TestRoads& roads, const Drive& extra) {
  Simulation run(roads.roads, {});
  const FrameObject& first = extra.rows.front();
  const AddedExternal car = run.add_external(first.kind, pose_of(first), ByPose{});
  EXPECT_TRUE(car.refused.empty());
  Drive drive;
  record::Frame frame;
  run.frame(frame);
  drive.rows.push_back(frame.objects[0]);
  // lights depend on the time: both runs are at the same one
  for (std::size_t k = 1; k < extra.rows.size(); ++k) {
    const ExternalCommand command{car.id, run.tick().time, pose_of(extra.rows[k])};
    run.step(kStep, std::span(&command, 1));
    run.frame(frame);
    drive.rows.push_back(frame.objects[0]);
    for (const Event& e : run.events())
      if (e.object == car.id && e.kind >= EventKind::crossed_line && e.kind <= EventKind::began_lane_change)
        drive.events.push_back(e);
  }
  return drive;
}

TEST(ExternalView, ALedCarIsInTheLanesOfTheExtraThatItFollows) {
  std::size_t samples = 0, same_lane = 0, crossings = 0, same_crossings = 0, same_corridors = 0,
              led_crossings = 0;
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    const auto roads = scene_roads(scene);
    for (std::size_t which = 0; which < 40; which += 4) {
      const Drive extra = recorded(*roads, ObjectKind::car, which, 1500);
      const Drive external = led(*roads, extra);
      ASSERT_EQ(external.rows.size(), extra.rows.size());
      for (std::size_t k = 0; k < extra.rows.size(); ++k) {
        const FrameObject &e = extra.rows[k], &x = external.rows[k];
        ASSERT_NEAR(e.centre.x, x.centre.x, 1e-6);
        if (k > 1) {
          EXPECT_NEAR(x.accel_mps2, e.accel_mps2, 1e-6) << scene << " " << k;
        }
        ASSERT_FALSE(x.strip.is_empty()) << scene << " " << k;
        ++samples;
        same_lane += x.lane == e.lane ? 1U : 0U;
      }
      // every line that the extra crossed, within the step: its front is the same. Where it goes on is a guess from its course
      for (const Event& e : extra.events) {
        if (e.kind != EventKind::crossed_line) continue;
        ++crossings;
        for (const Event& x : external.events) {
          const double late_s = (x.time - e.time).seconds() + 0.1;  // the led car is one frame behind
          if (x.kind != EventKind::crossed_line || std::fabs(late_s) > 0.25) continue;
          ++same_crossings;
          same_corridors += x.corridor == e.corridor ? 1U : 0U;
          break;
        }
      }
      led_crossings += static_cast<std::size_t>(
          std::count_if(external.events.begin(), external.events.end(),
                        [](const Event& x) { return x.kind == EventKind::crossed_line; }));
    }
  }
  ASSERT_GT(samples, 8000U);
  ASSERT_GT(crossings, 40U);
  // an extra is on its new lane as soon as it begins to change; a led car when its middle is there
  EXPECT_GT(static_cast<double>(same_lane), 0.93 * static_cast<double>(samples));
  EXPECT_GE(same_crossings + 1, crossings) << "all but one that was over the line at the start";
  EXPECT_LE(10 * led_crossings, 11 * crossings) << "and few others";
  EXPECT_GT(static_cast<double>(same_corridors), 0.4 * static_cast<double>(crossings));
}

// ---- events by hand

constexpr std::string_view kPriority = R"(
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end yield
  arm south: south.end yield
)";

std::vector<EventKind> kinds_of(const Simulation& run, ObjectId id) {
  std::vector<EventKind> kinds;
  for (const Event& e : run.events())
    if (e.object == id) kinds.push_back(e.kind);
  return kinds;
}

TEST(ExternalView, EntersLeavesAndIsWreckedWithEvents) {
  const auto roads = crossing_of(kPriority);
  Simulation run(roads->roads, {});
  const world::TrackId lane = lane_from(*roads, "west");
  const world::Tracks& tracks = roads->roads.tracks;
  const geometry::WorldPoint at = tracks.place(tracks[lane], 60, tracks.centre_at(tracks[lane], 60));
  const ObjectId parked = run.add_external(ObjectKind::car, {at, 0, 0}, Parked{}).id;
  run.step(kStep);
  EXPECT_EQ(kinds_of(run, parked), std::vector<EventKind>{EventKind::entered});
  EXPECT_EQ(run.events()[0].to, tracks[lane].lane);

  // a truck is led into the parked car: both are reported, and both are wrecks; which one touched which is in the events
  const ObjectId truck = run.add_external(ObjectKind::truck, {{at.x - 12, at.y, at.z}, 0, 10},
                                          ByPattern{{{base::Duration::from_milliseconds(9000), 10, 3, 0}}})
                             .id;
  std::vector<Event> reported;
  for (int k = 0; k < 40; ++k) {
    run.step(kStep);
    reported.insert(reported.end(), run.events().begin(), run.events().end());
  }
  const auto find = [&reported](EventKind kind, ObjectId id) {
    return std::find_if(reported.begin(), reported.end(),
                        [&](const Event& e) { return e.kind == kind && (e.object == id || e.other == id); });
  };
  const auto contact = find(EventKind::contact, truck), wrecked = find(EventKind::wrecked, truck);
  ASSERT_NE(contact, reported.end());
  ASSERT_NE(wrecked, reported.end());
  EXPECT_EQ(wrecked->object, truck);
  EXPECT_EQ(wrecked->other, parked);
  EXPECT_EQ(wrecked->time, contact->time);

  record::Frame frame;
  run.frame(frame);
  const FrameObject* row = record::find(frame, truck);
  EXPECT_EQ(row->behaviour, record::Behaviour::wrecked);
  EXPECT_EQ(row->lane, tracks[lane].lane) << "a wreck has a lane too";

  EXPECT_TRUE(run.remove(truck));
  run.step(kStep);
  EXPECT_EQ(kinds_of(run, truck), std::vector<EventKind>{EventKind::left});
}

TEST(ExternalView, HasARoleUntilItIsTakenAway) {
  const auto roads = crossing_of(kPriority);
  Simulation run(roads->roads, {});
  const ObjectId car = run.insert(ObjectKind::car, lane_from(*roads, "west"), 20, 10);
  const ObjectId subject = run.add_external(ObjectKind::car, {{150, 150, 0}, 0, 0}, Parked{}).id;
  EXPECT_TRUE(run.set_role(subject, record::kSubjectRole));
  EXPECT_TRUE(run.set_role(car, "violator"));
  EXPECT_FALSE(run.set_role(ObjectId(99, 99), "violator"));
  record::Frame frame;
  run.frame(frame);
  EXPECT_EQ(frame.role_name(record::find(frame, subject)->role), "subject");
  EXPECT_EQ(frame.role_name(record::find(frame, car)->role), "violator");
  EXPECT_TRUE(record::find(frame, subject)->strip.is_empty()) << "beside the road";
  run.set_role(car, "");
  run.frame(frame);
  EXPECT_TRUE(record::find(frame, car)->role.is_empty());
  // its number goes to another object, its role does not
  run.remove(subject);
  const ObjectId next = run.add_external(ObjectKind::car, {{150, 150, 0}, 0, 0}, Parked{}).id;
  EXPECT_EQ(next.slot(), subject.slot());
  EXPECT_NE(world::number_for_people(next), world::number_for_people(subject));
  run.frame(frame);
  EXPECT_TRUE(record::find(frame, next)->role.is_empty());
}

}  // namespace
}  // namespace backlot::sim::external_view_test
