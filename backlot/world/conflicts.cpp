#include "backlot/world/conflicts.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "backlot/network/stretch_table.h"

namespace backlot::world {

namespace {

using network::CorridorId;
using network::Dependency;
using network::Network;

// A stretch of the strip in metres of travel.
void set_metres(const Tracks& tracks, const Track& track, const network::Stretch& stretch, float& from,
                float& to) {
  const double a = tracks.metres_at(track, stretch.from), b = tracks.metres_at(track, stretch.to);
  from = static_cast<float>(std::min(a, b));
  to = static_cast<float>(std::max(a, b));
}

StretchesByClass stretches_of(const Tracks& tracks, const network::StretchTable& table, const Track& own,
                              const Track& other, const Dependency& dependency) {
  StretchesByClass stretches;
  for (std::size_t i = 0; i < kWidthClasses; ++i) {
    for (std::size_t j = 0; j < kWidthClasses; ++j) {
      const std::optional<network::Stretches> found = table.find(dependency, i, j);
      if (!found) continue;
      ConflictStretch& stretch = stretches[i][j];
      set_metres(tracks, own, found->own, stretch.from, stretch.to);
      set_metres(tracks, other, found->other, stretch.other_from, stretch.other_to);
    }
  }
  return stretches;
}

CorridorRule rule_of(const Network& net, CorridorId id) {
  CorridorRule rule;
  const network::Corridor& corridor = net.corridor(id);
  for (std::size_t a = 0; a < rule.states.size(); ++a)
    rule.states[a] = network::control_state(net, id, static_cast<network::Aspect>(a));
  if (corridor.signal_group.is_empty()) return rule;
  // signals belong to the whole intersection
  const network::Intersection& whole =
      net.intersection(net.signal_groups()[corridor.signal_group.index()].intersection);
  rule.programme = &net.programmes()[whole.programme];
  rule.group = corridor.signal_group.index() - whole.first_group;
  return rule;
}

}  // namespace

std::uint8_t width_class(double half_width_m) {
  std::uint8_t k = 0;
  while (k + 1 < static_cast<int>(kWidthClasses) && kClassHalfWidths[k] + 1e-3 < half_width_m) ++k;
  return k;
}

Conflicts::Conflicts(const Tracks& tracks) {
  const Network& net = tracks.network();
  std::array<double, kWidthClasses> half_widths = kClassHalfWidths;
  for (double& half_width : half_widths) half_width += kSideAir_m;
  const network::StretchTable table = network::build_stretch_table(net, half_widths);
  // pairs that lie to each other alike share their contact, and then share these
  using Key = std::tuple<std::uint32_t, bool, bool>;
  std::map<Key, std::uint32_t> known;
  const std::vector<network::Aspect> all_green(net.signal_groups().size(), network::Aspect::green);
  first_.reserve(net.corridors().size() + 1);
  for (std::uint32_t c = 0; c < net.corridors().size(); ++c) {
    first_.push_back(static_cast<std::uint32_t>(conflicts_.size()));
    const CorridorId id(c);
    const TrackId own = tracks.track_of(id);
    if (own.is_empty()) continue;
    for (const Dependency& there : net.dependencies(id)) {
      const TrackId other = tracks.track_of(there.other);
      if (other.is_empty()) continue;
      const Key key{there.contact, tracks[own].is_along, tracks[other].is_along};
      const auto [at, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(stretches_.size()));
      if (is_new) stretches_.push_back(stretches_of(tracks, table, tracks[own], tracks[other], there));
      conflicts_.push_back({other, tracks[other].strip, there.other, at->second,
                            tracks.zones(tracks[other]).front().limit_mps, there.kind, there.precedence,
                            network::precedence(net, id, there, all_green)});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(conflicts_.size()));
  for (std::uint32_t c = 0; c < net.corridors().size(); ++c) rules_.push_back(rule_of(net, CorridorId(c)));
}

std::size_t Conflicts::bytes() const {
  return first_.capacity() * sizeof(std::uint32_t) + conflicts_.capacity() * sizeof(Conflict) +
         rules_.capacity() * sizeof(CorridorRule) + stretches_.capacity() * sizeof(StretchesByClass);
}

}  // namespace backlot::world
