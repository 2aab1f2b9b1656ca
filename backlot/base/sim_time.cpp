#include "backlot/base/sim_time.h"

#include <cmath>

namespace backlot::base {

bool Duration::can_hold(double seconds) { return std::fabs(seconds * 1e9) < 0x1p63; }  // false for NaN

Duration Duration::from_seconds(double seconds) {
  BACKLOT_CHECK(can_hold(seconds), "seconds must be finite and within the range of Duration");
  const double nanoseconds = seconds * 1e9;
  // By the part behind the point, which is exact: adding 0.5 first would round 0.49999999999999994 up.
  const auto whole = static_cast<std::int64_t>(nanoseconds);
  const double rest = nanoseconds - static_cast<double>(whole);
  if (rest >= 0.5) return Duration(whole + 1);
  if (rest <= -0.5) return Duration(whole - 1);
  return Duration(whole);
}

}  // namespace backlot::base
