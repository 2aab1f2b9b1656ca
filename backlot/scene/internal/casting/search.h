// One search for one role: which extras are looked at, why each does not fit, and how well the others do.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "backlot/look/snapshot.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

struct Candidate {
  world::ObjectId id{};
  double score = 0;
  // what preferences ask for, where the role's place says so
  double before_s = 0, distance_m = 0;
  double expected_s = 0;  // until it is at the mark, with those ahead of it; 0 where that was not asked
  // until the one before it is at the mark; below any time where it is the first
  double ahead_s = -std::numeric_limits<double>::infinity();
};

// Whether a role is assigned to a prop. A prop has no driver that could be claimed before it drives.
bool is_prop(const RoleDescription& role);

class Search {
 public:
  Search(Play& play, const RoleDescription& role, RoleState& state)
      : play_(play), role_(role), state_(state), now_(play.stage().snapshot()) {}

  // Sorted by score, then id.
  std::vector<Candidate> find();
  // Whether an extra that is cast still fits.
  bool still_fits(world::ObjectId id);

 private:
  const world::Tracks& tracks() const { return play_.scene->roads().tracks; }
  const PlacedMark* mark(const std::string& name) const { return play_.scene->find_mark(name); }
  double score(const Candidate& candidate) const;

  // ---- which extras are looked at (gather.cpp): those of the requirement that names a place; else all around the subject
  std::vector<Candidate> gather();
  void add(std::uint32_t number, std::vector<Candidate>& found);
  void gather_around(const geometry::WorldPoint& place, double radius_m, std::vector<Candidate>& found);
  bool gather(const HeadOfQueue& what, std::vector<Candidate>& found);
  bool gather(const Approaches& what, std::vector<Candidate>& found);
  bool gather(const FirstOnApproach& what, std::vector<Candidate>& found);
  bool gather(const Within& what, std::vector<Candidate>& found);
  bool gather(const AtKerb& what, std::vector<Candidate>& found);
  bool gather(const LeaderOf& what, std::vector<Candidate>& found);
  bool gather(const IsProp& what, std::vector<Candidate>& found);
  template <class Other>
  bool gather(const Other&, std::vector<Candidate>&) {
    return false;
  }

  // ---- why a candidate does not fit (faults.cpp); `is_cast`: it plays already
  std::optional<NotCast> find_fault(Candidate& candidate);
  std::optional<NotCast> fault(const HeadOfQueue& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const FirstOnApproach& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const Within& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const CanTurn& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const GoesTurn& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const HasSpeed& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const HasLeader& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const FreeAhead& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const LeaderOf& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const HiddenFromSubject& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const OfAge& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const AtKerb& what, Candidate& candidate, bool is_cast);
  std::optional<NotCast> fault(const IsProp&, Candidate&, bool) { return std::nullopt; }
  bool leads_to(world::TrackId from, network::Turn turn) const;
  // Whether the actor of another role is a new one: it was cast after the actor of this role, which may stand in no relation to it.
  bool is_cast_since(const std::string& name) const;

  // ---- of one that is to come to a mark in time (arrival_faults.cpp)
  std::optional<NotCast> fault(const Approaches& what, Candidate& candidate, bool is_cast);
  // The same of a person on foot, which passes the mark on its footway.
  std::optional<NotCast> foot_fault(const Approaches& what, Candidate& candidate, bool is_cast);
  // Whether one that is at a sign in so many seconds waits there until the subject is past.
  bool waits_for_subject(const Approaches& what, double at_sign_s, double subject_s) const;
  // Until the one ahead of an actor is at the mark; below any time where the actor is the first.
  double seconds_ahead(const Approaches& what, world::ObjectId id);
  // How late an actor that is kept on time would be at its mark by itself, with no vehicle ahead of it.
  double late_seconds(world::ObjectId id);
  // By how much the vehicles ahead of it make an actor later.
  double held_seconds(const Approaches& what, world::ObjectId id);

  // ---- of one that is to be ahead of another, behind it, beside it or oncoming (relation_faults.cpp)
  std::optional<NotCast> fault(const RelativeTo& what, Candidate& candidate, bool is_cast);
  // The metre of the front of the subject, or of an actor; empty where it is not on the course.
  std::optional<double> front_of(const std::string& name) const;
  // From the subject, or an actor ahead of it, as the relation counts it; empty where the extra is not in that relation at all.
  std::optional<double> distance_to(Relation relation, double front_m, world::ObjectId id) const;

  Play& play_;
  const RoleDescription& role_;
  RoleState& state_;
  look::Snapshot now_;
};

}  // namespace backlot::scene
