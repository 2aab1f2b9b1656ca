#include "backlot/sim/test/direct/crowd_judge.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/direct/directive_table.h"

namespace backlot::sim {

namespace {

constexpr std::size_t kMoments = 100;  // are remembered
constexpr double kFar_m = 16;          // bodies further apart along an axis do not touch
constexpr double kOverlap_m = 0.01;
constexpr double kHardBraking_mps2 = 8, kReacts_s = 0.2;

}  // namespace

std::string_view to_text(Explained by) {
  switch (by) {
    case Explained::by_comer:
      return "a lease of the comer";
    case Explained::by_other:
      return "a lease of the other";
    case Explained::by_wreck:
      return "a wreck in the way";
    case Explained::not_at_all:
      return "nothing";
  }
  return "";
}

bool goes_beyond_caution(std::size_t kind) {
  static const std::set<std::string_view> kForcing = {"launch",   "lurch",    "turn across",  "ignore light",
                                                      "go first", "keep gap", "keep headway", "set offset",
                                                      "cut in",   "swerve",   "disregard"};
  return kForcing.contains(direct::name_of(kind));
}

std::string CrowdJudge::Meeting::to_text() const {
  return fmt::format("{:.1f} s: {} came into the way of {} {:.1f} s before{}; explained by {}{}{}{}", time_s,
                     comer.generation(), other.generation(), came_s, ran_into ? ", and ran into it" : "",
                     sim::to_text(by), lease.empty() ? "" : ": ", lease, ended);
}

const CrowdJudge::Body* CrowdJudge::Moment::find(world::ObjectId id) const {
  const auto at = std::ranges::lower_bound(bodies, id, {}, &Body::id);
  return at != bodies.end() && at->id == id ? &*at : nullptr;
}

void CrowdJudge::note(std::span<const direct::Answer> answers, double now_s) {
  for (const direct::Answer& answer : answers) {
    if (!goes_beyond_caution(answer.kind)) continue;
    if (answer.answer == direct::AnswerKind::accepted) {
      std::vector<Lease>& leases = leases_[answer.actor];
      open_[answer.directive] = {answer.actor, leases.size()};
      leases.push_back({answer.kind, last_s_, std::numeric_limits<double>::infinity()});
    } else if (const auto at = open_.find(answer.directive); at != open_.end()) {
      leases_[at->second.first][at->second.second].to_s = now_s;
      open_.erase(at);
    }
  }
}

void CrowdJudge::watch(const record::Frame& frame, std::span<const direct::Answer> answers) {
  const double now_s = frame.time.seconds();
  note(answers, now_s);
  Moment moment;
  moment.time_s = now_s;
  std::size_t wrecks = 0;
  for (const record::FrameObject& o : frame.objects) {
    const bool is_wreck = o.behaviour == record::Behaviour::wrecked;
    wrecks += is_wreck ? 1U : 0U;
    moment.bodies.push_back({o.id,
                             {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
                              0.5 * static_cast<double>(o.width_m)},
                             o.speed_mps,
                             is_wreck});
  }
  if (moments_.size() == kMoments) moments_.pop_front();
  moments_.push_back(std::move(moment));
  const std::vector<Body>& bodies = moments_.back().bodies;
  agent_s_ += (now_s - last_s_) * static_cast<double>(bodies.size() - wrecks);
  share_of_wrecks_ = bodies.empty() ? 0 : static_cast<double>(wrecks) / static_cast<double>(bodies.size());
  last_s_ = now_s;
  // by x, so that only neighbours are compared
  std::vector<const Body*> by_x;
  for (const Body& body : bodies) by_x.push_back(&body);
  std::ranges::sort(by_x, {}, [](const Body* body) { return body->box.centre.x; });
  std::set<std::pair<world::ObjectId, world::ObjectId>> touching;
  for (std::size_t a = 0; a < by_x.size(); ++a) {
    for (std::size_t b = a + 1; b < by_x.size() && by_x[b]->box.centre.x - by_x[a]->box.centre.x < kFar_m;
         ++b) {
      if (std::fabs(by_x[b]->box.centre.y - by_x[a]->box.centre.y) > kFar_m ||
          !world::overlap(by_x[a]->box, by_x[b]->box, kOverlap_m))
        continue;
      const auto pair = std::minmax(by_x[a]->id, by_x[b]->id);
      touching.insert(pair);
      if (!touching_.contains(pair) && !(by_x[a]->is_wreck && by_x[b]->is_wreck)) judge(*by_x[a], *by_x[b]);
    }
  }
  touching_ = std::move(touching);
}

double CrowdJudge::came_before_s(world::ObjectId comer, world::ObjectId other) const {
  double came_s = 0;
  for (std::size_t k = moments_.size(); k-- > 0;) {
    const Body* mine = moments_[k].find(comer);
    if (mine == nullptr) break;
    bool is_in_way = false;
    for (std::size_t j = k; j < moments_.size() && !is_in_way; ++j) {
      const Body* its = moments_[j].find(other);
      is_in_way = its != nullptr && world::overlap(mine->box, its->box, kOverlap_m);
    }
    if (!is_in_way) break;
    came_s = moments_.back().time_s - moments_[k].time_s;
  }
  return came_s;
}

double CrowdJudge::bound_for_s(world::ObjectId comer) const {
  double bound_s = 0, left_m = 0;
  for (std::size_t k = moments_.size() - 1; k-- > 0;) {
    const Body *before = moments_[k].find(comer), *after = moments_[k + 1].find(comer);
    if (before == nullptr || after == nullptr) break;
    left_m +=
        std::hypot(after->box.centre.x - before->box.centre.x, after->box.centre.y - before->box.centre.y);
    const double v = before->speed_mps;
    bound_s = moments_.back().time_s - moments_[k].time_s;
    if (v * (kReacts_s + v / (2 * kHardBraking_mps2)) < left_m) break;
  }
  return bound_s;
}

std::string CrowdJudge::lease_since(world::ObjectId actor, double from_s) const {
  const auto at = leases_.find(actor);
  if (at == leases_.end()) return {};
  for (std::size_t k = at->second.size(); k-- > 0;)
    if (at->second[k].to_s >= from_s) return direct::name_of(at->second[k].kind);
  return {};
}

void CrowdJudge::judge(const Body& one, const Body& other) {
  BACKLOT_ASSERT(one.id != other.id, "a body does not touch itself");
  const double one_s = came_before_s(one.id, other.id), other_s = came_before_s(other.id, one.id);
  const bool is_one = one_s < other_s || (one_s == other_s && other.is_wreck);
  const Body &comer = is_one ? one : other, &there = is_one ? other : one;
  Meeting meeting;
  meeting.time_s = moments_.back().time_s;
  meeting.comer = comer.id;
  meeting.other = there.id;
  meeting.came_s = std::min(one_s, other_s);
  meeting.ran_into = meeting.came_s == 0;
  meeting.began_s = std::max(meeting.came_s, bound_for_s(comer.id));
  const double from_s = meeting.time_s - meeting.began_s;
  const auto was_explained = [&](const Body& body) {
    const auto at = first_contact_.find(body.id);
    return at != first_contact_.end() && at->second != Explained::not_at_all;
  };
  if (meeting.lease = lease_since(comer.id, from_s); !meeting.lease.empty()) {
    meeting.by = Explained::by_comer;
  } else if (meeting.lease = lease_since(there.id, from_s); !meeting.lease.empty()) {
    meeting.by = Explained::by_other;
  } else if ((there.is_wreck && was_explained(there)) || (comer.is_wreck && was_explained(comer))) {
    meeting.by = Explained::by_wreck;
  } else {
    for (const Body* body : {&comer, &there})
      for (const Lease& lease : leases_[body->id])
        meeting.ended += fmt::format("; {} had {} from {:.1f} to {:.1f} s", body->id.generation(),
                                     direct::name_of(lease.kind), lease.from_s, lease.to_s);
    meeting.ended += fmt::format("; {:.1f} and {:.1f} m/s", comer.speed_mps, there.speed_mps);
  }
  first_contact_.emplace(comer.id, meeting.by);
  first_contact_.emplace(there.id, meeting.by);
  meetings_.push_back(meeting);
}

std::uint64_t CrowdJudge::count(Explained by) const {
  return static_cast<std::uint64_t>(std::ranges::count(meetings_, by, &Meeting::by));
}

std::vector<std::pair<std::string, std::uint64_t>> CrowdJudge::table() const {
  std::map<std::string, std::uint64_t> counts;
  for (const Meeting& m : meetings_)
    ++counts[fmt::format("{}{}{}{}", sim::to_text(m.by), m.lease.empty() ? "" : ", ", m.lease,
                         m.ran_into ? ", ran into the other" : ", came into its way")];
  std::vector<std::pair<std::string, std::uint64_t>> rows(counts.begin(), counts.end());
  std::ranges::stable_sort(rows, std::greater<>(), [](const auto& row) { return row.second; });
  return rows;
}

}  // namespace backlot::sim
