#include "backlot/draw/internal/network_paint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/draw/internal/network_marking.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/draw/internal/network_surfaces.h"

namespace backlot::draw::internal {

using network::DirectedLane;
using network::Lane;
using network::LaneId;
using network::LaneKind;
using network::Marking;
using network::Network;
using network::StripId;

namespace {

constexpr double kLine_m = 0.15;     // of paint
constexpr double kInset_m = 0.15;    // of a line at the edge of the roadway
constexpr double kApart_m = 0.13;    // half the way between the two lines of a double one
constexpr double kStopLine_m = 0.5;  // along the lane
constexpr double kTooth_m = 0.6;

double line_width(const NetworkCanvas& canvas) { return std::max(kLine_m * canvas.scale(), 0.45); }

std::string dash_text(const NetworkCanvas& canvas) {
  // round ends make a dash longer by the width of the line
  const double cap = line_width(canvas);
  return number_text(std::max(kDash_m * canvas.scale() - cap, 0.1)) + " " +
         number_text((kDashPeriod_m - kDash_m) * canvas.scale() + cap);
}

class LinePainter {
 public:
  explicit LinePainter(NetworkCanvas& canvas)
      : canvas_(canvas), network_(canvas.network), width_(line_width(canvas)), dash_(dash_text(canvas)) {}

  void way(const WayStretch& stretch) {
    const StripId strip = network_.way(stretch.way).strip;
    const std::vector<double> cuts = canvas_.cuts(strip, stretch.from, stretch.to);
    for (const MarkedBoundary& boundary : marked_boundaries(network_, stretch.way, cuts)) {
      paint(strip, boundary);
    }
  }

 private:
  void paint(StripId strip, const MarkedBoundary& boundary) {
    const char* colour = boundary.divides_directions ? palette::kYellowPaint : palette::kWhitePaint;
    const double apart = std::max(kApart_m, 0.75 * width_ / canvas_.scale());
    switch (boundary.marking) {
      case Marking::automatic:
      case Marking::none:
        break;
      case Marking::broken:
        line(strip, boundary, 0, colour, true);
        break;
      case Marking::solid:
        line(strip, boundary, inset(boundary), colour, false);
        break;
      case Marking::broken_solid:
        line(strip, boundary, apart, colour, true);
        line(strip, boundary, -apart, colour, false);
        break;
      case Marking::solid_broken:
        line(strip, boundary, apart, colour, false);
        line(strip, boundary, -apart, colour, true);
        break;
      case Marking::double_solid:
        line(strip, boundary, apart, colour, false);
        line(strip, boundary, -apart, colour, false);
        break;
      case Marking::kerb:
        line(strip, boundary, 0, palette::kKerb, false);
        break;
    }
  }

  // At the edge of the roadway the line lies inside.
  double inset(const MarkedBoundary& boundary) const {
    const auto is_wheeled = [&](LaneId id) {
      if (id.is_empty()) return false;
      const LaneKind kind = network_.lane(id).kind;
      return kind == LaneKind::parking || kind == LaneKind::shoulder ||
             network::use_of(kind) == network::Use::vehicles ||
             network::use_of(kind) == network::Use::bicycles;
    };
    const bool left = is_wheeled(boundary.left), right = is_wheeled(boundary.right);
    if (left == right) return 0;
    return left ? kInset_m : -kInset_m;
  }

  void line(StripId strip, const MarkedBoundary& boundary, double shift, const char* colour, bool is_broken) {
    const auto offset = [&](double d) {
      return shift + (boundary.left.is_empty() ? network_.edges(boundary.right, d).left
                                               : network_.edges(boundary.left, d).right);
    };
    canvas_.sheet.polyline(canvas_.line_on(strip, boundary.distances, offset),
                           {.stroke = colour, .stroke_width = width_, .dash = is_broken ? dash_ : ""});
  }

  NetworkCanvas& canvas_;
  const Network& network_;
  double width_;
  std::string dash_;
};

// Whether a level holds a place of a way.
class Presence {
 public:
  Presence(const Network& network, const NetworkLevel& level) : network_(network), level_(level) {}

  bool holds(LaneId lane, double distance) const {
    const network::WayId way = network_.way_of(lane);
    // stretches come by way, and for one way by distance
    auto at = std::lower_bound(level_.ways.begin(), level_.ways.end(), way,
                               [](const WayStretch& s, network::WayId id) { return s.way < id; });
    for (; at != level_.ways.end() && at->way == way; ++at) {
      if (distance >= at->from && distance <= at->to) return true;
    }
    return false;
  }

 private:
  const Network& network_;
  const NetworkLevel& level_;
};

// A frame on a lane for its traffic: ahead metres along the lane, left metres from its centre.
class LaneFrame {
 public:
  LaneFrame(const NetworkCanvas& canvas, DirectedLane lane, double distance, double size)
      : canvas_(canvas), lane_(lane), distance_(distance), size_(lane.is_along ? size : -size) {}

  SheetPoint at(double ahead, double left) const {
    const double d = distance_ + size_ * ahead;
    const double centre = canvas_.network.edges(lane_.lane, distance_).centre() +
                          canvas_.network.centre_slope(lane_.lane, distance_) * (d - distance_);
    return canvas_.at(canvas_.network.lane(lane_.lane).strip, d, centre + size_ * left);
  }

  template <std::size_t N>
  std::array<SheetPoint, N> shape(const std::array<std::array<double, 2>, N>& outline, double mirror) const {
    std::array<SheetPoint, N> points;
    for (std::size_t i = 0; i < N; ++i) points[i] = at(outline[i][0], mirror * outline[i][1]);
    return points;
  }

 private:
  const NetworkCanvas& canvas_;
  DirectedLane lane_;
  double distance_, size_;
};

struct Directions {
  bool left = false, straight = true, right = false;
};

constexpr double kArrow_m = 5;  // from tail to tip

// A stem, and a head for each direction; the tip of the straight one lies at the frame's origin.
void draw_arrow(Sheet& sheet, const LaneFrame& frame, const Directions& to) {
  using Outline4 = std::array<std::array<double, 2>, 4>;
  using Outline3 = std::array<std::array<double, 2>, 3>;
  static constexpr Outline4 kStem = {{{-kArrow_m, 0.12}, {-1.3, 0.12}, {-1.3, -0.12}, {-kArrow_m, -0.12}}};
  static constexpr Outline3 kHead = {{{0, 0}, {-1.4, 0.46}, {-1.4, -0.46}}};
  // a branch leaves the stem and ends in a head that points aside
  static constexpr Outline4 kShortStem = {
      {{-kArrow_m, 0.12}, {-3.6, 0.12}, {-3.6, -0.12}, {-kArrow_m, -0.12}}};
  static constexpr Outline4 kBranch = {{{-4.0, 0.12}, {-3.6, -0.12}, {-2.66, 0.42}, {-2.94, 0.62}}};
  static constexpr Outline3 kSideHead = {{{-2.8, 1.35}, {-3.32, 0.45}, {-2.28, 0.45}}};
  sheet.polygon(frame.shape(to.straight ? kStem : kShortStem, 1), {});
  if (to.straight) sheet.polygon(frame.shape(kHead, 1), {});
  for (const double side : {1.0, -1.0}) {
    if (side > 0 ? !to.left : !to.right) continue;
    sheet.polygon(frame.shape(kBranch, side), {});
    sheet.polygon(frame.shape(kSideHead, side), {});
  }
}

class ArrowPainter {
 public:
  ArrowPainter(NetworkCanvas& canvas, const NetworkLevel& level, const std::vector<LaneEntry>& entries)
      : canvas_(canvas), network_(canvas.network), presence_(canvas.network, level), entries_(entries) {}

  void lane(LaneId id) {
    const Lane& lane = network_.lane(id);
    const network::Use use = network::use_of(lane.kind);
    if (use != network::Use::vehicles && use != network::Use::bicycles) return;
    for (const bool is_along : {true, false}) {
      if (lane.permits(is_along)) directed({id, is_along});
    }
  }

 private:
  static constexpr double kEvery_m = 50;
  static constexpr double kBeforeLine_m = 4;
  static constexpr double kLeastLength = 10;  // units

  void directed(DirectedLane lane) {
    const double length = network_.strip(network_.lane(lane.lane).strip).length();
    const auto entry =
        std::lower_bound(entries_.begin(), entries_.end(), lane,
                         [](const LaneEntry& e, DirectedLane l) { return e.lane.node() < l.node(); });
    const bool enters = entry != entries_.end() && entry->lane == lane;
    // metres from the lane's own beginning to the place where it ends for its traffic
    const double end =
        !enters ? length : (lane.is_along ? entry->stop_distance : length - entry->stop_distance);
    const double size = std::max(1.0, kLeastLength * canvas_.interface_scale / (kArrow_m * canvas_.scale()));
    const double first =
        end - (enters ? kBeforeLine_m * size : 0.5 * std::min(end - kArrow_m * size, kEvery_m));
    // the arrow before the line tells where the lane leads, if others of its way lead elsewhere
    for (double tip = first; tip >= (1 + kArrow_m) * size; tip -= kEvery_m * size) {
      const bool tells = enters && tip == first && is_one_of_several(lane);
      arrow(lane, lane.is_along ? tip : length - tip, size,
            tells ? Directions{entry->left, entry->straight, entry->right} : Directions{});
    }
  }

  bool is_one_of_several(DirectedLane lane) const {
    return !network_.neighbour_left(lane).is_empty() || !network_.neighbour_right(lane).is_empty();
  }

  void arrow(DirectedLane lane, double distance, double size, const Directions& to) {
    const double width = network_.edges(lane.lane, distance).width();
    if (width < 0.8 || !presence_.holds(lane.lane, distance)) return;
    draw_arrow(canvas_.sheet, {canvas_, lane, distance, std::min(size, width / 2.2)}, to);
  }

  NetworkCanvas& canvas_;
  const Network& network_;
  Presence presence_;
  const std::vector<LaneEntry>& entries_;
};

// A block of paint across a lane, from its line back against the traffic.
void draw_stop_line(NetworkCanvas& canvas, const LaneEntry& entry) {
  const Network& network = canvas.network;
  const StripId strip = network.lane(entry.lane.lane).strip;
  const double depth = std::max(kStopLine_m, 1.0 / canvas.scale());
  const double d0 = entry.stop_distance, d1 = d0 + (entry.lane.is_along ? -depth : depth);
  const network::LaneEdges a = network.edges(entry.lane.lane, d0), b = network.edges(entry.lane.lane, d1);
  const double gap = std::min(0.1, 0.2 * a.width());
  const std::array<SheetPoint, 4> block = {
      canvas.at(strip, d0, a.left - gap), canvas.at(strip, d0, a.right + gap),
      canvas.at(strip, d1, b.right + gap), canvas.at(strip, d1, b.left - gap)};
  canvas.sheet.polygon(block, {.fill = palette::kStopLine});
}

// A row of triangles that point at the oncoming traffic.
void draw_yield_line(NetworkCanvas& canvas, const LaneEntry& entry) {
  const Network& network = canvas.network;
  const StripId strip = network.lane(entry.lane.lane).strip;
  const network::LaneEdges edges = network.edges(entry.lane.lane, entry.stop_distance);
  const double tooth = std::max(kTooth_m, 1.6 / canvas.scale());
  const double count = std::max(1.0, std::floor(edges.width() / (1.4 * tooth)));
  const double pitch = edges.width() / count, half = 0.36 * pitch;
  const double tip = entry.stop_distance + (entry.lane.is_along ? -1.3 * tooth : 1.3 * tooth);
  canvas.sheet.begin_group({.fill = palette::kYieldLine});
  for (double k = 0; k < count; ++k) {
    const double o = edges.left - (k + 0.5) * pitch;
    const std::array<SheetPoint, 3> triangle = {canvas.at(strip, entry.stop_distance, o - half),
                                                canvas.at(strip, entry.stop_distance, o + half),
                                                canvas.at(strip, tip, o)};
    canvas.sheet.polygon(triangle, {});
  }
  canvas.sheet.end_group();
}

class CorridorPainter {
 public:
  explicit CorridorPainter(NetworkCanvas& canvas)
      : canvas_(canvas),
        network_(canvas.network),
        width_(std::clamp(0.2 * canvas.scale(), 0.45, 1.6 * canvas.interface_scale)),
        head_(std::clamp(1.4 * canvas.scale(), 2.4, 8 * canvas.interface_scale)),
        steps_(number_text(2.2 * width_) + " " + number_text(2.6 * width_)) {}

  double width() const { return width_; }

  void paint(const network::Corridor& corridor) {
    const Lane& lane = network_.lane(corridor.lane);
    const network::Use use = network::use_of(lane.kind);
    const double length = network_.strip(corridor.strip).length();
    const char* colour = corridor_colour(use, corridor.turn);
    const bool is_walk = use == network::Use::pedestrians;
    const auto centre = [&](double d) { return network_.edges(corridor.lane, d).centre(); };
    canvas_.sheet.polyline(
        canvas_.line_on(corridor.strip, canvas_.cuts(corridor.strip, 0, length), centre),
        {.stroke = colour, .stroke_width = is_walk ? 0.7 * width_ : 0, .dash = is_walk ? steps_ : ""});
    // the head sits before the end, where corridors that lead into one lane have not met yet
    if (is_walk || length * canvas_.scale() < 2 * head_) return;
    const double sign = lane.permits(true) ? 1 : -1;
    const double d = (0.5 + 0.22 * sign) * length, back = 0.5 * sign * head_ / canvas_.scale();
    const SheetPoint tip = canvas_.at(corridor.strip, d + back, centre(d + back));
    const SheetPoint tail = canvas_.at(corridor.strip, d - back, centre(d - back));
    const double x = 0.4 * (tip.x - tail.x), y = 0.4 * (tip.y - tail.y);
    const std::array<SheetPoint, 3> triangle = {tip, SheetPoint{tail.x - y, tail.y + x},
                                                SheetPoint{tail.x + y, tail.y - x}};
    canvas_.sheet.polygon(triangle, {.fill = colour});
  }

 private:
  NetworkCanvas& canvas_;
  const Network& network_;
  double width_, head_;
  std::string steps_;  // dashes of those on foot
};

}  // namespace

void draw_markings(NetworkCanvas& canvas, const NetworkLevel& level) {
  if (!canvas.detail.markings) return;
  LinePainter painter(canvas);
  canvas.sheet.begin_group({.fill = "none"});
  for (const WayStretch& stretch : level.ways) painter.way(stretch);
  canvas.sheet.end_group();
}

void draw_entry_lines(NetworkCanvas& canvas, const NetworkLevel& level,
                      const std::vector<LaneEntry>& entries) {
  if (!canvas.detail.markings) return;
  const Presence presence(canvas.network, level);
  for (const LaneEntry& entry : entries) {
    if (!presence.holds(entry.lane.lane, entry.stop_distance)) continue;
    switch (entry_line(entry.control)) {
      case EntryLine::stop:
        draw_stop_line(canvas, entry);
        break;
      case EntryLine::yield:
        draw_yield_line(canvas, entry);
        break;
      case EntryLine::none:
        break;
    }
  }
}

void draw_lane_arrows(NetworkCanvas& canvas, const NetworkLevel& level,
                      const std::vector<LaneEntry>& entries) {
  if (!canvas.detail.arrows) return;
  ArrowPainter painter(canvas, level, entries);
  canvas.sheet.begin_group({.fill = palette::kWhitePaint, .opacity = 0.85});
  network::WayId last;
  for (const WayStretch& stretch : level.ways) {
    if (stretch.way == last) continue;
    last = stretch.way;
    const network::Strip& strip = canvas.network.strip(canvas.network.way(stretch.way).strip);
    for (std::uint32_t i = 0; i < strip.lane_count; ++i) painter.lane(LaneId(strip.first_lane + i));
  }
  canvas.sheet.end_group();
}

void draw_corridor_lines(NetworkCanvas& canvas, const NetworkLevel& level) {
  if (!canvas.detail.corridors) return;
  CorridorPainter painter(canvas);
  canvas.sheet.begin_group({.fill = "none", .stroke_width = painter.width(), .opacity = 0.75});
  for (const network::IntersectionId whole : level.intersections) {
    for (const network::IntersectionId id : with_parts(canvas.network, whole)) {
      for (const network::Corridor& corridor : canvas.network.corridors(id)) painter.paint(corridor);
    }
  }
  canvas.sheet.end_group();
}

}  // namespace backlot::draw::internal
