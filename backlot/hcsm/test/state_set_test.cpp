#include "backlot/hcsm/state_set.h"

#include <string>

#include <gtest/gtest.h>

namespace backlot::hcsm::state_set_test {
namespace {

TEST(StateSet, HoldsWhatWasPutIn) {
  const StateSet set = StateSet::of(StateId(0)) | StateSet::of(StateId(5)) | StateSet::of(StateId(63));
  EXPECT_TRUE(set.has(StateId(0)) && set.has(StateId(5)) && set.has(StateId(63)));
  EXPECT_FALSE(set.has(StateId(1)) || set.has(StateId(62)));
  EXPECT_EQ(set.size(), 3);
  EXPECT_EQ((set - StateSet::of(StateId(5))).size(), 2);
  EXPECT_TRUE((set & StateSet::of(StateId(7))).is_empty());
}

TEST(StateSet, IsReadDownAndUp) {
  const StateSet set = StateSet::of(StateId(0)) | StateSet::of(StateId(5)) | StateSet::of(StateId(63));
  std::string down, up, none;
  for (const StateId s : set.down()) down += std::to_string(s.index()) + " ";
  for (const StateId s : set.up()) up += std::to_string(s.index()) + " ";
  for (const StateId s : StateSet().up()) none += std::to_string(s.index());
  EXPECT_EQ(down, "0 5 63 ");
  EXPECT_EQ(up, "63 5 0 ");
  EXPECT_EQ(none, "");
}

}  // namespace
}  // namespace backlot::hcsm::state_set_test
