// An actor precedes the subject by 2 s for 30 s, told in two ways: once, by the directive; and again and again, by a director that watches the gap itself.
// Both must be as exact; the test also tells what each of them costs.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::precede_two_ways_test {
namespace {

constexpr double kWanted_s = 2, kSettles_s = 15, kLasts_s = 30;

// A director's own loop: in every step it looks at the two bodies, and tells the actor how much faster or slower than usual it should drive.
class PrecedeLoop final : public direct::Director {
 public:
  PrecedeLoop(world::ObjectId actor, world::ObjectId subject) : actor_(actor), subject_(subject) {}

  void step(const direct::Directing& directing) override {
    const auto actor = directing.stage.find_extra(actor_);
    const auto body = directing.stage.find(actor_), subject = directing.stage.find(subject_);
    if (!actor || !body || !subject) return;
    // the speed that keeps the time gap while the subject's speed changes, and makes up for what is wrong
    const double step_s = directing.stage.tick().step.seconds();
    const double subject_mps2 = last_mps_ < 0 ? 0 : (subject->speed_mps - last_mps_) / step_s;
    last_mps_ = subject->speed_mps;
    const double gap_m =
        body->centre.x - subject->centre.x - 0.5 * static_cast<double>(body->length_m + subject->length_m);
    const double speed_mps = subject->speed_mps + kWanted_s * subject_mps2 +
                             (kWanted_s * subject->speed_mps - gap_m) / kCorrectsGap_s;
    const double accel_mps2 = (speed_mps - body->speed_mps) / kCorrectsSpeed_s;
    const world::Track& track = directing.stage.roads().tracks[actor->mover.trail.current()];
    const double usual_mps = static_cast<double>(track.limit_mps * actor->driver.traits.speed_factor);
    directing.direct({.actor = actor_,
                      .hold = direct::ForTime{kHeld_s},
                      .what = direct::AdjustSpeed{
                          wish_for(actor->driver.traits, body->speed_mps, accel_mps2) - usual_mps}});
    ++directives_;
  }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }
  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<PrecedeLoop>(*this); }
  void save(base::FieldWriter& field) const override { field(last_mps_, directives_); }
  void hash(base::FieldHasher& field) const override { field(last_mps_, directives_); }
  void restore(base::FieldReader& field) override { field(last_mps_, directives_); }

  std::uint64_t directives() const { return directives_; }

 private:
  static constexpr double kCorrectsGap_s = 3, kCorrectsSpeed_s = 0.5, kHeld_s = 1;

  // The wish of speed with which a driver on a free road accelerates so much: the inverse of traffic::free_accel.
  static double wish_for(const traffic::DriverTraits& traits, double v, double accel_mps2) {
    const auto a = static_cast<double>(traits.accel_mps2), b = static_cast<double>(traits.brake_mps2);
    if (accel_mps2 >= 0) return v / std::sqrt(std::sqrt(1 - std::min(accel_mps2 / a, 0.95)));
    return v / (1 + std::min(-accel_mps2, b) / (4 * b));
  }

  world::ObjectId actor_, subject_;
  double last_mps_ = -1;
  std::uint64_t directives_ = 0;
};

class PrecedeTwoWays : public Directed {
 protected:
  PrecedeTwoWays() : Directed(kMotorRoad) {}

  void place() {
    restart();
    subject_ = put_external("road", "R2", 100, speed_mps(0));
    actor_ = put("road", "R2", 160, 20);
  }
  // 50 to 90 km/h with a period of 30 s.
  static double speed_mps(double time_s) {
    return (70 + 20 * base::sin_cos(base::kTwoPi * time_s / 30).sin) / 3.6;
  }
  // Root of the mean square, over 30 s, of what the time gap of the subject to the actor was off.
  double rms_s() {
    double square = 0;
    int count = 0;
    const auto steps = [](double seconds) {
      return static_cast<int>(std::lround(seconds / kStep.seconds()));
    };
    for (int k = 0; k < steps(kSettles_s + kLasts_s); ++k) {
      const ExternalCommand pace{subject_, run_->tick().time,
                                 PaceCommand{speed_mps(run_->tick().time.seconds() + kStep.seconds())}};
      step(std::span(&pace, 1));
      if (k < steps(kSettles_s)) continue;
      const record::FrameObject actor = seen(actor_), subject = seen(subject_);
      const double gap_m =
          actor.centre.x - subject.centre.x - 0.5 * static_cast<double>(actor.length_m + subject.length_m);
      const double wrong_s = gap_m / subject.speed_mps - kWanted_s;
      square += wrong_s * wrong_s;
      ++count;
    }
    return std::sqrt(square / count);
  }

  world::ObjectId subject_, actor_;
};

TEST_F(PrecedeTwoWays, ByADirectiveOrByALoopAreBothExact) {
  place();
  tell({.actor = actor_,
        .hold = direct::ForTime{kSettles_s + kLasts_s},
        .what = direct::Precede{.object = subject_, .headway_s = kWanted_s}});
  const double by_directive_s = rms_s();

  place();
  run_->add_director(std::make_unique<PrecedeLoop>(actor_, subject_));
  const double by_loop_s = rms_s();
  const std::uint64_t directives = dynamic_cast<const PrecedeLoop&>(run_->directors()[0]).directives();

  place();
  const double untold_s = rms_s();

  RecordProperty("directive_rms_ms", static_cast<int>(1000 * by_directive_s));
  RecordProperty("loop_rms_ms", static_cast<int>(1000 * by_loop_s));
  RecordProperty("loop_directives", static_cast<int>(directives));
  EXPECT_LE(by_directive_s, 0.2);
  EXPECT_LE(by_loop_s, 0.2);
  EXPECT_GT(untold_s, 1) << "the measure can fail";
  // one directive against one for each step
  EXPECT_EQ(directives, 450U);
}

}  // namespace
}  // namespace backlot::sim::precede_two_ways_test
