// The files of the page, as the build put them into the program. No file of the disk is ever served.
#pragma once

#include <span>
#include <string_view>

namespace backlot::server {

struct Asset {
  std::string_view name;  // "app.js"
  std::string_view type;  // as in the header Content-Type
  std::string_view bytes;
};

// Without the viewer (BACKLOT_BUILD_VIEWER is off) one page that says so.
std::span<const Asset> assets();

// Null where no asset has this name. The empty name is that of the page.
const Asset* find_asset(std::string_view name);

}  // namespace backlot::server
