#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/scene/scene_view.h"
#include "backlot/verdict/encroachment.h"
#include "backlot/verdict/internal/episode.h"
#include "backlot/verdict/internal/makers.h"

namespace backlot::verdict::internal {

namespace {

using scene::JudgeDescription;

constexpr double kPetWithin_m = 60;  // ways are remembered where bodies are nearer to each other
constexpr double kOnLane_m = 2;      // a checkpoint is passed within so much of the middle of the route
constexpr double kJump_m = 20;       // a place on the route that changes more in a step is another stretch

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
      const char* const second = pet->is_first_first ? "other" : "subject";
      const char* const first = pet->is_first_first ? "subject" : "other";
      finding.message = pet->seconds >= 0
                            ? fmt::format("the {} passed {:.2f} s after the {} (limit {:.2f} s){}", second,
                                          pet->seconds, first, limit_s_, other_text(id))
                            : fmt::format("the {} came {:.2f} s before the {} had left (limit {:.2f} s){}",
                                          second, -pet->seconds, first, limit_s_, other_text(id));
      found.push_back(std::move(finding));
    }
  }

 private:
  std::string rule_;
  double limit_s_;
  std::vector<TimedBox> own_;
  std::map<world::ObjectId, std::vector<TimedBox>> others_;
};

// Checkpoints of the route, to be passed in their order; the last one is the goal.
class MissionValidator final : public Validator {
 public:
  explicit MissionValidator(const JudgeDescription& judge)
      : rule_(judge.text), marks_(judge.marks), within_s_(judge.within_s) {}
  void watch(const JudgedMoment& m, Findings&) override {
    if (m.has_touched || passed_ == marks_.size()) return;
    const double half_m = 0.5 * static_cast<double>(m.subject.length_m);
    const world::Course::Nearest at =
        m.scene.course().nearest({m.subject.centre.x + half_m * m.subject.heading_x,
                                  m.subject.centre.y + half_m * m.subject.heading_y, m.subject.centre.z});
    const bool is_on = at.away_m <= kOnLane_m;
    if (is_on && before_m_ && at.metre - *before_m_ < kJump_m)
      while (passed_ < marks_.size()) {
        BACKLOT_ASSERT(passed_ < marks_.size(), "a mark is passed that was asked for");
        const double mark_m = *m.scene.find_mark(marks_[passed_])->subject_m;
        if (mark_m <= *before_m_ || mark_m > at.metre) break;
        ++passed_;
        // between two moments it goes on evenly, so that the time does not depend on the step
        passed_s_ = before_s_ + (m.now_s() - before_s_) * (mark_m - *before_m_) / (at.metre - *before_m_);
      }
    if (is_on)
      before_m_ = at.metre;
    else
      before_m_.reset();
    before_s_ = m.now_s();
  }
  void finish(const JudgedMoment& last, Findings& found) override {
    const double seconds = passed_s_ - last.started_s;
    const bool is_complete = passed_ == marks_.size();
    if (is_complete && (within_s_ <= 0 || seconds <= within_s_)) return;
    Finding finding = finding_at(last, "mission", rule_);
    if (is_complete) {
      finding.time_s = finding.until_s = passed_s_;
      finding.value = seconds;
      finding.limit = within_s_;
      finding.message = fmt::format("the mission took {:.2f} s (limit {:.2f} s)", seconds, within_s_);
      finding.margin = within_s_ - seconds;
    } else {
      finding.value = static_cast<double>(passed_);
      finding.limit = static_cast<double>(marks_.size());
      finding.margin = finding.value - finding.limit;
      finding.message = fmt::format("{} of {} checkpoints were passed in order; {} was not", passed_,
                                    marks_.size(), marks_[passed_]);
    }
    found.push_back(std::move(finding));
  }

 private:
  std::string rule_;
  std::vector<std::string> marks_;
  double within_s_;
  std::size_t passed_ = 0;
  double passed_s_ = 0, before_s_ = 0;
  std::optional<double> before_m_;
};

}  // namespace

Made make_run_validator(const JudgeDescription& judge) {
  if (judge.validator == "progress") return std::make_unique<ProgressValidator>(judge);
  if (judge.validator == "time_budget") return std::make_unique<BudgetValidator>(judge);
  if (judge.validator == "pet") return std::make_unique<PetValidator>(judge);
  if (judge.validator == "mission" && !judge.marks.empty()) return std::make_unique<MissionValidator>(judge);
  return nullptr;
}

}  // namespace backlot::verdict::internal
