// backlot info NET
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/json_output.h"
#include "apps/cli/maps/breaches.h"
#include "apps/cli/maps/network_summary.h"
#include "apps/cli/output.h"
#include "backlot/network/routing/route.h"

namespace backlot::cli {
namespace {

using network::Network;
using network::StripId;

struct InfoSettings {
  NetworkInput input;
  bool as_json = false;
};

// ---- for programs

Json strip_json(const Network& network, StripId id) {
  const StripSummary summary = summarise(network, id);
  return {{"name", network.name_of(id)},
          {"length_m", summary.length_m},
          {"left_m", summary.left_m},
          {"right_m", summary.right_m},
          {"ribbonlike", summary.is_ribbonlike}};
}

Json repairs_json(const Network& network) {
  Json list = Json::array();
  for (const network::NetworkRepair& repair : network.repairs())
    list.push_back({{"code", repair.code},
                    {"way", repair.way},
                    {"distance_m", repair.distance_m},
                    {"size_m", repair.size_m},
                    {"message", repair.message}});
  return list;
}

Json breaches_json(const Network& network) {
  Json list = Json::array();
  for (const auto& [strip, breach] : find_breaches(network))
    list.push_back({{"way", network.name_of(strip)},
                    {"kind", breach.kind == geometry::UniquenessBreach::Kind::local ? "width" : "overlap"},
                    {"edge", breach.left ? "left" : "right"},
                    {"from_m", breach.from},
                    {"to_m", breach.to},
                    {"size_m", breach.size_m()}});
  return list;
}

Json box_json(const Box& box) {
  if (box.is_empty()) return nullptr;
  return {{"low", {box.low.x, box.low.y, box.low.z}}, {"high", {box.high.x, box.high.y, box.high.z}}};
}

Json geo_json(const network::GeoReference& geo) {
  if (geo.is_empty()) return nullptr;
  return {
      {"projection", geo.projection}, {"offset_m", {geo.x, geo.y, geo.z}}, {"heading_rad", geo.heading_rad}};
}

Json info_json(const Loading& loading) {
  const Network& network = *loading.network;
  const NetworkSummary summary = summarise(network);
  Json json = {{"file", loading.name},
               {"format", std::string(loading.format->name)},
               {"name", network.name()},
               {"side", std::string(network::to_text(network.side()))},
               {"geo_reference", geo_json(network.geo_reference())},
               {"ways", network.ways().size()},
               {"lanes", summary.lanes},
               {"intersections", network.intersections().size()},
               {"areas", summary.areas},
               {"joints", summary.joints},
               {"parts", summary.parts},
               {"corridors", network.corridors().size()},
               {"signals", network.signal_groups().size()},
               {"length_m", summary.length_m},
               {"drivable_lane_m", summary.drivable_lane_m},
               {"nudges", {{"count", network.nudges().count}, {"largest_m", network.nudges().largest_m}}},
               {"repairs", repairs_json(network)},
               {"breaches", breaches_json(network)},
               {"warnings", loading.count(base::Severity::warning)},
               {"errors", loading.count(base::Severity::error)},
               {"load_s", loading.load_s},
               {"bytes", network.bytes()},
               {"box", box_json(box_of(network))}};

  Json kinds = Json::object();
  for (const network::LaneKind kind : network::kLaneKinds) {
    const LaneFigures& figures = summary.lane_kinds[static_cast<std::size_t>(kind)];
    if (figures.count > 0)
      kinds[std::string(network::to_text(kind))] = {{"count", figures.count}, {"length_m", figures.length_m}};
  }
  json["lane_kinds"] = std::move(kinds);
  json["turns"] = Json::object();
  for (const auto& [turn, count] : summary.turns) json["turns"][std::string(network::to_text(turn))] = count;
  json["controls"] = Json::object();
  for (const auto& [control, count] : summary.controls)
    json["controls"][std::string(network::to_text(control))] = count;

  json["way_list"] = Json::array();
  for (const network::Way& way : network.ways()) json["way_list"].push_back(strip_json(network, way.strip));
  json["corridor_list"] = Json::array();
  for (const network::Corridor& corridor : network.corridors())
    json["corridor_list"].push_back(strip_json(network, corridor.strip));
  return json;
}

// ---- for people

std::string metres_text(double metres) {
  return metres < 10000 ? fmt::format("{:.1f} m", metres) : fmt::format("{:.2f} km", metres / 1000);
}

std::string bytes_text(std::size_t bytes) {
  const auto count = static_cast<double>(bytes);
  return bytes < 1000000 ? fmt::format("{:.1f} kB", count / 1e3) : fmt::format("{:.1f} MB", count / 1e6);
}

// "straight 12, left 8"
template <class Counts, class Text>
std::string counts_text(const Counts& counts, Text&& text) {
  std::string list;
  for (const auto& [key, count] : counts)
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", text(key), count);
  return list;
}

std::string info_text(const Loading& loading) {
  constexpr std::size_t kMostRepairs = 20;
  const Network& network = *loading.network;
  const NetworkSummary summary = summarise(network);
  std::string text;
  const auto add = [&text](std::string_view what, std::size_t count, const std::string& more) {
    text += fmt::format("  {:<14} {:>8}{}{}\n", what, count, more.empty() ? "" : "   ", more);
  };

  text += fmt::format("{}{}{}\n", loading.name, network.name().empty() ? "" : ": ", network.name());
  text += fmt::format("  {:<14} {:>8}   traffic keeps {}; {} in memory, loaded in {:.3f} s\n", "format",
                      loading.format->name, network::to_text(network.side()), bytes_text(network.bytes()),
                      loading.load_s);
  if (const network::GeoReference& geo = network.geo_reference(); !geo.is_empty())
    text += fmt::format("  {:<14} {}; moved by {:.3f}, {:.3f}, {:.3f} m, turned by {:.4f} rad\n",
                        "projection", geo.projection.empty() ? "unknown" : geo.projection, geo.x, geo.y,
                        geo.z, geo.heading_rad);
  add("ways", network.ways().size(), metres_text(summary.length_m));
  add("lanes", summary.lanes, metres_text(summary.drivable_lane_m) + " for vehicles");
  for (const network::LaneKind kind : network::kLaneKinds) {
    const LaneFigures& figures = summary.lane_kinds[static_cast<std::size_t>(kind)];
    if (figures.count > 0)
      add(fmt::format("  {}", network::to_text(kind)), figures.count, metres_text(figures.length_m));
  }
  std::string others;
  if (summary.joints > 0)
    others += fmt::format("besides {} joint{}", summary.joints, summary.joints == 1 ? "" : "s");
  if (summary.parts > 0)
    others += fmt::format("{}{} part{} within", others.empty() ? "" : ", ", summary.parts,
                          summary.parts == 1 ? "" : "s");
  add("intersections", summary.areas, others);
  std::string corridors =
      counts_text(summary.turns, [](network::Turn turn) { return network::to_text(turn); });
  if (summary.walkways > 0)
    corridors += fmt::format("{}on foot {}", corridors.empty() ? "" : ", ", summary.walkways);
  add("corridors", network.corridors().size(), corridors);
  if (!summary.controls.empty())
    text += fmt::format(
        "  {:<14} {:>8}   {}\n", "  controls", "",
        counts_text(summary.controls, [](network::Control control) { return network::to_text(control); }));
  add("signal groups", network.signal_groups().size(), "");

  if (const Box box = box_of(network); !box.is_empty())
    text += fmt::format("  {:<14} {:>8}   x {:.1f} to {:.1f}, y {:.1f} to {:.1f}, z {:.1f} to {:.1f} m\n",
                        "box", "", box.low.x, box.high.x, box.low.y, box.high.y, box.low.z, box.high.z);
  add("nudges", network.nudges().count,
      network.nudges().count > 0 ? fmt::format("the largest {:.1f} mm", 1000 * network.nudges().largest_m)
                                 : "");
  const std::vector<StripBreach> breaches = find_breaches(network);
  add("breaches", breaches.size(),
      breaches.empty() ? "" : "of uniqueness, where a way is wider than its curve or its bends allow");
  add("warnings", loading.count(base::Severity::warning), "");
  add("repairs", network.repairs().size(), "");
  for (std::size_t i = 0; i < std::min(kMostRepairs, network.repairs().size()); ++i) {
    const network::NetworkRepair& repair = network.repairs()[i];
    text += fmt::format("    {} {} at {:.2f} m: {}\n", repair.code, repair.way, repair.distance_m,
                        repair.message);
  }
  if (network.repairs().size() > kMostRepairs)
    text += fmt::format("    and {} more; --json lists all\n", network.repairs().size() - kMostRepairs);
  return text;
}

ExitCode info(const InfoSettings& settings) {
  const std::optional<Loading> loading = load_or_report(settings.input);
  if (!loading) return ExitCode::bad_input;
  return settings.as_json ? write_json(info_json(*loading)) : write_output("-", info_text(*loading));
}

}  // namespace

void add_info(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<InfoSettings>();
  CLI::App* command = add_command(
      program, "info", "Says what is in a network: counts, lengths, kinds of lanes, controls, repairs.",
      "backlot info town.way\n"
      "backlot info town.way --json | jq .length_m");
  add_network_input(*command, settings->input.path);
  command->add_flag("--json", settings->as_json, "for programs; lists every way and corridor as well");
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return info(*settings); }; });
}

}  // namespace backlot::cli
