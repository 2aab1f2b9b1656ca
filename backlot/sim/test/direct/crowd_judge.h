// Contacts of a directed crowd, and what explains each: who came into the way of whom, and which directive beyond rules or usual distance held at that moment.
//
// It reads frames and answers alone. Two bodies touch where their boxes overlap. Each body has a way to the contact, its boxes of the last ten seconds; the
// one that came into the way of the other last is the *comer*: the vehicle that ran into a leader, or that drove into the conflict zone behind the other. What
// led to the contact began when the comer came into that way, or when it could no longer stop before the contact (8 m/s2 after 0.2 s), whichever was earlier. A
// contact is explained by a lease of the comer that held in some step since then; else by one of the other vehicle; else by a wreck that stands in the way
// since a contact that was explained. All others are unexplained.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/direct/answer.h"
#include "backlot/record/frame.h"
#include "backlot/world/body.h"

namespace backlot::sim {

enum class Explained : std::uint8_t { by_comer, by_other, by_wreck, not_at_all };
constexpr std::uint32_t count_of(Explained) { return 4; }
std::string_view to_text(Explained by);

// Whether a directive of this kind makes its actor do what the rules, or its driver's own caution, would not let it do.
bool goes_beyond_caution(std::size_t kind);

class CrowdJudge {
 public:
  struct Meeting {
    double time_s = 0;
    world::ObjectId comer{}, other{};
    double came_s = 0;      // before the contact: when the comer came into the way
    double began_s = 0;     // before the contact: what led to it
    bool ran_into = false;  // it touched with its front half what was in its way for longer
    Explained by = Explained::not_at_all;
    std::string lease;    // its kind
    std::string ended{};  // of an unexplained one: the last leases of both
    std::string to_text() const;
  };

  // After each step, with the answers of that step.
  void watch(const record::Frame& frame, std::span<const direct::Answer> answers);

  const std::vector<Meeting>& meetings() const { return meetings_; }
  std::uint64_t count(Explained by) const;
  double agent_seconds() const { return agent_s_; }
  // Of the last frame.
  double share_of_wrecks() const { return share_of_wrecks_; }
  // "cut in, ran into the other: 3" and so on, the most frequent first.
  std::vector<std::pair<std::string, std::uint64_t>> table() const;

 private:
  struct Body {
    world::ObjectId id{};
    world::BodyBox box;
    double speed_mps = 0;
    bool is_wreck = false;
  };
  struct Moment {
    double time_s = 0;
    std::vector<Body> bodies;  // by id
    const Body* find(world::ObjectId id) const;
  };
  struct Lease {
    std::uint8_t kind = 0;
    double from_s = 0, to_s = 0;
  };

  void note(std::span<const direct::Answer> answers, double now_s);
  void judge(const Body& one, const Body& other);
  // How long before the contact a body came into the way of another, for good.
  double came_before_s(world::ObjectId comer, world::ObjectId other) const;
  // How long before the contact a body could not stop any more.
  double bound_for_s(world::ObjectId comer) const;
  // The kind of a lease that held at some time since then; empty without one.
  std::string lease_since(world::ObjectId actor, double from_s) const;

  std::deque<Moment> moments_;
  std::map<world::ObjectId, std::vector<Lease>> leases_;
  std::map<direct::DirectiveNumber, std::pair<world::ObjectId, std::size_t>> open_;
  std::set<std::pair<world::ObjectId, world::ObjectId>> touching_;
  std::map<world::ObjectId, Explained> first_contact_;  // of those that touched
  std::vector<Meeting> meetings_;
  double agent_s_ = 0, share_of_wrecks_ = 0, last_s_ = 0;
};

}  // namespace backlot::sim
