#include "backlot/campaign/case.h"

namespace backlot::campaign {

std::string key_of(const Case& one) {
  std::string key = one.name + '\n' + one.scene_file + '\n';
  for (const auto& [name, value] : one.parameters) key += name + '=' + value + '\n';
  return key + "seed=" + std::to_string(one.seed) + "\ndriver=" + one.driver;
}

}  // namespace backlot::campaign
