#include "apps/server/study/stamps.h"

#include <ctime>

namespace backlot::server {

trial::Stamp stamp_now() {
  std::timespec monotonic{}, wall{};
  ::clock_gettime(CLOCK_MONOTONIC, &monotonic);
  ::clock_gettime(CLOCK_REALTIME, &wall);
  trial::Stamp stamp;
  stamp.monotonic_s = static_cast<double>(monotonic.tv_sec) + 1e-9 * static_cast<double>(monotonic.tv_nsec);
  stamp.utc = trial::utc_text(std::int64_t{wall.tv_sec} * 1'000'000 + wall.tv_nsec / 1000);
  return stamp;
}

}  // namespace backlot::server
