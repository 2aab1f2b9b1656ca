#include "backlot/scene/parameter.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/base/random.h"

namespace backlot::scene {

namespace {

constexpr std::uint32_t kPurpose = 0x5ce;

std::uint64_t stream_of(const std::string& name) {
  base::Hasher hasher;
  for (const char c : name) hasher.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  return hasher.value();
}

double draw_from(const Range& range, base::RandomStream& random) {
  BACKLOT_ASSERT(range.low <= range.high, "a range has an order");
  if (range.step <= 0) return random.uniform(range.low, range.high);
  const double steps = std::floor((range.high - range.low) / range.step + 1e-9);
  return range.low + range.step * std::min(steps, std::floor(random.uniform(0, steps + 1)));
}

double draw_from(const OneOf& list, base::RandomStream& random) {
  BACKLOT_CHECK(!list.values.empty(), "a list of values has one");
  const auto count = static_cast<double>(list.values.size());
  return list.values[static_cast<std::size_t>(std::min(count - 1, std::floor(random.uniform(0, count))))];
}

double draw_from(const Normal& normal, base::RandomStream& random) {
  constexpr int kTries = 1000;
  for (int k = 0; k < kTries; ++k) {
    const double value = normal.mean + normal.deviation * random.normal();
    if (value >= normal.low && value <= normal.high) return value;
  }
  return std::clamp(normal.mean, normal.low, normal.high);
}

double draw_from(const Fixed&, base::RandomStream&) {
  BACKLOT_CHECK(false, "a fixed parameter is not drawn");
  return 0;
}

}  // namespace

double draw(const Parameter& parameter, std::uint64_t seed) {
  base::RandomStream random(seed, stream_of(parameter.name), kPurpose);
  return std::visit([&](const auto& choice) { return draw_from(choice, random); }, parameter.choice);
}

}  // namespace backlot::scene
