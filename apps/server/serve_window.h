// The window: a show on a thread of its own, and the server of its page on the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "apps/server/show/show.h"
#include "apps/server/web/web_server.h"

namespace backlot::server {

struct WindowSettings {
  WebSettings web{};
  bool opens_browser = true;
};

// Called when the page can be opened. The second link is that of the participant of a study, else empty.
using Ready = std::function<void(const std::string& link, const std::string& participant_link)>;

// Serves until `is_stopped` says yes. Why it cannot, as a sentence; else nothing.
std::string serve_window(const WindowSettings& settings, Show& show, const std::function<bool()>& is_stopped,
                         const Ready& ready);

// Opens a link in the browser of the desktop, where there is one. False where there is none.
bool open_browser(const std::string& link);

}  // namespace backlot::server
