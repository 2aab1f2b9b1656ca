#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/road_beside.h"
#include "backlot/network/locate.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::missed_lanes_test {
namespace {

bool is_warned(const base::Diagnostics& found, const std::string& road) {
  return std::ranges::any_of(found, [&](const base::Diagnostic& d) {
    return d.code == "X315" && d.message.find("lane -1 of road \"" + road + "\" and") == 0;
  });
}

// Where the centre of a strip's only lane, or of a lane of a way, lies at a distance.
geometry::WorldPoint centre_at(const network::Network& network, network::LaneId lane, double distance) {
  const network::StripId strip = network.lane(lane).strip;
  return network::place(network, strip, {distance, network.edges(lane, distance).centre(), 0}).position;
}

// The corridor follows the file where that comes within half a metre of the lane, else it leads from lane to lane; the lane that the file
// draws stays as a surface then.
TEST(MissedLanes, TrafficGoesFromLaneToLaneWhereAConnectingRoadEndsBesideIt) {
  for (const double aside : {0.0, 0.1, 0.4, 0.6, 1.0, 3.0, 6.0}) {
    const auto description = read_opendrive(road_beside(aside), "a.xodr");
    ASSERT_TRUE(description) << base::to_text(description.diagnostics());
    EXPECT_EQ(is_warned(description.diagnostics(), "10"), aside > 0.5) << aside;
    EXPECT_FALSE(is_warned(description.diagnostics(), "11")) << aside;
    EXPECT_TRUE(is_warned(description.diagnostics(), "12")) << "its lane lies 1.34 m beside that of road 2";
    const auto network = network::Network::build(*description);
    ASSERT_TRUE(network) << base::to_text(network.diagnostics());
    const network::StripId strip = network->find_strip("10.R1");
    ASSERT_FALSE(strip.is_empty());
    const network::Corridor& corridor = network->corridor(network->corridor_of(strip));
    const geometry::WorldPoint end = centre_at(*network, corridor.lane, network->strip(strip).length()),
                               lane = centre_at(*network, corridor.to.lane, 0);
    EXPECT_NEAR(geometry::distance_between(end, lane), aside > 0.5 ? 0 : aside, 0.02) << aside;
    const network::StripId drawn = network->find_strip("10.R1_drawn");
    ASSERT_EQ(drawn.is_empty(), aside < 0.5) << aside;
    if (drawn.is_empty()) continue;
    const network::LaneId as_drawn(network->strip(drawn).first_lane);
    const double length = network->strip(drawn).length();
    EXPECT_NEAR(centre_at(*network, as_drawn, length).y, aside - 1.75, 0.05) << "as the file says";
    EXPECT_TRUE(network->corridor(network->corridor_of(drawn)).from.lane.is_empty())
        << "no traffic comes there";
  }
}

}  // namespace
}  // namespace backlot::formats::opendrive::missed_lanes_test
