#include "backlot/world/roads/conflicts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/world/body.h"
#include "backlot/world/mover.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::conflicts_test {
namespace {

using network::Aspect;
using network::ControlState;
using network::CorridorId;
using network::Dependency;
using network::Precedence;

const std::vector<std::string> kScenes = {"biketown.way", "county_road.way", "motorway.way"};

std::optional<Conflict> find_conflict(const TestRoads& roads, const Track& own, CorridorId other) {
  for (const Conflict& c : roads.roads.conflicts.of(own))
    if (c.corridor == other) return c;
  return std::nullopt;
}

Precedence mirrored(Precedence p) {
  if (p == Precedence::goes) return Precedence::yields;
  if (p == Precedence::yields) return Precedence::goes;
  return p;
}

TEST(WidthClass, IsTheNarrowestThatHoldsABody) {
  EXPECT_EQ(width_class(0.2), 0);
  EXPECT_EQ(width_class(0.4), 0);
  EXPECT_EQ(width_class(0.41), 1);
  EXPECT_EQ(width_class(0.9), 1);
  EXPECT_EQ(width_class(0.91), 2);
  EXPECT_EQ(width_class(1.25), 2);
  EXPECT_EQ(width_class(3), 2);
  for (std::uint32_t k = 0; k < kVehicleKinds; ++k) {
    const BodyShape shape = usual_shape(static_cast<ObjectKind>(k));
    const auto half = static_cast<double>(shape.half_width_m());
    EXPECT_GE(kClassHalfWidths[width_class(half)] + 1e-3, half);
  }
}

TEST(Conflicts, AreTheDependenciesAmongVehicles) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (const Track& own : town.tracks.all()) {
      if (!own.is_corridor()) continue;
      std::size_t count = 0;
      for (const Dependency& d : town.network.dependencies(own.corridor)) {
        if (town.tracks.track_of(d.other).is_empty()) continue;
        ++count;
        const std::optional<Conflict> c = find_conflict(town, own, d.other);
        ASSERT_TRUE(c);
        const Track& other = town.track(c->other);
        EXPECT_EQ(other.corridor, d.other);
        EXPECT_EQ(c->strip, other.strip);
        EXPECT_EQ(c->kind, d.kind);
        EXPECT_EQ(c->standing, d.precedence);
        EXPECT_EQ(c->limit_mps, town.tracks.zones(other).front().limit_mps);
      }
      EXPECT_EQ(town.roads.conflicts.of(own).size(), count);
    }
  }
}

// Places all along a corridor, and beside it, on the other one: as the passage has them, and as they are located.
TEST(Conflicts, KnowHowTheOtherCorridorLiesUnderOneOnTheOwn) {
  std::size_t known = 0, asked = 0;
  double worst = 0, worst_turn = 0;
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    base::RandomStream random{21, 0, 0};
    for (const Track& own : town.tracks.all()) {
      if (!own.is_corridor()) continue;
      for (const Conflict& there : town.roads.conflicts.of(own)) {
        const ConflictStretch& contact = town.roads.conflicts.stretch(there, 1, 1);
        if (contact.is_clear()) continue;
        for (int k = 0; k < 5; ++k) {
          const double metres = std::clamp(
              random.uniform(static_cast<double>(contact.from) - 5, static_cast<double>(contact.to) + 5), 0.0,
              own.length);
          const double lateral = random.uniform(-0.5, 0.5);
          ++asked;
          StripView view;
          if (!town.roads.conflicts.find_view(there, metres, lateral, view)) continue;
          ++known;
          Mover m;
          put_on_track(town.tracks, town.tracks.track_of(own.corridor), metres, lateral, m);
          const Track& other = town.track(there.other);
          const geometry::Located at = geometry::locate(
              town.tracks.ribbon(other), m.guide,
              geometry::hint_at(town.tracks.ribbon(other),
                                other.from + std::clamp(view.distance, 0.0, other.strip_length)));
          const double distance = at.point.distance + at.beyond - other.from;
          worst = std::max(
              {worst, std::fabs(view.distance - distance), std::fabs(view.offset - at.point.offset)});
          const geometry::Vec3 tangent =
              town.tracks.tangent_at(other, std::clamp(distance, 0.0, other.strip_length));
          worst_turn = std::max(worst_turn,
                                std::fabs(view.sine - (tangent.x * m.heading_y - tangent.y * m.heading_x)));
        }
      }
    }
  }
  EXPECT_GT(known, 1000U);
  EXPECT_GT(known, asked * 9 / 10);
  EXPECT_LT(worst, 0.05);
  EXPECT_LT(worst_turn, 0.05);
}

TEST(Conflicts, NameTheSameStretchesOnBothSides) {
  std::size_t compared = 0;
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (const Track& own : town.tracks.all()) {
      if (!own.is_corridor()) continue;
      for (const Conflict& there : town.roads.conflicts.of(own)) {
        const std::optional<Conflict> back = find_conflict(town, town.track(there.other), own.corridor);
        ASSERT_TRUE(back) << town.network.name_of(own.strip);
        EXPECT_EQ(back->kind, there.kind);
        EXPECT_EQ(back->standing, mirrored(there.standing));
        EXPECT_EQ(back->lit, mirrored(there.lit));
        EXPECT_EQ(back->stopped, mirrored(there.stopped));
        for (std::uint8_t i = 0; i < kWidthClasses; ++i) {
          for (std::uint8_t j = 0; j < kWidthClasses; ++j) {
            const ConflictStretch& a = town.roads.conflicts.stretch(there, i, j);
            const ConflictStretch& b = town.roads.conflicts.stretch(*back, j, i);
            EXPECT_EQ(a.is_clear(), b.is_clear());
            // tables that are shared by equal intersections at other places: the same but for rounding
            EXPECT_NEAR(a.from, b.other_from, 1e-4F);
            EXPECT_NEAR(a.to, b.other_to, 1e-4F);
            EXPECT_NEAR(a.other_from, b.from, 1e-4F);
            EXPECT_NEAR(a.other_to, b.to, 1e-4F);
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 1000U);
}

TEST(Conflicts, AreThoseOfTheNetworkInMetresOfTravel) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (const Track& own : town.tracks.all()) {
      if (!own.is_corridor()) continue;
      for (const Dependency& d : town.network.dependencies(own.corridor)) {
        const std::optional<Conflict> c = find_conflict(town, own, d.other);
        if (!c) continue;
        for (std::uint8_t i = 0; i < kWidthClasses; ++i) {
          for (std::uint8_t j = 0; j < kWidthClasses; ++j) {
            const ConflictStretch& stretch = town.roads.conflicts.stretch(*c, i, j);
            const auto expected = town.network.find_stretches(d, kClassHalfWidths[i] + kSideAir_m,
                                                              kClassHalfWidths[j] + kSideAir_m);
            ASSERT_EQ(!stretch.is_clear(), expected.has_value());
            if (!expected) continue;
            const double a = town.tracks.metres_at(own, expected->own.from),
                         b = town.tracks.metres_at(own, expected->own.to);
            EXPECT_NEAR(static_cast<double>(stretch.from), std::min(a, b), 1e-3)
                << town.network.name_of(own.strip);
            EXPECT_NEAR(static_cast<double>(stretch.to), std::max(a, b), 1e-3)
                << town.network.name_of(own.strip);
          }
        }
      }
    }
  }
}

TEST(Conflicts, AreLongerForWiderBodies) {
  const TestRoads town(scene("biketown.way"));
  for (const Track& own : town.tracks.all()) {
    if (!own.is_corridor()) continue;
    for (const Conflict& c : town.roads.conflicts.of(own)) {
      for (std::uint8_t i = 0; i < kWidthClasses; ++i) {
        for (std::uint8_t j = 1; j < kWidthClasses; ++j) {
          const ConflictStretch& narrow =
              town.roads.conflicts.stretch(c, i, static_cast<std::uint8_t>(j - 1));
          const ConflictStretch& wide = town.roads.conflicts.stretch(c, i, j);
          if (narrow.is_clear()) continue;
          ASSERT_FALSE(wide.is_clear());
          EXPECT_LE(wide.from, narrow.from + 1e-4F);
          EXPECT_GE(wide.to, narrow.to - 1e-4F);
        }
      }
    }
  }
}

// Two straight roads of 3 m lanes at a right angle: a body 1 m to each side, on each, with its air, covers 2.3 m of the other.
TEST(Conflicts, OfStraightCorridorsAtARightAngle) {
  const TestRoads roads(R"(
profile street { vehicle backward 3 m; spine; vehicle forward 3 m }
way west { profile street;  begin at (-60 m, 0 m) heading 0 deg;  line 50 m;  start open }
way east { profile street;  begin at (60 m, 0 m) heading 180 deg;  line 50 m;  start open }
way south { profile street;  begin at (0 m, -60 m) heading 90 deg;  line 50 m;  start open }
way north { profile street;  begin at (0 m, 60 m) heading 270 deg;  line 50 m;  start open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm south: south.end yield
  arm north: north.end yield
}
)");
  const Track& own = roads.track(roads.corridor("x.west_to_east"));
  const Track& other = roads.track(roads.corridor("x.south_to_north"));
  const std::optional<Conflict> c = find_conflict(roads, own, other.corridor);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->kind, network::DependencyKind::crossing);
  EXPECT_EQ(c->standing, Precedence::goes);
  // eastward at y = -1.5, northward at x = 1.5: they cross 11.5 m after the start of the one, 8.5 m after that of the other
  for (std::uint8_t i = 0; i < kWidthClasses; ++i) {
    for (std::uint8_t j = 0; j < kWidthClasses; ++j) {
      const ConflictStretch& s = roads.roads.conflicts.stretch(*c, i, j);
      const double half = kClassHalfWidths[i] + kSideAir_m, other_half = kClassHalfWidths[j] + kSideAir_m;
      // never too short, and exact but for millimetres
      EXPECT_NEAR(static_cast<double>(s.from), 11.5 - other_half, 0.02);
      EXPECT_NEAR(static_cast<double>(s.to), 11.5 + other_half, 0.02);
      EXPECT_NEAR(static_cast<double>(s.other_from), 8.5 - half, 0.02);
      EXPECT_NEAR(static_cast<double>(s.other_to), 8.5 + half, 0.02);
    }
  }
}

TEST(CorridorRule, TellsTheStateForEveryAspect) {
  std::size_t with_signals = 0;
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (std::uint32_t k = 0; k < town.network.corridors().size(); ++k) {
      const CorridorId id(k);
      const CorridorSignal& signal = town.roads.conflicts.signal(id);
      const CorridorRule& rule = town.roads.conflicts.rule(signal);
      for (std::size_t a = 0; a < rule.states.size(); ++a)
        EXPECT_EQ(rule.states[a], network::control_state(town.network, id, static_cast<Aspect>(a)));
      EXPECT_EQ(signal.has_programme(), !town.network.corridor(id).signal_group.is_empty());
      if (signal.has_programme()) {
        ++with_signals;
        EXPECT_LT(rule.group, town.network.programmes()[signal.programme].intervals.front().aspects.size());
      }
    }
  }
  EXPECT_GT(with_signals, 10U);
}

TEST(CorridorRule, OfSignsAndSignals) {
  const TestRoads town(scene("biketown.way"));
  struct Case {
    const char* corridor;
    Aspect aspect;
    ControlState expected;
  };
  for (const Case& c : {
           Case{"town_hall.west_R1_to_east_R1", Aspect::green, ControlState::go},
           Case{"town_hall.west_R1_to_east_R1", Aspect::green_arrow, ControlState::protected_go},
           Case{"town_hall.west_R1_to_east_R1", Aspect::yellow, ControlState::prepare_to_stop},
           Case{"town_hall.west_R1_to_east_R1", Aspect::red, ControlState::stop},
           Case{"town_hall.west_R1_to_east_R1", Aspect::red_yellow, ControlState::stop},
           Case{"town_hall.west_R1_to_east_R1", Aspect::flashing_yellow, ControlState::yield},
           Case{"town_hall.west_R1_to_east_R1", Aspect::flashing_red, ControlState::stop_then_yield},
           Case{"mill.west_R1_to_east_R1", Aspect::dark, ControlState::stop_then_yield},
           Case{"school.east_to_south", Aspect::dark, ControlState::yield},
           Case{"school.south_to_north", Aspect::dark, ControlState::go},
           Case{"church.south_to_north", Aspect::dark, ControlState::go},
           Case{"hill_top.south_to_east", Aspect::dark, ControlState::yield},
       }) {
    const CorridorId id = town.network.find_corridor(c.corridor);
    ASSERT_FALSE(id.is_empty()) << c.corridor;
    EXPECT_EQ(
        town.roads.conflicts.rule(town.roads.conflicts.signal(id)).states[static_cast<std::size_t>(c.aspect)],
        c.expected)
        << c.corridor << " " << to_text(c.aspect);
  }
}

#if BACKLOT_ENABLE_ASSERTS

TEST(ConflictsDeathTest, AreThoseOfCorridorsAndOfTheseRoads) {
  const TestRoads roads(scene("county_road.way"));
  const Conflicts& conflicts = roads.roads.conflicts;
  const Track* way = nullptr;
  for (const Track& track : roads.tracks.all())
    if (!track.is_corridor()) way = &track;
  ASSERT_NE(way, nullptr);
  EXPECT_DEATH(static_cast<void>(conflicts.of(*way)), "an empty id has no index");
  Conflict other;
  other.stretches = 0xfffffff0U;
  EXPECT_DEATH(static_cast<void>(conflicts.stretch(other, 0, 0)), "a conflict of other roads");
  EXPECT_DEATH(static_cast<void>(roads.tracks[TrackId(0xfffffff0U)]), "a track of other roads");
}

#endif

}  // namespace
}  // namespace backlot::world::conflicts_test
