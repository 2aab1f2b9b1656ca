// Numbers of objects: small, dense, and used again when their owners have left; serial numbers keep the owners apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/world/ids.h"

namespace backlot::world {

// An ObjectId is a number and the serial number of its owner in the run: 0 for the first object that ever came, 1 for the next. Tables are
// sorted by place now and then, so an object's slot changes; its id does not. Ids follow from the order of coming and going alone.
class ObjectNumbers {
 public:
  // Slots with this bit belong to no table of extras: their objects are external, or with the second bit walkers.
  static constexpr std::uint32_t kExternal = 0x80000000U, kWalker = 0x40000000U;
  static constexpr bool is_extra_slot(std::uint32_t slot) { return (slot & kExternal) == 0; }
  static constexpr bool is_walker_slot(std::uint32_t slot) {
    return (slot & kExternal) != 0 && (slot & kWalker) != 0;
  }
  // Of a slot without its bits: the row in the table of its objects.
  static constexpr std::uint32_t row_of(std::uint32_t slot) { return slot & ~(kExternal | kWalker); }

  // The number that was free last, or a new one; it is found at `slot`.
  ObjectId create(std::uint32_t slot) {
    std::uint32_t number = 0;
    if (free_.empty()) {
      number = static_cast<std::uint32_t>(slots_.size());
      slots_.push_back(slot);
      serials_.push_back(next_);
      tenants_.push_back(0);
      free_.reserve(slots_.capacity());  // so that leaving takes no memory
    } else {
      number = free_.back();
      free_.pop_back();
      slots_[number] = slot;
      serials_[number] = next_;
      ++tenants_[number];
    }
    BACKLOT_CHECK(next_ != kGone, "more than 2^32 - 1 objects in one run");
    return {number, next_++};
  }
  // Of an object that is there.
  void destroy(ObjectId id) {
    BACKLOT_ASSERT(find_slot(id).has_value(), "this object has left already");
    serials_[id.slot()] = kGone;
    free_.push_back(id.slot());
  }

  // ---- of a number that has an owner
  void move(std::uint32_t number, std::uint32_t slot) {
    BACKLOT_ASSERT(is_taken(number), "the number has no owner");
    slots_[number] = slot;
  }
  std::uint32_t slot(std::uint32_t number) const {
    BACKLOT_ASSERT(is_taken(number), "the number has no owner");
    return slots_[number];
  }
  ObjectId id(std::uint32_t number) const {
    BACKLOT_ASSERT(is_taken(number), "the number has no owner");
    return {number, serials_[number]};
  }
  // A stream of random numbers for the owner of a number: which number it is, and how many had it before.
  std::uint64_t own_stream(std::uint32_t number) const {
    return (std::uint64_t{number} << 32U) | tenants_[number];
  }

  // Empty for an object that left.
  std::optional<std::uint32_t> find_slot(ObjectId id) const {
    if (id.is_empty() || id.slot() >= serials_.size() || serials_[id.slot()] != id.generation())
      return std::nullopt;
    return slots_[id.slot()];
  }
  // The same for extras alone.
  std::optional<std::uint32_t> find_extra(ObjectId id) const {
    const std::optional<std::uint32_t> slot = find_slot(id);
    return slot && (*slot & kExternal) == 0 ? slot : std::nullopt;
  }
  // Whether a driver of the run or a person on foot has the id: someone that can be told what to do.
  bool has_mind(ObjectId id) const {
    const std::optional<std::uint32_t> slot = find_slot(id);
    return slot && (is_extra_slot(*slot) || is_walker_slot(*slot));
  }
  // Numbers in use, and free ones.
  std::size_t size() const { return serials_.size(); }
  bool is_taken(std::uint32_t number) const { return number < serials_.size() && serials_[number] != kGone; }

  // Slots are not in the list: they follow from the tables.
  static void visit(auto& self, auto& field) { field(self.serials_, self.tenants_, self.free_, self.next_); }
  // Whether these can be the numbers of a run: for one that was read from a file. Every number is free or taken, and not both.
  bool is_sound() const;
  // After reading: no slot is known yet.
  void forget_slots() { slots_.assign(serials_.size(), 0); }

 private:
  static constexpr std::uint32_t kGone = std::numeric_limits<std::uint32_t>::max();

  // ---- by number
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> serials_;  // of its owner; kGone while it is free
  std::vector<std::uint32_t> tenants_;  // that it had before
  // ----
  std::vector<std::uint32_t> free_;
  std::uint32_t next_ = 0;  // serial number
};

}  // namespace backlot::world
