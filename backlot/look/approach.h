// The bodies that come to a mark, in order: found by going back from the mark over the tracks that lead there.
//
//     [c] ------ [b] --- [a] --|mark           by the way that is left from the front: a, b, d, c
//                 [d] ----^
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/look/snapshot.h"
#include "backlot/world/mark.h"

namespace backlot::look {

// A body that comes to a mark, with its front still before it.
struct Approaching {
  std::uint32_t number = 0;  // of the object
  double way_m = 0;          // from its front to the mark, along its path
  std::uint32_t place = 0;   // where the search met the body: see Approach::path_track()
};

// What decides whether an extra goes the way that leads to a mark.
enum class Route : std::uint8_t {
  trail,  // the tracks that its driver has chosen; a recorded frame does not know them, and there it is the next corridor
  next_corridor  // the corridor that it comes to next; behind that it may go anywhere
};

struct ApproachLimits {
  double within_m = std::numeric_limits<double>::infinity();
  // Bodies that could not be there by then at 1.35 times the speed that road and bends allow may be left out.
  double within_s = std::numeric_limits<double>::infinity();
  std::size_t most = std::numeric_limits<std::size_t>::max();  // bodies, the nearest
  Route route = Route::trail;
  bool has_all_ways =
      false;  // a body that can come by several ways is found once for each, not by the shortest alone
};

// A search, and the memory that it keeps for the next one.
//
// An extra approaches a mark when its trail leads there. Beyond the end of its trail it goes on while there is nothing to choose: one track
// after the other, each with a single one that follows. But a trail that ends nearer than all drivers look ahead ends because the driver wants to
// another lane, and the extra does not go on. By Route::next_corridor an extra approaches every mark to which its lane leads by its next corridor,
// or by any corridor where the next one is not known; so it is in recorded frames always.
//
// The route of an external body is unknown. It approaches every mark that the lane it travels along leads to, by the shortest way. An external body
// that travels along no lane approaches none, nor does one that stands within an intersection.
//
// By Route::trail, and with has_all_ways, ways of more than 13 tracks behind a choice are not looked at: no trail is longer.
//
// On a ring every body comes once: a body that has just passed the mark does not approach it again.
class Approach {
 public:
  static constexpr double kFurthest_m = 10000;  // bodies are not looked for further off
  static constexpr double kLooksAhead_m = 25;   // every driver chooses its tracks at least so far ahead

  // Nearest first; of equally near ones the smaller number first. A mark or limit that is not one has no body coming. Good until the next search.
  std::span<const Approaching> find(const Snapshot& snapshot, const world::Mark& mark,
                                    const ApproachLimits& limits = {});

  // The queue before a mark, from its head backwards: bodies that stand or creep one behind the other. A gap longer than kQueueGap_m ends it, also
  // between the mark and the head, and so does a body that moves. Extras belong to it by Route::next_corridor.
  static constexpr double kQueueGap_m = 10;
  static constexpr double kCreeping_mps = 0.5;
  std::span<const Approaching> find_queue(const Snapshot& snapshot, const world::Mark& mark);

  // The path of a body of the last search: 0 is the track that it travels along, the last one is that of the mark; empty behind it.
  world::TrackId path_track(const Approaching& body, std::uint32_t k) const {
    std::uint32_t at = body.place;
    for (; k > 0 && at != kNone; --k) at = steps_[at].next;
    return at == kNone ? world::TrackId{} : steps_[at].track;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A track that leads to the mark.
  struct Step {
    world::TrackId track{};
    std::uint32_t next = kNone;  // the step that follows, towards the mark
    double begins_m = 0;         // the track begins so far before the mark
    double begins_s = 0;         // and so many seconds, at a speed that no vehicle has
    std::uint32_t chosen = 0;  // tracks that must be in the trail of an extra on this one: there was a choice
    network::CorridorId corridor{};  // the first one from here to the mark
  };

  void look_at(const Snapshot& snapshot, std::uint32_t step, const ApproachLimits& limits);
  void look_at_external(const Snapshot& snapshot, const world::Entry& entry, std::uint32_t step,
                        const ApproachLimits& limits);
  void look_at_recorded(const FrameSnapshot& frame, std::uint32_t step, const ApproachLimits& limits);
  void add_before(const world::Tracks& tracks, std::uint32_t step, const ApproachLimits& limits);
  bool counts_far_ahead(const Step& step, const ApproachLimits& limits) const;
  bool leads_along(const world::Tracks& tracks, const world::Mover& mover, std::uint32_t step) const;
  bool may_lead_along(network::CorridorId next, std::uint32_t step) const;
  void add(const Approaching& body, std::size_t most);
  void add_shortest(const Approaching& body, const ApproachLimits& limits);

  std::vector<Step> steps_;
  std::vector<Approaching> found_;
};

}  // namespace backlot::look
