// Numbers of objects: dense, used again after their owner left, with a generation that tells the owners apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/world/ids.h"

namespace backlot::world {

// Tables are sorted by place now and then, so an object's slot changes; its id does not. Ids are given by the order of coming
// and going alone.
class ObjectNumbers {
 public:
  // Slots with this bit are none of the tables of extras: their objects are kept elsewhere.
  static constexpr std::uint32_t kElsewhere = 0x80000000U;

  // The number that was free last, or a new one; it is found at `slot`.
  ObjectId create(std::uint32_t slot) {
    std::uint32_t number = 0;
    if (free_.empty()) {
      number = static_cast<std::uint32_t>(slots_.size());
      slots_.push_back(slot);
      generations_.push_back(0);
      free_.reserve(slots_.capacity());  // nobody's leaving takes memory
    } else {
      number = free_.back();
      free_.pop_back();
      slots_[number] = slot;
    }
    return {number, generations_[number]};
  }
  // Of an object that is there.
  void destroy(ObjectId id) {
    BACKLOT_ASSERT(find_slot(id), "this object has left");
    slots_[id.slot()] = kNobody;
    ++generations_[id.slot()];
    free_.push_back(id.slot());
  }

  void move(std::uint32_t number, std::uint32_t slot) {
    BACKLOT_ASSERT(number < slots_.size(), "no object has had this number");
    slots_[number] = slot;
  }
  // Of a number whose owner is there.
  std::uint32_t slot(std::uint32_t number) const {
    BACKLOT_ASSERT(has_owner(number), "no object has this number now");
    return slots_[number];
  }
  ObjectId id(std::uint32_t number) const {
    BACKLOT_ASSERT(has_owner(number), "no object has this number now");
    return {number, generations_[number]};
  }
  // Nothing for an object that has left.
  std::optional<std::uint32_t> find_slot(ObjectId id) const {
    if (id.is_empty() || !has_owner(id.slot()) || generations_[id.slot()] != id.generation())
      return std::nullopt;
    return slots_[id.slot()];
  }

  // The same for extras alone.
  std::optional<std::uint32_t> find_extra(ObjectId id) const {
    const std::optional<std::uint32_t> slot = find_slot(id);
    return slot && (*slot & kElsewhere) == 0 ? slot : std::nullopt;
  }

  // As stored, for files.
  const std::vector<std::uint32_t>& generations() const { return generations_; }
  const std::vector<std::uint32_t>& free() const { return free_; }
  void restore(std::vector<std::uint32_t> generations, std::vector<std::uint32_t> free) {
    slots_.assign(generations.size(), kNobody);
    generations_ = std::move(generations);
    free_ = std::move(free);
  }

 private:
  static constexpr std::uint32_t kNobody = 0xffffffffU;  // the slot of a free number
  bool has_owner(std::uint32_t number) const { return number < slots_.size() && slots_[number] != kNobody; }

  std::vector<std::uint32_t> slots_, generations_;
  std::vector<std::uint32_t> free_;
};

}  // namespace backlot::world
