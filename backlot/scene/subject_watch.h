// What the directors of a scene see of the subject: where on its route it is, and when it will be further on.
//
// The arrival is predicted anew in every step, from the place and speed of the subject, the limits and bends ahead, the vehicle ahead of it, and
// the lights on its way. It is unknown while the subject is off its route, or stands without a cause that can be seen.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "backlot/direct/stage.h"
#include "backlot/look/leader.h"
#include "backlot/record/frame.h"
#include "backlot/scene/scene.h"

namespace backlot::scene {

class SubjectWatch {
 public:
  // The light of a programme is on its way to be green for the subject: nothing waits for it.
  void expect_green(std::uint32_t programme) { green_programme_ = programme; }

  // In every step, before anything is asked.
  void look(const Scene& scene, direct::Stage& stage, world::ObjectId subject);

  bool is_there() const { return is_there_; }
  bool is_on_route() const { return is_on_route_; }
  bool is_known() const { return is_there_ && is_on_route_ && !is_stuck_; }
  double front_m() const { return front_m_; }  // of the course
  double rear_m() const { return front_m_ - length_m_; }
  double speed_mps() const { return speed_mps_; }
  double length_m() const { return length_m_; }
  double accel_mps2() const { return accel_mps2_; }
  // Speed / the limit at its place.
  double share_of_limit(const Scene& scene) const;
  // How long it has stood without a cause.
  double idle_s() const { return idle_s_; }

  // Seconds until its front is at a metre of its course; below zero past it (by its present speed), empty where it is unknown.
  std::optional<double> seconds_to(const Scene& scene, double metre) const;
  // The vehicle ahead of it: how far, how fast; infinitely far where none is in sight.
  double gap_m() const { return gap_m_; }
  double leader_mps() const { return leader_mps_; }
  // It follows a vehicle that is not faster than itself.
  bool is_held_up() const {
    return gap_m_ < kFollows_s * speed_mps_ + kFollows_m && leader_mps_ < speed_mps_ + 1;
  }

  static void visit(auto& self, auto& field) {
    field(self.is_there_, self.is_on_route_, self.is_stuck_, self.front_m_, self.speed_mps_, self.accel_mps2_,
          self.length_m_, self.share_, self.idle_s_, self.gap_m_, self.leader_mps_, self.leader_length_m_,
          self.green_programme_, self.waits_s_, self.waits_at_m_);
  }

 private:
  bool is_at_limit(const Scene& scene) const;
  void learn_share(const Scene& scene, double dt_s);
  void look_ahead(const Scene& scene, direct::Stage& stage, world::ObjectId subject);
  void look_at_lights(const Scene& scene, direct::Stage& stage);
  double free_seconds_to(const Scene& scene, double metre) const;

  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr double kFollows_s = 3, kFollows_m = 5;

  bool is_there_ = false, is_on_route_ = false, is_stuck_ = false;
  double front_m_ = -1, speed_mps_ = 0, accel_mps2_ = 0, length_m_ = 0;
  double share_ = 1;  // of the limit, at which it drives where nothing holds it up
  double idle_s_ = 0;
  double gap_m_ = std::numeric_limits<double>::infinity(), leader_mps_ = 0, leader_length_m_ = 0;
  std::uint32_t green_programme_ = kNone;
  double waits_s_ = 0;     // how long the next light that is in its way will hold it up
  double waits_at_m_ = 0;  // the metre of its line
};

}  // namespace backlot::scene
