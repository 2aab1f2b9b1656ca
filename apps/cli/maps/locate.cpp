// backlot locate NET < points
#include "backlot/network/locate.h"

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/commands.h"
#include "apps/cli/fields.h"
#include "apps/cli/input.h"
#include "apps/cli/maps/line_command.h"
#include "apps/cli/maps/source_coordinates.h"
#include "backlot/base/find_number.h"

namespace backlot::cli {
namespace {

using network::IntersectionId;
using network::Network;
using network::NetworkLocated;
using network::On;

struct LocateSettings {
  NetworkInput input;
  bool wants_all = false;
  bool in_source_coordinates = false;
  std::pair<double, double> loft = {network::LoftWindow{}.low, network::LoftWindow{}.high};
};

// Answers one point after the other; keeps the memory of its queries. No answer is a hint for the next: a line means the
// same wherever it stands.
class Locator {
 public:
  Locator(const Network& network, const LocateSettings& settings)
      : network_(network), settings_(settings), window_{settings.loft.first, settings.loft.second} {}

  bool answer(std::string_view line, std::string& text) {
    split_fields(line, fields_);
    if (fields_.size() != 2 && fields_.size() != 3)
      return refuse(text, fmt::format("expected 3 fields, \"x y z\", or 2, found {}", fields_.size()));
    double numbers[3] = {};
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const std::optional<double> number = base::find_number(fields_[i]);
      if (!number) return refuse(text, fmt::format("\"{}\" is no number", fields_[i]));
      numbers[i] = *number;
    }
    const geometry::WorldPoint p = {numbers[0], numbers[1], numbers[2]};
    if (!geometry::is_place(p)) return refuse(text, "coordinates beyond 1e9 m are no place");

    if (fields_.size() == 2) {
      locate_without_height(p);
    } else if (settings_.wants_all) {
      network::locate_all(network_, p, scratch_, answers_, window_);
    } else {
      answers_.assign(1, network::locate(network_, p, scratch_, nullptr, window_));
    }
    if (answers_.empty() || answers_.front().on == On::nowhere)
      return refuse(text, "the network has no surface");
    if (!settings_.wants_all) answers_.resize(1);
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (i > 0) text += ';';
      append(answers_[i], text);
    }
    return true;
  }

 private:
  // Every surface above or below; else the areas of intersections seen from above; else what is nearest.
  void locate_without_height(const geometry::WorldPoint& p) {
    network::locate_column(network_, p.x, p.y, scratch_, answers_);
    if (!answers_.empty()) return;

    std::vector<NetworkLocated> found;
    std::vector<IntersectionId> areas;
    network_.areas_at(p, -geometry::kLargestCoordinate, geometry::kLargestCoordinate, areas);
    for (const IntersectionId area : areas) {
      const network::Intersection& intersection = network_.intersection(area);
      const double z = 0.5 * (intersection.z_low + intersection.z_high);
      network::locate_all(network_, {p.x, p.y, z}, scratch_, answers_, window_);
      for (const NetworkLocated& located : answers_)
        if (located.on == On::area && located.intersection == area) found.push_back(located);
    }
    if (found.empty()) found.push_back(nearest_without_height(p));
    answers_ = std::move(found);
  }

  // The height of the point is that of the surface beside it, which is only known with the answer: a few rounds settle it.
  NetworkLocated nearest_without_height(geometry::WorldPoint p) {
    constexpr int kRounds = 8;
    constexpr double kSettled = 1e-3;
    NetworkLocated located = network::locate(network_, p, scratch_, nullptr, window_);
    for (int round = 0; round < kRounds && located.on != On::nowhere; ++round) {
      const network::LaneEdges edges = network_.edges(located.strip, located.point.distance);
      const double offset = std::fmax(edges.right, std::fmin(edges.left, located.point.offset));
      const double z =
          network::place(network_, located.strip, {located.point.distance, offset, 0}).position.z;
      if (std::fabs(z - p.z) < kSettled) break;
      p.z = z;
      located = network::locate(network_, p, scratch_, nullptr, window_);
    }
    return located;
  }

  void append(const NetworkLocated& located, std::string& text) const {
    switch (located.on) {
      case On::area:
        text += network_.name_of(located.intersection);
        text += "\tarea\t";
        append_place(located, text);
        break;
      case On::nothing:
      case On::nowhere:
        text += "none\t";
        append_number(text, located.gap_m);
        text += '\t';
        append_place(located, text);
        break;
      case On::strip:
        append_place(located, text);
        text += '\t';
        text += lane_text(located);
        break;
    }
  }

  // Road, s and t of the file on a surface of it; else strip, distance, offset and loft.
  void append_place(const NetworkLocated& located, std::string& text) const {
    const auto append_field = [&text](double value) {
      text += '\t';
      append_number(text, value);
    };
    const std::optional<SourcePoint> source = settings_.in_source_coordinates
                                                  ? find_source_point(network_, located.strip, located.point)
                                                  : std::nullopt;
    text += source ? source->road : network_.name_of(located.strip);
    append_field(source ? source->s : located.point.distance);
    append_field(source ? source->t : located.point.offset);
    // The file's answer for a place on a surface is ROAD S T LANE, without a height.
    if (!source || located.on != On::strip) append_field(located.point.loft);
  }

  std::string_view lane_text(const NetworkLocated& located) const {
    if (located.lane.is_empty()) return "-";
    if (!settings_.in_source_coordinates) return network_.name_of(located.lane);
    return source_label(network_, located.lane, located.point.distance);
  }

  const Network& network_;
  const LocateSettings& settings_;
  network::LoftWindow window_;
  network::LocateScratch scratch_;
  std::vector<NetworkLocated> answers_;
  std::vector<std::string_view> fields_;
};

ExitCode locate(const LocateSettings& settings) {
  if (settings.input.path == "-") return both_from_standard_input();
  if (settings.loft.first > settings.loft.second) return usage_error("--loft: the low end comes first");
  const std::optional<Loading> loading = load_or_report(settings.input);
  if (!loading) return ExitCode::bad_input;
  Locator locator(*loading->network, settings);
  return answer_standard_input(
      [&locator](std::string_view line, std::string& text) { return locator.answer(line, text); });
}

}  // namespace

void add_locate(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<LocateSettings>();
  CLI::App* command = add_command(
      program, "locate",
      "Says where points are: one line of standard input, \"x y z\" in metres, gives one of output:\n"
      "  WAY  DISTANCE  OFFSET  LOFT  LANE                      on a way or corridor; - between lanes\n"
      "  INTERSECTION  area  CORRIDOR  DISTANCE  OFFSET  LOFT   in an intersection, on no corridor\n"
      "  none  METRES  WAY  DISTANCE  OFFSET  LOFT              on nothing: the nearest\n"
      "Without z the highest surface above or below is meant. Offsets grow to the left.",
      "echo 12.5 -1.75 0 | backlot locate town.way\n"
      "backlot locate town.way --all < points.txt");
  add_network_input(*command, settings->input.path);
  command->add_flag("--all", settings->wants_all, "every answer, best first, separated by ;");
  command->add_flag("--source", settings->in_source_coordinates,
                    "in the coordinates of the file the map came from (OpenDRIVE: ROAD S T LANE)");
  command->add_option("--loft", settings->loft, "heights that count as on a surface, metres (-1 3)")
      ->option_text("LOW HIGH");
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return locate(*settings); }; });
}

}  // namespace backlot::cli
