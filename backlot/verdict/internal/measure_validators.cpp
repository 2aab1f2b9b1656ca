#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/verdict/internal/episode.h"
#include "backlot/verdict/internal/makers.h"

namespace backlot::verdict::internal {

namespace {

using scene::JudgeDescription;

constexpr double kLaneEdge_m = 0.3, kRoadEdge_m = 0.1;  // reached over by so much, an edge is crossed
constexpr double kFaster_mps = 0.5;                     // tolerance of a speed limit
constexpr double kBesideRoute_m = 10;                   // further off, the route is left
constexpr double kJerkOver_s = 1;                       // ISO 15622 gives jerks as averages over one second
constexpr double kTurnOver_s = 0.5;                     // a turn rate is an average over so long

// A measure that must stay on one side of its limit.
struct MeasureRow {
  std::string_view name;
  std::optional<Measured> (*measure)(const JudgedMoment&);
  bool is_over;                 // the value must stay over its limit
  std::optional<double> limit;  // of a rule without a number
  std::string_view says;        // of the worst value and the limit
};

const std::array kMeasures{
    MeasureRow{"ttc", time_to_collision, true, {}, "time to collision {:.2f} s (limit {:.2f} s)"},
    MeasureRow{"ttc_accel",
               time_to_collision_accelerating,
               true,
               {},
               "time to collision at constant acceleration {:.2f} s (limit {:.2f} s)"},
    MeasureRow{"time_gap", time_gap, true, {}, "time gap {:.2f} s (limit {:.2f} s)"},
    MeasureRow{"drac", necessary_deceleration, false, {}, "{:.2f} m/s2 were needed (limit {:.2f} m/s2)"},
    MeasureRow{"lane", over_lane_edge, false, kLaneEdge_m,
               "{:.2f} m over the edge of the lane without an indicator ({:.2f} m are allowed)"},
    MeasureRow{"off_road", over_road_edge, false, kRoadEdge_m,
               "{:.2f} m over the edge of the road ({:.2f} m are allowed)"},
    MeasureRow{"speed_limit", over_limit, false, kFaster_mps,
               "{:.2f} m/s over the speed limit ({:.2f} m/s are allowed)"},
    MeasureRow{"wrong_way", wrong_way_speed, false, 0.0,
               "{:.2f} m/s against the direction of the lane (limit {:.2f} m/s)"},
    MeasureRow{"mission", beside_route, false, kBesideRoute_m,
               "{:.1f} m beside the route ({:.1f} m are allowed)"},
};

class MeasureValidator final : public Validator {
 public:
  MeasureValidator(const MeasureRow& row, const JudgeDescription& judge)
      : row_(&row),
        episode_(row.name, judge.text, row.limit ? *row.limit : judge.values.at(0), row.is_over, row.says) {}
  void watch(const JudgedMoment& m, Findings& found) override {
    if (!m.has_touched) episode_.watch(m, row_->measure(m), found);
  }

 private:
  const MeasureRow* row_;
  Episode episode_;
};

class DistanceValidator final : public Validator {
 public:
  explicit DistanceValidator(const JudgeDescription& judge)
      : kinds_(judge.kinds),
        episode_("distance", judge.text, judge.values.at(0), true, "{:.2f} m apart (limit {:.2f} m)") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    if (!m.has_touched) episode_.watch(m, nearest_body(m, kinds_), found);
  }

 private:
  std::vector<world::ObjectKind> kinds_;
  Episode episode_;
};

// The length of the acceleration in the plane. Across the heading it is the speed times the turn rate, averaged over half a second.
class ComfortValidator final : public Validator {
 public:
  explicit ComfortValidator(const JudgeDescription& judge)
      : episode_("comfort", judge.text, judge.values.at(0), false,
                 "acceleration of {:.2f} m/s2 (limit {:.2f} m/s2)") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    if (m.has_touched) return;
    past_.push_back({m.now_s(), m.subject.heading_x, m.subject.heading_y});
    while (past_.size() > 1 && past_[1].time_s <= m.now_s() - kTurnOver_s + 1e-9) past_.pop_front();
    const Past& then = past_.front();
    const double seconds = m.now_s() - then.time_s;
    double across = 0;
    if (seconds > kTurnOver_s - 1e-9) {
      const double sine = then.x * m.subject.heading_y - then.y * m.subject.heading_x;
      const double cosine = then.x * m.subject.heading_x + then.y * m.subject.heading_y;
      across = m.subject.speed_mps * base::atan2(sine, cosine) / seconds;
    }
    const double along = m.subject.accel_mps2;
    episode_.watch(m, Measured{std::sqrt(along * along + across * across), {}}, found);
  }

 private:
  struct Past {
    double time_s, x, y;  // heading
  };
  std::deque<Past> past_;
  Episode episode_;
};

// The change of the acceleration over the last second, per second.
class JerkValidator final : public Validator {
 public:
  explicit JerkValidator(const JudgeDescription& judge)
      : episode_("comfort", judge.text, judge.values.at(0), false,
                 "jerk of {:.2f} m/s3 (limit {:.2f} m/s3)") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    if (m.has_touched) return;
    past_.push_back({m.now_s(), m.subject.accel_mps2});
    while (past_.size() > 1 && past_[1].time_s <= m.now_s() - kJerkOver_s + 1e-9) past_.pop_front();
    const double seconds = m.now_s() - past_.front().time_s;
    if (seconds < kJerkOver_s - 1e-9) return;
    episode_.watch(m, Measured{std::fabs(m.subject.accel_mps2 - past_.front().accel_mps2) / seconds, {}},
                   found);
  }

 private:
  struct Past {
    double time_s, accel_mps2;
  };
  std::deque<Past> past_;
  Episode episode_;
};

// A number that the system under test publishes. One that it never publishes breaks the rule at the end: a missing signal is no proof.
class SignalValidator final : public Validator {
 public:
  explicit SignalValidator(const JudgeDescription& judge)
      : name_(judge.signal),
        rule_(judge.text),
        limit_(judge.values.at(0)),
        episode_("signal", judge.text, limit_, judge.is_over, "the signal was {:g} (limit {:g})") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    if (m.has_touched) return;
    const auto signal = std::find_if(m.signals.begin(), m.signals.end(),
                                     [&](const sut::WhiteBoxSignal& one) { return one.name == name_; });
    if (signal == m.signals.end()) return;
    has_come_ = true;
    episode_.watch(m, Measured{signal->value, {}}, found);
  }
  void finish(const JudgedMoment& last, Findings& found) override {
    if (has_come_) return;
    Finding finding = finding_at(last, "signal", rule_);
    finding.limit = limit_;
    finding.margin = -1;
    finding.message = fmt::format("the system never published {}", name_);
    found.push_back(std::move(finding));
  }

 private:
  std::string name_, rule_;
  double limit_;
  bool has_come_ = false;
  Episode episode_;
};

}  // namespace

Made make_measure_validator(const JudgeDescription& judge) {
  if (!judge.marks.empty()) return nullptr;
  const auto row = std::find_if(kMeasures.begin(), kMeasures.end(),
                                [&](const MeasureRow& one) { return one.name == judge.validator; });
  if (row != kMeasures.end()) return std::make_unique<MeasureValidator>(*row, judge);
  if (judge.validator == "distance") return std::make_unique<DistanceValidator>(judge);
  if (judge.validator == "comfort") return std::make_unique<ComfortValidator>(judge);
  if (judge.validator == "jerk") return std::make_unique<JerkValidator>(judge);
  if (judge.validator == "signal") return std::make_unique<SignalValidator>(judge);
  return nullptr;
}

}  // namespace backlot::verdict::internal
