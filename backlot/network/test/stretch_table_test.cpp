#include "backlot/network/stretch_table.h"

#include <array>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/test/allocations.h"
#include "backlot/network/network.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::stretch_table_test {
namespace {

constexpr std::array kHalfWidths = {0.3, 0.4, 0.9, 1.25};

Network town() {
  Sketch sketch;
  CrossingSketch crossing = sketch.four_arms("x", "s= v< v< | v> v> s=", 100, 20);
  for (const char* arm : {"west", "south"}) crossing.crosswalk(arm);
  return sketch.build();
}

template <class Check>
void for_each_dependency(const Network& network, const Check& check) {
  for (std::uint32_t i = 0; i < network.corridors().size(); ++i) {
    for (const Dependency& d : network.dependencies(CorridorId(i))) check(d);
  }
}

TEST(StretchTable, SaysWhatTheNetworkSays) {
  const Network network = town();
  const StretchTable table = build_stretch_table(network, kHalfWidths);
  int touching = 0, clear = 0;
  const auto expect_around = [](const Stretch& kept, const Stretch& asked) {
    EXPECT_LE(kept.from, asked.from);
    EXPECT_GE(kept.from, asked.from - 1e-5);
    EXPECT_GE(kept.to, asked.to);
    EXPECT_LE(kept.to, asked.to + 1e-5);
  };
  for_each_dependency(network, [&](const Dependency& d) {
    for (std::size_t own = 0; own < kHalfWidths.size(); ++own) {
      for (std::size_t other = 0; other < kHalfWidths.size(); ++other) {
        const std::optional<Stretches> kept = table.find(d, own, other),
                                       asked =
                                           network.find_stretches(d, kHalfWidths[own], kHalfWidths[other]);
        ASSERT_EQ(kept.has_value(), asked.has_value());
        ++(kept ? touching : clear);
        if (!kept) continue;
        expect_around(kept->own, asked->own);
        expect_around(kept->other, asked->other);
      }
    }
  });
  EXPECT_GT(touching, 1000);
  EXPECT_GT(clear, 50);
}

TEST(StretchTable, FindsTheNextWidthThatIsNotSmaller) {
  const StretchTable table = build_stretch_table(town(), kHalfWidths);
  EXPECT_EQ(table.find_width(0), 0U);
  EXPECT_EQ(table.find_width(0.3), 0U);
  EXPECT_EQ(table.find_width(0.31), 1U);
  EXPECT_EQ(table.find_width(0.9), 2U);
  EXPECT_EQ(table.find_width(1.25), 3U);
  EXPECT_EQ(table.find_width(1.26), std::nullopt);
}

// What a table does not hold is asked for by the next larger body: never too short.
TEST(StretchTable, HoldsTheStretchOfANarrowerBody) {
  const Network network = town();
  const StretchTable table = build_stretch_table(network, kHalfWidths);
  for_each_dependency(network, [&](const Dependency& d) {
    const std::optional<Stretches> asked = network.find_stretches(d, 0.8, 1.1);
    if (!asked) return;
    const std::optional<Stretches> kept = table.find(d, *table.find_width(0.8), *table.find_width(1.1));
    ASSERT_TRUE(kept);
    EXPECT_LE(kept->own.from, asked->own.from);
    EXPECT_GE(kept->own.to, asked->own.to);
  });
}

TEST(StretchTable, KeepsEqualIntersectionsOnce) {
  const auto bytes = [](int count) {
    Sketch sketch;
    for (int i = 0; i < count; ++i) {
      const std::string name = "x" + std::to_string(i);
      CrossingSketch crossing = sketch.crossing(name);
      for (int arm = 0; arm < 4; ++arm) {
        const base::SinCos d = base::sin_cos(arm * base::kHalfPi);
        const std::string way = name + "_" + std::to_string(arm);
        sketch.way(way, "v< | v>")
            .from(1000 * i - 112 * d.cos, -112 * d.sin, 90 * arm)
            .line(100)
            .open_start();
        crossing.arm("arm" + std::to_string(arm), way + ".end");
      }
    }
    const Network network = sketch.build();
    return build_stretch_table(network, kHalfWidths).bytes();
  };
  EXPECT_EQ(bytes(5), bytes(1));
}

TEST(StretchTable, AnswersWithoutAllocating) {
  const Network network = town();
  const StretchTable table = build_stretch_table(network, kHalfWidths);
  const std::size_t before = base::allocation_count();
  double sum = 0;
  for_each_dependency(network, [&](const Dependency& d) {
    if (const auto found = table.find(d, 2, 3)) sum += found->own.to;
  });
  EXPECT_EQ(base::allocation_count(), before);
  EXPECT_GT(sum, 0);
}

TEST(StretchTable, TakesHalfWidthsThatGrow) {
  const Network network = town();
  EXPECT_DEATH(static_cast<void>(build_stretch_table(network, std::array{0.9, 0.3})), "half widths grow");
  EXPECT_DEATH(static_cast<void>(build_stretch_table(network, std::array{0.9, 1.6})),
               "half widths lie between");
  EXPECT_DEATH(static_cast<void>(build_stretch_table(network, {})), "needs a half width");
}

TEST(StretchTable, IsEmptyWhereNothingTouches) {
  Sketch sketch;
  sketch.way("lonely", "v< | v>").from(0, 0, 0).line(100).open();
  const StretchTable table = build_stretch_table(sketch.build(), kHalfWidths);
  EXPECT_EQ(table.half_widths().size(), 4U);
}

}  // namespace
}  // namespace backlot::network::stretch_table_test
