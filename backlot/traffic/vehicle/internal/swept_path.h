// Whether the own body, on its path, touches another one. Footprints are boxes of strip coordinates: around a body that lies aslant they
// are larger than the body. Where that matters the bodies themselves are compared.
#pragma once

#include <optional>

#include "backlot/traffic/vehicle/surroundings.h"
#include "backlot/world/sweep.h"

namespace backlot::traffic::internal {

class SweptPath {
 public:
  SweptPath(const Surroundings& around, const Self& self) : around_(around), self_(self) {}

  // Whether the own body gets past the body of an entry on the strip of a track, without touching it.
  bool gets_past(const world::Entry& e, const world::Track& track);
  // Metres that the own body can go before it touches the one of the entry; nothing where the two touch already.
  std::optional<double> way_to(const world::Entry& e, const world::Track& track);

 private:
  const world::Sweep& sweep();
  world::BodyBox box_of(const world::Entry& e, const world::Track& track) const;

  const Surroundings& around_;
  const Self& self_;
  std::optional<world::Sweep> sweep_;  // made on the first question, since few drivers ask
};

}  // namespace backlot::traffic::internal
