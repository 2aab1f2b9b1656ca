// Predicted arrivals at marks, against when they arrive.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/look/arrivals.h"
#include "backlot/network/test/route_towns.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::sim::look_arrivals_test {
namespace {

using look::Arriving;
using world::Mark;
using world::TrackId;

const base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::unique_ptr<TestRoads> grid_roads() {
  const network::test::Town town{.rows = 5, .columns = 5, .block_m = 160, .lanes = 2};
  return std::make_unique<TestRoads>(network::test::built(town.description()));
}

// The acceleration that the road alone would give, and whether no other vehicle is near.
struct Freedom {
  double road_mps2 = 0;
  bool is_free = false;
};
Freedom freedom_of(Simulation& run, const VehicleView& v) {
  const world::Roads& roads = run.roads();
  traffic::SignalView signals(roads.conflicts, run.tick().time);
  const traffic::Surroundings around{roads.tracks, roads.conflicts, run.occupancy(), run.tick(), signals};
  const world::Stance stance = world::stance_of(roads.tracks, v.shape, v.mover);
  const std::uint32_t entry = run.occupancy().number_of_own(roads.tracks[v.mover.trail.current()].strip,
                                                            stance.foot.from, v.id.slot(), 0);
  const traffic::Self self{v.id.slot(), v.shape, v.mover, stance, entry};
  const double speed = v.mover.speed_mps, sight = traffic::sight_m(speed);
  const traffic::Pace pace = traffic::find_pace(around, self, v.driver.traits, 5 + speed * speed / 2.4);
  Freedom freedom;
  freedom.road_mps2 = traffic::free_accel(v.driver.traits, speed, pace.wanted_mps);
  if (pace.braking_mps2 > 1.2) freedom.road_mps2 = std::min(freedom.road_mps2, -pace.braking_mps2);
  const traffic::Ahead ahead = traffic::find_ahead(around, self, sight);
  const double near = std::max(10.0, 3 * speed);
  freedom.is_free = ahead.lead.gap_m > near && ahead.crossing_m > near && ahead.merging.gap_m > near &&
                    ahead.oncoming.gap_m > 2 * near && !v.mover.is_shifting() && !v.driver.is_stopping() &&
                    !v.driver.is_held() && !v.driver.is_out() &&
                    v.driver.overtaking() == traffic::Overtaking::none;
  return freedom;
}

struct Prediction {
  look::Arrival arrival;
  double way_m = 0, gone_m = 0, gone_s = 0;
};

struct Score {
  std::size_t cases = 0, sooner = 0, later = 0;
  double widest = 0;

  std::size_t within() const { return cases - sooner - later; }
};

class Watch {
 public:
  Watch(Simulation& run, std::uint64_t seed) : run_(run), random_(seed, 5, 99) {}

  // One step: follows all predictions that are still open, and now and then makes a new one for a vehicle that has none.
  void step(Score& score) {
    const look::Snapshot now = run_.snapshot();
    before_.clear();
    for (std::size_t k = 0; k < run_.size(); ++k) {
      const VehicleView v = run_.vehicle(k);
      const Freedom freedom = freedom_of(run_, v);
      if (!freedom.is_free) {
        open_.erase(v.id.raw());
        continue;
      }
      if (!open_.contains(v.id.raw()) && random_.below(20) == 0) predict(now, v);
      if (open_.contains(v.id.raw()))
        before_.push_back({v.id, v.mover.speed_mps, freedom.road_mps2, v.mover.trail.current()});
    }
    run_.step(kStep);
    for (const Before& before : before_) follow(before, score);
  }

 private:
  struct Before {
    world::ObjectId id;
    double speed_mps, road_mps2;
    TrackId track;
  };

  // At a mark somewhere on the vehicle's trail.
  void predict(const look::Snapshot& now, const VehicleView& v) {
    const world::Tracks& tracks = run_.roads().tracks;
    const world::Trail& trail = v.mover.trail;
    double reach = tracks[trail.current()].length - v.mover.metres;
    for (std::uint32_t k = 0; k < trail.ahead(); ++k) reach += tracks[trail.ahead(k)].length;
    const double least = static_cast<double>(v.shape.front_m()) + 15;
    if (reach < least + 5) return;
    double left = random_.uniform(least, std::min(reach, 500.0)) + v.mover.metres;
    const auto track_at = [&](std::uint32_t k) { return k == 0 ? trail.current() : trail.ahead(k - 1); };
    std::uint32_t at = 0;
    for (; left > tracks[track_at(at)].length; ++at) left -= tracks[track_at(at)].length;
    const Mark mark{track_at(at), left};
    for (const Arriving& arriving : arrivals_.find(now, mark, 0, 120)) {
      if (arriving.number == v.id.slot()) open_[v.id.raw()] = {arriving.arrival, arriving.way_m, 0, 0};
    }
  }

  void follow(const Before& before, Score& score) {
    const auto open = open_.find(before.id.raw());
    const std::optional<VehicleView> v = run_.find(before.id);
    // another vehicle made it slower than the road does, or it went to another lane
    if (!v || v->mover.is_shifting() || v->mover.accel_mps2 < before.road_mps2 - 0.4) {
      open_.erase(open);
      return;
    }
    Prediction& p = open->second;
    const double way = 0.5 * (before.speed_mps + v->mover.speed_mps) * kStep.seconds();
    if (p.gone_m + way < p.way_m) {
      p.gone_m += way;
      p.gone_s += kStep.seconds();
      return;
    }
    const double actual = p.gone_s + kStep.seconds() * (p.way_m - p.gone_m) / way;
    const look::Arrival& a = p.arrival;
    ++score.cases;
    score.sooner += actual < a.soonest_s ? 1U : 0U;
    score.later += actual > a.latest_s ? 1U : 0U;
    score.widest = std::max(score.widest, (a.latest_s - a.soonest_s) / actual);
    open_.erase(open);
  }

  Simulation& run_;
  base::RandomStream random_;
  look::Arrivals arrivals_;
  std::map<std::uint64_t, Prediction> open_;
  std::vector<Before> before_;
};

// Predictions count while no vehicle waits, has another one within three seconds ahead or changes lanes: then all but a
// few arrive when they should.
TEST(Arrivals, OfUndisturbedVehiclesFallWithinTheirBounds) {
  struct Case {
    const char* name;
    std::unique_ptr<TestRoads> roads;
    std::size_t vehicles;
  };
  std::vector<Case> cases;
  cases.push_back({"biketown", scene_roads("biketown"), 30});
  cases.push_back({"county_road", scene_roads("county_road"), 25});
  cases.push_back({"motorway", scene_roads("motorway"), 30});
  cases.push_back({"grid", grid_roads(), 50});
  std::size_t all = 0;
  for (const Case& c : cases) {
    SimulationSettings settings;
    settings.seed = 11;
    settings.drivers = traffic::suiting_drivers(c.roads->roads.tracks);
    settings.drivers.shares = {8, 1, 0, 1};
    Simulation run(c.roads->roads, settings);
    run.insert_spread(c.vehicles);
    Watch watch(run, 11);
    Score score;
    for (int k = 0; k < 60000 && score.cases < 2500; ++k) watch.step(score);
    EXPECT_GE(score.cases, 2500U) << c.name;
    EXPECT_GE(static_cast<double>(score.within()), 0.95 * static_cast<double>(score.cases))
        << c.name << ": " << score.sooner << " sooner, " << score.later << " later";
    EXPECT_LE(score.widest, 0.2) << c.name;
    all += score.cases;
  }
  EXPECT_GE(all, 10000U);
}

// The vehicles found for a short time are exactly those of a long time with arrivals that meet the short one.
TEST(Arrivals, OfATimeAreThoseOfAllTimesThatMeetIt) {
  std::size_t found = 0;
  for (const char* scene : {"biketown", "county_road"}) {
    const auto roads = scene_roads(scene);
    Simulation run(roads->roads, {.seed = 3});
    run.insert_spread(80);
    look::Arrivals arrivals;
    base::RandomStream random{3, 1, 5};
    look::Approach approach;
    for (int frame = 0; frame < 20; ++frame) {
      for (int k = 0; k < 40; ++k) run.step(kStep);
      const look::Snapshot now = run.snapshot();
      const std::size_t tracks = run.roads().tracks.all().size();
      for (int k = 0; k < 40; ++k) {
        const TrackId id(static_cast<std::uint32_t>(random.below(tracks)));
        const Mark mark{id, random.uniform() * run.roads().tracks[id].length};
        const auto span = arrivals.find(now, mark, 0, 120);
        const std::vector<Arriving> all(span.begin(), span.end());
        // every vehicle that approaches, however far, has an arrival
        for (const look::Approaching& coming : approach.find(now, mark, {.within_m = 300})) {
          const auto at = std::ranges::find(all, coming.number, &Arriving::number);
          ASSERT_NE(at, all.end());
          EXPECT_EQ(at->way_m, coming.way_m);
          EXPECT_LE(at->arrival.soonest_s, at->arrival.expected_s);
          EXPECT_LE(at->arrival.expected_s, at->arrival.latest_s);
        }
        const double from = random.uniform(0, 15), to = from + random.uniform(0, 5);
        std::vector<std::uint32_t> expected, got;
        for (const Arriving& a : all) {
          if (a.arrival.soonest_s <= to && a.arrival.latest_s >= from) expected.push_back(a.number);
        }
        for (const Arriving& a : arrivals.find(now, mark, from, to)) got.push_back(a.number);
        EXPECT_EQ(got, expected);
        found += got.size();
      }
    }
  }
  EXPECT_GT(found, 200U);
}

// Ten vehicles stand in a row on a free road; when the first goes, the others follow one after the other.
TEST(Arrivals, OfVehiclesThatStandInARowAreOneAfterTheOther) {
  const auto roads = roads_of(R"(
network road
traffic on the right
speed limit 50 km/h
profile street { spine; vehicle forward 3.5 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 600 m;  start open;  end open }
)");
  Simulation run(roads->roads, {});
  const network::StripId strip = roads->network.find_strip("a");
  std::vector<world::ObjectId> row;
  for (int k = 0; k < 10; ++k)
    row.push_back(run.add(world::ObjectKind::car, strip, 100 - 7.0 * k, -1.75, 0).id);
  look::Arrivals arrivals;
  const Mark mark{TrackId(0), 200};
  const auto found = arrivals.find(run.snapshot(), mark, 0, 100);
  ASSERT_EQ(found.size(), row.size());
  std::map<std::uint32_t, double> expected;
  for (std::size_t k = 0; k < row.size(); ++k) {
    EXPECT_EQ(found[k].number, row[k].slot());
    expected[found[k].number] = found[k].arrival.expected_s;
    EXPECT_GT(found[k].arrival.expected_s, k == 0 ? 0 : found[k - 1].arrival.expected_s + 1);
  }
  for (std::size_t k = 0; k < row.size(); ++k) {
    while (run.find(row[k])->mover.metres + static_cast<double>(run.find(row[k])->shape.front_m()) < 200)
      run.step(kStep);
    EXPECT_NEAR(run.tick().time.seconds(), expected[row[k].slot()], 0.1 * run.tick().time.seconds() + 0.1);
  }
}

TEST(Arrivals, AnswerWrongQuestionsWithAnEmptyList) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {});
  run.insert_spread(60);
  const look::Snapshot now = run.snapshot();
  look::Arrivals arrivals;
  const Mark mark = world::line_of(run.roads().tracks, TrackId(0));
  EXPECT_TRUE(arrivals.find(now, mark, 5, 4).empty());
  EXPECT_TRUE(arrivals.find(now, mark, kNaN, 4).empty());
  EXPECT_TRUE(arrivals.find(now, mark, 0, kNaN).empty());
  EXPECT_TRUE(arrivals.find(now, mark, -5, -4).empty());
  EXPECT_TRUE(arrivals.find(now, {}, 0, 10).empty());
  EXPECT_TRUE(arrivals.find(now, {TrackId(0), kNaN}, 0, 10).empty());
}

}  // namespace
}  // namespace backlot::sim::look_arrivals_test
