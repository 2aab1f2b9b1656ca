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
#include <sys/resource.h>

#include "apps/cli/commands.h"
#include "apps/cli/events.h"
#include "apps/cli/explain.h"
#include "apps/cli/input.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/mission_input.h"
#include "apps/cli/output.h"
#include "apps/cli/trace.h"
#include "backlot/base/hash.h"
#include "backlot/direct/event_names.h"
#include "backlot/draw/network_picture.h"
#include "backlot/formats/demand/demand_text.h"
#include "backlot/record/frame.h"
#include "backlot/sim/mission_drive.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/roads.h"

namespace backlot::cli {
namespace {

using KindCounts = std::array<std::uint64_t, world::kObjectKinds>;

struct TrafficSettings {
  NetworkInput input;
  std::size_t vehicles = 0;
  double seconds = 0;
  double step_s = 0.1;
  double warmup_s = 0;
  std::size_t threads = 1;
  std::uint64_t seed = 1;
  std::string trace, events, save, from, picture, mission;
  std::optional<std::uint32_t> explain;  // number of a vehicle
  std::vector<std::string> flows, turns;
  std::string mix, drivers = "suiting", arrivals = "random", update = "transactional";
  double least_headway_s = 0;
  bool as_json = false;
};

// Of a flow, after the warm-up.
struct FlowOutcome {
  std::uint64_t asked = 0, served = 0, waiting = 0;
  KindCounts served_of_kind{};
  double mean_delay_s = 0, longest_delay_s = 0;
};

struct Outcome {
  std::size_t capacity = 0, inserted = 0, running = 0, stopped = 0;
  sim::Tally tally;
  std::vector<FlowOutcome> flows;  // by option
  double wall_s = 0, load_s = 0;
  std::uint64_t hash = 0, events_hash = 0;
  std::optional<traffic::Why> why;
  std::optional<sim::MissionOutcome> mission;
};

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Json flows_json(const TrafficSettings& settings, const Outcome& o) {
  Json list = Json::array();
  for (std::size_t k = 0; k < o.flows.size(); ++k) {
    const FlowOutcome& f = o.flows[k];
    list.push_back({{"flow", settings.flows[k]},
                    {"asked", f.asked},
                    {"served", f.served},
                    {"waiting", f.waiting},
                    {"mean_delay_s", f.mean_delay_s},
                    {"longest_delay_s", f.longest_delay_s},
                    {"cars", f.served_of_kind[0]},
                    {"trucks", f.served_of_kind[1]},
                    {"buses", f.served_of_kind[2]},
                    {"motorcycles", f.served_of_kind[3]}});
  }
  return list;
}

Json traffic_json(const TrafficSettings& settings, const network::Network& network, const Outcome& o) {
  const sim::Tally& t = o.tally;
  const double simulated_s = static_cast<double>(t.agent_steps) * settings.step_s;
  const double distance_m = 1e-6 * static_cast<double>(t.distance_um);
  Json json = {
      {"requested", settings.vehicles},
      {"capacity", o.capacity},
      {"inserted", o.inserted},
      {"running", o.running},
      {"arrived", t.arrived},
      {"entries", t.entries},
      {"exits", t.exits},
      {"steps", t.steps},
      {"agent_steps", t.agent_steps},
      {"wall_s", o.wall_s},
      {"agent_steps_per_s", o.wall_s > 0 ? static_cast<double>(t.agent_steps) / o.wall_s : 0},
      {"mean_speed_mps", simulated_s > 0 ? distance_m / simulated_s : 0},
      {"distance_m", distance_m},
      {"lane_changes", t.lane_changes},
      {"stopped", o.stopped},
      {"collisions", t.contacts},
      {"off_network", t.off_network},
      {"hardest_braking_mps2", t.hardest_braking_mps2},
      {"hard_braking_share",
       t.agent_steps > 0 ? static_cast<double>(t.hard_braking) / static_cast<double>(t.agent_steps) : 0},
      {"longest_wait_s", t.longest_wait_s},
      {"red_light_crossings", t.red_crossings},
      {"threads", settings.threads},
      {"update", settings.update},
      {"hash", base::to_hex(o.hash)},
      {"flows", flows_json(settings, o)},
      {"peak_rss_mb", peak_rss_mb()},
      {"load_s", o.load_s}};
  if (!settings.events.empty()) json["events_hash"] = base::to_hex(o.events_hash);
  if (o.mission)
    json["mission"] = {{"checkpoints", o.mission->checkpoints},
                       {"reached", o.mission->reached},
                       {"time_s", o.mission->time_s},
                       {"distance_m", o.mission->distance_m},
                       {"speed_violations", o.mission->speed_violations}};
  if (o.why) json["explain"] = explain_json(network, *settings.explain, *o.why);
  return json;
}

// ---- for people

std::string traffic_text(const TrafficSettings& settings, const network::Network& network, const Outcome& o) {
  const sim::Tally& t = o.tally;
  const double vehicle_s = static_cast<double>(t.agent_steps) * settings.step_s;
  const double distance_km = 1e-9 * static_cast<double>(t.distance_um);
  const double per_hour = settings.seconds > 0 ? 3600 / settings.seconds : 0;
  std::string text;
  const auto add = [&text](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<22} {}\n", what, value);
  };
  text += fmt::format("{}: {:.0f} s of traffic after {:.0f} s of warm-up, steps of {} s\n",
                      settings.input.path, settings.seconds, settings.warmup_s, settings.step_s);
  add("vehicles",
      fmt::format("{} on the road, {} asked for, room for {}", o.running, settings.vehicles, o.capacity));
  add("trips ended", fmt::format("{} ({:.0f} an hour); {} came in, {} drove out", t.arrived,
                                 static_cast<double>(t.arrived) * per_hour, t.entries, t.exits));
  add("mean speed", fmt::format("{:.1f} km/h over {:.1f} vehicle-km",
                                vehicle_s > 0 ? 3.6e3 * distance_km / vehicle_s : 0, distance_km));
  add("lane changes", fmt::format("{}", t.lane_changes));
  add("waiting", fmt::format("{} stand now; the longest stood {:.0f} s", o.stopped, t.longest_wait_s));
  add("hardest braking",
      fmt::format("{:.1f} m/s2; harder than 4 in {:.1f} of a million vehicle-steps", t.hardest_braking_mps2,
                  t.agent_steps > 0
                      ? 1e6 * static_cast<double>(t.hard_braking) / static_cast<double>(t.agent_steps)
                      : 0));
  add("collisions", fmt::format("{}", t.contacts));
  for (std::size_t k = 0; k < o.flows.size(); ++k) {
    const FlowOutcome& f = o.flows[k];
    add("flow " + settings.flows[k],
        fmt::format("{} asked, {} came in, {} wait; delay {:.1f} s in the mean, {:.1f} s at most", f.asked,
                    f.served, f.waiting, f.mean_delay_s, f.longest_delay_s));
  }
  if (o.wall_s > 0)
    add("speed",
        fmt::format(
            "{:.2f} million vehicle-steps and {:.0f} vehicle-km a second, {:.0f} times real time, {} {}",
            1e-6 * static_cast<double>(t.agent_steps) / o.wall_s, distance_km / o.wall_s,
            settings.seconds / o.wall_s, settings.threads, settings.threads == 1 ? "thread" : "threads"));
  if (o.mission)
    add("mission", fmt::format("{} of {} checkpoints in {:.0f} s and {:.1f} km, {} times too fast",
                               o.mission->reached, o.mission->checkpoints, o.mission->time_s,
                               1e-3 * o.mission->distance_m, o.mission->speed_violations));
  add("hash", base::to_hex(o.hash));
  if (o.why) text += explain_text(network, *settings.explain, *o.why);
  return text;
}

// The network with all vehicles on it.
ExitCode draw_frame(const record::Frame& frame, const network::Network& network, const std::string& path) {
  draw::NetworkPicture picture;
  for (const std::uint32_t k : frame.by_place) {
    const record::FrameObject& o = frame.objects[k];
    // by how fast it goes: red stands, green flows
    const double share = std::min(1.0, o.speed_mps / 14);
    picture.bodies.push_back({o.centre, o.heading_x, o.heading_y, static_cast<double>(o.length_m),
                              static_cast<double>(o.width_m),
                              fmt::format("#{:02x}{:02x}40", static_cast<int>(210 - 150 * share),
                                          static_cast<int>(50 + 110 * share))});
  }
  return write_output(path, draw::draw_network(network, picture).to_svg());
}

// Why a vehicle drives as it does. None where no vehicle has this number; then a message says which numbers there are.
std::optional<traffic::Why> explain(sim::Simulation& simulation, const record::Frame& frame,
                                    std::uint32_t number) {
  std::uint32_t least = UINT32_MAX, most = 0;
  for (const record::FrameObject& o : frame.objects) {
    const std::uint32_t its = world::number_for_people(o.id);
    if (its == number) return simulation.explain(o.id);
    least = std::min(least, its);
    most = std::max(most, its);
  }
  usage_error(fmt::format("no vehicle {} is on the road at the end", number),
              frame.objects.empty() ? "the road is empty"
                                    : fmt::format("there are {}, with numbers from {} to {}",
                                                  frame.objects.size(), least, most));
  return std::nullopt;
}

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
  run.update = settings.update == "sequential" ? sim::Update::sequential : sim::Update::transactional;
  if (!settings.mix.empty()) {
    const base::Result<demand_text::KindShares> mix = demand_text::read_mix(settings.mix);
    if (is_wrong("--mix", mix.diagnostics())) return std::nullopt;
    run.drivers.shares = *mix;
  }
  sim::Flow usual;
  usual.mix = run.drivers.shares;
  usual.arrivals = settings.arrivals == "regular" ? sim::Arrivals::regular : sim::Arrivals::random;
  usual.least_headway_s = settings.least_headway_s;
  for (const std::string& text : settings.flows) {
    base::Result<sim::Flow> flow = demand_text::read_flow(tracks, text, usual);
    if (is_wrong("--flow", flow.diagnostics())) return std::nullopt;
    run.flows.push_back(*std::move(flow));
  }
  for (const std::string& text : settings.turns)
    if (is_wrong("--turns", demand_text::read_turns(tracks, text, run.turning_shares))) return std::nullopt;
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
    for (std::size_t kind = 0; kind < world::kObjectKinds; ++kind)
      f.served_of_kind[kind] = after[k].served_of_kind[kind] - before[k].served_of_kind[kind];
    if (f.served > 0)
      f.mean_delay_s = (after[k].delay - before[k].delay).seconds() / static_cast<double>(f.served);
    f.longest_delay_s = after[k].longest_delay.seconds();
    list.push_back(f);
  }
  return list;
}

ExitCode run_traffic(const TrafficSettings& settings) {
  if (settings.vehicles == 0 && settings.flows.empty())
    return usage_error("nobody would drive",
                       "--vehicles N keeps a number on the road, --flow lets others come in");
  std::optional<Loading> loading;
  std::optional<network::Mission> mission;
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
  } else if (!restore(simulation, settings.from)) {
    return ExitCode::bad_input;
  }
  outcome.inserted = simulation.size();

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
  const base::Duration dt = base::Duration::from_seconds(settings.step_s);
  const auto steps = [&](double seconds) {
    return static_cast<std::int64_t>(seconds / settings.step_s + 0.5);
  };
  for (std::int64_t k = 0; k < steps(settings.warmup_s); ++k) simulation.step(dt);
  simulation.reset_tally();
  const std::vector<sim::FlowState> before(simulation.flow_states().begin(), simulation.flow_states().end());
  record::Frame frame;
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t k = 0; k < steps(settings.seconds); ++k) {
    if (drive) drive->step(simulation);
    simulation.step(dt);
    if (drive) drive->look(simulation);
    if (trace) {
      simulation.frame(frame);
      trace->write(frame);
    }
    if (events) events->write(simulation.events());
  }
  outcome.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if ((trace && !trace->close()) || (events && !events->close())) return ExitCode::broken;
  outcome.tally = simulation.tally();
  if (drive) outcome.mission = drive->outcome();
  outcome.flows = outcome_of(before, simulation.flow_states());
  outcome.hash = simulation.hash();
  outcome.events_hash = simulation.events_hash();
  simulation.frame(frame);
  outcome.running = frame.objects.size();
  for (const record::FrameObject& o : frame.objects) {
    if (o.speed_mps < 0.1) ++outcome.stopped;
  }
  if (!settings.picture.empty()) {
    if (const ExitCode drawn = draw_frame(frame, network, settings.picture); drawn != ExitCode::clean)
      return drawn;
  }
  if (!settings.save.empty()) {
    if (const ExitCode written = write_output(settings.save, simulation.save()); written != ExitCode::clean)
      return written;
  }
  if (settings.explain) {
    outcome.why = explain(simulation, frame, *settings.explain);
    if (!outcome.why) return ExitCode::usage;
  }
  return settings.as_json ? write_json(traffic_json(settings, network, outcome))
                          : write_output("-", traffic_text(settings, network, outcome));
}

}  // namespace

void add_traffic(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<TrafficSettings>();
  CLI::App* command = add_command(
      program, "traffic", "Lets vehicles drive about in a network, and says how it went.",
      "backlot traffic town.way --vehicles 500 --seconds 600\n"
      "backlot traffic town.way --vehicles 500 --seconds 60 --trace town.csv --draw town.svg --json\n"
      "backlot traffic scenes/county_road.way --flow highway_west:600 --flow mill_lane:120:0-900 --seconds "
      "900\n"
      "  --mix car=0.85,truck=0.1,motorcycle=0.05 --turns highway_west:left=0.1,straight=0.8,right=0.1");
  add_network_input(*command, settings->input.path);
  command->add_option("--vehicles", settings->vehicles, "kept on the road; not needed where flows are given")
      ->option_text("N")
      ->check(between(1, 1e7));
  command
      ->add_option("--flow", settings->flows,
                   "WAY[:LANE]:VEH_PER_HOUR[:BEGIN-END], seconds: who comes in there; may be repeated")
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
  command->add_option("--mix", settings->mix, "car=0.8,truck=0.1,bus=0.05,motorcycle=0.05 (car=1)")
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
  command->add_option("--explain", settings->explain, "why this vehicle drives as it does at the end")
      ->option_text("ID");
  command->add_option("--draw", settings->picture, "a picture of everybody at the end")
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
