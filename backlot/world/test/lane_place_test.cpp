#include "backlot/world/roads/lane_place.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/base/test/allocations.h"
#include "backlot/network/locate.h"
#include "backlot/world/test/drives.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::lane_place_test {
namespace {

const TestRoads& crossroads() {
  static const TestRoads roads(kCrossroads);
  return roads;
}

LanePlace place_of(const TestRoads& roads, const LooseBody& body, LanePlace place = {}) {
  PlaceScratch scratch;
  follow(roads.roads, body, place, scratch);
  return place;
}

std::string strip_name(const LanePlace& place) {
  return place.strip.is_empty() ? "" : crossroads().network.name_of(place.strip);
}
std::string lane_name(const LanePlace& place) {
  return place.lane.is_empty() ? "" : crossroads().network.name_of(place.lane);
}

LooseBody turned(LooseBody body, double angle_rad) {
  const base::SinCos t = base::sin_cos(angle_rad);
  const double x = base::turned_x(t, body.heading_x, body.heading_y);
  body.heading_y = base::turned_y(t, body.heading_x, body.heading_y);
  body.heading_x = x;
  return body;
}

// ---- known answers

TEST(LanePlace, TellsTheLaneUnderTheMiddleOfTheBody) {
  struct Case {
    const char* name;
    double offset, turned_rad, speed_mps;
    const char* lane;
  };
  constexpr double kQuarter = base::kHalfPi;
  for (const Case& c : std::initializer_list<Case>{{"in its lane", -1.6, 0, 10, "R1"},
                                                   {"astride, more on the outer lane", -3.3, 0, 10, "R2"},
                                                   {"astride, more on the inner lane", -3.2, 0, 10, "R1"},
                                                   {"across the road", -4.9, kQuarter, 0, "R2"},
                                                   {"reversing", -1.6, 0, -3, "R1"},
                                                   {"against the traffic", -1.6, base::kPi, 10, "R1"},
                                                   {"in the oncoming lane", 1.6, 0, 10, "L1"}}) {
    const LanePlace place =
        place_of(crossroads(), turned(body_on_west(40, c.offset, c.speed_mps), c.turned_rad));
    EXPECT_EQ(strip_name(place), "west") << c.name;
    EXPECT_EQ(lane_name(place), c.lane) << c.name;
    EXPECT_NEAR(place.distance, 40, 1e-9) << c.name;
    EXPECT_NEAR(place.offset, c.offset, 1e-9) << c.name;
  }
}

TEST(LanePlace, IsEmptyOffTheNetworkAndForNoPlace) {
  EXPECT_EQ(place_of(crossroads(), body_on_west(40, -9)), LanePlace());
  EXPECT_EQ(place_of(crossroads(), body_on_west(-5, -1.6)), LanePlace());
  LooseBody above = body_on_west(40, -1.6);
  above.middle.z = 6;
  EXPECT_EQ(place_of(crossroads(), above), LanePlace());
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
    for (double LooseBody::*number : {&LooseBody::heading_x, &LooseBody::speed_mps, &LooseBody::bend_1pm}) {
      LooseBody body = body_on_west(40, -1.6);
      body.*number = bad;
      const LanePlace place = place_of(crossroads(), body);
      EXPECT_EQ(place.strip.is_empty(), !std::isfinite(bad));
    }
    LooseBody body = body_on_west(40, -1.6);
    body.middle.y = bad;
    EXPECT_EQ(place_of(crossroads(), body), LanePlace());
  }
}

TEST(LanePlace, NamesTheNextCorridorOnlyWhereOneIsCertain) {
  // both lanes of `west` lead to two corridors each
  EXPECT_TRUE(place_of(crossroads(), body_on_west(40, -1.6)).corridor.is_empty());
  // a road that leads straight through an intersection, in two pieces
  const TestRoads road(R"(
network through
profile street { vehicle backward 3 m;  spine;  vehicle forward 3 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 50 m;  start open }
way b { profile street;  begin at (60 m, 0 m) heading 0 deg;  line 50 m;  end open }
intersection i { arm a: a.end;  arm b: b.start }
)");
  LooseBody body;
  body.middle = {20, -1.5, 0};
  EXPECT_EQ(place_of(road, body).corridor, road.network.find_corridor("i.a_to_b"));
  EXPECT_TRUE(place_of(road, turned(body, base::kPi)).corridor.is_empty()) << "against the traffic";
  body.middle.x = 55;
  EXPECT_EQ(place_of(road, body).corridor, road.network.find_corridor("i.a_to_b")) << "on it";
  body.middle.x = 80;
  EXPECT_TRUE(place_of(road, body).corridor.is_empty()) << "behind it";
}

// ---- through an intersection

struct Passage {
  int strip_changes = 0;  // the first one is where the body appears
  std::vector<std::string> strips;
  LanePlace last;
};

// How a body is off its track.
struct Noise {
  double aside_m = 0, turned_rad = 0;
};

Passage passage_along(const TestRoads& roads, const std::vector<TrackId>& list, bool is_backwards = false,
                      const Noise& noise = {}) {
  base::RandomStream random(5, 0, 0);
  Passage passage;
  PlaceScratch scratch;
  double length = 0;
  for (const TrackId id : list) length += roads.track(id).length;
  for (double m = 5; m < length - 5; m += 0.7) {
    LooseBody body = body_along(roads.tracks, list, is_backwards ? length - m : m);
    body.speed_mps = is_backwards ? -7 : 7;
    const double aside = random.uniform(-noise.aside_m, noise.aside_m);
    body.middle.x -= aside * body.heading_y;
    body.middle.y += aside * body.heading_x;
    body = turned(body, random.uniform(-noise.turned_rad, noise.turned_rad));
    const network::StripId before = passage.last.strip;
    follow(roads.roads, body, passage.last, scratch);
    if (passage.last.strip == before) continue;
    ++passage.strip_changes;
    passage.strips.push_back(passage.last.strip.is_empty() ? "" : roads.network.name_of(passage.last.strip));
  }
  return passage;
}

// Every passage of the crossroads, forwards and backwards: way, corridor, way, without a detour of more than one corridor.
TEST(LanePlace, KeepsToTheCorridorThatTheBodyTakes) {
  const TestRoads& roads = crossroads();
  std::size_t passages = 0, first_right = 0;
  for (std::size_t k = 0; k < roads.network.corridors().size(); ++k) {
    const TrackId through = roads.tracks.track_of(network::CorridorId::from_size(k));
    if (through.is_empty()) continue;
    const Track& track = roads.track(through);
    const std::vector<TrackId> list = {roads.tracks.before(track)[0], through, roads.tracks.onward(track)[0]};
    for (const bool is_backwards : {false, true}) {
      const Passage passage = passage_along(roads, list, is_backwards);
      const std::string name = roads.network.name_of(track.strip) + (is_backwards ? ", backwards" : "");
      ++passages;
      EXPECT_LE(passage.strip_changes, 4) << name;
      EXPECT_EQ(passage.last.strip, roads.track(is_backwards ? list[0] : list[2]).strip) << name;
      ASSERT_GE(passage.strips.size(), 2U);
      EXPECT_EQ(passage.strips[passage.strips.size() - 2], roads.network.name_of(track.strip))
          << name << ": the last corridor is the one that it took";
      if (passage.strip_changes == 3) ++first_right;
      // neither does a place that is measured badly make it flicker
      EXPECT_LE(passage_along(roads, list, is_backwards, {0.25, 0.05}).strip_changes, 4) << name;
    }
  }
  EXPECT_GT(passages, 30U);
  EXPECT_GT(first_right, passages / 2);
}

TEST(LanePlace, LeavesACorridorThatTheBodyDoesNotFollow) {
  const TestRoads& roads = crossroads();
  // placed on a left turn, but headed straight on in the lane of another one
  const network::Network& net = roads.network;
  LanePlace place;
  place.strip = net.strip_of(net.find_corridor("x.west_to_north"));
  place.lane = net.corridor(net.find_corridor("x.west_to_north")).lane;
  PlaceScratch scratch;
  std::string last;
  for (double x = -19; x < 19; x += 1) {
    LooseBody body;
    body.middle = {x, -1.625, 0};
    body.speed_mps = 10;
    follow(roads.roads, body, place, scratch);
    last = strip_name(place);
    ASSERT_FALSE(place.corridor.is_empty()) << x;
  }
  EXPECT_EQ(place.corridor, net.corridor_of(place.strip));
  EXPECT_NE(last, "x.west_to_north");
  const network::DirectedLane to = net.corridor(place.corridor).to;
  EXPECT_EQ(net.name_of(net.lane(to.lane).strip), "east");
}

// ---- against locate

// A body anywhere on the surfaces: where one strip alone holds its middle, `follow` and `locate` agree; where several do, it is one of them.
TEST(LanePlace, AgreesWithLocateForRandomBodies) {
  for (const char* file : {"biketown.way", "county_road.way", "motorway.way"}) {
    const TestRoads roads(scene(file));
    const network::Network& net = roads.network;
    base::RandomStream random(11, 0, 0);
    network::LocateScratch locate_scratch;
    std::vector<network::NetworkLocated> answers;
    PlaceScratch scratch;
    std::size_t alone = 0, off = 0;
    for (int k = 0; k < 4000; ++k) {
      const auto count = static_cast<double>(net.strips().size());
      const network::StripId strip(static_cast<std::uint32_t>(random.uniform(0, count)));
      const double distance = random.uniform(0, net.strip(strip).length());
      const network::LaneEdges edges = net.edges(strip, distance);
      const geometry::PlacedPose pose =
          network::place(net, strip, {distance, random.uniform(edges.right - 2, edges.left + 2), 0});
      LooseBody body;
      body.middle = pose.position;
      const base::SinCos heading = base::sin_cos(random.uniform(-base::kPi, base::kPi));
      body.heading_x = heading.cos;
      body.heading_y = heading.sin;
      LanePlace place;
      follow(roads.roads, body, place, scratch);
      network::locate_all(net, body.middle, locate_scratch, answers, {-2, 2});
      const bool is_on = !answers.empty() && answers[0].on == network::On::strip;
      if (!is_on) {
        const bool is_area = !answers.empty() && answers[0].on == network::On::area;
        EXPECT_EQ(place.strip.is_empty(), !is_area);
        EXPECT_TRUE(place.lane.is_empty());
        ++off;
        continue;
      }
      const auto same = std::ranges::find(answers, place.strip, &network::NetworkLocated::strip);
      ASSERT_NE(same, answers.end()) << file << " " << k;
      if (answers.size() == 1) ++alone;
      EXPECT_EQ(place.lane, same->lane);
      EXPECT_NEAR(place.distance, same->point.distance, 1e-9);
      EXPECT_NEAR(place.offset, same->point.offset, 1e-9);
    }
    EXPECT_GT(alone, 500U) << file;
    EXPECT_GT(off, 100U) << file;
  }
}

TEST(LanePlace, TakesNoMemoryOnceItHasGrown) {
  const TestRoads& roads = crossroads();
  PlaceScratch scratch;
  LanePlace place;
  const auto drive = [&] {
    for (double x = -60; x < 60; x += 0.5) {
      LooseBody body;
      body.middle = {x, x < 0 ? -1.6 : -1.6 - 0.05 * x, 0};
      body.speed_mps = 10;
      follow(roads.roads, body, place, scratch);
    }
  };
  drive();
  const std::size_t before = base::allocation_count();
  drive();
  EXPECT_EQ(base::allocation_count(), before);
}

TEST(LanePlace, ComesBackFromItsFields) {
  const LanePlace place = place_of(crossroads(), body_on_west(40, -1.6));
  base::FieldWriter writer;
  writer(place);
  base::FieldReader reader(writer.bytes());
  LanePlace other;
  reader(other);
  EXPECT_FALSE(reader.has_failed());
  EXPECT_EQ(other, place);
}

}  // namespace
}  // namespace backlot::world::lane_place_test
