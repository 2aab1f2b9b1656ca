#include "backlot/formats/way/internal/plausible.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::way {

namespace {

using text::Cursor;

constexpr double kLargestNumber_m = 1e9;       // of geometry
constexpr double kLongestElement_m = 100'000;  // a straight of 100 km
constexpr double kFastest_mps = 300 / 3.6;     // no road has such a limit
constexpr double kWidestLane_m = 15;           // wider than a lane of an airfield's apron
constexpr double kNarrowestVehicleLane_m = 1;  // a motorcycle needs as much
constexpr double kSteepest = 0.4;              // the steepest streets climb by 35 %
constexpr double kLargestBank_rad = 60 * base::kPi / 180;

void warn(Cursor& c, std::size_t position, const char* code, std::string message, std::string hint) {
  BACKLOT_ASSERT(code != nullptr && !message.empty(), "a warning has a code and a message");
  if (!c.has_failed()) c.problems().warning(code, c.place(position), std::move(message), std::move(hint));
}

}  // namespace

double read_element_length(Cursor& c) {
  const std::size_t position = c.position();
  const double length = c.length();
  if (c.has_failed()) return length;
  if (!(std::fabs(length) <= kLargestNumber_m))
    c.fail_at(position, "G101", fmt::format("a length of {:.4g} m is beyond all coordinates", length),
              "give a length within 1e9 m");
  else if (length < 0)
    c.fail_at(position, "G102", fmt::format("a length of {:.4g} m is below zero", length),
              "lengths are zero or more; to go the other way, turn the heading");
  else if (length > kLongestElement_m)
    warn(c, position, "W203", fmt::format("a length of {:.4g} km is beyond that of all roads", 1e-3 * length),
         "look at the unit");
  return length;
}

double read_speed_limit(Cursor& c) {
  const std::size_t position = c.position();
  const double speed = c.quantity(text::kSpeed);
  if (speed > kFastest_mps)
    warn(c, position, "W201", fmt::format("no road has a speed limit of {:.4g} km/h", 3.6 * speed),
         "look at the unit");
  return speed;
}

void check_lane_width(Cursor& c, std::size_t position, network::LaneKind kind,
                      const geometry::CubicProfile& width) {
  double widest = 0;
  for (const geometry::CubicRecord& record : width.records) widest = std::max(widest, record.a);
  const bool is_for_vehicles = kind == network::LaneKind::vehicle || kind == network::LaneKind::bus;
  if (widest > kWidestLane_m)
    warn(c, position, "W202", fmt::format("no lane is {:.4g} m wide", widest), "look at the unit");
  else if (is_for_vehicles && widest > 0 && widest < kNarrowestVehicleLane_m)
    warn(c, position, "W202", fmt::format("no vehicle has room on a lane of {:.4g} m", widest),
         "look at the unit");
}

void check_elevation(Cursor& c, const geometry::CubicProfile& elevation) {
  for (std::size_t i = 1; i < elevation.records.size(); ++i) {
    const geometry::CubicRecord &a = elevation.records[i - 1], &b = elevation.records[i];
    const double length = b.from - a.from;
    if (!(length > 0) || !(std::fabs(b.a - a.a) > kSteepest * length)) continue;
    return warn(c, 0, "W204",
                fmt::format("from {:.4g} m to {:.4g} m this climbs by {:.0f} %, steeper than any road",
                            a.from, b.from, 100 * (b.a - a.a) / length),
                "look at distances and heights");
  }
}

void check_bank(Cursor& c, const geometry::CubicProfile& bank_rad) {
  for (const geometry::CubicRecord& record : bank_rad.records) {
    if (!(std::fabs(record.a) > kLargestBank_rad)) continue;
    return warn(c, 0, "W204",
                fmt::format("at {:.4g} m this is banked by {:.0f} degrees, more than any road", record.from,
                            record.a * 180 / base::kPi),
                "look at the unit");
  }
}

}  // namespace backlot::formats::way
