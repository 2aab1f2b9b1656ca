// The events of a step, in an order that does not depend on threads, and the hash of all events of the run.
//
//   queued between steps -> entered -> contacts -> direction -> what moving brought about -> left
//
// within each of these by number of the object, but for what was queued between steps: that is in the order in which it was queued.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/record/event.h"

namespace backlot::record {

// The part of a log that belongs to the state of a run.
struct EventsSoFar {
  std::uint64_t hash = 0;  // of all events that ever were, in order
  std::vector<Event>
      queued{};  // while no step went on, or no order was known yet: these events wait to be taken

  // Where directors watch: what they have not seen yet.
  bool has_watchers = false;
  std::vector<Event> unseen{};

  void queue(const Event& event) { queued.push_back(event); }

  static void visit(auto& self, auto& field) {
    field(self.hash, self.queued, self.has_watchers, self.unseen);
  }
};

class EventLog {
 public:
  EventLog() {
    events_.reserve(kRoom);
    merged_.reserve(kRoom);
  }

  // Of the last step, in order.
  std::span<const Event> events() const { return events_; }

  // A step begins: the events of the last one are forgotten.
  void clear();
  // The next event of this step.
  void add(const Event& event, EventsSoFar& so_far) {
    events_.push_back(event);
    so_far.hash = chained(so_far.hash, event);
    if (so_far.has_watchers) so_far.unseen.push_back(event);
  }
  // All events that were queued, in that order, or by number of the object.
  void take_queued(EventsSoFar& so_far);
  void take_queued_by_object(EventsSoFar& so_far) { take_by_object(so_far.queued, so_far); }

  // Lists for several threads at once, one for each chunk of objects; all events of an object are in one of them.
  void begin_chunks(std::size_t count);
  std::vector<Event>& of_chunk(std::size_t chunk) { return chunks_[chunk]; }
  void take_chunks(EventsSoFar& so_far);

 private:
  static constexpr std::size_t kRoom = 64;    // events that a list has room for at first
  static constexpr std::size_t kMany = 1024;  // queued at once: memory for so many is given back

  void take_by_object(std::vector<Event>& from, EventsSoFar& so_far);

  std::vector<Event> events_;
  std::vector<Event> merged_;  // scratch
  std::vector<std::vector<Event>> chunks_;
  bool has_taken_many_ = false;
};

}  // namespace backlot::record
