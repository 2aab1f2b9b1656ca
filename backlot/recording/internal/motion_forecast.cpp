#include "backlot/recording/internal/motion_forecast.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/base/math.h"

namespace backlot::recording::internal {

namespace {

using record::FrameObject;

constexpr std::uint64_t kSign = 1ULL << 63U;

// Doubles as whole numbers in the same order.
BACKLOT_INLINE std::uint64_t place_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  // all bits turned where the sign is set, else the sign alone
  return bits ^ (static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63U) | kSign);
}

std::array<double, kMoving> numbers_of(const FrameObject& o) {
  return {o.speed_mps, o.accel_mps2, o.distance, o.offset,  o.heading_x,
          o.heading_y, o.centre.x,   o.centre.y, o.centre.z};
}

void set_numbers(const std::array<double, kMoving>& numbers, FrameObject& o) {
  o.speed_mps = numbers[0];
  o.accel_mps2 = numbers[1];
  o.distance = numbers[2];
  o.offset = numbers[3];
  o.heading_x = numbers[4];
  o.heading_y = numbers[5];
  o.centre = {numbers[6], numbers[7], numbers[8]};
}

constexpr std::size_t index_of(Moving number) { return static_cast<std::size_t>(number); }

BACKLOT_INLINE std::int64_t steps_from(double expected, double value) {
  return static_cast<std::int64_t>(place_of(value) - place_of(expected));
}

}  // namespace

std::int64_t steps_between(double expected, double value) { return steps_from(expected, value); }

double go_steps(double expected, std::int64_t steps) {
  const std::uint64_t place = place_of(expected) + static_cast<std::uint64_t>(steps);
  return std::bit_cast<double>((place & kSign) != 0 ? place & ~kSign : ~place);
}

void MissColumns::begin(std::size_t rows) {
  const std::size_t most = kMostVarint * rows;  // bytes of a column
  if (bytes_.size() < kMoving * most) bytes_.resize(2 * kMoving * most);
  for (std::size_t k = 0; k < kMoving; ++k) begin_[k] = end_[k] = bytes_.data() + k * most;
  all_.fill(0);
}

// Settles the numbers of an object one by one: `settle` is told what is expected, and answers what it is.
template <class Settle>
BACKLOT_INLINE void MotionForecast::settle_object(Past& past, network::StripId strip, double seconds,
                                                  const Settle& settle) {
  const std::array<double, kMoving> before = past.now;
  const auto was = [&](Moving number) { return before[index_of(number)]; };
  const auto is = [&](Moving number, double expected) __attribute__((always_inline)) {
    const double last = was(number);
    return past.now[index_of(number)] = settle(number, std::isfinite(expected) ? expected : last);
  };

  // The acceleration goes on changing as it did; a body that brakes does not go back. A step changes the speed by its acceleration.
  const double v = was(Moving::speed), a = was(Moving::accel);
  const double faster = v + (a + (a - past.accel_before)) * seconds;
  const double v_now = is(Moving::speed, v >= 0 ? std::max(faster, 0.0) : faster);
  is(Moving::accel, seconds > 0 ? (v_now - v) / seconds : a);
  past.accel_before = a;

  // Along the strip and across it, as in the step before, for the way that is gone now.
  const double way = 0.5 * (v + v_now) * seconds;
  const bool is_known = past.has_moved && past.way != 0;
  const double share = is_known ? way / past.way : 0;
  const bool keeps_strip = strip == past.strip;
  const double d = was(Moving::distance), o = was(Moving::offset);
  const double gone = is_known ? past.gone * share : way, shifted = is_known ? past.shifted * share : 0;
  past.gone = is(Moving::distance, d + gone) - d;
  past.shifted = is(Moving::offset, o + shifted) - o;
  if (!keeps_strip) {
    past.gone = past.gone < 0 ? -way : way;
    past.shifted = 0;
    past.strip = strip;
  }

  // The heading turns as in the step before. Its smaller part is settled first: the larger one follows, since its length is 1.
  const double hx = was(Moving::heading_x), hy = was(Moving::heading_y);
  const double sine = past.turn_sin * share;
  const base::SinCos turned{sine, 1 - 0.5 * sine * sine};
  const double x_turned = base::turned_x(turned, hx, hy), y_turned = base::turned_y(turned, hx, hy);
  const auto other_part = [](double part, double part_before, double other_before, double other_turned) {
    if (part == part_before) return other_before;
    return std::copysign(std::sqrt(std::max(0.0, 1 - part * part)), other_turned);
  };
  double hx_now = 0, hy_now = 0;
  if (std::fabs(hx) < std::fabs(hy)) {
    hx_now = is(Moving::heading_x, x_turned);
    hy_now = is(Moving::heading_y, other_part(hx_now, hx, hy, y_turned));
  } else {
    hy_now = is(Moving::heading_y, y_turned);
    hx_now = is(Moving::heading_x, other_part(hy_now, hy, hx, x_turned));
  }
  past.turn_sin = hx * hy_now - hy * hx_now;

  // The place moves as in the step before, turned as the headings are.
  const double along_x = hx + hx_now, along_y = hy + hy_now;
  double dx = 0.5 * along_x * way, dy = 0.5 * along_y * way, dz = 0;
  if (is_known) {
    dx = past.dx * share;
    dy = past.dy * share;
    dz = past.dz * share;
    if (along_x != past.along_x || along_y != past.along_y) {
      const double c = past.along_x * along_x + past.along_y * along_y,
                   s = past.along_x * along_y - past.along_y * along_x, length = std::sqrt(c * c + s * s);
      const base::SinCos turn{s / length, c / length};
      const double straight_x = dx, straight_y = dy;
      dx = base::turned_x(turn, straight_x, straight_y);
      dy = base::turned_y(turn, straight_x, straight_y);
    }
  }
  past.along_x = along_x;
  past.along_y = along_y;
  past.dx = is(Moving::x, was(Moving::x) + dx) - was(Moving::x);
  past.dy = is(Moving::y, was(Moving::y) + dy) - was(Moving::y);
  past.dz = is(Moving::z, was(Moving::z) + dz) - was(Moving::z);
  past.way = way;
  past.has_moved = true;
}

void MotionForecast::begin(const record::Frame& frame) {
  time_ = frame.time;
  past_.assign(frame.objects.size(), {});
  for (std::size_t k = 0; k < past_.size(); ++k) {
    const FrameObject& object = frame.objects[k];
    past_[k].id = object.id;
    past_[k].strip = object.strip;
    past_[k].now = numbers_of(object);
    past_[k].accel_before = object.accel_mps2;
  }
}

// Puts the past in the order of the objects. One that was not there before has none.
void MotionForecast::match(std::span<const FrameObject> objects) {
  const bool is_same = past_.size() == objects.size() &&
                       std::equal(past_.begin(), past_.end(), objects.begin(),
                                  [](const Past& past, const FrameObject& o) { return past.id == o.id; });
  if (is_same) return;
  by_id_.resize(past_.size());
  for (std::size_t k = 0; k < by_id_.size(); ++k) by_id_[k] = static_cast<std::uint32_t>(k);
  std::sort(by_id_.begin(), by_id_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return past_[a].id.raw() != past_[b].id.raw() ? past_[a].id.raw() < past_[b].id.raw() : a < b;
  });
  found_.assign(objects.size(), {});
  for (std::size_t k = 0; k < objects.size(); ++k) {
    const auto at =
        std::lower_bound(by_id_.begin(), by_id_.end(), objects[k].id.raw(),
                         [&](std::uint32_t row, std::uint64_t raw) { return past_[row].id.raw() < raw; });
    if (at != by_id_.end() && past_[*at].id == objects[k].id)
      found_[k] = past_[*at];
    else
      found_[k].id = objects[k].id;
  }
  past_.swap(found_);
}

// Settles all objects of the next frame: `settle_row` gives what settles the numbers of a row.
template <class SettleRow>
BACKLOT_INLINE void MotionForecast::go_on(const record::Frame& frame, const SettleRow& settle_row) {
  match(frame.objects);
  const double seconds = (frame.time - time_).seconds();
  time_ = frame.time;
  for (std::size_t row = 0; row < past_.size(); ++row)
    settle_object(past_[row], frame.objects[row].strip, seconds, settle_row(row));
}

void MotionForecast::write(const record::Frame& frame, MissColumns& columns) {
  columns.begin(frame.objects.size());
  go_on(frame, [&](std::size_t row) {
    return [&columns, &object = frame.objects[row] ](Moving number, double expected)
        __attribute__((always_inline)) {
      const double value = number_of(object, number);
      // most numbers are as expected
      if (std::bit_cast<std::uint64_t>(expected) == std::bit_cast<std::uint64_t>(value))
        columns.add_known(number);
      else
        columns.add(number, steps_from(expected, value));
      return value;
    };
  });
}

void MotionForecast::read(const Misses& misses, record::Frame& frame) {
  go_on(frame, [&](std::size_t row) {
    return [&misses, row](Moving number, double expected) {
      const std::vector<std::int64_t>& column = misses[index_of(number)];
      BACKLOT_ASSERT(column.empty() || row < column.size(), "a number has a miss for each object");
      return column.empty() ? expected : go_steps(expected, column[row]);
    };
  });
  for (std::size_t row = 0; row < past_.size(); ++row) set_numbers(past_[row].now, frame.objects[row]);
}

}  // namespace backlot::recording::internal
