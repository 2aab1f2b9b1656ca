#include "apps/cli/maps/grid.h"

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "backlot/base/random.h"

namespace backlot::cli {
namespace {

constexpr double kLaneWidth_m = 3.25;
constexpr std::uint64_t kCycle_s = 90;
constexpr std::uint32_t kOffsetPurpose = 1;

// From the centre of a junction to where its arms begin: the right turn from the outer lane has a radius of 9 m.
double reach_m(int lanes) { return 7.5 + kLaneWidth_m * lanes; }

// The four sides of a junction, counter-clockwise: seen from the centre towards one side, the next one lies to the left.
enum Side : std::size_t { kEast, kNorth, kWest, kSouth };
constexpr std::array<std::string_view, 4> kNames = {"east", "north", "west", "south"};
constexpr std::array<std::string_view, 4> kPlaces = {"(reach, 0 m)", "(0 m, reach)", "(-reach, 0 m)",
                                                     "(0 m, -reach)"};
constexpr std::array<int, 4> kHeadings_deg = {180, 270, 0, 90};  // into the junction

// The sides from which a junction can be entered.
using Arms = std::array<bool, 4>;

Arms arms_at(const GridSettings& settings, int row, int column) {
  return {column<settings.columns, row<settings.rows, column> 1, row> 1};
}

// "crossing", or what is missing: "border_south", "corner_south_west".
std::string template_name(const Arms& arms) {
  std::string missing;
  std::size_t count = 0;
  for (const Side side : {kNorth, kSouth, kEast, kWest}) {
    if (arms[side]) continue;
    missing += fmt::format("_{}", kNames[side]);
    ++count;
  }
  if (count == 0) return "crossing";
  return (count == 1 ? "border" : "corner") + missing;
}

class TemplateWriter {
 public:
  TemplateWriter(const GridSettings& settings, const Arms& arms, std::string& text)
      : settings_(settings), arms_(arms), text_(text) {}

  void write() {
    add("\ntemplate {}{} {{\n", template_name(arms_), settings_.has_signals ? "(offset)" : "");
    for (const Side side : {kEast, kNorth, kWest, kSouth})
      if (arms_[side]) write_arm(side);
    add("  no automatic corridors\n");
    for (const Side side : {kEast, kNorth, kWest, kSouth})
      if (arms_[side]) write_turns(side);
    settings_.has_signals ? write_signals() : add("  control priority to the right\n");
    add("}}\n");
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> pattern, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), pattern, std::forward<Values>(values)...);
  }

  // Seen into the junction from left to right: the lanes that lead out, from the kerb to the middle, then those that lead in.
  void write_arm(Side side) {
    const bool is_east_west = side == kEast || side == kWest;
    add("  arm {} at {} heading {} deg{} {{\n", kNames[side], kPlaces[side], kHeadings_deg[side],
        !settings_.has_signals ? ""
        : is_east_west         ? " signal east_west"
                               : " signal north_south");
    for (int lane = settings_.lanes; lane >= 1; --lane) add("    vehicle out {{ name out{} }}\n", lane);
    for (int lane = 1; lane <= settings_.lanes; ++lane) add("    vehicle in {{ name in{} }}\n", lane);
    add("  }}\n");
  }

  // Traffic that comes in from a side goes straight on to the opposite one. Counter-clockwise, the side before its own
  // lies to its left, the one after it to its right.
  void write_turns(Side from) {
    const auto straight = static_cast<Side>((from + 2) % 4);
    const auto left = static_cast<Side>((from + 3) % 4);
    const auto right = static_cast<Side>((from + 1) % 4);
    const int lanes = settings_.lanes;
    // Where a vehicle can go straight on, all lanes do, and only the outer ones turn as well. Else all of them turn.
    int last_left = 1, first_right = lanes;
    if (!arms_[straight]) {
      last_left = arms_[right] ? (lanes + 1) / 2 : lanes;
      first_right = arms_[left] && lanes > 1 ? last_left + 1 : 1;
    }
    if (arms_[left])
      for (int lane = 1; lane <= last_left; ++lane) write_corridor(from, left, "left", lane);
    if (arms_[straight])
      for (int lane = 1; lane <= lanes; ++lane) write_corridor(from, straight, "straight", lane);
    if (arms_[right])
      for (int lane = first_right; lane <= lanes; ++lane) write_corridor(from, right, "right", lane);
  }

  void write_corridor(Side from, Side to, std::string_view turn, int lane) {
    add("  corridor {0}_{1}_{2} from {0}.in{2} to {3}.out{2}\n", kNames[from], turn, lane, kNames[to]);
  }

  void write_signals() {
    add("  signals {{\n"
        "    groups east_west north_south\n"
        "    programme offset offset {{\n"
        "      42 s: east_west green, north_south red\n"
        "      3 s: east_west yellow, north_south red\n"
        "      42 s: east_west red, north_south green\n"
        "      3 s: east_west red, north_south yellow\n"
        "    }}\n"
        "  }}\n");
  }

  const GridSettings& settings_;
  const Arms& arms_;
  std::string& text_;
};

void add_profile(const GridSettings& settings, std::string& text) {
  text += "profile street {\n";
  for (int lane = 0; lane < settings.lanes; ++lane)
    text += fmt::format("  vehicle backward {} m\n", kLaneWidth_m);
  text += "  spine\n";
  for (int lane = 0; lane < settings.lanes; ++lane)
    text += fmt::format("  vehicle forward {} m\n", kLaneWidth_m);
  text += "}\n";
}

// Every shape of junction that the grid has, once.
void add_templates(const GridSettings& settings, std::string& text) {
  std::array<bool, 16> is_written{};
  // The border and one junction inside show all shapes there are.
  for (const int row : {1, 2, settings.rows}) {
    for (const int column : {1, 2, settings.columns}) {
      const Arms arms = arms_at(settings, row, column);
      bool& is_done =
          is_written[(arms[0] ? 1U : 0U) | (arms[1] ? 2U : 0U) | (arms[2] ? 4U : 0U) | (arms[3] ? 8U : 0U)];
      if (!is_done) TemplateWriter(settings, arms, text).write();
      is_done = true;
    }
  }
}

void add_junctions(const GridSettings& settings, std::string& text) {
  text += "\n";
  for (int row = 1; row <= settings.rows; ++row) {
    for (int column = 1; column <= settings.columns; ++column) {
      fmt::format_to(std::back_inserter(text), "intersection c_{}_{} is {}", row, column,
                     template_name(arms_at(settings, row, column)));
      if (settings.has_signals) {
        const auto number =
            static_cast<std::uint64_t>(row - 1) * static_cast<std::uint64_t>(settings.columns) +
            static_cast<std::uint64_t>(column - 1);
        base::RandomStream random{settings.seed, number, kOffsetPurpose};
        fmt::format_to(std::back_inserter(text), "(offset = {} s)", random.below(kCycle_s));
      }
      fmt::format_to(std::back_inserter(text), " at ({} m, {} m)\n", (column - 1) * settings.block_m,
                     (row - 1) * settings.block_m);
    }
  }
}

void add_ways(const GridSettings& settings, std::string& text) {
  text += "\n";
  for (int row = 1; row <= settings.rows; ++row)
    for (int column = 1; column < settings.columns; ++column)
      fmt::format_to(std::back_inserter(text),
                     "way street_{0}_{1} from c_{0}_{1}.east to c_{0}_{2}.west {{ profile street }}\n", row,
                     column, column + 1);
  for (int row = 1; row < settings.rows; ++row)
    for (int column = 1; column <= settings.columns; ++column)
      fmt::format_to(std::back_inserter(text),
                     "way avenue_{0}_{1} from c_{0}_{1}.north to c_{2}_{1}.south {{ profile street }}\n", row,
                     column, row + 1);
}

}  // namespace

double shortest_block_m(int lanes) {
  constexpr double kRoad_m = 10;
  return 2 * reach_m(lanes) + kRoad_m;
}

std::string grid_text(const GridSettings& settings) {
  std::string text =
      fmt::format("# A grid of {} x {} junctions, {} m apart, made by \"backlot generate grid\".\n\n",
                  settings.rows, settings.columns, settings.block_m);
  text += fmt::format("network grid_{}x{}\nspeed limit 50 km/h\n\n", settings.rows, settings.columns);
  text += fmt::format("parameter reach = {} m\n\n", reach_m(settings.lanes));
  add_profile(settings, text);
  add_templates(settings, text);
  add_junctions(settings, text);
  add_ways(settings, text);
  return text;
}

}  // namespace backlot::cli
