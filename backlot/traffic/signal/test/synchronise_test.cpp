#include "backlot/traffic/signal/synchronise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/signal/test/random_programmes.h"
#include "backlot/traffic/signal/test/signal_watcher.h"

namespace backlot::traffic::synchronise_test {
namespace {

using base::Duration;
using base::SimTime;
using network::Aspect;

SimTime at(double seconds) { return SimTime() + Duration::from_seconds(seconds); }
Duration ns(std::int64_t count) { return Duration::from_nanoseconds(count); }

std::int64_t nanosecond_of(const network::SignalProgramme& programme, double phase) {
  const std::int64_t cycle = programme.cycle.nanoseconds();
  return std::llround(phase * static_cast<double>(cycle)) % cycle;
}

// 90 s: green 40 s, yellow 3 s, all red 2 s, and the same for the other road.
network::SignalProgramme two_roads() {
  network::SignalProgramme programme;
  const auto add = [&](double seconds, Aspect one, Aspect other) {
    programme.intervals.push_back({Duration::from_seconds(seconds), {one, other}});
    programme.cycle += programme.intervals.back().duration;
  };
  add(40, Aspect::green, Aspect::red);
  add(3, Aspect::yellow, Aspect::red);
  add(2, Aspect::red, Aspect::red);
  add(40, Aspect::red, Aspect::green);
  add(3, Aspect::red, Aspect::yellow);
  add(2, Aspect::red, Aspect::red);
  return programme;
}

// ---- known answers

// In 60 s from the start of green to 24 s after the start of the same one or the next: 24 s or 114 s of programme. Neither can be: at
// least 30 s pass, and at most 110 s, of which 10 s are intergreens.
TEST(Synchronise, RefusesWhatTheLimitsForbidAndSaysWhatIsNearest) {
  const network::SignalProgramme programme = two_roads();
  const world::SignalPlans plans({&programme, 1});
  SignalClocks clocks;
  const SignalAnswer answer = clocks.synchronise(plans, at(0), {.phase = 24.0 / 90, .time = at(60)});
  EXPECT_EQ(answer.refusal, SignalRefusal::beyond_limits);
  EXPECT_TRUE(clocks.is_empty());
  ASSERT_TRUE(answer.nearest_phase && answer.nearest_time);
  EXPECT_DOUBLE_EQ(*answer.nearest_phase, 20.0 / 90) << "110 s are nearer to 114 s than 30 s to 24 s";
  EXPECT_EQ(*answer.nearest_time, at(62))
      << "114 s take 10 s and half of 104 s; 24 s would take 48 s at most";
}

TEST(Synchronise, StretchesGreensAndSparesIntergreens) {
  const network::SignalProgramme programme = two_roads();
  const world::SignalPlans plans({&programme, 1});
  SignalClocks clocks;
  // 45 s of programme in 60 s: 5 s of intergreens, and 40 s of green in 55 s
  const SignalAnswer answer = clocks.synchronise(plans, at(0), {.phase = 0.5, .time = at(60)});
  ASSERT_TRUE(answer.is_accepted());
  EXPECT_EQ(answer.passes, Duration::from_seconds(45));
  EXPECT_EQ(answer.shift, Duration::from_seconds(-15));
  EXPECT_DOUBLE_EQ(answer.speed, 40.0 / 55);
  SignalWatcher watcher(programme, plans, at(0), clocks);
  watcher.watch(clocks, at(200));
  ASSERT_EQ(watcher.seen().size(), 12U);
  const double ends_s[] = {55, 58, 60, 100, 103, 105, 145, 148, 150, 190, 193, 195};
  for (std::size_t k = 0; k < 12; ++k) EXPECT_EQ(watcher.seen()[k].end, at(ends_s[k])) << k;
}

TEST(Synchronise, CompressesGreensAndSparesIntergreens) {
  const network::SignalProgramme programme = two_roads();
  const world::SignalPlans plans({&programme, 1});
  SignalClocks clocks;
  // 90 s of programme in 60 s: 10 s of intergreens, and 80 s of all else in 50 s
  const SignalAnswer answer = clocks.synchronise(plans, at(0), {.phase = 0, .time = at(60)});
  ASSERT_TRUE(answer.is_accepted());
  EXPECT_EQ(answer.shift, Duration::from_seconds(30));
  EXPECT_DOUBLE_EQ(answer.speed, 1.6);
  SignalWatcher watcher(programme, plans, at(0), clocks);
  watcher.watch(clocks, at(105));
  ASSERT_EQ(watcher.seen().size(), 9U);
  const double ends_s[] = {25, 28, 30, 55, 58, 60, 100, 103, 105};
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(watcher.seen()[k].end, at(ends_s[k])) << k;
}

// A quarter of a cycle on in a quarter of it, a cycle later, many cycles later: nothing has to change.
TEST(Synchronise, ChangesNothingWhereNothingHasTo) {
  const network::SignalProgramme programme = two_roads();
  const world::SignalPlans plans({&programme, 1});
  for (const double seconds : {22.5, 112.5, 9022.5}) {
    SignalClocks clocks;
    const SignalAnswer answer = clocks.synchronise(plans, at(0), {.phase = 0.25, .time = at(seconds)});
    ASSERT_TRUE(answer.is_accepted());
    EXPECT_EQ(answer.shift, Duration());
    for (double s = 0; s < seconds + 100; s += 7.3)
      ASSERT_EQ(clocks.phase_ns(plans, 0, at(s)), plans.cycle(0).phase_ns(at(s)));
  }
}

// Two roads with a cycle of 80 s, 13 s of it intergreens: at half to twice the speed the middle of green can be reached from every phase
// with 70 s of notice or more (docs/signals.md: 62 s, and the intergreens on the way).
TEST(Synchronise, ReachesTheMiddleOfGreenFromEveryPhaseWithSeventySecondsOfNotice) {
  network::SignalProgramme programme = two_roads();
  const double lengths_s[] = {45, 5, 2, 22, 4, 2};
  programme.cycle = Duration();
  for (std::size_t k = 0; k < 6; ++k)
    programme.cycle += programme.intervals[k].duration = Duration::from_seconds(lengths_s[k]);
  const world::SignalPlans plans({&programme, 1});
  for (const std::size_t group : {0U, 1U}) {
    const double middle = find_phase(programme, group, Aspect::green, 0.5).value();
    const auto count_reached = [&](double notice_s) {
      int count = 0;
      for (int now_s = 0; now_s < 80; ++now_s) {
        SignalClocks clocks;
        const SignalRequest request{.phase = middle, .time = at(now_s + notice_s)};
        count += clocks.synchronise(plans, at(now_s), request).is_accepted() ? 1 : 0;
      }
      return count;
    };
    for (const double notice_s : {70.0, 71.5, 80.0, 95.0, 120.0, 200.0})
      EXPECT_EQ(count_reached(notice_s), 80) << "group " << group << ", " << notice_s << " s";
    EXPECT_LT(count_reached(60), 80) << "less notice is too little for some phases";
  }
}

TEST(Synchronise, KeepsTheLimitsOfTheProgramme) {
  const network::SignalProgramme programme = two_roads();
  const world::SignalPlans plans({&programme, 1});
  const SignalRequest request{.phase = 45.0 / 90, .time = at(60)};
  // 40 s of green in 55 s: 72.7 %
  SignalClocks strict(std::vector<ClockLimits>{{.slowest_percent = 73, .fastest_percent = 120}});
  EXPECT_EQ(strict.synchronise(plans, at(0), request).refusal, SignalRefusal::beyond_limits);
  SignalClocks wide(std::vector<ClockLimits>{{.slowest_percent = 72, .fastest_percent = 120}});
  EXPECT_TRUE(wide.synchronise(plans, at(0), request).is_accepted());
}

// ---- many requests

// A programme, what it was asked, and where it was then.
struct Asked {
  const network::SignalProgramme& programme;
  const world::SignalPlans& plans;
  SimTime now;
  std::int64_t from_ns, wanted_ns, simulated_ns;

  SimTime time() const { return now + ns(simulated_ns); }
  double phase() const {
    return static_cast<double>(wanted_ns) / static_cast<double>(programme.cycle.nanoseconds());
  }
  bool could_be(std::int64_t phase_ns, std::int64_t in_ns) const {
    return feasible_amount(programme, from_ns, phase_ns, in_ns).has_value();
  }
};

// Seen all the time, until two cycles later.
void expect_met(const Asked& asked, const SignalClocks& clocks, const SignalAnswer& answer) {
  const SimTime time = asked.time();
  ASSERT_EQ(clocks.phase_ns(asked.plans, 0, time), asked.wanted_ns);
  SignalWatcher watcher(asked.programme, asked.plans, asked.now, clocks);
  watcher.watch(clocks, time + 2 * asked.programme.cycle);
  for (const SignalWatcher::Seen& seen : watcher.seen()) {
    const std::int64_t length = (seen.end - seen.begin).nanoseconds();
    const bool is_kept = is_intergreen(asked.programme.intervals[seen.interval]);
    if (is_kept) {
      ASSERT_EQ(length, seen.programmed_ns) << "yellow and all red last as long as programmed";
    }
    ASSERT_GE(2 * length + 2, seen.programmed_ns);
    ASSERT_LE(length, 2 * seen.programmed_ns + 1);
    // all others alike on the way, and at normal speed after it
    const bool is_after = seen.begin >= time, is_astride = !is_after && seen.end > time;
    if (is_astride || is_kept) continue;
    ASSERT_NEAR(static_cast<double>(length),
                static_cast<double>(seen.programmed_ns) / (is_after ? 1 : answer.speed), 2);
  }
  const std::int64_t cycle = asked.programme.cycle.nanoseconds();
  for (const double cycles : {0.1, 1.0, 17.3, 1000.7}) {
    const auto later = static_cast<std::int64_t>(cycles * static_cast<double>(cycle));
    ASSERT_EQ(clocks.phase_ns(asked.plans, 0, time + ns(later)), (asked.wanted_ns + later) % cycle);
  }
}

// What is offered instead is accepted, and nothing that is nearer could be.
void expect_nearest(const Asked& asked, const SignalClocks& clocks, const SignalAnswer& answer,
                    base::RandomStream& random) {
  const std::int64_t cycle = asked.programme.cycle.nanoseconds(), wanted = asked.wanted_ns;
  ASSERT_EQ(answer.refusal, SignalRefusal::beyond_limits);
  ASSERT_TRUE(answer.nearest_phase && answer.nearest_time);
  SignalClocks one = clocks, other = clocks;
  ASSERT_TRUE(one.synchronise(asked.plans, asked.now, {.phase = *answer.nearest_phase, .time = asked.time()})
                  .is_accepted());
  ASSERT_TRUE(
      other.synchronise(asked.plans, asked.now, {.phase = asked.phase(), .time = *answer.nearest_time})
          .is_accepted());
  const std::int64_t nearest = one.phase_ns(asked.plans, 0, asked.time());
  ASSERT_EQ(nearest, nanosecond_of(asked.programme, *answer.nearest_phase));
  const std::int64_t apart = std::min((nearest - wanted + cycle) % cycle, (wanted - nearest + cycle) % cycle);
  const std::int64_t away = std::abs((*answer.nearest_time - asked.time()).nanoseconds());
  for (const double part : {1.0, random.uniform(), random.uniform()}) {
    const auto a = static_cast<std::int64_t>(part * static_cast<double>(apart - 1)),
               t = static_cast<std::int64_t>(part * static_cast<double>(away - 1));
    ASSERT_FALSE(asked.could_be((wanted + a) % cycle, asked.simulated_ns));
    ASSERT_FALSE(asked.could_be((wanted - a + cycle) % cycle, asked.simulated_ns));
    ASSERT_FALSE(asked.could_be(wanted, asked.simulated_ns + t));
    ASSERT_FALSE(asked.simulated_ns > t && asked.could_be(wanted, asked.simulated_ns - t));
  }
}

// Random programmes get one request after the other, some while the plan of the last one is not over. For each request the test works out,
// interval by interval, which amounts of programme could pass.
TEST(Synchronise, TenThousandRequestsAreMetOrCannotBe) {
  base::RandomStream random{5, 1, 0};
  int accepted = 0, refused = 0, on_the_way = 0;
  for (int p = 0; p < 500; ++p) {
    const network::SignalProgramme programme = random_programme(random);
    const world::SignalPlans plans({&programme, 1});
    const std::int64_t cycle = programme.cycle.nanoseconds();
    const auto part_of_cycle = [&](double most) {
      return static_cast<std::int64_t>(random.uniform(0, most) * static_cast<double>(cycle));
    };
    SignalClocks clocks;
    SimTime now = at(random.uniform(0, 1000)), last_until;
    for (int r = 0; r < 20; ++r, now += ns(part_of_cycle(1))) {
      SCOPED_TRACE("programme " + std::to_string(p) + ", request " + std::to_string(r));
      const Asked asked{programme,
                        plans,
                        now,
                        clocks.phase_ns(plans, 0, now),
                        part_of_cycle(1),
                        part_of_cycle(r % 2 == 0 ? 0.7 : 3)};
      const auto best = feasible_amount(programme, asked.from_ns, asked.wanted_ns, asked.simulated_ns);
      const std::uint64_t before = clocks.hash();
      const SignalAnswer answer =
          clocks.synchronise(plans, now, {.phase = asked.phase(), .time = asked.time()});
      ASSERT_EQ(answer.is_accepted(), best.has_value());
      if (now < last_until) ++on_the_way;
      if (answer.is_accepted()) {
        ++accepted;
        last_until = asked.time();
        ASSERT_EQ(answer.passes, ns(*best)) << "the smallest change";
        expect_met(asked, clocks, answer);
      } else {
        ++refused;
        ASSERT_EQ(clocks.hash(), before) << "what is refused changes nothing";
        expect_nearest(asked, clocks, answer, random);
      }
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(accepted, 4000);
  EXPECT_GT(refused, 2000);
  EXPECT_GT(on_the_way, 2000);
  RecordProperty("accepted", accepted);
  RecordProperty("refused", refused);
}

// A director that expects the subject at a time, and has another estimate of that time in every step.
TEST(Synchronise, ARequestInEveryStepSkipsRepeatsAndReversesNothing) {
  base::RandomStream random{7, 1, 0};
  int accepted = 0;
  for (int p = 0; p < 60; ++p) {
    SCOPED_TRACE("programme " + std::to_string(p));
    const network::SignalProgramme programme = random_programme(random);
    const world::SignalPlans plans({&programme, 1});
    SignalClocks clocks;
    SimTime now = at(random.uniform(0, 100));
    const SimTime goal = now + Duration::from_seconds(random.uniform(20, 90));
    const double phase = random.uniform();
    SignalWatcher watcher(programme, plans, now, clocks);
    SimTime last_asked;
    while (now < goal + programme.cycle) {
      const SimTime asked = goal + Duration::from_seconds(random.uniform(-2, 2));
      if (now < goal && clocks.synchronise(plans, now, {.phase = phase, .time = asked}).is_accepted()) {
        ++accepted;
        last_asked = asked;
        watcher.look_again(clocks);
      }
      const Duration step = Duration::from_seconds(random.uniform(0.01, 0.1));
      const std::int64_t cycle = programme.cycle.nanoseconds(), before = clocks.phase_ns(plans, 0, now);
      now += step;
      watcher.watch(clocks, now);
      if (HasFatalFailure()) return;
      const std::int64_t passed = (clocks.phase_ns(plans, 0, now) - before + cycle) % cycle;
      ASSERT_GE(2 * passed + 2, step.nanoseconds()) << "no slower than half the speed";
      ASSERT_LE(passed, 2 * step.nanoseconds() + 1) << "no faster than twice the speed";
    }
    for (const SignalWatcher::Seen& seen : watcher.seen()) {
      if (is_intergreen(programme.intervals[seen.interval])) {
        ASSERT_EQ((seen.end - seen.begin).nanoseconds(), seen.programmed_ns);
      }
    }
    if (last_asked > SimTime()) {
      EXPECT_EQ(clocks.phase_ns(plans, 0, last_asked), nanosecond_of(programme, phase));
    }
  }
  EXPECT_GT(accepted, 10000);
}

TEST(Synchronise, ByForceAllButTheOrderMayGo) {
  base::RandomStream random{9, 1, 0};
  int forced = 0;
  for (int p = 0; p < 1000; ++p) {
    SCOPED_TRACE("programme " + std::to_string(p));
    const network::SignalProgramme programme = random_programme(random);
    const world::SignalPlans plans({&programme, 1});
    SignalClocks clocks;
    const SimTime now = at(random.uniform(0, 100));
    const SignalRequest request{.phase = random.uniform(),
                                .time = now + Duration::from_seconds(random.uniform(0.001, 40)),
                                .force = true};
    const SignalAnswer answer = clocks.synchronise(plans, now, request);
    ASSERT_TRUE(answer.is_accepted());
    SignalWatcher watcher(programme, plans, now, clocks);
    watcher.watch(clocks, request.time + programme.cycle);
    if (HasFatalFailure()) return;
    EXPECT_EQ(clocks.phase_ns(plans, 0, request.time), nanosecond_of(programme, request.phase));
    SignalRequest gentle = request;
    gentle.force = false;
    SignalClocks others;
    EXPECT_EQ(others.synchronise(plans, now, gentle).is_accepted(), !answer.is_forced);
    if (answer.is_forced) {
      ++forced;
    } else {
      EXPECT_EQ(others.hash(), clocks.hash()) << "force is for what would be refused";
    }
  }
  EXPECT_GT(forced, 300);
}

// ---- wrong use

TEST(Synchronise, AnswersWrongUse) {
  const network::SignalProgramme programme = two_roads();
  const world::SignalPlans plans({&programme, 1});
  SignalClocks clocks;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                   kInf = std::numeric_limits<double>::infinity();
  const SimTime now = at(100), early = SimTime::from_nanoseconds(INT64_MIN),
                late = SimTime::from_nanoseconds(INT64_MAX);
  struct Case {
    SignalRequest request;
    SignalRefusal refusal;
  };
  for (const bool force : {false, true}) {
    for (const Case& c :
         {Case{{.programme = 1, .phase = 0.5, .time = at(120)}, SignalRefusal::unknown_programme},
          Case{{.programme = ~0U, .phase = 0.5, .time = at(120)}, SignalRefusal::unknown_programme},
          Case{{.phase = kNaN, .time = at(120)}, SignalRefusal::no_phase},
          Case{{.phase = kInf, .time = at(120)}, SignalRefusal::no_phase},
          Case{{.phase = -0.1, .time = at(120)}, SignalRefusal::no_phase},
          Case{{.phase = 1, .time = at(120)}, SignalRefusal::no_phase},
          Case{{.phase = 0.5, .time = at(99.9)}, SignalRefusal::past},
          Case{{.phase = 0.5, .time = early}, SignalRefusal::past},
          Case{{.phase = 0.5, .time = late}, SignalRefusal::too_far},
          Case{{.phase = 0.5, .time = at(100)}, SignalRefusal::beyond_limits}}) {
      SignalRequest request = c.request;
      request.force = force;
      const SignalAnswer answer = clocks.synchronise(plans, now, request);
      EXPECT_EQ(answer.refusal, c.refusal) << to_text(c.refusal);
      EXPECT_FALSE(to_text(answer.refusal).empty());
      EXPECT_TRUE(clocks.is_empty());
      if (c.refusal != SignalRefusal::past && c.refusal != SignalRefusal::beyond_limits) continue;
      // what it offers is accepted
      ASSERT_TRUE(answer.nearest_time);
      SignalClocks other = clocks;
      EXPECT_TRUE(other.synchronise(plans, now, {.phase = 0.5, .time = *answer.nearest_time}).is_accepted());
    }
  }
  // what is now can be asked for now
  EXPECT_TRUE(clocks.synchronise(plans, at(90), {.phase = 0, .time = at(90)}).is_accepted());
  EXPECT_EQ(clocks.phase_ns(plans, 0, at(91)), 1'000'000'000);
}

TEST(Synchronise, FindsThePhaseWhereAGroupShowsSomething) {
  const network::SignalProgramme programme = two_roads();
  EXPECT_DOUBLE_EQ(*find_phase(programme, 0, Aspect::green, 0.5), 20.0 / 90);
  EXPECT_DOUBLE_EQ(*find_phase(programme, 1, Aspect::green, 0), 45.0 / 90);
  EXPECT_DOUBLE_EQ(*find_phase(programme, 0, Aspect::yellow, 0), 40.0 / 90);
  // red of the other road begins with the last interval and goes on over the end of the cycle: 2 + 45 s
  EXPECT_DOUBLE_EQ(*find_phase(programme, 1, Aspect::red, 0), 88.0 / 90);
  EXPECT_DOUBLE_EQ(*find_phase(programme, 1, Aspect::red, 0.5), 21.5 / 90);
  EXPECT_FALSE(find_phase(programme, 0, Aspect::dark, 0.5));
  EXPECT_FALSE(find_phase(programme, 2, Aspect::green, 0.5));
  EXPECT_FALSE(find_phase(programme, 0, Aspect::green, 1));
  EXPECT_FALSE(find_phase(programme, 0, Aspect::green, std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace
}  // namespace backlot::traffic::synchronise_test
