// Warmed-up traffic that is kept for runs that begin alike. The driver of the subject, the rules by which it is judged, the script and most parameters change nothing before the
// subject starts: the traffic is warmed up for the first of these runs and forked for the others, which go on from there with the same bits.
//
//   WarmUps warm_ups;
//   run_scene(scene, {.seed = 7, .system = first, .warm_ups = &warm_ups});     // warms up
//   run_scene(scene, {.seed = 7, .system = second, .warm_ups = &warm_ups});    // forks
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "backlot/scene/scene.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/ids.h"

namespace backlot::harness {

struct RunOptions;

// Where an actor entered the network, and as which of all that entered there; empty for one that was there from the start.
struct Entry {
  std::string way;
  std::uint32_t order = 0;
};
// How many vehicles entered on which way so far.
struct Entries {
  std::map<world::ObjectId, Entry> by_vehicle{};
  std::map<std::string, std::uint32_t> by_way{};
};

// The traffic at the moment at which there is room for the subject.
struct WarmUp {
  sim::Simulation run;
  Entries entries;
};

// For one thread.
class WarmUps {
 public:
  // The state of a town is some megabytes.
  explicit WarmUps(std::size_t most = 4) : most_(most) {}

  // Null where no run began alike.
  const WarmUp* find(const scene::Scene& scene, const RunOptions& options);
  // The oldest is forgotten where there are too many.
  void keep(std::shared_ptr<const scene::Scene> scene, const RunOptions& options, WarmUp warm_up);

  std::size_t hits() const { return hits_; }
  std::size_t misses() const { return misses_; }

 private:
  struct Kept {
    std::string key;
    std::shared_ptr<const scene::Scene> scene;  // the roads are there for as long as it is
    WarmUp warm_up;
  };
  std::size_t most_;
  std::list<Kept> kept_;  // the one that was used last comes first
  std::size_t hits_ = 0, misses_ = 0;
};

}  // namespace backlot::harness
