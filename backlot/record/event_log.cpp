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

// Who puts a hundred thousand vehicles on the road need not keep room for as many events ever after.
void EventLog::take_said() {
  for (const Event& event : said_) add(event);
  has_taken_many_ = said_.size() > kMany;
  if (has_taken_many_) said_ = std::vector<Event>();
  said_.clear();
}

void EventLog::take_said_by_object() { take_by_object(said_); }

void EventLog::begin_chunks(std::size_t count) {
  while (chunks_.size() < count) chunks_.emplace_back().reserve(kRoom);
}

void EventLog::take_chunks() {
  for (std::vector<Event>& chunk : chunks_) {
    merged_.insert(merged_.end(), chunk.begin(), chunk.end());
    chunk.clear();
  }
  take_by_object(merged_);
}

// No object has two events of one kind in one phase, so that the order is a total one.
void EventLog::take_by_object(std::vector<Event>& from) {
  std::sort(from.begin(), from.end(), [](const Event& a, const Event& b) {
    return a.object != b.object ? a.object < b.object : a.kind < b.kind;
  });
  for (const Event& event : from) add(event);
  from.clear();
}

}  // namespace backlot::record
