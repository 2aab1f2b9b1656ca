// Measures a trial: looks at a run as a validator does, and finds no fault with it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "backlot/trial/trial.h"
#include "backlot/verdict/encroachment.h"
#include "backlot/verdict/measured.h"
#include "backlot/verdict/validator.h"

namespace backlot::trial::internal {

class TrialMeter final : public verdict::Validator {
 public:
  // Fills the trial. Its onset is known already.
  explicit TrialMeter(Trial& trial) : trial_(trial) {}

  void watch(const verdict::JudgedMoment& moment, verdict::Findings&) override;
  void finish(const verdict::JudgedMoment& last, verdict::Findings&) override;

 private:
  void at_onset(const verdict::JudgedMoment& m);
  void after_onset(const verdict::JudgedMoment& m);
  void keep_lane(const verdict::JudgedMoment& m);
  void keep_ways(const verdict::JudgedMoment& m);

  // Lane positions of a stretch within one lane.
  struct Stretch {
    double count = 0, sum = 0, squares = 0;
  };
  void end_stretch();

  Trial& trial_;
  double count_ = 0, sum_ = 0, squares_ = 0;  // of the speed
  bool has_onset_ = false;
  std::optional<double> last_braked_s_;
  double accelerator_at_onset_ = 0, steer_at_onset_ = 0;
  network::LaneId lane_{};
  Stretch stretch_{};
  double lane_count_ = 0, lane_squares_ = 0;  // of stretches that are over: about the mean of each
  std::vector<verdict::TimedBox> own_;
  std::map<world::ObjectId, std::vector<verdict::TimedBox>> others_;
};

}  // namespace backlot::trial::internal
