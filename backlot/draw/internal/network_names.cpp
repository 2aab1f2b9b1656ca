#include "backlot/draw/internal/network_names.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/draw/internal/network_palette.h"

namespace backlot::draw::internal {

using network::IntersectionId;
using network::Network;
using network::StripId;
using network::WayId;

namespace {

constexpr double kMargin = 3;       // units around a name
constexpr double kMostBend = 0.35;  // how far a way may leave the line of its name, in sizes of the font

constexpr double kRoomOnWay = 1.9;  // width of a way that has room for its name, in sizes of the font

// A text along a straight line, centred, read from the left.
void draw_turned(Sheet& sheet, const std::string& text, const TurnedBox& box, TextStyle style) {
  style.anchor = Anchor::middle;
  style.turn_deg = base::atan2(box.uy, box.ux) * 180 / base::kPi;
  // letters stand on their base line: half their height below the middle
  const double drop = 0.36 * style.size;
  sheet.text({box.centre.x - drop * box.uy, box.centre.y + drop * box.ux}, text, style);
}

// Where a name may lie: around a distance of its way, on the roadway or beside it.
std::optional<TurnedBox> box_on_way(const NetworkCanvas& canvas, StripId strip, double distance,
                                    const TextStyle& style) {
  BACKLOT_ASSERT(style.size > 0, "letters have a size");
  const double half = 0.5 * text_width(canvas.network.name_of(strip), style.size) + kMargin;
  const double half_m = half / canvas.scale();
  if (distance < half_m || distance + half_m > canvas.network.strip(strip).length()) return std::nullopt;
  const auto middle_of_road = [&](double d) {
    return canvas.at(strip, d, canvas.network.edges(strip, d).centre());
  };
  const SheetPoint a = middle_of_road(distance - half_m), b = middle_of_road(distance + half_m);
  const SheetPoint m = middle_of_road(distance);
  const double dx = b.x - a.x, dy = b.y - a.y, chord = std::sqrt(dx * dx + dy * dy);
  if (chord < 1.8 * half) return std::nullopt;
  TurnedBox box{{0.25 * (a.x + b.x) + 0.5 * m.x, 0.25 * (a.y + b.y) + 0.5 * m.y},
                dx / chord,
                dy / chord,
                half,
                0.6 * style.size};
  if (std::fabs((m.x - a.x) * box.uy - (m.y - a.y) * box.ux) > kMostBend * style.size) return std::nullopt;
  // never upside down; straight up rather than straight down
  if (box.ux < -1e-9 || (box.ux < 1e-9 && box.uy > 0)) box.ux = -box.ux, box.uy = -box.uy;
  // a way narrower than its name would be covered by it: above it then
  const double width = canvas.network.edges(strip, distance).width() * canvas.scale();
  if (width < kRoomOnWay * style.size) {
    const double up = 0.5 * width + 0.65 * style.size;
    box.centre = {box.centre.x + up * box.uy, box.centre.y - up * box.ux};
  }
  return box;
}

// A stretch of a way that covers others, as a box from end to end.
struct Bridge {
  StripId strip;
  TurnedBox box;
};

std::vector<Bridge> bridges_of(const NetworkCanvas& canvas, const std::vector<NetworkLevel>& levels) {
  std::vector<Bridge> bridges;
  for (std::size_t k = 1; k < levels.size(); ++k) {
    for (const WayStretch& stretch : levels[k].ways) {
      const StripId strip = canvas.network.way(stretch.way).strip;
      const network::LaneEdges edges = canvas.network.edges(strip, 0.5 * (stretch.from + stretch.to));
      const SheetPoint a = canvas.at(strip, stretch.from, edges.centre());
      const SheetPoint b = canvas.at(strip, stretch.to, edges.centre());
      const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
      if (!(length > 0)) continue;
      bridges.push_back({strip,
                         {{0.5 * (a.x + b.x), 0.5 * (a.y + b.y)},
                          dx / length,
                          dy / length,
                          0.5 * length,
                          0.5 * edges.width() * canvas.scale()}});
    }
  }
  return bridges;
}

void draw_way_name(NetworkCanvas& canvas, const std::vector<Bridge>& bridges, LabelRoom& room, StripId strip,
                   const TextStyle& style) {
  const double length = canvas.network.strip(strip).length();
  for (const double share : {0.5, 0.38, 0.62, 0.27, 0.73}) {
    const std::optional<TurnedBox> box = box_on_way(canvas, strip, share * length, style);
    if (!box) continue;
    const bool is_covered = std::any_of(bridges.begin(), bridges.end(), [&](const Bridge& bridge) {
      return bridge.strip != strip && overlap(bridge.box, *box);
    });
    if (is_covered || !room.take(*box)) continue;
    draw_turned(canvas.sheet, canvas.network.name_of(strip), *box, style);
    return;
  }
}

}  // namespace

void draw_way_names(NetworkCanvas& canvas, const std::vector<NetworkLevel>& levels, LabelRoom& room) {
  if (!canvas.detail.way_names) return;
  const std::vector<Bridge> bridges = bridges_of(canvas, levels);
  const Network& network = canvas.network;
  std::vector<StripId> order;
  for (const network::Way& way : network.ways()) order.push_back(way.strip);
  std::stable_sort(order.begin(), order.end(), [&](StripId a, StripId b) {
    return network.strip(a).length() > network.strip(b).length();
  });
  const TextStyle style{.size = canvas.units(2.2, 7, 13), .fill = palette::kWayName, .halo = palette::kPaper};
  for (const StripId strip : order) draw_way_name(canvas, bridges, room, strip, style);
}

void draw_intersection_names(NetworkCanvas& canvas, LabelRoom& room) {
  if (!canvas.detail.intersection_names) return;
  const Network& network = canvas.network;
  const TextStyle style{.size = canvas.units(2.4, 7.5, 14),
                        .fill = palette::kIntersectionName,
                        .bold = true,
                        .halo = palette::kPaper};
  for (std::size_t i = 0; i < network.intersections().size(); ++i) {
    const IntersectionId id = IntersectionId::from_size(i);
    const auto boundary = network.boundary(id);
    if (!network.intersection(id).whole.is_empty() || boundary.empty()) continue;
    SheetPoint low = canvas.at(boundary.front()), high = low;
    for (const geometry::WorldPoint& p : boundary) {
      const SheetPoint at = canvas.at(p);
      low = {std::min(low.x, at.x), std::min(low.y, at.y)};
      high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    const SheetPoint middle = {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)};
    const double half = 0.5 * text_width(network.name_of(id), style.size) * 1.08 + kMargin;
    const double beside = half - 0.15 * (high.x - low.x), above = 0.1 * style.size;
    // in the middle where it leaves most of the area to be seen, else on the ground beside a corner
    std::vector<SheetPoint> places = {{high.x + beside, low.y - above},
                                      {high.x + beside, high.y + above},
                                      {low.x - beside, low.y - above},
                                      {low.x - beside, high.y + above}};
    const bool is_wide = 2 * half < 0.4 * (high.x - low.x);
    places.insert(is_wide ? places.begin() : places.end(), middle);
    for (const SheetPoint& at : places) {
      const TurnedBox box{at, 1, 0, half, 0.6 * style.size};
      if (!room.take(box)) continue;
      draw_turned(canvas.sheet, network.name_of(id), box, style);
      break;
    }
  }
}

}  // namespace backlot::draw::internal
