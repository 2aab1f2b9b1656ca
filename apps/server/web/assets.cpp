#include "apps/server/web/assets.h"

namespace backlot::server {

const Asset* find_asset(std::string_view name) {
  if (name.empty()) name = "index.html";
  for (const Asset& asset : assets())
    if (asset.name == name) return &asset;
  return nullptr;
}

}  // namespace backlot::server
