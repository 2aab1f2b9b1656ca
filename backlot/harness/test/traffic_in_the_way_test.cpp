// Traffic that was once in the way of a scene: each run shows one thing that a director has to bring about.
#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::traffic_in_the_way_test {
namespace {

struct InTheWay {
  const char* name;
  const char* scene;
  std::uint64_t seed;
};

class SceneInTraffic : public testing::TestWithParam<InTheWay> {};

TEST_P(SceneInTraffic, IsStaged) {
  const RunResult result = run_scene(shipped_scene(GetParam().scene), {.seed = GetParam().seed});
  EXPECT_TRUE(result.is_staged());
  EXPECT_EQ(result.contacts_of_extras, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    All, SceneInTraffic,
    testing::Values(InTheWay{"ActorTooEarlyToBeSlowedDownWaits", "priority_violator", 422},
                    InTheWay{"VehicleThatWaitsAtTheSignBecomesTheActor", "priority_violator", 184},
                    InTheWay{"CommitWaitsForTheVehicleAheadToLeave", "priority_violator", 244},
                    InTheWay{"SlowVehicleLeavesTheLaneOfTheSwerve", "cut_out", 228},
                    InTheWay{"VehicleAmongActorsLeavesTheLaneOfTheSwerve", "cut_out", 371},
                    InTheWay{"VehicleThatWouldStandTooLateDoesNotCount", "divided_attention", 6},
                    InTheWay{"NoneIsSuppliedWhereAnOvertakerComesTowardsIt", "subject_turns_left", 5410},
                    InTheWay{"NoneIsSuppliedJustAheadOfAnOvertakerThatIsOut", "subject_turns_left", 5411},
                    InTheWay{"TheVehicleToBeOvertakenDoesNotStopItsFollower", "oncoming_overtaker", 5618},
                    InTheWay{"NoseOfATruckThatTurnsLeftPassesACarThatWaits", "run_red_light", 549941403}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace backlot::harness::traffic_in_the_way_test
