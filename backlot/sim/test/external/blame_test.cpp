// The judge of blame convicts, and acquits: frames made by hand, of one extra and one external body whose fault is plain.
#include "backlot/sim/test/blame.h"

#include <functional>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/external/lawful_stages.h"

namespace backlot::sim::blame_test {
namespace {

constexpr double kStep_s = 0.1, kFromCentre_m = 1.75, kArm_m = 15;

// Where a body is at a time, in plan, and how fast.
struct Place {
  double x = 0, y = 0, heading_x = 1, heading_y = 0, speed_mps = 0;
};
using Motion = std::function<Place(double)>;

// Along a line at a speed; along it by a start from rest at a time, with 2.5 m/s2.
Motion drives(double x, double y, double heading_x, double heading_y, double speed_mps) {
  return [=](double t) {
    return Place{x + t * speed_mps * heading_x, y + t * speed_mps * heading_y, heading_x, heading_y,
                 speed_mps};
  };
}
Motion starts(double x, double y, double heading_x, double heading_y, double at_s) {
  return [=](double t) {
    const double on = std::max(0.0, t - at_s), way = 1.25 * on * on;
    return Place{x + way * heading_x, y + way * heading_y, heading_x, heading_y, 2.5 * on};
  };
}

class BlameOfTwo : public testing::Test {
 protected:
  // Of the crossing of sim/test/crossing_roads.h; its lines lie 15 m from the middle.
  void make_crossing(std::string_view rules) { roads_ = crossing_of(rules); }
  void make_road() {
    roads_ = roads_of(R"(
network road
traffic on the right
speed limit 80 km/h
profile wide { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way road { profile wide;  begin at (0 m, 0 m) heading 0 deg;  line 800 m;  start open;  end open }
)");
  }

  record::FrameObject object(std::uint32_t number, const Place& place, record::Behaviour behaviour) const {
    record::FrameObject o;
    o.id = world::ObjectId(number, number);
    o.behaviour = behaviour;
    o.centre = {place.x, place.y, 0};
    o.heading_x = place.heading_x;
    o.heading_y = place.heading_y;
    o.length_m = 4.5F;
    o.width_m = 1.8F;
    o.speed_mps = place.speed_mps;
    place_on_network(place, o);
    return o;
  }

  // The lane under its middle; on the crossing it drives straight on.
  void place_on_network(const Place& place, record::FrameObject& o) const {
    const network::Network& net = roads_->network;
    if (net.corridors().empty()) {
      o.strip = net.find_strip("road");
      o.distance = place.x;
      o.lane = net.lane_at(o.strip, place.x, place.y);
      return;
    }
    const bool is_north = std::fabs(place.heading_y) > 0.5;
    const double along = is_north ? place.heading_y * place.y : place.heading_x * place.x;
    const std::string_view from =
        is_north ? (place.heading_y > 0 ? "south" : "north") : (place.heading_x > 0 ? "west" : "east");
    const std::string_view to =
        is_north ? (place.heading_y > 0 ? "north" : "south") : (place.heading_x > 0 ? "east" : "west");
    // a body on the wrong side is on the lane that comes the other way
    const double left = is_north ? -place.heading_y * place.x : place.heading_x * place.y;
    const bool is_wrong = left > 0;
    const double reach = is_north ? 315 : 615;
    if (along < -kArm_m) {
      o.strip = net.find_strip(from);
      o.distance = along + reach;
      o.lane = net.find_lane(o.strip, is_wrong ? "L1" : "R1");
    } else if (along > kArm_m) {
      o.strip = net.find_strip(to);
      o.distance = reach - along;
      o.lane = net.find_lane(o.strip, is_wrong ? "R1" : "L1");
      return;
    }
    if (is_wrong) return;
    for (std::uint32_t c = 0; c < net.corridors().size(); ++c) {
      const network::Corridor& corridor = net.corridors()[c];
      if (corridor.turn != network::Turn::straight || corridor.from.is_empty() ||
          net.name_of(net.lane(corridor.from.lane).strip) != from)
        continue;
      o.corridor = network::CorridorId(c);
      if (std::fabs(along) <= kArm_m) {
        o.strip = corridor.strip;
        o.lane = corridor.lane;
        o.distance = along + kArm_m;
      }
    }
  }

  // Up to the first contact, or for 10 s.
  const Blame& watch(const Motion& extra, const Motion& external, double extra_from_s = 0,
                     double external_from_s = 0) {
    blame_.emplace(roads_->roads);
    for (int k = 0; k < 100 && blame_->contacts().empty(); ++k) {
      const double t = k * kStep_s;
      record::Frame frame;
      frame.time = base::SimTime() + base::Duration::from_seconds(t);
      if (t >= extra_from_s) frame.objects.push_back(object(1, extra(t), record::Behaviour::extra));
      if (t >= external_from_s)
        frame.objects.push_back(object(2, external(t), record::Behaviour::external_path));
      network::show_programmes(roads_->network, frame.time, frame.signals);
      frame.signals.resize(roads_->network.signal_groups().size());
      blame_->watch(frame);
    }
    return *blame_;
  }

  static void expect(const Blame& blame, Finding finding) {
    ASSERT_EQ(blame.contacts().size(), 1U);
    EXPECT_EQ(blame.contacts()[0].finding, finding) << blame.contacts()[0].story;
  }

  std::unique_ptr<TestRoads> roads_;
  std::optional<Blame> blame_;
};

constexpr std::string_view kWestGoesFirst =
    "arm west: west.end priority road\narm east: east.end priority road\narm north: north.end yield\narm "
    "south: south.end stop";
constexpr std::string_view kSouthGoesFirst =
    "arm west: west.end yield\narm east: east.end yield\narm north: north.end priority road\narm south: "
    "south.end priority road";
// the light is green from west and east for the first 20 s, or from south and north
std::string lights(bool is_green_from_west) {
  return std::string(
             "arm west: west.end signal ew\narm east: east.end signal ew\narm north: north.end signal "
             "ns\narm south: south.end signal ns\nsignals {\n groups ew ns\n programme {\n 20 s: ") +
         (is_green_from_west ? "ew green, ns red\n 20 s: ew red, ns green"
                             : "ew red, ns green\n 20 s: ew green, ns red") +
         "\n }\n}";
}

const Motion kAlongTheRoad =
    drives(-60, -kFromCentre_m, 1, 0, 14);  // from the west; in the middle after 4.3 s

// The extra comes from the south, from the line. It has 14 m to the other's lane: by its start it is struck at its tail, or strikes it.
Motion from_line(double at_s) { return starts(kFromCentre_m, -18, 0, 1, at_s); }

TEST_F(BlameOfTwo, AnExtraThatPullsOutInFrontOfOneWithTheRightOfWayIsConvicted) {
  make_crossing(kWestGoesFirst);
  int tails = 0;
  for (const double at_s : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}) {
    const Blame& blame = watch(from_line(at_s), kAlongTheRoad);
    if (blame.contacts().empty()) continue;  // it came through
    EXPECT_TRUE(blame.contacts()[0].is_avoidable()) << at_s << ": " << blame.contacts()[0].story;
    tails += blame.contacts()[0].finding == Finding::did_not_yield ? 1 : 0;
  }
  EXPECT_GT(tails, 1);
}

TEST_F(BlameOfTwo, AnExtraWithTheRightOfWayIsNotConvictedOfNotYielding) {
  make_crossing(kSouthGoesFirst);
  int contacts = 0;
  for (const double at_s : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}) {
    const Blame& blame = watch(from_line(at_s), kAlongTheRoad);
    contacts += static_cast<int>(blame.contacts().size());
    EXPECT_EQ(blame.count(Finding::did_not_yield), 0U) << at_s;
  }
  EXPECT_GT(contacts, 2);
}

TEST_F(BlameOfTwo, SignalsSayWhichOfTheTwoHadToWait) {
  for (const bool is_green_from_west : {true, false}) {
    make_crossing(lights(is_green_from_west));
    std::size_t convicted = 0;
    for (const double at_s : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5})
      convicted += watch(from_line(at_s), kAlongTheRoad).count(Finding::did_not_yield);
    if (is_green_from_west) {
      EXPECT_GT(convicted, 1U);
    } else {
      EXPECT_EQ(convicted, 0U);
    }
  }
}

TEST_F(BlameOfTwo, AnExtraThatStandsThereForLongWasRunInto) {
  make_crossing(kWestGoesFirst);
  const Motion breaks_down = [](double t) {
    const double on = std::min(t, 3.0), y = -18 + 5.5 * on;
    return Place{kFromCentre_m, y, 0, 1, t < 3 ? 5.5 : 0};
  };
  expect(watch(breaks_down, drives(-110, -kFromCentre_m, 1, 0, 14)), Finding::was_run_into);
}

TEST_F(BlameOfTwo, ABodyOnTheWrongSideHasNoRightOfWay) {
  make_crossing(kWestGoesFirst);
  for (const double at_s : {0.0, 0.1, 0.2, 0.3})
    EXPECT_EQ(watch(from_line(at_s), drives(-60, kFromCentre_m, 1, 0, 14)).count(Finding::did_not_yield), 0U);
}

TEST_F(BlameOfTwo, AnExtraThatRunsIntoAStandingBodyIsConvictedWhereItCouldHaveStopped) {
  make_road();
  const Motion extra = drives(100, -1.75, 1, 0, 15), stands = drives(160, -1.75, 1, 0, 0);
  expect(watch(extra, stands), Finding::ran_into);
  // it is there only when the extra is 12 m away, and needs 17 m
  expect(watch(extra, stands, 0, 2.9), Finding::too_late);
}

// Both lanes lead along the road; the one at the kerb is that of the other body.
TEST_F(BlameOfTwo, TheOneThatChangesLanesYields) {
  make_road();
  const auto changes = [](double ahead_m, double speed_mps) -> Motion {
    return [=](double t) {
      const double share = std::clamp((t - 1) / 3, 0.0, 1.0);
      return Place{200 + ahead_m + speed_mps * t, -1.75 - 3.5 * share, 1, 0, speed_mps};
    };
  };
  const auto keeps = [](double speed_mps) { return drives(200, -5.25, 1, 0, speed_mps); };
  // the extra changes into the lane of a body that comes up at 8 m/s more
  expect(watch(changes(35, 10), keeps(18)), Finding::did_not_yield);
  // the other way around the extra keeps its lane
  const Blame& blame = watch(keeps(18), changes(35, 10));
  ASSERT_EQ(blame.contacts().size(), 1U);
  EXPECT_NE(blame.contacts()[0].finding, Finding::did_not_yield);
}

// In living traffic: drivers that do not see the body cause collisions that the judge calls avoidable. It finds none where they see it; the bench of
// externals asks that of 200 seeds.
TEST(Blame, ConvictsBlindDriversAndNoOthers) {
  for (const LawfulDeed deed :
       {LawfulDeed::priority_road, LawfulDeed::roundabout, LawfulDeed::is_merged_into}) {
    const LawfulStage stage = lawful_stage(deed);
    std::uint64_t convicted = 0, arrived = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      convicted += drive_lawful(stage, seed, 300, Extras::are_blind).avoidable();
      const LawfulOutcome usual = drive_lawful(stage, seed, 300, Extras::see);
      EXPECT_EQ(usual.avoidable(), 0U) << usual.stories;
      arrived += usual.arrived;
    }
    EXPECT_GT(convicted, 1U) << to_text(deed);
    EXPECT_GT(arrived, 5U) << to_text(deed);
  }
}

}  // namespace
}  // namespace backlot::sim::blame_test
