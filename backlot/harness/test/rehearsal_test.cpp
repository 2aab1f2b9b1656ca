#include "backlot/harness/rehearsal.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::harness::rehearsal_test {
namespace {

using verdict::Outcome;

scene::SceneDescription two_roles() {
  scene::SceneDescription scene;
  scene.name = "made_up";
  scene.cast = {{.name = "violator", .kinds = {}, .requirements = {}, .supply = {}},
                {.name = "feint", .kinds = {}, .requirements = {}, .supply = {}}};
  scene::BeatDescription light, event;
  light.name = "light";
  event.name = "violation";
  light.actions.push_back({.what = scene::LightOnCue{.line = "line", .mark = "line"}});
  event.commits = true;
  scene.script.beats = {light, event};
  scene::ExpectationDescription enters, green;
  enters.text = "in time";
  green.text = "green";
  enters.beat = green.beat = "violation";
  enters.what = scene::EntersPath{.role = "violator", .before_s = 1, .within_s = 0.4};
  scene::Condition shows;
  shows.question = scene::LightShows{.mark = "line", .middle_within_s = 1};
  green.what = shows;
  scene.expect = {enters, green};
  return scene;
}

struct Made {
  std::uint64_t seed = 1;
  std::string style = "calm";
  Outcome outcome = Outcome::staged;
  std::string group{}, about{};
  std::optional<double> error_s = 0.0;  // none: the event never came
  std::uint32_t times_cast = 1, candidates = 1;
  bool is_supplied = false;
  double slowest = 1, fastest = 1;
};

RehearsedRun made(const Made& m) {
  RehearsedRun run;
  RunResult& result = run.result;
  result.seed = m.seed;
  result.style = m.style;
  result.cause.outcome = m.outcome;
  result.cause.group = m.group;
  result.cause.text = m.group.empty() ? "" : m.group + " in seed " + std::to_string(m.seed);
  result.cause.about = m.about;
  result.sim_s = 100;
  verdict::EventResult event{.event = "violation"};
  event.has_happened = m.error_s.has_value();
  event.error_s = m.error_s;
  event.time_s = m.error_s ? 50 : -1;
  result.events = {event};
  RoleResult violator;
  violator.role = "violator";
  violator.times_cast = m.times_cast;
  violator.candidates = m.candidates;
  violator.is_supplied = m.is_supplied;
  RoleResult feint;
  feint.role = "feint";
  feint.times_cast = 1;
  feint.candidates = 2;
  result.roles = {violator, feint};
  result.lights = {{.slowest = m.slowest, .fastest = m.fastest}};
  const bool is_met = m.outcome == Outcome::staged;
  result.expectations = {{.text = "in time", .is_met = is_met}, {.text = "green", .is_met = m.seed != 4}};
  if (m.error_s) result.expectations[1].value = 0.1;
  return run;
}

RehearsalFigures rehearse(const std::vector<Made>& runs) {
  Rehearsal rehearsal(two_roles());
  for (const Made& run : runs) rehearsal.take(made(run));
  return rehearsal.figures();
}

TEST(Rehearsal, CountsRunsRolesEventsAndStyles) {
  const RehearsalFigures f = rehearse({
      {.seed = 1, .style = "brisk", .error_s = 0.2, .candidates = 3},
      {.seed = 2, .error_s = -0.3, .times_cast = 2, .candidates = 4, .is_supplied = true},
      {.seed = 3, .outcome = Outcome::evaded, .group = "the subject stopped", .error_s = {}},
      {.seed = 4,
       .outcome = Outcome::not_staged,
       .group = "no candidate for violator",
       .about = "violator",
       .error_s = {},
       .times_cast = 0,
       .candidates = 0},
  });
  EXPECT_EQ(f.staged.trials, 4U);
  EXPECT_EQ(f.staged.hits, 2U);
  EXPECT_EQ(f.evaded, 1U);
  EXPECT_EQ(f.not_staged, 1U);
  EXPECT_EQ(f.supplied, 1U);
  EXPECT_EQ(f.sim_s, 400);
  ASSERT_EQ(f.roles.size(), 2U);
  EXPECT_EQ(f.roles[0].cast, 3U);
  EXPECT_EQ(f.roles[0].recast, 1U);
  EXPECT_EQ(f.roles[0].never_cast, 1U);
  EXPECT_EQ(f.roles[0].supplied, 1U);
  EXPECT_EQ(f.roles[0].candidates_mean, (3 + 4 + 1 + 0) / 4.0);
  EXPECT_EQ(f.roles[1].cast, 4U);
  ASSERT_EQ(f.events.size(), 1U);
  EXPECT_EQ(f.events[0].happened, 2U);
  EXPECT_EQ(f.events[0].tolerance_s, 0.4);
  EXPECT_EQ(f.events[0].errors_s, (std::vector<double>{0.2, -0.3}));
  EXPECT_EQ(f.events[0].p50_s, 0.2);  // of absolute errors
  EXPECT_EQ(f.events[0].max_s, 0.3);
  ASSERT_EQ(f.styles.size(), 2U);
  EXPECT_EQ(f.styles[0].style, "brisk");
  EXPECT_EQ(f.styles[0].staged.trials, 1U);
  EXPECT_EQ(f.styles[1].staged.trials, 3U);
  EXPECT_EQ(f.styles[1].staged.hits, 1U);
  EXPECT_EQ(f.expectations[0].met, 2U);
  EXPECT_EQ(f.expectations[1].met, 3U);
}

TEST(Rehearsal, PercentilesOfTimingErrorsAreThoseOfASortedList) {
  std::vector<Made> runs;
  std::vector<double> absolute;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const double error_s = 0.01 * static_cast<double>((k * 37) % 101) - 0.5;
    runs.push_back({.seed = k, .error_s = error_s});
    absolute.push_back(std::fabs(error_s));
  }
  std::sort(absolute.begin(), absolute.end());
  const RehearsalFigures f = rehearse(runs);
  EXPECT_EQ(f.events[0].p50_s, absolute[99]);   // the 100th of 200
  EXPECT_EQ(f.events[0].p95_s, absolute[189]);  // the 190th
  EXPECT_EQ(f.events[0].max_s, absolute[199]);
}

TEST(Rehearsal, CausesAreGroupedAndTheMostFrequentComesFirst) {
  std::vector<Made> runs;
  for (std::uint64_t k = 1; k <= 5; ++k)
    runs.push_back({.seed = k, .outcome = Outcome::not_staged, .group = "in time", .error_s = 0.9});
  runs.insert(runs.begin(), {.seed = 9, .outcome = Outcome::evaded, .group = "the subject stopped"});
  const RehearsalFigures f = rehearse(runs);
  ASSERT_EQ(f.limits.size(), 2U);
  EXPECT_EQ(f.limits[0].why, "in time");
  EXPECT_EQ(f.limits[0].example, "in time in seed 1");
  EXPECT_EQ(f.limits[0].role_or_event, "violation");  // the event that the expectation is about
  EXPECT_EQ(f.limits[0].runs, 5U);
  EXPECT_EQ(f.limits[0].seeds, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(f.limits[1].role_or_event, "subject");
  EXPECT_FALSE(f.typical_seed);
}

TEST(Rehearsal, TheTypicalRunIsTheStagedOneWithTheMedianError) {
  const RehearsalFigures f =
      rehearse({{.seed = 1, .error_s = 0.30},
                {.seed = 2, .error_s = -0.10},
                {.seed = 3, .error_s = 0.02},
                {.seed = 4, .outcome = Outcome::not_staged, .group = "x", .error_s = 0.11},
                {.seed = 5, .error_s = 0.12}});
  EXPECT_EQ(f.typical_seed, 2U);  // of 0.02 0.10 0.12 0.30 the second
}

TEST(Rehearsal, ALightIsStretchedByTheInverseOfItsSpeed) {
  const RehearsalFigures f =
      rehearse({{.seed = 1, .slowest = 0.8, .fastest = 1},
                {.seed = 4, .slowest = 0.9, .fastest = 2},
                {.seed = 5, .outcome = Outcome::not_staged, .group = "x", .error_s = {}}});
  ASSERT_EQ(f.lights.size(), 1U);
  EXPECT_EQ(f.lights[0].beat, "light");
  EXPECT_EQ(f.lights[0].longest, 1.25);
  EXPECT_EQ(f.lights[0].shortest, 0.5);
  EXPECT_EQ(f.lights[0].factors, (std::vector<double>{1.25, 0.5, 1}));
  EXPECT_EQ(f.lights[0].tolerance_s, 1);
  EXPECT_EQ(f.lights[0].judged, 2U);  // where the event never came, the light was not measured
  EXPECT_EQ(f.lights[0].in_time, 1U);
}

TEST(Rehearsal, CandidateCurvesEndAtTheEvent) {
  Rehearsal rehearsal(two_roles());
  RehearsedRun run = made({});
  run.curves = {{"violator", 10, {}}, {"feint", 10, {}}};
  for (int k = 0; k < 100; ++k) run.curves[0].counts.push_back(static_cast<float>(k));
  run.curves[1].counts = {1, 2, 3};
  rehearsal.take(run);
  const RehearsalFigures f = rehearsal.figures();
  ASSERT_EQ(f.curves.size(), 2U);
  EXPECT_EQ(f.curves[0].counts.back(), 40);  // at 50 s, where the event was
  EXPECT_EQ(f.curves[1].counts, (std::vector<float>{1, 2, 3}));
}

TEST(Rehearsal, OfManyRunsOnlyAFewNumbersAreKept) {
  Rehearsal rehearsal(two_roles());
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    RehearsedRun run =
        made({.seed = seed, .outcome = seed % 2 == 0 ? Outcome::staged : Outcome::not_staged, .group = "x"});
    run.curves = {{"violator", 0, std::vector<float>(60, 1)}, {"feint", 0, std::vector<float>(60, 1)}};
    rehearsal.take(run);
  }
  const RehearsalFigures f = rehearsal.figures();
  EXPECT_EQ(f.staged.trials, 10000U);
  EXPECT_EQ(f.limits[0].runs, 5000U);
  EXPECT_EQ(f.limits[0].seeds.size(), 1000U);
  EXPECT_EQ(f.curves.size(), 2000U);
  EXPECT_EQ(f.events[0].errors_s.size(), 10000U);
}

}  // namespace
}  // namespace backlot::harness::rehearsal_test
