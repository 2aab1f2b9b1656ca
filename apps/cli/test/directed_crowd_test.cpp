// Five directors of different priority tell a crowd what to do, at random: everything is answered, nobody is left with a lease whose
// time is over, and the bits are the same whatever the threads, also after save and restore in the middle of it.
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "apps/cli/grid.h"
#include "backlot/base/random.h"
#include "backlot/formats/way/way.h"
#include "backlot/sim/simulation.h"

namespace backlot::cli {
namespace {

using sim::Simulation;

using traffic::AnswerKind;
using traffic::Directive;
using traffic::DirectiveKind;
using traffic::DirectiveNumber;
using traffic::Persistence;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr std::uint32_t kVehicles = 2000;
constexpr int kSteps = 6000, kEachStep = 20;
constexpr double kAfter_s = 20;  // what a directive has led to may take so long to happen

// The directive of one lot: random kind, actor, director and values, some of them wrong.
Directive random_directive(const Simulation& run, std::uint64_t lot) {
  base::RandomStream random{7, lot, 0};
  const auto below = [&random](std::uint32_t count) {
    return static_cast<std::uint32_t>(random.below(count));
  };
  Directive d;
  d.kind = static_cast<DirectiveKind>(below(traffic::kDirectiveKinds));
  // by number: the order of the tables is nobody's business
  const std::uint32_t actor = below(kVehicles), object = below(kVehicles);
  d.actor = world::ObjectId(actor, actor);  // the first objects of a run have their numbers as serial numbers
  d.object = world::ObjectId(object, object);
  d.issuer = traffic::IssuerId(below(5));
  d.priority = static_cast<std::int32_t>(d.issuer.index());
  d.persistence = static_cast<Persistence>(below(3));
  d.hold_s = random.uniform() * 20;
  d.expires = run.tick().time + base::Duration::from_seconds(1 + 30 * random.uniform());
  d.speed_mps = random.uniform() * 10 - 5;
  d.gap_m = random.uniform() * 40;
  d.headway_s = random.uniform() * 4;
  d.offset_m = random.uniform() * 2 - 1;
  d.side = below(2) == 0 ? traffic::Side::left : traffic::Side::right;
  d.direction = static_cast<network::Turn>(below(3));
  d.lane = static_cast<std::int32_t>(below(3)) - 1;
  if (const std::optional<sim::VehicleView> actor = run.find(d.actor)) {
    const world::Trail& trail = actor->mover.trail;
    const world::TrackId ahead = trail[below(trail.size())];
    d.mark = {ahead, random.uniform() * run.roads().tracks[ahead].length};
    d.path = {trail.current(), ahead};
  }
  d.time = run.tick().time + base::Duration::from_seconds(30 * random.uniform());
  return d;
}

// By these one is told to do what the rules, or his own caution, would not let him do.
bool forces(DirectiveKind kind) {
  switch (kind) {
    case DirectiveKind::launch:
    case DirectiveKind::lurch:
    case DirectiveKind::turn_across:
    case DirectiveKind::ignore_light:
    case DirectiveKind::keep_gap:
    case DirectiveKind::keep_headway:
    case DirectiveKind::set_offset:
      return true;
    default:
      return false;
  }
}

struct Crowd {
  std::map<DirectiveNumber, AnswerKind> last;
  std::map<std::uint32_t, double> forced_until_s;  // by number of the actor
  std::set<std::pair<std::uint32_t, std::uint32_t>> touching;
  std::uint64_t issued = 0, accepted = 0, contacts = 0, unexplained = 0;
};

void note(const Simulation& run, Crowd& crowd) {
  const double now = run.tick().time.seconds();
  for (const traffic::Answer& answer : run.direction().answers()) {
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
    run.direct(random_directive(
        run, static_cast<std::uint64_t>(number) * kEachStep + static_cast<std::uint64_t>(k)));
    ++crowd.issued;
  }
  run.step(kStep);
  note(run, crowd);
}

TEST(DirectedCrowd, IsAnsweredAndHasTheSameBits) {
  const auto description =
      way::read_way(grid_text({.rows = 13, .columns = 13, .block_m = 200, .lanes = 2, .has_signals = true}),
                    "grid.way", text::NoFiles());
  ASSERT_TRUE(description);
  const auto network = network::Network::build(*description);
  ASSERT_TRUE(network);
  const world::Roads roads(*network);
  std::uint64_t hash = 0;
  for (const std::size_t threads : {1U, 3U}) {
    const sim::SimulationSettings settings{.threads = threads};
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
}  // namespace backlot::cli
