// Sources that add vehicles by themselves: when, of which kind, and where.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/scene/internal/near_subject.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

// Purposes of random numbers, apart from those of the traffic.
constexpr std::uint32_t kIntervals = 0x5c2, kKinds = 0x5c3;
constexpr std::uint64_t kSourceEvery = 10;  // steps between two tries of a vehicle that found no place

base::RandomStream stream_of(const Play& play, std::size_t source, std::uint32_t purpose) {
  BACKLOT_ASSERT(source < play.state.sources.size(), "the set has no such source");
  return {play.seed, (std::uint64_t{source} << 32U) | play.state.sources[source].made, purpose};
}

double interval_s(const Play& play, std::size_t source) {
  BACKLOT_ASSERT(source < play.state.sources.size(), "the set has no such source");
  const SourceDescription& description = play.description().set.sources[source];
  return description.is_random ? stream_of(play, source, kIntervals).exponential(*description.every_s)
                               : *description.every_s;
}

// Of the next vehicle.
world::ObjectKind kind_of(const Play& play, std::size_t source) {
  BACKLOT_ASSERT(source < play.state.sources.size(), "the set has no such source");
  const SourceDescription& description = play.description().set.sources[source];
  if (!description.sequence.empty())
    return description.sequence[play.state.sources[source].made % description.sequence.size()];
  double lot = stream_of(play, source, kKinds).uniform();
  std::uint32_t kind = 0;
  while (kind + 1 < world::kVehicleKinds && lot >= description.mix[kind]) lot -= description.mix[kind++];
  return static_cast<world::ObjectKind>(kind);
}

// The first place of a source with room, where the subject does not see the vehicle come.
std::optional<Entry> find_place(Play& play, std::size_t source, world::ObjectKind kind) {
  BACKLOT_ASSERT(source < play.state.sources.size(), "the set has no such source");
  const SourceDescription& description = play.description().set.sources[source];
  const auto find_in = [&](const std::vector<Entry>& places) -> std::optional<Entry> {
    const auto at = std::find_if(places.begin(), places.end(), [&](const Entry& entry) {
      return can_enter(play, entry, kind, description.is_hidden);
    });
    return at == places.end() ? std::nullopt : std::optional(*at);
  };
  if (const auto* where = std::get_if<FromSubject>(&description.where))
    return find_in(places_near_subject(play, *where, kind));
  for (const PlacedStretch& stretch : play.scene->source_stretches(source))
    if (const std::optional<Entry> found = find_in(places_on(play.scene->roads().tracks, stretch, kind)))
      return found;
  return std::nullopt;
}

// A fixed interval begins with a vehicle, a random one does not. A source that opens again keeps the interval to its last vehicle.
double first_s(const Play& play, std::size_t source) {
  BACKLOT_ASSERT(source < play.state.sources.size(), "the set has no such source");
  const SourceState& state = play.state.sources[source];
  const SourceDescription& description = play.description().set.sources[source];
  if (description.is_random) return play.now_s() + interval_s(play, source);
  return state.last_s < 0 ? play.now_s() : std::max(play.now_s(), state.last_s + *description.every_s);
}

void run_source(Play& play, std::size_t source) {
  BACKLOT_ASSERT(source < play.state.sources.size(), "the set has no such source");
  SourceState& state = play.state.sources[source];
  if (!state.gate.is_open) {
    state.next_s = -1;
    return;
  }
  if (state.next_s < 0) state.next_s = first_s(play, source);
  const double late_s = play.now_s() - state.next_s;
  constexpr double kRounding_s = 1e-6;
  if (late_s < -kRounding_s) return;
  const bool had_to_wait = late_s >= play.step_s();
  if (had_to_wait && play.stage().tick().index % kSourceEvery != 0) return;
  const world::ObjectKind kind = kind_of(play, source);
  const std::optional<Entry> place = find_place(play, source, kind);
  if (!place || enter(play, *place, kind).is_empty()) return;
  // the step is no part of the interval, unless the vehicle had to wait
  const double from_s = had_to_wait ? play.now_s() : state.next_s;
  state.last_s = play.now_s();
  ++state.made;
  state.next_s = from_s + interval_s(play, source);
}

}  // namespace

void run_sources(Play& play) {
  for (std::size_t k = 0; k < play.state.sources.size(); ++k)
    if (play.description().set.sources[k].every_s) run_source(play, k);
}

}  // namespace backlot::scene
