#include "backlot/formats/text/scope.h"

namespace backlot::text {

const Scope::Value* Scope::find(std::string_view name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_)
    if (const auto found = scope->values_.find(name); found != scope->values_.end()) return &found->second;
  return nullptr;
}

std::vector<std::string_view> Scope::names() const {
  std::vector<std::string_view> names;
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_)
    for (const auto& [name, value] : scope->values_) names.push_back(name);
  return names;
}

}  // namespace backlot::text
