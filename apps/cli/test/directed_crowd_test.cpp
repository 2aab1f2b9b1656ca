// Five directors of different priority tell a crowd what to do, at random. Every directive is answered, no actor is
// left with an expired lease, and the bits are the same whatever the threads, also after save and restore in the middle of it.
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "apps/cli/maps/grid.h"
#include "backlot/formats/way/way.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/direct/random_directives.h"

namespace backlot::cli::directed_crowd_test {
namespace {

using sim::Simulation;

using direct::AnswerKind;
using direct::DirectiveNumber;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr std::uint32_t kVehicles = 2000;
constexpr int kSteps = 6000, kEachStep = 20;
constexpr double kAfter_s = 20;  // what a directive has led to may take so long to happen

// By these an actor is told to do what the rules, or its driver's own caution, would not let it do.
bool forces(std::size_t kind) {
  static const std::set<std::string_view> kForcing = {"launch",       "lurch",      "turn across",
                                                      "ignore light", "go first",   "keep gap",
                                                      "keep headway", "set offset", "cut in"};
  return kForcing.contains(direct::name_of(kind));
}

struct Crowd {
  std::map<DirectiveNumber, AnswerKind> last;
  std::map<std::uint32_t, double> forced_until_s;  // by number of the actor
  std::set<std::pair<std::uint32_t, std::uint32_t>> touching;
  std::uint64_t issued = 0, accepted = 0, contacts = 0, unexplained = 0;
};

void note(const Simulation& run, Crowd& crowd) {
  const double now = run.tick().time.seconds();
  for (const direct::Answer& answer : run.direction().answers()) {
    crowd.last[answer.directive] = answer.answer;
    crowd.accepted += answer.answer == AnswerKind::accepted ? 1 : 0;
    if (forces(answer.kind) && answer.answer != AnswerKind::refused)
      crowd.forced_until_s[answer.actor.slot()] =
          answer.answer == AnswerKind::accepted ? std::numeric_limits<double>::infinity() : now + kAfter_s;
  }
  // two begin to touch where one of them is told to go first, or was a short while ago
  const auto is_forced = [&](std::uint32_t number) {
    const auto at = crowd.forced_until_s.find(number);
    return at != crowd.forced_until_s.end() && now < at->second;
  };
  std::set<std::pair<std::uint32_t, std::uint32_t>> touching;
  for (const sim::Contact& contact : run.contacts()) {
    touching.insert({contact.one, contact.other});
    if (crowd.touching.contains({contact.one, contact.other})) continue;
    ++crowd.contacts;
    if (!is_forced(contact.one) && !is_forced(contact.other)) ++crowd.unexplained;
  }
  crowd.touching = std::move(touching);
}

void step(Simulation& run, int number, Crowd& crowd) {
  for (int k = 0; k < kEachStep; ++k) {
    run.direct(sim::random_directive(
        run, kVehicles, 7, static_cast<std::uint64_t>(number) * kEachStep + static_cast<std::uint64_t>(k)));
    ++crowd.issued;
  }
  run.step(kStep);
  note(run, crowd);
}

TEST(DirectedCrowd, IsAnsweredAndHasTheSameBits) {
  const auto description = formats::way::read_way(
      grid_text({.rows = 13, .columns = 13, .block_m = 200, .lanes = 2, .has_signals = true}), "grid.way",
      text::NoFiles());
  ASSERT_TRUE(description);
  const auto network = network::Network::build(*description);
  ASSERT_TRUE(network);
  const world::Roads roads(*network);
  std::uint64_t hash = 0;
  for (const std::size_t threads : {1U, 3U}) {
    const sim::SimulationSettings settings{.threads = threads, .contacts = sim::ContactLaw::wreck};
    auto run = std::make_unique<Simulation>(roads, settings);
    ASSERT_EQ(run->insert_spread(kVehicles), kVehicles);
    Crowd crowd;
    for (int k = 0; k < kSteps; ++k) {
      step(*run, k, crowd);
      if (threads == 3 && k == kSteps / 2) {
        // goes on in another one
        const std::string saved = run->save();
        run = std::make_unique<Simulation>(roads, settings);
        ASSERT_FALSE(run->restore(saved).has_errors());
      }
    }
    EXPECT_EQ(crowd.last.size(), crowd.issued) << "every directive is answered";
    EXPECT_GT(crowd.accepted, crowd.issued / 5);
    EXPECT_EQ(crowd.unexplained, 0U) << "of " << crowd.contacts << " contacts";
    // without further directives all leases end
    for (int k = 0; k < 400; ++k) {
      run->step(kStep);
      note(*run, crowd);
    }
    for (const auto& [number, answer] : crowd.last) EXPECT_NE(answer, AnswerKind::accepted) << number;
    for (std::uint32_t k = 0; k < kVehicles; ++k)
      EXPECT_TRUE(run->direction().leases(world::ObjectId(k, k)).empty()) << k;
    if (threads == 1) {
      hash = run->hash();
    } else {
      EXPECT_EQ(run->hash(), hash);
    }
  }
}

}  // namespace
}  // namespace backlot::cli::directed_crowd_test
