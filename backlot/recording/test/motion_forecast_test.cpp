// Forecasts give back every bit, and are near where motion follows simple laws. The motion here is computed in closed form.
#include "backlot/recording/internal/motion_forecast.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

namespace backlot::recording::motion_forecast_test {
namespace {

using internal::MissColumns;
using internal::Misses;
using internal::MotionForecast;
using internal::Moving;

// What a forecast writes of a frame, read as protobuf says: seven bits in each byte, lowest first; the lowest bit of a number is its sign.
Misses write(MotionForecast& forecast, const record::Frame& frame) {
  MissColumns columns;
  forecast.write(frame, columns);
  Misses misses;
  for (std::size_t n = 0; n < internal::kMoving; ++n) {
    std::uint64_t word = 0;
    unsigned shift = 0;
    for (const char byte : columns.column(static_cast<Moving>(n))) {
      word |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      shift += 7;
      if ((byte & 0x80) != 0) continue;
      const auto half = static_cast<std::int64_t>(word / 2);
      misses[n].push_back(word % 2 == 0 ? half : -half - 1);
      word = shift = 0;
    }
    if (misses[n].empty()) misses[n].assign(frame.objects.size(), 0);
    EXPECT_EQ(misses[n].size(), frame.objects.size());
  }
  return misses;
}

TEST(MotionForecast, CountsDoublesFromOneToAnother) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(internal::steps_between(1, 1), 0);
  EXPECT_EQ(internal::steps_between(1, std::nextafter(1, 2)), 1);
  EXPECT_EQ(internal::steps_between(1, std::nextafter(1, 0)), -1);
  EXPECT_EQ(internal::steps_between(-0.0, 0.0), 1);
  EXPECT_EQ(internal::steps_between(-std::numeric_limits<double>::denorm_min(), 0.0), 2);
  const double values[] = {0.0, -0.0, 1e-300, -3.5, 7e11, infinity, -infinity, std::nan("")};
  for (const double from : values)
    for (const double to : values)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(internal::go_steps(from, internal::steps_between(from, to))),
                std::bit_cast<std::uint64_t>(to));
}

// What becomes of an object over 40 steps of 0.05 s: the largest miss of each number, from the third step on.
using Drive = std::function<void(double time_s, record::FrameObject& object)>;
std::array<std::int64_t, internal::kMoving> largest_misses(const Drive& drive) {
  MotionForecast writer, reader;
  std::array<std::int64_t, internal::kMoving> largest{};
  for (int k = 0; k < 40; ++k) {
    record::Frame frame;
    frame.time = base::SimTime{} + base::Duration::from_milliseconds(50 * k);
    frame.objects.resize(1);
    frame.objects[0].id = world::ObjectId(0, 1);
    frame.objects[0].strip = network::StripId(0);
    drive(0.05 * k, frame.objects[0]);
    if (k == 0) {
      writer.begin(frame);
      reader.begin(frame);
      continue;
    }
    const Misses misses = write(writer, frame);
    for (std::size_t n = 0; n < internal::kMoving && k > 2; ++n)
      largest[n] = std::max(largest[n], std::abs(misses[n][0]));
    record::Frame read = frame;
    read.objects[0].centre = {};
    read.objects[0].speed_mps = read.objects[0].heading_x = read.objects[0].distance = -1;
    reader.read(misses, read);
    EXPECT_EQ(read.objects[0].centre, frame.objects[0].centre);
    EXPECT_EQ(read.objects[0].speed_mps, frame.objects[0].speed_mps);
    EXPECT_EQ(read.objects[0].heading_x, frame.objects[0].heading_x);
    EXPECT_EQ(read.objects[0].distance, frame.objects[0].distance);
  }
  return largest;
}
std::int64_t of(const std::array<std::int64_t, internal::kMoving>& misses, Moving number) {
  return misses[static_cast<std::size_t>(number)];
}

TEST(MotionForecast, IsExactForAnObjectThatStands) {
  const auto misses = largest_misses([](double, record::FrameObject& o) {
    o.centre = {1234.5, -17.25, 3};
    o.heading_x = 0.6;
    o.heading_y = 0.8;
    o.distance = 71.3;
  });
  EXPECT_EQ(std::ranges::max(misses), 0);
}

TEST(MotionForecast, IsADozenDoublesOffWhereABodyAcceleratesOnAStraight) {
  const auto misses = largest_misses([](double t, record::FrameObject& o) {
    const double way = 20 * t + 0.75 * t * t;
    o.speed_mps = 20 + 1.5 * t;
    o.accel_mps2 = 1.5;
    o.heading_x = 0.6;
    o.heading_y = 0.8;
    o.centre = {1000 + 0.6 * way, 2000 + 0.8 * way, 0};
    o.distance = 500 - way;  // it drives against the growing distance
    o.offset = 1.75;
  });
  // 1000 m has 1e-13 m from one double to the next: a step of a metre is known to some of them
  EXPECT_LT(of(misses, Moving::x), 16);
  EXPECT_LT(of(misses, Moving::y), 16);
  EXPECT_LT(of(misses, Moving::distance), 16);
  EXPECT_LT(of(misses, Moving::speed), 256);
  for (const Moving known : {Moving::heading_x, Moving::heading_y, Moving::offset, Moving::z})
    EXPECT_EQ(of(misses, known), 0);
}

TEST(MotionForecast, IsWithinAHundredthOfAMillimetreOnACircle) {
  constexpr double kRadius_m = 40;
  const auto misses = largest_misses([](double t, record::FrameObject& o) {
    const double way = 10 * t + 0.5 * t * t, angle = way / kRadius_m;
    o.speed_mps = 10 + t;
    o.accel_mps2 = 1;
    o.heading_x = -std::sin(angle);
    o.heading_y = std::cos(angle);
    o.centre = {300 + kRadius_m * std::cos(angle), 300 + kRadius_m * std::sin(angle), 0};
    o.distance = way;
  });
  constexpr double kOneDouble_m = 5.7e-14;  // from 256 to 512
  EXPECT_LT(static_cast<double>(of(misses, Moving::x)) * kOneDouble_m, 1e-5);
  EXPECT_LT(static_cast<double>(of(misses, Moving::y)) * kOneDouble_m, 1e-5);
}

// Objects come and go: each is known by its id, whatever its row.
TEST(MotionForecast, FollowsObjectsThatChangeTheirRows) {
  const auto frame_of = [](int step, const std::vector<std::uint32_t>& ids) {
    record::Frame frame;
    frame.time = base::SimTime{} + base::Duration::from_milliseconds(50 * step);
    for (const std::uint32_t id : ids) {
      record::FrameObject o;
      o.id = world::ObjectId(id, id);
      o.strip = network::StripId(0);
      o.speed_mps = 10;
      o.heading_x = 1;
      o.centre = {100.0 * id + 0.5 * step, 0, 0};
      o.distance = o.centre.x;
      frame.objects.push_back(o);
    }
    return frame;
  };
  MotionForecast forecast;
  forecast.begin(frame_of(0, {1, 2, 3}));
  write(forecast, frame_of(1, {1, 2, 3}));
  write(forecast, frame_of(2, {1, 2, 3}));
  const Misses misses = write(forecast, frame_of(3, {3, 4, 1}));
  const auto& x = misses[static_cast<std::size_t>(Moving::x)];
  ASSERT_EQ(x.size(), 3U);
  EXPECT_LT(std::abs(x[0]), 8);
  EXPECT_GT(std::abs(x[1]), 1'000'000) << "nothing was known of it";
  EXPECT_LT(std::abs(x[2]), 8);
}

}  // namespace
}  // namespace backlot::recording::motion_forecast_test
