#include "backlot/network/stretch_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/network/internal/conflict/conflict.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network {

namespace {

using internal::Swath;
using internal::SweptLine;

float rounded_down(double value) {
  const auto rounded = static_cast<float>(value);
  return static_cast<double>(rounded) > value ? std::nextafter(rounded, std::numeric_limits<float>::lowest())
                                              : rounded;
}

// What bodies of each half width sweep along a corridor.
struct Sweeps {
  SweptLine line;
  std::vector<Swath> swaths;

  Sweeps(SweptLine swept, std::span<const double> half_widths) : line(std::move(swept)) {
    swaths.reserve(half_widths.size());
    for (const double half_width : half_widths) swaths.emplace_back(line, half_width);
  }
  Sweeps(const Sweeps&) = delete;  // the swaths look at the line
  Sweeps& operator=(const Sweeps&) = delete;
};

// The whole intersection to which a corridor belongs.
IntersectionId whole_of(const internal::NetworkData& data, CorridorId corridor) {
  BACKLOT_ASSERT(corridor.index() < data.corridors.size(), "the network has no such corridor");
  IntersectionId id = data.corridors[corridor.index()].intersection;
  while (!data.intersections[id.index()].whole.is_empty()) id = data.intersections[id.index()].whole;
  return id;
}

}  // namespace

std::optional<std::size_t> StretchTable::find_width(double half_width) const {
  BACKLOT_ASSERT(half_width >= 0, "a body has a width");
  const auto found = std::lower_bound(half_widths_.begin(), half_widths_.end(), half_width);
  if (found == half_widths_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - half_widths_.begin());
}

std::size_t StretchTable::bytes() const {
  return sizeof(*this) + half_widths_.capacity() * sizeof(double) + cells_.capacity() * sizeof(Cell);
}

StretchTable build_stretch_table(const Network& network, std::span<const double> half_widths) {
  const std::size_t count = half_widths.size();
  BACKLOT_CHECK(count > 0, "a table of stretches needs a half width");
  for (std::size_t i = 0; i < count; ++i) {
    BACKLOT_CHECK(half_widths[i] >= 0 && half_widths[i] <= kWidestBodyHalf_m,
                  "half widths lie between 0 and that of the widest body");
    BACKLOT_CHECK(i == 0 || half_widths[i - 1] < half_widths[i], "half widths grow");
  }

  const internal::NetworkData& data = network.data();
  StretchTable table;
  table.half_widths_.assign(half_widths.begin(), half_widths.end());
  table.cells_.resize(data.contacts.size() * count * count);
  std::map<CorridorId, Sweeps> sweeps;  // of the current intersection: its contacts stand together
  IntersectionId whole;
  const auto sweeps_of = [&](CorridorId id) -> const Sweeps& {
    const auto known = sweeps.find(id);
    if (known != sweeps.end()) return known->second;
    return sweeps.try_emplace(id, swept_line(data, id), half_widths).first->second;
  };
  std::vector<std::optional<internal::RoughStretches>> rough(count * count);
  for (std::size_t k = 0; k < data.contacts.size(); ++k) {
    const internal::Contact& contact = data.contacts[k];
    if (whole_of(data, contact.first) != whole) sweeps.clear();
    whole = whole_of(data, contact.first);
    const Sweeps &first = sweeps_of(contact.first), &second = sweeps_of(contact.second);
    // from wide to narrow: narrower bodies touch only where wider ones do
    for (std::size_t n = count * count; n > 0; --n) {
      const std::size_t row = (n - 1) / count, column = (n - 1) % count;
      const Swath &on_first = first.swaths[row], &on_second = second.swaths[column];
      const std::optional<internal::RoughStretches>* wider = row + 1 < count      ? &rough[n - 1 + count]
                                                             : column + 1 < count ? &rough[n]
                                                                                  : nullptr;
      rough[n - 1] = wider == nullptr ? find_rough_stretches(on_first, on_second)
                     : *wider         ? find_rough_stretches(on_first, on_second, (*wider)->stretches)
                                      : std::nullopt;
      if (!rough[n - 1]) continue;
      const std::optional<Stretches> here = find_stretches(on_first, on_second, *rough[n - 1]);
      if (!here) continue;
      table.cells_[k * count * count + n - 1] = {rounded_down(here->own.from), -rounded_down(-here->own.to),
                                                 rounded_down(here->other.from),
                                                 -rounded_down(-here->other.to)};
    }
  }
  return table;
}

}  // namespace backlot::network
