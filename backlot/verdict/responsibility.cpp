#include "backlot/verdict/responsibility.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/look/rules.h"
#include "backlot/verdict/internal/road_geometry.h"
#include "backlot/verdict/internal/road_rules.h"

namespace backlot::verdict {

static_assert(count_of(RoadRule{}) == static_cast<std::uint32_t>(RoadRule::off_crosswalk) + 1);
static_assert(count_of(Initiator{}) == static_cast<std::uint32_t>(Initiator::undetermined) + 1);

namespace {

constexpr double kHalts_mps = 0.1, kHaltBefore_m = 10;  // a halt at a line: so slow, so near before it
constexpr double kQueue_m = 12, kAtLine_m = 20;  // a body or a line so close ahead is a reason to stand
constexpr double kSameTime_s = 1;

}  // namespace

std::string_view to_text(RoadRule rule) {
  switch (rule) {
    case RoadRule::red_light:
      return "red_light";
    case RoadRule::stop_line:
      return "stop_line";
    case RoadRule::right_of_way:
      return "right_of_way";
    case RoadRule::wrong_way:
      return "wrong_way";
    case RoadRule::lane_change:
      return "lane_change";
    case RoadRule::following_distance:
      return "following_distance";
    case RoadRule::speed_limit:
      return "speed_limit";
    case RoadRule::standing:
      return "standing";
    case RoadRule::off_crosswalk:
      return "off_crosswalk";
  }
  return "";
}

std::string_view to_text(Party party) { return party == Party::subject ? "subject" : "other"; }

std::string_view to_text(Initiator initiator) {
  switch (initiator) {
    case Initiator::subject:
      return "subject";
    case Initiator::other:
      return "other";
    case Initiator::both:
      return "both";
    case Initiator::undetermined:
      break;
  }
  return "undetermined";
}

const BrokenRule* Responsibility::first_of(Party party) const {
  const BrokenRule* first = nullptr;
  for (const BrokenRule& rule : rules)
    if (rule.by == party && rule.is_decisive &&
        (first == nullptr || rule.counts_from_s < first->counts_from_s))
      first = &rule;
  return first;
}

Initiator find_initiator(std::span<const BrokenRule> rules) {
  Responsibility facts;
  facts.rules.assign(rules.begin(), rules.end());
  const BrokenRule *subject = facts.first_of(Party::subject), *other = facts.first_of(Party::other);
  if (subject == nullptr && other == nullptr) return Initiator::undetermined;
  if (other == nullptr) return Initiator::subject;
  if (subject == nullptr) return Initiator::other;
  if (subject->rule == other->rule || std::fabs(subject->counts_from_s - other->counts_from_s) <= kSameTime_s)
    return Initiator::both;
  return subject->counts_from_s < other->counts_from_s ? Initiator::subject : Initiator::other;
}

bool ResponsibilityWatch::has_reason_to_stand(const record::Frame& frame,
                                              const record::FrameObject& body) const {
  const network::Network& network = roads_.tracks.network();
  if (body.lane.is_empty()) return true;
  const auto rules =
      look::find_rules(network, {{body.lane, internal::moves_along(network, body)}, body.distance},
                       frame.signals, body.corridor);
  if (rules && rules->to_line_m > 0 && rules->to_line_m < kAtLine_m) return true;
  for (const record::FrameObject& other : frame.objects) {
    if (other.id == body.id) continue;
    const internal::Seen s = internal::see(network, body, other);
    if (s.is_in_way && s.ahead_m > 0 && s.gap_m < kQueue_m) return true;
  }
  return false;
}

void ResponsibilityWatch::see(const record::Frame& frame, std::span<const record::Event> events) {
  BACKLOT_ASSERT(seen_.moments.empty() || seen_.moments.back().time_s <= frame.time.seconds(),
                 "frames come in the order of time");
  Meeting moment;
  moment.time_s = frame.time.seconds();
  for (std::size_t k = 0; k < 2; ++k) {
    const record::FrameObject* body = record::find(frame, ids_[k]);
    if (body == nullptr) continue;
    moment.is_there[k] = true;
    moment.body[k] = *body;
    const double v = std::fabs(body->speed_mps);
    if (v < kHalts_mps) {
      if (since_halt_m_[k] > 0) halted_s_[k] = moment.time_s;
      since_halt_m_[k] = 0;
      moment.has_a_reason[k] = has_reason_to_stand(frame, *body);
    } else {
      since_halt_m_[k] += v * std::max(0.0, moment.time_s - last_s_[k]);
    }
    last_s_[k] = moment.time_s;
  }
  for (const record::Event& event : events) {
    for (std::size_t k = 0; k < 2; ++k) {
      if (event.object != ids_[k] || !moment.is_there[k]) continue;
      const auto by = static_cast<Party>(k);
      if (event.kind == record::EventKind::crossed_line)
        seen_.lines.push_back({event.time.seconds(), by, event.corridor, event.aspect,
                               std::fabs(moment.body[k].speed_mps),
                               since_halt_m_[k] <= kHaltBefore_m ? halted_s_[k] : -1});
      if (event.kind == record::EventKind::began_lane_change)
        seen_.changes.push_back({event.time.seconds(), by, event.from, event.to});
    }
  }
  seen_.signals = frame.signals;
  seen_.moments.push_back(std::move(moment));
}

Responsibility ResponsibilityWatch::finish(double contact_s, std::string failed_rule) {
  BACKLOT_ASSERT(!std::isnan(contact_s), "a contact has a time");
  const auto is_late = [&](const auto& one) { return one.time_s > contact_s + 1e-6; };
  std::erase_if(seen_.moments, is_late);
  std::erase_if(seen_.lines, is_late);
  std::erase_if(seen_.changes, is_late);
  Responsibility facts;
  facts.other = ids_[1];
  facts.time_s = contact_s;
  facts.failed_rule = std::move(failed_rule);
  if (seen_.moments.empty()) return facts;
  facts.is_other_on_foot = internal::is_person(seen_, Party::other);
  internal::judge_person(roads_, seen_, facts.rules);
  for (const Party by : {Party::subject, Party::other}) {
    if (internal::is_person(seen_, by)) continue;  // the rules of vehicles are not its rules
    internal::judge_lines(roads_, seen_, by, facts.rules);
    internal::judge_direction(roads_, seen_, by, facts.rules);
    internal::judge_lane_change(roads_, seen_, by, facts.rules);
    internal::judge_standing(roads_, seen_, by, facts.rules);
  }
  for (const Party by : {Party::subject, Party::other})
    if (!internal::is_person(seen_, by)) internal::judge_following(roads_, seen_, by, facts.rules);
  const std::vector<BrokenRule> others = facts.rules;
  for (const Party by : {Party::subject, Party::other}) {
    if (internal::is_person(seen_, by)) continue;
    std::vector<BrokenRule> with_speed = others;
    internal::judge_speed(roads_, seen_, by, with_speed);
    facts.rules.insert(facts.rules.end(), with_speed.begin() + static_cast<std::ptrdiff_t>(others.size()),
                       with_speed.end());
  }
  std::stable_sort(facts.rules.begin(), facts.rules.end(),
                   [](const BrokenRule& a, const BrokenRule& b) { return a.time_s < b.time_s; });
  facts.initiator = find_initiator(facts.rules);
  // a subject that fails with no other body has nothing else to blame
  if (facts.other.is_empty()) facts.initiator = Initiator::subject;
  return facts;
}

}  // namespace backlot::verdict
