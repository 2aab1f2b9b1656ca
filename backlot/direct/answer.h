// What becomes of a directive, and why.
//
//   issued --> refused                       at the next step, with the reason
//          \-> accepted --> done             what was asked for has happened, or was held for as long as asked
//                       \-> expired          its time was over before that
//                       \-> superseded       another directive took its place
//                       \-> failed           it became impossible; the reason says how
//                       \-> cancelled        its issuer took it back
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/base/id.h"
#include "backlot/world/ids.h"

namespace backlot::direct {

using IssuerId = base::Id<struct IssuerTag>;  // of a director
using DirectiveNumber = std::uint64_t;        // in order of issue, from 1 on

// Why a directive was refused, or failed.
enum class Refusal : std::uint8_t {
  none,
  unknown_actor,  // no driver and no person on foot of this run has the id: it never existed, it left, or an external object has it
  no_issuer,      // the directive does not say which director it comes from
  claimed,        // another director has claimed the actor
  outranked,      // the actor holds a lease of the same channel with a higher priority
  not_a_number,   // a value is NaN or infinite
  out_of_range,   // a value is beyond what a vehicle can do, or what the actor can do now
  is_over,        // the directive expired before it was looked at
  unknown_object,    // the object that it refers to does not exist, or has left
  not_ahead,         // the object is not ahead of the actor on the actor's way
  not_behind,        // the object is not behind the actor on the way that the actor came
  not_on_way,        // the mark is behind the actor, or not on its way
  not_approaching,   // the object does not come to the mark
  too_soon,          // the actor cannot be there so early, or cannot stop any more
  too_late,          // the actor cannot be there so late without stopping
  no_such_lane,      // there is no lane on that side, or no such lane where the actor turns to
  not_on_lane,       // the object is not on the lane that the actor is to move to
  no_such_turn,      // the actor's way has no such turn
  no_such_path,      // the tracks do not follow each other from where the actor is
  in_intersection,   // the actor is in an intersection, or too near to one to change anything
  no_leader,         // no vehicle is ahead of the actor in its lane
  no_room_to_pass,   // a body is on the lane to pass on, within the way that passing takes
  took_another_way,  // the actor accepted, but its way led elsewhere
  not_on_foot,       // the actor is on foot, and only vehicles can do this
  only_on_foot,      // the actor is a vehicle, and only people on foot can do this
  no_crosswalk,      // no crosswalk is before the walker
  no_cyclist         // only cyclists can do this
};
constexpr std::uint32_t count_of(Refusal) { return 27; }
// A stable name for files, "not_ahead"; empty for none.
std::string_view to_text(Refusal refusal);
// A sentence for people; empty for none.
std::string_view explain(Refusal refusal);

enum class AnswerKind : std::uint8_t { accepted, refused, done, expired, superseded, failed, cancelled };
constexpr std::uint32_t count_of(AnswerKind) { return 7; }
// A stable name for files, "accepted".
std::string_view to_text(AnswerKind kind);
// A sentence for people.
std::string_view explain(AnswerKind kind);

struct Answer {
  DirectiveNumber directive = 0;
  world::ObjectId actor{};
  IssuerId issuer{};
  std::uint8_t kind = 0;  // of the directive: its row in the table (directive_table.h)
  AnswerKind answer = AnswerKind::accepted;
  Refusal why = Refusal::none;
  // Of an arrival. Refused: the soonest and the latest time that is possible. Done: its time, and by how much that was late.
  double first_s = 0, second_s = 0;

  static void visit(auto& self, auto& field) {
    field(self.directive, self.actor, self.issuer, self.kind, self.answer, self.why, self.first_s,
          self.second_s);
  }
};

}  // namespace backlot::direct
