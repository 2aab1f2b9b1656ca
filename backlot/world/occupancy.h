// Who stands where: for every way and corridor the bodies on it, in order of distance, made anew in every step.
//
//   distance ->      [ truck   ]        [ car ]          an entry is the box of strip coordinates that holds the body:
//   ---------------------------------------------       from - to along, right - left across
//        [ car ]                  [ car ]
//
// A body that touches several surfaces has an entry on each. Corridors also list who will come: entries before their start,
// at the distance that is left.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/world/zero_array.h"

namespace backlot::world {

// Sixteen bytes along, sixteen across, and who it is.
struct Entry {
  double from = 0, to = 0;                // distances of the strip; approaching: both that of the front
  float right = 0, left = 0;              // offsets
  float claim_right = 0, claim_left = 0;  // with the room that the body is about to take
  float speed_mps = 0;                    // along the growing distance
  float pace_mps = 0;                     // of the body, whichever way it goes
  float front_m = 0;                      // of a traveller: metres of the track that its front has come
  float waits_s = -1;      // at the line before the corridor; below zero: it has not come to stand there
  std::uint32_t id = 0;    // number of the object
  std::uint8_t shape = 0;  // class of its width
  std::uint8_t length_dm = 0;
  std::uint16_t flags = 0;

  bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
  double length() const { return 0.1 * length_dm; }
};

struct EntryFlag {
  static constexpr std::uint16_t travels = 1;     // this surface is part of its path
  static constexpr std::uint16_t approaches = 2;  // it is not there yet
  static constexpr std::uint16_t committed = 4;   // it will not stop before the corridor any more
  static constexpr std::uint16_t held =
      8;  // it stands, and not for those it yields to: it will not start in this step
  static constexpr std::uint16_t wants_left =
      16;  // it shows that it is about to go there, as its driver sees it
  static constexpr std::uint16_t wants_right = 32;
  static constexpr std::uint16_t queued = 64;  // it stands behind another one
  static constexpr std::uint16_t own = 128;    // its guide is on this strip: every object has one such entry
  static constexpr std::uint16_t clears =
      256;  // it stands in the way of others and goes on, whoever would be first
  static constexpr std::uint16_t same_way = 1024;  // its own corridor parts from this one, or joins it
  static constexpr std::uint16_t must = 512;       // it wants to the side because its lane does not lead on
};

struct StripEntry {
  network::StripId strip{};
  Entry entry;
};

// Between which distances and offsets to look.
struct Window {
  double from = 0, to = 0;
  double right = -std::numeric_limits<double>::infinity(), left = std::numeric_limits<double>::infinity();
};

class Occupancy {
 public:
  explicit Occupancy(std::size_t strips) : lists_(strips) {}

  // Begins anew with the entries of all objects, in any order: what comes out does not depend on it.
  void fill(std::span<const std::vector<StripEntry>> entries);

  // By from, then id.
  std::span<const Entry> on(network::StripId strip) const {
    const List& list = lists_[strip.index()];
    return list.epoch == epoch_ ? std::span(entries_).subspan(list.first, list.count)
                                : std::span<const Entry>();
  }

  // The strips that have entries, in no particular order.
  std::span<const std::uint32_t> active() const { return active_; }

  // The first body that touches a window, seen from its `from`, or from its `to` when looking back; null where none does. Those who only approach
  // are passed over.
  const Entry* first_between(network::StripId strip, const Window& window, bool looks_back = false) const;
  // All of them, in the same order.
  void all_between(network::StripId strip, const Window& window, std::vector<const Entry*>& found,
                   bool looks_back = false) const;

  // No body is longer than this along any strip.
  double longest() const { return longest_; }

 private:
  struct List {
    std::uint32_t epoch = 0;
    std::uint32_t first = 0, count = 0;
  };

  ZeroArray<List> lists_;  // those of another epoch are empty, so that nothing is cleared
  std::uint32_t epoch_ = 1;
  std::vector<std::uint32_t> active_;  // strips with entries
  std::vector<Entry> entries_;
  double longest_ = 0;
};

}  // namespace backlot::world
