// How many drivers yield to people at a crosswalk without signals is a parameter of the milieu.
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/people/street_judge.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::yielding_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// Twenty minutes on the study street, whose crosswalks have no signals.
StreetCounts counts_at(double share) {
  const auto street = scene_roads("study_street");
  SimulationSettings settings{.seed = 31};
  traffic::set_yielding_on_foot(settings.drivers, share);
  Simulation run(street->roads, settings);
  run.insert_spread(15);
  run.people().spread(60);
  StreetJudge judge(street->network);
  record::Frame frame;
  for (int k = 0; k < 12000; ++k) {
    run.step(kStep);
    run.frame(frame, {.has_signals = true});
    judge.watch(frame);
  }
  return judge.counts();
}

double missed_share(const StreetCounts& c) {
  return static_cast<double>(c.not_yielded) / static_cast<double>(c.encounters);
}

// The judge counts encounters of all kinds: also of people on the road, for whom all drivers brake, and of vehicles behind one that has stopped. So fewer are
// missed than drivers do not yield. Whatever the share is, no one is touched: people do not step before a vehicle that does not slow down.
TEST(Yielding, IsSeenOnTheStreet) {
  const StreetCounts all = counts_at(1), half = counts_at(0.5), none = counts_at(0);
  EXPECT_GT(all.encounters, 40U);
  EXPECT_LE(missed_share(all), 0.01);
  EXPECT_GT(missed_share(half), 0.03);
  EXPECT_GT(missed_share(none), 0.1);
  EXPECT_GT(missed_share(none), missed_share(half));
  for (const StreetCounts& c : {all, half, none}) {
    EXPECT_EQ(c.people_touched + c.people_run_over, 0U);
    EXPECT_LE(c.person_waits_s, 300);
    EXPECT_GT(c.crossed, 30U);
  }
}

// Of 2,000 drivers so many yield as asked, within four standard errors; the other traits do not depend on the share.
TEST(Yielding, IsAShareOfTheDrivers) {
  traffic::DriverSet set = traffic::town_drivers();
  const traffic::KindOfDriver usual = set.kinds[0];
  traffic::set_yielding_on_foot(set, 0.7);
  EXPECT_NEAR(traffic::yielding_on_foot(set), 0.7, 1e-6);
  int yield = 0;
  constexpr int kDrivers = 2000;
  for (std::uint64_t k = 0; k < kDrivers; ++k) {
    const traffic::DriverTraits traits = traffic::draw_traits(set.kinds[0], 31, k);
    yield += traits.yields_on_foot ? 1 : 0;
    EXPECT_EQ(traits.headway_s, traffic::draw_traits(usual, 31, k).headway_s);
    EXPECT_TRUE(traffic::draw_traits(usual, 31, k).yields_on_foot);
  }
  EXPECT_NEAR(static_cast<double>(yield) / kDrivers, 0.7, 4 * std::sqrt(0.7 * 0.3 / kDrivers));
}

}  // namespace
}  // namespace backlot::sim::yielding_test
