// How it is found. The strips of two bodies overlap in a region, and the places of that region that are first and last along
// A lie on its border: on the outline of B's strip within A's, or on an end section of A within B's. So the outlines of B for
// all half widths are cut by the cells of A's strip, those of A by B's, and each piece that is left tells a pair of distances,
// one on each line. Everything is linear within a cell; what a cell lacks of the true bend is added to the widths (slack).
#include "backlot/network/internal/conflict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace backlot::network::internal {

namespace {

using Section = SweptLine::Section;
using Cell = SweptLine::Cell;

constexpr double kDistanceSlack_m = 0.02;  // what the cells may lack along the line
// Outlines are lines: between two of them the place where heights part is not looked for.
constexpr double kHeightSlack_m = 0.05;

// A place of an outline as a cell of a strip sees it.
struct Spot {
  double past_start = 0, past_end = 0;  // of the cell, along it
  double offset = 0;
};

// A part of a straight piece, from 0 at its first end to 1 at its second; empty where low > high.
struct Part {
  double low = 0, high = 1;

  // Keeps what lies where a quantity is not negative, by its values at the ends of the whole piece.
  void keep_positive(double at_first, double at_second) {
    if (at_first < 0)
      low = at_second < 0 ? 2 : std::max(low, at_first / (at_first - at_second));
    else if (at_second < 0)
      high = std::min(high, at_first / (at_first - at_second));
  }
  bool is_empty() const { return low > high; }
};

double mixed(double a, double b, double t) { return a + t * (b - a); }

// Cuts the outlines of one line, for all half widths, by the strips of another.
class Tracer {
 public:
  Tracer(const SweptLine& strip, const SweptLine& outline, Contacts& on_strip, Contacts& on_outline)
      : strip_(strip), outline_(outline), on_strip_(on_strip.by_own), on_outline_(on_outline.by_other) {
    for (std::size_t k = 0; k < kDenseCount; ++k) strip_widths_[k] = kDenseWidths[k] + strip.slack();
    for (std::size_t k = 0; k < kFineCount; ++k) outline_widths_[k] = kFineWidths[k] + outline.slack();
    heights_matter_ = std::max(strip.z_high(), outline.z_high()) - std::min(strip.z_low(), outline.z_low()) >=
                      kClearHeight_m;
  }

  void trace() {
    const std::size_t size = strip_.cells().size(), other_size = outline_.cells().size();
    for (std::size_t chunk = 0; chunk < strip_.chunks().size(); ++chunk) {
      for (std::size_t other = 0; other < outline_.chunks().size(); ++other) {
        if (!overlap(strip_.chunks()[chunk], outline_.chunks()[other])) continue;
        const std::size_t i_end = std::min(size, (chunk + 1) * SweptLine::kChunk);
        const std::size_t j_end = std::min(other_size, (other + 1) * SweptLine::kChunk);
        for (std::size_t i = chunk * SweptLine::kChunk; i < i_end; ++i) {
          if (!overlap(strip_.cells()[i].box, outline_.chunks()[other])) continue;
          for (std::size_t j = other * SweptLine::kChunk; j < j_end; ++j) {
            if (overlap(strip_.cells()[i].box, outline_.cells()[j].box)) trace_sides(i, j);
          }
        }
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (overlap(strip_.cells()[i].box, outline_.cells().front().box)) {
        trace_end(i, outline_.sections().front());
      }
      if (overlap(strip_.cells()[i].box, outline_.cells().back().box))
        trace_end(i, outline_.sections().back());
    }
  }

 private:
  // A section of the outline before a cell of the strip: every quantity is linear in the offset along the section.
  struct Seen {
    Spot centre, per_offset;

    Spot at(double offset) const {
      return {centre.past_start + offset * per_offset.past_start,
              centre.past_end + offset * per_offset.past_end, centre.offset + offset * per_offset.offset};
    }
  };

  // A straight piece of the outline: its ends, and the sections to which they belong.
  struct Piece {
    Spot first, second;
    const Section& first_section;
    const Section& second_section;
    std::size_t outline_width;
  };

  Seen see(std::size_t i, const Section& s) const {
    const Section& start = strip_.sections()[i];
    const Section& end = strip_.sections()[i + 1];
    const Cell& cell = strip_.cells()[i];
    return {{past(start, s.x, s.y), past(end, s.x, s.y),
             (s.x - start.x) * cell.across_x + (s.y - start.y) * cell.across_y},
            {s.lateral_x * start.lateral_y - s.lateral_y * start.lateral_x,
             s.lateral_x * end.lateral_y - s.lateral_y * end.lateral_x,
             s.lateral_x * cell.across_x + s.lateral_y * cell.across_y}};
  }

  // The two sides of the outline's cell j, in all widths.
  void trace_sides(std::size_t i, std::size_t j) {
    const Section& a = outline_.sections()[j];
    const Section& b = outline_.sections()[j + 1];
    const Seen first = see(i, a), second = see(i, b);
    if (!strip_.cells()[i].is_folded && passes_by(first, second)) return;
    for (std::size_t width = 0; width < kFineCount; ++width) {
      const double w = outline_widths_[width];
      trace_piece(i, {first.at(w), second.at(w), a, b, width});
      trace_piece(i, {first.at(-w), second.at(-w), a, b, width});
    }
  }

  void trace_end(std::size_t i, const Section& section) {
    const Seen seen = see(i, section);
    for (std::size_t width = 0; width < kFineCount; ++width) {
      const double w = outline_widths_[width];
      trace_piece(i, {seen.at(-w), seen.at(w), section, section, width});
    }
  }

  // Whether the whole cell of the outline lies before, behind or beside the strip's cell.
  bool passes_by(const Seen& a, const Seen& b) const {
    const double w = outline_widths_.back(), reach = strip_widths_.back();
    const auto highest = [&](double Spot::*q) {
      return std::max(a.centre.*q + w * std::fabs(a.per_offset.*q),
                      b.centre.*q + w * std::fabs(b.per_offset.*q));
    };
    const auto lowest = [&](double Spot::*q) {
      return std::min(a.centre.*q - w * std::fabs(a.per_offset.*q),
                      b.centre.*q - w * std::fabs(b.per_offset.*q));
    };
    return highest(&Spot::past_start) < 0 || lowest(&Spot::past_end) > 0 || highest(&Spot::offset) < -reach ||
           lowest(&Spot::offset) > reach;
  }

  void trace_piece(std::size_t i, const Piece& piece) {
    cut_by_cell(i, piece);
    if (!strip_.cells()[i].is_folded) return;
    // beyond the fold the sections lie in the other order
    const auto turned = [](const Spot& s) { return Spot{-s.past_start, -s.past_end, s.offset}; };
    cut_by_cell(i, {turned(piece.first), turned(piece.second), piece.first_section, piece.second_section,
                    piece.outline_width});
  }

  void cut_by_cell(std::size_t i, const Piece& piece) {
    const Spot& p = piece.first;
    const Spot& q = piece.second;
    const double reach = strip_widths_.back();
    if ((p.past_start < 0 && q.past_start < 0) || (p.past_end > 0 && q.past_end > 0)) return;
    if ((p.offset > reach && q.offset > reach) || (p.offset < -reach && q.offset < -reach)) return;
    Part part;
    part.keep_positive(p.past_start, q.past_start);
    part.keep_positive(-p.past_end, -q.past_end);
    part.keep_positive(reach - p.offset, reach - q.offset);
    part.keep_positive(reach + p.offset, reach + q.offset);
    if (part.is_empty()) return;
    Contact low = contact_at(i, piece, part.low), high = contact_at(i, piece, part.high);
    if (heights_matter_ && !cut_by_height(low, high)) return;
    record(low, high, piece.outline_width);
  }

  struct Contact {
    double offset = 0;                    // on the strip
    double on_strip = 0, on_outline = 0;  // distances
    double climb = 0;                     // height of the outline's centre above the strip's
  };
  static Contact between(const Contact& a, const Contact& b, double t) {
    return {mixed(a.offset, b.offset, t), mixed(a.on_strip, b.on_strip, t),
            mixed(a.on_outline, b.on_outline, t), mixed(a.climb, b.climb, t)};
  }

  Contact contact_at(std::size_t i, const Piece& piece, double t) const {
    const Section& start = strip_.sections()[i];
    const Section& end = strip_.sections()[i + 1];
    const double past_start = mixed(piece.first.past_start, piece.second.past_start, t);
    const double past_end = mixed(piece.first.past_end, piece.second.past_end, t);
    const double span = past_start - past_end;
    const double along = span > 0 ? std::clamp(past_start / span, 0.0, 1.0) : 0.5;
    return {mixed(piece.first.offset, piece.second.offset, t), mixed(start.distance, end.distance, along),
            mixed(piece.first_section.distance, piece.second_section.distance, t),
            mixed(piece.first_section.z, piece.second_section.z, t) - mixed(start.z, end.z, along)};
  }

  static bool cut_by_height(Contact& a, Contact& b) {
    const double limit = kClearHeight_m + kHeightSlack_m;
    Part part;
    part.keep_positive(limit - a.climb, limit - b.climb);
    part.keep_positive(limit + a.climb, limit + b.climb);
    if (part.is_empty()) return false;
    const Contact low = between(a, b, part.low), high = between(a, b, part.high);
    a = low;
    b = high;
    return true;
  }

  // From the first width that reaches the piece to the first that holds all of it; wider ones take over later.
  void record(Contact a, Contact b, std::size_t outline_width) {
    if (a.offset > b.offset) std::swap(a, b);
    const double furthest = std::max(-a.offset, b.offset), nearest = std::max({0.0, a.offset, -b.offset});
    std::size_t width = 0;
    while (width + kPerStep < kDenseCount && strip_widths_[width + kPerStep] < nearest) width += kPerStep;
    while (width + 1 < kDenseCount && strip_widths_[width] < nearest) ++width;
    const double per_offset = 1 / (b.offset - a.offset);  // not used where both are the same
    for (; width + 1 < kDenseCount && strip_widths_[width] < furthest; ++width) {
      const double reach = strip_widths_[width];
      include(width, outline_width, between(a, b, std::max(0.0, (-reach - a.offset) * per_offset)),
              between(a, b, std::min(1.0, (reach - a.offset) * per_offset)));
    }
    include(width, outline_width, a, b);
  }

  void include(std::size_t width, std::size_t outline_width, const Contact& a, const Contact& b) {
    on_strip_[width][outline_width].include(a.on_strip, b.on_strip);
    on_outline_[outline_width][width].include(a.on_outline, b.on_outline);
  }

  const SweptLine& strip_;
  const SweptLine& outline_;
  Extents<kDenseCount, kFineCount>& on_strip_;
  Extents<kFineCount, kDenseCount>& on_outline_;
  std::array<double, kDenseCount> strip_widths_{};
  std::array<double, kFineCount> outline_widths_{};
  bool heights_matter_ = false;
};

// What touches for narrow bodies touches for wider ones; then the slack along the line, within its ends.
template <std::size_t Own, std::size_t Other>
void finish(Extents<Own, Other>& extents, double length) {
  for (std::size_t own = 0; own < Own; ++own) {
    for (std::size_t other = 0; other < Other; ++other) {
      Extent& e = extents[own][other];
      if (own > 0) e.include(extents[own - 1][other]);
      if (other > 0) e.include(extents[own][other - 1]);
    }
  }
  for (auto& row : extents) {
    for (Extent& e : row) {
      if (e.is_clear()) continue;
      e.from = std::max(0.0, e.from - kDistanceSlack_m);
      e.to = std::min(length, e.to + kDistanceSlack_m);
    }
  }
}

void finish(Contacts& contacts, double length) {
  for (std::size_t own = 0; own < kFineCount; ++own) {
    for (std::size_t other = 0; other < kFineCount; ++other) {
      Extent& a = contacts.by_own[kPerStep * own][other];
      Extent& b = contacts.by_other[own][kPerStep * other];
      a.include(b);
      b.include(a);
    }
  }
  finish(contacts.by_own, length);
  finish(contacts.by_other, length);
}

}  // namespace

std::optional<Conflict> find_conflict(const SweptLine& a, const SweptLine& b) {
  if (a.is_empty() || b.is_empty() || !overlap(a.box(), b.box())) return std::nullopt;
  if (a.z_low() - b.z_high() > kClearHeight_m + kHeightSlack_m) return std::nullopt;
  if (b.z_low() - a.z_high() > kClearHeight_m + kHeightSlack_m) return std::nullopt;

  Contacts on_a, on_b;
  Tracer(a, b, on_a, on_b).trace();
  Tracer(b, a, on_b, on_a).trace();
  finish(on_a, a.length());
  finish(on_b, b.length());
  if (on_a.by_own.back().back().is_clear() && on_a.by_other.back().back().is_clear()) return std::nullopt;
  return Conflict{table_of(on_a, a.length()), table_of(on_b, b.length())};
}

std::optional<Conflict> find_conflict(const CentreLine& a, const CentreLine& b) {
  return find_conflict(SweptLine(a), SweptLine(b));
}

}  // namespace backlot::network::internal
