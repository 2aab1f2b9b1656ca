// What a step of a state machine costs, against a hand-written switch that does the same work. Usage: hcsm_bench [--smoke] [--long]
// [--results FOLDER].
//
//   quiet   drivers (backlot/hcsm/test/driver_machine.h: four concurrent regions, 20 states) in which nothing
//           happens: every question is asked and none says yes
//   mixed   the same drivers, each in a situation of its own, so that the processor cannot foresee which functions come next
//   lively  every driver changes state in some region in every step
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/hcsm/test/driver_machine.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"

namespace backlot::bench {
namespace {

using namespace hcsm;
using namespace hcsm::test;

// ---- by hand ---------------------------------------------------------------------------------------------

enum class Speed : std::uint8_t { cruise, follow, stand, halt };
enum class Lights : std::uint8_t { watch, obey, run_it };
enum class Lane : std::uint8_t { keep, wait, cross, settle };
enum class Turns : std::uint8_t { straight, slow_down, turn };

struct ByHand {
  Speed speed = Speed::cruise;
  Lights lights = Lights::watch;
  Lane lane = Lane::keep;
  Turns turns = Turns::straight;
  std::uint64_t monitors = 0;
};

// The same machine as a programmer would write it by hand, everything in sight of the compiler.
[[gnu::noinline]] void step_by_hand(ByHand& s, Driver& d) {
  const double headway = 2 + d.panel.dial(kHeadway) * d.speed_mps;
  const double turn = d.panel.dial(kTurn);
  switch (s.speed) {
    case Speed::cruise:
      if (take(d.panel, kHalt))
        s.speed = Speed::halt;
      else if (d.gap_m < 2 * headway)
        s.speed = Speed::follow;
      break;
    case Speed::follow:
      if (take(d.panel, kHalt))
        s.speed = Speed::halt;
      else if (d.gap_m > 3 * headway)
        s.speed = Speed::cruise;
      else if (d.speed_mps <= 0)
        s.speed = Speed::stand;
      break;
    case Speed::stand:
      if (d.gap_m > 4) s.speed = Speed::cruise;
      break;
    case Speed::halt:
      if (d.speed_mps <= 0) s.speed = Speed::stand;
      break;
  }
  switch (s.lights) {
    case Lights::watch:
      if (take(d.panel, kIgnoreLight))
        s.lights = Lights::run_it;
      else if (d.red_light_m < 5 + d.speed_mps * d.speed_mps / 4)
        s.lights = Lights::obey;
      break;
    case Lights::obey:
      if (take(d.panel, kIgnoreLight))
        s.lights = Lights::run_it;
      else if (d.red_light_m == kNothing)
        s.lights = Lights::watch;
      break;
    case Lights::run_it:
      if (d.red_light_m == kNothing) s.lights = Lights::watch;
      break;
  }
  if (s.lane != Lane::keep && d.lane_offset_m > 3.2) {
    s.lane = Lane::keep;
    d.blinks = 0;
    d.lane_offset_m = d.drift_mps = 0;
  } else {
    switch (s.lane) {
      case Lane::keep:
        if (take(d.panel, kChangeLane)) {
          s.lane = Lane::wait;
          d.blinks = 1;
        }
        break;
      case Lane::wait:
        if (d.is_neighbour_free) s.lane = Lane::cross;
        break;
      case Lane::cross:
        if (d.lane_offset_m > 1.6) s.lane = Lane::settle;
        break;
      case Lane::settle:
        break;
    }
  }
  switch (s.turns) {
    case Turns::straight:
      if (turn != 0 && d.junction_m < 40) {
        s.turns = Turns::slow_down;
        d.blinks = turn > 0 ? 1 : -1;
      }
      break;
    case Turns::slow_down:
      if (d.junction_m <= 0)
        s.turns = Turns::turn;
      else if (turn == 0)
        s.turns = Turns::straight;
      break;
    case Turns::turn:
      if (d.junction_m > 0) {
        s.turns = Turns::straight;
        d.blinks = 0;
      }
      break;
  }

  d.wanted_mps = d.panel.dial(kSpeedFactor) * d.limit_mps;
  double accel = kNothing;
  switch (s.speed) {
    case Speed::cruise:
      accel = 0.5 * (d.wanted_mps - d.speed_mps);
      break;
    case Speed::follow:
      accel = 0.4 * (d.gap_m - headway) - 0.2 * d.speed_mps;
      break;
    case Speed::stand:
      accel = 0;
      break;
    case Speed::halt:
      accel = -6;
      break;
  }
  if (s.lights == Lights::obey)
    accel = std::min(accel, -d.speed_mps * d.speed_mps / std::max(1.0, 2 * d.red_light_m));
  if (s.lane == Lane::cross) d.drift_mps = 1;
  if (s.lane == Lane::settle) d.drift_mps = 0.5;
  if (s.turns != Turns::straight) accel = std::min(accel, 0.8 * (5 - d.speed_mps));
  d.accel_mps2 = std::clamp(accel, -8.0, 2.0);
  s.monitors = (d.speed_mps <= 0 ? 1U : 0U) | (d.drift_mps != 0 ? 2U : 0U);
  release_buttons(d.panel);
}

// ---- the race --------------------------------------------------------------------------------------------

// One step of the machine as a caller in another file has it.
[[gnu::noinline]] void step_machine(const Machine<Driver>& machine, MachineState& state, Driver& driver) {
  step(machine, state, driver);
}

Driver quiet_driver() {
  Driver d;
  d.speed_mps = 10;
  return d;
}

Driver any_driver(base::RandomStream& random) {
  Driver d = quiet_driver();
  if (random.below(2) == 0) d.gap_m = 20;
  if (random.below(3) == 0) d.red_light_m = 25;
  if (random.below(4) == 0) d.panel.pressed = 1U << kChangeLane.index();
  if (random.below(2) == 0) d.is_neighbour_free = false;
  if (random.below(3) == 0) {
    d.panel.dials[kTurn.index()] = 1;
    d.junction_m = 30;
  }
  return d;
}

// Both ways from the same drivers, which come to rest in a few steps; then what they want must be the same.
void race(const std::string& label, const Machine<Driver>& machine, const std::vector<Driver>& drivers,
          bool is_lively, double limit, const Options& options, Results& results) {
  struct Actor {
    Driver driver;
    MachineState state;
    ByHand by_hand;
  };
  std::vector<Actor> ours, theirs;
  for (const Driver& d : drivers) {
    ours.push_back({d, {}, {}});
    start(machine, ours.back().state, ours.back().driver);
    theirs.push_back({d, {}, {}});
  }
  const int steps = options.smoke ? 3 : static_cast<int>(20'000'000 / drivers.size());
  // the light turns, or stays as it is
  const auto turn_light = [&](Driver& d, int i) {
    if (is_lively) d.red_light_m = i % 2 == 0 ? 10 : kNothing;
  };
  const auto run = [&](std::vector<Actor>& actors, const auto& step_one) {
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
      for (Actor& a : actors) {
        turn_light(a.driver, i);
        step_one(a);
        sum += a.driver.accel_mps2;
      }
    }
    return sum;
  };
  const auto machine_step = [&](Actor& a) { step_machine(machine, a.state, a.driver); };
  const auto hand_step = [&](Actor& a) { step_by_hand(a.by_hand, a.driver); };
  for (int i = 0; i < 3; ++i) {  // presses are taken, and an even number of steps follows
    run(ours, machine_step);
    run(theirs, hand_step);
  }
  const double sum = run(theirs, hand_step);
  const auto queries = drivers.size() * static_cast<std::uint64_t>(steps);
  const std::vector<Timing> t =
      time_by_turns({{"backlot", queries, [&] { return run(ours, machine_step); }, sum},
                     {"by hand", queries, [&] { return run(theirs, hand_step); }, sum}},
                    options.rounds());
  fmt::print(stderr, "  {}: {:.1f} ns, at best {:.1f}; by hand {:.1f} ns, at best {:.1f}\n", label,
             t[0].median_ns, t[0].least_ns, t[1].median_ns, t[1].least_ns);
  results.add({label, t[0], median_ratio(t[0], t[1]), "times a switch by hand", limit, Better::smaller});
}

int run(const Options& options) {
  const Machine<Driver> machine = driver_machine();
  const PanelState at_rest = machine.panel().at_rest();
  base::RandomStream random{7, 0, 0};
  std::vector<Driver> quiet(1000, quiet_driver()), mixed, lively(1000, quiet_driver());
  for (int i = 0; i < 1000; ++i) mixed.push_back(any_driver(random));
  for (std::vector<Driver>* drivers : {&quiet, &mixed, &lively}) {
    for (Driver& d : *drivers)
      for (const DialId dial : {kSpeedFactor, kHeadway}) d.panel.dials[dial.index()] = at_rest.dial(dial);
  }

  Results results("hcsm", options.folder);
  race("a quiet step of a driver with 4 regions", machine, quiet, false, 3, options, results);
  race("the same, 1000 drivers in different states", machine, mixed, false, 6, options, results);
  race("a step with a transition", machine, lively, true, 4, options, results);
  results.print();
  if (!results.write()) return 1;
  return options.smoke || results.all_hold() ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "hcsm_bench", options)) return 2;
  return backlot::bench::run(options);
}
