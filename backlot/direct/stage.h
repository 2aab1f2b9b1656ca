// What a director may see and do in its step: the world as it is at the beginning of a step, and the actors and lights that it directs. It knows
// no simulation, so that whatever directs (a scene, a test) can lie below the room that steps the run.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "backlot/base/sim_time.h"
#include "backlot/direct/answer.h"
#include "backlot/direct/direction.h"
#include "backlot/direct/directive.h"
#include "backlot/direct/lights.h"
#include "backlot/direct/placing.h"
#include "backlot/look/snapshot.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/traffic/pedestrian/walker_view.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/vehicle/vehicle_view.h"
#include "backlot/world/ids.h"
#include "backlot/world/roads.h"

namespace backlot::direct {

class Stage {
 public:
  virtual ~Stage() = default;

  // ---- to see
  // The step of the director that begins: it lasts until the director looks again, which may be several steps of the run.
  virtual base::Tick tick() const = 0;
  virtual const world::Roads& roads() const = 0;
  // All bodies as they are, for the questions of look/. Good until an object is added or removed, and for this step of the director.
  virtual look::Snapshot snapshot() = 0;
  // Any object as a frame would show it: extras, external objects, wrecks. Empty for one that left.
  virtual std::optional<record::FrameObject> find(world::ObjectId id) const = 0;
  // An extra with its driver; empty for one that left, and for external objects.
  virtual std::optional<traffic::VehicleView> find_extra(world::ObjectId id) const = 0;
  // A person on foot; empty for one that left, and for all others.
  virtual std::optional<traffic::WalkerView> find_walker(world::ObjectId id) const = 0;
  // What happened since the director's last step.
  virtual std::span<const record::Event> events() const = 0;
  // What became of directives since then.
  virtual std::span<const Answer> answers() const = 0;
  // The clocks of the signals that were re-timed; the programmes are those of roads().
  virtual const traffic::SignalClocks& signal_clocks() const = 0;

  // ---- to do, in the name of an issuer
  // The answer comes in this very step, and the director finds it in its next one.
  virtual DirectiveNumber direct(Directive directive) = 0;
  virtual bool cancel(DirectiveNumber number) = 0;
  // While one director has claimed an actor, no other can direct it.
  virtual ClaimAnswer claim(world::ObjectId actor, IssuerId issuer) = 0;
  virtual ClaimAnswer release(world::ObjectId actor, IssuerId issuer) = 0;
  // The director that has claimed an actor; empty where none has.
  virtual IssuerId holder(world::ObjectId actor) const = 0;
  // Lights are directed like actors (lights.h); the answer comes at once, and is an event.
  virtual LightAnswer ask(const LightRequest& request) = 0;
  virtual bool release_light(std::uint32_t programme, IssuerId issuer) = 0;
  // One more extra, where there is room. It drives until the road ends, and does not come back.
  virtual Added add(world::ObjectKind kind, network::StripId strip, double distance, double offset,
                    double speed_mps) = 0;
  // One more person on foot. It stands there until it is told something.
  virtual Added add_person(const NewPerson& person) = 0;
  // Takes any object off the road; false for one that left.
  virtual bool remove(world::ObjectId id) = 0;
  // The role of an object, as frames show it; an empty name takes it away. False for an object that left.
  virtual bool set_role(world::ObjectId id, std::string_view role) = 0;
  // An external object that stands becomes an extra with a driver of its own, where it is. False where it cannot.
  virtual bool set_driving(world::ObjectId id) = 0;
};

}  // namespace backlot::direct
