// Where objects are expected after a step, from the two frames before: recordings keep how far off that is. Traffic moves by a few simple laws, so that most of the bits of
// a speed or a place are known beforehand, and the rest is a small number.
//
// Forecasts use sums, products, quotients and square roots alone, which have the same bits everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"

namespace backlot::recording::internal {

// The numbers of an object that change as it moves, in the order in which they are settled: each may use those before it.
enum class Moving : std::uint8_t { speed, accel, distance, offset, heading_x, heading_y, x, y, z };
inline constexpr std::size_t kMoving = 9;

// How many doubles lie between two, in the order of their values: 0 where they are the same, bit by bit; +0 and -0 are neighbours.
std::int64_t steps_between(double expected, double value);
double go_steps(double expected, std::int64_t steps);

// The rows of a frame: how far each number is off, 0 where it is as expected.
using Misses = std::array<std::vector<std::int64_t>, kMoving>;

// What was in the last two frames. Writer and reader of a recording keep one each, and settle the same frames.
class MotionForecast {
 public:
  // A frame that stands for itself: what was before it is forgotten.
  void begin(const record::Frame& frame);
  // The next frame, as it is: fills `misses`.
  void write(const record::Frame& frame, Misses& misses);
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
  template <class Settle>
  void go_on(const record::Frame& frame, const Settle& settle);
  template <class Settle>
  static void settle_object(Past& past, network::StripId strip, double seconds, const Settle& settle);
  void match(std::span<const record::FrameObject> objects);

  std::vector<Past> past_;  // of the objects of the last frame, in their order
  std::vector<Past> found_;
  std::vector<std::uint32_t> by_id_;
  base::SimTime time_;
};

}  // namespace backlot::recording::internal
