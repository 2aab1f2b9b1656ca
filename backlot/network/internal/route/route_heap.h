// A queue of nodes by bound, then number: four-fold, with the children of an entry in one line of the cache.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace backlot::network::internal {

// Entries are never changed: a node that gets a better bound is pushed once more, and the caller passes over a node
// that it pops for the second time. What comes first does not depend on the order of pushes.
class RouteHeap {
 public:
  // Bounds are not below zero, so that their bits are in the same order, and bound and node make one number: which of
  // the children is the least cannot be predicted, and is found without branches.
  class Entry {
   public:
    Entry(double bound, std::uint32_t node, std::uint32_t first_edge)
        : low_(std::uint64_t{node} << 32U | first_edge), high_(std::bit_cast<std::uint64_t>(bound)) {}

    double bound() const { return std::bit_cast<double>(high_); }
    std::uint32_t node() const { return static_cast<std::uint32_t>(low_ >> 32U); }
    // Carried along, so that it is known before the node is looked up.
    std::uint32_t first_edge() const { return static_cast<std::uint32_t>(low_); }

    friend bool operator<(const Entry& a, const Entry& b) { return a.number() < b.number(); }

   private:
    __extension__ using Number = unsigned __int128;
    Number number() const { return Number{high_} << 64U | low_; }

    std::uint64_t low_, high_;
  };

  bool is_empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  const Entry& top() const { return entries_.front(); }

  void push(const Entry& entry) {
    entries_.push_back(entry);
    rise(entries_.size() - 1, entry);
  }

  // The hole sinks to the bottom before the last entry is put into it and rises to its place: that is seldom far,
  // since it came from the bottom.
  void pop() {
    const Entry last = entries_.back();
    entries_.pop_back();
    const std::size_t size = entries_.size();
    if (size == 0) return;
    std::size_t hole = 0, first = 1;
    for (; first + kFold <= size; first = kFold * hole + 1) {
      const std::size_t a = first + is_before(first + 1, first),
                        b = first + 2 + is_before(first + 3, first + 2);
      const std::size_t least = a + (b - a) * is_before(b, a);
      entries_[hole] = entries_[least];
      hole = least;
    }
    if (first < size) {
      std::size_t least = first;
      for (std::size_t child = first + 1; child < size; ++child)
        if (entries_[child] < entries_[least]) least = child;
      entries_[hole] = entries_[least];
      hole = least;
    }
    rise(hole, last);
  }

 private:
  static constexpr std::size_t kFold = 4;

  // 1 or 0, to reckon with: the compiler makes branches of choices.
  std::size_t is_before(std::size_t a, std::size_t b) const {
    return static_cast<std::size_t>(entries_[a] < entries_[b]);
  }

  // Puts an entry into the hole, or above it where it belongs.
  void rise(std::size_t hole, const Entry& entry) {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kFold;
      if (!(entry < entries_[parent])) break;
      entries_[hole] = entries_[parent];
      hole = parent;
    }
    entries_[hole] = entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace backlot::network::internal
