#include "backlot/campaign/case.h"

namespace backlot::campaign {

std::string pair_key_of(const Case& one) {
  std::string key = one.suite + '\n' + one.name + '\n';
  for (const auto& [name, value] : one.parameters) key += name + '=' + value + '\n';
  if (!one.judge.empty()) key += "judge=" + one.judge + '\n';
  return key + "seed=" + std::to_string(one.seed);
}

std::string key_of(const Case& one) { return pair_key_of(one) + "\ndriver=" + one.driver; }

}  // namespace backlot::campaign
