#include "backlot/direct/lights.h"

#include <algorithm>

#include "backlot/base/fields.h"

namespace backlot::direct {

// Numbers that are read from files are compared with the count.
static_assert(count_of(LightRefusal{}) == static_cast<std::uint32_t>(LightRefusal::beyond_limits) + 1);

namespace {

LightRefusal refusal_of(traffic::SignalRefusal refusal) {
  switch (refusal) {
    case traffic::SignalRefusal::none:
      return LightRefusal::none;
    case traffic::SignalRefusal::unknown_programme:
      return LightRefusal::unknown_programme;
    case traffic::SignalRefusal::no_phase:
      return LightRefusal::no_phase;
    case traffic::SignalRefusal::past:
      return LightRefusal::past;
    case traffic::SignalRefusal::too_far:
      return LightRefusal::too_far;
    case traffic::SignalRefusal::beyond_limits:
      return LightRefusal::beyond_limits;
  }
  return LightRefusal::none;
}

}  // namespace

std::string_view to_text(LightRefusal refusal) {
  switch (refusal) {
    case LightRefusal::none:
      return "";
    case LightRefusal::no_issuer:
      return "no_issuer";
    case LightRefusal::held_by_another:
      return "held_by_another";
    case LightRefusal::is_over:
      return "is_over";
    case LightRefusal::unknown_programme:
      return "unknown_programme";
    case LightRefusal::no_phase:
      return "no_phase";
    case LightRefusal::past:
      return "past";
    case LightRefusal::too_far:
      return "too_far";
    case LightRefusal::beyond_limits:
      return "beyond_limits";
  }
  return "";
}

std::string_view explain(LightRefusal refusal) {
  switch (refusal) {
    case LightRefusal::none:
      return "";
    case LightRefusal::no_issuer:
      return "the request does not say which director it comes from";
    case LightRefusal::held_by_another:
      return "another director holds the light with the same priority or a higher one";
    case LightRefusal::is_over:
      return "the request expired before it was made";
    case LightRefusal::unknown_programme:
      return "the network has no such programme";
    case LightRefusal::no_phase:
      return "the phase is not a number from 0 to below 1";
    case LightRefusal::past:
      return "the time at which the phase is wanted is over";
    case LightRefusal::too_far:
      return "the time is too far ahead, or the cycle of the programme is too long";
    case LightRefusal::beyond_limits:
      return "the light cannot be at that phase at that time without leaving the limits of its clock";
  }
  return "";
}

std::vector<Lights::Lease>::iterator Lights::find(std::uint32_t programme) {
  return std::ranges::lower_bound(leases_, programme, {}, &Lease::programme);
}

LightAnswer Lights::ask(const LightRequest& request, base::SimTime now, const world::SignalPlans& plans,
                        traffic::SignalClocks& clocks) {
  const std::uint32_t programme = request.wish.programme;
  LightAnswer answer{.holder = holder(programme)};
  const auto refuse = [&answer](LightRefusal why) {
    answer.refusal = why;
    return answer;
  };
  if (request.issuer.is_empty()) return refuse(LightRefusal::no_issuer);
  if (programme >= plans.size()) return refuse(LightRefusal::unknown_programme);
  if (request.expires <= now) return refuse(LightRefusal::is_over);
  const auto at = find(programme);
  const bool is_held = at != leases_.end() && at->programme == programme;
  if (is_held && at->issuer != request.issuer && at->priority >= request.priority && at->expires > now)
    return refuse(LightRefusal::held_by_another);
  answer.clock = clocks.synchronise(plans, now, request.wish);
  if (!answer.clock.is_accepted()) return refuse(refusal_of(answer.clock.refusal));
  const Lease lease{programme, request.issuer, request.priority, request.expires};
  if (is_held) {
    *at = lease;
  } else {
    leases_.insert(at, lease);
  }
  return answer;
}

bool Lights::release(std::uint32_t programme, IssuerId issuer) {
  const auto at = find(programme);
  if (at == leases_.end() || at->programme != programme || at->issuer != issuer) return false;
  leases_.erase(at);
  return true;
}

void Lights::expire(base::SimTime now) {
  ended_.clear();
  std::erase_if(leases_, [&](const Lease& lease) {
    if (lease.expires > now) return false;
    ended_.push_back(lease);
    return true;
  });
}

IssuerId Lights::holder(std::uint32_t programme) const {
  const auto at = std::ranges::lower_bound(leases_, programme, {}, &Lease::programme);
  return at != leases_.end() && at->programme == programme ? at->issuer : IssuerId{};
}

std::uint64_t Lights::hash() const {
  if (leases_.empty()) return 0;
  base::FieldHasher hasher;
  hasher(leases_);
  return hasher.value();
}

bool Lights::is_sound(std::size_t programmes) const {
  for (std::size_t k = 0; k < leases_.size(); ++k) {
    if (leases_[k].programme >= programmes || leases_[k].issuer.is_empty() ||
        (k > 0 && leases_[k - 1].programme >= leases_[k].programme))
      return false;
  }
  return true;
}

}  // namespace backlot::direct
