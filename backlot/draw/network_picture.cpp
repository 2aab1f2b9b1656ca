#include "backlot/draw/network_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_canvas.h"
#include "backlot/draw/internal/network_entries.h"
#include "backlot/draw/internal/network_footprints.h"
#include "backlot/draw/internal/network_furniture.h"
#include "backlot/draw/internal/network_glyphs.h"
#include "backlot/draw/internal/network_levels.h"
#include "backlot/draw/internal/network_names.h"
#include "backlot/draw/internal/network_paint.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/draw/internal/network_sampling.h"
#include "backlot/draw/internal/network_surfaces.h"
#include "backlot/draw/ticks.h"

namespace backlot::draw {

using geometry::WorldPoint;
using network::Network;
using network::StripId;

namespace {

constexpr double kUnitsPerMetre = 3;  // where the sheet's size is ours to choose
constexpr double kLeastSide = 1100, kMostSide = 3600;
constexpr double kOrdinarySide = 1300;  // on which texts have their ordinary size
constexpr double kFlattest = 0.25;      // the shorter side of a plan against the longer one
constexpr double kPictureMargin = 26, kHead = 62;

// The corners of everything that is drawn, seen from above.
class Extent {
 public:
  explicit Extent(const PictureWindow& window)
      : low_{window.centre.x - 0.5 * window.width_m, window.centre.y - 0.5 * window.height_m,
             window.centre.z},
        high_{window.centre.x + 0.5 * window.width_m, window.centre.y + 0.5 * window.height_m,
              window.centre.z} {}

  explicit Extent(const Network& network) {
    for (std::size_t i = 0; i < network.strips().size(); ++i) add_strip(network, StripId::from_size(i));
    for (std::size_t i = 0; i < network.intersections().size(); ++i) {
      for (const WorldPoint& p : network.boundary(network::IntersectionId::from_size(i))) add(p, 0);
    }
    for (std::size_t w = 0; w < network.ways().size(); ++w) {
      const network::WayId way = network::WayId::from_size(w);
      for (const network::FeatureDescription& f : network.features(way)) {
        const double reach = 0.5 * std::max({f.length, f.width, 5.0});
        add(internal::surface_point(network, network.way(way).strip, f.distance, f.offset), 1.5 * reach);
      }
    }
    for (const network::FeatureOutline& outline : network.outlines())
      for (const WorldPoint& p : network.corners(outline))
        add({p.x, p.y, low_.z}, 0);  // heights are the roads'
    if (is_empty_) low_ = {-50, -50, 0}, high_ = {50, 50, 0};
    // air around it
    const double air = std::max(0.03 * std::max(high_.x - low_.x, high_.y - low_.y), 2.0);
    low_ = {low_.x - air, low_.y - air, low_.z};
    high_ = {high_.x + air, high_.y + air, high_.z};
  }

  double width() const { return high_.x - low_.x; }
  double height() const { return high_.y - low_.y; }
  const WorldPoint& low() const { return low_; }
  const WorldPoint& high() const { return high_; }

 private:
  void add_strip(const Network& network, StripId id) {
    constexpr double kStep_m = 10;
    const double length = network.strip(id).length();
    const double steps = std::max(1.0, std::ceil(length / kStep_m));
    for (double k = 0; k <= steps; ++k) {
      const double d = length * k / steps;
      const network::LaneEdges edges = network.edges(id, d);
      add(internal::surface_point(network, id, d, edges.left), 0);
      add(internal::surface_point(network, id, d, edges.right), 0);
    }
  }

  void add(const WorldPoint& p, double reach) {
    if (is_empty_) low_ = high_ = p;
    is_empty_ = false;
    low_ = {std::min(low_.x, p.x - reach), std::min(low_.y, p.y - reach), std::min(low_.z, p.z)};
    high_ = {std::max(high_.x, p.x + reach), std::max(high_.y, p.y + reach), std::max(high_.z, p.z)};
  }

  bool is_empty_ = true;
  WorldPoint low_, high_;
};

// The size of the plan itself: asked for, or so that a person can read it.
std::pair<double, double> plan_size(const NetworkPicture& picture, const Extent& extent) {
  const double longer = std::max(extent.width(), extent.height());
  const double side = std::clamp(kUnitsPerMetre * longer, kLeastSide, kMostSide);
  const double flat = kFlattest * side;
  std::pair<double, double> size = {std::max(side * extent.width() / longer, flat),
                                    std::max(side * extent.height() / longer, flat)};
  if (picture.width > 0) {
    const double wanted = std::max(picture.width - 2 * kPictureMargin, 100.0);
    size = {wanted, std::clamp(size.second * wanted / size.first, kFlattest * wanted, wanted / kFlattest)};
  }
  return size;
}

std::string subtitle(const Network& network, const Extent& extent) {
  double lane_m = 0;
  for (const network::Way& way : network.ways()) {
    const network::Strip& strip = network.strip(way.strip);
    for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
      const network::Lane& lane = network.lane(network::LaneId(strip.first_lane + i));
      if (network::use_of(lane.kind) == network::Use::vehicles) lane_m += lane.length;
    }
  }
  const auto counted = [](std::size_t n, const char* one, const char* many) {
    return tick_text(static_cast<double>(n)) + " " + (n == 1 ? one : many);
  };
  std::string text = counted(network.ways().size(), "way", "ways");
  const auto areas = static_cast<std::size_t>(std::count_if(
      network.intersections().begin(), network.intersections().end(),
      [](const auto& i) { return i.whole.is_empty() && i.kind == network::IntersectionKind::area; }));
  const std::size_t corridors = network.corridors().size(), groups = network.signal_groups().size();
  if (areas > 0) text += " · " + counted(areas, "intersection", "intersections");
  if (corridors > 0) text += " · " + counted(corridors, "corridor", "corridors");
  if (groups > 0) text += " · " + counted(groups, "signal group", "signal groups");
  text += lane_m < 1000 ? fmt::format(" · {:.0f} m of vehicle lanes", lane_m)
                        : fmt::format(" · {:.1f} km of vehicle lanes", lane_m / 1000);
  if (extent.high().z - extent.low().z >= 1) {
    // whole metres, and no "-0"
    text += fmt::format(" · heights {} to {} m", std::lround(extent.low().z), std::lround(extent.high().z));
  }
  return text;
}

constexpr const char* kUsualFill = "#2b6cb0";
constexpr const char* kBodyEdge = "#1f2933";

// A place of a body on the sheet: metres ahead of its middle, and to the left of it.
SheetPoint on_body(internal::NetworkCanvas& canvas, const PictureBody& body, double along, double across) {
  return canvas.at({body.centre.x + along * body.heading_x - across * body.heading_y,
                    body.centre.y + along * body.heading_y + across * body.heading_x, body.centre.z});
}

// Two wheels, a handlebar, and the shoulders and the head of the rider. Thinner than half a unit it would not be seen.
void draw_bicycle(internal::NetworkCanvas& canvas, const PictureBody& body) {
  const auto at = [&](double along, double across) { return on_body(canvas, body, along, across); };
  const double l = 0.5 * body.length_m, w = 0.5 * body.width_m;
  const double thick = std::max(0.5, 0.12 * body.width_m * canvas.scale());
  const auto bar = [&](double x1, double y1, double x2, double y2) {
    const SheetPoint line[] = {at(x1, y1), at(x2, y2)};
    canvas.sheet.polyline(line, {.fill = "none", .stroke = kBodyEdge, .stroke_width = thick});
  };
  bar(l, 0, 0.3 * l, 0);
  bar(-0.3 * l, 0, -l, 0);
  bar(0.36 * l, w, 0.36 * l, -w);
  const SheetPoint rider[] = {at(0.3 * l, 0.7 * w),   at(0.05 * l, 0.85 * w),  at(-0.3 * l, 0.5 * w),
                              at(-0.3 * l, -0.5 * w), at(0.05 * l, -0.85 * w), at(0.3 * l, -0.7 * w)};
  canvas.sheet.polygon(
      rider, {.fill = body.fill.empty() ? kUsualFill : body.fill, .stroke = kBodyEdge, .stroke_width = 0.5});
  canvas.sheet.circle(at(0.12 * l, 0), 0.11 * canvas.scale(), {.fill = kBodyEdge});
}

void draw_person(internal::NetworkCanvas& canvas, const PictureBody& body) {
  const auto at = [&](double along, double across) { return on_body(canvas, body, along, across); };
  const double l = 0.5 * body.length_m, w = 0.5 * body.width_m;
  const SheetPoint shoulders[] = {at(l, 0.4 * w),   at(0.5 * l, w),  at(-0.7 * l, w),
                                  at(-0.7 * l, -w), at(0.5 * l, -w), at(l, -0.4 * w)};
  canvas.sheet.polygon(
      shoulders,
      {.fill = body.fill.empty() ? kUsualFill : body.fill, .stroke = kBodyEdge, .stroke_width = 0.5});
  canvas.sheet.circle(at(0.15 * l, 0), 0.11 * canvas.scale(), {.fill = kBodyEdge});
}

// A box with a windscreen, which shows the way that it goes.
void draw_box(internal::NetworkCanvas& canvas, const PictureBody& body) {
  const auto at = [&](double along, double across) { return on_body(canvas, body, along, across); };
  const double l = 0.5 * body.length_m, w = 0.5 * body.width_m;
  const SheetPoint box[] = {at(l, 0.7 * w), at(0.8 * l, w),  at(-l, w),
                            at(-l, -w),     at(0.8 * l, -w), at(l, -0.7 * w)};
  canvas.sheet.polygon(
      box, {.fill = body.fill.empty() ? kUsualFill : body.fill, .stroke = kBodyEdge, .stroke_width = 0.5});
  const SheetPoint screen[] = {at(0.55 * l, 0.8 * w), at(0.3 * l, 0.8 * w), at(0.3 * l, -0.8 * w),
                               at(0.55 * l, -0.8 * w)};
  canvas.sheet.polygon(screen, {.fill = "#dce8f2", .stroke = "none"});
}

void draw_body(internal::NetworkCanvas& canvas, const PictureBody& body) {
  switch (body.shape) {
    case PictureShape::box:
      return draw_box(canvas, body);
    case PictureShape::bicycle:
      return draw_bicycle(canvas, body);
    case PictureShape::person:
      return draw_person(canvas, body);
  }
}

// Beside the body, on its right.
void draw_label(internal::NetworkCanvas& canvas, const PictureBody& body) {
  constexpr double kLeastScale = 1.2;  // units to a metre: below, labels would cover the traffic
  if (body.label.empty() || canvas.scale() < kLeastScale) return;
  const SheetPoint at = canvas.at(body.centre);
  const double size =
      std::clamp(2.2 * canvas.scale(), 4.5 * canvas.interface_scale, 11.0 * canvas.interface_scale);
  const double aside = (0.5 * body.width_m + 0.4) * canvas.scale() + 0.4 * size;
  canvas.sheet.text({at.x + aside * body.heading_y, at.y + aside * body.heading_x + 0.35 * size}, body.label,
                    {.size = size, .fill = "#1f2933", .anchor = Anchor::middle, .halo = "#ffffff"});
}

void draw_mark(internal::NetworkCanvas& canvas, const PictureMark& mark) {
  const double u = canvas.interface_scale, radius = mark.is_ring ? 13 * u : canvas.units(1.1, 2.2, 6 * u);
  const SheetPoint at = canvas.at(mark.at);
  if (mark.is_ring)
    canvas.sheet.circle(at, radius, {.fill = "none", .stroke = mark.colour, .stroke_width = 2.6 * u});
  else
    canvas.sheet.circle(at, radius, {.fill = mark.colour, .stroke = "#1f2933", .stroke_width = 0.5});
  if (!mark.label.empty())
    canvas.sheet.text({at.x + radius + 4 * u, at.y - radius}, mark.label,
                      {.size = 12 * u, .fill = mark.colour, .bold = true, .halo = "#ffffff"});
}

// From the ground up, level by level; then bodies, what stands beside the roads, names, and marks over everything.
void draw_plan(internal::NetworkCanvas& canvas, const NetworkPicture& picture) {
  const std::vector<internal::LaneEntry> entries = internal::find_entries(canvas.network);
  const std::vector<internal::NetworkLevel> levels = internal::find_levels(canvas.network);
  internal::draw_buildings(canvas);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    if (k > 0) internal::draw_shadow(canvas, levels[k]);
    internal::draw_surfaces(canvas, levels[k]);
    internal::draw_markings(canvas, levels[k]);
    internal::draw_entry_lines(canvas, levels[k], entries);
    internal::draw_lane_arrows(canvas, levels[k], entries);
    if (k + 1 == levels.size()) internal::draw_painted_features(canvas);
    internal::draw_corridor_lines(canvas, levels[k]);
    if (k > 0) internal::draw_parapets(canvas, levels[k]);
  }
  for (const PictureBody& body : picture.bodies) draw_body(canvas, body);
  internal::draw_barriers(canvas);
  internal::LabelRoom room(40 * canvas.interface_scale);
  internal::draw_wayside(canvas, internal::find_approaches(canvas.network, entries), room);
  internal::draw_intersection_names(canvas, room);
  internal::draw_way_names(canvas, levels, room);
  for (const PictureMark& mark : picture.marks) draw_mark(canvas, mark);
  for (const PictureBody& body : picture.bodies) draw_label(canvas, body);
}

}  // namespace

Sheet draw_network(const Network& network, const NetworkPicture& picture) {
  const Extent extent = picture.window ? Extent(*picture.window) : Extent(network);
  const auto [plan_width, plan_height] = plan_size(picture, extent);
  const double u = std::clamp(std::max(plan_width, plan_height) / kOrdinarySide, 0.6, 2.4);

  internal::NetworkLayout layout;
  layout.interface_scale = u;
  layout.width = picture.width > 0 ? picture.width : plan_width + 2 * kPictureMargin * u;
  layout.map = {kPictureMargin * u, kHead * u};
  layout.map_width = std::max(layout.width - 2 * kPictureMargin * u, 1.0);

  // the legend tells what the scale has room for, and the scale depends on the legend's height: the width decides
  const double rough_scale = std::min(layout.map_width / extent.width(), plan_height / extent.height());
  const internal::NetworkDetail detail(picture, rough_scale);
  std::vector<internal::LegendItem> items;
  if (picture.legend) {
    items = internal::legend_of(network, detail);
    for (const PictureKey& key : picture.keys)
      items.push_back(
          {.kind = key.is_ring ? internal::LegendItem::Kind::ring : internal::LegendItem::Kind::disc,
           .colour = key.colour,
           .text = key.text});
  }
  const double foot = internal::foot_height(items, layout.width, u);
  layout.height = picture.height > 0 ? picture.height : plan_height + kHead * u + foot;
  layout.map_height = std::max(layout.height - kHead * u - foot, 1.0);

  const std::array<WorldPoint, 2> corners = {extent.low(), extent.high()};
  const Projection projection =
      Projection::fitting(ViewAngles::plan(), corners, layout.map, layout.map_width, layout.map_height);
  Sheet sheet(layout.width, layout.height);
  internal::draw_ground(sheet, layout, projection, picture.grid);
  internal::NetworkCanvas canvas{network, projection,
                                 internal::NetworkDetail(picture, projection.units_per_metre()), u, sheet};
  if (picture.window) sheet.begin_window(layout.map, layout.map_width, layout.map_height);
  draw_plan(canvas, picture);
  if (picture.window) sheet.end_window();
  internal::draw_head(sheet, layout, picture.title.empty() ? network.name() : picture.title,
                      subtitle(network, extent), picture.clock);
  internal::draw_foot(sheet, layout, items, projection.units_per_metre());
  return sheet;
}

Projection draw_network_part(Sheet& sheet, const Network& network, const NetworkPicture& picture,
                             const PictureWindow& window, const SheetPoint& corner, double width,
                             double height) {
  BACKLOT_ASSERT(width > 0 && height > 0, "a part of a sheet has a size");
  const Extent extent(window);
  const std::array<WorldPoint, 2> corners = {extent.low(), extent.high()};
  const Projection projection = Projection::fitting(ViewAngles::plan(), corners, corner, width, height);
  const double u = std::clamp(std::max(width, height) / kOrdinarySide, 0.6, 2.4);
  internal::NetworkCanvas canvas{network, projection,
                                 internal::NetworkDetail(picture, projection.units_per_metre()), u, sheet};
  sheet.rectangle(corner, width, height, {.fill = internal::palette::kGround});
  sheet.begin_window(corner, width, height);
  draw_plan(canvas, picture);
  sheet.end_window();
  return projection;
}

}  // namespace backlot::draw
