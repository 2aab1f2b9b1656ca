#include "backlot/scene/internal/casting/search.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::scene {

namespace {

constexpr double kLateIsWorse = 3;
constexpr double kSpareShare = 0.06;  // of the time until it is at the mark

}  // namespace

bool is_prop(const RoleDescription& role) {
  return std::any_of(role.requirements.begin(), role.requirements.end(),
                     [](const Requirement& r) { return std::holds_alternative<IsProp>(r.what); });
}

bool is_on_foot(const RoleDescription& role) {
  return std::find(role.kinds.begin(), role.kinds.end(), world::ObjectKind::pedestrian) != role.kinds.end();
}

std::vector<Candidate> Search::find() {
  state_.refused = {};
  std::vector<Candidate> found;
  for (Candidate& candidate : gather()) {
    if (const std::optional<NotCast> why = find_fault(candidate)) {
      ++state_.refused[static_cast<std::size_t>(*why)];
      continue;
    }
    candidate.score = score(candidate);
    found.push_back(candidate);
  }
  std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score < b.score : a.id < b.id;
  });
  return found;
}

bool Search::still_fits(world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an actor fits its role or not");
  Candidate candidate{id};
  return std::all_of(role_.requirements.begin(), role_.requirements.end(), [&](const Requirement& r) {
    return !std::visit([&](const auto& what) { return fault(what, candidate, true); }, r.what);
  });
}

double Search::score(const Candidate& candidate) const {
  const std::optional<record::FrameObject> body = play_.stage().find(candidate.id);
  switch (role_.prefers) {
    case Prefers::nearest: {
      const std::optional<record::FrameObject> subject = play_.stage().find(play_.subject);
      return subject ? distance_between(body->centre, subject->centre) : 0;
    }
    case Prefers::longest_wait:
      if (const auto person = play_.stage().find_walker(candidate.id))
        return -static_cast<double>(person->walker.waited_s);
      return -static_cast<double>(play_.stage().find_extra(candidate.id)->driver.stood_s);
    case Prefers::time: {
      // one that is early can be slowed down; one that is late can hardly be hurried, and others may yet hold it up
      const double early_s = candidate.before_s - role_.preferred - kSpareShare * candidate.expected_s;
      return early_s < 0 ? -kLateIsWorse * early_s : early_s;
    }
    case Prefers::distance:
      return std::fabs(candidate.distance_m - role_.preferred);
    case Prefers::slowest:
      return body->speed_mps;
    case Prefers::fastest:
      return -body->speed_mps;
  }
  return 0;
}

}  // namespace backlot::scene
