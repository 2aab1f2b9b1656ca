#include "backlot/verdict/validators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/scene/scene_view.h"
#include "backlot/verdict/encroachment.h"
#include "backlot/verdict/frame_view.h"
#include "backlot/verdict/measured.h"

namespace backlot::verdict {

namespace {

using record::EventKind;
using scene::JudgeDescription;

constexpr double kLaneEdge_m = 0.3, kRoadEdge_m = 0.1;  // reached over by so much, an edge is crossed
constexpr double kOverLimit_mps = 0.5;                  // tolerance of a speed limit
constexpr double kBesideRoute_m = 10;                   // further off, the route is left
constexpr double kHalts_mps = 0.1, kHaltBefore_m = 10;  // a halt at a stop line: so slow, so near before it
constexpr double kParts_s = 0.5;                        // a rule that is broken again sooner is broken still
constexpr double kPetWithin_m = 60;  // ways are remembered where bodies are nearer to each other

std::string other_text(world::ObjectId other) {
  return other.is_empty() ? std::string() : fmt::format(" with vehicle {}", world::number_for_people(other));
}

Finding finding_at(const JudgedMoment& m, std::string_view validator, const std::string& rule) {
  Finding finding;
  finding.validator = validator;
  finding.rule = rule;
  finding.time_s = finding.until_s = m.now_s();
  finding.where = m.subject.centre;
  return finding;
}

// ---- A measure that must stay on one side of its limit

struct MeasureRow {
  std::string_view name;
  std::optional<Measured> (*measure)(const JudgedMoment&);
  bool is_over;                 // the value must stay over its limit
  std::optional<double> limit;  // of a rule without a number
  std::string_view says;        // of the worst value and the limit
};

std::optional<Measured> acceleration(const JudgedMoment& m) {
  return Measured{std::fabs(m.subject.accel_mps2), {}};
}

const std::array kMeasures{
    MeasureRow{"ttc", time_to_collision, true, {}, "time to collision {:.2f} s (limit {:.2f} s)"},
    MeasureRow{"time_gap", time_gap, true, {}, "time gap {:.2f} s (limit {:.2f} s)"},
    MeasureRow{"drac",
               necessary_deceleration,
               false,
               {},
               "{:.2f} m/s2 were needed behind the leader (limit {:.2f} m/s2)"},
    MeasureRow{"comfort", acceleration, false, {}, "acceleration of {:.2f} m/s2 (limit {:.2f} m/s2)"},
    MeasureRow{"lane", over_lane_edge, false, kLaneEdge_m,
               "{:.2f} m over the edge of the lane without an indicator ({:.2f} m are allowed)"},
    MeasureRow{"off_road", over_road_edge, false, kRoadEdge_m,
               "{:.2f} m over the edge of the road ({:.2f} m are allowed)"},
    MeasureRow{"speed_limit", over_limit, false, kOverLimit_mps,
               "{:.2f} m/s over the speed limit ({:.2f} m/s are allowed)"},
    MeasureRow{"wrong_way", wrong_way_speed, false, 0.0,
               "{:.2f} m/s against the direction of the lane (limit {:.2f} m/s)"},
    MeasureRow{"mission", beside_route, false, kBesideRoute_m,
               "{:.1f} m beside the route ({:.1f} m are allowed)"},
};

// Opens a finding when its limit is passed, keeps the worst value while that lasts, and closes it.
class Episode {
 public:
  Episode(std::string_view name, std::string rule, double limit, bool is_over, std::string_view says)
      : name_(name), rule_(std::move(rule)), limit_(limit), is_over_(is_over), says_(says) {}

  void watch(const JudgedMoment& m, const std::optional<Measured>& now, Findings& found) {
    if (!now || margin(now->value) >= 0) return;
    const bool goes_on = open_ && m.now_s() - found[*open_].until_s <= kParts_s;
    if (!goes_on) {
      open_ = found.size();
      found.push_back(finding_at(m, name_, rule_));
      found.back().value = now->value;
      found.back().limit = limit_;
      found.back().margin = 1;
    }
    Finding& finding = found[*open_];
    finding.until_s = m.now_s();
    if (margin(now->value) >= finding.margin) return;
    finding.value = now->value;
    finding.margin = margin(now->value);
    finding.other = now->other;
    finding.message = fmt::format(fmt::runtime(says_), now->value, limit_) + other_text(now->other);
  }

 private:
  double margin(double value) const { return is_over_ ? value - limit_ : limit_ - value; }

  std::string_view name_;
  std::string rule_;
  double limit_;
  bool is_over_;
  std::string_view says_;
  std::optional<std::size_t> open_;
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

// ---- Events

class ContactValidator final : public Validator {
 public:
  explicit ContactValidator(std::string rule) : rule_(std::move(rule)) {}
  void watch(const JudgedMoment& m, Findings& found) override {
    for (const record::Event& event : m.events) {
      if (event.kind != EventKind::contact || (event.object != m.subject.id && event.other != m.subject.id))
        continue;
      Finding finding = finding_at(m, "contact", rule_);
      finding.time_s = finding.until_s = event.time.seconds();
      finding.value = static_cast<double>(event.relative_speed_mps);
      finding.margin = -finding.value;
      finding.other = event.object == m.subject.id ? event.other : event.object;
      finding.message = fmt::format("contact at a relative speed of {:.1f} m/s{}", finding.value,
                                    other_text(finding.other));
      found.push_back(std::move(finding));
    }
  }

 private:
  std::string rule_;
};

// A contact in which the other had the right of way.
class RightOfWayValidator final : public Validator {
 public:
  explicit RightOfWayValidator(std::string rule) : rule_(std::move(rule)) {}
  void watch(const JudgedMoment& m, Findings& found) override {
    for (const record::Event& event : m.events) {
      if (event.kind != EventKind::contact) continue;
      const bool is_first = event.object == m.subject.id;
      if (!is_first && event.other != m.subject.id) continue;
      if (event.right_of_way != (is_first ? record::RightOfWay::second : record::RightOfWay::first)) continue;
      Finding finding = finding_at(m, "right_of_way", rule_);
      finding.value = static_cast<double>(event.relative_speed_mps);
      finding.margin = -finding.value;
      finding.other = is_first ? event.other : event.object;
      finding.message = fmt::format("contact{}, which had the right of way", other_text(finding.other));
      found.push_back(std::move(finding));
    }
  }

 private:
  std::string rule_;
};

// The lines that the subject crosses: at red, or without a halt where a sign asks for one.
class LineValidator final : public Validator {
 public:
  LineValidator(std::string rule, bool is_red) : rule_(std::move(rule)), is_red_(is_red) {}
  void watch(const JudgedMoment& m, Findings& found) override {
    const double v = m.subject.speed_mps;
    since_halt_m_ = v < kHalts_mps ? 0 : since_halt_m_ + v * std::max(0.0, m.now_s() - last_s_);
    last_s_ = m.now_s();
    if (m.has_touched) return;
    for (const record::Event& event : m.events) {
      if (event.kind != EventKind::crossed_line || event.object != m.subject.id || event.corridor.is_empty())
        continue;
      const bool breaks =
          is_red_ ? event.aspect == network::Aspect::red || event.aspect == network::Aspect::red_yellow
                  : needs_halt(m, event) && since_halt_m_ > kHaltBefore_m;
      if (!breaks) continue;
      Finding finding = finding_at(m, is_red_ ? "red_light" : "stop_line", rule_);
      finding.value = is_red_ ? 1 : v;
      finding.margin = -finding.value;
      finding.message = is_red_
                            ? fmt::format("crossed the stop line at red, at {:.1f} m/s", v)
                            : fmt::format("crossed the line of a stop sign without a halt, at {:.1f} m/s", v);
      found.push_back(std::move(finding));
    }
  }

 private:
  static bool needs_halt(const JudgedMoment& m, const record::Event& event) {
    const network::Control control = m.network().corridor(event.corridor).control;
    return control == network::Control::stop || control == network::Control::all_way_stop;
  }

  std::string rule_;
  bool is_red_;
  double last_s_ = 0, since_halt_m_ = 1e9;
};

// ---- The whole run

class ProgressValidator final : public Validator {
 public:
  explicit ProgressValidator(const JudgeDescription& judge)
      : rule_(judge.text), limit_mps_(judge.values.at(0)) {}
  void watch(const JudgedMoment& m, Findings&) override {
    travelled_m_ += m.subject.speed_mps * std::max(0.0, m.now_s() - last_s_.value_or(m.now_s()));
    last_s_ = m.now_s();
  }
  void finish(const JudgedMoment& m, Findings& found) override {
    const double seconds = m.now_s() - m.started_s;
    const double mean = seconds > 0 ? travelled_m_ / seconds : 0;
    if (mean >= limit_mps_) return;
    Finding finding = finding_at(m, "progress", rule_);
    finding.value = mean;
    finding.limit = limit_mps_;
    finding.margin = mean - limit_mps_;
    finding.message = fmt::format("mean speed {:.2f} m/s (limit {:.2f} m/s)", mean, limit_mps_);
    found.push_back(std::move(finding));
  }

 private:
  std::string rule_;
  double limit_mps_, travelled_m_ = 0;
  std::optional<double> last_s_;
};

class BudgetValidator final : public Validator {
 public:
  explicit BudgetValidator(const JudgeDescription& judge) : rule_(judge.text), limit_s_(judge.values.at(0)) {}
  void watch(const JudgedMoment&, Findings&) override {}
  void finish(const JudgedMoment& m, Findings& found) override {
    const double seconds = m.now_s() - m.started_s;
    if (seconds <= limit_s_) return;
    Finding finding = finding_at(m, "time_budget", rule_);
    finding.value = seconds;
    finding.limit = limit_s_;
    finding.margin = limit_s_ - seconds;
    finding.message = fmt::format("{:.1f} s were needed (limit {:.1f} s)", seconds, limit_s_);
    found.push_back(std::move(finding));
  }

 private:
  std::string rule_;
  double limit_s_;
};

// Remembers the ways of the subject and of bodies near it, and looks for places that both passed when the run is over.
class PetValidator final : public Validator {
 public:
  explicit PetValidator(const JudgeDescription& judge) : rule_(judge.text), limit_s_(judge.values.at(0)) {}
  void watch(const JudgedMoment& m, Findings&) override {
    if (m.has_touched) return;
    own_.push_back({m.now_s(), scene::box_of(m.subject), m.subject.speed_mps});
    for (const record::FrameObject& other : m.frame.objects) {
      const double dx = other.centre.x - m.subject.centre.x, dy = other.centre.y - m.subject.centre.y;
      if (other.id == m.subject.id || dx * dx + dy * dy > kPetWithin_m * kPetWithin_m) continue;
      others_[other.id].push_back({m.now_s(), scene::box_of(other), other.speed_mps});
    }
  }
  void finish(const JudgedMoment& m, Findings& found) override {
    for (const auto& [id, way] : others_) {
      const std::optional<Encroachment> pet = find_encroachment(own_, way);
      if (!pet || pet->seconds >= limit_s_) continue;
      Finding finding = finding_at(m, "pet", rule_);
      finding.time_s = finding.until_s = pet->entered_s;
      finding.value = pet->seconds;
      finding.limit = limit_s_;
      finding.margin = pet->seconds - limit_s_;
      finding.other = id;
      finding.message = fmt::format("the {} passed {:.2f} s after the {} (limit {:.2f} s){}",
                                    pet->is_first_first ? "other" : "subject", pet->seconds,
                                    pet->is_first_first ? "subject" : "other", limit_s_, other_text(id));
      found.push_back(std::move(finding));
    }
  }

 private:
  std::string rule_;
  double limit_s_;
  std::vector<TimedBox> own_;
  std::map<world::ObjectId, std::vector<TimedBox>> others_;
};

// ---- A condition in the words of the scene

class ConditionValidator final : public Validator {
 public:
  explicit ConditionValidator(const JudgeDescription& judge)
      : judge_(&judge), episode_(judge.is_never ? "never" : "always", judge.text, 0, false, "") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    const FrameView view(m.scene, m.frame, m.snapshot, m.subject.id, m.play, m.started_s, m.has_touched);
    const bool holds = scene::holds(view, judge_->conditions.front(), times_);
    const bool breaks = holds == judge_->is_never;
    const std::size_t before = found.size();
    episode_.watch(m, breaks ? std::optional(Measured{1, {}}) : std::nullopt, found);
    if (found.size() > before)
      found.back().message =
          fmt::format("{}: {}", judge_->text, judge_->is_never ? "it was so" : "it was not so");
  }

 private:
  const JudgeDescription* judge_;
  scene::HoldTimes times_;
  Episode episode_;
};

std::unique_ptr<Validator> make_validator(const JudgeDescription& judge) {
  if (!judge.conditions.empty()) return std::make_unique<ConditionValidator>(judge);
  const auto row = std::find_if(kMeasures.begin(), kMeasures.end(),
                                [&](const MeasureRow& one) { return one.name == judge.validator; });
  if (row != kMeasures.end()) return std::make_unique<MeasureValidator>(*row, judge);
  if (judge.validator == "contact") return std::make_unique<ContactValidator>(judge.text);
  if (judge.validator == "distance") return std::make_unique<DistanceValidator>(judge);
  if (judge.validator == "red_light") return std::make_unique<LineValidator>(judge.text, true);
  if (judge.validator == "stop_line") return std::make_unique<LineValidator>(judge.text, false);
  if (judge.validator == "right_of_way") return std::make_unique<RightOfWayValidator>(judge.text);
  if (judge.validator == "progress") return std::make_unique<ProgressValidator>(judge);
  if (judge.validator == "time_budget") return std::make_unique<BudgetValidator>(judge);
  BACKLOT_CHECK(judge.validator == "pet", "the reader of scenes knows a validator that is not here");
  return std::make_unique<PetValidator>(judge);
}

}  // namespace

std::vector<std::unique_ptr<Validator>> make_validators(const scene::Scene& scene) {
  std::vector<std::unique_ptr<Validator>> made;
  for (const JudgeDescription& judge : scene.description().judge) made.push_back(make_validator(judge));
  if (made.empty()) made.push_back(std::make_unique<ContactValidator>("never contact"));
  return made;
}

Judgement::Judgement(std::shared_ptr<const scene::Scene> scene, world::ObjectId subject,
                     std::vector<std::unique_ptr<Validator>> validators)
    : scene_(std::move(scene)),
      subject_(subject),
      validators_(std::move(validators)),
      snapshot_(scene_->roads()) {}

void Judgement::watch(const record::Frame& frame, std::span<const record::Event> events,
                      const scene::PlayState& play) {
  const record::FrameObject* subject = record::find(frame, subject_);
  if (subject == nullptr) return;
  if (started_s_ < 0) started_s_ = frame.time.seconds();
  has_touched_ =
      has_touched_ || std::any_of(events.begin(), events.end(), [&](const record::Event& event) {
        return event.kind == EventKind::contact && (event.object == subject_ || event.other == subject_);
      });
  snapshot_.set(frame);
  const JudgedMoment moment{*scene_, frame, *subject, events, play, snapshot_, started_s_, has_touched_};
  for (const std::unique_ptr<Validator>& validator : validators_) validator->watch(moment, found_);
  last_time_ = frame.time;
  last_subject_ = *subject;
}

Findings Judgement::finish(const scene::PlayState& play) {
  if (started_s_ >= 0) {
    record::Frame last;
    last.time = last_time_;
    last.objects.push_back(last_subject_);
    snapshot_.set(last);
    const JudgedMoment moment{*scene_, last,      last.objects.front(), {},
                              play,    snapshot_, started_s_,           has_touched_};
    for (const std::unique_ptr<Validator>& validator : validators_) validator->finish(moment, found_);
  }
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Finding& a, const Finding& b) { return a.time_s < b.time_s; });
  return std::move(found_);
}

}  // namespace backlot::verdict
