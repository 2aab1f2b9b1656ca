// Names for things that live in tables: an Id for tables that never change, a Handle for slots that are reused.
//
//   using LaneId = Id<struct LaneTag>;           // index into a table that is fixed for the owner's life
//   using ObjectId = Handle<struct ObjectTag>;   // slot and generation; a stale one is detected
//
// Ids of different tags do not mix. Both start empty, are ordered (the empty one last) and can be hashed.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::base {

// A dense index, 0 ... 2^32 - 2, or empty.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t index) : index_(index) {
    BACKLOT_ASSERT(index != kEmpty, "this number stands for the empty id");
  }

  // For the size of a container; aborts when an Id cannot hold it.
  static constexpr Id from_size(std::size_t index) {
    BACKLOT_CHECK(index < kEmpty, "more than 2^32 - 1 things in one table");
    return Id(static_cast<std::uint32_t>(index));
  }

  constexpr bool is_empty() const { return index_ == kEmpty; }

  // Not to be asked of an empty id.
  constexpr std::uint32_t index() const {
    BACKLOT_ASSERT(!is_empty(), "an empty id has no index");
    return index_;
  }

  // The number as stored, the empty one included: for hashes and files.
  constexpr std::uint32_t raw() const { return index_; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr std::strong_ordering operator<=>(Id, Id) = default;

 private:
  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t index_ = kEmpty;
};

// A slot of a table and which of its tenants is meant. When the tenant leaves, the table counts the generation up,
// and old handles no longer match. Ordered by slot, then generation.
template <class Tag>
class Handle {
 public:
  constexpr Handle() = default;
  constexpr Handle(std::uint32_t slot, std::uint32_t generation) : slot_(slot), generation_(generation) {
    BACKLOT_ASSERT(slot != kEmpty, "this number stands for the empty handle");
  }

  constexpr bool is_empty() const { return slot_ == kEmpty; }

  // Not to be asked of an empty handle.
  constexpr std::uint32_t slot() const {
    BACKLOT_ASSERT(!is_empty(), "an empty handle has no slot");
    return slot_;
  }
  constexpr std::uint32_t generation() const {
    BACKLOT_ASSERT(!is_empty(), "an empty handle has no generation");
    return generation_;
  }

  // Slot and generation in one number, the empty handle included: for hashes, files and random streams.
  constexpr std::uint64_t raw() const { return (std::uint64_t{slot_} << 32U) | generation_; }

  friend constexpr bool operator==(Handle, Handle) = default;
  friend constexpr std::strong_ordering operator<=>(Handle, Handle) = default;

 private:
  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t slot_ = kEmpty;
  std::uint32_t generation_ = 0;
};

}  // namespace backlot::base

// For look-up in unordered containers. Their order is not defined: never iterate over one where results depend on it.
template <class Tag>
struct std::hash<backlot::base::Id<Tag>> {
  std::size_t operator()(backlot::base::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>{}(id.raw());
  }
};

template <class Tag>
struct std::hash<backlot::base::Handle<Tag>> {
  std::size_t operator()(backlot::base::Handle<Tag> handle) const noexcept {
    return std::hash<std::uint64_t>{}(handle.raw());
  }
};
