// Live traffic on a network; without a vehicle, the network alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "apps/server/show/frame_pool.h"
#include "apps/server/show/pace.h"
#include "apps/server/show/show.h"
#include "apps/server/show/static_world.h"
#include "backlot/network/network.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/roads.h"

namespace backlot::server {

struct TrafficShowSettings {
  std::string file{};  // as the user named it
  std::string version{};
  std::optional<std::size_t> vehicles{};  // none: as many as look lively
  std::size_t pedestrians = 0, bicycles = 0;
  std::uint64_t seed = 1;
  double factor = 1;  // times real time
  bool is_paused = false;
  base::Duration step = base::Duration::from_milliseconds(50);
  std::optional<double> seconds{};  // it pauses after so long
  std::size_t threads = 1;
};

class TrafficShow final : public Show {
 public:
  TrafficShow(std::shared_ptr<const network::Network> network, TrafficShowSettings settings);

  void run(Theatre& theatre) override;

  // Of the last run, when it is over.
  std::uint64_t hash() const { return hash_; }
  std::uint64_t steps() const { return steps_; }

 private:
  std::shared_ptr<const network::Network> network_;
  TrafficShowSettings settings_;
  std::unique_ptr<const world::Roads> roads_;
  std::size_t vehicles_ = 0;
  std::uint64_t hash_ = 0, steps_ = 0;
};

}  // namespace backlot::server
