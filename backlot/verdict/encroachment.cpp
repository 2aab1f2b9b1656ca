#include "backlot/verdict/encroachment.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/look/boxes.h"

namespace backlot::verdict {

namespace {

constexpr double kCell_m = 8;
constexpr int kHalvings = 40;
constexpr double kAlike = 0.866;  // cosine of 30 degrees: nearer, one follows the other

// Boxes by the squares of the plane that they may reach.
class Squares {
 public:
  explicit Squares(std::span<const TimedBox> way) : way_(way) {
    for (std::size_t k = 0; k < way.size(); ++k)
      for_squares(way[k].box, [&](std::pair<long, long> square) { rows_[square].push_back(k); });
  }

  // Calls `meets(k)` for each box of the way that overlaps a box.
  template <class Meets>
  void for_overlaps(const world::BodyBox& box, Meets meets) const {
    for_squares(box, [&](std::pair<long, long> square) {
      const auto row = rows_.find(square);
      if (row == rows_.end()) return;
      for (const std::size_t k : row->second)
        if (world::overlap(box, way_[k].box)) meets(k);
    });
  }

 private:
  template <class Function>
  static void for_squares(const world::BodyBox& box, Function function) {
    const double reach = std::sqrt(box.half_length * box.half_length + box.half_width * box.half_width);
    const auto cell = [](double metres) { return static_cast<long>(std::floor(metres / kCell_m)); };
    for (long x = cell(box.centre.x - reach); x <= cell(box.centre.x + reach); ++x)
      for (long y = cell(box.centre.y - reach); y <= cell(box.centre.y + reach); ++y)
        function(std::pair(x, y));
  }

  std::span<const TimedBox> way_;
  std::map<std::pair<long, long>, std::vector<std::size_t>> rows_;
};

world::BodyBox moved(const TimedBox& at, double seconds) {
  world::BodyBox box = at.box;
  box.centre.x += seconds * at.speed_mps * box.heading_x;
  box.centre.y += seconds * at.speed_mps * box.heading_y;
  return box;
}

// The moments at which a body is in the path of the other: the first and the last, as positions in its way.
struct Stay {
  std::size_t from = 0, to = 0;
  bool is_empty = true;
  void add(std::size_t k) {
    from = is_empty ? k : std::min(from, k);
    to = is_empty ? k : std::max(to, k);
    is_empty = false;
  }
};

// When a body that is clear of a path at one moment, and in it at the next one, comes to it; or the other way round: between two moments by halving.
double change_s(const TimedBox& before, double after_s, const Squares& path, bool enters) {
  BACKLOT_ASSERT(after_s >= before.time_s, "a box is followed by a later one");
  const auto is_in = [&](double seconds) {
    bool found = false;
    path.for_overlaps(moved(before, seconds), [&](std::size_t) { found = true; });
    return found;
  };
  double low = 0, high = after_s - before.time_s;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (low + high);
    if (is_in(middle) == enters)
      high = middle;
    else
      low = middle;
  }
  return before.time_s + high;
}

double entry_s(std::span<const TimedBox> way, const Stay& stay, const Squares& path) {
  BACKLOT_ASSERT(stay.from <= stay.to && stay.to < way.size(), "a stay lies on its way");
  return stay.from == 0 ? way[0].time_s : change_s(way[stay.from - 1], way[stay.from].time_s, path, true);
}
double exit_s(std::span<const TimedBox> way, const Stay& stay, const Squares& path) {
  return stay.to + 1 == way.size() ? way[stay.to].time_s
                                   : change_s(way[stay.to], way[stay.to + 1].time_s, path, false);
}

// Whether two bodies head otherwise at all moments of a time that both ways know.
bool heads_otherwise(std::span<const TimedBox> first, std::span<const TimedBox> second, double from_s,
                     double to_s) {
  BACKLOT_ASSERT(from_s <= to_s, "a time begins before it ends");
  constexpr double kSame_s = 1e-6;
  std::size_t k = 0;
  for (const TimedBox& one : first) {
    if (one.time_s < from_s - kSame_s || one.time_s > to_s + kSame_s) continue;
    while (k < second.size() && second[k].time_s < one.time_s - kSame_s) ++k;
    if (k == second.size()) break;
    if (second[k].time_s > one.time_s + kSame_s) continue;
    const world::BodyBox& other = second[k].box;
    if (one.box.heading_x * other.heading_x + one.box.heading_y * other.heading_y > kAlike) return false;
  }
  return true;
}

}  // namespace

std::optional<Encroachment> find_encroachment(std::span<const TimedBox> first,
                                              std::span<const TimedBox> second) {
  BACKLOT_ASSERT(std::is_sorted(first.begin(), first.end(),
                                [](const TimedBox& a, const TimedBox& b) { return a.time_s < b.time_s; }) &&
                     std::is_sorted(second.begin(), second.end(),
                                    [](const TimedBox& a, const TimedBox& b) { return a.time_s < b.time_s; }),
                 "boxes are in the order of time");
  if (first.size() < 2 || second.size() < 2) return std::nullopt;
  const Squares path_of_second(second);
  Stay stay_of_first, stay_of_second;
  for (std::size_t k = 0; k < first.size(); ++k)
    path_of_second.for_overlaps(first[k].box, [&](std::size_t other) {
      stay_of_first.add(k);
      stay_of_second.add(other);
    });
  if (stay_of_first.is_empty) return std::nullopt;
  const Squares path_of_first(first);
  const double first_in = entry_s(first, stay_of_first, path_of_second),
               first_out = exit_s(first, stay_of_first, path_of_second),
               second_in = entry_s(second, stay_of_second, path_of_first),
               second_out = exit_s(second, stay_of_second, path_of_first);
  const bool is_first_first = first_in <= second_in;
  const double in_s = is_first_first ? second_in : first_in, out_s = is_first_first ? first_out : second_out;
  const Stay &passed = is_first_first ? stay_of_first : stay_of_second,
             &came = is_first_first ? stay_of_second : stay_of_first;
  // One whose way begins in the path of the other came behind it: they followed each other, and did not meet.
  if (came.from == 0) return std::nullopt;
  const bool has_left = passed.to + 1 < (is_first_first ? first : second).size();
  if (in_s < out_s && (!has_left || !heads_otherwise(first, second, in_s, out_s))) return std::nullopt;
  return Encroachment{in_s - out_s, is_first_first, in_s};
}

}  // namespace backlot::verdict
