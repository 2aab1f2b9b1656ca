#include "backlot/direct/directive_table.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace backlot::direct::directive_table_test {
namespace {

TEST(DirectiveTable, EveryKindHasARow) {
  std::set<std::string> names;
  for (const DirectiveRow& row : directive_table()) {
    ASSERT_NE(row.name, nullptr);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_NE(row.check, nullptr) << row.name;
    EXPECT_TRUE(row.is_for_vehicles() || row.is_for_people()) << row.name;
    EXPECT_EQ(row.begin != nullptr, row.is_for_vehicles()) << row.name;
    EXPECT_EQ(row.begin_on_foot != nullptr, row.is_for_people()) << row.name;
  }
  EXPECT_EQ(names.size(), std::variant_size_v<What>);
  EXPECT_STREQ(name_of(kDirectiveKinds), "");
}

TEST(DirectiveTable, RowsBelongToTheirKinds) {
  const std::map<std::string, std::pair<What, Channel>> expected = {
      {"walk on", {WalkOn{}, Channel::pace}},
      {"dash", {Dash{}, Channel::pace}},
      {"cross now", {CrossNow{}, Channel::route}},
      {"cross road", {CrossRoad{}, Channel::route}},
      {"walk in lane", {WalkInLane{}, Channel::route}},
      {"turn back", {TurnBack{}, Channel::route}},
      {"look at", {LookAt{}, Channel::rules}},
      {"adjust speed", {AdjustSpeed{}, Channel::pace}},
      {"halt", {Halt{}, Channel::pace}},
      {"launch", {Launch{}, Channel::pace}},
      {"lurch", {Lurch{}, Channel::pace}},
      {"brake", {Brake{}, Channel::pace}},
      {"keep gap", {KeepGap{}, Channel::pace}},
      {"keep headway", {KeepHeadway{}, Channel::pace}},
      {"precede", {Precede{}, Channel::pace}},
      {"arrive", {Arrive{}, Channel::pace}},
      {"keep time", {KeepTime{}, Channel::pace}},
      {"stop at", {StopAt{}, Channel::pace}},
      {"change lane", {ChangeLane{}, Channel::lane}},
      {"set offset", {SetOffset{}, Channel::lane}},
      {"ride on", {RideOn{}, Channel::lane}},
      {"cut in", {CutIn{}, Channel::lane}},
      {"overtake now", {OvertakeNow{}, Channel::lane}},
      {"swerve", {Swerve{}, Channel::lane}},
      {"turn", {Turn{}, Channel::route}},
      {"turn across", {TurnAcross{}, Channel::route}},
      {"follow path", {FollowPath{}, Channel::route}},
      {"ignore light", {IgnoreLight{}, Channel::rules}},
      {"disregard", {Disregard{}, Channel::rules}},
      {"go first", {GoFirst{}, Channel::rules}}};
  for (const auto& [name, kind] : expected) {
    EXPECT_EQ(name_of(kind.first.index()), name);
    EXPECT_EQ(row_of(Directive{.what = kind.first}).channel, kind.second) << name;
  }
}

TEST(DirectiveTable, NumbersThatNoVehicleCanDoAreOutOfRange) {
  const std::vector<What> good = {
      AdjustSpeed{-50},     Brake{12, 0},           KeepGap{{}, 300},
      KeepHeadway{{}, 0.3}, Precede{{}, 10, 0},     Precede{{}, 0, 2},
      Precede{{}, 5, 1},    KeepTime{{}, {}, -120}, CutIn{{}, world::Side::left, 1, 1}};
  const std::vector<What> bad = {AdjustSpeed{51},       Brake{0, 5},
                                 Brake{13, 5},          Brake{3, -1},
                                 KeepGap{{}, 0},        KeepGap{{}, 301},
                                 KeepHeadway{{}, 0.2},  KeepHeadway{{}, 21},
                                 Precede{{}, 0, 0},     Precede{{}, -1, 2},
                                 Precede{{}, 10, 0.1},  KeepTime{{}, {}, 121},
                                 CutIn{{}, {}, 0.5, 3}, CutIn{{}, {}, 10, 0.5},
                                 CutIn{{}, {}, 10, 21}};
  for (const What& what : good)
    EXPECT_EQ(directive_table()[what.index()].check(what), Refusal::none) << name_of(what.index());
  for (const What& what : bad)
    EXPECT_EQ(directive_table()[what.index()].check(what), Refusal::out_of_range) << name_of(what.index());
}

}  // namespace
}  // namespace backlot::direct::directive_table_test
