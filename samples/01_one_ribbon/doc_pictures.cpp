// The drawings of docs/ribbon.md. Each is computed from real ribbons, so it cannot say what the code does not do.
#include "doc_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/draw/colour.h"
#include "backlot/draw/plot.h"
#include "backlot/draw/projection.h"
#include "backlot/geometry/locate.h"
#include "one_ribbon.h"

namespace one_ribbon {

using namespace backlot::geometry;  // NOLINT(google-build-using-namespace): a sample reads better so
using namespace backlot::draw;      // NOLINT(google-build-using-namespace)

namespace {

constexpr const char* kPaper = "#fbfaf7";
constexpr const char* kRoad = "#c9d8e2";
constexpr const char* kSpine = "#b3122a";
constexpr const char* kEdge = "#1c2b36";
constexpr const char* kOrange = "#d55e00";
constexpr const char* kGreen = "#1e8f3e";
constexpr const char* kBlue = "#1f4fd1";

Ribbon from_plan(std::vector<PlanElement> elements, SurfaceEdges edges, const CubicProfile& elevation = {},
                 const CubicProfile& bank = {}) {
  PlanSpine spine;
  spine.elements = std::move(elements);
  spine.elevation = elevation;
  spine.bank_rad = bank;
  RibbonDescription d;
  d.name = "drawing";
  d.spine = std::move(spine);
  d.edges = edges;
  return Ribbon::build(d).value();
}

// A line of equal offset and loft, from one distance to another.
std::vector<SheetPoint> along(const Ribbon& ribbon, const Projection& view, double from, double to,
                              double offset) {
  std::vector<SheetPoint> points;
  const int steps = std::max(2, static_cast<int>((to - from) / 0.5));
  for (int i = 0; i <= steps; ++i)
    points.push_back(view.at(place(ribbon, {from + (to - from) * i / steps, offset, 0})));
  return points;
}

// The surface seen from above or from afar: a plain patch, its edges, its spine.
void surface(Sheet& sheet, const Ribbon& ribbon, const Projection& view, double grid_m,
             double offset_grid_m) {
  std::vector<SheetPoint> outline = along(ribbon, view, 0, ribbon.length(), ribbon.edges().left);
  const std::vector<SheetPoint> back = along(ribbon, view, 0, ribbon.length(), ribbon.edges().right);
  outline.insert(outline.end(), back.rbegin(), back.rend());
  sheet.polygon(outline, {.fill = kRoad, .stroke = kEdge, .stroke_width = 1.4});
  sheet.begin_group({.fill = "none", .stroke = "#ffffff", .stroke_width = 1.1});
  for (double d = grid_m; grid_m > 0 && d < ribbon.length(); d += grid_m) {
    sheet.line(view.at(place(ribbon, {d, ribbon.edges().left, 0})),
               view.at(place(ribbon, {d, ribbon.edges().right, 0})), {});
  }
  for (double o = offset_grid_m; offset_grid_m > 0 && o < ribbon.edges().left; o += offset_grid_m) {
    sheet.polyline(along(ribbon, view, 0, ribbon.length(), o), {});
    sheet.polyline(along(ribbon, view, 0, ribbon.length(), -o), {});
  }
  sheet.end_group();
  sheet.polyline(along(ribbon, view, 0, ribbon.length(), 0),
                 {.fill = "none", .stroke = kSpine, .stroke_width = 2.2});
}

std::vector<WorldPoint> outline(const Ribbon& ribbon) {
  std::vector<WorldPoint> points;
  for (double d = 0; d <= ribbon.length(); d += 1) {
    points.push_back(place(ribbon, {d, ribbon.edges().left, 0}));
    points.push_back(place(ribbon, {d, ribbon.edges().right, 0}));
  }
  return points;
}

// ---- distance, offset, loft

Sheet coordinates() {
  const Ribbon ribbon = from_plan({{PlanSpiral{60, -0.004, 0.024}}, {PlanSpiral{40, 0.024, 0.004}}},
                                  {.left = 12, .right = -12}, CubicProfile::through({{0, 0}, {100, 7}}),
                                  CubicProfile::through({{0, 0}, {60, -0.16}, {100, -0.1}}));
  const double width = 900, height = 520;
  Sheet sheet(width, height);
  const Projection view =
      Projection::fitting({.azimuth_rad = -1.35, .height_rad = 0.8}, outline(ribbon), {60, 90}, 780, 370);
  sheet.rectangle({0, 0}, width, height, {.fill = kPaper});
  surface(sheet, ribbon, view, 10, 3);

  // the point, and the way to it
  const RibbonPoint p = {52, 9, 13};
  const SheetPoint foot = view.at(place(ribbon, {p.distance, 0, 0}));
  const SheetPoint below = view.at(place(ribbon, {p.distance, p.offset, 0}));
  const SheetPoint at = view.at(place(ribbon, p));
  sheet.polyline(along(ribbon, view, 0, p.distance, 0),
                 {.fill = "none", .stroke = kOrange, .stroke_width = 5});
  sheet.line(foot, below, {.stroke = kGreen, .stroke_width = 4});
  sheet.line(below, at, {.stroke = kBlue, .stroke_width = 4});
  for (const SheetPoint& dot : {foot, below})
    sheet.circle(dot, 5, {.fill = "#ffffff", .stroke = "#222222", .stroke_width = 1.6});
  sheet.circle(at, 7, {.fill = "#222222"});
  sheet.text({at.x + 14, at.y - 4}, "p = (x, y, z)", {.size = 19, .bold = true, .halo = kPaper});

  const TextStyle big{.size = 18, .bold = true, .halo = kPaper};
  TextStyle style = big;
  style.fill = kOrange;
  const SheetPoint middle = view.at(place(ribbon, {24, 0, 0}));
  sheet.text({middle.x - 46, middle.y - 12}, "distance", style);
  style.fill = kGreen;
  sheet.text({0.5 * (foot.x + below.x) + 12, 0.5 * (foot.y + below.y) + 8}, "offset > 0", style);
  style.fill = kBlue;
  sheet.text({0.5 * (below.x + at.x) + 12, 0.5 * (below.y + at.y) + 4}, "loft > 0", style);

  // the frame, at another place
  const RibbonFrame frame = ribbon.frame(86);
  const SheetPoint origin = view.at(frame.position);
  for (const auto& [axis, colour, name, dx, dy] : {std::tuple{frame.tangent, kSpine, "tangent", 6.0, 22.0},
                                                   std::tuple{frame.lateral, kGreen, "lateral", -66.0, -2.0},
                                                   std::tuple{frame.normal, kBlue, "normal", 10.0, 0.0}}) {
    const SheetPoint tip = view.at(frame.position + axis * 15);
    sheet.arrow(origin, tip, 13, {.stroke = colour, .stroke_width = 3});
    sheet.text({tip.x + dx, tip.y + dy}, name, {.size = 16, .fill = colour, .halo = kPaper});
  }
  const SheetPoint start = view.at(place(ribbon, {0, 0, 0}));
  sheet.text({start.x - 12, start.y + 6}, "0 m", {.size = 16, .anchor = Anchor::end});
  sheet.text({40, 44}, "The coordinates of a ribbon", {.size = 20, .bold = true});
  sheet.text({40, 68}, "along the spine, across it on the surface, above the surface",
             {.size = 15, .fill = "#555555"});
  return sheet;
}

// ---- the laws of the segment's length

constexpr double kHeadingLaw = 0.0080187537;  // sqrt(3) / 216

// The longest angle t = h / R for which the surface is within 1 mm at the edge.
double surface_angle(double radius, double edge_m) {
  double low = 0, high = 3;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    (radius * t * t * t * t / 384 + edge_m * kHeadingLaw * t * t * t <= 1e-3 ? low : high) = t;
  }
  return low;
}

double heading_angle() { return std::cbrt(5e-4 / kHeadingLaw); }
double speed_angle() { return std::sqrt(std::sqrt(456 * 1e-4)); }
double curvature_angle(double radius) { return std::sqrt(12 * std::max(0.02, 1e-5 * radius)); }

double law(double radius, double edge_m) {
  return std::min(64.0, radius * std::min({surface_angle(radius, edge_m), heading_angle(), speed_angle(),
                                           curvature_angle(radius)}));
}

double as_built(double radius, double edge_m) {
  const Ribbon ribbon = from_plan({{PlanArc{6 * radius, 1 / radius}}}, {.left = edge_m, .right = -edge_m});
  return ribbon.length() / static_cast<double>(ribbon.segment_count());
}

std::vector<double> radii(double from, double to, double factor) {
  std::vector<double> found;
  for (double r = from; r <= to * 1.0001; r *= factor) found.push_back(r);
  return found;
}

template <class Law>
Series line(std::string name, const Law& height, std::string colour, std::string dash = {}) {
  Series series{
      .name = std::move(name), .marker = Marker::none, .colour = std::move(colour), .dash = std::move(dash)};
  for (const double r : radii(6, 2000, 1.06)) series.points.push_back({r, height(r)});
  return series;
}

template <class Law>
Series dots(std::string name, const Law& height, std::string colour, Marker marker = Marker::circle) {
  Series series{.name = std::move(name), .marker = marker, .has_line = false, .colour = std::move(colour)};
  for (const double r : radii(6, 2000, 1.9)) series.points.push_back({r, height(r)});
  return series;
}

Sheet error_laws() {
  Plot plot;
  plot.title = "How long a segment may be: each bound allows its own length";
  plot.subtitle = "arc with edges at 8 m; the ribbon takes the shortest";
  plot.x = {.label = "radius R [m]", .is_log = true, .low = 6, .high = 2000};
  plot.y = {.label = "segment length h [m]", .is_log = true, .low = 1, .high = 1000};
  plot.series = {
      line(
          "surface 1 mm at spine and edges", [](double r) { return r * surface_angle(r, 8); }, "#0072b2"),
      line(
          "speed 1e-4", [](double r) { return r * speed_angle(); }, "#cc79a7"),
      line(
          "heading 5e-4 rad", [](double r) { return r * heading_angle(); }, "#009e73", "7 4"),
      line(
          "curvature 2 % or 1e-5 1/m", [](double r) { return r * curvature_angle(r); }, "#8a6d00", "2 4"),
      line(
          "index: 64 m", [](double) { return 64.0; }, "#888888", "1 5"),
      dots(
          "as built", [](double r) { return as_built(r, 8); }, "#222222"),
  };
  return draw_plot(plot);
}

Sheet segment_length() {
  Plot plot;
  plot.title = "Segment length over radius, for several widths";
  plot.subtitle = "lines: the laws; marks: ribbons as built";
  plot.x = {.label = "radius R [m]", .is_log = true, .low = 6, .high = 2000};
  plot.y = {.label = "segment length h [m]", .is_log = true, .low = 1, .high = 100};
  const std::array<std::pair<double, const char*>, 4> edges = {
      std::pair{2.0, "#0072b2"}, std::pair{8.0, "#d55e00"}, std::pair{20.0, "#009e73"},
      std::pair{50.0, "#cc79a7"}};
  for (const auto& [edge, colour] : edges) {
    plot.series.push_back(line(
        fmt::format("edges at {:g} m", edge), [e = edge](double r) { return law(r, e); }, colour));
    plot.series.push_back(dots(
        "", [e = edge](double r) { return as_built(r, e); }, colour));
  }
  return draw_plot(plot);
}

// ---- pieces and segments

// The distances at which segments begin, found from outside: where the number of the segment changes.
std::vector<double> nodes(const Ribbon& ribbon) {
  std::vector<double> found{0};
  for (std::uint32_t i = 0; i + 1 < ribbon.segment_count(); ++i) {
    double low = found.back(), high = ribbon.length();
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (hint_at(ribbon, middle).segment <= i ? low : high) = middle;
    }
    found.push_back(high);
  }
  found.push_back(ribbon.length());
  return found;
}

Sheet pieces() {
  const Ribbon ribbon = from_plan({{PlanLine{70}},
                                   {PlanSpiral{30, 0, 1.0 / 20}},
                                   {PlanArc{24, 1.0 / 20}},
                                   {PlanSpiral{30, 1.0 / 20, 0}},
                                   {PlanLine{50}}},
                                  {.left = 6, .right = -6});
  const double width = 900, height = 548;
  Sheet sheet(width, height);
  sheet.rectangle({0, 0}, width, height, {.fill = kPaper});
  const Projection view = Projection::fitting(ViewAngles::plan(), outline(ribbon), {50, 86}, 800, 300);
  surface(sheet, ribbon, view, 0, 0);
  sheet.text({40, 44}, "Pieces and segments", {.size = 20, .bold = true});
  sheet.text({40, 68}, "line, spiral, arc, spiral, line: what wants much the same length makes one piece",
             {.size = 15, .fill = "#555555"});

  // the same as a bar below: distance to the right
  const double bar_y = 424, bar_height = 26, bar_x = 50, scale = 800 / ribbon.length();
  const std::vector<double> at = nodes(ribbon);
  double before = 0;
  std::size_t piece = 0;
  std::vector<double> starts;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double length = at[i + 1] - at[i];
    if (i == 0 || std::fabs(length - before) > 1e-6) {
      ++piece;
      starts.push_back(at[i]);
    }
    before = length;
    sheet.rectangle({bar_x + scale * at[i], bar_y}, scale * length, bar_height,
                    {.fill = piece % 2 == 1 ? kRoad : "#f0d9b5", .stroke = kEdge, .stroke_width = 1});
  }
  starts.push_back(ribbon.length());
  for (const double d : at) {
    const bool is_piece = std::find(starts.begin(), starts.end(), d) != starts.end();
    const double reach = is_piece ? 8.5 : 2;
    sheet.line(view.at(place(ribbon, {d, reach, 0})), view.at(place(ribbon, {d, -reach, 0})),
               {.stroke = is_piece ? kOrange : kEdge, .stroke_width = is_piece ? 2.4 : 1.4});
  }
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const double x = bar_x + scale * starts[k];
    sheet.line({x, bar_y - 9}, {x, bar_y + bar_height + 9}, {.stroke = kOrange, .stroke_width = 2.4});
    sheet.text({x, bar_y + bar_height + 26}, fmt::format("{:.0f} m", starts[k]),
               {.size = 13, .anchor = Anchor::middle});
    if (k + 1 == starts.size()) continue;
    sheet.text({bar_x + scale * 0.5 * (starts[k] + starts[k + 1]), bar_y - 12}, fmt::format("piece {}", k),
               {.size = 14, .fill = kOrange, .anchor = Anchor::middle});
  }
  // and the bins: eight for each piece
  const std::size_t bins = 8 * ribbon.piece_count();
  for (std::size_t i = 0; i <= bins; ++i) {
    const double x = bar_x + 800 * static_cast<double>(i) / static_cast<double>(bins);
    sheet.line({x, bar_y + 92}, {x, bar_y + 100}, {.stroke = "#555555", .stroke_width = 1});
  }
  sheet.line({bar_x, bar_y + 100}, {bar_x + 800, bar_y + 100}, {.stroke = "#555555", .stroke_width = 1});
  sheet.text({bar_x, bar_y + 84}, "bins of equal length: each knows the piece at its start",
             {.size = 13, .fill = "#555555"});
  return sheet;
}

// ---- kinks

Sheet kink() {
  const double turn = 0.9, run = 34, edge = 7;
  const auto [sine, cosine] = backlot::base::sin_cos(turn);
  const double width = 980, height = 470;
  Sheet sheet(width, height);
  sheet.rectangle({0, 0}, width, height, {.fill = kPaper});

  // as built, and with it the frame of both panels
  const Ribbon ribbon =
      from_plan({{PlanLine{run}}, {PlanLine{run}, PlanPose{run, 0, turn}}}, {.left = edge, .right = -edge});
  const Projection right = Projection::fitting(ViewAngles::plan(), outline(ribbon), {520, 100}, 420, 330);
  const Projection left = Projection::fitting(ViewAngles::plan(), outline(ribbon), {40, 100}, 420, 330);

  // as described: lines of equal distance cross each other inside the bend, and leave a hole outside
  const auto described = [&, s = sine, c = cosine](double d, double offset) {
    if (d < run) return WorldPoint{d, offset, 0};
    return WorldPoint{run + (d - run) * c - offset * s, (d - run) * s + offset * c, 0};
  };
  const Style patch{.fill = kRoad, .stroke = kEdge, .stroke_width = 1.2, .opacity = 0.75};
  for (const double from : {0.0, run}) {
    const double to = from + run - 1e-9;
    sheet.polygon(std::array{left.at(described(from, edge)), left.at(described(to, edge)),
                             left.at(described(to, -edge)), left.at(described(from, -edge))},
                  patch);
  }
  // inside the bend two stretches claim the same place, outside neither does
  const WorldPoint bend = {run, 0, 0};
  sheet.polygon(std::array{left.at(bend), left.at({run, edge, 0}),
                           left.at({run - edge * backlot::base::tan(0.5 * turn), edge, 0}),
                           left.at(described(run, edge))},
                {.fill = "#e2795b"});
  sheet.polygon(std::array{left.at(bend), left.at({run, -edge, 0}), left.at(described(run, -edge))},
                {.fill = "#f2c14e"});
  for (double d = 2; d < 2 * run; d += 2) {
    sheet.line(left.at(described(d, edge)), left.at(described(d, -edge)),
               {.stroke = "#ffffff", .stroke_width = 1.1});
  }
  const std::array<SheetPoint, 3> corner = {left.at({0, 0, 0}), left.at({run, 0, 0}),
                                            left.at(described(2 * run, 0))};
  sheet.polyline(corner, {.fill = "none", .stroke = kSpine, .stroke_width = 2.2});
  sheet.text({40, 76}, "as described: inside the bend two answers, outside none",
             {.size = 15, .fill = "#555555"});

  surface(sheet, ribbon, right, 2, 0);
  const std::array<SheetPoint, 3> old = {right.at({0, 0, 0}), right.at({run, 0, 0}),
                                         right.at(described(2 * run, 0))};
  sheet.polyline(old, {.fill = "none", .stroke = "#222222", .stroke_width = 1.2, .dash = "4 4"});
  const RibbonRepair& repair = ribbon.repairs().front();
  for (const double d : {repair.distance - 0.5 * repair.length, repair.distance + 0.5 * repair.length}) {
    sheet.line(right.at(place(ribbon, {d, edge + 1.5, 0})), right.at(place(ribbon, {d, -edge - 1.5, 0})),
               {.stroke = kOrange, .stroke_width = 2.2});
  }
  const SheetPoint label = right.at(place(ribbon, {repair.distance, -edge - 2.5, 0}));
  sheet.text({label.x + 2, label.y + 12}, fmt::format("rounded over {:.1f} m", repair.length),
             {.size = 15, .fill = kOrange, .bold = true, .halo = kPaper});
  sheet.text({520, 76}, "as built: 1 - curvature * offset > 0.1 at the inner edge",
             {.size = 15, .fill = "#555555"});
  sheet.text({40, 44}, fmt::format("A kink of {:g} rad", turn), {.size = 20, .bold = true});
  return sheet;
}

// ---- the evolute, basins, and what a query with a hint sees

// A hairpin whose curvature grows to 1/12 and falls again.
Ribbon hairpin(double edge_m) {
  return from_plan(
      {{PlanLine{45}}, {PlanSpiral{34, 0, 1.0 / 12}}, {PlanSpiral{34, 1.0 / 12, 0}}, {PlanLine{45}}},
      {.left = edge_m, .right = -edge_m});
}

Sheet basins() {
  const Ribbon road = hairpin(6), wide = hairpin(70);
  const double width = 900, height = 640, foot_height = 84;
  Sheet sheet(width, height);
  std::vector<WorldPoint> frame = outline(hairpin(14));
  const Projection view =
      Projection::fitting(ViewAngles::plan(), frame, {30, 84}, width - 60, height - 84 - foot_height - 20);

  // how many minima each place has: cells of 7 units
  const double cell = 7, scale = view.units_per_metre();
  const SheetPoint zero = view.at({0, 0, 0});
  const std::array<const char*, 4> fill = {"#e4e4e0", "#d9ecd4", "#f6dfa4", "#eba58c"};
  sheet.rectangle({0, 0}, width, height, {.fill = fill[0]});
  std::vector<Located> all;
  for (std::size_t n = 1; n <= 3; ++n) {
    sheet.begin_group({.fill = fill[n]});
    for (double y = 78; y < height - foot_height; y += cell) {
      // neighbours of the same kind make one rectangle
      double from = -1;
      for (double x = 0; x <= width + cell; x += cell) {
        const WorldPoint p = {(x + 0.5 * cell - zero.x) / scale, -(y + 0.5 * cell - zero.y) / scale, 0};
        locate_all(wide, p, {}, all);
        const bool fits = x < width && std::min<std::size_t>(all.size(), 3) == n;
        if (fits && from < 0) from = x;
        if (!fits && from >= 0) {
          sheet.rectangle({from, y}, x - from + 0.4, cell + 0.4, {});
          from = -1;
        }
      }
    }
    sheet.end_group();
  }

  // the road with its grid, and the evolute: the centres of curvature
  sheet.begin_group({.opacity = 0.85});
  surface(sheet, road, view, 4, 3);
  sheet.end_group();
  std::vector<SheetPoint> evolute;
  for (double d = 0; d <= road.length(); d += 0.25) {
    const double curvature = road.curvature(d);
    if (curvature < 1.0 / 200) continue;
    const RibbonFrame f = road.frame(d);
    evolute.push_back(view.at(f.position + f.lateral / curvature));
  }
  sheet.polyline(evolute, {.fill = "none", .stroke = "#6a1b9a", .stroke_width = 2.6});
  for (const SheetPoint& p : evolute) {
    if (p.y < 104 || p.y > height - foot_height - 30) continue;
    sheet.text({p.x - 14, p.y + 6}, "evolute",
               {.size = 17, .fill = "#6a1b9a", .anchor = Anchor::end, .bold = true, .halo = fill[2]});
    break;
  }

  // one point beyond it and its minima; one point on the road
  const auto show = [&](const WorldPoint& p, const char* name) {
    locate_all(wide, p, {}, all);
    for (const Located& l : all) {
      const SheetPoint at = view.at(place(wide, {l.point.distance, 0, 0}));
      sheet.line(view.at(p), at, {.stroke = "#222222", .stroke_width = 1.5, .dash = "5 4"});
      sheet.circle(at, 4.5, {.fill = "#ffffff", .stroke = "#222222", .stroke_width = 1.5});
    }
    sheet.circle(view.at(p), 6, {.fill = "#222222"});
    sheet.text({view.at(p).x + 10, view.at(p).y - 9}, name, {.size = 17, .bold = true, .halo = "#ffffff"});
  };
  const RibbonFrame apex = road.frame(0.5 * road.length());
  show(apex.position + apex.lateral * 34 + apex.tangent * 3, "a");
  show(place(road, {0.5 * road.length() - 22, 4, 0}), "b");

  // words
  sheet.rectangle({0, 0}, width, 78, {.fill = kPaper});
  sheet.rectangle({0, height - foot_height}, width, foot_height, {.fill = kPaper});
  sheet.text({30, 40}, "How many nearest places a point has", {.size = 20, .bold = true});
  sheet.text({30, 63}, "local minima of the distance from the spine of a hairpin, seen from above",
             {.size = 15, .fill = "#555555"});
  const std::array<const char*, 4> words = {"none: past both ends", "one", "two", "three"};
  double x = 30;
  for (const std::size_t n : {1U, 2U, 0U}) {
    sheet.rectangle({x, height - 60}, 26, 18, {.fill = fill[n], .stroke = "#888888", .stroke_width = 0.8});
    sheet.text({x + 34, height - 46}, words[n], {.size = 15});
    x += 100;
  }
  sheet.text({30, height - 16}, "a: beyond the evolute, a minimum on each leg.   b: on the road, one.",
             {.size = 15});
  return sheet;
}

Sheet newton() {
  const Ribbon road = hairpin(6);
  Plot plot;
  plot.title = "Q'·r: zero and falling at each nearest place";
  plot.subtitle = "points on the axis of the hairpin; the radius at its apex is 12 m";
  plot.x = {.label = "distance on the spine [m]", .low = 40, .high = 120};
  plot.y = {.label = "Q'·r [m]", .low = -13, .high = 13};
  const double middle = 0.5 * road.length();
  const RibbonFrame apex = road.frame(middle);
  for (const double offset : {6.0, 12.0, 18.0}) {
    const char* where = offset < 12 ? "on the road" : (offset > 12 ? "beyond the evolute" : "on the evolute");
    Series series{.name = fmt::format("{:g} m inside, {}", offset, where), .marker = Marker::none};
    const WorldPoint p = apex.position + apex.lateral * offset;
    for (double d = middle - 40; d <= middle + 40; d += 0.5) {
      const RibbonFrame f = road.frame(d);
      series.points.push_back({d, dot(f.tangent, p - f.position)});
    }
    plot.series.push_back(std::move(series));
  }
  return draw_plot(plot);
}

}  // namespace

bool write_doc_pictures(const Ribbon& ribbon, const std::string& folder) {
  const std::array<std::pair<const char*, Sheet>, 8> pictures = {
      std::pair{"one_ribbon", picture(ribbon)},
      std::pair{"coordinates", coordinates()},
      std::pair{"error_laws", error_laws()},
      std::pair{"segment_length", segment_length()},
      std::pair{"pieces", pieces()},
      std::pair{"kink", kink()},
      std::pair{"basins", basins()},
      std::pair{"newton", newton()}};
  bool is_done = true;
  for (const auto& [name, sheet] : pictures) {
    const std::string path = fmt::format("{}/{}.svg", folder, name);
    const backlot::base::Diagnostics failed = sheet.write(path);
    fmt::print(failed.has_errors() ? stderr : stdout, "{}",
               failed.has_errors() ? to_text(failed) : path + "\n");
    is_done = is_done && !failed.has_errors();
  }
  return is_done;
}

}  // namespace one_ribbon
