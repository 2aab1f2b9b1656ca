// What of a network stands still, as pages get it: heads of signals for walkers stand at both ends of their crosswalk and look across it.
#include "apps/server/show/static_world.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/text/imports.h"
#include "backlot/formats/way/way.h"

namespace backlot::server::static_world_test {
namespace {

network::Network biketown() {
  std::ifstream file(std::string(BACKLOT_SCENES) + "/biketown.way");
  std::ostringstream text;
  text << file.rdbuf();
  return *network::Network::build(*formats::way::read_way(text.str(), "biketown.way", text::NoFiles()));
}

// The crossing town_hall has four crosswalks with signals, two of each group; all others have none.
TEST(StaticWorld, HeadsForWalkersStandAtBothEndsOfACrosswalkAndShineAcrossIt) {
  const network::Network town = biketown();
  const Set set = make_set(town);
  const Json world = Json::parse(*set.world->world);
  const Json& heads = world["walker_heads"];
  ASSERT_EQ(heads.size(), 8U);
  std::map<std::string, int> heads_of;
  for (std::size_t k = 0; k < heads.size(); k += 2) {
    const Json &one = heads[k], &other = heads[k + 1];
    EXPECT_EQ(one[4], other[4]);
    const std::size_t group = one[4];
    EXPECT_EQ(world["signal_groups"][group]["intersection"], "town_hall");
    heads_of[world["signal_groups"][group]["name"]] += 2;
    const double x = other[0].get<double>() - one[0].get<double>();
    const double y = other[1].get<double>() - one[1].get<double>();
    const double apart = std::hypot(x, y);
    EXPECT_GT(apart, 6);
    EXPECT_LT(apart, 25);
    const auto shines_along = [&](const Json& head) {
      return (x * std::cos(head[3].get<double>()) + y * std::sin(head[3].get<double>())) / apart;
    };
    EXPECT_GT(shines_along(one), 0.9);     // to the walkers at the other end
    EXPECT_LT(shines_along(other), -0.9);  // and back
  }
  EXPECT_EQ(heads_of, (std::map<std::string, int>{{"walk_ew", 4}, {"walk_ns", 4}}));
}

}  // namespace
}  // namespace backlot::server::static_world_test
