// backlot generate grid
#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/maps/grid.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "backlot/map_files/format.h"

namespace backlot::cli {
namespace {

constexpr int kMostJunctionsAcross = 300;

struct GenerateSettings {
  GridSettings grid;
  std::string output;
};

// The text is in the way language; another ending takes it through its own format.
ExitCode generate_grid(const GenerateSettings& settings) {
  const double shortest_m = shortest_block_m(settings.grid.lanes);
  if (settings.grid.block_m < shortest_m)
    return usage_error(fmt::format("--block {}: blocks of {} lanes each way must be {} m or longer",
                                   settings.grid.block_m, settings.grid.lanes, shortest_m));
  if (settings.output != "-" &&
      map_files::find_format_by_ending(settings.output) != map_files::find_format("way"))
    return usage_error(fmt::format("\"{}\" does not end in .way", settings.output),
                       "\"backlot convert\" takes it to other formats");
  const TaskProgress progress("generating " + settings.output);
  return write_whole(settings.output, grid_text(settings.grid));
}

}  // namespace

void add_generate(CLI::App& program, Action& chosen) {
  CLI::App* generate =
      add_command(program, "generate", "Makes networks.",
                  "backlot generate grid --rows 3 --columns 4 --block 150 --lanes 2 -o town.way");
  generate->require_subcommand(1);

  const auto settings = std::make_shared<GenerateSettings>();
  GridSettings& grid = settings->grid;
  CLI::App* command = add_command(
      *generate, "grid",
      "Makes a town of square blocks: 50 km/h, all turns but U-turns, roads between junctions only.\n"
      "Without signals, traffic from the right goes first.",
      "backlot generate grid --rows 3 --columns 4 --block 150 --lanes 2 --signals --seed 7 -o town.way\n"
      "backlot generate grid --rows 2 --columns 2 --block 80 --lanes 1 -o - | backlot info -");
  command->add_option("--rows", grid.rows, "junctions from south to north, 2 or more")
      ->option_text("R")
      ->required()
      ->check(between(2, kMostJunctionsAcross));
  command->add_option("--columns", grid.columns, "junctions from west to east, 2 or more")
      ->option_text("C")
      ->required()
      ->check(between(2, kMostJunctionsAcross));
  command->add_option("--block", grid.block_m, "from junction to junction, between their centres")
      ->option_text("METRES")
      ->required()
      ->check(between(1.0, 100000.0));
  command->add_option("--lanes", grid.lanes, "each way")
      ->option_text("N")
      ->required()
      ->check(between(1, kMostGridLanes));
  command->add_flag("--signals", grid.has_signals,
                    "fixed-time signals: 90 s, 42 s green and 3 s yellow for each axis");
  command->add_option("--seed", grid.seed, "of the offsets of the signals (1)")->option_text("N");
  command->add_option("-o", settings->output, "the file to write; - is standard output")
      ->option_text("FILE.way")
      ->required();
  command->callback([settings, &chosen] { chosen = [settings] { return generate_grid(*settings); }; });
}

}  // namespace backlot::cli
