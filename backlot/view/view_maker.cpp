#include "backlot/view/view_maker.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/view/internal/field.h"

namespace backlot::view {

// A view tells lights by the numbers of the world.
static_assert(count_of(sut::SeenKind{}) == count_of(world::ObjectKind{}));
static_assert(count_of(sut::LightState{}) == count_of(network::Aspect{}));
static_assert(static_cast<int>(sut::LightState::green_arrow) ==
              static_cast<int>(network::Aspect::green_arrow));
static_assert(static_cast<int>(sut::LightState::flashing_red) ==
              static_cast<int>(network::Aspect::flashing_red));

namespace {

using record::FrameObject;
using sut::SeenObject;

constexpr std::uint32_t kNoisePurpose = 0x5ee1;

// The numbers of a view are part of what systems are told: they stay when the world gets another kind.
sut::SeenKind seen_kind(world::ObjectKind kind) {
  switch (kind) {
    case world::ObjectKind::car:
      return sut::SeenKind::car;
    case world::ObjectKind::truck:
      return sut::SeenKind::truck;
    case world::ObjectKind::bus:
      return sut::SeenKind::bus;
    case world::ObjectKind::motorcycle:
      return sut::SeenKind::motorcycle;
    case world::ObjectKind::bicycle:
      return sut::SeenKind::bicycle;
    case world::ObjectKind::pedestrian:
      return sut::SeenKind::pedestrian;
  }
  return sut::SeenKind::car;
}

void blur(const Sensor& sensor, base::RandomStream& random, SeenObject& seen) {
  const double along = random.normal(), across = random.normal();
  const double turn = random.normal(), speed = random.normal();
  seen.x += sensor.place_sigma_m * along;
  seen.y += sensor.place_sigma_m * across;
  seen.heading_rad += sensor.heading_sigma_rad * turn;
  seen.speed_mps += sensor.speed_sigma_mps * speed;
}

std::size_t whole_cycles(base::Duration latency, base::Duration cycle) {
  BACKLOT_ASSERT(cycle.nanoseconds() > 0, "a cycle takes time");
  if (latency.nanoseconds() <= 0) return 0;
  return static_cast<std::size_t>((latency.nanoseconds() + cycle.nanoseconds() - 1) / cycle.nanoseconds());
}

}  // namespace

SeenObject seen_object(const FrameObject& o) {
  SeenObject seen;
  seen.id = world::number_for_people(o.id);
  seen.kind = seen_kind(o.kind);
  seen.x = o.centre.x;
  seen.y = o.centre.y;
  seen.z = o.centre.z;
  seen.heading_rad = o.heading_rad();
  seen.speed_mps = o.speed_mps;
  seen.acceleration_mps2 = o.accel_mps2;
  seen.length_m = static_cast<double>(o.length_m);
  seen.width_m = static_cast<double>(o.width_m);
  seen.height_m = static_cast<double>(o.height_m);
  seen.brakes = o.brakes;
  seen.indicates_left = o.indicates_left;
  seen.indicates_right = o.indicates_right;
  return seen;
}

ViewMaker::ViewMaker(const world::Roads& roads, const world::Course& course, const CourseRoad& road,
                     Sensing sensing, std::uint64_t seed, base::Duration cycle, std::uint64_t first_cycle)
    : course_(course),
      road_(road),
      sensing_(std::move(sensing)),
      seed_(seed),
      cycle_(first_cycle),
      snapshot_(roads) {
  if (sensing_.sensors.empty()) late_.push_back({whole_cycles(sensing_.latency, cycle)});
  for (const Sensor& sensor : sensing_.sensors)
    late_.push_back({whole_cycles(sensing_.latency + sensor.latency, cycle)});
}

bool ViewMaker::make(const record::Frame& frame, world::ObjectId subject, sut::View& view) {
  const FrameObject* own = record::find(frame, subject);
  if (own == nullptr) return false;
  view.cycle = cycle_;
  view.time_s = frame.time.seconds();
  view.own = {own->centre.x,      own->centre.y,  own->centre.z,
              own->heading_rad(), own->speed_mps, own->accel_mps2};
  report(frame, *own, view.objects);
  place_on_road(frame, *own, view);
  ++cycle_;
  return true;
}

void ViewMaker::report(const record::Frame& frame, const FrameObject& own, std::vector<SeenObject>& seen) {
  seen.clear();
  if (!sensing_.sensors.empty()) snapshot_.read(frame);
  for (std::uint32_t k = 0; k < late_.size(); ++k) {
    Late& late = late_[k];
    if (late.cycles == 0) {
      look(k, frame, own, seen);
      continue;
    }
    late.reports.emplace_back();
    look(k, frame, own, late.reports.back());
    if (late.reports.size() <= late.cycles) continue;  // nothing has arrived yet
    seen.insert(seen.end(), late.reports.front().begin(), late.reports.front().end());
    late.reports.pop_front();
  }
  if (sensing_.sensors.size() < 2) return;
  // Of an object that several sensors report, the first sensor counts.
  std::stable_sort(seen.begin(), seen.end(),
                   [](const SeenObject& a, const SeenObject& b) { return a.id < b.id; });
  seen.erase(std::unique(seen.begin(), seen.end(),
                         [](const SeenObject& a, const SeenObject& b) { return a.id == b.id; }),
             seen.end());
}

void ViewMaker::look(std::uint32_t number, const record::Frame& frame, const FrameObject& own,
                     std::vector<SeenObject>& seen) {
  BACKLOT_ASSERT(number < late_.size(), "there is no such sensor");
  const std::size_t first = seen.size();
  if (sensing_.sensors.empty())
    add_truth(frame, own, seen);
  else
    add_seen_by(number, frame, own, seen);
  std::sort(seen.begin() + static_cast<std::ptrdiff_t>(first), seen.end(),
            [](const SeenObject& a, const SeenObject& b) { return a.id < b.id; });
}

void ViewMaker::add_truth(const record::Frame& frame, const FrameObject& own,
                          std::vector<SeenObject>& seen) const {
  for (const FrameObject& other : frame.objects)
    if (other.id != own.id && internal::is_in_range(own, other, sensing_.truth_range_m))
      seen.push_back(seen_object(other));
}

void ViewMaker::add_seen_by(std::uint32_t number, const record::Frame& frame, const FrameObject& own,
                            std::vector<SeenObject>& seen) {
  BACKLOT_ASSERT(number < sensing_.sensors.size(), "there is no such sensor");
  const Sensor& sensor = sensing_.sensors[number];
  const geometry::WorldPoint eye = internal::place_of(sensor, own);
  for (const FrameObject& other : frame.objects) {
    if (other.id == own.id || !internal::is_in_field(sensor, eye, own, other)) continue;
    if (!sensor.sees_through &&
        !sight_.is_visible(snapshot_.view(), {eye, sensor.height_m, own.id}, other.id))
      continue;
    SeenObject one = seen_object(other);
    base::RandomStream random(seed_, (std::uint64_t{number} << 32U) | one.id, kNoisePurpose);
    random.skip_to(cycle_);
    if (random.uniform() < sensor.dropout) continue;
    blur(sensor, random, one);
    seen.push_back(one);
  }
}

void ViewMaker::place_on_road(const record::Frame& frame, const FrameObject& own, sut::View& view) {
  if (!sensing_.has_road) {
    view.road.reset();
    return;
  }
  metre_ = metre_ ? course_.metre_near(own.centre, *metre_) : course_.nearest(own.centre).metre;
  const geometry::WorldPoint on = course_.point_at(*metre_), ahead = course_.point_at(*metre_ + 1);
  const double tx = ahead.x - on.x, ty = ahead.y - on.y;
  const double length = std::sqrt(tx * tx + ty * ty);
  const double across = tx * (own.centre.y - on.y) - ty * (own.centre.x - on.x);
  sut::RoadAhead at;
  at.metre = *metre_ - road_.from_m;
  at.offset_m = length > 0 ? across / length : 0;
  const double front_m = at.metre + 0.5 * static_cast<double>(own.length_m);
  const auto lines = static_cast<std::int32_t>(road_.road.lines.size());
  while (next_line_ < lines && road_.road.lines[static_cast<std::size_t>(next_line_)].metre < front_m)
    ++next_line_;
  at.next_line = next_line_ < lines ? next_line_ : -1;
  if (at.next_line >= 0) {
    const network::Corridor& corridor =
        course_.tracks().network().corridor(road_.corridors[static_cast<std::size_t>(next_line_)]);
    if (!corridor.signal_group.is_empty() && corridor.signal_group.index() < frame.signals.size())
      at.light = static_cast<sut::LightState>(frame.signals[corridor.signal_group.index()]);
  }
  view.road = at;
}

}  // namespace backlot::view
