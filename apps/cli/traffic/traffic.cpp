// backlot traffic NET [--vehicles N] [--flow ...] --seconds S
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/json_output.h"
#include "apps/cli/maps/mission_input.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/traffic/events.h"
#include "apps/cli/traffic/explain.h"
#include "apps/cli/traffic/frame_picture.h"
#include "apps/cli/traffic/rides.h"
#include "apps/cli/traffic/trace.h"
#include "apps/cli/traffic/traffic_report.h"
#include "backlot/direct/event_names.h"
#include "backlot/formats/demand/demand_text.h"
#include "backlot/record/frame.h"
#include "backlot/sim/mission_drive.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/roads.h"

namespace backlot::cli {
namespace {

// Opens a file for lines, where the user asked for one. False where it cannot be written; then a message says so.
template <class Writer, class... Args>
bool open_lines(const std::string& path, std::optional<Writer>& writer, const Args&... args) {
  if (path.empty()) return true;
  writer.emplace(path, args...);
  if (writer->is_open()) return true;
  say_error(fmt::format("\"{}\" cannot be written", path));
  return false;
}

// Goes on with a saved run; false where the file does not hold one, and then it was said why.
bool restore(sim::Simulation& simulation, const std::string& path) {
  const base::Result<std::string> bytes = open_input(path);
  base::Diagnostics found = bytes ? simulation.restore(*bytes) : bytes.diagnostics();
  for (base::Diagnostic d : found) {
    d.place.file = display_name(path);
    fmt::print(stderr, "{}\n", base::to_text(d));
  }
  return !found.has_errors();
}

// Says what is wrong with the value of an option.
bool is_wrong(std::string_view option, const base::Diagnostics& found) {
  for (const base::Diagnostic& d : found)
    usage_error(fmt::format("{} {}: {}", option, d.place.file, d.message), d.hint);
  return found.has_errors();
}

// What the run is made from; none where the command line makes no sense, and then it was said why.
std::optional<sim::SimulationSettings> find_settings(const TrafficSettings& settings,
                                                     const world::Tracks& tracks) {
  sim::SimulationSettings run{.seed = settings.seed, .threads = settings.threads};
  run.drivers = settings.drivers == "motorway" ? traffic::motorway_drivers()
                : settings.drivers == "town"   ? traffic::town_drivers()
                                               : traffic::suiting_drivers(tracks);
  run.drivers.kinds[static_cast<std::size_t>(world::ObjectKind::bicycle)].spread.heeds_lights =
      static_cast<float>(settings.red_compliance);
  traffic::set_yielding_on_foot(run.drivers, settings.yielding);
  run.walkers.in_groups = settings.in_groups;
  run.update = settings.update == "sequential" ? sim::Update::sequential : sim::Update::transactional;
  if (!settings.mix.empty()) {
    const base::Result<formats::demand::KindShares> mix = formats::demand::read_mix(settings.mix);
    if (is_wrong("--mix", mix.diagnostics())) return std::nullopt;
    run.drivers.shares = *mix;
  }
  sim::Flow usual;
  usual.mix = run.drivers.shares;
  usual.arrivals = settings.arrivals == "regular" ? sim::Arrivals::regular : sim::Arrivals::random;
  usual.least_headway_s = settings.least_headway_s;
  for (const std::string& text : settings.flows) {
    base::Result<sim::Flow> flow = formats::demand::read_flow(tracks, text, usual);
    if (is_wrong("--flow", flow.diagnostics())) return std::nullopt;
    run.flows.push_back(*std::move(flow));
  }
  for (const std::string& text : settings.turns)
    if (is_wrong("--turns", formats::demand::read_turns(tracks, text, run.turning_shares)))
      return std::nullopt;
  return run;
}

// How the flows went since they stood as in `before`.
std::vector<FlowOutcome> outcome_of(std::span<const sim::FlowState> before,
                                    std::span<const sim::FlowState> after) {
  std::vector<FlowOutcome> list;
  for (std::size_t k = 0; k < after.size(); ++k) {
    FlowOutcome f;
    f.asked = after[k].asked - before[k].asked;
    f.served = after[k].served() - before[k].served();
    f.waiting = after[k].waiting();
    for (std::size_t kind = 0; kind < world::kVehicleKinds; ++kind)
      f.served_of_kind[kind] = after[k].served_of_kind[kind] - before[k].served_of_kind[kind];
    if (f.served > 0)
      f.mean_delay_s = (after[k].delay - before[k].delay).seconds() / static_cast<double>(f.served);
    f.longest_delay_s = after[k].longest_delay.seconds();
    list.push_back(f);
  }
  return list;
}

// Without a frame: in large worlds that would be a good part of the memory.
std::size_t count_stopped(const sim::Simulation& simulation) {
  constexpr double kStands_mps = 0.1;
  std::size_t stopped = 0;
  for (std::size_t slot = 0; slot < simulation.size(); ++slot)
    stopped += simulation.vehicle(slot).mover.speed_mps < kStands_mps ? 1U : 0U;
  for (std::size_t row = 0; row < simulation.external_count(); ++row) {
    const auto object = simulation.find_object(simulation.external(row).id);
    stopped += object && object->speed_mps < kStands_mps ? 1U : 0U;
  }
  return stopped;
}

ExitCode run_traffic(const TrafficSettings& settings) {
  if (settings.vehicles == 0 && settings.flows.empty() && settings.pedestrians + settings.bicycles == 0)
    return usage_error("there would be no vehicle",
                       "--vehicles N keeps a number on the road, --flow lets others come in, --bicycles N "
                       "ride, --pedestrians N walk");
  std::vector<ExplainRequest> requests;
  for (const std::string& text : settings.explain) {
    const std::optional<ExplainRequest> request = find_explain_request(text);
    if (!request)
      return usage_error(fmt::format("--explain {}: this is no ID or ID@TIME", text), "as in 12, or 12@30.5");
    requests.push_back(*request);
  }
  Explainer explainer(std::move(requests));
  std::optional<Loading> loading;
  std::optional<network::Mission> mission;
  std::optional<TaskProgress> progress;
  progress.emplace("reading " + settings.input.path);
  if (settings.mission.empty()) {
    loading = load_or_report(settings.input);
  } else if (std::optional<MissionLoading> both = load_mission(settings.input, settings.mission)) {
    loading = std::move(both->loading);
    mission = std::move(both->mission);
  }
  if (!loading) return ExitCode::bad_input;
  const world::Roads roads(*loading->network);
  const std::optional<sim::SimulationSettings> run = find_settings(settings, roads.tracks);
  if (!run) return ExitCode::usage;
  sim::Simulation simulation(roads, *run);
  Outcome outcome;
  outcome.load_s = loading->load_s;
  outcome.capacity = roads.cells.usable();
  if (settings.from.empty()) {
    simulation.insert_spread(settings.vehicles);
    simulation.spread_cyclists(settings.bicycles);
    simulation.people().spread(settings.pedestrians);
  } else if (!restore(simulation, settings.from)) {
    return ExitCode::bad_input;
  }
  outcome.inserted = simulation.size();
  outcome.walkers = simulation.walkers().size();
  outcome.cyclists = simulation.cyclists();

  const network::Network& network = *loading->network;
  std::optional<TraceWriter> trace;
  std::optional<EventsWriter> events;
  if (!open_lines(settings.trace, trace, network) ||
      !open_lines(settings.events, events, network, direct::event_names()))
    return ExitCode::broken;
  std::optional<sim::MissionDrive> drive;
  if (mission) {
    drive.emplace(*mission, roads, direct::IssuerId(0));
    if (report_problems(drive->problems())) return ExitCode::bad_input;
  }
  const double begin_s = simulation.tick().time.seconds();
  const base::Duration dt = base::Duration::from_seconds(settings.step_s);
  const auto steps = [&](double seconds) {
    return static_cast<std::int64_t>(seconds / settings.step_s + 0.5);
  };
  for (const std::string& option : settings.turns) outcome.turns.emplace_back(network, option);
  const InterruptWatch interrupt;
  progress.emplace("traffic", settings.warmup_s + settings.seconds);
  const auto take_step = [&] {
    simulation.step(dt);
    progress->at(simulation.tick().time.seconds() - begin_s);
    return explainer.look(simulation, false);
  };
  bool is_fine = true;
  for (std::int64_t k = 0; k < steps(settings.warmup_s) && is_fine && !interrupt.has_come(); ++k)
    is_fine = take_step();
  simulation.reset_tally();
  const std::vector<sim::FlowState> before(simulation.flow_states().begin(), simulation.flow_states().end());
  record::Frame frame;
  Extremes extremes;
  WalkCounts walks;
  RideCounts rides;
  std::int64_t taken = 0;
  const auto start = std::chrono::steady_clock::now();
  const auto has_failed = [&] { return drive && drive->has_failed(); };
  for (; taken < steps(settings.seconds) && is_fine && !has_failed() && !interrupt.has_come(); ++taken) {
    if (drive) drive->step(simulation);
    is_fine = take_step();
    if (drive) drive->look(simulation);
    if (trace) {
      simulation.frame(frame);
      trace->write(frame);
    }
    if (events) events->write(simulation.events());
    for (const record::Event& event : simulation.events())
      if (event.kind == record::EventKind::contact) ++outcome.collisions;
    for (TurnCounts& counts : outcome.turns) counts.look(simulation);
    extremes.look(simulation);
    walks.look(simulation);
    rides.look(simulation, settings.step_s);
  }
  outcome.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.reset();
  outcome.simulated_s = static_cast<double>(taken) * settings.step_s;
  outcome.is_interrupted = interrupt.has_come();
  if (outcome.walkers > 0) outcome.walks = walks.sum();
  if (settings.bicycles + outcome.cyclists > 0) outcome.rides = rides.sum();
  outcome.hardest_braking = extremes.hardest_braking();
  outcome.longest_wait = extremes.longest_wait();
  if ((trace && !trace->close()) || (events && !events->close())) return ExitCode::broken;
  if (!is_fine || !explainer.look(simulation, true)) return ExitCode::usage;
  outcome.explained = explainer.take();
  outcome.tally = simulation.tally();
  if (drive) outcome.mission = drive->outcome();
  outcome.flows = outcome_of(before, simulation.flow_states());
  outcome.hash = simulation.hash();
  outcome.events_hash = simulation.events_hash();
  outcome.running = simulation.size() + simulation.external_count();
  outcome.stopped = count_stopped(simulation);
  if (!settings.picture.empty()) {
    simulation.frame(frame, {.has_signals = true});
    const ExitCode drawn = write_output(settings.picture, frame_picture(frame, network));
    if (drawn != ExitCode::clean) return drawn;
  }
  if (!settings.save.empty()) {
    if (const ExitCode written = write_output(settings.save, simulation.save()); written != ExitCode::clean)
      return written;
  }
  const ExitCode written = settings.as_json ? write_json(traffic_json(settings, network, outcome))
                                            : write_output("-", traffic_text(settings, network, outcome));
  if (has_failed()) {
    say_error(
        fmt::format("the mission ends after {:.1f} s: {}", outcome.simulated_s, drive->outcome().failure));
    return worse(written, ExitCode::failed);
  }
  return outcome.is_interrupted ? worse(written, ExitCode::interrupted) : written;
}

}  // namespace

void add_traffic(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<TrafficSettings>();
  CLI::App* command = add_command(
      program, "traffic", "Lets vehicles drive about in a network, and says how it went.",
      "backlot traffic town.way --vehicles 500 --seconds 600\n"
      "backlot traffic scenes/biketown.way --vehicles 30 --pedestrians 400 --seconds 600\n"
      "backlot traffic scenes/biketown.way --vehicles 20 --bicycles 30 --seconds 600\n"
      "backlot traffic town.way --vehicles 500 --seconds 60 --trace town.csv --draw town.svg --json\n"
      "backlot traffic scenes/county_road.way --flow highway_west:600 --flow mill_lane:120:0-900 --seconds "
      "900\n"
      "  --mix car=0.85,truck=0.1,motorcycle=0.05 --turns highway_west:left=0.1,straight=0.8,right=0.1");
  add_network_input(*command, settings->input.path);
  command->add_option("--vehicles", settings->vehicles, "kept on the road; not needed where flows are given")
      ->option_text("N")
      ->check(between(1, 1e7));
  command->add_option("--bicycles", settings->bicycles, "cyclists who ride about, besides the vehicles")
      ->option_text("N")
      ->check(between(0, 1e6));
  command
      ->add_option("--red-compliance", settings->red_compliance,
                   "the share of cyclists that wait at red (1); the others ride on where no vehicle comes")
      ->option_text("SHARE")
      ->check(between(0, 1));
  command->add_option("--pedestrians", settings->pedestrians, "people who walk about on the sidewalks")
      ->option_text("N")
      ->check(between(0, 1e6));
  command
      ->add_option("--groups", settings->in_groups,
                   "the share of people that walk in groups of two to four (0.55)")
      ->option_text("SHARE")
      ->check(between(0, 1));
  command
      ->add_option("--yielding", settings->yielding,
                   "the share of drivers that yield to people at crosswalks without signals (1)")
      ->option_text("SHARE")
      ->check(between(0, 1));
  command
      ->add_option(
          "--flow", settings->flows,
          "WAY[:LANE]:VEH_PER_HOUR[:BEGIN-END], seconds: vehicles that come in there; may be repeated")
      ->option_text("FLOW")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--arrivals", settings->arrivals, "random or regular (random)")
      ->option_text("HOW")
      ->check(CLI::IsMember({"random", "regular"}));
  command
      ->add_option("--least-headway", settings->least_headway_s,
                   "seconds between random arrivals of a flow (0)")
      ->option_text("S")
      ->check(between(0, 3600));
  command
      ->add_option("--mix", settings->mix, "car=0.8,truck=0.1,bus=0.05,motorcycle=0.05 (car=1); bicycle too")
      ->option_text("MIX");
  command
      ->add_option(
          "--turns", settings->turns,
          "WAY[:LANE]:TO=SHARE,...: how its traffic divides; TO is a way, left, straight, right or back")
      ->option_text("SHARES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--drivers", settings->drivers, "town, motorway, or what suits the speed limits (suiting)")
      ->option_text("SET")
      ->check(CLI::IsMember({"town", "motorway", "suiting"}));
  command->add_option("--seconds", settings->seconds, "how long, after the warm-up")
      ->option_text("S")
      ->required()
      ->check(between(0, 1e7));
  command->add_option("--step", settings->step_s, "seconds of a step (0.1)")
      ->option_text("DT")
      ->check(between(1e-3, 10));
  command->add_option("--warmup", settings->warmup_s, "seconds that do not count (0)")
      ->option_text("S")
      ->check(between(0, 1e7));
  command->add_option("--threads", settings->threads, "(1); the result does not depend on it")
      ->option_text("K")
      ->check(between(1, 256));
  command
      ->add_option(
          "--update", settings->update,
          "transactional: all decide by the world of the step's beginning; sequential: one after the "
          "other, on one thread (transactional)")
      ->option_text("HOW")
      ->check(CLI::IsMember({"transactional", "sequential"}));
  command->add_option("--seed", settings->seed, "(1)")->option_text("N");
  command
      ->add_option("--mission", settings->mission,
                   "one vehicle drives through its checkpoints, with its speed limits; for an RNDF")
      ->option_text("FILE.mdf");
  command->add_option("--trace", settings->trace, "every object at every step")->option_text("FILE.csv");
  command
      ->add_option("--events", settings->events,
                   "every event: entries, exits, lines crossed, lane changes, contacts, directives")
      ->option_text("FILE.csv");
  command
      ->add_option("--explain", settings->explain,
                   "why this vehicle drives as it does, at a time of the run or at the end; may be repeated")
      ->option_text("ID[@TIME]")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--draw", settings->picture, "a picture of all vehicles and people at the end")
      ->option_text("FILE.svg");
  command->add_option("--save", settings->save, "the state at the end, to go on from")->option_text("FILE");
  command
      ->add_option("--from", settings->from,
                   "goes on from a saved state of the same network, seed, drivers, demand and update")
      ->option_text("FILE");
  command->add_flag("--json", settings->as_json, "for programs");
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return run_traffic(*settings); }; });
}

}  // namespace backlot::cli
