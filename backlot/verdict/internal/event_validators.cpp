#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "backlot/look/rules.h"
#include "backlot/verdict/internal/episode.h"
#include "backlot/verdict/internal/makers.h"

namespace backlot::verdict::internal {

namespace {

using record::EventKind;

constexpr double kHalts_mps = 0.1, kHaltBefore_m = 10;  // a halt at a stop line: so slow, so near before it
constexpr double kForced_mps2 = 4;  // braking that the subject must not force on one that goes first
constexpr double kForcedWithin_m = 60;

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

// A contact in which the other had the right of way, and a body with the right of way that has to brake hard for the subject.
class RightOfWayValidator final : public Validator {
 public:
  explicit RightOfWayValidator(std::string rule)
      : rule_(std::move(rule)),
        episode_("right_of_way", rule_, kForced_mps2, false,
                 "a body with the right of way had to brake at {:.2f} m/s2 ({:.2f} m/s2 are allowed)") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    for (const record::Event& event : m.events) {
      if (event.kind == EventKind::crossed_line && event.object == m.subject.id) {
        entered_ = event.corridor;
        shown_ = event.aspect;
      }
      if (event.kind == EventKind::contact) see_contact(m, event, found);
    }
    if (!m.has_touched) episode_.watch(m, forced_braking(m), found);
  }

 private:
  void see_contact(const JudgedMoment& m, const record::Event& event, Findings& found) const {
    const bool is_first = event.object == m.subject.id;
    if (!is_first && event.other != m.subject.id) return;
    if (event.right_of_way != (is_first ? record::RightOfWay::second : record::RightOfWay::first)) return;
    Finding finding = finding_at(m, "right_of_way", rule_);
    finding.value = static_cast<double>(event.relative_speed_mps);
    finding.margin = -finding.value;
    finding.other = is_first ? event.other : event.object;
    finding.message = fmt::format("contact{}, which had the right of way", other_text(finding.other));
    found.push_back(std::move(finding));
  }

  // The hardest braking of a body that goes before the subject, while the subject is in the intersection. What the subject was shown at its line counts:
  // one that entered by the rules may clear the intersection.
  std::optional<Measured> forced_braking(const JudgedMoment& m) const {
    const network::Network& network = m.network();
    const network::CorridorId own =
        m.subject.strip.is_empty() ? network::CorridorId{} : network.corridor_of(m.subject.strip);
    if (own.is_empty()) return std::nullopt;
    std::optional<Measured> hardest;
    for (const record::FrameObject& other : m.frame.objects) {
      if (other.id == m.subject.id || other.accel_mps2 > -kForced_mps2 || other.corridor.is_empty() ||
          other.corridor == own || (hardest && hardest->value >= -other.accel_mps2))
        continue;
      const double dx = other.centre.x - m.subject.centre.x, dy = other.centre.y - m.subject.centre.y;
      if (dx * dx + dy * dy > kForcedWithin_m * kForcedWithin_m) continue;
      network::SignalState signals = m.frame.signals;
      const network::SignalGroupId group = network.corridor(own).signal_group;
      if (!entered_.is_empty() && !group.is_empty() && group.index() < signals.size() &&
          network.corridor(entered_).intersection == network.corridor(own).intersection)
        signals[group.index()] = shown_;
      if (look::find_right_of_way(m.scene.roads(), own, other.corridor, signals) ==
          network::Precedence::yields)
        hardest = Measured{-other.accel_mps2, other.id};
    }
    return hardest;
  }

  std::string rule_;
  Episode episode_;
  network::CorridorId entered_{};
  network::Aspect shown_ = network::Aspect::dark;
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

}  // namespace

Made make_contact_validator(std::string rule) { return std::make_unique<ContactValidator>(std::move(rule)); }

Made make_event_validator(const scene::JudgeDescription& judge) {
  if (judge.validator == "contact") return make_contact_validator(judge.text);
  if (judge.validator == "red_light") return std::make_unique<LineValidator>(judge.text, true);
  if (judge.validator == "stop_line") return std::make_unique<LineValidator>(judge.text, false);
  if (judge.validator == "right_of_way") return std::make_unique<RightOfWayValidator>(judge.text);
  return nullptr;
}

}  // namespace backlot::verdict::internal
