// Five directors of different priority tell a crowd what to do, at random. Every directive is answered, no actor is
// left with an expired lease, and the bits are the same whatever the threads, also after save and restore in the middle of it.
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "apps/cli/maps/grid.h"
#include "backlot/base/random.h"
#include "backlot/formats/way/way.h"
#include "backlot/sim/simulation.h"

namespace backlot::cli::directed_crowd_test {
namespace {

using sim::Simulation;

using direct::AnswerKind;
using direct::Directive;
using direct::DirectiveNumber;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr std::uint32_t kVehicles = 2000;
constexpr int kSteps = 6000, kEachStep = 20;
constexpr double kAfter_s = 20;  // what a directive has led to may take so long to happen

// What random directives draw from.
struct Lot {
  base::RandomStream random;

  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random.below(count)); }
  double up_to(double most) { return most * random.uniform(); }
  // By number: the order of the tables must not count. The first objects of a run have their numbers as serial numbers.
  world::ObjectId object() {
    const std::uint32_t number = below(kVehicles);
    return {number, number};
  }
  world::Side side() { return below(2) == 0 ? world::Side::left : world::Side::right; }
};

direct::What random_what(const Simulation& run, world::ObjectId actor, Lot& lot) {
  const base::SimTime time = run.tick().time + base::Duration::from_seconds(lot.up_to(30));
  world::Mark mark{};
  std::vector<world::TrackId> path;
  if (const std::optional<sim::VehicleView> vehicle = run.find(actor)) {
    const world::Trail& trail = vehicle->mover.trail;
    mark.track = trail[lot.below(trail.size())];
    mark.metres = lot.up_to(run.roads().tracks[mark.track].length);
    path = {trail.current(), mark.track};
  }
  const world::ObjectId object = lot.object();
  const network::Turn turn = static_cast<network::Turn>(lot.below(3));
  const std::int32_t lane = static_cast<std::int32_t>(lot.below(3)) - 1;
  const std::array<direct::What, direct::kDirectiveKinds> all = {
      direct::AdjustSpeed{lot.up_to(10) - 5},
      direct::Halt{},
      direct::Launch{},
      direct::Lurch{},
      direct::KeepGap{object, lot.up_to(40)},
      direct::KeepHeadway{object, lot.up_to(4)},
      direct::Arrive{mark, time},
      direct::StopAt{mark},
      direct::Brake{lot.up_to(6), lot.up_to(8)},
      direct::Precede{object, lot.up_to(40), 0},
      direct::KeepTime{object, mark, lot.up_to(6) - 3},
      direct::ChangeLane{lot.side()},
      direct::SetOffset{lot.up_to(2) - 1},
      direct::CutIn{object, lot.side(), 2 + lot.up_to(20), 1 + lot.up_to(5)},
      direct::OvertakeNow{},
      direct::Turn{turn, lane},
      direct::TurnAcross{turn, lane},
      direct::FollowPath{path},
      direct::IgnoreLight{}};
  return all[lot.below(direct::kDirectiveKinds)];
}

direct::Hold random_hold(const Simulation& run, Lot& lot) {
  const base::SimTime time = run.tick().time + base::Duration::from_seconds(lot.up_to(20));
  const std::array<direct::Hold, 9> all = {direct::Once{},
                                           direct::Once{},
                                           direct::ForTime{lot.up_to(20)},
                                           direct::LineCrossed{},
                                           direct::EventSeen{record::EventKind::crossed_line, lot.object()},
                                           direct::TimeReached{time},
                                           direct::SpeedBelow{{}, lot.up_to(3)},
                                           direct::SpeedAbove{lot.object(), lot.up_to(14)},
                                           direct::GapBelow{lot.object(), lot.up_to(30)}};
  return all[lot.below(9)];
}

// The directive of one lot: random kind, actor, director and values, some of them wrong.
Directive random_directive(const Simulation& run, std::uint64_t number) {
  Lot lot{{7, number, 0}};
  Directive d;
  d.actor = lot.object();
  d.issuer = direct::IssuerId(lot.below(5));
  d.priority = static_cast<std::int32_t>(d.issuer.index());
  d.hold = random_hold(run, lot);
  d.expires = run.tick().time + base::Duration::from_seconds(1 + lot.up_to(30));
  d.what = random_what(run, d.actor, lot);
  return d;
}

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
    run.direct(random_directive(
        run, static_cast<std::uint64_t>(number) * kEachStep + static_cast<std::uint64_t>(k)));
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
