// Who comes to a mark, and in what order: found by going back from it over the tracks that lead there.
//
//     [c] ------ [b] --- [a] --|mark           by what is left of the way from the front: a, b, d, c
//                 [d] ----^
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/world/casting_view.h"
#include "backlot/world/mark.h"

namespace backlot::world {

// One who comes to a mark, with his front still before it.
struct Coming {
  std::uint32_t number = 0;  // of the object
  double way_m = 0;          // from his front to the mark, along his path
  std::uint32_t place = 0;   // where the search met him: see Approach::path_track()
};

struct ApproachLimits {
  double within_m = std::numeric_limits<double>::infinity();
  // Who cannot be there by then, were he faster by a third than road and bends allow, may be left out.
  double within_s = std::numeric_limits<double>::infinity();
  std::size_t most = std::numeric_limits<std::size_t>::max();  // of them, the nearest
};

// A search, and the memory that it keeps for the next one.
//
// Somebody comes to a mark when his trail leads there. Beyond the end of his trail he comes along as far as there is nothing to
// choose: one track after the other with one that follows. But a trail that ends nearer than everybody looks ahead ends because he goes
// elsewhere, by another lane. On a ring everybody comes once: who has just left the mark behind is not said to come to it again.
//
// Of one whom nobody here drives it is not known where he goes: he comes to every mark to which the lane that he goes along leads, by the
// shortest way. Who goes along no lane comes to none, and so does who stands within an intersection.
class Approach {
 public:
  static constexpr double kFurthest_m = 10000;  // further nobody is looked for
  static constexpr double kLooksAhead_m = 25;   // everybody, and most of them further

  // Nearest first, of equally near ones the smaller number. What is no mark, or no limit, has nobody coming. Good until the next search.
  std::span<const Coming> find(const CastingView& view, const Mark& mark, const ApproachLimits& limits = {});

  // The queue before a mark, from its head backwards: those who stand, or creep, one behind the other. A gap longer than kQueueGap_m ends it,
  // before the head too, and so does one who moves.
  static constexpr double kQueueGap_m = 10;
  static constexpr double kCreeping_mps = 0.5;
  std::span<const Coming> find_queue(const CastingView& view, const Mark& mark);

  // The path of one of the last search: 0 is the track of his guide, the last one that of the mark; empty behind it.
  TrackId path_track(const Coming& coming, std::uint32_t k) const {
    std::uint32_t at = coming.place;
    BACKLOT_ASSERT(at < steps_.size(), "found by another search");
    for (; k > 0 && at != kNone; --k) at = steps_[at].next;
    return at == kNone ? TrackId{} : steps_[at].track;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A track that leads to the mark.
  struct Step {
    TrackId track{};
    std::uint32_t next = kNone;  // the one that follows, towards the mark
    double begins_m = 0;         // so far before the mark it begins
    double begins_s = 0;         // and so many seconds, for who is as fast as nobody is
    std::uint32_t chosen =
        0;  // tracks that must be in the trail of who is on it: there was something to choose
  };

  void look_at(const CastingView& view, std::uint32_t step, const ApproachLimits& limits);
  void add_before(const Tracks& tracks, std::uint32_t step);
  bool leads_along(const Tracks& tracks, const Mover& mover, std::uint32_t step) const;
  void add(const Coming& coming, std::size_t most);
  void add_shortest(const Coming& coming, std::size_t most);

  std::vector<Step> steps_;
  std::vector<Coming> found_;
};

}  // namespace backlot::world
