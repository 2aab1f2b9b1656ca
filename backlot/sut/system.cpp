#include "backlot/sut/system.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::sut {

static_assert(count_of(Failure{}) == static_cast<std::uint32_t>(Failure::protocol) + 1);

namespace {

constexpr std::size_t kMostPoints = 1000, kMostSignals = 256;

bool is_finite(const TargetPath::Point& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.speed_mps);
}

std::string fault_of(const Steering& steering) {
  if (!std::isfinite(steering.steering_rad)) return "the steering angle is not a finite number";
  if (!std::isfinite(steering.acceleration_mps2)) return "the acceleration is not a finite number";
  return {};
}

std::string fault_of(const TargetPath& path) {
  if (path.points.size() < 2) return "the target path has fewer than two points";
  if (path.points.size() > kMostPoints) return "the target path has more than 1,000 points";
  if (!std::all_of(path.points.begin(), path.points.end(), is_finite))
    return "a point of the target path is not finite";
  return {};
}

}  // namespace

std::string_view to_text(Failure failure) {
  constexpr std::array<std::string_view, 3> kTexts{"crashed", "hung", "protocol"};
  BACKLOT_ASSERT(static_cast<std::size_t>(failure) < std::size(kTexts), "a failure has a text");
  return kTexts[static_cast<std::size_t>(failure)];
}

std::string find_fault(const Command& command) {
  if (command.signals.size() > kMostSignals) return "there are more than 256 signals in one answer";
  for (const WhiteBoxSignal& signal : command.signals) {
    if (signal.name.empty()) return "a signal has no name";
    if (!std::isfinite(signal.value)) return "the signal " + signal.name + " is not a finite number";
  }
  return std::visit([](const auto& motion) { return fault_of(motion); }, command.motion);
}

}  // namespace backlot::sut
