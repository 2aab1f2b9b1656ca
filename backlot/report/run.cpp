#include "backlot/report/run.h"

namespace backlot::report {

std::string scene_of(const Run& run) {
  return run.scene.empty() ? run.name.substr(0, run.name.find(',')) : run.scene;
}

std::string driver_of(const Run& run) { return run.driver.empty() ? "model subject" : run.driver; }

}  // namespace backlot::report
