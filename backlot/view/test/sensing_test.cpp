// Sensors against geometry that shares no code with them: angles by the standard library, lines of sight by points along them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/view/test/view_stage.h"

namespace backlot::view::sensing_test {
namespace {

using record::Frame;
using record::FrameObject;
using test::car_at;
using test::frame_with;
using test::kLaneY_m;
using test::kSubject;
using test::ViewStage;

world::ObjectId id_of(std::uint32_t k) { return {k, k + 1}; }
bool reports(const sut::View& view, std::uint32_t number) {
  return std::any_of(view.objects.begin(), view.objects.end(),
                     [&](const sut::SeenObject& o) { return o.id == number; });
}

// Cars all over the place, none of which overlaps the subject.
std::vector<FrameObject> scattered(std::mt19937& random, std::uint32_t count) {
  std::uniform_real_distribution<double> place(-70, 70), turn(-3.1, 3.1);
  std::vector<FrameObject> cars;
  while (cars.size() < count) {
    const double x = -100 + place(random), y = place(random);
    if (std::hypot(x + 100, y - kLaneY_m) < 6) continue;
    cars.push_back(car_at(id_of(static_cast<std::uint32_t>(cars.size()) + 1), x, y, turn(random)));
  }
  return cars;
}

TEST(Sensing, TruthIsAllThatIsInRangeAndExact) {
  const ViewStage stage;
  Frame frame = frame_with(-100, {car_at(id_of(1), -100 + 299.9, kLaneY_m), car_at(id_of(2), -401, kLaneY_m),
                                  car_at(id_of(3), -60, -45, 0.5)});  // the last one is behind the house
  FrameObject& truck = frame.objects[3];
  truck.kind = world::ObjectKind::truck;
  truck.speed_mps = 7.25;
  truck.accel_mps2 = -1.5;
  truck.brakes = truck.indicates_right = true;
  sut::View view;
  ASSERT_TRUE(stage.maker({}).make(frame, kSubject, view));
  ASSERT_EQ(view.objects.size(), 2U);
  EXPECT_EQ(view.objects[0].id, 2U) << "by id";
  EXPECT_EQ(view.objects[1], (sut::SeenObject{.id = 4,
                                              .kind = sut::SeenKind::truck,
                                              .x = -60,
                                              .y = -45,
                                              .z = 0,
                                              .heading_rad = truck.heading_rad(),
                                              .speed_mps = 7.25,
                                              .acceleration_mps2 = -1.5,
                                              .length_m = 4.5,
                                              .width_m = static_cast<double>(1.8F),
                                              .height_m = 1.5,
                                              .brakes = true,
                                              .indicates_left = false,
                                              .indicates_right = true}));
  EXPECT_NEAR(view.objects[1].heading_rad, 0.5, 1e-12);
}

TEST(Sensing, FieldAndRangeAreThoseOfPlainAngles) {
  const ViewStage stage;
  std::mt19937 random(11);
  struct Case {
    double heading, field, range, ahead;
  };
  std::size_t seen = 0, unseen = 0;
  for (const Case& c : {Case{0, 1.0, 60, 2}, Case{1.5, 0.6, 40, 0}, Case{-2.8, 2.2, 55, -2},
                        Case{0.4, 5.9, 30, 1}, Case{0, 2 * std::numbers::pi, 45, 0}}) {
    Sensor sensor{.name = "s", .ahead_m = c.ahead, .heading_rad = c.heading};
    sensor.field_rad = c.field;
    sensor.range_m = c.range;
    sensor.sees_through = true;
    for (int round = 0; round < 20; ++round) {
      const Frame frame = frame_with(-100, scattered(random, 40));
      sut::View view;
      ASSERT_TRUE(stage.maker({.sensors = {sensor}}).make(frame, kSubject, view));
      for (std::uint32_t k = 1; k < frame.objects.size(); ++k) {
        const double dx = frame.objects[k].centre.x - (-100 + c.ahead),
                     dy = frame.objects[k].centre.y - kLaneY_m;
        double off = std::atan2(dy, dx) - c.heading;
        while (off > std::numbers::pi) off -= 2 * std::numbers::pi;
        while (off < -std::numbers::pi) off += 2 * std::numbers::pi;
        const bool expected =
            std::hypot(dx, dy) <= c.range && (c.field > 6.28 || std::fabs(off) <= c.field / 2);
        EXPECT_EQ(reports(view, k + 1), expected) << dx << ' ' << dy;
        ++(expected ? seen : unseen);
      }
    }
  }
  EXPECT_GT(seen, 500U);
  EXPECT_GT(unseen, 500U);
}

// ---- Occlusion, by points along the line of sight

struct Point {
  double x, y, z;
};
// How deep a point is within a box with its height: metres from the nearest face; below zero outside.
double depth_in(const FrameObject& car, const Point& p) {
  const double dx = p.x - car.centre.x, dy = p.y - car.centre.y;
  const double along = std::fabs(dx * car.heading_x + dy * car.heading_y),
               across = std::fabs(dy * car.heading_x - dx * car.heading_y);
  return std::min({0.5 * static_cast<double>(car.length_m) - along,
                   0.5 * static_cast<double>(car.width_m) - across, static_cast<double>(car.height_m) - p.z});
}
// The house of the stage: its middle at 240 m along the way from x = -315 m, 25 m to the right of it.
double depth_in_house(const Point& p) {
  return std::min({20 - std::fabs(p.x + 75), 10 - std::fabs(p.y + 25), 8 - p.z});
}

// Whether a point is seen; nothing where a line of sight passes so near to an edge that steps of 2 cm cannot tell.
std::optional<bool> sees_point(const Frame& frame, const Point& eye, const Point& at, std::uint32_t target) {
  const double length = std::hypot(at.x - eye.x, at.y - eye.y, at.z - eye.z);
  double deepest = -1;
  for (double s = 0; s < length; s += 0.02) {
    const double t = s / length;
    const Point p{eye.x + t * (at.x - eye.x), eye.y + t * (at.y - eye.y), eye.z + t * (at.z - eye.z)};
    deepest = std::max(deepest, depth_in_house(p));
    for (std::uint32_t k = 1; k < frame.objects.size(); ++k)
      if (k != target) deepest = std::max(deepest, depth_in(frame.objects[k], p));
  }
  if (std::fabs(deepest) < 0.03) return std::nullopt;
  return deepest < 0;
}

// One of five points: the middle, and the corners, at half of the height.
std::optional<bool> sees_body(const Frame& frame, const Point& eye, std::uint32_t target) {
  const FrameObject& car = frame.objects[target];
  bool is_doubtful = false;
  for (const auto& [a, b] :
       std::array<std::array<double, 2>, 5>{{{0, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}}) {
    const double along = 0.5 * a * static_cast<double>(car.length_m),
                 across = 0.5 * b * static_cast<double>(car.width_m);
    const Point at{car.centre.x + along * car.heading_x - across * car.heading_y,
                   car.centre.y + along * car.heading_y + across * car.heading_x,
                   0.5 * static_cast<double>(car.height_m)};
    const std::optional<bool> is_seen = sees_point(frame, eye, at, target);
    if (is_seen && *is_seen) return true;
    is_doubtful = is_doubtful || !is_seen;
  }
  return is_doubtful ? std::nullopt : std::optional(false);
}

TEST(Sensing, BodiesAndHousesHideWhatIsBehindThem) {
  const ViewStage stage;
  std::mt19937 random(5);
  std::size_t seen = 0, hidden = 0, doubtful = 0;
  for (int round = 0; round < 15; ++round) {
    const Frame frame = frame_with(-100, scattered(random, 30));
    const Sensor sensor{.name = "s", .ahead_m = 1.5, .height_m = 1.3};
    sut::View view, through;
    ASSERT_TRUE(stage.maker({.sensors = {sensor}}).make(frame, kSubject, view));
    Sensor radar = sensor;
    radar.sees_through = true;
    ASSERT_TRUE(stage.maker({.sensors = {radar}}).make(frame, kSubject, through));
    EXPECT_EQ(through.objects.size(), 30U);
    for (std::uint32_t k = 1; k < frame.objects.size(); ++k) {
      const std::optional<bool> expected = sees_body(frame, {-98.5, kLaneY_m, 1.3}, k);
      if (!expected) {
        ++doubtful;
        continue;
      }
      EXPECT_EQ(reports(view, k + 1), *expected) << round << ' ' << k;
      ++(*expected ? seen : hidden);
    }
  }
  EXPECT_GT(seen, 100U);
  EXPECT_GT(hidden, 40U);
  EXPECT_LT(doubtful, 60U);
}

// ---- Errors

TEST(Sensing, NoiseHasTheMeanAndSpreadThatAreAskedFor) {
  const ViewStage stage;
  Sensor sensor{.name = "s"};
  sensor.place_sigma_m = 0.4;
  sensor.heading_sigma_rad = 0.02;
  sensor.speed_sigma_mps = 0.7;
  const Frame frame = frame_with(-100, {car_at(id_of(1), -60, kLaneY_m)});
  ViewMaker maker = stage.maker({.sensors = {sensor}}, 3);
  constexpr int kViews = 20'000;
  std::array<double, 4> sum{}, squares{};
  std::array<double, 4> last{}, products{};
  for (int k = 0; k < kViews; ++k) {
    sut::View view;
    ASSERT_TRUE(maker.make(frame, kSubject, view));
    ASSERT_EQ(view.objects.size(), 1U);
    const sut::SeenObject& o = view.objects[0];
    const std::array<double, 4> error{o.x + 60, o.y - kLaneY_m, o.heading_rad, o.speed_mps};
    for (std::size_t n = 0; n < 4; ++n) {
      sum[n] += error[n];
      squares[n] += error[n] * error[n];
      products[n] += error[n] * last[n];
    }
    last = error;
  }
  const std::array<double, 4> sigma{0.4, 0.4, 0.02, 0.7};
  const double root = std::sqrt(static_cast<double>(kViews));
  for (std::size_t n = 0; n < 4; ++n) {
    // the mean of N errors has the deviation sigma / sqrt(N), their spread sigma / sqrt(2 N)
    EXPECT_NEAR(sum[n] / kViews, 0, 4 * sigma[n] / root) << n;
    EXPECT_NEAR(std::sqrt(squares[n] / kViews), sigma[n], 4 * sigma[n] / (root * std::numbers::sqrt2)) << n;
    EXPECT_NEAR(products[n] / kViews / (sigma[n] * sigma[n]), 0, 4 / root)
        << n << ": one report does not depend on the one before";
  }
}

TEST(Sensing, SomeReportsAreLost) {
  const ViewStage stage;
  Sensor sensor{.name = "s"};
  sensor.dropout = 0.3;
  const Frame frame = frame_with(
      -100, {car_at(id_of(1), -60, kLaneY_m), car_at(id_of(2), -60, 1.6), car_at(id_of(3), -130, 0)});
  ViewMaker maker = stage.maker({.sensors = {sensor}}, 3);
  constexpr int kViews = 10'000;
  std::array<int, 5> reported{};
  int both = 0;
  for (int k = 0; k < kViews; ++k) {
    sut::View view;
    ASSERT_TRUE(maker.make(frame, kSubject, view));
    for (const sut::SeenObject& o : view.objects) ++reported[o.id];
    both += reports(view, 2) && reports(view, 3) ? 1 : 0;
  }
  const auto deviation = [&](double share) { return std::sqrt(share * (1 - share) * kViews); };
  for (const std::size_t id : {2U, 3U, 4U}) EXPECT_NEAR(reported[id], 0.7 * kViews, 4 * deviation(0.7)) << id;
  EXPECT_NEAR(both, 0.49 * kViews, 4 * deviation(0.49)) << "objects are lost independently";
}

TEST(Sensing, ErrorsOfAnObjectDoNotDependOnTheOthers) {
  const ViewStage stage;
  Sensor sensor{.name = "s"};
  sensor.place_sigma_m = 0.4;
  sensor.dropout = 0.2;
  const Frame one = frame_with(-100, {car_at(id_of(4), -60, kLaneY_m)});
  const Frame many = frame_with(
      -100, {car_at(id_of(2), -130, kLaneY_m), car_at(id_of(4), -60, kLaneY_m), car_at(id_of(7), -140, 1.6)});
  ViewMaker alone = stage.maker({.sensors = {sensor}}, 9), beside = stage.maker({.sensors = {sensor}}, 9),
            other = stage.maker({.sensors = {sensor}}, 10);
  bool differs_by_seed = false;
  for (int k = 0; k < 200; ++k) {
    sut::View a, b, c;
    ASSERT_TRUE(alone.make(one, kSubject, a));
    ASSERT_TRUE(beside.make(many, kSubject, b));
    ASSERT_TRUE(other.make(one, kSubject, c));
    std::erase_if(b.objects, [](const sut::SeenObject& o) { return o.id != 5; });
    EXPECT_EQ(a.objects, b.objects) << k;
    differs_by_seed = differs_by_seed || a.objects != c.objects;
  }
  EXPECT_TRUE(differs_by_seed);
}

TEST(Sensing, ReportsComeLateByWholeCycles) {
  const ViewStage stage;
  ViewMaker maker =
      stage.maker({.latency = base::Duration::from_milliseconds(120)});  // three cycles of 50 ms
  for (int k = 0; k < 10; ++k) {
    Frame frame = frame_with(-100 + k, {car_at(id_of(1), -60 + 2 * k, kLaneY_m)});
    frame.time = base::SimTime() + k * test::kCycle;
    sut::View view;
    ASSERT_TRUE(maker.make(frame, kSubject, view));
    EXPECT_EQ(view.own.x, -100 + k) << "its own state is that of now";
    EXPECT_EQ(view.time_s, frame.time.seconds());
    if (k < 3) {
      EXPECT_TRUE(view.objects.empty()) << k;
    } else {
      ASSERT_EQ(view.objects.size(), 1U) << k;
      EXPECT_EQ(view.objects[0].x, -60 + 2 * (k - 3)) << k;
    }
  }
}

// Two sensors see the same car with different errors: the first one counts, and the second one adds what the first one cannot see.
TEST(Sensing, OfSeveralSensorsTheFirstThatReportsCounts) {
  const ViewStage stage;
  Sensor front{.name = "front"}, round{.name = "round"};
  front.field_rad = 1;
  round.place_sigma_m = 2;
  const Frame frame = frame_with(-100, {car_at(id_of(1), -60, kLaneY_m), car_at(id_of(2), -130, kLaneY_m)});
  sut::View view;
  ASSERT_TRUE(stage.maker({.sensors = {front, round}}).make(frame, kSubject, view));
  ASSERT_EQ(view.objects.size(), 2U);
  EXPECT_EQ(view.objects[0].x, -60) << "exact, by the first sensor";
  EXPECT_NE(view.objects[1].x, -130) << "with errors, by the second one";
}

TEST(Sensing, ASubjectThatHasLeftHasNoView) {
  const ViewStage stage;
  sut::View view;
  view.time_s = 17;
  EXPECT_FALSE(stage.maker({}).make(frame_with(-100, {}), id_of(8), view));
  EXPECT_EQ(view.time_s, 17);
}

}  // namespace
}  // namespace backlot::view::sensing_test
