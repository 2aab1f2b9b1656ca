// What an actor can be told to do. A directive is a lease: it has an issuer, a priority, a time that it is held for and a time
// after which it is void, and it is always answered.
//
//   issued --> refused                                   at the next step, with the reason
//          \-> accepted --> done                         what was asked for has happened, or was held for as long as asked
//                       \-> expired, superseded, failed  its time was over before; another one took its place; it cannot be any more
//
// Directives about the same thing share a channel: pace, lane, route and rules. Of one channel an actor has one lease. A later
// directive takes the place of an earlier one unless its priority is lower: then it is refused.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "backlot/base/id.h"
#include "backlot/base/sim_time.h"
#include "backlot/network/right_of_way.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/ids.h"
#include "backlot/world/mark.h"

namespace backlot::traffic {

using IssuerId = base::Id<struct IssuerTag>;  // of a director; who gives the numbers keeps them apart
using DirectiveNumber = std::uint64_t;        // in order of issue, from 1 on

enum class DirectiveKind : std::uint8_t {
  // ---- pace
  adjust_speed,  // speed_mps faster than he would drive; slower where it is below zero
  halt,          // comes to a stop where he is, gently, and stands
  launch,        // goes off at once, as fast as he can, whoever waits for whom, and through red
  lurch,         // starts as if he would go, and stops again: a feint
  keep_gap,      // gap_m behind an object ahead on his way
  keep_headway,  // headway_s behind it
  arrive,        // with his front at a mark, at a time
  stop_at,       // stands with his front at a mark
  // ---- lane
  change_lane,  // to the lane beside
  set_offset,   // offset_m to the left of the middle of his lane
  // ---- route
  turn,         // at the next intersection, to a lane there if one is named
  turn_across,  // the same, in front of those whom he would have to wait for
  follow_path,  // along these tracks, one after the other
  // ---- rules
  ignore_light
};
inline constexpr std::uint32_t kDirectiveKinds = 14;
constexpr std::uint32_t count_of(DirectiveKind) { return kDirectiveKinds; }

enum class Channel : std::uint8_t { pace, lane, route, rules };
inline constexpr std::uint32_t kChannels = 4;
Channel channel_of(DirectiveKind kind);
const char* name_of(DirectiveKind kind);

// How long a directive is held.
enum class Persistence : std::uint8_t {
  once,       // until what is asked for has happened
  for_time,   // for hold_s
  until_line  // until his front comes over the next stop line
};

constexpr std::uint32_t count_of(Persistence) { return 3; }

using world::Mark;

struct Directive {
  world::ObjectId actor{};
  IssuerId issuer{};
  std::int32_t priority = 0;
  DirectiveKind kind = DirectiveKind::halt;
  Persistence persistence = Persistence::once;
  double hold_s = 0;             // held for a time
  base::SimTime expires = kEnd;  // void from then on, done or not

  // ---- what it needs of these by its kind
  double speed_mps = 0, gap_m = 0, headway_s = 0, offset_m = 0;
  world::ObjectId object{};  // whom he follows
  Mark mark{};
  base::SimTime time{};                           // when he is to be at the mark
  Side side = Side::none;                         // of the lane beside
  network::Turn direction = network::Turn::left;  // where he turns
  std::int32_t lane = -1;                         // there, from the kerb on; below zero: any
  std::vector<world::TrackId> path{};

  static constexpr base::SimTime kEnd =
      base::SimTime::from_nanoseconds(std::numeric_limits<std::int64_t>::max());

  static void visit(auto& self, auto& field) {
    field(self.actor, self.issuer, self.priority, self.kind, self.persistence, self.hold_s, self.expires,
          self.speed_mps, self.gap_m, self.headway_s, self.offset_m, self.object, self.mark, self.time,
          self.side, self.direction, self.lane, self.path);
  }
};

// Why one was refused, or failed.
enum class Refusal : std::uint8_t {
  none,
  unknown_actor,    // nobody has this id, or he left
  no_issuer,        // it does not say from whom it comes
  claimed,          // another director has him
  outranked,        // a lease of higher priority is held
  not_a_number,     // NaN, infinite, or of the wrong sign
  out_of_range,     // no vehicle can do that
  is_over,          // it expired before it was looked at
  unknown_object,   // whom he is to follow
  not_ahead,        // that one is not on his way
  not_on_his_way,   // the mark is behind, or elsewhere
  too_soon,         // he cannot be there so early
  too_late,         // nor so late
  no_such_lane,     // beside him, or where he turns to
  no_such_turn,     // from the way that he is on
  no_such_path,     // tracks that do not follow each other from his own
  in_intersection,  // there is nothing to change any more
  took_another_way  // on the way it could not be done
};
const char* name_of(Refusal refusal);

enum class AnswerKind : std::uint8_t { accepted, refused, done, expired, superseded, failed, cancelled };
const char* name_of(AnswerKind kind);

struct Answer {
  DirectiveNumber directive = 0;
  world::ObjectId actor{};
  IssuerId issuer{};
  DirectiveKind kind = DirectiveKind::halt;
  AnswerKind answer = AnswerKind::accepted;
  Refusal why = Refusal::none;
  // Of an arrival: refused, the soonest and the latest time that can be; done, the time of it and by how much that was late.
  double first_s = 0, second_s = 0;
};

}  // namespace backlot::traffic
