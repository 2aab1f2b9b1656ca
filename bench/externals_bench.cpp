// Contacts of extras with external bodies, lawful ones and rogues, and whose fault they were. Usage: externals_bench [--smoke] [--long]
// [--results FOLDER] [--runs N] [--first SEED] [--jobs N].
//
// Lawful bodies drive along the priority road, on green, to the left through oncoming traffic, around a roundabout, and merge
// (sim/test/external/lawful_stages.h). Rogues cross on red, drive the wrong way, stop in the box, reverse and park across two lanes, in three networks
// (rogue.h). sim/test/blame.h judges frames by the rules of the network. Rows of "blind extras" are its positive control: drivers that do not see the
// body must be convicted. Each run lasts five minutes; one seed, with --long 200, of rogues a fifth of these.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/blame.h"
#include "backlot/sim/test/external/lawful_stages.h"
#include "backlot/sim/test/external/rogue.h"
#include "backlot/sim/test/roads.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 8'001;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr std::array kFindings = {sim::Finding::was_run_into, sim::Finding::too_late, sim::Finding::ran_into,
                                  sim::Finding::did_not_yield};

sim::LawfulOutcome drive_rogue(const sim::TestRoads& roads, std::size_t vehicles, sim::Deed deed,
                               std::uint64_t seed, int seconds) {
  sim::Simulation run(roads.roads, {.seed = seed});
  run.insert_spread(vehicles);
  for (int k = 0; k < 300; ++k) run.step(kStep);
  sim::Rogue rogue(roads, deed, seed);
  sim::Blame blame(roads.roads);
  record::Frame frame;
  for (int k = 0; k < 10 * seconds; ++k) {
    rogue.act(run);
    run.step(kStep, rogue.commands());
    run.frame(frame, {.has_signals = true});
    blame.watch(frame);
  }
  sim::LawfulOutcome outcome;
  outcome.deeds = static_cast<std::uint64_t>(rogue.deeds());
  for (const sim::ExtraAndExternal& c : blame.contacts()) {
    ++outcome.contacts[static_cast<std::size_t>(c.finding)];
    outcome.with_wrecks += c.with_wreck ? 1U : 0U;
  }
  outcome.braking = blame.braking();
  outcome.stories = blame.to_text();
  return outcome;
}

struct Row {
  std::string what, where;
  bool is_control = false;  // then the judge has to convict
  std::uint64_t runs = 0;
  sim::LawfulOutcome sum{};

  bool holds() const { return is_control ? sum.avoidable() > 0 : sum.avoidable() == 0 && sum.deeds > 0; }
};

void add(const sim::LawfulOutcome& one, std::uint64_t seed, Row& row) {
  row.sum.deeds += one.deeds;
  row.sum.arrived += one.arrived;
  row.sum.with_wrecks += one.with_wrecks;
  row.sum.braking += one.braking;
  for (std::size_t k = 0; k < one.contacts.size(); ++k) row.sum.contacts[k] += one.contacts[k];
  if (!one.stories.empty() && !row.is_control)
    fmt::print("{}, {}, seed {}:\n{}", row.what, row.where, seed, one.stories);
}

int run(const Options& options) {
  const int seconds = options.smoke ? 60 : 300;
  const std::uint64_t runs = options.runs > 0 ? options.runs : options.is_long ? 200 : 1;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  bool all_hold = true;
  std::ofstream file(options.folder + "/externals.csv");
  write_origin(file);
  file << "body,where,runs_from_seed,runs,seconds,deeds,arrived,was_run_into,too_late,ran_into,did_not_yield,"
          "avoidable,of_these_contacts_with_wrecks,frames_braking,holds\n";
  const auto take = [&](Row row, std::uint64_t count, const auto& drive) {
    row.runs = count;
    std::vector<sim::LawfulOutcome> outcomes(count);
    on_all_cores(
        count, [&](std::size_t k) { outcomes[k] = drive(first + k); }, options.jobs);
    for (std::size_t k = 0; k < count; ++k) add(outcomes[k], first + k, row);
    fmt::print("{}, {}: {} deeds, {} arrived; contacts:", row.what, row.where, row.sum.deeds,
               row.sum.arrived);
    for (const sim::Finding finding : kFindings)
      fmt::print(" {} {},", sim::to_text(finding), row.sum.contacts[static_cast<std::size_t>(finding)]);
    fmt::print(" {}\n", row.holds() ? "ok" : "MISSED");
    std::fflush(stdout);
    all_hold = all_hold && row.holds();
    file << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.what, row.where, first,
                        row.runs, seconds, row.sum.deeds, row.sum.arrived, row.sum.contacts[0],
                        row.sum.contacts[1], row.sum.contacts[2], row.sum.contacts[3], row.sum.avoidable(),
                        row.sum.with_wrecks, row.sum.braking, row.holds() ? "yes" : "no");
    file.flush();
  };
  for (const sim::LawfulDeed deed : sim::kLawfulDeeds) {
    const sim::LawfulStage stage = sim::lawful_stage(deed);
    const std::string what(sim::to_text(deed));
    take({.what = what, .where = "lawful"}, runs,
         [&](std::uint64_t seed) { return sim::drive_lawful(stage, seed, seconds, sim::Extras::see); });
    take({.what = what, .where = "blind extras", .is_control = true}, std::min<std::uint64_t>(runs, 20),
         [&](std::uint64_t seed) { return sim::drive_lawful(stage, seed, seconds, sim::Extras::are_blind); });
  }
  struct Town {
    const char* name;
    std::unique_ptr<sim::TestRoads> roads;
    std::size_t vehicles;
  };
  std::vector<Town> towns;
  towns.push_back({"biketown", sim::scene_roads("biketown"), 60});
  towns.push_back({"county road", sim::scene_roads("county_road"), 60});
  towns.push_back({"lit grid", sim::signalled_grid(), 50});
  for (const Town& town : towns)
    for (const sim::Deed deed : sim::kDeeds)
      take({.what = std::string(sim::to_text(deed)), .where = town.name},
           std::max<std::uint64_t>(runs / 5, 1),
           [&](std::uint64_t seed) { return drive_rogue(*town.roads, town.vehicles, deed, seed, seconds); });

  file.close();
  if (!file) {
    fmt::print(stderr, "externals_bench: cannot write to {}\n", options.folder);
    return EXIT_FAILURE;
  }
  return options.smoke || all_hold ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "externals_bench", options)) return 2;
  return backlot::bench::run(options);
}
