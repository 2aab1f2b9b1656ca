#include "backlot/report/test/sample_campaign.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/draw/svg.h"

namespace backlot::report::test {

using verdict::Verdict;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct SceneKind {
  std::string_view name, role, event, corridor, requirement, rule, validator;
};
constexpr std::array<SceneKind, 4> kScenes = {{
    {"run_red_light", "violator", "violation", "first.north_straight", "REQ-011", "no contact", "contact"},
    {"cut_in", "intruder", "cutting", "", "REQ-012", "ttc over 1 s", "ttc"},
    {"blocked_lane", "blocker", "stopping", "", "REQ-020", "distance over 0.5 m", "distance"},
    {"left_turn_gap", "oncomer", "arrival", "market.south_left", "REQ-031", "right of way", "right_of_way"},
}};
constexpr std::array<std::string_view, 3> kDrivers = {"reference", "planner_a", "./libplanner_b.so"};

// How the run of a scene, a driver and a seed ends: 44 pass, 12 fail (one of them crashes), 2 are evaded, 2 are not staged.
Verdict verdict_of(std::size_t scene, std::size_t driver, std::uint64_t seed) {
  if (driver == 1 && scene == 0 && seed <= 3) return Verdict::fail;
  if (driver == 1 && scene == 1 && seed >= 2) return Verdict::fail;
  if (driver == 2 && scene == 3 && seed != 4) return Verdict::fail;
  if (driver == 2 && scene == 2 && seed == 5) return Verdict::crashed;
  if (driver == 2 && scene == 0 && seed >= 4) return Verdict::evaded;
  if (driver == 0 && scene == 2 && seed == 3) return Verdict::not_staged;
  if (driver == 1 && scene == 2 && seed == 3) return Verdict::not_staged;
  return Verdict::pass;
}

// The subject at 14 m/s sees the event at `onset`, brakes after `reaction` with `braking`; another object stands 38 m ahead from then on.
struct Drive {
  std::vector<double> time_s, speed_mps, acceleration_mps2, distance_m, ttc_s, confidence;
  double contact_s = kInfinite;
};
Drive drive(double from, double onset, double to, double reaction, double braking) {
  Drive out;
  double speed = 14, gap = 38;
  for (double t = from; t <= to; t += 0.05) {
    const bool is_ahead = t >= onset, brakes = t >= onset + reaction;
    const double acceleration = brakes && speed > 0 ? -braking : 0.15 * std::sin(0.9 * t);
    out.time_s.push_back(t);
    out.speed_mps.push_back(speed);
    out.acceleration_mps2.push_back(acceleration);
    out.distance_m.push_back(is_ahead ? gap : 52 + 6 * std::sin(0.4 * t));
    out.ttc_s.push_back(is_ahead && speed > 0.1 ? gap / speed : kInfinite);
    out.confidence.push_back(is_ahead ? 1 - std::exp(-1.4 * (t - onset)) : 0.02);
    speed = std::max(0.0, speed + 0.05 * acceleration);
    if (is_ahead) gap -= 0.05 * speed;
    if (gap <= 0) {
      out.contact_s = t;
      break;
    }
  }
  return out;
}

std::string panel_svg(double share, std::string_view role) {
  draw::Sheet sheet(540, 300);
  sheet.rectangle({0, 0}, 540, 300, {.fill = "#e9ece4"});
  sheet.rectangle({0, 110}, 540, 80, {.fill = "#c9ccd0"});
  sheet.line({0, 150}, {540, 150}, {.stroke = "#ffffff", .stroke_width = 2, .dash = "14 10"});
  sheet.rounded_rectangle({40 + 240 * share, 158}, 46, 20, 4, {.fill = "#0063b2"});
  sheet.rounded_rectangle({400 - 40 * share, 122 + 36 * share}, 46, 20, 4, {.fill = "#d55e00"});
  sheet.text({44 + 240 * share, 200}, "subject", {.size = 14});
  sheet.text({400 - 40 * share, 112}, role, {.size = 14});
  return sheet.to_svg();
}

void add_failure(Run& run, const SceneKind& scene, std::size_t driver, double onset) {
  const bool is_late = driver == 1;
  const Drive own = drive(run.start_s, onset, onset + 7, is_late ? 1.9 : 2.2, is_late ? 5.5 : 6.0);
  const double time = std::isfinite(own.contact_s) ? own.contact_s : onset + 2.4;
  run.series = Series{own.time_s,     own.speed_mps, own.acceleration_mps2,
                      own.distance_m, own.ttc_s,     {{"brake_confidence", "", own.confidence}}};
  const double margin = -0.1 * static_cast<double>(run.seed) - 0.12;
  run.findings.push_back({.validator = std::string(scene.validator),
                          .rule = std::string(scene.rule),
                          .time_s = time,
                          .until_s = time + 0.6,
                          .value = 1 + margin,
                          .limit = 1,
                          .margin = margin,
                          .other = 94,
                          .corridor = std::string(scene.corridor),
                          .message = fmt::format("the subject came too close to the {}", scene.role)});
  run.findings.push_back({.validator = "comfort",
                          .rule = "deceleration at most 5 m/s2",
                          .time_s = onset + 2.3,
                          .until_s = onset + 3.1,
                          .value = 5.5,
                          .limit = 5,
                          .margin = -0.5,
                          .message = "the subject braked with 5.50 m/s2"});
  run.events.push_back({std::string(scene.event), onset - 0.4, onset, 0.03});
  const bool is_preventable = scene.name != "cut_in" || run.seed != 5;
  Responsibility facts{
      .rules = {{"red light", "other", onset - 0.2}, {"following distance", "subject", time - 0.8}},
      .initiator = "other",
      .is_examined = true,
      .sentence = fmt::format("The {} broke a rule first; {}.", scene.role,
                              is_preventable ? "a careful driver would have avoided the contact"
                                             : "no reference driver avoided the contact")};
  if (is_preventable) facts.preventable_by = {"r157_attentive", "rss"};
  run.responsibility = facts;
  struct Reference {
    std::string_view name;
    double reaction, braking;
  };
  for (const auto& [name, reaction, braking] : {Reference{"r157_attentive", 0.75, 7.6},
                                                {"r157_system", 1.6, 6},
                                                {"rss", 0.9, 7.2},
                                                {"fsm", 1.75, 6}}) {
    const Drive fork = drive(onset, onset, onset + 7, reaction, braking);
    run.forks.push_back(
        {std::string(name), std::isfinite(fork.contact_s), fork.time_s, fork.speed_mps, fork.distance_m});
  }
  const Drive beside = drive(onset, onset, onset + 7, is_late ? 1.9 : 2.2, is_late ? 5.5 : 6.0);
  run.driven = Fork{.driver = {},
                    .had_contact = true,
                    .time_s = beside.time_s,
                    .speed_mps = beside.speed_mps,
                    .distance_m = beside.distance_m};
  for (const double share : {0.0, 0.5, 1.0})
    run.panels.push_back({fmt::format("{:.1f} s: {}", onset - run.start_s + 2.4 * share,
                                      share == 0  ? "onset"
                                      : share < 1 ? "the subject sees it"
                                                  : "finding"),
                          panel_svg(share, scene.role)});
}

Run run_of(std::size_t scene_number, std::size_t driver, std::uint64_t seed, Verdict verdict, double shift,
           base::RandomStream& random) {
  const SceneKind& scene = kScenes[scene_number];
  const double lead = 1 + 0.5 * static_cast<double>(seed % 3);
  Run run{.name = fmt::format("{}, lead {:g} s", scene.name, lead), .scene = std::string(scene.name)};
  run.scene_file = fmt::format("scenes/{}.scene", scene.name);
  run.seed = seed;
  run.driver = kDrivers[driver];
  run.parameters = {{"lead", fmt::format("{:g} s", lead)}, {"side_flow", "240 per hour"}};
  run.given = {{"lead", fmt::format("{:g} s", lead)}};
  run.requirements = {std::string(scene.requirement)};
  run.verdict = verdict;
  run.is_staged = verdict == Verdict::pass || verdict == Verdict::fail;
  run.start_s = 160 + 3 * static_cast<double>(seed);
  run.sim_s = run.start_s + 40;
  run.hash = fmt::format("{:016x}", 0x9e3779b97f4a7c15ULL * (seed + 10 * scene_number + 100 * driver + 1));
  run.played_seed = seed;
  run.roles.push_back({.role = std::string(scene.role),
                       .actor = 94,
                       .since_s = run.start_s + 4,
                       .is_supplied = seed % 2 == 0,
                       .candidates = 3,
                       .times_cast = 1,
                       .refused = {{"too far ahead", 7}, {"in sight of the subject", 2}}});
  run.expectations = {{fmt::format("{}: {} enters path of subject lead before subject, within 0.5 s",
                                   scene.event, scene.role),
                       run.is_staged, 0.97, 0.5, run.start_s + 14},
                      {"never: extras appear or vanish in sight of subject", true, 0.0, 0.0, run.sim_s}};
  const double noise = random.uniform() - 0.5;
  run.figures = {{"min_ttc_s", 1.9 + 0.4 * noise + shift, Better::larger},
                 {"min_distance_m", 4.2 + noise - 0.3 * shift, Better::larger},
                 {"max_deceleration_mps2", 4.4 + noise - shift, Better::smaller}};
  if (verdict == Verdict::fail) add_failure(run, scene, driver, run.start_s + 12);
  if (verdict == Verdict::crashed) {
    run.cause = "the child process ended with signal 11 in cycle 412";
    run.log =
        "planner_b 2.3.1\nloading weights ...\nassertion failed: <trajectory>.size() > 0 && \"empty\"\n";
  }
  if (verdict == Verdict::evaded) run.cause = "the subject stopped before the crossing";
  if (verdict == Verdict::not_staged) {
    run.cause = "no vehicle to cast as blocker within 345 m";
    run.tries = 4;
    run.played_seed = 77000 + seed;
  }
  return run;
}

Verdict earlier_verdict(std::size_t scene, std::size_t driver, std::uint64_t seed) {
  if (driver == 1 && scene == 0) return Verdict::pass;
  if (driver == 0 && scene == 1 && seed == 1) return Verdict::fail;
  return verdict_of(scene, driver, seed);
}

std::vector<CoverageItem> coverage_of(base::RandomStream& random) {
  CoverageItem lead{
      .scene = "run_red_light", .parameter = "lead at onset", .unit = "s", .low = 0.5, .high = 2.5};
  CoverageItem speed{.scene = "cut_in",
                     .parameter = "speed of the subject",
                     .unit = "m/s",
                     .low = 8,
                     .high = 20,
                     .bins = 12};
  CoverageItem gap{
      .scene = "left_turn_gap", .parameter = "gap", .unit = "s", .low = 2, .high = 7, .bins = 20};
  for (int k = 0; k < 60; ++k) {
    lead.values.push_back(0.9 + 1.1 * random.uniform());
    speed.values.push_back(8 + 12 * random.uniform());
    gap.values.push_back(random.uniform() < 0.5 ? 2 + 1.6 * random.uniform() : 4.4 + 2.9 * random.uniform());
  }
  return {lead, speed, gap};
}

}  // namespace

CampaignReport sample_campaign() {
  base::RandomStream random(7, 1, 1);
  CampaignReport out{.suite = "urban core"};
  out.tool_version = "0.1.0";
  out.tool_commit = "e6021643aa10";
  out.driver_revision = "9c41d7e";
  out.started = "2026-03-14 22:05 UTC";
  out.wall_s = 41.3;
  out.cpu_s = 78.9;
  out.baseline = Baseline{.label = "revision 4f2a91c"};
  for (std::size_t scene = 0; scene < kScenes.size(); ++scene)
    for (std::size_t driver = 0; driver < kDrivers.size(); ++driver)
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const double shift = driver == 1 ? -0.5 : driver == 2 && scene == 1 ? 0.3 : 0;
        out.runs.push_back(run_of(scene, driver, seed, verdict_of(scene, driver, seed), shift, random));
        out.baseline->runs.push_back(
            run_of(scene, driver, seed, earlier_verdict(scene, driver, seed), 0, random));
      }
  out.requirements = {
      {"REQ-011",
       "The vehicle shall avoid a contact with crossing traffic that runs a red light, where a careful "
       "driver can."},
      {"REQ-012", "The vehicle shall keep a time to collision of 1 s when another vehicle cuts in.", true},
      {"REQ-020", "The vehicle shall pass an obstacle in its lane, or stop before it."},
      {"REQ-031", "The vehicle shall yield to oncoming traffic when it turns left."},
      {"REQ-040", "The vehicle shall stop for a person on a crosswalk."}};
  out.coverage = coverage_of(random);
  constexpr std::array<std::array<std::size_t, 7>, 8> kHistory = {{{38, 9, 4, 2, 4, 2, 1},
                                                                   {40, 9, 3, 0, 4, 3, 1},
                                                                   {41, 10, 3, 0, 4, 2, 0},
                                                                   {45, 8, 2, 0, 3, 2, 0},
                                                                   {46, 7, 2, 0, 3, 2, 0},
                                                                   {36, 8, 2, 0, 2, 2, 10},
                                                                   {46, 7, 1, 0, 2, 3, 1},
                                                                   {44, 10, 1, 0, 2, 2, 1}}};
  constexpr std::array<std::string_view, 8> kRevisions = {"1d90b3e", "77c2f10", "a03be42", "b1e5c09",
                                                          "2f84d6a", "e97a310", "4f2a91c", "9c41d7e"};
  for (std::size_t k = 0; k < kHistory.size(); ++k) {
    const auto& n = kHistory[k];
    out.history.push_back({std::string(kRevisions[k]),
                           fmt::format("03-{:02}", 1 + 2 * k),
                           {.runs = 60,
                            .staged = n[0] + n[1] + n[2] + n[3],
                            .passed = n[0],
                            .preventable = n[1],
                            .unpreventable = n[2],
                            .unexamined = n[3],
                            .evaded = n[4],
                            .not_staged = n[5],
                            .crashed = n[6]}});
  }
  return out;
}

}  // namespace backlot::report::test
