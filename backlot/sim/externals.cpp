#include "backlot/sim/externals.h"

#include <cmath>
#include <optional>
#include <utility>

#include "backlot/base/hash.h"
#include "backlot/traffic/vehicle/crossing.h"

namespace backlot::sim {

namespace {

constexpr std::size_t kNear = 64;  // strips near one place, hardly more

std::uint64_t hash_of(const ExternalBody& b) {
  base::Hasher hasher;
  hasher.add(b.number);
  hasher.add(static_cast<std::uint32_t>(b.behaviour.index()));
  for (const double value : {b.body.middle.x, b.body.middle.y, b.body.middle.z, b.body.heading_x,
                             b.body.heading_y, b.body.speed_mps, b.body.bend_1pm})
    hasher.add(value);
  return hasher.value();
}

}  // namespace

void Externals::add(ExternalBody body, world::ObjectNumbers& numbers) {
  numbers.move(body.number, kSlot | static_cast<std::uint32_t>(bodies_.size()));
  bodies_.push_back(std::move(body));
  // so that no step takes memory
  answers_.reserve(2 * bodies_.capacity());
  scratch_.answers.reserve(kNear);
  scratch_.whole.reserve(kNear);
  scratch_.foretold.reserve(4 * kNear);
}

void Externals::remove(std::size_t row, world::ObjectNumbers& numbers) {
  bodies_.erase(bodies_.begin() + static_cast<std::ptrdiff_t>(row));
  for (std::size_t k = row; k < bodies_.size(); ++k)
    numbers.move(bodies_[k].number, kSlot | static_cast<std::uint32_t>(k));
}

void Externals::replace(std::vector<ExternalBody> bodies, world::ObjectNumbers& numbers) {
  bodies_ = std::move(bodies);
  answers_.clear();
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    numbers.move(bodies_[k].number, kSlot | static_cast<std::uint32_t>(k));
}

void Externals::take(std::span<const ExternalCommand> commands, const base::Tick& tick, base::Duration dt,
                     const ExternalSettings& settings, const world::ObjectNumbers& numbers) {
  answers_.clear();
  for (const ExternalCommand& command : commands) {
    const std::optional<std::uint32_t> slot = numbers.find_slot(command.id);
    const bool is_known = slot && is_here(*slot);
    answers_.push_back({command.id, is_known
                                        ? take_command(command, tick, dt, settings, bodies_[row_of(*slot)])
                                        : ExternalNote::unknown});
  }
  for (const ExternalBody& body : bodies_) {
    if (body.is_commanded() && !(body.has_command && body.taken_at == tick.time))
      answers_.push_back({numbers.id(body.number), ExternalNote::missing});
  }
}

std::uint64_t Externals::move(const world::Roads& roads, const base::Tick& tick,
                              const ExternalSettings& settings) {
  std::uint64_t sum = 0;
  for (ExternalBody& body : bodies_) {
    const geometry::WorldPoint before = body.body.middle;
    sim::move(tick, settings, body);
    if (!std::holds_alternative<ByPose>(body.behaviour) && body.body.middle != before)
      world::follow_surface(roads.tracks.network(), scratch_.answers, body.body);
    sum += hash_of(body);
  }
  return sum;
}

void Externals::add_entries(const world::Roads& roads, world::EntryBatch& entries) {
  for (const ExternalBody& body : bodies_) {
    const world::LooseSigns signs{body.number, traffic::announce_m(std::fabs(body.body.speed_mps)),
                                  body.is_parked() && body.body.speed_mps == 0};
    world::add_entries(roads, body.body, signs, scratch_, entries);
  }
}

std::span<const world::LooseObject> Externals::list() {
  listed_.clear();
  for (const ExternalBody& body : bodies_) listed_.push_back({body.number, body.body, body.kind});
  return listed_;
}

}  // namespace backlot::sim
