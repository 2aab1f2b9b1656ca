#include "backlot/sim/internal/stages/contacts.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/sim/external_changes.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

namespace {

using world::EntryFlag;

constexpr double kTouch_m = 0.01;     // bodies that overlap by less only touch
constexpr float kFootprint_m = 0.3F;  // across bends footprints are good to no more than this

bool has_external(const Run& run, const Contact& contact) {
  return is_external(run.state.numbers.slot(contact.one)) ||
         is_external(run.state.numbers.slot(contact.other));
}

bool has_extra(const Run& run, const Contact& contact) {
  return is_extra(run.state.numbers.slot(contact.one)) || is_extra(run.state.numbers.slot(contact.other));
}

// People brush against each other; that is no contact.
bool is_of_walkers(const Run& run, const world::Entry& a, const world::Entry& b) {
  return a.has(EntryFlag::external) && b.has(EntryFlag::external) &&
         is_walker(run.state.numbers.slot(a.id)) && is_walker(run.state.numbers.slot(b.id));
}

// Contacts of extras with any object: what external objects do to each other is not counted.
std::uint64_t count_contacts(const Run& run) {
  const std::vector<Contact>& contacts = run.memory.contacts;
  if (!run.has_externals()) return contacts.size();
  return static_cast<std::uint64_t>(
      std::count_if(contacts.begin(), contacts.end(), [&](const Contact& c) { return has_extra(run, c); }));
}

// An object becomes a wreck, since it touched another one. Whether it was an extra.
bool wreck(Run& run, world::ObjectId id, world::ObjectId other) {
  BACKLOT_ASSERT(id != other, "a body does not touch itself");
  const std::uint32_t slot = run.state.numbers.slot(id.slot());
  if (is_walker(slot)) return false;
  if (is_extra(slot)) {
    if (!become_external(run, slot, Wrecked{}).empty()) return false;
    report_wrecked(run, id, other);
    return true;
  }
  ExternalBody& external = run.state.externals[external_row(slot)];
  if (!run.settings.externals.stops_at_contact || external.is_parked()) return false;
  begin_behaviour(Wrecked{}, run.state.tick.time, run.settings.externals, external);
  report_wrecked(run, id, other);
  return false;
}

// An extra that touches an external object becomes a wreck, and so do two extras that touch where the settings say so. Whether an extra became
// one.
bool make_wrecks(Run& run) {
  RunState& s = run.state;
  const bool wrecks_extras = run.settings.contacts == ContactLaw::wreck;
  if (!run.has_externals() && !wrecks_extras) return false;
  bool has_wreck = false;
  for (const Contact& contact : run.memory.contacts) {
    if (!has_external(run, contact) && !wrecks_extras) continue;
    const world::ObjectId one = s.numbers.id(contact.one), other = s.numbers.id(contact.other);
    has_wreck |= wreck(run, one, other);
    has_wreck |= wreck(run, other, one);
  }
  return has_wreck;
}

}  // namespace

void begin_contacts(Run& run, std::size_t chunks) {
  if (run.memory.chunk_contacts.size() < chunks) run.memory.chunk_contacts.resize(chunks);
}

// A pair may meet on several strips.
void find_contacts(Run& run, const world::EntryList& list, std::size_t chunk) {
  BACKLOT_ASSERT(chunk < run.memory.chunk_contacts.size(), "contacts are found in a chunk");
  std::vector<Contact>& found = run.memory.chunk_contacts[chunk];
  for (auto a = list.begin(); a != list.end(); ++a) {
    for (auto b = a + 1; b != list.end() && b.from() <= a.to(); ++b) {
      if (a.left() + kFootprint_m < b.right() || b.left() + kFootprint_m < a.right() ||
          ((a->flags | b->flags) & EntryFlag::approaches) != 0 || a->id == b->id)
        continue;
      // two that touched long ago, and stand
      if ((a->flags & b->flags & EntryFlag::external) != 0 && a->pace_mps + b->pace_mps == 0) continue;
      if (is_of_walkers(run, *a, *b)) continue;
      if (world::overlap(run.box_of(a->id), run.box_of(b->id), kTouch_m))
        found.push_back({std::min(a->id, b->id), std::max(a->id, b->id)});
    }
  }
}

void gather_contacts(Run& run) {
  std::vector<Contact>& contacts = run.memory.contacts;
  contacts.clear();
  for (std::vector<Contact>& found : run.memory.chunk_contacts) {
    contacts.insert(contacts.end(), found.begin(), found.end());
    found.clear();
  }
  if (contacts.size() < 2) return;
  std::sort(contacts.begin(), contacts.end());
  contacts.erase(std::unique(contacts.begin(), contacts.end()), contacts.end());
}

void meet(Run& run) {
  run.state.tally.contacts += count_contacts(run);
  report_contacts(run);
  if (make_wrecks(run)) run.memory.lists.refresh(run);
}

void forget_contacts_of(Run& run, std::uint32_t number) {
  const auto has_it = [number](const Contact& pair) { return pair.one == number || pair.other == number; };
  std::erase_if(run.memory.contacts, has_it);
  std::erase_if(run.state.touching, has_it);
}

}  // namespace backlot::sim
