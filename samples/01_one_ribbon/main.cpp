// One ribbon: how a road becomes a coordinate system, and how a point finds its place in it.
//
// A ribbon is a surface along a spine. A point near it has three coordinates, all in metres:
//   distance  along the spine,
//   offset    across it on the surface, positive to the left,
//   loft      above the surface.
// place() goes from these to the world, locate() comes back.

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/uniqueness.h"
#include "doc_pictures.h"
#include "one_ribbon.h"
#include "table.h"

using namespace backlot::geometry;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

struct Options {
  bool smoke = false;
  std::string docs;          // empty: no pictures for the documentation
  std::string folder = ".";  // for the picture
  bool is_wrong = false;
  bool asks_help = false;
};

Options read(int count, char** arguments) {
  Options options;
  bool has_folder = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--smoke") {
      options.smoke = true;
    } else if (argument == "--help" || argument == "-h") {
      options.asks_help = true;
    } else if (argument == "--docs" && i + 1 < count) {
      options.docs = arguments[++i];
    } else if (!argument.starts_with("-") && !argument.empty() && !has_folder) {
      options.folder = argument;
      has_folder = true;
    } else {
      options.is_wrong = true;
    }
  }
  return options;
}

constexpr const char* kUsage =
    "usage: sample_01_one_ribbon [--smoke] [FOLDER]\n"
    "       sample_01_one_ribbon --docs FOLDER\n"
    "\n"
    "  FOLDER    where one_ribbon.svg goes (default: here)\n"
    "  --smoke   few points: quick, and the times mean little\n"
    "  --docs    only write the drawings of docs/ribbon.md into FOLDER\n";

void heading(const char* text) { fmt::print("\n{}\n{:-<{}}\n", text, "", std::string_view(text).size()); }

const char* text_of(Found found) {
  switch (found) {
    case Found::nowhere:
      return "nowhere";
    case Found::hinted:
      return "hinted";
    case Found::cold:
      return "cold";
    case Found::fallback:
      break;
  }
  return "fallback";
}

// ---- 1. what it is

void tell(const Ribbon& ribbon) {
  heading("One ribbon");
  fmt::print("  length      {:10.3f} m\n", ribbon.length());
  fmt::print("  edges       {:+10.3f} m left, {:+.3f} m right\n", ribbon.edges().left, ribbon.edges().right);
  fmt::print("  pieces      {:6}\n", ribbon.piece_count());
  fmt::print("  segments    {:6}       {:.2f} m each on average\n", ribbon.segment_count(),
             ribbon.length() / static_cast<double>(ribbon.segment_count()));
  fmt::print("  memory      {:8.1f} kB\n", static_cast<double>(ribbon.bytes()) / 1000);

  // What did not fit together in the description was rounded, and says so.
  const RibbonRepair* worst = nullptr;
  for (const RibbonRepair& repair : ribbon.repairs()) {
    if (worst == nullptr || repair.length > worst->length) worst = &repair;
  }
  if (worst == nullptr) {
    fmt::print("  repairs          0       every element continues the one before it\n");
  } else {
    fmt::print("  repairs     {:6}       the longest: {:.3f} m around {:.3f} m\n", ribbon.repairs().size(),
               worst->length, worst->distance);
  }

  // Where the road is too wide for its curves a place would have two pairs of coordinates.
  fmt::print("  breaches    {:6}       of uniqueness: places with more than one pair of coordinates\n",
             find_uniqueness_breaches(ribbon).size());

  fmt::print("\n  {:>8}  {:>9} {:>9} {:>8}  {:>9} {:>8} {:>8} {:>11}\n", "distance", "x", "y", "z", "heading",
             "grade", "bank", "curvature");
  fmt::print("  {:>8}  {:>9} {:>9} {:>8}  {:>9} {:>8} {:>8} {:>11}\n", "m", "m", "m", "m", "rad", "rad",
             "rad", "1/m");
  for (double distance = 0; distance <= ribbon.length(); distance += 60) {
    const RibbonFrame f = ribbon.frame(distance);
    fmt::print("  {:8.1f}  {:9.3f} {:9.3f} {:8.3f}  {:9.4f} {:8.4f} {:8.4f} {:11.5f}\n", distance,
               f.position.x, f.position.y, f.position.z, f.heading_rad(), f.grade_rad(), f.bank_rad(),
               ribbon.curvature(distance));
  }
}

// ---- 2. a car drives along, leaves the road, comes back, and drives off the end

void drive(const Ribbon& ribbon) {
  heading("A car with a hint");
  fmt::print(
      "  It keeps its last answer as the hint of the next query. A query with a hint takes a few steps;\n"
      "  off the surface the answer is that of a search of the whole ribbon, and the gap tells how far "
      "off.\n\n");
  fmt::print("  {:>6} {:>9} {:>8} {:>8} {:>8}  {:<9} {:>5}  {}\n", "time", "distance", "offset", "loft",
             "gap", "found", "steps", "");
  fmt::print("  {:>6} {:>9} {:>8} {:>8} {:>8}\n", "s", "m", "m", "m", "m");

  Located where;  // empty: the first query is cold
  for (int step = 0; step <= 450; ++step) {
    // Where the car is in the world. Only for this show it comes from the ribbon itself.
    const double time_s = 0.1 * step;
    const double distance = 13.0 * time_s;
    double offset = -2.5;
    if (time_s > 8 && time_s < 16)
      offset = -2.5 - 5.5 * (1 - backlot::base::cos((time_s - 8) * backlot::base::kPi / 4)) / 2;
    const WorldPoint car = place(ribbon, {distance, offset, 0.3});

    where = locate(ribbon, car, where);

    const double off = gap(ribbon, where);
    const char* remark = where.at_end == AtEnd::end ? "past the end" : (off > 0 ? "beside the road" : "");
    if (step % 40 == 0 || (step >= 80 && step <= 160 && step % 10 == 0)) {
      fmt::print("  {:6.1f} {:9.3f} {:8.3f} {:8.3f} {:8.3f}  {:<9} {:>5}  {}\n", time_s,
                 extended(where).distance, where.point.offset, where.point.loft, off, text_of(where.found),
                 where.iterations, remark);
    }
  }
}

// ---- 3. one point, two answers

void cross_over(const Ribbon& ribbon) {
  heading("Where the ribbon crosses over itself");
  const WorldPoint below = place(ribbon, {25, 0, 1});
  std::vector<Located> all;
  locate_all(ribbon, below, {.loft_low = -25, .loft_high = 25}, all);
  fmt::print("  The point ({:.1f}, {:.1f}, {:.1f}) lies\n", below.x, below.y, below.z);
  for (const Located& l : all) {
    fmt::print("    at distance {:7.3f} m, offset {:+6.3f} m, {:6.3f} m {} the surface\n", l.point.distance,
               l.point.offset, std::fabs(l.point.loft), l.point.loft >= 0 ? "above" : "below");
  }
  fmt::print("  A window of loft from -1 m to +3 m, the default, keeps the one it stands on.\n");
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = read(count, arguments);
  if (options.is_wrong || options.asks_help) {
    fmt::print(options.is_wrong ? stderr : stdout, "{}", kUsage);
    return options.is_wrong ? 2 : 0;
  }

  // From a description, loose and editable, to a model, checked and const.
  const Ribbon ribbon = one_ribbon::built(one_ribbon::description());
  if (!options.docs.empty()) return one_ribbon::write_doc_pictures(ribbon, options.docs) ? 0 : 1;

  tell(ribbon);
  drive(ribbon);
  cross_over(ribbon);
  const bool is_right = one_ribbon::print_table(ribbon, options.smoke ? 2'000 : 100'000);

  // The picture.
  const std::string path = options.folder + "/one_ribbon.svg";
  const backlot::base::Diagnostics failed = one_ribbon::picture(ribbon).write(path);
  if (failed.has_errors()) {
    fmt::print(stderr, "{}", to_text(failed));
    return 1;
  }
  fmt::print("\nThe picture is {}\n", options.folder == "." ? "one_ribbon.svg" : path);
  return is_right ? 0 : 1;
}
