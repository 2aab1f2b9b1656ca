// The events of a step, in an order that does not depend on threads, and the hash of all that ever were.
//
//   said between steps -> entered -> contacts -> what moving brought about -> left
//
// within each of these by number of the object, but for what was said between steps: that is in the order in which it was said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "backlot/record/event.h"

namespace backlot::record {

class EventLog {
 public:
  EventLog() {
    events_.reserve(kRoom);
    said_.reserve(kRoom);
    merged_.reserve(kRoom);
  }

  // Of the last step, in order.
  std::span<const Event> events() const { return events_; }
  // Of all events of the run so far.
  std::uint64_t hash() const { return hash_; }

  // A step begins: those of the last one are forgotten.
  void clear();
  // The next one of this step.
  void add(const Event& event) {
    events_.push_back(event);
    hash_ = chained(hash_, event);
  }
  // Said while no order is known yet, or no step goes on: it waits to be taken.
  void say(const Event& event) { said_.push_back(event); }
  // All that was said, as it was said, or by number of the object.
  void take_said();
  void take_said_by_object();

  // Lists for several threads at once, one for each chunk of objects; an object's are all in one.
  void begin_chunks(std::size_t count);
  std::vector<Event>& of_chunk(std::size_t chunk) { return chunks_[chunk]; }
  void take_chunks();

  // ---- state: what was said and not taken, and the hash
  std::span<const Event> said() const { return said_; }
  void restore(std::uint64_t hash, std::vector<Event> said) {
    hash_ = hash;
    said_ = std::move(said);
    events_.clear();
  }

 private:
  static constexpr std::size_t kRoom = 64;    // events that a list has room for at first
  static constexpr std::size_t kMany = 1024;  // said at once: memory for so many is given back

  void take_by_object(std::vector<Event>& from);

  std::vector<Event> events_, said_;
  std::vector<Event> merged_;  // scratch
  std::vector<std::vector<Event>> chunks_;
  std::uint64_t hash_ = 0;
  bool has_taken_many_ = false;
};

}  // namespace backlot::record
