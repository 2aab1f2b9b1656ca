// Where objects are expected after a step, from the two frames before: recordings keep how far off that is. Traffic moves by a few simple laws, so that most of the bits of
// a speed or a place are known beforehand, and the rest is a small number.
//
// Forecasts use sums, products, quotients and square roots alone, which have the same bits everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/base/inline.h"
#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"
#include "backlot/recording/internal/wire.h"

namespace backlot::recording::internal {

// The numbers of an object that change as it moves, in the order in which they are settled: each may use those before it.
enum class Moving : std::uint8_t { speed, accel, distance, offset, heading_x, heading_y, x, y, z };
inline constexpr std::size_t kMoving = 9;

// Of a number that is known where this is compiled, it is one load.
BACKLOT_INLINE double number_of(const record::FrameObject& o, Moving number) {
  switch (number) {
    case Moving::speed:
      return o.speed_mps;
    case Moving::accel:
      return o.accel_mps2;
    case Moving::distance:
      return o.distance;
    case Moving::offset:
      return o.offset;
    case Moving::heading_x:
      return o.heading_x;
    case Moving::heading_y:
      return o.heading_y;
    case Moving::x:
      return o.centre.x;
    case Moving::y:
      return o.centre.y;
    case Moving::z:
      return o.centre.z;
  }
  return 0;
}

// How many doubles lie between two, in the order of their values: 0 where they are the same, bit by bit; +0 and -0 are neighbours.
std::int64_t steps_between(double expected, double value);
double go_steps(double expected, std::int64_t steps);

// The rows of a frame: how far each number is off, 0 where it is as expected.
using Misses = std::array<std::vector<std::int64_t>, kMoving>;

// The same as packed columns of protobuf: numbers with a sign as varints, one after the other, without tag and length. The memory is used again.
class MissColumns {
 public:
  MissColumns() = default;
  MissColumns(const MissColumns&) = delete;
  MissColumns& operator=(const MissColumns&) = delete;

  // Forgets what was added; there is room for so many rows.
  void begin(std::size_t rows);
  // The next row of a column.
  BACKLOT_INLINE void add(Moving number, std::int64_t miss) {
    const auto k = static_cast<std::size_t>(number);
    const std::uint64_t word = zigzag(miss);
    all_[k] |= word;
    put_varint(end_[k], word);
  }
  // The same with a miss of 0.
  BACKLOT_INLINE void add_known(Moving number) { put_byte(end_[static_cast<std::size_t>(number)], 0); }
  // A column; empty where all rows are 0.
  std::string_view column(Moving number) const {
    const auto k = static_cast<std::size_t>(number);
    if (all_[k] == 0) return {};
    return {begin_[k], static_cast<std::size_t>(end_[k] - begin_[k])};
  }

 private:
  std::vector<char> bytes_;
  std::array<const char*, kMoving> begin_{};
  std::array<char*, kMoving> end_{};
  std::array<std::uint64_t, kMoving> all_{};  // the bits that are set in any of its rows
};

// What was in the last two frames. Writer and reader of a recording keep one each, and settle the same frames.
class MotionForecast {
 public:
  // A frame that stands for itself: what was before it is forgotten.
  void begin(const record::Frame& frame);
  // The next frame, as it is: begins the columns and fills them.
  void write(const record::Frame& frame, MissColumns& columns);
  // The next frame, with its time and the ids and strips of its objects: sets their numbers by `misses`, of which each has a row for each object, or none at all.
  void read(const Misses& misses, record::Frame& frame);

 private:
  struct Past {
    world::ObjectId id{};
    network::StripId strip{};
    std::array<double, kMoving> now{};  // in the last frame
    // ---- from the frame before to the last one
    bool has_moved = false;  // it was in both
    double accel_before = 0, way = 0, gone = 0, shifted = 0;
    double turn_sin = 0;
    double along_x = 0, along_y = 0;  // the sum of both headings
    double dx = 0, dy = 0, dz = 0;
  };
  template <class SettleRow>
  void go_on(const record::Frame& frame, const SettleRow& settle_row);
  template <class Settle>
  static void settle_object(Past& past, network::StripId strip, double seconds, const Settle& settle);
  void match(std::span<const record::FrameObject> objects);

  std::vector<Past> past_;  // of the objects of the last frame, in their order
  std::vector<Past> found_;
  std::vector<std::uint32_t> by_id_;
  base::SimTime time_;
};

}  // namespace backlot::recording::internal
