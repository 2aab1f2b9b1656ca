// How it is found. Two swaths overlap where their cells do, and the first place along A lies in the first of A's cells that
// overlaps any of B's: so the cells of A are tried from the front until one does, and the overlap, a convex polygon, tells
// the distance by its corners. The same from the back, and for B; most pairs of cells are told apart by their boxes.
#include "backlot/network/internal/conflict.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace backlot::network::internal {

namespace {

using Point = Swath::Point;
using Cell = Swath::Cell;
using Section = SweptLine::Section;

constexpr double kDistanceSlack_m = 0.002;  // what the cells may lack along the line
constexpr double kHeightSlack_m = 0.01;     // and what they may lack of the heights between sections

double mixed(double a, double b, double t) { return a + t * (b - a); }

// A convex polygon that is cut smaller and smaller.
struct Polygon {
  static constexpr std::size_t kMost =
      12;  // four corners, and one more for each of up to six cuts; two to spare
  struct Corner {
    double x, y;
    double climb;  // how high one line lies over the other; 0 while that does not matter
  };
  std::array<Corner, kMost> corners;
  std::size_t count = 0;

  // Keeps what lies where a quantity is not negative, by its values at the corners.
  void keep(const std::array<double, kMost>& values) {
    Polygon kept;
    for (std::size_t k = 0; k < count; ++k) {
      const Corner& here = corners[k];
      const std::size_t n = k + 1 < count ? k + 1 : 0;
      if (values[k] >= 0) kept.corners[kept.count++] = here;
      if ((values[k] >= 0) == (values[n] >= 0)) continue;
      const Corner& next = corners[n];
      const double t = values[k] / (values[k] - values[n]);
      kept.corners[kept.count++] = {mixed(here.x, next.x, t), mixed(here.y, next.y, t),
                                    mixed(here.climb, next.climb, t)};
    }
    *this = kept;
  }
};

// How far along a cell a place of it lies, from 0 at its first section to 1 at its second; nothing where both meet, which
// is everywhere along the cell at once.
std::optional<double> share_along(const Swath& swath, const Cell& cell, const Point& p) {
  const Section* sections = &swath.line().sections()[cell.section];
  const double past_first = past(sections[0], p), past_second = past(sections[1], p);
  const double span = past_first - past_second;
  if (!(std::fabs(span) > 1e-9)) return std::nullopt;
  return std::clamp(past_first / span, 0.0, 1.0);
}

double height_at(const Swath& swath, const Cell& cell, const Point& p) {
  const Section* sections = &swath.line().sections()[cell.section];
  return mixed(sections[0].z, sections[1].z, share_along(swath, cell, p).value_or(0.5));
}

// Looks for the ends of the stretch on one line.
class Search {
 public:
  Search(const Swath& own, const Swath& other, const Stretch& within, const Stretch& other_within)
      : own_(own), other_(other), cells_(cells_on(own, within)), other_cells_(cells_on(other, other_within)) {
    heights_matter_ =
        std::max(own.z_high(), other.z_high()) - std::min(own.z_low(), other.z_low()) >= kClearHeight_m;
  }

  // The first distance at which they touch; none where they do not.
  std::optional<double> first() {
    has_found_ = false;
    for (std::size_t c = cells_.first; c < cells_.end; ++c) {
      if (has_found_ && own_.cells()[c].section != own_.cells()[c - 1].section) break;
      try_cell(c);
    }
    return has_found_ ? std::optional(from_) : std::nullopt;
  }

  std::optional<double> last() {
    has_found_ = false;
    for (std::size_t c = cells_.end; c > cells_.first; --c) {
      if (has_found_ && own_.cells()[c - 1].section != own_.cells()[c].section) break;
      try_cell(c - 1);
    }
    return has_found_ ? std::optional(to_) : std::nullopt;
  }

 private:
  struct Cells {
    std::size_t first = 0, end = 0;
  };

  // Those that reach into a range of distances.
  static Cells cells_on(const Swath& swath, const Stretch& within) {
    const std::vector<Section>& sections = swath.line().sections();
    const std::vector<Cell>& cells = swath.cells();
    const auto first = std::partition_point(cells.begin(), cells.end(), [&](const Cell& c) {
      return sections[c.section + 1].distance < within.from;
    });
    const auto end = std::partition_point(
        first, cells.end(), [&](const Cell& c) { return sections[c.section].distance <= within.to; });
    return {static_cast<std::size_t>(first - cells.begin()), static_cast<std::size_t>(end - cells.begin())};
  }

  // One cell of the own line against all of the other.
  void try_cell(std::size_t c) {
    const Cell& cell = own_.cells()[c];
    if (!overlap(cell.box, other_.box())) return;
    for (std::size_t j = other_cells_.first; j < other_cells_.end;) {
      const std::size_t chunk = j / Swath::kChunk;
      const std::size_t chunk_end = std::min(other_cells_.end, (chunk + 1) * Swath::kChunk);
      if (overlap(cell.box, other_.chunks()[chunk])) {
        for (; j < chunk_end; ++j) {
          if (overlap(cell.box, other_.cells()[j].box)) try_pair(cell, other_.cells()[j]);
        }
      }
      j = chunk_end;
    }
  }

  void try_pair(const Cell& cell, const Cell& other) {
    Polygon polygon;
    std::array<double, Polygon::kMost> values;
    for (const Point& p : other.corners) polygon.corners[polygon.count++] = {p.x, p.y, 0};
    for (std::size_t side = 0; side < 4; ++side) {
      const Point &p = cell.corners[side], &q = cell.corners[(side + 1) % 4];
      bool is_cut = false;
      for (std::size_t k = 0; k < polygon.count; ++k) {
        const Polygon::Corner& v = polygon.corners[k];
        values[k] = (q.x - p.x) * (v.y - p.y) - (q.y - p.y) * (v.x - p.x);
        is_cut = is_cut || values[k] < 0;
      }
      if (is_cut) polygon.keep(values);
      if (polygon.count == 0) return;
    }
    if (heights_matter_) cut_by_height(polygon, cell, other);
    for (std::size_t k = 0; k < polygon.count; ++k)
      include(cell, {polygon.corners[k].x, polygon.corners[k].y});
  }

  void cut_by_height(Polygon& polygon, const Cell& cell, const Cell& other) const {
    for (std::size_t k = 0; k < polygon.count; ++k) {
      const Point p{polygon.corners[k].x, polygon.corners[k].y};
      polygon.corners[k].climb = height_at(own_, cell, p) - height_at(other_, other, p);
    }
    for (const double sign : {1.0, -1.0}) {
      std::array<double, Polygon::kMost> values;
      for (std::size_t k = 0; k < polygon.count; ++k) {
        values[k] = kClearHeight_m + kHeightSlack_m + sign * polygon.corners[k].climb;
      }
      polygon.keep(values);
    }
  }

  void include(const Cell& cell, const Point& p) {
    const Section* sections = &own_.line().sections()[cell.section];
    const std::optional<double> share = share_along(own_, cell, p);
    const double low = mixed(sections[0].distance, sections[1].distance, share.value_or(0));
    const double high = mixed(sections[0].distance, sections[1].distance, share.value_or(1));
    from_ = has_found_ ? std::min(from_, low) : low;
    to_ = has_found_ ? std::max(to_, high) : high;
    has_found_ = true;
  }

  const Swath& own_;
  const Swath& other_;
  Cells cells_, other_cells_;
  bool heights_matter_ = false;
  bool has_found_ = false;
  double from_ = 0, to_ = 0;
};

Stretch whole(const Swath& swath) { return {0, swath.line().length()}; }

}  // namespace

std::optional<Stretches> find_stretches(const Swath& a, const Swath& b) {
  return find_stretches(a, b, {whole(a), whole(b)});
}

std::optional<Stretches> find_stretches(const Swath& a, const Swath& b, const Stretches& within) {
  if (a.is_empty() || b.is_empty() || !overlap(a.box(), b.box())) return std::nullopt;
  if (a.z_low() - b.z_high() > kClearHeight_m + kHeightSlack_m) return std::nullopt;
  if (b.z_low() - a.z_high() > kClearHeight_m + kHeightSlack_m) return std::nullopt;

  Search on_a(a, b, within.own, within.other), on_b(b, a, within.other, within.own);
  // Both or none: what only one of them sees is a matter of rounding, which the swaths are wider by than bodies.
  const std::optional<double> a_from = on_a.first(), b_from = on_b.first();
  if (!a_from || !b_from) return std::nullopt;
  const auto stretch = [](const Swath& swath, double from, std::optional<double> to) {
    return Stretch{std::max(0.0, from - kDistanceSlack_m),
                   std::min(swath.line().length(), to.value_or(from) + kDistanceSlack_m)};
  };
  return Stretches{stretch(a, *a_from, on_a.last()), stretch(b, *b_from, on_b.last())};
}

}  // namespace backlot::network::internal
