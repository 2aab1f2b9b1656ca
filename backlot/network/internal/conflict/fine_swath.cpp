#include "backlot/network/internal/conflict/fine_swath.h"

#include "backlot/base/assert.h"

namespace backlot::network::internal {

FineSwath::FineSwath(const Swath& swath) : swath_(swath), whole_(swath.line().sections().size(), nullptr) {}

FineSwath::Part& FineSwath::part(std::size_t k) {
  BACKLOT_ASSERT(k + 1 < whole_.size(), "a part lies between two sections");
  if (whole_[k] == nullptr) {
    const SweptLine& line = swath_.line();
    whole_[k] = &add(line.sections()[k], line.sections()[k + 1], line.off_straight(k));
  }
  return *whole_[k];
}

const std::array<FineSwath::Part*, 2>& FineSwath::halves(Part& part) {
  if (part.halves[0] != nullptr) return part.halves;
  const auto section_at = [&](double share) {
    return swath_.line().section_at(part.first.distance + share * part.length());
  };
  if (!part.has_between) part.between = sections_between(part.first, section_at(0.5), part.last);
  const auto add_half = [&](const Section& first, const Section& middle, const Section& last) {
    const std::array<Section, 3> between = sections_between(first, middle, last);
    Part& half = add(first, last, off_straight(first, between, last));
    half.between = between;
    half.has_between = true;
    return &half;
  };
  const auto& [before, middle, after] = part.between;
  part.halves = {add_half(part.first, before, middle), add_half(middle, after, part.last)};
  return part.halves;
}

FineSwath::Part& FineSwath::add(const Section& first, const Section& last, const SweptLine::Off& off) {
  Part& part = parts_.emplace_back();
  part.first = first;
  part.last = last;
  part.off = off;
  part.cells = cells_between(first, last, swath_.half_width() + off.in_plan + kSlack_m);
  part.box = box_of(part.cells.cells[0]);
  if (part.cells.count > 1) part.box = joined(part.box, box_of(part.cells.cells[1]));
  return part;
}

std::array<SweptLine::Section, 3> FineSwath::sections_between(const Section& first, const Section& middle,
                                                              const Section& last) const {
  const SweptLine& line = swath_.line();
  return {line.section_at(0.5 * (first.distance + middle.distance)), middle,
          line.section_at(0.5 * (middle.distance + last.distance))};
}

}  // namespace backlot::network::internal
