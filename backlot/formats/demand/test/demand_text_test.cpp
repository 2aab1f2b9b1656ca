#include "backlot/formats/demand/demand_text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/way/way.h"
#include "backlot/network/network.h"
#include "backlot/world/roads.h"

namespace backlot::formats::demand::demand_text_test {
namespace {

// A street from end to end with a side street, and one that leads nowhere.
constexpr const char* kStreets = R"(network streets
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west { profile street;  begin at (-315 m, 0 m) heading 0 deg;  line 300 m;  start open }
way east { profile street;  begin at (215 m, 0 m) heading 180 deg;  line 200 m;  start open }
way side { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
way alley { profile street;  begin at (0 m, 500 m) heading 0 deg;  line 200 m;  start open;  end open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm side: side.end yield
}
)";

class DemandText : public ::testing::Test {
 protected:
  const world::Tracks& tracks() const { return roads_.tracks; }
  world::TrackId lane_of(const char* way, const char* lane) const {
    return tracks().track_of({network_.find_lane(network_.find_strip(way), lane), true});
  }

  network::Network network_ =
      *network::Network::build(*way::read_way(kStreets, "streets.way", text::NoFiles()));
  world::Roads roads_{network_};
};

TEST_F(DemandText, ReadsAMix) {
  EXPECT_EQ(*read_mix("car=8,motorcycle=2"), (KindShares{8, 0, 0, 2}));
  EXPECT_EQ(*read_mix("truck=0.5"), (KindShares{0, 0.5, 0, 0}));
}

TEST_F(DemandText, ReadsAFlow) {
  const auto plain = read_flow(tracks(), "west:400");
  ASSERT_TRUE(plain) << base::to_text(plain.diagnostics());
  EXPECT_EQ(plain->lanes, std::vector<world::TrackId>{lane_of("west", "R1")});
  EXPECT_EQ(plain->vehicles_per_hour, 400);
  EXPECT_EQ(plain->begin, sim::Flow{}.begin);
  EXPECT_EQ(plain->end, sim::Flow{}.end);

  sim::Flow usual;
  usual.mix = {0, 1, 0, 0};
  usual.arrivals = sim::Arrivals::regular;
  const auto timed = read_flow(tracks(), "side:R1:200:60-300", usual);
  ASSERT_TRUE(timed) << base::to_text(timed.diagnostics());
  EXPECT_EQ(timed->lanes, std::vector<world::TrackId>{lane_of("side", "R1")});
  EXPECT_EQ(timed->begin, base::SimTime() + base::Duration::from_seconds(60));
  EXPECT_EQ(timed->end, base::SimTime() + base::Duration::from_seconds(300));
  EXPECT_EQ(timed->mix, usual.mix);
  EXPECT_EQ(timed->arrivals, usual.arrivals);
}

TEST_F(DemandText, ReadsTurnsByWayOrByWord) {
  const world::CarriagewayId west = tracks()[lane_of("west", "R1")].carriageway;
  for (const char* text : {"west:right=1,straight=3", "west:R1:side=1,east=3"}) {
    traffic::TurningShares shares;
    const base::Diagnostics found = read_turns(tracks(), text, shares);
    ASSERT_TRUE(found.is_empty()) << base::to_text(found);
    const std::span<const world::Exit> exits = tracks().exits(tracks()[west]);
    ASSERT_EQ(shares.of(west).size(), exits.size());
    for (std::size_t k = 0; k < exits.size(); ++k) {
      const double expected = exits[k].turn == network::Turn::right      ? 1
                              : exits[k].turn == network::Turn::straight ? 3
                                                                         : 0;
      EXPECT_EQ(shares.of(west)[k], expected) << text << " exit " << k;
    }
  }
}

TEST_F(DemandText, SaysWhatIsWrong) {
  struct Case {
    const char* text;
    const char* code;
    const char* message;
  };
  const auto expect = [](const Case& c, const base::Diagnostics& found) {
    ASSERT_EQ(found.size(), 1U) << c.text;
    EXPECT_EQ(found[0].code, c.code) << c.text;
    EXPECT_EQ(found[0].place.file, c.text);
    EXPECT_NE(found[0].message.find(c.message), std::string::npos) << found[0].message;
  };
  for (const Case& c :
       {Case{"", "F101", "no mix"}, Case{"car", "F101", "no mix"}, Case{"car=0", "F101", "no mix"},
        Case{"car=-1", "F101", "no mix"}, Case{"car=1,tram=1", "F102", "no kind \"tram\""}})
    expect(c, read_mix(c.text).diagnostics());

  for (const Case& c :
       {Case{"west", "F103", "VEH_PER_HOUR"}, Case{"west:many", "F103", "VEH_PER_HOUR"},
        Case{"west:400:20-10", "F104", "is no time"}, Case{"west:400:now-then", "F104", "is no time"},
        Case{"wets:400", "F105", "did you mean \"west\""}, Case{"west:R9:400", "F105", "has no lane \"R9\""},
        Case{"west:L1:400", "F105", "begins at an open end"}, Case{"alley:400", "F105", "lanes both ways"},
        Case{"west:-5", "F106", "vehicles an hour"}, Case{"west:1e300", "F106", "vehicles an hour"}})
    expect(c, read_flow(tracks(), c.text).diagnostics());

  for (const Case& c :
       {Case{"west", "F107", "TO=SHARE"}, Case{"west:east=-1", "F107", "TO=SHARE"},
        Case{"alley:east=1", "F105", "leads on"}, Case{"west:left=1", "F108", "does not lead to \"left\""},
        Case{"west:east=0", "F109", "above zero"}}) {
    traffic::TurningShares shares;
    expect(c, read_turns(tracks(), c.text, shares));
    EXPECT_TRUE(shares.carriageways().empty()) << c.text;
  }
}

}  // namespace
}  // namespace backlot::formats::demand::demand_text_test
