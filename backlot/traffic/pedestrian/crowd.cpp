#include "backlot/traffic/pedestrian/crowd.h"

#include <bit>

namespace backlot::traffic {

// A counting sort: how many each bucket holds, where each begins, then everyone to its place.
void Crowd::build(std::span<const Walker> walkers) {
  const std::size_t buckets = std::bit_ceil(walkers.size() + 1);
  mask_ = buckets - 1;
  first_.assign(buckets + 2, 0);
  people_.resize(walkers.size());
  const auto bucket = [&](const Walker& w) { return bucket_of(square_of(w.at.x), square_of(w.at.y)); };
  for (const Walker& w : walkers) ++first_[bucket(w) + 2];
  for (std::size_t k = 2; k < first_.size(); ++k) first_[k] += first_[k - 1];
  for (const Walker& w : walkers) {
    const std::uint32_t place = first_[bucket(w) + 1]++;
    people_[place] = {w.at.x,
                      w.at.y,
                      w.at.z,
                      w.velocity_x,
                      w.velocity_y,
                      w.heading_x,
                      w.heading_y,
                      0.5 * static_cast<double>(w.traits.length_m),
                      0.5 * static_cast<double>(w.traits.width_m),
                      w.number,
                      w.fellow,
                      w.left_m,
                      w.is_at_kerb() || w.is_crossing(),
                      square_of(w.at.x),
                      square_of(w.at.y)};
    if (w.is_alone()) continue;
    if (w.number >= place_of_.size()) place_of_.resize(w.number + 1U);
    place_of_[w.number] = place;
  }
}

}  // namespace backlot::traffic
