// Responsibility for a collision in three facts: which rules the two bodies broke and when, which of them began it, and (from the harness) whether a
// reference driver would have prevented it. It reads frames and events alone, so that it says the same of a live run and of a recorded one.
//
//   ResponsibilityWatch watch(roads, subject, other);
//   for each step up to the contact: watch.see(frame, events);
//   const Responsibility found = watch.finish(contact_s);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/network/signals.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/world/ids.h"
#include "backlot/world/roads.h"

namespace backlot::verdict {

// Rules whose breach can lead to a collision. Behind each stand its value and its limit.
enum class RoadRule : std::uint8_t {
  red_light,           // speed over the line; 0
  stop_line,           // speed over the line of a stop sign, without a halt; 0
  right_of_way,        // speed into the way of a body that goes first; 0
  wrong_way,           // speed against the direction of the lane; 0
  lane_change,         // deceleration that the other needs behind (infinite beside); 4 m/s2
  following_distance,  // time gap; 0.9 s
  speed_limit,         // speed; the limit
  standing,            // seconds on a lane for traffic, without a reason; 3 s
  off_crosswalk,  // of a person that stepped onto the road off a crosswalk: deceleration that the vehicle needed from then on; 4 m/s2
};
constexpr std::uint32_t count_of(RoadRule) { return 9; }
std::string_view to_text(RoadRule rule);  // "red_light"

enum class Party : std::uint8_t { subject, other };
std::string_view to_text(Party party);

struct BrokenRule {
  RoadRule rule = RoadRule::red_light;
  Party by = Party::subject;
  double time_s = 0;  // when the breach began
  double value = 0, limit = 0;
  bool is_decisive = false;  // without it the bodies would not have met
  // When it began to matter: of a speed, when the danger began; of all others, `time_s`. The earlier one is the initiator.
  double counts_from_s = 0;
};

enum class Initiator : std::uint8_t {
  subject,
  other,
  both,          // both broke a decisive rule: the same one, or within a second of each other
  undetermined,  // no decisive rule was broken
};
constexpr std::uint32_t count_of(Initiator) { return 4; }
std::string_view to_text(Initiator initiator);

struct Responsibility {
  std::vector<BrokenRule> rules;  // by time
  Initiator initiator = Initiator::undetermined;
  world::ObjectId other{};  // empty where the subject failed alone
  bool is_other_on_foot = false;
  double time_s = 0;          // of the contact, or of the failure
  std::string failed_rule{};  // as the scene has it; empty: the two touched

  // The first decisive rule that a party broke; null where it broke none.
  const BrokenRule* first_of(Party party) const;
};

// The rules that decide, from those that were broken: the earlier party by more than a second; both, where the same rule was broken or the two breaches
// began within a second.
Initiator find_initiator(std::span<const BrokenRule> rules);

// The three facts in one sentence. `preventable_by`: the reference drivers that avoid the failure; `tried`: how many drove it again.
std::string sentence_of(const Responsibility& facts, std::span<const std::string> preventable_by,
                        std::size_t tried);

// A body and the one that it meets at a moment.
struct Meeting {
  double time_s = 0;
  record::FrameObject body[2];            // by Party
  bool is_there[2] = {false, false};      // in the frame
  bool has_a_reason[2] = {false, false};  // to stand: a body or a line close ahead
};
// A line that one of the two crossed.
struct CrossedLine {
  double time_s = 0;
  Party by = Party::subject;
  network::CorridorId corridor{};
  network::Aspect aspect = network::Aspect::dark;
  double speed_mps = 0;
  double halted_s = -1;  // when it stood before the line; below zero: it did not
};
// A lane change that one of the two began.
struct BegunChange {
  double time_s = 0;
  Party by = Party::subject;
  network::LaneId from{}, to{};
};
// What happened between two bodies, up to a moment.
struct Encountered {
  std::vector<Meeting> moments;
  std::vector<CrossedLine> lines;
  std::vector<BegunChange> changes;
  network::SignalState signals;  // as they were last
};

class ResponsibilityWatch {
 public:
  // The roads stay where they are.
  ResponsibilityWatch(const world::Roads& roads, world::ObjectId subject, world::ObjectId other)
      : roads_(roads), ids_{subject, other} {}

  // Each step, from some seconds before the contact on. The frame has signals.
  void see(const record::Frame& frame, std::span<const record::Event> events);
  // What was seen after the moment of the contact does not count. A failure without a contact has the rule that was broken.
  Responsibility finish(double contact_s, std::string failed_rule = {});
  const Encountered& seen() const { return seen_; }

 private:
  bool has_reason_to_stand(const record::Frame& frame, const record::FrameObject& body) const;

  const world::Roads& roads_;
  world::ObjectId ids_[2];
  Encountered seen_;
  double last_s_[2] = {0, 0}, since_halt_m_[2] = {1e9, 1e9}, halted_s_[2] = {-1, -1};
};

}  // namespace backlot::verdict
