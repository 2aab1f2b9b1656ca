// Scenes for benchmarks of the test bench, each as a worker plays it.
#pragma once

#include <cstddef>
#include <memory>

#include "backlot/network/network.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::bench {

// A cut-in on the study motorway: the subject and the car that cuts in, and so many other vehicles, about evenly spread over all lanes. The scene ends
// so many seconds after the start of the subject.
std::shared_ptr<const scene::Scene> cut_in(int seconds, std::size_t others = 0);

// A town of square blocks with signals at every crossing, and a subject that drives through it from one corner to the other: 10 km.
class TownDrive {
 public:
  explicit TownDrive(std::size_t vehicles);
  TownDrive(const TownDrive&) = delete;
  TownDrive& operator=(const TownDrive&) = delete;
  ~TownDrive();

  const std::shared_ptr<const scene::Scene>& scene() const { return scene_; }

 private:
  network::Network network_;
  world::Roads roads_;
  std::shared_ptr<const scene::Scene> scene_;
};

}  // namespace backlot::bench
