// Claims, priorities and the state of direction, without a run.
#include "backlot/direct/direction.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/direct/test/test_actors.h"

namespace backlot::direct::direction_test {
namespace {

constexpr std::string_view kRoad = R"(
network road
traffic on the right
speed limit 80 km/h
profile road { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way road { profile road;  begin at (0 m, 0 m) heading 0 deg;  line 2000 m;  start open;  end open }
)";
constexpr IssuerId kMe{1}, kAnother{2};

class DirectionOf : public testing::Test {
 protected:
  DirectionOf()
      : test_(kRoad),
        left_(test_.roads.lane("road", "R1")),
        right_(test_.roads.lane("road", "R2")),
        car_(test_.add(right_, 300, 20)),
        other_(test_.add(right_, 400, 20)),
        subject_(test_.add_external(left_, 350, 20)) {}

  DirectiveNumber issue(What what, IssuerId issuer = kMe, std::int32_t priority = 0,
                        Hold hold = ForTime{60}) {
    return direction_.issue(
        {.actor = car_, .issuer = issuer, .priority = priority, .hold = hold, .what = std::move(what)});
  }
  void step(double seconds = 0.1) {
    direction_.begin_step();
    direction_.direct(test_.actors());
    test_.wait(seconds);
  }
  static std::string bytes_of(const Direction& direction) {
    base::FieldWriter writer;
    writer(direction);
    return writer.take_bytes();
  }
  bool read(std::string_view bytes, Direction& into) {
    base::FieldReader reader(bytes);
    reader(into);
    return !reader.has_failed() && reader.left() == 0 &&
           into.has_restored(3, test_.roads.tracks.all().size());
  }
  // One of each channel, one that waits, one that is to be cancelled, a claim.
  void fill() {
    ASSERT_EQ(direction_.claim(*numbers(), car_, kMe), ClaimAnswer::granted);
    issue(KeepHeadway{other_, 2});
    issue(CutIn{.object = subject_, .side = world::Side::left});
    issue(FollowPath{{right_}});
    issue(IgnoreLight{}, kMe, 3, MarkPassed{subject_, {left_, 900}});
    step();
    issue(Halt{}, kMe, 0, EventSeen{record::EventKind::contact, subject_});
    direction_.cancel(1);
  }
  const world::ObjectNumbers* numbers() { return &test_.actors().numbers; }

  TestActors test_;
  world::TrackId left_, right_;
  world::ObjectId car_, other_, subject_;
  Direction direction_;
};

TEST_F(DirectionOf, EachChannelHasALeaseOfItsOwn) {
  fill();
  ASSERT_EQ(direction_.answers().size(), 5U);  // the path ends on the way that the car is on: done at once
  EXPECT_EQ(direction_.leases(car_).size(), 3U);
  EXPECT_EQ(direction_.directed(), 1U);
  EXPECT_NE(direction_.find_dials(car_.slot()), nullptr);
  EXPECT_EQ(direction_.find_dials(other_.slot()), nullptr);
}

TEST_F(DirectionOf, RestoresWhatItSaved) {
  fill();
  const std::string bytes = bytes_of(direction_);
  Direction restored;
  ASSERT_TRUE(read(bytes, restored));
  EXPECT_EQ(bytes_of(restored), bytes);
  EXPECT_EQ(restored.hash(), direction_.hash());
  EXPECT_EQ(restored.answers().size(), direction_.answers().size()) << "directors may not have read them yet";
  const Direction copy = direction_;
  EXPECT_EQ(bytes_of(copy), bytes);
  // and goes on alike
  for (Direction* each : {&direction_, &restored}) {
    each->begin_step();
    each->direct(test_.actors());
  }
  EXPECT_EQ(restored.hash(), direction_.hash());
  EXPECT_EQ(bytes_of(restored), bytes_of(direction_));
  EXPECT_NE(bytes_of(direction_), bytes);
}

// Any damage is refused, or gives a state that can be stepped.
TEST_F(DirectionOf, DamagedBytesAreSafe) {
  fill();
  const std::string bytes = bytes_of(direction_);
  Direction cut;
  EXPECT_FALSE(read(std::string_view(bytes).substr(0, bytes.size() - 1), cut));
  int refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const char value : {'\x00', '\x7f', '\xff'}) {
      std::string damaged = bytes;
      if (damaged[at] == value) continue;
      damaged[at] = value;
      Direction restored;
      if (!read(damaged, restored)) {
        ++refused;
        continue;
      }
      restored.begin_step();
      restored.direct(test_.actors());
    }
  }
  EXPECT_GT(refused, 100);
}

TEST_F(DirectionOf, TheHashTellsAnswersAndLeasesApart) {
  EXPECT_EQ(direction_.hash(), 0U);
  issue(Halt{});
  step();
  const std::uint64_t halt = direction_.hash();
  EXPECT_NE(halt, 0U);
  step();
  EXPECT_NE(direction_.hash(), halt) << "no answer, but a lease";
  direction_.cancel(1);
  step();
  EXPECT_NE(direction_.hash(), 0U) << "no lease, but an answer";
  step();
  EXPECT_EQ(direction_.hash(), 0U);
}

TEST_F(DirectionOf, ClaimsKeepOtherIssuersAway) {
  EXPECT_EQ(direction_.claim(*numbers(), car_, kMe), ClaimAnswer::granted);
  EXPECT_EQ(direction_.claim(*numbers(), car_, kMe), ClaimAnswer::granted);
  EXPECT_EQ(direction_.claim(*numbers(), car_, kAnother), ClaimAnswer::held_by_another);
  EXPECT_EQ(direction_.claim(*numbers(), subject_, kMe), ClaimAnswer::unknown_actor) << "it has no driver";
  EXPECT_EQ(direction_.release(car_, kAnother), ClaimAnswer::held_by_another);
  issue(Halt{}, kAnother, 100);
  step();
  ASSERT_EQ(direction_.answers().size(), 1U);
  EXPECT_EQ(direction_.answers()[0].why, Refusal::claimed);
  EXPECT_EQ(direction_.release(car_, kMe), ClaimAnswer::released);
  EXPECT_EQ(direction_.release(car_, kMe), ClaimAnswer::not_held);
}

TEST_F(DirectionOf, AnswersOfPartsAddUpToThoseOfAStep) {
  issue(Halt{}, kMe, 0, ForTime{0.1});
  direction_.begin_step();
  direction_.direct(test_.actors());
  EXPECT_EQ(direction_.new_answers().size(), 1U);
  test_.wait(0.1);
  direction_.direct(test_.actors());
  ASSERT_EQ(direction_.new_answers().size(), 1U);
  EXPECT_EQ(direction_.new_answers()[0].answer, AnswerKind::done);
  ASSERT_EQ(direction_.answers().size(), 2U);
  EXPECT_EQ(direction_.answers()[0].answer, AnswerKind::accepted);
  direction_.begin_step();
  EXPECT_TRUE(direction_.answers().empty());
}

TEST_F(DirectionOf, AnActorThatLeftFailsAndIsReleased) {
  direction_.claim(*numbers(), car_, kMe);
  issue(Halt{});
  step();
  test_.remove(car_);
  step();
  ASSERT_EQ(direction_.answers().size(), 1U);
  EXPECT_EQ(direction_.answers()[0].answer, AnswerKind::failed);
  EXPECT_EQ(direction_.answers()[0].why, Refusal::unknown_actor);
  ASSERT_EQ(direction_.given_back().size(), 1U);
  EXPECT_TRUE(direction_.holder(car_).is_empty());
  EXPECT_TRUE(direction_.is_idle());
}

}  // namespace
}  // namespace backlot::direct::direction_test
