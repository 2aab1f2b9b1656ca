#include "apps/server/show/sensor_eye.h"

#include <algorithm>
#include <utility>

#include "backlot/base/math.h"

namespace backlot::server {

SensorEye::SensorEye(const world::Roads& roads, const world::Course& course, view::Sensing sensing,
                     std::uint64_t seed, base::Duration cycle, base::Duration step)
    : roads_(roads),
      course_(course),
      sensing_(std::move(sensing)),
      seed_(seed),
      cycle_(cycle),
      steps_(static_cast<std::uint64_t>(std::max<std::int64_t>(1, cycle.nanoseconds() / step.nanoseconds()))),
      sighting_maker_(roads) {
  sensing_.has_road = false;
  base::Duration latest = sensing_.latency;
  for (const view::Sensor& sensor : sensing_.sensors)
    latest = std::max(latest, sensing_.latency + sensor.latency);
  const std::int64_t cycles = (latest.nanoseconds() + cycle.nanoseconds() - 1) / cycle.nanoseconds();
  history_ = static_cast<std::size_t>((cycles + 1) * static_cast<std::int64_t>(steps_));
}

void SensorEye::see(const record::Frame& frame, world::ObjectId subject, std::uint64_t number) {
  if (number == seen_ && maker_) return;
  const bool goes_on = maker_ && number == seen_ + 1;
  seen_ = number;
  if (!goes_on) {
    // the first cycle that is not over yet
    maker_.emplace(roads_, course_, road_, sensing_, seed_, cycle_, (number + steps_ - 1) / steps_);
    view_.reset();
  }
  if (number % steps_ != 0) return;
  sut::View view;
  if (!maker_->make(frame, subject, view)) return;
  view_ = std::move(view);
  sightings_ = sighting_maker_.make(frame, subject, sensing_, *view_);
}

Json SensorEye::message(const Set& set) const {
  Json message = {{"is", "sensors"},
                  {"time_s", nullptr},
                  {"sensors", Json::array()},
                  {"seen", Json::array()},
                  {"unseen", Json::array()}};
  if (!view_) return message;
  message["time_s"] = view_->time_s;
  const base::SinCos own = base::sin_cos(view_->own.heading_rad);
  const auto add_sensor = [&](const std::string& name, double ahead_m, double turn, double field,
                              double range) {
    message["sensors"].push_back(
        {{"name", name},
         {"at", set.at({view_->own.x + ahead_m * own.cos, view_->own.y + ahead_m * own.sin, view_->own.z})},
         {"heading", view_->own.heading_rad + turn},
         {"field", field},
         {"range_m", range}});
  };
  constexpr double kTwoPi = 6.2831853071795862;
  for (const view::Sensor& sensor : sensing_.sensors)
    add_sensor(sensor.name, sensor.ahead_m, sensor.heading_rad, sensor.field_rad, sensor.range_m);
  if (sensing_.sensors.empty()) add_sensor("truth", 0, 0, kTwoPi, sensing_.truth_range_m);
  for (const sut::SeenObject& seen : view_->objects)
    message["seen"].push_back({{"id", seen.id},
                               {"at", set.at({seen.x, seen.y, seen.z})},
                               {"heading", seen.heading_rad},
                               {"speed_mps", seen.speed_mps},
                               {"length_m", seen.length_m},
                               {"width_m", seen.width_m},
                               {"height_m", seen.height_m}});
  for (const view::Sighting& one : sightings_)
    if (one.sight == view::Sight::lost || one.sight == view::Sight::hidden)
      message["unseen"].push_back(
          {{"id", world::number_for_people(one.object)}, {"why", view::to_text(one.sight)}});
  return message;
}

}  // namespace backlot::server
