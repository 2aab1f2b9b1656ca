#include "backlot/draw/internal/network_surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/draw/internal/network_outline.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/draw/internal/network_sampling.h"

namespace backlot::draw::internal {

using network::Corridor;
using network::IntersectionId;
using network::Lane;
using network::LaneId;
using network::LaneKind;
using network::Network;
using network::Strip;
using network::StripId;

namespace {

constexpr double kSeam = 0.5;  // surfaces reach this far under each other, against hairlines between them
constexpr int kKerbSteps = 12;
constexpr double kPaintedStripe_m = 0.5;  // of a crosswalk, and so is the gap between two
constexpr double kParallelBay_m = 6;      // along the kerb
constexpr double kCrossBay_m = 2.5;
constexpr double kCrossBayDepth_m = 4;  // a parking lane as wide as this has bays across

class Paver {
 public:
  explicit Paver(NetworkCanvas& canvas) : canvas_(canvas), network_(canvas.network), sheet_(canvas.sheet) {}

  // Sidewalks around the corners first, then the roadway over what reaches into it.
  void area(IntersectionId whole, const Paving& paving) {
    for (const PavedArea& band : paving.beside) polygon(band.outline, seamless(surface_colour(band.kind)));
    for (const IntersectionId id : with_parts(network_, whole)) {
      if (id != whole && is_walked_only(id)) {
        polygon(network_.boundary(id), seamless(surface_colour(LaneKind::sidewalk)));
      }
      strips(id, LaneKind::sidewalk);
    }
    polygon(paving.roadway.outline, seamless(surface_colour(paving.roadway.kind)));
    if (!canvas_.detail.kerbs) return;
    // a wide turn may leave the corner that the ways' edges make
    strips(whole, LaneKind::vehicle);
    strips(whole, LaneKind::bus);
    for (const auto& kerb : paving.kerbs) {
      std::vector<SheetPoint> line;
      for (const geometry::WorldPoint& p : kerb) line.push_back(canvas_.at(p));
      sheet_.polyline(
          line,
          {.fill = "none", .stroke = palette::kKerb, .stroke_width = std::max(0.15 * canvas_.scale(), 0.45)});
    }
  }

  void way(const WayStretch& stretch) {
    const StripId id = network_.way(stretch.way).strip;
    const Strip& strip = network_.strip(id);
    const std::vector<double> cuts = canvas_.cuts(id, stretch.from, stretch.to);
    // neighbours of one ground are one piece
    std::uint32_t i = 0;
    while (i < strip.lane_count) {
      const LaneId first(strip.first_lane + i);
      const LaneKind kind = network_.lane(first).kind;
      std::uint32_t last = i;
      while (last + 1 < strip.lane_count) {
        const LaneKind next = network_.lane(LaneId(strip.first_lane + last + 1)).kind;
        if (is_roadway(kind) ? !is_roadway(next) : next != kind) break;
        ++last;
      }
      const char* fill = is_roadway(kind) ? palette::kAsphalt : surface_colour(kind);
      strip_area(id, cuts, first, LaneId(strip.first_lane + last), seamless(fill));
      i = last + 1;
    }
    if (!canvas_.detail.tints) return;
    for (i = 0; i < strip.lane_count; ++i) {
      const LaneId lane(strip.first_lane + i);
      const LaneKind kind = network_.lane(lane).kind;
      if (is_roadway(kind) && surface_colour(kind) != std::string_view(palette::kAsphalt)) {
        strip_area(id, cuts, lane, lane, seamless(surface_colour(kind)));
      }
      if (kind == LaneKind::parking && canvas_.detail.bays) bays(id, lane, stretch);
    }
  }

  // Crosswalks and bicycle lanes through an intersection, on its roadway.
  void crossings(IntersectionId id, const Paving& paving) {
    for (const Corridor& corridor : network_.corridors(id)) {
      const LaneKind kind = network_.lane(corridor.lane).kind;
      if (kind == LaneKind::crosswalk) zebra(corridor, paving);
      if (kind == LaneKind::bicycle && canvas_.detail.tints) {
        strip_area(corridor.strip, all_of(corridor.strip), corridor.lane, corridor.lane,
                   {.fill = surface_colour(LaneKind::bicycle), .opacity = 0.6});
      }
    }
  }

 private:
  static Style seamless(const char* fill) { return {.fill = fill, .stroke = fill, .stroke_width = kSeam}; }

  void polygon(std::span<const geometry::WorldPoint> outline, const Style& style) {
    std::vector<SheetPoint> points;
    for (const geometry::WorldPoint& p : outline) points.push_back(canvas_.at(p));
    sheet_.polygon(points, style);
  }

  void strips(IntersectionId id, LaneKind kind) {
    const char* fill = kind == LaneKind::sidewalk ? surface_colour(kind) : palette::kAsphalt;
    for (const Corridor& corridor : network_.corridors(id)) {
      if (network_.lane(corridor.lane).kind != kind) continue;
      strip_area(corridor.strip, all_of(corridor.strip), corridor.lane, corridor.lane, seamless(fill));
    }
  }

  bool is_walked_only(IntersectionId id) const {
    const auto corridors = network_.corridors(id);
    return std::all_of(corridors.begin(), corridors.end(), [&](const Corridor& c) {
      return network::use_of(network_.lane(c.lane).kind) == network::Use::pedestrians;
    });
  }

  std::vector<double> all_of(StripId id) const { return canvas_.cuts(id, 0, network_.strip(id).length()); }

  // From the left edge of one lane to the right edge of another, wherever they are open.
  void strip_area(StripId id, const std::vector<double>& cuts, LaneId first, LaneId last,
                  const Style& style) {
    const auto left = [&](double d) { return network_.edges(first, d).left; };
    const auto right = [&](double d) { return network_.edges(last, d).right; };
    const auto is_open = [&](double d) { return left(d) - right(d) > 0.02; };
    std::size_t begin = 0;
    while (begin + 1 < cuts.size()) {
      std::size_t end = begin;
      while (end + 1 < cuts.size() && (is_open(cuts[end]) || is_open(cuts[end + 1]))) ++end;
      if (end > begin) {
        sheet_.polygon(canvas_.area_on(id, std::span(cuts).subspan(begin, end - begin + 1), left, right),
                       style);
      }
      begin = end + 1;
    }
  }

  // Stripes on the roadway; where the crosswalk runs over a corner it is a walk.
  void zebra(const Corridor& corridor, const Paving& paving) {
    const double length = network_.strip(corridor.strip).length();
    const auto quad = [&](double from, double to) {
      std::array<SheetPoint, 4> points;
      const network::LaneEdges a = network_.edges(corridor.lane, from);
      const network::LaneEdges b = network_.edges(corridor.lane, to);
      points = {canvas_.at(corridor.strip, from, a.left), canvas_.at(corridor.strip, from, a.right),
                canvas_.at(corridor.strip, to, b.right), canvas_.at(corridor.strip, to, b.left)};
      return points;
    };
    if (!canvas_.detail.markings) {
      if (canvas_.detail.tints) sheet_.polygon(quad(0, length), {.fill = palette::kZebra, .opacity = 0.5});
      return;
    }
    // stripes as painted, fewer and broader where they would run together on the sheet
    const double stripe = std::max(kPaintedStripe_m, 1.2 / canvas_.scale());
    const double count = std::max(1.0, std::floor(length / (2 * stripe)));
    const double pitch = length / count;
    sheet_.begin_group({.fill = palette::kZebra});
    for (double k = 0; k < count; ++k) {
      if (is_on_roadway(corridor, (k + 0.5) * pitch, paving)) {
        sheet_.polygon(quad((k + 0.25) * pitch, (k + 0.75) * pitch), {});
      }
    }
    sheet_.end_group();
  }

  bool is_on_roadway(const Corridor& corridor, double distance, const Paving& paving) const {
    if (paving.roadway.outline.empty()) return true;
    const double centre = network_.edges(corridor.lane, distance).centre();
    return paving.has_roadway_at(surface_point(network_, corridor.strip, distance, centre));
  }

  void bays(StripId id, LaneId lane, const WayStretch& stretch) {
    const double middle = 0.5 * network_.strip(id).length();
    const bool is_across = network_.edges(lane, middle).width() >= kCrossBayDepth_m;
    const double pitch = is_across ? kCrossBay_m : kParallelBay_m;
    sheet_.begin_group({.stroke = palette::kWhitePaint,
                        .stroke_width = std::max(0.1 * canvas_.scale(), 0.4),
                        .opacity = 0.8});
    for (double d = pitch * std::ceil(stretch.from / pitch); d <= stretch.to; d += pitch) {
      const network::LaneEdges edges = network_.edges(lane, d);
      if (edges.width() < 1) continue;
      sheet_.line(canvas_.at(id, d, edges.left), canvas_.at(id, d, edges.right), {});
    }
    sheet_.end_group();
  }

  NetworkCanvas& canvas_;
  const Network& network_;
  Sheet& sheet_;
};

}  // namespace

std::vector<IntersectionId> with_parts(const Network& network, IntersectionId id) {
  std::vector<IntersectionId> all = {id};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto parts = network.parts(all[i]);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all;
}

void draw_shadow(NetworkCanvas& canvas, const NetworkLevel& level) {
  const double reach = std::max(1.5, 1.5 / canvas.scale());
  canvas.sheet.begin_group({.fill = "#1d2227", .opacity = 0.24});
  for (const WayStretch& stretch : level.ways) {
    const StripId strip = canvas.network.way(stretch.way).strip;
    const std::vector<double> cuts = canvas.cuts(strip, stretch.from, stretch.to);
    // beyond both sides only: the way goes on at its ends
    const auto left = [&](double d) { return canvas.network.edges(strip, d).left; };
    const auto right = [&](double d) { return canvas.network.edges(strip, d).right; };
    for (const double share : {0.5, 1.0}) {
      canvas.sheet.polygon(canvas.area_on(
                               strip, cuts, [&](double d) { return left(d) + share * reach; },
                               [&](double d) { return right(d) - share * reach; }),
                           {.opacity = share});
    }
  }
  canvas.sheet.end_group();
}

void draw_surfaces(NetworkCanvas& canvas, const NetworkLevel& level) {
  Paver paver(canvas);
  const int steps = canvas.detail.kerbs ? kKerbSteps : 2;
  for (const IntersectionId id : level.intersections) {
    paver.area(id, paving_of(canvas.network, id, steps));
  }
  for (const WayStretch& stretch : level.ways) paver.way(stretch);
  if (!canvas.detail.tints) return;
  for (const IntersectionId whole : level.intersections) {
    const Paving paving = paving_of(canvas.network, whole, steps);
    for (const IntersectionId id : with_parts(canvas.network, whole)) paver.crossings(id, paving);
  }
}

void draw_parapets(NetworkCanvas& canvas, const NetworkLevel& level) {
  canvas.sheet.begin_group(
      {.fill = "none", .stroke = palette::kParapet, .stroke_width = std::max(0.35 * canvas.scale(), 0.9)});
  for (const WayStretch& stretch : level.ways) {
    const StripId strip = canvas.network.way(stretch.way).strip;
    const std::vector<double> cuts = canvas.cuts(strip, stretch.from, stretch.to);
    canvas.sheet.polyline(
        canvas.line_on(strip, cuts, [&](double d) { return canvas.network.edges(strip, d).left; }), {});
    canvas.sheet.polyline(
        canvas.line_on(strip, cuts, [&](double d) { return canvas.network.edges(strip, d).right; }), {});
  }
  canvas.sheet.end_group();
}

}  // namespace backlot::draw::internal
