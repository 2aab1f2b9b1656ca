// Which body is where: for every way and corridor the bodies on it, in order of distance, made anew in every step. With
// sequential update, where objects move one after the other, entries are replaced one object at a time.
//
//   distance ->      [ truck   ]        [ car ]          an entry is the box of strip coordinates that holds the body:
//   ---------------------------------------------       from - to along, right - left across
//        [ car ]                  [ car ]
//
// A body that touches several surfaces has an entry on each. Corridors also list the vehicles that will come: as
// entries before their start, at the distance that is left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/huge_pages.h"
#include "backlot/base/prefetch.h"
#include "backlot/network/ids.h"
#include "backlot/world/roads/zero_array.h"

namespace backlot::world {

// Later than all else.
inline constexpr float kNever = std::numeric_limits<float>::infinity();

// No vehicle is so short.
constexpr bool has_person_length(std::uint8_t length_dm) { return length_dm <= 6; }

// Where a body is, how it moves, and which object it is: one cache line.
struct alignas(64) Entry {
  double from = 0, to = 0;                // distances of the strip; approaching: both that of the front
  float right = 0, left = 0;              // offsets
  float claim_right = 0, claim_left = 0;  // with the room that the body is about to take
  float middle = 0, sine = 0;             // how the body lies in its box: offset of its middle, heading;
                                          // foretold: from when to when it is there, seconds from now on
  float speed_mps = 0;                    // along the growing distance
  float pace_mps = 0;                     // of the body, whichever way it goes
  float front_m = 0;                      // of a traveller: metres of the track that its front has come
  float arrived_s = kNever;               // when it came to stand at the line before the corridor
  std::uint32_t id = 0;                   // number of the object
  std::uint8_t shape = 0;                 // class of its width
  std::uint8_t length_dm = 0;
  std::uint16_t flags = 0;

  bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
  double length() const { return 0.1 * length_dm; }
  bool is_long() const { return length_dm > 70; }
  bool is_person() const { return has_person_length(length_dm); }
  double comes_s() const { return static_cast<double>(middle); }
  double gone_s() const { return static_cast<double>(sine); }
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
      256;  // it stands in the way of others and goes on, even if they have priority
  static constexpr std::uint16_t same_way = 1024;   // its own corridor parts from this one, or joins it
  static constexpr std::uint16_t must = 512;        // it wants to the side because its lane does not lead on
  static constexpr std::uint16_t overtakes = 2048;  // it is on the oncoming lane, or on its way there or back
  static constexpr std::uint16_t external = 4096;   // driven from outside: it may do anything
  static constexpr std::uint16_t foretold =
      8192;  // approaching as well: a box that it will sweep if it goes on as it does
  static constexpr std::uint16_t against = 16384;  // external and travelling: by falling distance
  static constexpr std::uint16_t at_kerb =
      32768;  // approaching as well: the box that a person will sweep once it may cross
  static constexpr std::uint16_t by_signal = must;  // at the kerb as well: a signal lets the person cross
};

// Entries of some of the objects, on any strips: written one after the other, then read where they are. Several threads
// fill batches that lie side by side, so each batch has cache lines of its own.
class alignas(128) EntryBatch {
 public:
  void clear() {
    entries_.clear();
    strips_.clear();
    longest_ = 0;
  }
  void reserve(std::size_t count) {
    entries_.reserve(count);
    strips_.reserve(count);
  }
  void add(network::StripId strip, const Entry& entry) {
    add(strip, entry.from, entry.to, entry.right, entry.left) = entry;
  }
  // An entry with its box set; the rest is for the caller to set.
  Entry& add(network::StripId strip, double from, double to, float right, float left) {
    strips_.push_back(strip);
    longest_ = std::max(longest_, to - from);
    Entry& entry = entries_.emplace_back();
    entry.from = from;
    entry.to = to;
    entry.right = right;
    entry.left = left;
    return entry;
  }
  // The entries of one object, which begin at `first` in another batch.
  void add_of_one(const EntryBatch& from, std::size_t first) {
    const std::uint32_t id = from[first].id;
    for (std::size_t k = first; k < from.size() && from.entries_[k].id == id; ++k)
      add(from.strip(k), from.entries_[k]);
  }

  std::size_t size() const { return entries_.size(); }
  // How many more can be added before the entries that are there move to other memory.
  std::size_t room() const { return entries_.capacity() - entries_.size(); }
  const Entry& operator[](std::size_t k) const {
    BACKLOT_ASSERT(k < entries_.size(), "there are not so many entries");
    return entries_[k];
  }
  network::StripId strip(std::size_t k) const {
    BACKLOT_ASSERT(k < strips_.size(), "there are not so many entries");
    return strips_[k];
  }

  // Before they are asked for: those of one object, that begin there; and the room for those that will be added soon.
  void prefetch(std::size_t first) const {
    for (std::size_t k = 0; k < kOfOne; ++k) base::prefetch(entries_.data() + first + k);
  }
  void prefetch_room() const { prefetch(entries_.size() + 3 * kOfOne); }

 private:
  friend class Occupancy;

  static constexpr std::size_t kOfOne = 3;  // entries: seldom are there more

  std::vector<Entry> entries_;
  std::vector<network::StripId> strips_;
  double longest_ = 0;
};

// An entry in the list of its strip.
struct Listed {
  double from, to;  // of the entry, as its offsets: many need no more of it
  float right, left;
  const Entry* entry;

  static Listed of(const Entry& e) { return {e.from, e.to, e.right, e.left, &e}; }
};

// The entries of a strip, in order.
class EntryList {
 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using pointer = const Entry*;
    using reference = const Entry&;

    Iterator() = default;
    explicit Iterator(const Listed* at) : at_(at) {}
    double from() const { return at_->from; }
    double to() const { return at_->to; }
    float right() const { return at_->right; }
    float left() const { return at_->left; }
    const Entry& operator*() const { return *at_->entry; }
    const Entry* operator->() const { return at_->entry; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this += -1; }
    Iterator& operator+=(std::ptrdiff_t count) {
      at_ += count;
      return *this;
    }
    friend Iterator operator+(Iterator at, std::ptrdiff_t count) { return at += count; }
    friend std::ptrdiff_t operator-(Iterator a, Iterator b) { return a.at_ - b.at_; }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }

   private:
    const Listed* at_ = nullptr;
  };

  EntryList() = default;
  explicit EntryList(std::span<const Listed> listed) : listed_(listed) {}

  bool empty() const { return listed_.empty(); }
  std::size_t size() const { return listed_.size(); }
  const Entry& operator[](std::size_t k) const {
    BACKLOT_ASSERT(k < listed_.size(), "there are not so many entries on this strip");
    return *listed_[k].entry;
  }
  Iterator begin() const { return Iterator(listed_.data()); }
  Iterator end() const { return Iterator(listed_.data() + listed_.size()); }
  // The first one that does not begin before a distance.
  Iterator first_from(double distance) const {
    const auto at = std::partition_point(listed_.begin(), listed_.end(),
                                         [&](const Listed& l) { return l.from < distance; });
    return Iterator(listed_.data() + (at - listed_.begin()));
  }
  // The entries that begin between two distances.
  EntryList between(double low, double high) const {
    const auto first =
        std::partition_point(listed_.begin(), listed_.end(), [&](const Listed& l) { return l.from < low; });
    const auto last =
        std::partition_point(first, listed_.end(), [&](const Listed& l) { return l.from <= high; });
    return EntryList({first, last});
  }

 private:
  std::span<const Listed> listed_;
};

// Between which distances and offsets to look.
struct Window {
  double from = 0, to = 0;
  double right = -std::numeric_limits<double>::infinity(), left = std::numeric_limits<double>::infinity();
};

class Occupancy {
 public:
  explicit Occupancy(std::size_t strips) : lists_(strips) {}

  // Makes room for so many entries on so many strips, so that filling it takes no memory.
  void reserve(std::size_t count) {
    listed_.reserve(count);
    tickets_.reserve(count);
    active_.reserve(count);
  }

  // Begins anew with the entries of all objects, in any order: what comes out does not depend on it. They are not copied: the
  // batches stay as they are for as long as this is asked.
  void fill(std::span<const EntryBatch> batches);
  // The same in parts, for several threads: first one thread calls begin(), then all batches are placed, then all lists
  // of active() are sorted.
  void begin(std::span<const EntryBatch> batches);
  void place(std::span<const EntryBatch> batches, std::size_t which);
  void sort(network::StripId strip);

  // Some entries of a batch leave their lists, or come into them. The batches stay as they are, as with fill(). Costs as much as the
  // lists that are touched are long.
  void remove(const EntryBatch& batch, std::size_t first, std::size_t last);
  void insert(const EntryBatch& batch, std::size_t first, std::size_t last);

  // By from, then id.
  EntryList on(network::StripId strip) const {
    const List& list = lists_[strip.index()];
    return list.epoch == epoch_ ? EntryList(std::span(listed_).subspan(list.first, list.count)) : EntryList();
  }

  // Which one of its strip's list an entry of a batch is.
  std::uint32_t number_of(const EntryBatch& batch, std::size_t which) const;
  // The same for the own entry of an object (EntryFlag::own), where it is known from where on it lies; a good guess is found at once.
  std::uint32_t number_of_own(network::StripId strip, double from, std::uint32_t id,
                              std::uint32_t guess) const {
    const List& list = lists_[strip.index()];
    const Listed* at = listed_.data() + list.first + guess;
    const bool is_alone = guess < list.count && at->from == from && (guess == 0 || at[-1].from != from) &&
                          (guess + 1 == list.count || at[1].from != from);
    return is_alone ? guess : find_own(strip, from, id);
  }

  // Before they are asked for: the list of a strip, the lists of some that follow each other, ...
  void prefetch_list(network::StripId strip) const { base::prefetch(&lists_[strip.index()]); }
  void prefetch_lists(network::StripId first, network::StripId last) const {
    constexpr std::uint32_t kInALine = 64 / sizeof(List);
    for (std::uint32_t k = first.index(); k <= last.index(); k += kInALine) base::prefetch(&lists_[k]);
  }
  // ... the order of a strip's entries, around a number, or at its start or end.
  void prefetch_order(network::StripId strip, std::uint32_t number) const {
    const Listed* at = listed_.data() + lists_[strip.index()].first + number;
    base::prefetch(at - 1);
    base::prefetch(at + 2);
  }
  // ... and the next entry, going along or back.
  void prefetch_next(network::StripId strip, std::uint32_t number, bool goes_along) const {
    const List& list = lists_[strip.index()];
    const std::uint32_t next = goes_along ? number + 1 : number - 1;
    if (next < list.count) base::prefetch(listed_[list.first + next].entry);
  }
  void prefetch_end(network::StripId strip, bool is_first) const {
    const List& list = lists_[strip.index()];
    if (list.epoch == epoch_) base::prefetch(listed_.data() + list.first + (is_first ? 0 : list.count - 1));
  }

  // The strips that have entries, or had some before they were removed, in no particular order.
  std::span<const std::uint32_t> active() const { return active_; }

  // The first body that touches a window, seen from its `from`, or from its `to` when looking back; null where no body
  // does. Entries that only approach are passed over.
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

  std::uint32_t find_own(network::StripId strip, double from, std::uint32_t id) const;
  bool is_full(network::StripId strip) const;
  void make_room(network::StripId strip);

  ZeroArray<List> lists_;  // lists of another epoch are empty, so that nothing is cleared
  std::uint32_t epoch_ = 1;
  std::vector<std::uint32_t> active_;  // strips with entries
  std::vector<Listed, base::HugePages<Listed>> listed_;
  std::vector<std::uint32_t>
      tickets_;  // by entry of all batches: which one of its strip's list, before that is sorted
  std::vector<std::size_t> first_tickets_;  // by batch
  double longest_ = 0;

  // ---- of lists that entries came into one by one: they lie behind the others, with room to grow
  std::size_t packed_ = 0;           // places of the others
  std::vector<std::uint32_t> ends_;  // by strip: where that room ends
};

}  // namespace backlot::world
