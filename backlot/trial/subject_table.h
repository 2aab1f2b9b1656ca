// The table frames.csv of a trial: one row for each step, of the subject. Live and from a recording it is the same table: both see the same steps.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backlot/record/column.h"
#include "backlot/record/frame.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/sut/command.h"
#include "backlot/trial/pedals.h"
#include "backlot/verdict/lazy_snapshot.h"
#include "backlot/verdict/validator.h"

namespace backlot::trial {

// A row: the subject at the end of a step. Axes as in ISO 8855: x, y on the ground, z up; angles and sides grow to the left.
struct SubjectRow {
  double time_s = 0;  // since the start of the subject
  const network::Network& network;
  const record::Frame& frame;
  const record::FrameObject& subject;
  std::string_view beat{};  // the last one that began
  std::optional<double> yaw_rate_radps{}, lane_offset_m{}, limit_mps{}, route_m{}, ttc_s{};
  std::optional<verdict::LeaderAhead> leader{};
  std::optional<Pedals> pedals{};
  std::optional<bool> is_human{};
};
std::span<const record::Column<SubjectRow>> subject_columns();

// Makes the rows of one run.
class SubjectTable {
 public:
  explicit SubjectTable(std::shared_ptr<const scene::Scene> scene);

  // The first line, and its end.
  static std::string header();
  // After each step, from the start of the subject on: appends a row, as long as the subject is there. `step_s` is the length of the step.
  void add(const record::Frame& frame, const scene::PlayState& play, world::ObjectId subject, double step_s,
           std::span<const sut::WhiteBoxSignal> published, std::string& lines);

 private:
  std::string_view beat_of(const scene::PlayState& play) const;

  std::shared_ptr<const scene::Scene> scene_;
  verdict::LazySnapshot snapshot_;
  double started_s_ = -1;
  std::optional<double> heading_rad_;  // one step ago
};

}  // namespace backlot::trial
