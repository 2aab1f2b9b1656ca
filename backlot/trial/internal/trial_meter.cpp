#include "backlot/trial/internal/trial_meter.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/network/signal_description.h"
#include "backlot/scene/scene_view.h"
#include "backlot/trial/pedals.h"

namespace backlot::trial::internal {

namespace {

constexpr double kBrakes_mps2 = 1;   // from here on a deceleration counts as braking
constexpr double kPrebrakes_s = 2;   // braking so shortly before the onset is no answer to it
constexpr double kReleased = 0.02;   // of the accelerator's way
constexpr double kPressed = 0.05;    // of a pedal's way
constexpr double kSteers = 0.05;     // of the wheel's way to one side
constexpr double kPetWithin_m = 60;  // bodies further away do not share a place with the subject soon
constexpr double kSameMoment_s = 1e-9;

void least(const std::optional<verdict::Measured>& measured, std::optional<double>& value) {
  if (measured) value = std::min(value.value_or(measured->value), measured->value);
}

}  // namespace

void TrialMeter::watch(const verdict::JudgedMoment& m, verdict::Findings&) {
  const double v = m.subject.speed_mps;
  ++count_;
  sum_ += v;
  squares_ += v * v;
  trial_.most_decel_mps2 = std::max(trial_.most_decel_mps2, -m.subject.accel_mps2);
  if (trial_.onset_s && m.now_s() >= *trial_.onset_s - kSameMoment_s) {
    if (!has_onset_) at_onset(m);
    after_onset(m);
  }
  if (m.subject.accel_mps2 <= -kBrakes_mps2) last_braked_s_ = m.now_s();
  for (const record::Event& event : m.events) {
    const bool is_own = event.object == m.subject.id || event.other == m.subject.id;
    if (event.kind != record::EventKind::contact || !is_own || trial_.impact_mps) continue;
    trial_.impact_mps = static_cast<double>(event.relative_speed_mps);
  }
  trial_.has_touched = m.has_touched;
  keep_lane(m);
  if (m.has_touched) return;
  keep_ways(m);
  least(verdict::time_to_collision(m), trial_.least_ttc_s);
  least(verdict::time_to_collision_accelerating(m), trial_.least_ttc_accel_s);
  least(verdict::nearest_body(m, {}), trial_.least_distance_m);
}

void TrialMeter::at_onset(const verdict::JudgedMoment& m) {
  BACKLOT_ASSERT(trial_.onset_s, "the onset of a trial is known when it comes");
  BACKLOT_ASSERT(!has_onset_, "the onset comes once");
  has_onset_ = true;
  trial_.speed_at_onset_mps = m.subject.speed_mps;
  if (const auto leader = verdict::find_leader(m)) trial_.gap_at_onset_m = leader->gap_m;
  if (!m.subject.corridor.is_empty()) trial_.light_phase = network::to_text(m.subject.signal);
  trial_.has_prebraked = last_braked_s_ && m.now_s() - *last_braked_s_ <= kPrebrakes_s;
  const double front_m = m.play.watch.front_m();
  double best_m = 0;
  for (const scene::PlacedMark& mark : m.scene.marks()) {
    if (!mark.subject_m || *mark.subject_m <= front_m) continue;
    if (!trial_.tta_mark.empty() && *mark.subject_m - front_m >= best_m) continue;
    best_m = *mark.subject_m - front_m;
    trial_.tta_mark = mark.name;
  }
  constexpr double kStands_mps = 0.1;
  if (!trial_.tta_mark.empty() && m.subject.speed_mps > kStands_mps)
    trial_.tta_at_onset_s = best_m / m.subject.speed_mps;
  if (const auto pedals = find_pedals(m.signals)) {
    accelerator_at_onset_ = pedals->accelerator;
    steer_at_onset_ = pedals->steering_wheel;
  }
}

void TrialMeter::after_onset(const verdict::JudgedMoment& m) {
  BACKLOT_ASSERT(has_onset_, "figures after the onset come after it");
  const double now_s = m.now_s();
  const auto first = [&](std::optional<double>& at, bool holds, const char* what) {
    if (at || !holds) return;
    at = now_s;
    if (trial_.first_response.empty()) trial_.first_response = what;
  };
  const std::optional<Pedals> pedals = find_pedals(m.signals);
  const bool brakes = pedals ? pedals->brake >= kPressed : m.subject.accel_mps2 <= -kBrakes_mps2;
  if (pedals) {
    first(trial_.accelerator_release_s, accelerator_at_onset_ > kPressed && pedals->accelerator <= kReleased,
          "accelerator_release");
    first(trial_.steer_onset_s, std::fabs(pedals->steering_wheel - steer_at_onset_) >= kSteers, "steer");
  }
  first(trial_.brake_onset_s, brakes, "brake");
}

void TrialMeter::keep_lane(const verdict::JudgedMoment& m) {
  const bool is_on_lane = !m.subject.lane.is_empty() && m.network().corridor_of(m.subject.lane).is_empty();
  const network::LaneId lane = is_on_lane ? m.subject.lane : network::LaneId();
  if (lane != lane_) end_stretch();
  lane_ = lane;
  if (!is_on_lane) return;
  const double beside = m.subject.offset - m.network().edges(lane, m.subject.distance).centre();
  ++stretch_.count;
  stretch_.sum += beside;
  stretch_.squares += beside * beside;
}

void TrialMeter::end_stretch() {
  if (stretch_.count > 0) {
    lane_count_ += stretch_.count;
    lane_squares_ += std::max(0.0, stretch_.squares - stretch_.sum * stretch_.sum / stretch_.count);
  }
  stretch_ = {};
}

void TrialMeter::keep_ways(const verdict::JudgedMoment& m) {
  own_.push_back({m.now_s(), scene::box_of(m.subject), m.subject.speed_mps});
  for (const record::FrameObject& other : m.frame.objects) {
    const double dx = other.centre.x - m.subject.centre.x, dy = other.centre.y - m.subject.centre.y;
    if (other.id == m.subject.id || dx * dx + dy * dy > kPetWithin_m * kPetWithin_m) continue;
    others_[other.id].push_back({m.now_s(), scene::box_of(other), other.speed_mps});
  }
}

void TrialMeter::finish(const verdict::JudgedMoment&, verdict::Findings&) {
  if (count_ == 0) return;
  const double mean = sum_ / count_;
  trial_.speed_mean_mps = mean;
  trial_.speed_sd_mps = std::sqrt(std::max(0.0, squares_ / count_ - mean * mean));
  end_stretch();
  if (lane_count_ > 0) trial_.sdlp_m = std::sqrt(lane_squares_ / lane_count_);
  for (const auto& [id, way] : others_)
    if (const auto passed = verdict::find_encroachment(own_, way))
      trial_.pet_s = std::min(trial_.pet_s.value_or(passed->seconds), passed->seconds);
}

}  // namespace backlot::trial::internal
