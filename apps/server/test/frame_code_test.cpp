#include <cmath>

#include <gtest/gtest.h>

#include "apps/server/test/town.h"
#include "apps/server/wire/frame_decoder.h"
#include "apps/server/wire/frame_encoder.h"
#include "apps/server/wire/varint.h"
#include "backlot/base/random.h"

namespace backlot::server::frame_code_test {
namespace {

using record::Frame;
using record::FrameObject;

constexpr geometry::Vec3 kOrigin = {1000, -2000, 0};

FrameObject object_at(std::uint32_t slot, std::uint32_t number, double x, double y) {
  FrameObject object;
  object.id = world::ObjectId(slot, number);
  object.centre = {x, y, 1};
  object.length_m = 4.5F;
  object.width_m = 1.8F;
  object.height_m = 1.5F;
  return object;
}

double angle_between(double a, double b) { return std::fabs(std::remainder(a - b, base::kTwoPi)); }

// Every object of the frame that lies in the view is there, within half a quantum, and no other.
void expect_same(const FrameDecoder& decoder, const Frame& frame, const View& view,
                 const ShapeTable& shapes) {
  std::size_t expected = 0;
  const double half = 0.5 * decoder.unit_m() + 1e-9;
  const bool is_rough = view.shift >= kRoughShift;
  for (const FrameObject& object : frame.objects) {
    if (view.box && !view.box->holds(object.centre)) continue;
    ++expected;
    const auto at = decoder.objects().find(object.id.slot());
    ASSERT_NE(at, decoder.objects().end()) << "slot " << object.id.slot();
    const CodedObject& coded = at->second;
    EXPECT_EQ(coded.id, world::number_for_people(object.id));
    EXPECT_NEAR(kOrigin.x + coded.x * decoder.unit_m(), object.centre.x, half);
    EXPECT_NEAR(kOrigin.y + coded.y * decoder.unit_m(), object.centre.y, half);
    EXPECT_NEAR(kOrigin.z + coded.z * decoder.unit_m(), object.centre.z, half);
    EXPECT_LE(angle_between(coded.heading * base::kTwoPi / kTurn, object.heading_rad()),
              (is_rough ? 128.5 : 0.51) * base::kTwoPi / kTurn);
    EXPECT_NEAR(coded.speed * kSpeedUnit_mps, object.speed_mps, is_rough ? 0.51 : 0.051);
    EXPECT_EQ((coded.lights & kBrakes) != 0, object.brakes);
    EXPECT_EQ((coded.lights & kLeft) != 0, object.indicates_left);
    EXPECT_EQ((coded.lights & kRight) != 0, object.indicates_right);
    EXPECT_EQ(coded.role, object.role.is_empty() ? 0 : object.role.index() + 1);
    EXPECT_EQ(coded.behaviour, static_cast<std::uint8_t>(object.behaviour));
    const Shape& shape = shapes.shapes()[coded.shape];
    EXPECT_EQ(shape.kind, object.kind);
    EXPECT_EQ(shape.length_m, object.length_m);
  }
  EXPECT_EQ(decoder.objects().size(), expected);
  EXPECT_EQ(decoder.time_s(), frame.time.seconds());
}

TEST(Varint, KeepsEveryNumberInAsFewBytesAsItNeeds) {
  for (const std::uint32_t n : {0U, 1U, 127U, 128U, 16383U, 16384U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
    unsigned char bytes[kLongestVarint];
    const unsigned char* end = write_varint(bytes, n);
    WireReader reader({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(end - bytes)});
    EXPECT_EQ(reader.varint(), n);
    EXPECT_TRUE(reader.is_at_end());
    EXPECT_FALSE(reader.has_failed());
    EXPECT_EQ(end - bytes, n < 128 ? 1 : n < 16384 ? 2 : n < 2097152 ? 3 : 5);
  }
  for (const std::int32_t n : {0, 1, -1, 63, -64, 64, 2147483647, -2147483647 - 1})
    EXPECT_EQ(from_zigzag(zigzag(n)), n);
}

TEST(Varint, FailsAtTheEndAndAtNumbersThatAreTooLong) {
  for (const std::string_view bytes :
       {std::string_view(""), std::string_view("\x80"), std::string_view("\xff\xff\xff\xff\x7f"),
        std::string_view("\x80\x80\x80\x80\x80\x01")}) {
    WireReader reader(bytes);
    EXPECT_EQ(reader.varint(), 0U);
    EXPECT_TRUE(reader.has_failed());
  }
}

TEST(FrameCode, TrafficArrivesWithinHalfAQuantum) {
  test::Town town(4, 4, 200);
  const std::vector<geometry::WorldPoint> no_signals;
  for (const View& view : {View{}, View{ViewBox{100, 100, 320, 400}, 0}, View{std::nullopt, 5}}) {
    FrameEncoder encoder(view, kOrigin, no_signals);
    FrameDecoder decoder;
    ShapeTable shapes;
    for (int k = 0; k < 60; ++k) {
      town.step();
      const Frame frame = town.frame();
      encoder.advance(frame, shapes);
      ASSERT_EQ(decoder.read(encoder.delta()), "");
      expect_same(decoder, frame, view, shapes);
      if (HasFailure()) return;
    }
  }
}

// Objects that jump, turn, change their lights and roles, come and go, at random.
TEST(FrameCode, AnySequenceOfFramesIsDecodedAndAKeyFrameIsAsGoodAsAllBeforeIt) {
  base::RandomStream random(11, 0, 0);
  FrameEncoder encoder({}, kOrigin, {});
  FrameDecoder decoder;
  ShapeTable shapes;
  Frame frame;
  std::uint32_t last_number = 0;
  for (int k = 0; k < 400; ++k) {
    frame.objects.clear();
    for (std::uint32_t slot = 0; slot < 40; ++slot) {
      if (random.uniform() < 0.3) continue;
      const bool is_other = random.uniform() < 0.1;
      if (is_other) ++last_number;
      FrameObject object = object_at(slot, is_other ? 1000 + last_number : slot, 2e5 * random.uniform() - 1e5,
                                     2e5 * random.uniform() - 1e5);
      object.centre.z = 40 * random.uniform() - 20;
      const base::SinCos turn = base::sin_cos(7 * random.uniform());
      object.heading_x = turn.cos;
      object.heading_y = turn.sin;
      object.speed_mps = 80 * random.uniform() - 15;
      object.brakes = random.uniform() < 0.5;
      object.indicates_left = random.uniform() < 0.5;
      object.indicates_right = random.uniform() < 0.5;
      object.behaviour = static_cast<record::Behaviour>(7 * random.uniform());
      if (random.uniform() < 0.5)
        object.role = record::RoleId(static_cast<std::uint32_t>(5 * random.uniform()));
      if (world::number_for_people(object.id) % 2 == 0) object.kind = world::ObjectKind::bus;
      frame.objects.push_back(object);
    }
    frame.time = base::SimTime::from_nanoseconds(50'000'000LL * k);
    encoder.advance(frame, shapes);
    // now and then the reader misses some, and goes on from a key frame
    if (k % 17 == 5) continue;
    const bool has_before = decoder.number() + 1 == encoder.number();
    ASSERT_EQ(decoder.read(has_before ? encoder.delta() : std::string_view(encoder.key())), "");
    expect_same(decoder, frame, {}, shapes);
    if (HasFailure()) return;
  }
}

TEST(FrameCode, SignalsComeWhenTheyChangeAndAllOfThemInAKeyFrame) {
  const std::vector<geometry::WorldPoint> places = {{0, 0, 0}, {500, 0, 0}, {10, 0, 0}};
  FrameEncoder encoder({ViewBox{-50, -50, 50, 50}, 0}, {}, places);
  FrameDecoder decoder, late;
  ShapeTable shapes;
  Frame frame;
  frame.signals = {network::Aspect::red, network::Aspect::green, network::Aspect::green};
  encoder.advance(frame, shapes);
  ASSERT_EQ(decoder.read(encoder.delta()), "");
  const auto shown = [](const FrameDecoder& d) { return d.signals(); };
  using Shown = std::map<std::uint32_t, network::Aspect>;
  EXPECT_EQ(shown(decoder), (Shown{{0, network::Aspect::red}, {2, network::Aspect::green}}));
  const std::size_t without_change = [&] {
    encoder.advance(frame, shapes);
    EXPECT_EQ(decoder.read(encoder.delta()), "");
    return encoder.delta().size();
  }();
  frame.signals[2] = network::Aspect::yellow;
  encoder.advance(frame, shapes);
  EXPECT_EQ(encoder.delta().size(), without_change + 2);
  ASSERT_EQ(decoder.read(encoder.delta()), "");
  ASSERT_EQ(late.read(encoder.key()), "");
  EXPECT_EQ(shown(decoder), (Shown{{0, network::Aspect::red}, {2, network::Aspect::yellow}}));
  EXPECT_EQ(shown(late), shown(decoder));
}

TEST(FrameCode, UniformMotionCostsNothing) {
  FrameEncoder encoder({}, {}, {});
  FrameDecoder decoder;
  ShapeTable shapes;
  Frame frame;
  frame.objects = {object_at(0, 1, 0, 0)};
  for (int k = 0; k < 5; ++k) {
    frame.objects[0].centre.x = 0.5 * k;
    encoder.advance(frame, shapes);
    ASSERT_EQ(decoder.read(encoder.delta()), "");
    EXPECT_EQ(decoder.objects().at(0).x, 50 * k);
    if (k >= 2) {
      EXPECT_EQ(encoder.delta().size(), kFrameHead + 3);
    }
  }
}

TEST(FrameCode, DamagedFramesAreRefused) {
  FrameEncoder encoder({}, {}, {});
  ShapeTable shapes;
  Frame frame;
  for (std::uint32_t k = 0; k < 20; ++k) frame.objects.push_back(object_at(k, k, 10.0 * k, 3.0 * k));
  encoder.advance(frame, shapes);
  const std::string key = encoder.key();
  FrameDecoder decoder;
  EXPECT_EQ(decoder.read(""), "the message is no frame");
  EXPECT_NE(decoder.read(std::string_view(key).substr(0, key.size() - 1)), "");
  EXPECT_NE(decoder.read(key + "x"), "");
  EXPECT_EQ(decoder.read(key), "");
  encoder.advance(frame, shapes);
  encoder.advance(frame, shapes);
  EXPECT_EQ(decoder.read(encoder.delta()), "the frame builds on another one than the last one");
}

// The bound of the contract.
TEST(FrameCode, ATownOf2000VehiclesTakesLessThan12BytesPerVehicleAndFrame) {
  test::Town town(10, 10, 2000);
  ASSERT_GE(town.run.size(), 1900U);
  for (int k = 0; k < 200; ++k) town.step();  // it is under way
  FrameEncoder encoder({}, kOrigin, {});
  ShapeTable shapes;
  double bytes = 0, records = 0, keys = 0;
  constexpr int kFrames = 100;
  for (int k = 0; k < kFrames; ++k) {
    town.step();
    const Frame frame = town.frame();
    encoder.advance(frame, shapes);
    if (k == 0) continue;  // the first one is a key frame
    bytes += static_cast<double>(encoder.delta().size());
    records += static_cast<double>(frame.objects.size());
    keys += static_cast<double>(encoder.key().size());
  }
  RecordProperty("bytes_per_vehicle", std::to_string(bytes / records));
  RecordProperty("key_bytes_per_vehicle", std::to_string(keys / records));
  EXPECT_LE(bytes / records, 12);
  EXPECT_GE(bytes / records, 0.5);  // something moves
  EXPECT_LE(keys / records, 24);
}

TEST(View, SimilarCamerasShareAView) {
  const View a = make_view(ViewBox{10, 10, 410, 310}, 0.3), b = make_view(ViewBox{12, 11, 412, 311}, 0.31);
  EXPECT_EQ(a, b);
  EXPECT_LE(a.box->x0, 10);
  EXPECT_GE(a.box->y1, 311);
  EXPECT_EQ(make_view(std::nullopt, 0).shift, 0U);
  // the unit is a quarter of a pixel at most
  for (const double mpp : {0.01, 0.05, 0.2, 1.0, 7.0, 30.0}) {
    const View view = make_view(std::nullopt, mpp);
    EXPECT_LE(kUnit_m * (1U << view.shift), std::max(kUnit_m, 0.25 * mpp));
  }
}

}  // namespace
}  // namespace backlot::server::frame_code_test
