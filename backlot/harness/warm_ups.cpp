#include "backlot/harness/warm_ups.h"

#include <utility>

#include "backlot/base/assert.h"
#include "backlot/harness/opening.h"

namespace backlot::harness {

const WarmUp* WarmUps::find(const scene::Scene& scene, const RunOptions& options) {
  const std::string key = warm_up_key(scene, options);
  for (auto at = kept_.begin(); at != kept_.end(); ++at) {
    if (at->key != key) continue;
    ++hits_;
    kept_.splice(kept_.begin(), kept_, at);
    return &kept_.front().warm_up;
  }
  ++misses_;
  return nullptr;
}

void WarmUps::keep(std::shared_ptr<const scene::Scene> scene, const RunOptions& options, WarmUp warm_up) {
  BACKLOT_ASSERT(scene != nullptr, "a warm-up is that of a scene");
  std::string key = warm_up_key(*scene, options);
  kept_.push_front({std::move(key), std::move(scene), std::move(warm_up)});
  while (kept_.size() > most_) kept_.pop_back();
}

}  // namespace backlot::harness
