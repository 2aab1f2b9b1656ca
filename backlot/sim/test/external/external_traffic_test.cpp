// External cars that do what no car should, in living traffic. Extras cause no collision that was avoidable at 8 m/s2
// (blame.h says how that is judged).
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/network/signals.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/blame.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::external_traffic_test {
namespace {

using base::Duration;
using world::ObjectKind;
using world::Track;
using world::TrackId;

constexpr Duration kStep = Duration::from_milliseconds(100);

// Four signalled crossings of two-lane streets, 150 m apart.
std::unique_ptr<TestRoads> signalled_grid() {
  std::string text = R"(
network grid
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
template crossing(offset = 0 s) {
  arm west at (-15 m, 0 m) heading 0 deg signal ew { vehicle out; vehicle in }
  arm east at (15 m, 0 m) heading 180 deg signal ew { vehicle out; vehicle in }
  arm south at (0 m, -15 m) heading 90 deg signal ns { vehicle out; vehicle in }
  arm north at (0 m, 15 m) heading 270 deg signal ns { vehicle out; vehicle in }
  signals {
    groups ew ns
    programme offset offset {
      25 s: ew green, ns red
      3 s: ew yellow, ns red
      2 s: ew red, ns red
      25 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
    }
  }
}
)";
  const auto street = [&](const std::string& name, double x, double y, double heading_deg, double length,
                          bool is_open) {
    text += "way " + name + " { profile street;  begin at (" + std::to_string(x) + " m, " +
            std::to_string(y) + " m) heading " + std::to_string(heading_deg) + " deg;  line " +
            std::to_string(length) + " m" + (is_open ? ";  end open" : "") + " }\n";
  };
  const std::string names[] = {"a", "b", "c", "d"};
  for (int k = 0; k < 4; ++k) {
    const double x = 180.0 * (k % 2), y = 180.0 * (k / 2);
    const std::string& n = names[k];
    const bool is_right = k % 2 == 1, is_top = k / 2 == 1;
    const std::string west = is_right ? names[k - 1] + "_east.end" : n + "_west.start";
    const std::string south = is_top ? names[k - 2] + "_north.end" : n + "_south.start";
    text += "intersection " + n + " is crossing(offset = " + std::to_string(13 * k) + " s) at (" +
            std::to_string(x) + " m, " + std::to_string(y) + " m) {\n  arm west: " + west +
            "\n  arm east: " + n + "_east.start\n  arm south: " + south + "\n  arm north: " + n +
            "_north.start\n}\n";
    street(n + "_east", x + 15, y, 0, 150, is_right);
    street(n + "_north", x, y + 15, 90, 150, is_top);
    if (!is_right) street(n + "_west", x - 15, y, 180, 150, true);
    if (!is_top) street(n + "_south", x, y - 15, 270, 150, true);
  }
  return roads_of(text);
}

enum class Deed { crosses_on_red, wrong_way, stops_in_the_box, reverses, parks_across };
constexpr std::pair<Deed, const char*> kDeeds[] = {{Deed::crosses_on_red, "crosses on red"},
                                                   {Deed::wrong_way, "wrong way"},
                                                   {Deed::stops_in_the_box, "stops in the box"},
                                                   {Deed::reverses, "reverses"},
                                                   {Deed::parks_across, "parks across"}};

// One external car after the other, each somewhere else, and its deed.
class Rogue {
 public:
  Rogue(const TestRoads& roads, Deed deed, std::uint64_t seed)
      : net_(roads.network), tracks_(roads.roads.tracks), deed_(deed), random_{seed, 1, 2} {
    for (std::uint32_t k = 0; k < tracks_.all().size(); ++k) {
      const Track& track = tracks_.all()[k];
      if (!track.is_corridor() && track.length > 70 && track.onward_count > 0) lanes_.push_back(TrackId(k));
    }
  }

  // Before a step: begins where the stage is free for it, goes on, and is taken off the road after a while, with all wrecks: then true.
  bool act(Simulation& simulation) {
    if (!id_) {
      try_to_begin(simulation);
      return false;
    }
    ++age_;
    if (deed_ == Deed::stops_in_the_box && simulation.find_external(*id_)) {
      const bool is_in_box = box_m_ < way_m(simulation);
      const ExternalCommand command{*id_, simulation.tick().time,
                                    PaceCommand{is_in_box && age_ < 250 ? 0 : speed_mps_}};
      commands_ = {command};
    }
    if (age_ < kActs) return false;
    while (simulation.external_count() > 0) simulation.remove(simulation.external(0).id);
    id_.reset();
    commands_.clear();
    return true;
  }
  std::span<const ExternalCommand> commands() const { return commands_; }
  int deeds() const { return deeds_; }

 private:
  static constexpr int kActs = 300;  // steps

  double way_m(const Simulation& simulation) const {
    const geometry::WorldPoint& at = simulation.find_external(*id_)->external.body.middle;
    return distance_between(at, start_);
  }

  void try_to_begin(Simulation& simulation) {
    const TrackId lane = lanes_[random_.below(lanes_.size())];
    const Track& track = tracks_[lane];
    const std::span<const TrackId> onward = tracks_.onward(track);
    const TrackId next = onward[random_.below(onward.size())];
    const bool leads_through = tracks_[next].is_corridor() && tracks_[next].onward_count > 0;
    speed_mps_ = random_.uniform(6, 15);
    double from_m = random_.uniform(20, track.length - 25), turned = 0;
    if (deed_ == Deed::crosses_on_red || deed_ == Deed::stops_in_the_box) {
      if (!leads_through) return;
      from_m = track.length - random_.uniform(15, 45);
      if (deed_ == Deed::crosses_on_red && !is_red(simulation, next)) return;
      box_m_ = track.length - from_m + random_.uniform(3, 12);
    }
    // no vehicle near it, and none ahead of it on its lane up to the line
    const geometry::WorldPoint at = place(track, from_m);
    for (std::size_t k = 0; k < simulation.size(); ++k) {
      const VehicleView v = simulation.vehicle(k);
      const bool is_before = v.mover.trail.current() == lane && v.mover.metres > from_m;
      if (distance_between(v.mover.guide, at) < 12 || (is_before && deed_ != Deed::parks_across)) return;
    }
    std::vector<geometry::WorldPoint> path;
    if (leads_through) {
      const TrackId list[] = {lane, next, tracks_.onward(tracks_[next]).front()};
      path = points_along(tracks_, list, from_m);
    } else {
      const TrackId list[] = {lane};
      path = points_along(tracks_, list, from_m);
    }
    Behaviour behaviour = ByPath{path, speed_mps_};
    double speed = speed_mps_;
    if (deed_ == Deed::wrong_way) {
      const TrackId list[] = {lane};
      path = points_along(tracks_, list, 0);
      std::reverse(path.begin(), path.end());
      path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(0.5 * (track.length - from_m)));
      // and on, straight over whatever comes there
      const geometry::Vec3 last = path.back() - path[path.size() - 2];
      for (int k = 0; k < 20; ++k) path.push_back(path.back() + last);
      behaviour = ByPath{path, speed_mps_};
      turned = base::kPi;
    } else if (deed_ == Deed::reverses) {
      const auto s = [](double seconds) { return Duration::from_seconds(seconds); };
      const double back = random_.uniform(2, 7);
      behaviour = ByPattern{
          {{s(1.5), 6, 3, 0}, {s(2), 0, 5, 0}, {s(5), -back, 2, 0}, {s(4), 0, 3, 0}, {s(4), -back, 3, 0.05}}};
      speed = 6;
    } else if (deed_ == Deed::parks_across) {
      behaviour = Parked{};
      turned = base::kHalfPi + random_.uniform(-0.6, 0.6);
      speed = 0;
    }
    const AddedExternal added = simulation.add_external(
        random_.below(4) == 0 ? ObjectKind::truck : ObjectKind::car,
        {turned == base::kPi ? path.front() : place(track, from_m), heading(track, from_m) + turned, speed},
        behaviour);
    ASSERT_TRUE(added.refused.empty()) << added.refused;
    id_ = added.id;
    start_ = simulation.find_external(*id_)->external.body.middle;
    age_ = 0;
    ++deeds_;
  }

  bool is_red(const Simulation& simulation, TrackId corridor) const {
    const network::SignalGroupId group = net_.corridor(tracks_[corridor].corridor).signal_group;
    if (group.is_empty()) return true;  // no light: just as if
    network::SignalState signals;
    network::show_programmes(net_, simulation.tick().time, signals);
    return signals[group.index()] == network::Aspect::red;
  }
  geometry::WorldPoint place(const Track& track, double metres) const {
    const double distance = tracks_.distance_at(track, metres);
    return tracks_.place(track, distance, tracks_.centre_at(track, distance));
  }
  double heading(const Track& track, double metres) const {
    const geometry::Vec3 t = tracks_.tangent_at(track, tracks_.distance_at(track, metres));
    return base::atan2(track.sign() * t.y, track.sign() * t.x);
  }

  const network::Network& net_;
  const world::Tracks& tracks_;
  Deed deed_;
  base::RandomStream random_;
  std::vector<TrackId> lanes_;
  std::optional<world::ObjectId> id_;
  geometry::WorldPoint start_{};
  std::vector<ExternalCommand> commands_;
  double speed_mps_ = 0, box_m_ = 0;
  int age_ = 0, deeds_ = 0;
};

void expect_no_avoidable_collision(const TestRoads& roads, const char* name, std::size_t vehicles,
                                   Update update) {
  for (const auto& [deed, what] : kDeeds) {
    std::size_t deeds = 0;
    std::uint64_t braking = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      Simulation simulation(roads.roads, {.seed = seed, .update = update});
      simulation.insert_spread(vehicles);
      for (int k = 0; k < 300; ++k) simulation.step(kStep);
      Rogue rogue(roads, deed, seed);
      Blame blame;
      // a contact is tallied by the step after it: those of the last frame before all are taken off the road, or the run ends, are not
      const std::uint64_t before = simulation.tally().contacts;
      std::size_t untallied = 0;
      for (int k = 0; k < 3000; ++k) {
        if (rogue.act(simulation)) untallied += blame.begun();
        simulation.step(kStep, rogue.commands());
        blame.watch(simulation);
      }
      untallied += blame.begun();
      EXPECT_EQ(blame.avoidable(), 0U) << name << ", " << what << ", seed " << seed << "\n"
                                       << blame.to_text();
      EXPECT_EQ(simulation.tally().contacts - before + untallied, blame.contacts().size())
          << name << ", " << what << ", seed " << seed << ": extras met each other";
      deeds += static_cast<std::size_t>(rogue.deeds());
      braking += blame.braking();
    }
    EXPECT_GT(deeds, 12U) << name << ", " << what;
    EXPECT_GT(braking, 0U) << name << ", " << what << ": nobody minded";
  }
}

// A street for one extra, and for one external body that is there all of a sudden, so late that it is just possible to stop.
class Street {
 public:
  // The extra drives at a speed; the body stands so far ahead of its front and to the left of the street's middle, turned against it, and then does
  // what it does. How many contacts were avoidable.
  std::size_t meet(double speed_mps, ObjectKind kind, double ahead_m, double left_m, double turned_rad,
                   const Behaviour& behaviour) const {
    Simulation simulation(roads_->roads, {});
    const network::Network& net = roads_->network;
    const TrackId lane = roads_->roads.tracks.track_of({net.find_lane(net.find_strip("street"), "R1"), true});
    const world::ObjectId extra = simulation.insert(ObjectKind::car, lane, 60, speed_mps);
    for (int k = 0; k < 10; ++k) simulation.step(kStep);
    const VehicleView v = *simulation.find(extra);
    const double front_m = v.mover.guide.x + static_cast<double>(v.shape.front_m());
    simulation.add_external(kind, {{front_m + ahead_m, left_m, 0}, turned_rad, 0}, behaviour);
    Blame blame;
    for (int k = 0; k < 60; ++k) {
      blame.watch(simulation);
      simulation.step(kStep);
    }
    blame.watch(simulation);
    return blame.avoidable();
  }

 private:
  std::unique_ptr<TestRoads> roads_ = roads_of(R"(
network street
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way street { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 400 m;  start open;  end open }
)");
};

// What a body standing aslant takes of a lane begins before the body itself. A vehicle that is there already goes on
// braking as hard as needed.
TEST(ExternalTraffic, ADriverLevelWithABodyAslantDoesNotLetGoOfTheBrake) {
  const Street street;
  for (const double turned : {-1.0, -0.6, 1.0, 1.2})
    for (const double left : {0.5, 1.5})
      for (double ahead = 12; ahead < 15; ahead += 0.25)
        EXPECT_EQ(street.meet(14, ObjectKind::car, ahead, left, turned, Parked{}), 0U)
            << turned << " rad, " << left << " m to the left, " << ahead << " m ahead";
}

// A truck turns in, and the place where it will be covers the extra. An extra that brakes for it does not speed up and drive further in.
TEST(ExternalTraffic, ADriverThatBrakesForAMergingVehicleDoesNotSpeedUpAgain) {
  const Street street;
  const Behaviour turns_in = ByPattern{{{Duration::from_seconds(6), 7, 3, -0.6}}};
  for (const double speed : {4, 6, 8})
    for (const double left : {8, 10})
      for (double ahead = 4; ahead < 14; ahead += 1)
        EXPECT_EQ(street.meet(speed, ObjectKind::truck, ahead, left, -0.3, turns_in), 0U)
            << speed << " m/s, " << left << " m to the left, " << ahead << " m ahead";
}

// A truck stands aslant in the other lane, and its rear is behind the extra. The extra beside it does not drive into the corner ahead.
TEST(ExternalTraffic, ADriverBesideATruckAslantSeesTheCornerAhead) {
  const Street street;
  for (const double turned : {-0.16, -0.2, -0.25})
    for (const double left : {0.6, 0.8, 1.0})
      for (double ahead = -2.5; ahead <= 0; ahead += 0.25)
        EXPECT_EQ(street.meet(0, ObjectKind::truck, ahead, left, base::kPi + turned, Parked{}), 0U)
            << turned << " rad, " << left << " m to the left, " << ahead << " m ahead";
}

// Two roads join into one, and a body stands where they join. Vehicles do not wait behind it side by side. They wait
// before the intersection, and go on when the body is gone.
TEST(ExternalTraffic, ADriverThatSeesABodyInTheIntersectionWaitsBeforeIt) {
  const auto roads = roads_of(R"(
network joining
traffic on the right
speed limit 50 km/h
profile single { spine; vehicle forward 3.5 m }
template joining() {
  arm west at (-15 m, 0 m) heading 0 deg priority road { vehicle in }
  arm north at (0 m, 15 m) heading 270 deg yield { vehicle in }
  arm east at (15 m, 0 m) heading 180 deg { vehicle out }
}
intersection join is joining() at (0 m, 0 m) { arm west: west.end; arm north: north.end; arm east: east.start }
way west { profile single;  begin at (-165 m, 0 m) heading 0 deg;  line 150 m;  start open }
way north { profile single;  begin at (0 m, 165 m) heading 270 deg;  line 150 m;  start open }
way east { profile single;  begin at (15 m, 0 m) heading 0 deg;  line 200 m;  end open }
)");
  const network::Network& net = roads->network;
  for (const Update update : {Update::transactional, Update::sequential}) {
    Simulation simulation(roads->roads, {.update = update});
    const world::ObjectId wall =
        simulation.add_external(ObjectKind::car, {{9, -1.75, 0}, 0.3, 0}, Parked{}).id;
    for (const char* way : {"west", "north"})
      simulation.insert(ObjectKind::car,
                        roads->roads.tracks.track_of({net.find_lane(net.find_strip(way), "R1"), true}), 60,
                        10);
    for (int k = 0; k < 180; ++k) simulation.step(kStep);
    ASSERT_EQ(simulation.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
      const VehicleView v = simulation.vehicle(k);
      EXPECT_LT(v.mover.speed_mps, 0.1);
      EXPECT_FALSE(roads->roads.tracks[v.mover.trail.current()].is_corridor());
    }
    EXPECT_TRUE(simulation.remove(wall));
    for (int k = 0; k < 150; ++k) simulation.step(kStep);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_GT(simulation.vehicle(k).mover.speed_mps, 5);
    EXPECT_EQ(simulation.tally().contacts, 0U);
  }
}

TEST(ExternalTraffic, NoVehicleHitsARogueInBiketown) {
  expect_no_avoidable_collision(*scene_roads("biketown"), "biketown", 60, Update::transactional);
}

TEST(ExternalTraffic, NoVehicleHitsARogueOnCountyRoad) {
  expect_no_avoidable_collision(*scene_roads("county_road"), "county_road", 60, Update::transactional);
}

TEST(ExternalTraffic, NoVehicleHitsARogueInASignalledGrid) {
  expect_no_avoidable_collision(*signalled_grid(), "grid", 50, Update::transactional);
}

TEST(ExternalTraffic, NoVehicleHitsARogueBySequentialUpdate) {
  expect_no_avoidable_collision(*signalled_grid(), "grid", 50, Update::sequential);
}

}  // namespace
}  // namespace backlot::sim::external_traffic_test
