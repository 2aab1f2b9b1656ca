#include "backlot/network/internal/conflict/stretch_ends.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/network/internal/conflict/fine_swath.h"
#include "backlot/network/internal/conflict/sure_touch.h"

namespace backlot::network::internal {

namespace {

using FinePart = FineSwath::Part;
using Section = SweptLine::Section;

constexpr double kHalvedRise_m = 1e-5;           // what rises by less is not halved for its height
constexpr std::size_t kMostEndHalvings = 10000;  // for an end; what is not decided by then counts as touching

// How high one part lies over another, at least and at most.
struct Climb {
  double low = 0, high = 0;

  bool is_clear() const { return low >= kClearHeight_m || high <= -kClearHeight_m; }
  bool is_close() const { return high < kClearHeight_m && low > -kClearHeight_m; }
};
Climb climb_of(const FinePart& own, const FinePart& other) {
  const double off = own.off.in_height + other.off.in_height;
  return {std::min(own.first.z, own.last.z) - std::max(other.first.z, other.last.z) - off,
          std::max(own.first.z, own.last.z) - std::min(other.first.z, other.last.z) + off};
}
double rise_of(const FinePart& part) {
  return std::fabs(part.last.z - part.first.z) + 2 * part.off.in_height;
}

// Looks for one end of the stretch on one line.
class EndSearch {
 public:
  EndSearch(FineSwath& own, FineSwath& other, const Stretch& within, const Stretch& other_within,
            StretchEnd end)
      : own_(own), other_(other), other_cells_(other.swath().cells_on(other_within)), end_(end) {
    const Swath::Range cells = own.swath().cells_on(within);
    if (cells.first == cells.end) return;
    next_ = own.swath().cells()[cells.first].section;
    past_last_ = own.swath().cells()[cells.end - 1].section + 1;
  }

  // None where bodies pass clear.
  std::optional<double> find() {
    for (std::size_t halvings = 0;; ++halvings) {
      take_sections();
      if (open_.empty()) return std::nullopt;
      const Pair outermost = open_.top();
      const Half half = halvings < kMostEndHalvings ? half_to_know(outermost) : Half::none;
      if (surely_ - outermost.key <= kCertain_m || half == Half::none) return key_of(outermost.key, end_);
      open_.pop();
      if (half == Half::own) {
        for (FinePart* part : own_.halves(*outermost.own)) add(*part, *outermost.other, outermost.key);
      } else {
        for (FinePart* part : other_.halves(*outermost.other)) add(*outermost.own, *part, outermost.key);
      }
    }
  }

 private:
  // Two parts that may touch, by the key at which they may.
  struct Pair {
    double key;
    FinePart* own;
    FinePart* other;

    // Tells all pairs apart, and knows nothing of when and where their parts were made.
    auto rank() const {
      return std::tuple(key, own->first.distance, own->last.distance, other->first.distance,
                        other->last.distance);
    }
    friend bool operator>(const Pair& a, const Pair& b) { return a.rank() > b.rank(); }
  };
  enum class Half { none, own, other };

  // From the outermost on, the parts of the own line that may touch further out than the pairs at hand.
  void take_sections() {
    const std::vector<Section>& sections = own_.swath().line().sections();
    while (next_ < past_last_) {
      const std::size_t k = end_ == StretchEnd::first ? next_ : past_last_ - 1;
      const double outermost = key_of(sections[end_ == StretchEnd::first ? k : k + 1].distance, end_);
      if (!open_.empty() && open_.top().key <= outermost) return;
      if (end_ == StretchEnd::first)
        ++next_;
      else
        --past_last_;
      FinePart& part = own_.part(k);
      const FinePart* before = nullptr;  // where it is folded a part has two cells
      other_.swath().for_each_near(part.box, other_cells_, [&](const Swath::Cell& cell) {
        FinePart& other = other_.part(cell.section);
        if (&other != before) add(part, other, outermost);
        before = &other;
      });
    }
  }

  // Two parts, if they may touch, but not further out than it is known already.
  void add(FinePart& own, FinePart& other, double outermost) {
    if (!overlap(own.box, other.box) || climb_of(own, other).is_clear()) return;
    const Slice slice{own.first, own.last, own.off, own_.swath().half_width()},
        other_slice{other.first, other.last, other.off, other_.swath().half_width()};
    double key = kNoKey;
    for (std::size_t i = 0; i < own.cells.count; ++i) {
      for (std::size_t j = 0; j < other.cells.count; ++j) {
        const ConvexPolygon common = overlap_of(own.cells.cells[i], other.cells.cells[j]);
        if (common.count == 0) continue;
        const Tip tip = tip_of(common, slice, end_);
        key = std::min(key, tip.key);
        surely_ = std::min(surely_, find_sure_key(common, tip, slice, other_slice, end_));
      }
    }
    if (key < kNoKey) open_.push({std::max(key, outermost), &own, &other});
  }

  // The part of a pair of which less is known; none where halving would tell no more.
  static Half half_to_know(const Pair& pair) {
    const bool is_close = climb_of(*pair.own, *pair.other).is_close();
    const auto doubt = [&](const FinePart& part) {
      const double in_plan = part.is_straight() ? 0 : part.off.in_plan;
      const double rise = is_close || part.length() <= FineSwath::kSlack_m ? 0 : rise_of(part);
      return std::max(in_plan, rise > kHalvedRise_m ? rise : 0);
    };
    const double own = doubt(*pair.own), other = doubt(*pair.other);
    if (!(own > 0 || other > 0)) return Half::none;
    return own >= other ? Half::own : Half::other;
  }

  FineSwath& own_;
  FineSwath& other_;
  Swath::Range other_cells_;
  StretchEnd end_;
  std::size_t next_ = 0, past_last_ = 0;  // sections of the own line that are not taken yet
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> open_;
  double surely_ = kNoKey;  // the outermost at which bodies surely touch, as far as it is known
};

}  // namespace

std::optional<Stretches> settle_stretches(const Swath& a, const Swath& b, const Stretches& rough) {
  BACKLOT_ASSERT(rough.own.from <= rough.own.to && rough.other.from <= rough.other.to, "stretches go ahead");
  FineSwath fine_a(a), fine_b(b);
  const auto find_stretch = [](FineSwath& own, FineSwath& other, const Stretch& within,
                               const Stretch& other_within) -> std::optional<Stretch> {
    const auto find_end = [&](StretchEnd end) {
      return EndSearch(own, other, within, other_within, end).find();
    };
    // one end that is nowhere is proof enough
    const std::optional<double> from = find_end(StretchEnd::first);
    if (!from) return std::nullopt;
    const std::optional<double> to = find_end(StretchEnd::last);
    if (!to) return std::nullopt;
    return Stretch{std::max(within.from, *from - kDistanceSlack_m),
                   std::min(within.to, std::max(*from, *to) + kDistanceSlack_m)};
  };
  const std::optional<Stretch> on_a = find_stretch(fine_a, fine_b, rough.own, rough.other);
  if (!on_a) return std::nullopt;
  const std::optional<Stretch> on_b = find_stretch(fine_b, fine_a, rough.other, rough.own);
  if (!on_b) return std::nullopt;
  return Stretches{*on_a, *on_b};
}

}  // namespace backlot::network::internal
