#include "backlot/draw/internal/network_furniture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_entries.h"
#include "backlot/draw/internal/network_glyphs.h"
#include "backlot/draw/internal/network_labels.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/draw/ticks.h"

namespace backlot::draw::internal {

using network::Control;
using network::FeatureKind;
using network::LaneKind;
using network::Network;
using network::Turn;
using network::Use;

namespace {

// In units of a sheet of ordinary size.
constexpr double kText = 11.5;
constexpr double kRow = 21;
constexpr double kSymbol = 24;
constexpr double kBetween = 20;
constexpr double kSide = 26;       // left and right of the sheet
constexpr double kBarBlock = 250;  // kept free for the scale bar
constexpr double kLongestBar = 200;
constexpr double kGridEvery = 170;

// The largest of 1, 2, 5, 10, 20, 50 ... that is not above x.
double round_below(double x) {
  BACKLOT_ASSERT(x > 0, "a length of a scale bar is above zero");
  double decade = 1e-3;
  while (decade * 10 <= x && decade < 1e9) decade *= 10;
  return decade * (x >= 5 * decade ? 5 : (x >= 2 * decade ? 2 : 1));
}

std::string length_text(double metres) {
  BACKLOT_ASSERT(metres > 0, "a length of a scale bar is above zero");
  return metres >= 1000 ? fmt::format("{:g} km", metres / 1000) : fmt::format("{:g} m", metres);
}

const char* surface_text(LaneKind kind) {
  switch (kind) {
    case LaneKind::vehicle:
      return "vehicle lane";
    case LaneKind::bus:
      return "bus lane";
    case LaneKind::bicycle:
      return "bicycle lane";
    case LaneKind::parking:
      return "parking";
    case LaneKind::shoulder:
      return "shoulder";
    case LaneKind::sidewalk:
      return "sidewalk";
    case LaneKind::crosswalk:
      return "crosswalk";
    case LaneKind::verge:
      return "verge";
    case LaneKind::median:
      return "median";
    case LaneKind::border:
      return "border";
  }
  return "";
}

void add_corridors(const Network& network, std::vector<LegendItem>& items) {
  struct CorridorRow {
    Use use;
    Turn turn;
    const char* text;
  };
  static constexpr std::array<CorridorRow, 6> kRows = {{{Use::vehicles, Turn::straight, "straight on"},
                                                        {Use::vehicles, Turn::left, "left turn"},
                                                        {Use::vehicles, Turn::right, "right turn"},
                                                        {Use::vehicles, Turn::u_turn, "U-turn"},
                                                        {Use::bicycles, Turn::straight, "bicycles"},
                                                        {Use::pedestrians, Turn::straight, "on foot"}}};
  for (const CorridorRow& row : kRows) {
    const bool occurs =
        std::any_of(network.corridors().begin(), network.corridors().end(), [&](const network::Corridor& c) {
          const Use use = network::use_of(network.lane(c.lane).kind);
          return use == row.use && (use != Use::vehicles || c.turn == row.turn);
        });
    if (occurs) {
      items.push_back({.kind = LegendItem::Kind::corridor,
                       .colour = corridor_colour(row.use, row.turn),
                       .text = row.text});
    }
  }
}

void add_signs(const Network& network, bool has_heads, std::vector<LegendItem>& items) {
  const auto has_control = [&](std::initializer_list<Control> controls) {
    return std::any_of(network.corridors().begin(), network.corridors().end(),
                       [&](const network::Corridor& c) {
                         const Use use = network::use_of(network.lane(c.lane).kind);
                         return (use == Use::vehicles || use == Use::bicycles) &&
                                std::find(controls.begin(), controls.end(), c.control) != controls.end();
                       });
  };
  const auto has_feature = [&](FeatureKind kind) {
    for (std::size_t w = 0; w < network.ways().size(); ++w) {
      for (const network::FeatureDescription& f : network.features(network::WayId::from_size(w))) {
        if (f.kind == kind) return true;
      }
    }
    return false;
  };
  const auto add_sign = [&](FeatureKind kind, const char* text) {
    items.push_back({.kind = LegendItem::Kind::sign, .sign = kind, .text = text});
  };
  if (has_control({Control::stop, Control::all_way_stop}) || has_feature(FeatureKind::stop_sign)) {
    add_sign(FeatureKind::stop_sign, "stop");
  }
  if (has_control({Control::yield}) || has_feature(FeatureKind::yield_sign)) {
    add_sign(FeatureKind::yield_sign, "yield");
  }
  if (has_control({Control::priority_road}) || has_feature(FeatureKind::priority_sign)) {
    add_sign(FeatureKind::priority_sign, "priority road");
  }
  if (has_feature(FeatureKind::speed_sign)) add_sign(FeatureKind::speed_sign, "speed limit, km/h");
  if (has_heads && (has_control({Control::signal}) || has_feature(FeatureKind::signal_head))) {
    items.push_back({.kind = LegendItem::Kind::signal, .text = "signals, rim by group"});
  }
}

double item_width(const LegendItem& item, double u) {
  return u * (kSymbol + 6 + kBetween) + 0.93 * text_width(item.text, u * kText);
}

// Calls `place` with the corner of each item, row by row; gives the number of rows.
template <class Place>
int lay_out(const std::vector<LegendItem>& items, double width, double u, Place place) {
  const double end = width - u * (kSide + kBarBlock);
  double x = u * kSide;
  int row = 0;
  for (const LegendItem& item : items) {
    if (x > u * kSide && x + item_width(item, u) > end) {
      x = u * kSide;
      ++row;
    }
    place(item, x, row);
    x += item_width(item, u);
  }
  return items.empty() ? 0 : row + 1;
}

void draw_symbol(Sheet& sheet, const LegendItem& item, const SheetPoint& middle, double u) {
  const double half = 0.5 * u * kSymbol;
  const SheetPoint left = {middle.x - half, middle.y}, right = {middle.x + half, middle.y};
  switch (item.kind) {
    case LegendItem::Kind::surface: {
      const double h = 6.5 * u;
      sheet.rectangle(
          {left.x, left.y - h}, 2 * half, 2 * h,
          {.fill = surface_colour(item.lane), .stroke = palette::kFrame, .stroke_width = 0.5 * u});
      if (item.lane == LaneKind::crosswalk) {
        for (const double share : {0.1, 0.35, 0.6, 0.85}) {
          sheet.rectangle({left.x + 2 * half * (share - 0.04), left.y - 0.8 * h}, 0.16 * half, 1.6 * h,
                          {.fill = palette::kWhitePaint});
        }
      }
      return;
    }
    case LegendItem::Kind::corridor:
      sheet.arrow(left, right, 6.5 * u, {.stroke = item.colour, .stroke_width = 1.7 * u, .opacity = 0.85});
      return;
    case LegendItem::Kind::sign:
      draw_sign_glyph(sheet, item.sign, middle, 14 * u);
      return;
    case LegendItem::Kind::signal:
      draw_head_glyph(sheet, middle, 16 * u, group_colour(0));
      return;
    case LegendItem::Kind::disc:
      sheet.circle(middle, 6 * u, {.fill = item.colour, .stroke = palette::kInk, .stroke_width = 0.6 * u});
      return;
    case LegendItem::Kind::ring:
      sheet.circle(middle, 7 * u, {.fill = "none", .stroke = item.colour, .stroke_width = 2 * u});
      return;
    case LegendItem::Kind::tree:
      draw_tree_glyph(sheet, middle, 7.5 * u);
      return;
    case LegendItem::Kind::house:
      sheet.rectangle({left.x + 0.3 * half, left.y - 6 * u}, 1.4 * half, 12 * u,
                      {.fill = palette::kHouse, .stroke = palette::kHouseLine, .stroke_width = 0.8 * u});
      return;
  }
}

void draw_scale_bar(Sheet& sheet, const SheetPoint& right_end, double u, double units_per_metre) {
  BACKLOT_ASSERT(u > 0 && units_per_metre > 0, "a picture has a scale");
  const double metres = round_below(u * kLongestBar / units_per_metre);
  const double length = metres * units_per_metre, x = right_end.x - length, y = right_end.y, h = 5 * u;
  sheet.rectangle({x, y}, length, h,
                  {.fill = palette::kPaper, .stroke = palette::kInk, .stroke_width = 0.9 * u});
  for (const double part : {0.0, 0.5}) {
    sheet.rectangle({x + part * length, y}, 0.25 * length, h, {.fill = palette::kInk});
  }
  const TextStyle style{.size = 10.5 * u, .fill = palette::kInk, .anchor = Anchor::middle};
  sheet.text({x, y - 5 * u}, "0", style);
  sheet.text({x + 0.5 * length, y - 5 * u}, length_text(0.5 * metres), style);
  sheet.text({x + length, y - 5 * u}, length_text(metres), style);
}

void draw_north(Sheet& sheet, const SheetPoint& at, double u) {
  BACKLOT_ASSERT(u > 0, "a picture has a scale");
  const double h = 15 * u, w = 5.5 * u;
  const std::array<SheetPoint, 3> west = {
      SheetPoint{at.x, at.y - h}, {at.x - w, at.y + h}, {at.x, at.y + 0.55 * h}};
  const std::array<SheetPoint, 3> east = {
      SheetPoint{at.x, at.y - h}, {at.x + w, at.y + h}, {at.x, at.y + 0.55 * h}};
  const Style edge{.fill = palette::kPaper, .stroke = palette::kInk, .stroke_width = 0.8 * u};
  sheet.polygon(west, {.fill = palette::kInk, .stroke = palette::kInk, .stroke_width = 0.8 * u});
  sheet.polygon(east, edge);
  sheet.text({at.x - 15 * u, at.y + 5 * u}, "N",
             {.size = 14 * u, .fill = palette::kInk, .anchor = Anchor::middle, .bold = true});
}

}  // namespace

std::vector<LegendItem> legend_of(const Network& network, const NetworkDetail& detail) {
  std::vector<LegendItem> items;
  const auto has_outline = [&](FeatureKind kind) {
    return std::any_of(network.outlines().begin(), network.outlines().end(),
                       [&](const network::FeatureOutline& outline) { return outline.kind == kind; });
  };
  for (const LaneKind kind : network::kLaneKinds) {
    const bool occurs = std::any_of(network.lanes().begin(), network.lanes().end(),
                                    [&](const network::Lane& lane) { return lane.kind == kind; }) ||
                        (kind == LaneKind::crosswalk && has_outline(FeatureKind::crosswalk)) ||
                        (kind == LaneKind::parking && has_outline(FeatureKind::parking_space));
    if (occurs)
      items.push_back({.kind = LegendItem::Kind::surface, .lane = kind, .text = surface_text(kind)});
  }
  if (detail.corridors) add_corridors(network, items);
  if (detail.signs) add_signs(network, detail.signal_heads, items);
  for (const auto& [feature, kind, text] :
       {std::tuple{FeatureKind::tree, LegendItem::Kind::tree, "tree"},
        std::tuple{FeatureKind::building, LegendItem::Kind::house, "building"}}) {
    bool occurs = false;
    for (std::size_t w = 0; w < network.ways().size() && !occurs; ++w) {
      for (const network::FeatureDescription& f : network.features(network::WayId::from_size(w))) {
        occurs |= f.kind == feature;
      }
    }
    if (occurs) items.push_back({.kind = kind, .text = text});
  }
  return items;
}

double foot_height(const std::vector<LegendItem>& items, double width, double u) {
  BACKLOT_ASSERT(width > 0 && u > 0, "a picture has a size");
  const int rows = lay_out(items, width, u, [](const LegendItem&, double, int) {});
  return u * (34 + kRow * std::max(rows, 1));
}

void draw_ground(Sheet& sheet, const NetworkLayout& layout, const Projection& projection, bool has_grid) {
  const double u = layout.interface_scale;
  sheet.rectangle({0, 0}, layout.width, layout.height, {.fill = palette::kPaper});
  sheet.rectangle(layout.map, layout.map_width, layout.map_height,
                  {.fill = palette::kGround, .stroke = palette::kFrame, .stroke_width = 0.8 * u});
  if (!has_grid) return;
  // the plan is not turned, so a column of the sheet has one x, and a row one y
  const double scale = projection.units_per_metre();
  const SheetPoint zero = projection.at({0, 0, 0});
  const double left = layout.map.x, right = left + layout.map_width;
  const double top = layout.map.y, bottom = top + layout.map_height;
  const double wanted_x = std::max(1.0, std::round(layout.map_width / (u * kGridEvery)));
  const double wanted_y = std::max(1.0, std::round(layout.map_height / (u * kGridEvery)));
  const std::vector<Tick> columns =
      linear_ticks((left - zero.x) / scale, (right - zero.x) / scale, static_cast<int>(wanted_x));
  const std::vector<Tick> rows =
      linear_ticks((zero.y - bottom) / scale, (zero.y - top) / scale, static_cast<int>(wanted_y));
  sheet.begin_group({.stroke = palette::kGroundLine, .stroke_width = 0.8 * u});
  for (const Tick& t : columns) {
    const double x = zero.x + t.value * scale;
    sheet.line({x, top}, {x, bottom}, {});
  }
  for (const Tick& t : rows) {
    const double y = zero.y - t.value * scale;
    sheet.line({left, y}, {right, y}, {});
  }
  sheet.end_group();
  TextStyle style{.size = 9 * u, .fill = palette::kQuietInk, .anchor = Anchor::middle};
  for (const Tick& t : columns) sheet.text({zero.x + t.value * scale, bottom + 11 * u}, t.label, style);
  style.turn_deg = -90;
  for (const Tick& t : rows) sheet.text({left - 4 * u, zero.y - t.value * scale}, t.label, style);
}

void draw_head(Sheet& sheet, const NetworkLayout& layout, const std::string& title,
               const std::string& subtitle, const std::string& clock) {
  const double u = layout.interface_scale;
  sheet.text({u * kSide, 31 * u}, title, {.size = 20 * u, .fill = palette::kInk, .bold = true});
  sheet.text({u * kSide, 49 * u}, subtitle, {.size = 11.5 * u, .fill = palette::kQuietInk});
  if (!clock.empty())
    sheet.text({layout.width - u * (kSide + 60), 31 * u}, clock,
               {.size = 20 * u, .fill = palette::kInk, .anchor = Anchor::end, .bold = true});
  draw_north(sheet, {layout.width - u * (kSide + 8), 31 * u}, u);
}

void draw_foot(Sheet& sheet, const NetworkLayout& layout, const std::vector<LegendItem>& items,
               double units_per_metre) {
  const double u = layout.interface_scale;
  const double top = layout.map.y + layout.map_height + 32 * u;
  lay_out(items, layout.width, u, [&](const LegendItem& item, double x, int row) {
    const double y = top + u * kRow * row;
    draw_symbol(sheet, item, {x + 0.5 * u * kSymbol, y}, u);
    sheet.text({x + u * (kSymbol + 6), y + 4 * u}, item.text, {.size = kText * u, .fill = palette::kInk});
  });
  draw_scale_bar(sheet, {layout.width - u * (kSide + 14), top + 1 * u}, u, units_per_metre);
}

}  // namespace backlot::draw::internal
