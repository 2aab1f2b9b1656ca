#include "backlot/hcsm/test/driver_machine.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::hcsm::test {

namespace {

void want(Driver& d, double accel_mps2) { d.accel_mps2 = std::min(d.accel_mps2, accel_mps2); }
double stopping_m(const Driver& d) { return 5 + d.speed_mps * d.speed_mps / 4; }  // at 2 m/s2, 5 m to spare
double headway_m(const Driver& d) { return 2 + d.panel.dial(kHeadway) * d.speed_mps; }

StateDescription<Driver> speed() {
  const auto is_near = [](const Driver& d) { return d.gap_m < 2 * headway_m(d); };
  const auto is_free = [](const Driver& d) { return d.gap_m > 3 * headway_m(d); };
  const auto stands = [](const Driver& d) { return d.speed_mps <= 0; };
  const auto can_go = [](const Driver& d) { return d.gap_m > 4; };
  return {
      .name = "speed",
      .one_of = {{.name = "cruise",
                  .before = [](Driver& d) { want(d, 0.5 * (d.wanted_mps - d.speed_mps)); },
                  .transitions = {{.to = "halt", .button = "halt"},
                                  {.to = "follow", .when = is_near, .label = "leader near"}}},
                 {.name = "follow",
                  .before = [](Driver& d) { want(d, 0.4 * (d.gap_m - headway_m(d)) - 0.2 * d.speed_mps); },
                  .transitions = {{.to = "halt", .button = "halt"},
                                  {.to = "cruise", .when = is_free, .label = "road free"},
                                  {.to = "stand", .when = stands, .label = "stopped"}}},
                 {.name = "stand",
                  .before = [](Driver& d) { want(d, 0); },
                  .transitions = {{.to = "cruise", .when = can_go, .label = "leader gone"}}},
                 {.name = "halt",
                  .before = [](Driver& d) { want(d, -6); },
                  .transitions = {{.to = "stand", .when = stands, .label = "stopped"}}}}};
}

StateDescription<Driver> lights() {
  const auto must_brake = [](const Driver& d) { return d.red_light_m < stopping_m(d); };
  const auto is_green = [](const Driver& d) { return d.red_light_m == kNothing; };
  return {.name = "lights",
          .one_of = {
              {.name = "watch",
               .transitions = {{.to = "run it", .button = "ignore light"},
                               {.to = "obey", .when = must_brake, .label = "red ahead"}}},
              {.name = "obey",
               .before =
                   [](Driver& d) { want(d, -d.speed_mps * d.speed_mps / std::max(1.0, 2 * d.red_light_m)); },
               .transitions = {{.to = "run it", .button = "ignore light"},
                               {.to = "watch", .when = is_green, .label = "green"}}},
              {.name = "run it", .transitions = {{.to = "watch", .when = is_green, .label = "passed"}}}}};
}

StateDescription<Driver> lane() {
  const auto is_free = [](const Driver& d) { return d.is_neighbour_free; };
  const auto is_over = [](const Driver& d) { return d.lane_offset_m > 1.6; };
  const auto is_settled = [](const Driver& d) { return d.lane_offset_m > 3.2; };
  return {
      .name = "lane",
      .one_of = {{.name = "keep",
                  .enter = [](Driver& d) { d.lane_offset_m = d.drift_mps = 0; },
                  .transitions = {{.to = "change", .button = "change lane"}}},
                 {.name = "change",
                  .enter = [](Driver& d) { d.blinks = 1; },
                  .leave = [](Driver& d) { d.blinks = 0; },
                  .transitions = {{.to = "keep", .when = is_settled, .label = "in the new lane"}},
                  .one_of = {{.name = "wait for a gap",
                              .transitions = {{.to = "cross", .when = is_free, .label = "gap"}}},
                             {.name = "cross",
                              .before = [](Driver& d) { d.drift_mps = 1; },
                              .transitions = {{.to = "settle", .when = is_over, .label = "over the line"}}},
                             {.name = "settle", .before = [](Driver& d) { d.drift_mps = 0.5; }}}}}};
}

StateDescription<Driver> turns() {
  const auto comes_near = [](const Driver& d) { return d.panel.dial(kTurn) != 0 && d.junction_m < 40; };
  const auto is_there = [](const Driver& d) { return d.junction_m <= 0; };
  const auto is_through = [](const Driver& d) { return d.junction_m > 0; };
  const auto changed_mind = [](const Driver& d) { return d.panel.dial(kTurn) == 0; };
  return {.name = "turns",
          .one_of = {{.name = "go straight",
                      .transitions = {{.to = "slow down", .when = comes_near, .label = "junction near"}}},
                     {.name = "slow down",
                      .enter = [](Driver& d) { d.blinks = d.panel.dial(kTurn) > 0 ? 1 : -1; },
                      .before = [](Driver& d) { want(d, 0.8 * (5 - d.speed_mps)); },
                      .transitions = {{.to = "turn", .when = is_there, .label = "there"},
                                      {.to = "go straight", .when = changed_mind, .label = "changed mind"}}},
                     {.name = "turn",
                      .leave = [](Driver& d) { d.blinks = 0; },
                      .before = [](Driver& d) { want(d, 0.8 * (5 - d.speed_mps)); },
                      .transitions = {{.to = "go straight", .when = is_through, .label = "through"}}}}};
}

}  // namespace

MachineDescription<Driver> driver_description() {
  return {.panel = {.dials = {{.name = "speed factor", .value = 1, .least = 0, .most = 2},
                              {.name = "headway", .unit = "s", .value = 1.4, .least = 0.5, .most = 5},
                              {.name = "turn", .unit = "(+ left)", .least = -1, .most = 1}},
                    .buttons = {"halt", "change lane", "ignore light"}},
          .monitors = {{"stands", [](const Driver& d) { return d.speed_mps <= 0; }},
                       {"changes lane", [](const Driver& d) { return d.drift_mps != 0; }}},
          .root = {.name = "driver",
                   .before =
                       [](Driver& d) {
                         d.wanted_mps = d.panel.dial(kSpeedFactor) * d.limit_mps;
                         d.accel_mps2 = kNothing;
                       },
                   .after = [](Driver& d) { d.accel_mps2 = std::clamp(d.accel_mps2, -8.0, 2.0); },
                   .all_of = {speed(), lights(), lane(), turns()}}};
}

Machine<Driver> driver_machine() {
  base::Result<Machine<Driver>> machine = Machine<Driver>::build(driver_description());
  BACKLOT_CHECK(machine && machine.diagnostics().is_empty(), to_text(machine.diagnostics()));
  return std::move(*machine);
}

}  // namespace backlot::hcsm::test
