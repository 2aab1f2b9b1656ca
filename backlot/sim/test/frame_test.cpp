// A frame shows what is there.
#include "backlot/record/frame.h"

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/traffic/vehicle/lights.h"

namespace backlot::sim::frame_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

TEST(Frame, ShowsEveryVehicleAsItIs) {
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    const auto town = scene_roads(scene);
    const world::Tracks& tracks = town->roads.tracks;
    SimulationSettings settings;
    settings.drivers.shares = {0.7, 0.15, 0.05, 0.1};
    Simulation simulation(town->roads, settings);
    simulation.insert_spread(80);
    record::Frame frame;
    int braking = 0, indicating = 0, shown = 0;
    for (int k = 0; k < 600; ++k) {
      simulation.step(kStep);
      if (k % 20 != 0) continue;
      simulation.frame(frame);
      EXPECT_EQ(frame.tick, simulation.tick().index);
      EXPECT_EQ(frame.time, simulation.tick().time);
      EXPECT_EQ(frame.hash, simulation.hash());
      EXPECT_EQ(frame.events_hash, simulation.events_hash());
      EXPECT_TRUE(frame.signals.empty()) << "nobody asked for them";
      ASSERT_EQ(frame.objects.size(), simulation.size());
      ASSERT_EQ(frame.by_place.size(), simulation.size());
      for (std::size_t n = 1; n < frame.objects.size(); ++n)
        EXPECT_LT(frame.objects[n - 1].id, frame.objects[n].id);
      for (std::size_t slot = 0; slot < simulation.size(); ++slot) {
        const VehicleView v = simulation.vehicle(slot);
        const record::FrameObject* o = record::find(frame, v.id);
        ASSERT_NE(o, nullptr);
        EXPECT_EQ(o, &frame.objects[frame.by_place[slot]]);
        const world::BodyBox box = world::box_of(v.shape, v.mover);
        EXPECT_EQ(o->centre, box.centre);
        EXPECT_EQ(o->heading_x, box.heading_x);
        EXPECT_EQ(o->heading_y, box.heading_y);
        EXPECT_EQ(o->length_m, v.shape.length_m);
        EXPECT_EQ(o->width_m, v.shape.width_m);
        EXPECT_EQ(o->height_m, v.shape.height_m);
        EXPECT_EQ(o->kind, v.mover.kind);
        EXPECT_EQ(o->speed_mps, v.mover.speed_mps);
        EXPECT_EQ(o->accel_mps2, v.mover.accel_mps2);
        EXPECT_EQ(o->behaviour, record::Behaviour::extra);
        const world::Track& track = tracks[v.mover.trail.current()];
        EXPECT_EQ(o->strip, track.strip);
        EXPECT_EQ(o->lane, track.lane);
        const geometry::Vec3 off = tracks.place(track, o->distance, o->offset) - v.mover.guide;
        EXPECT_LT(off.x * off.x + off.y * off.y, 1e-12) << "distance and offset are those of the guide";
        const traffic::Lights lights = traffic::lights_of(tracks, v.shape, v.mover, v.driver);
        EXPECT_EQ(o->brakes, lights.brakes);
        EXPECT_EQ(o->indicates_left, lights.indicates == traffic::Side::left);
        EXPECT_EQ(o->indicates_right, lights.indicates == traffic::Side::right);
        braking += o->brakes ? 1 : 0;
        indicating += o->indicates_left || o->indicates_right ? 1 : 0;
        shown += o->signal != network::Aspect::dark ? 1 : 0;
      }
      EXPECT_EQ(record::find(frame, world::ObjectId(100000, 0)), nullptr);
      EXPECT_EQ(record::find(frame, world::ObjectId()), nullptr);
    }
    EXPECT_GT(braking, 0) << scene;
    EXPECT_GT(indicating, 0) << scene;
    if (scene != std::string("motorway")) {
      EXPECT_GT(shown, 0) << scene;
    }
  }
}

TEST(Frame, ShowsTheSignalsWhereTheyAreAskedFor) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {});
  simulation.insert_spread(30);
  record::Frame frame;
  network::SignalState last;
  int changes = 0;
  for (int k = 0; k < 1200; ++k) {
    simulation.step(kStep);
    simulation.frame(frame, {.has_signals = true});
    network::SignalState expected;
    network::show_programmes(town->network, frame.time, expected);
    ASSERT_EQ(frame.signals, expected);
    changes += frame.signals != last ? 1 : 0;
    last = frame.signals;
    for (const record::FrameObject& o : frame.objects) {
      if (o.corridor.is_empty()) continue;
      const network::SignalGroupId group = town->network.corridor(o.corridor).signal_group;
      EXPECT_EQ(o.signal, group.is_empty() ? network::Aspect::dark : frame.signals[group.index()]);
    }
  }
  EXPECT_GT(changes, 4);
}

TEST(Frame, IsTheSameForAnyNumberOfThreads) {
  const auto town = scene_roads("biketown");
  record::Frame one, other;
  for (const std::size_t threads : {1U, 3U}) {
    Simulation simulation(town->roads, {.threads = threads, .sort_every = threads == 1 ? 40U : 7U});
    simulation.insert_spread(90);
    for (int k = 0; k < 300; ++k) simulation.step(kStep);
    simulation.frame(threads == 1 ? one : other);
  }
  ASSERT_EQ(one.objects.size(), other.objects.size());
  for (std::size_t k = 0; k < one.objects.size(); ++k) {
    EXPECT_EQ(one.objects[k].id, other.objects[k].id) << "by id, however the tables are sorted";
    EXPECT_EQ(one.objects[k].centre, other.objects[k].centre);
  }
}

}  // namespace
}  // namespace backlot::sim::frame_test
