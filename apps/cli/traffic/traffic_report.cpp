#include "apps/cli/traffic/traffic_report.h"

#include <string_view>

#include <fmt/format.h>
#include <sys/resource.h>

#include "backlot/base/hash.h"

namespace backlot::cli {
namespace {

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
                    {"motorcycles", f.served_of_kind[3]},
                    {"bicycles", f.served_of_kind[4]}});
  }
  return list;
}

// "by vehicle 12 on high_street, lane R1, at 45 m, 312.4 s"; nothing where there was none.
std::string extreme_text(const network::Network& network, const std::optional<Extreme>& extreme) {
  if (!extreme) return {};
  return fmt::format(" (vehicle {} on {}, at {:.1f} s)", extreme->number, place_text(network, extreme->place),
                     extreme->time_s);
}

Json extreme_json(const network::Network& network, const std::optional<Extreme>& extreme, const char* what) {
  if (!extreme) return nullptr;
  Json json = place_json(network, extreme->place);
  json["id"] = extreme->number;
  json["time_s"] = extreme->time_s;
  json[what] = extreme->size;
  return json;
}

Json turns_json(const TrafficSettings& settings, const Outcome& o) {
  Json list = Json::array();
  for (std::size_t k = 0; k < o.turns.size(); ++k) {
    Json shares = Json::array();
    for (const TurnCount& turn : o.turns[k].turns)
      shares.push_back({{"to", turn.to},
                        {"asked_share", turn.asked},
                        {"reached_share", o.turns[k].share_of(turn)},
                        {"vehicles", turn.count},
                        {"is_reached", o.turns[k].is_reached(turn)},
                        {"wanted", turn.wanted},
                        {"gave_up", turn.gave_up}});
    list.push_back({{"turns", settings.turns[k]}, {"vehicles", o.turns[k].total}, {"shares", shares}});
  }
  return list;
}

// "left 20.0 % asked, 18.1 % reached; straight ...; 410 vehicles turned". Where a share was missed by more than chance, it says why.
std::string turns_text(const TurnCounts& counts) {
  std::string text, why;
  for (const TurnCount& turn : counts.turns) {
    text += fmt::format("{} {:.1f} % asked, {:.1f} % reached; ", turn.to, 100 * turn.asked,
                        100 * counts.share_of(turn));
    if (!counts.is_reached(turn))
      why += fmt::format(
          "; {} is missed by more than chance: {} wanted it, and {} of these could not get to the lane for "
          "it in "
          "time",
          turn.to, turn.wanted, turn.gave_up);
  }
  return text + fmt::format("{} vehicles turned", counts.total) + why;
}

}  // namespace

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
      {"collisions", o.collisions},
      {"off_network", t.off_network},
      {"hardest_braking_mps2", t.hardest_braking_mps2},
      {"hard_braking_share",
       t.agent_steps > 0 ? static_cast<double>(t.hard_braking) / static_cast<double>(t.agent_steps) : 0},
      {"longest_wait_s", t.longest_wait_s},
      {"red_light_crossings", t.red_crossings},
      {"nudges", {{"count", t.nudges}, {"largest_m", t.largest_nudge_m}}},
      {"threads", settings.threads},
      {"update", settings.update},
      {"simulated_s", o.simulated_s},
      {"interrupted", o.is_interrupted},
      {"hardest_braking", extreme_json(network, o.hardest_braking, "braking_mps2")},
      {"longest_wait", extreme_json(network, o.longest_wait, "wait_s")},
      {"turns", turns_json(settings, o)},
      {"hash", base::to_hex(o.hash)},
      {"flows", flows_json(settings, o)},
      {"peak_rss_mb", peak_rss_mb()},
      {"load_s", o.load_s}};
  if (o.rides)
    json["bicycles"] = {{"requested", settings.bicycles},
                        {"inserted", o.cyclists},
                        {"red_compliance", settings.red_compliance},
                        {"mean_speed_mps", o.rides->mean_speed_mps},
                        {"distance_m", o.rides->distance_m},
                        {"on_bicycle_lanes_m", o.rides->on_lanes_m},
                        {"longest_wait_s", o.rides->longest_wait_s}};
  if (o.walks)
    json["pedestrians"] = {{"requested", settings.pedestrians},         {"walking", o.walkers},
                           {"in_groups", settings.in_groups},           {"yielding", settings.yielding},
                           {"mean_speed_mps", o.walks->mean_speed_mps}, {"roads_crossed", o.walks->crossed},
                           {"longest_wait_s", o.walks->longest_wait_s}};
  if (!settings.events.empty()) json["events_hash"] = base::to_hex(o.events_hash);
  if (o.mission)
    json["mission"] = {{"checkpoints", o.mission->checkpoints},
                       {"reached", o.mission->reached},
                       {"time_s", o.mission->time_s},
                       {"distance_m", o.mission->distance_m},
                       {"speed_violations", o.mission->speed_violations},
                       {"missed", o.mission->missed},
                       {"failure", o.mission->failure}};
  if (!o.explained.empty()) {
    json["explain"] = explain_json(network, o.explained.front());
    for (const Explained& one : o.explained) json["explained"].push_back(explain_json(network, one));
  }
  return json;
}

std::string traffic_text(const TrafficSettings& settings, const network::Network& network, const Outcome& o) {
  const sim::Tally& t = o.tally;
  const double vehicle_s = static_cast<double>(t.agent_steps) * settings.step_s;
  const double distance_km = 1e-9 * static_cast<double>(t.distance_um);
  const double per_hour = o.simulated_s > 0 ? 3600 / o.simulated_s : 0;
  std::string text;
  const auto add = [&text](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<22} {}\n", what, value);
  };
  text += fmt::format("{}: {:.0f} s of traffic after {:.0f} s of warm-up, steps of {} s{}\n",
                      settings.input.path, o.simulated_s, settings.warmup_s, settings.step_s,
                      o.is_interrupted ? fmt::format("; interrupted before {:.0f} s", settings.seconds) : "");
  add("vehicles", fmt::format("{} on the road, {} asked for, room for {}", o.running,
                              settings.vehicles + settings.bicycles, o.capacity));
  add("trips ended", fmt::format("{} ({:.0f} an hour); {} came in, {} drove out", t.arrived,
                                 static_cast<double>(t.arrived) * per_hour, t.entries, t.exits));
  add("mean speed", fmt::format("{:.1f} km/h over {:.1f} vehicle-km",
                                vehicle_s > 0 ? 3.6e3 * distance_km / vehicle_s : 0, distance_km));
  add("lane changes", fmt::format("{}", t.lane_changes));
  if (t.nudges > 0)
    add("cracks",
        fmt::format("driven over {} times, the largest {:.1f} mm wide", t.nudges, 1e3 * t.largest_nudge_m));
  add("waiting", fmt::format("{} stand now; the longest stood {:.0f} s{}", o.stopped, t.longest_wait_s,
                             extreme_text(network, o.longest_wait)));
  add("hardest braking", fmt::format("{:.1f} m/s2{}; harder than 4 in {:.1f} of a million vehicle-steps",
                                     t.hardest_braking_mps2, extreme_text(network, o.hardest_braking),
                                     t.agent_steps > 0 ? 1e6 * static_cast<double>(t.hard_braking) /
                                                             static_cast<double>(t.agent_steps)
                                                       : 0));
  if (o.rides)
    add("bicycles",
        fmt::format(
            "{} of the vehicles, {} asked for; {:.1f} km/h over {:.1f} km, {:.0f} % of them on bicycle "
            "lanes; longest wait {:.0f} s",
            o.cyclists, settings.bicycles, 3.6 * o.rides->mean_speed_mps, 1e-3 * o.rides->distance_m,
            o.rides->distance_m > 0 ? 100 * o.rides->on_lanes_m / o.rides->distance_m : 0,
            o.rides->longest_wait_s));
  if (o.walks)
    add("pedestrians",
        fmt::format("{} walk, {} asked for; {:.2f} m/s in the mean, {} roads crossed, longest wait {:.0f} s",
                    o.walkers, settings.pedestrians, o.walks->mean_speed_mps, o.walks->crossed,
                    o.walks->longest_wait_s));
  add("collisions", fmt::format("{}", o.collisions));
  for (std::size_t k = 0; k < o.flows.size(); ++k) {
    const FlowOutcome& f = o.flows[k];
    add("flow " + settings.flows[k],
        fmt::format("{} asked, {} came in, {} wait; delay {:.1f} s in the mean, {:.1f} s at most", f.asked,
                    f.served, f.waiting, f.mean_delay_s, f.longest_delay_s));
  }
  for (std::size_t k = 0; k < o.turns.size(); ++k) add("turns " + settings.turns[k], turns_text(o.turns[k]));
  if (o.wall_s > 0)
    add("speed",
        fmt::format(
            "{:.2f} million vehicle-steps and {:.0f} vehicle-km a second, {:.0f} times real time, {} {}",
            1e-6 * static_cast<double>(t.agent_steps) / o.wall_s, distance_km / o.wall_s,
            o.simulated_s / o.wall_s, settings.threads, settings.threads == 1 ? "thread" : "threads"));
  if (o.mission)
    add("mission", fmt::format("{} of {} checkpoints in {:.0f} s and {:.1f} km, {} times too fast, {} missed",
                               o.mission->reached, o.mission->checkpoints, o.mission->time_s,
                               1e-3 * o.mission->distance_m, o.mission->speed_violations, o.mission->missed));
  add("hash", base::to_hex(o.hash));
  for (const Explained& one : o.explained) text += explain_text(network, one);
  return text;
}

}  // namespace backlot::cli
