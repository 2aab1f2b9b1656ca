#include "backlot/world/roads/cells.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::world {

Cells::Cells(const Tracks& tracks) : before_{0} {
  before_.reserve(tracks.all().size() + 1);
  for (const Track& track : tracks.all()) {
    const auto count = track.is_corridor() ? 0 : static_cast<std::uint32_t>(track.length / kLength_m);
    before_.push_back(before_.back() + count);
  }
  for (std::size_t k = 0; k < size(); ++k) usable_ += at(tracks, k).is_usable ? 1U : 0U;
}

Cells::Cell Cells::at(const Tracks& tracks, std::size_t number) const {
  BACKLOT_ASSERT(number < size(), "there are not so many cells");
  const auto after = std::upper_bound(before_.begin(), before_.end(), number);
  const auto t = static_cast<std::size_t>(after - before_.begin()) - 1;
  const Track& track = tracks.all()[t];
  const double length = track.length / (before_[t + 1] - before_[t]);
  const double metres = (static_cast<double>(number - before_[t]) + 0.5) * length;
  constexpr double kFromStart_m = 5, kToEnd_m = 25;
  return {TrackId::from_size(t), metres,
          metres >= static_cast<double>(track.wide_from_m) + kFromStart_m &&
              metres <= static_cast<double>(track.wide_to_m) - kToEnd_m};
}

}  // namespace backlot::world
