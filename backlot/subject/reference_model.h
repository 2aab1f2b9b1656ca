// Four reference drivers of UN Regulation 157 and its literature: how a careful driver, or a system that just meets the regulation,
// brakes for another vehicle. A failed run is driven again by them, to find out whether it could have been prevented.
//
//        own ->           gap            other -> (u)
//      +-------+  <----------------->  +-------+          side: between the flanks, negative where they overlap along the road
//      |   v   |                       |       |  | w     w: the speed with which the other comes sideways into the own path
//      +-------+                       +-------+  v
//
// The models brake only; they never steer. Figures: UN R157 Annex 4 Appendix 3 and 5.2.5.2; responsibility-sensitive safety
// (Shalev-Shwartz et al. 2017); fuzzy safety model (Mattas et al. 2020).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace backlot::subject {

enum class ReferenceKind : std::uint8_t {
  r157_attentive,  // the careful and competent human driver
  r157_system,     // a system that begins to brake as late as the regulation allows
  rss,             // one that responds when both safe distances of RSS are undercut
  fsm,             // one that brakes in proportion to fuzzy measures of danger
};
inline constexpr std::array kReferenceKinds{ReferenceKind::r157_attentive, ReferenceKind::r157_system,
                                            ReferenceKind::rss, ReferenceKind::fsm};
std::string_view to_text(ReferenceKind kind);

// What a reference driver knows of itself and of one other vehicle.
struct Encounter {
  double gap_m = 0;  // along the own path, from the own front to the other's rear; negative beside and behind
  double side_m = 0;        // between the flanks
  double own_mps = 0;       // v
  double other_mps = 0;     // u, along the own path
  double sideways_mps = 0;  // w, towards the own path, 0 or more
  double other_length_m = 4.3, own_length_m = 4.3;
};

// Between two steps. Plain data: a driver is copied by copying it.
struct ReferenceState {
  bool has_reacted = false;  // its condition was true once
  bool has_dismissed =
      false;              // r157_attentive: the other was in its lane and far enough ahead when it got there
  double since_s = 0;     // its condition was true first; of the clock of the caller
  double brake_mps2 = 0;  // that it has built up
  double accel_mps2 = 0;  // of the last step

  static void visit(auto& self, auto& field) {
    field(self.has_reacted, self.since_s, self.brake_mps2, self.accel_mps2);
  }
};

// The acceleration during the step that begins at `now_s`: 0 where the driver has no reason to brake, else negative. The state is
// that of one driver against one vehicle. `accel_mps2` must be what the vehicle really did in the last step: it differs from what
// was asked for where the vehicle came to a stop.
double reference_accel(ReferenceKind kind, const Encounter& encounter, double now_s, double dt_s,
                       ReferenceState& state);

}  // namespace backlot::subject
