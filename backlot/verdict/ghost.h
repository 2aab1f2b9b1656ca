// The undisturbed subject: where it would have been without the event of a scene. Timing is measured against it, so that what the subject does about
// the event does not decide whether the scene was staged.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace backlot::verdict {

class Ghost {
 public:
  struct Place {
    double time_s, front_m;
  };

  // Keeps its speed from a moment on.
  static Ghost at_constant_speed(double time_s, double front_m, double speed_mps);

  // A place of it; times grow.
  void add(double time_s, double front_m);

  // When its front was at a metre of the course; empty where it never came there.
  std::optional<double> find_time(double metre) const;
  bool is_empty() const { return places_.empty(); }
  std::span<const Place> places() const { return places_; }  // in the order of time

 private:
  std::vector<Place> places_;
  double speed_mps_ = 0;  // behind the last place; 0: it ends there
};

}  // namespace backlot::verdict
