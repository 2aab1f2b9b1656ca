#include "backlot/sim/internal/run_stage.h"

#include <cstdint>
#include <utility>

#include "backlot/sim/external_changes.h"
#include "backlot/sim/internal/directing.h"
#include "backlot/sim/internal/frame.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/placing.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

// A step of the directors lasts from one look to the next.
base::Tick RunStage::tick() const {
  base::Tick tick = run_.state.tick;
  const base::Duration every = run_.settings.directors_look_every;
  if (every <= tick.step) return tick;
  tick.index = static_cast<std::uint64_t>(tick.time.nanoseconds() / every.nanoseconds());
  tick.step = every;
  return tick;
}
const world::Roads& RunStage::roads() const { return run_.roads; }
look::Snapshot RunStage::snapshot() { return sim::snapshot(run_); }

std::optional<record::FrameObject> RunStage::find(world::ObjectId id) const { return find_object(run_, id); }

std::optional<traffic::VehicleView> RunStage::find_extra(world::ObjectId id) const {
  return sim::find_extra(run_, id);
}

std::optional<traffic::WalkerView> RunStage::find_walker(world::ObjectId id) const {
  const traffic::Walker* walker = sim::find_walker(run_, id);
  return walker == nullptr ? std::nullopt : std::optional(traffic::WalkerView{id, *walker});
}

std::span<const record::Event> RunStage::events() const { return run_.state.events.unseen; }
std::span<const direct::Answer> RunStage::answers() const { return run_.state.directors.heard(); }
const traffic::SignalClocks& RunStage::signal_clocks() const { return run_.state.clocks; }

direct::DirectiveNumber RunStage::direct(direct::Directive directive) {
  return issue(run_, std::move(directive));
}
bool RunStage::cancel(direct::DirectiveNumber number) { return run_.state.direction.cancel(number); }
direct::ClaimAnswer RunStage::claim(world::ObjectId actor, direct::IssuerId issuer) {
  return sim::claim(run_, actor, issuer);
}
direct::ClaimAnswer RunStage::release(world::ObjectId actor, direct::IssuerId issuer) {
  return sim::release(run_, actor, issuer);
}
direct::IssuerId RunStage::holder(world::ObjectId actor) const { return run_.state.direction.holder(actor); }
direct::LightAnswer RunStage::ask(const direct::LightRequest& request) { return ask_light(run_, request); }
bool RunStage::release_light(std::uint32_t programme, direct::IssuerId issuer) {
  return sim::release_light(run_, programme, issuer);
}
direct::Added RunStage::add(world::ObjectKind kind, network::StripId strip, double distance, double offset,
                            double speed_mps) {
  return add_extra(run_, kind, strip, distance, offset, speed_mps, AtRoadEnd::leaves);
}
direct::Added RunStage::add_person(const direct::NewPerson& person) { return sim::add_person(run_, person); }
bool RunStage::remove(world::ObjectId id) { return remove_object(run_, id); }
bool RunStage::set_role(world::ObjectId id, std::string_view role) {
  const bool is_there = run_.state.numbers.find_slot(id).has_value();
  if (is_there) run_.state.roles.set(id.slot(), role);
  return is_there;
}
bool RunStage::set_driving(world::ObjectId id) { return sim::set_behaviour(run_, id, AsExtra{}).empty(); }

}  // namespace backlot::sim
