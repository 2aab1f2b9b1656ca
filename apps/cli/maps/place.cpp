// backlot place NET < coordinates
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/fields.h"
#include "apps/cli/input.h"
#include "apps/cli/maps/line_command.h"
#include "apps/cli/maps/source_coordinates.h"
#include "backlot/base/find_number.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/network/locate.h"
#include "backlot/network/unknown_names.h"

namespace backlot::cli {
namespace {

using network::Network;

struct PlaceSettings {
  NetworkInput input;
  bool in_source_coordinates = false;
};

class Placer {
 public:
  Placer(const Network& network, const PlaceSettings& settings) : network_(network), settings_(settings) {}

  bool answer(std::string_view line, std::string& text) {
    split_fields(line, fields_);
    const bool is_complete = fields_.size() == 4 || (settings_.in_source_coordinates && fields_.size() == 3);
    if (!is_complete)
      return refuse(text,
                    fmt::format("expected the fields \"{}\", found {}",
                                settings_.in_source_coordinates ? "ROAD S T [H]" : "WAY DISTANCE OFFSET LOFT",
                                fields_.size()));
    double numbers[3] = {};
    for (std::size_t i = 1; i < fields_.size(); ++i) {
      const std::optional<double> number = base::find_number(fields_[i]);
      if (!number) return refuse(text, fmt::format("\"{}\" is no number", fields_[i]));
      numbers[i - 1] = *number;
    }

    const std::optional<geometry::PlacedPose> pose =
        find_pose(fields_[0], {numbers[0], numbers[1], numbers[2]});
    if (!pose) return refuse(text, unknown_strip(network_, fields_[0]));
    if (const std::string beyond = past_its_end(fields_[0], numbers[0]); !beyond.empty())
      return refuse(text, beyond);
    append_number(text, pose->position.x);
    text += '\t';
    append_number(text, pose->position.y);
    text += '\t';
    append_number(text, pose->position.z);
    text += '\t';
    append_number(text, pose->heading_rad * (180 / std::numbers::pi));
    return true;
  }

 private:
  // Why a distance does not lie on a way or corridor; empty where it does. Roads of a source file are not checked.
  std::string past_its_end(std::string_view name, double distance) const {
    constexpr double kRounding_m = network::kCrack;
    const network::StripId strip = network_.find_strip(name);
    const bool is_source =
        settings_.in_source_coordinates && !find_source_ribbon(network_, name, distance).is_empty();
    if (strip.is_empty() || is_source) return {};
    const double length = network_.strip(strip).length();
    if (distance >= -kRounding_m && distance <= length + kRounding_m) return {};
    return fmt::format("{:g} m lies {} \"{}\", which is {:.3f} m long", distance,
                       distance < 0 ? "before the start of" : "past the end of", name, length);
  }

  // The file's own roads first where they are asked for; a name of ours is as good.
  std::optional<geometry::PlacedPose> find_pose(std::string_view name, geometry::RibbonPoint point) const {
    if (settings_.in_source_coordinates) {
      const network::RibbonId ribbon = find_source_ribbon(network_, name, point.distance);
      if (!ribbon.is_empty()) {
        point.distance = network_.source(ribbon)->from_source(point.distance);
        return network::place(network_, ribbon, point);
      }
    }
    const network::StripId strip = network_.find_strip(name);
    if (strip.is_empty()) return std::nullopt;
    return network::place(network_, strip, point);
  }

  const Network& network_;
  const PlaceSettings& settings_;
  std::vector<std::string_view> fields_;
};

ExitCode place(const PlaceSettings& settings) {
  if (settings.input.path == "-") return both_from_standard_input();
  const std::optional<Loading> loading = load_or_report(settings.input);
  if (!loading) return ExitCode::bad_input;
  Placer placer(*loading->network, settings);
  return answer_standard_input(
      [&placer](std::string_view line, std::string& text) { return placer.answer(line, text); });
}

}  // namespace

void add_place(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<PlaceSettings>();
  CLI::App* command = add_command(
      program, "place",
      "Says which points places on ways are: one line of standard input, \"WAY DISTANCE OFFSET LOFT\"\n"
      "in metres, gives one of output, \"X  Y  Z  HEADING_DEG\". A corridor's name is as good as a way's.\n"
      "Offsets grow to the left.",
      "echo high_street 120 -1.75 0 | backlot place town.way\n"
      "backlot place town.way < places.txt | cut -f1-3 | backlot locate town.way");
  add_network_input(*command, settings->input.path);
  command->add_flag("--source", settings->in_source_coordinates,
                    "lines are \"ROAD S T [H]\" of the file the map came from");
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return place(*settings); }; });
}

}  // namespace backlot::cli
