#include "backlot/formats/sensing/sensing_text.h"

#include <numbers>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace backlot::formats::sensing {
namespace sensing_text_test {

using view::Sensing;
using view::Sensor;

Sensing read(const std::string& text) {
  const base::Result<Sensing> result = read_sensing(text);
  EXPECT_TRUE(result.has_value()) << text << '\n' << to_text(result.diagnostics());
  return result ? *result : Sensing{};
}

TEST(SensingText, TruthIsTheUsualSensing) {
  EXPECT_EQ(read("truth"), Sensing{});
  Sensing near;
  near.truth_range_m = 150;
  near.latency = base::Duration::from_milliseconds(100);
  near.has_road = false;
  EXPECT_EQ(read("truth within 150 m; latency 0.1 s; no road"), near);
  EXPECT_EQ(read("truth within 0.15 km\nlatency 100 ms\nno road  # tested without a map"), near);
}

TEST(SensingText, SensorsHaveQuantitiesWithUnits) {
  const Sensing sensing = read(
      "front: range 80 m, field 60 deg, noise 0.3 m, speed noise 1.8 km/h, heading noise 2 deg, loses 5 %; "
      "rear: looks 180 deg range 40 m ahead -2 m height 50 cm sees through latency 0.2 s");
  ASSERT_EQ(sensing.sensors.size(), 2U);
  const Sensor &front = sensing.sensors[0], &rear = sensing.sensors[1];
  EXPECT_EQ(front.name, "front");
  EXPECT_EQ(front.range_m, 80);
  EXPECT_NEAR(front.field_rad, std::numbers::pi / 3, 1e-12);
  EXPECT_EQ(front.place_sigma_m, 0.3);
  EXPECT_NEAR(front.speed_sigma_mps, 0.5, 1e-12);
  EXPECT_NEAR(front.heading_sigma_rad, std::numbers::pi / 90, 1e-12);
  EXPECT_NEAR(front.dropout, 0.05, 1e-12);
  EXPECT_FALSE(front.sees_through);
  EXPECT_NEAR(rear.heading_rad, std::numbers::pi, 1e-12);
  EXPECT_EQ(rear.ahead_m, -2);
  EXPECT_EQ(rear.height_m, 0.5);
  EXPECT_TRUE(rear.sees_through);
  EXPECT_EQ(rear.latency, base::Duration::from_milliseconds(200));
  EXPECT_EQ(rear.field_rad, Sensor{}.field_rad) << "all around, where nothing is said";
}

TEST(SensingText, AnErrorHasPlaceCodeAndHint) {
  struct Case {
    const char *text, *code;
    int column;
  };
  for (const Case& c :
       {Case{"front: range 80", "T123", 14},                                                 // no unit
        Case{"front: range 80 s", "T123", 14},                                               // another unit
        Case{"front: field 400 deg", "V101", 14},                                            //
        Case{"front: range 0 m", "V101", 14},                                                //
        Case{"front: loses 120 %", "V101", 14},                                              //
        Case{"latency -1 s", "V101", 9},                                                     //
        Case{"front: rnge 80 m", "T145", 8},                                                 //
        Case{"front: range 80 m, range 70 m", "V102", 20},                                   //
        Case{"truth; truth", "V102", 8},                                                     //
        Case{"front: range 80 m; front: range 70 m", "V103", 20}, Case{"lidar", "V104", 1},  //
        Case{"", "V104", 1},                                                                 //
        Case{"truth; front: range 80 m", "V105", 1}}) {
    const base::Result<Sensing> result = read_sensing(c.text);
    ASSERT_FALSE(result.has_value()) << c.text;
    ASSERT_EQ(result.diagnostics().size(), 1U) << c.text << '\n' << to_text(result.diagnostics());
    const base::Diagnostic& found = *result.diagnostics().begin();
    EXPECT_EQ(found.code, c.code) << c.text;
    EXPECT_EQ(found.place.column, c.column) << c.text << '\n' << to_text(result.diagnostics());
  }
  const base::Result<Sensing> several =
      read_sensing("front: range 80 s; rear: field 0 deg; truth within 9 km");
  ASSERT_FALSE(several.has_value());
  EXPECT_EQ(several.diagnostics().size(), 3U) << "all errors, not the first alone";
}

TEST(SensingText, WhatIsWrittenIsReadAsTheSame) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0.001, 1);
  for (int round = 0; round < 200; ++round) {
    Sensing sensing;
    sensing.has_road = round % 3 != 0;
    if (round % 2 == 0) sensing.latency = base::Duration::from_milliseconds(round);
    if (round % 5 == 0) sensing.truth_range_m = 300 * share(random);
    for (int k = 0; k < round % 4; ++k) {
      Sensor sensor;
      sensor.name = "s" + std::to_string(k);
      sensor.range_m = 1000 * share(random);
      sensor.field_rad = 6 * share(random);
      sensor.heading_rad = 3 - 6 * share(random);
      sensor.ahead_m = share(random);
      sensor.place_sigma_m = share(random);
      if (k == 1) sensor.dropout = share(random);
      sensor.sees_through = k == 2;
      if (k == 2) sensor.latency = base::Duration::from_milliseconds(7);
      sensing.sensors.push_back(sensor);
    }
    if (!sensing.sensors.empty()) sensing.truth_range_m = Sensing{}.truth_range_m;
    EXPECT_EQ(read(sensing_text(sensing)), sensing) << sensing_text(sensing);
  }
}

}  // namespace sensing_text_test
}  // namespace backlot::formats::sensing
