#include "backlot/view/sighting.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/view/internal/field.h"

namespace backlot::view {

static_assert(count_of(Sight{}) == static_cast<std::uint32_t>(Sight::outside) + 1);

std::string_view to_text(Sight sight) {
  switch (sight) {
    case Sight::seen:
      return "seen";
    case Sight::lost:
      return "lost";
    case Sight::hidden:
      return "hidden";
    case Sight::outside:
      return "outside";
  }
  return "outside";
}

std::vector<Sighting> SightingMaker::make(const record::Frame& frame, world::ObjectId subject,
                                          const Sensing& sensing, const sut::View& view) {
  std::vector<Sighting> sightings;
  const record::FrameObject* own = record::find(frame, subject);
  if (own == nullptr) return sightings;
  const auto by_id = [](const sut::SeenObject& a, const sut::SeenObject& b) { return a.id < b.id; };
  BACKLOT_ASSERT(std::is_sorted(view.objects.begin(), view.objects.end(), by_id),
                 "a view lists objects by id");
  snapshot_.read(frame);
  sightings.reserve(frame.objects.size());
  for (const record::FrameObject& other : frame.objects) {
    if (other.id == subject) continue;
    const bool is_seen = std::binary_search(view.objects.begin(), view.objects.end(),
                                            sut::SeenObject{.id = world::number_for_people(other.id)}, by_id);
    sightings.push_back({other.id, is_seen ? Sight::seen : unseen(sensing, *own, other)});
  }
  return sightings;
}

Sight SightingMaker::unseen(const Sensing& sensing, const record::FrameObject& own,
                            const record::FrameObject& other) {
  if (sensing.sensors.empty())
    return internal::is_in_range(own, other, sensing.truth_range_m) ? Sight::lost : Sight::outside;
  Sight best = Sight::outside;
  for (const Sensor& sensor : sensing.sensors) {
    const geometry::WorldPoint eye = internal::place_of(sensor, own);
    if (!internal::is_in_field(sensor, eye, own, other)) continue;
    if (sensor.sees_through || sight_.is_visible(snapshot_.view(), {eye, sensor.height_m, own.id}, other.id))
      return Sight::lost;
    best = Sight::hidden;
  }
  return best;
}

}  // namespace backlot::view
