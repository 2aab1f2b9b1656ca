#include "apps/cli/maps/breaches.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/network/uniqueness.h"

namespace backlot::cli {

using geometry::UniquenessBreach;
using network::Network;
using network::StripId;

namespace {

// The first corridor of its shape speaks for its copies. People on foot walk in the plane, so that no coordinate of a walkway's ribbon is
// asked.
bool is_passed_over(const Network& network, StripId id) {
  const network::CorridorId corridor = network.corridor_of(id);
  if (corridor.is_empty()) return false;
  const network::Corridor& one = network.corridor(corridor);
  return !one.like.is_empty() || network::use_of(network.lane(one.lane).kind) == network::Use::pedestrians;
}

// Beside a fold the edge is nearer to another stretch of the same bend, too: the warning of the width says it all.
bool is_beside_a_fold(const std::vector<StripBreach>& all, const StripBreach& one) {
  return std::any_of(all.begin(), all.end(), [&](const StripBreach& other) {
    const double reach = 2 * std::fabs(one.breach.offset);
    return other.strip == one.strip && other.breach.kind == UniquenessBreach::Kind::local &&
           other.breach.left == one.breach.left && other.breach.from - reach <= one.breach.to &&
           one.breach.from <= other.breach.to + reach;
  });
}

}  // namespace

std::vector<StripBreach> find_breaches(const Network& network) {
  std::vector<StripBreach> found;
  for (std::size_t i = 0; i < network.strips().size(); ++i) {
    const StripId id = StripId::from_size(i);
    if (is_passed_over(network, id)) continue;
    for (const UniquenessBreach& breach : network::find_breaches(network, id)) found.push_back({id, breach});
  }
  return found;
}

base::Diagnostics overlap_warnings(const Network& network, const std::string& file) {
  base::Diagnostics warnings;
  const std::vector<StripBreach> all = find_breaches(network);
  for (const StripBreach& one : all) {
    const auto& [strip, breach] = one;
    if (breach.kind != UniquenessBreach::Kind::global || is_beside_a_fold(all, one)) continue;
    warnings.warning(
        "N208", {file, 0, 0},
        fmt::format("{} \"{}\" runs beside itself nearer than its width: from {:.2f} to {:.2f} m its {} edge "
                    "lies up to {:.2f} m nearer to the stretch around {:.2f} m",
                    network.corridor_of(strip).is_empty() ? "way" : "corridor", network.name_of(strip),
                    breach.from, breach.to, breach.left ? "left" : "right", breach.size_m(),
                    breach.other_distance - network.strip(strip).from),
        "a place there has more than one pair of coordinates: narrow it, or lead its stretches further "
        "apart");
  }
  return warnings;
}

}  // namespace backlot::cli
