#include "backlot/record/event_log.h"

#include <algorithm>

namespace backlot::record {

void EventLog::clear() {
  if (has_taken_many_) {
    events_ = std::vector<Event>();  // not {}: that would keep the memory
    events_.reserve(kRoom);
    has_taken_many_ = false;
  }
  events_.clear();
}

// A caller that puts a hundred thousand vehicles on the road at once does not need room for as many events ever after.
void EventLog::take_queued(EventsSoFar& so_far) {
  if (so_far.queued.empty()) return;
  for (const Event& event : so_far.queued) add(event, so_far);
  const bool are_many = so_far.queued.size() > kMany;
  has_taken_many_ = has_taken_many_ || are_many;
  if (are_many) {
    so_far.queued = std::vector<Event>();
    so_far.queued.reserve(kRoom);
  }
  so_far.queued.clear();
}

void EventLog::begin_chunks(std::size_t count) {
  while (chunks_.size() < count) chunks_.emplace_back().reserve(kRoom);
}

void EventLog::take_chunks(EventsSoFar& so_far) {
  for (std::vector<Event>& chunk : chunks_) {
    merged_.insert(merged_.end(), chunk.begin(), chunk.end());
    chunk.clear();
  }
  if (!merged_.empty()) take_by_object(merged_, so_far);
}

// No object has two events of one kind in one phase, so that the order is a total one.
void EventLog::take_by_object(std::vector<Event>& from, EventsSoFar& so_far) {
  std::sort(from.begin(), from.end(), [](const Event& a, const Event& b) {
    return a.object != b.object ? a.object < b.object : a.kind < b.kind;
  });
  for (const Event& event : from) add(event, so_far);
  from.clear();
}

}  // namespace backlot::record
