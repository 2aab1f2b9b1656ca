// backlot route NET --from WAY:LANE:D --to WAY:LANE:D
#include "backlot/network/routing/route.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/json_output.h"
#include "apps/cli/maps/route_steps.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "backlot/base/find_number.h"
#include "backlot/network/routing/route_finder.h"
#include "backlot/network/unknown_names.h"

namespace backlot::cli {
namespace {

using network::LanePlace;
using network::Network;
using network::Route;

struct RouteSettings {
  NetworkInput input;
  std::string from, to;
  std::string measure = "time";
  std::size_t alternatives = 1;
  bool as_json = false;
};

// The place that an option names; none where it names none, and then it was said why.
std::optional<LanePlace> find_place(const Network& network, const std::string& option,
                                    std::string_view text) {
  const auto refuse = [&option, text](const std::string& why, const std::string& note = {}) {
    usage_error(fmt::format("{} {}: {}", option, text, why), note);
    return std::nullopt;
  };

  // From behind: a name may hold a colon.
  const std::size_t second = text.rfind(':');
  const std::size_t first =
      second == std::string_view::npos || second == 0 ? second : text.rfind(':', second - 1);
  if (first == std::string_view::npos || first == second)
    return refuse("this is no WAY:LANE:D",
                  "the name of a way or corridor, a lane of it, and a distance in metres");
  const std::string_view way = text.substr(0, first), lane = text.substr(first + 1, second - first - 1);
  const std::optional<double> distance = base::find_number(text.substr(second + 1));
  if (!distance) return refuse(fmt::format("\"{}\" is no distance in metres", text.substr(second + 1)));

  const network::StripId strip = network.find_strip(way);
  if (strip.is_empty()) return refuse(network::unknown_strip(network, way));
  if (network.find_lane(strip, lane).is_empty()) return refuse(network::unknown_lane(network, strip, lane));
  const double length = network.strip(strip).length();
  if (*distance < 0 || *distance > length)
    return refuse(fmt::format("the distance is outside, \"{}\" is {:.3f} m long", way, length));
  const std::optional<LanePlace> place = network::find_lane_place(network, way, lane, *distance);
  if (!place) return refuse(fmt::format("lane \"{}\" of \"{}\" carries no traffic", lane, way));
  return place;
}

std::vector<Route> find_routes(const Network& network, const LanePlace& from, const LanePlace& to,
                               const RouteSettings& settings) {
  network::RouteGraphOptions options;
  const network::LaneKind kind = network.lane(from.lane).kind;
  options.use = network::use_of(kind);
  options.takes_bus_lanes =
      kind == network::LaneKind::bus || network.lane(to.lane).kind == network::LaneKind::bus;
  const network::RouteGraph graph(network, options);
  const auto measure =
      settings.measure == "time" ? network::RouteMeasure::time : network::RouteMeasure::length;
  if (settings.alternatives == 1) {
    const std::optional<Route> route = network::find_route(graph, from, to, {.measure = measure});
    return route ? std::vector<Route>{*route} : std::vector<Route>{};
  }
  return network::find_alternatives(graph, from, to, {.measure = measure, .count = settings.alternatives});
}

// ---- for people

std::string lanes_text(const RouteStep& step) {
  std::string text;
  for (const std::string& lane : step.lanes) text += (text.empty() ? "" : " > ") + lane;
  return text;
}

std::string turn_of(const RouteStep& step) {
  return step.intersection.empty() ? std::string() : fmt::format("{} at {}", step.turn, step.intersection);
}

std::string table(const Network& network, const Route& route) {
  const std::vector<RouteStep> steps = steps_of(network, route);
  std::size_t way_width = 3, lane_width = 4;
  for (const RouteStep& step : steps) {
    way_width = std::max(way_width, step.strip.size());
    lane_width = std::max(lane_width, lanes_text(step).size());
  }
  std::string text = fmt::format("{:>4}  {:<{}}  {:<{}}  {:>10}  {:>10}  {}\n", "step", "way", way_width,
                                 "lane", lane_width, "metres", "in all", "turn");
  std::size_t number = 0;
  for (const RouteStep& step : steps) {
    text += fmt::format("{:>4}  {:<{}}  {:<{}}  {:>10.1f}  {:>10.1f}", ++number, step.strip, way_width,
                        lanes_text(step), lane_width, step.length_m, step.total_m);
    const std::string turn = turn_of(step);
    text += turn.empty() ? "\n" : "  " + turn + "\n";
  }
  text += fmt::format("{:.1f} m, {:.1f} s at the speed limits\n", route.length_m, route.time_s);
  return text;
}

std::string routes_text(const Network& network, const std::vector<Route>& routes) {
  std::string text;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (routes.size() > 1)
      text += fmt::format("{}route {} of {}\n", i == 0 ? "" : "\n", i + 1, routes.size());
    text += table(network, routes[i]);
  }
  return text;
}

// ---- for programs

Json place_json(const Network& network, const LanePlace& place) {
  return {{"way", network.name_of(network.lane(place.lane).strip)},
          {"lane", network.name_of(place.lane)},
          {"distance_m", network::distance_of(network, place)}};
}

Json route_json(const Network& network, const Route& route) {
  Json steps = Json::array();
  for (const RouteStep& step : steps_of(network, route)) {
    Json json = {{"way", step.strip},   {"corridor", step.is_corridor}, {"lane", step.lanes.back()},
                 {"lanes", step.lanes}, {"length_m", step.length_m},    {"total_m", step.total_m}};
    if (!step.intersection.empty()) {
      json["intersection"] = step.intersection;
      json["turn"] = std::string(step.turn);
    }
    steps.push_back(std::move(json));
  }
  return {{"length_m", route.length_m},
          {"time_s", route.time_s},
          {"cost", route.cost},
          {"steps", std::move(steps)}};
}

Json routes_json(const Network& network, const std::vector<Route>& routes, const LanePlace& from,
                 const LanePlace& to, const RouteSettings& settings) {
  Json json = {
      {"from", place_json(network, from)}, {"to", place_json(network, to)}, {"by", settings.measure}};
  json["routes"] = Json::array();
  for (const Route& route : routes) json["routes"].push_back(route_json(network, route));
  return json;
}

ExitCode route(const RouteSettings& settings) {
  const std::optional<Loading> loading = load_or_report(settings.input);
  if (!loading) return ExitCode::bad_input;
  const Network& network = *loading->network;
  const std::optional<LanePlace> from = find_place(network, "--from", settings.from);
  const std::optional<LanePlace> to = find_place(network, "--to", settings.to);
  if (!from || !to) return ExitCode::usage;

  const std::vector<Route> routes = find_routes(network, *from, *to, settings);
  if (routes.empty())
    say_error(fmt::format("no route from {} to {}", settings.from, settings.to),
              "lanes are travelled by the rules only, in their direction and by those they are for");
  const ExitCode found = routes.empty() ? ExitCode::failed : ExitCode::clean;
  if (settings.as_json) return worse(found, write_json(routes_json(network, routes, *from, *to, settings)));
  return worse(found, write_output("-", routes_text(network, routes)));
}

}  // namespace

void add_route(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<RouteSettings>();
  CLI::App* command = add_command(
      program, "route",
      "Finds the best way from one place to another, lane by lane.\nExit code 1 where there is none.",
      "backlot route town.way --from high_street:R1:20 --to park_road:L1:5\n"
      "backlot route town.way --from a:R1:0 --to b:R1:0 --by length --alternatives 3");
  add_network_input(*command, settings->input.path);
  command
      ->add_option("--from", settings->from,
                   "where it begins: a way or corridor, a lane, metres along the way")
      ->option_text("WAY:LANE:D")
      ->required();
  command->add_option("--to", settings->to, "where it ends")->option_text("WAY:LANE:D")->required();
  command->add_option("--by", settings->measure, "what is to be small: time (default) or length")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"time", "length"}));
  command->add_option("--alternatives", settings->alternatives, "up to N routes that differ, the best first")
      ->option_text("N")
      ->check(between(1, 100));
  command->add_flag("--json", settings->as_json, "for programs");
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return route(*settings); }; });
}

}  // namespace backlot::cli
