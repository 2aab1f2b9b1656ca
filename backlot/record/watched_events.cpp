#include "backlot/record/watched_events.h"

#include "backlot/base/assert.h"

namespace backlot::record {

void add_events(const world::Watched& seen, base::SimTime time, world::ObjectId object,
                network::Aspect aspect, std::vector<Event>& events) {
  BACKLOT_ASSERT(!object.is_empty(), "an event is that of an object");
  const auto add = [&](EventKind kind) -> Event& {
    Event& event = events.emplace_back();
    event.time = time;
    event.object = object;
    event.kind = kind;
    return event;
  };
  const auto add_change = [&](EventKind kind, const world::LaneChange& change) {
    Event& event = add(kind);
    event.side = change.side;
    event.from = change.from;
    event.to = change.to;
  };
  if (seen.crossed) {
    Event& event = add(EventKind::crossed_line);
    event.corridor = seen.crossed->corridor;
    event.aspect = aspect;
  }
  if (seen.ended) add_change(EventKind::ended_lane_change, *seen.ended);
  if (seen.began) add_change(EventKind::began_lane_change, *seen.began);
}

}  // namespace backlot::record
