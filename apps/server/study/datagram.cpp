#include "apps/server/study/datagram.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "apps/server/show/static_world.h"
#include "backlot/formats/text/number.h"

namespace backlot::server {

namespace {

bool is_name(std::string_view name) {
  constexpr std::string_view kSigns = "._-:/";
  return !name.empty() && name.size() <= kLongestEventName && std::all_of(name.begin(), name.end(), [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kSigns.find(c) != std::string_view::npos;
  });
}

// False where the key is there with something that is no finite number.
bool read_number(const Json& body, const char* key, std::optional<double>& value) {
  const auto at = body.find(key);
  if (at == body.end() || at->is_null()) return true;
  if (at->is_boolean()) {
    value = at->get<bool>() ? 1 : 0;
    return true;
  }
  if (!at->is_number() || !std::isfinite(at->get<double>())) return false;
  value = at->get<double>();
  return true;
}

}  // namespace

std::optional<OutsideEvent> read_datagram(std::string_view bytes, std::string& why) {
  if (bytes.size() > kMostDatagramBytes) {
    why = fmt::format("it has more than {} bytes", kMostDatagramBytes);
    return std::nullopt;
  }
  const Json body = Json::parse(bytes, nullptr, false);
  if (!body.is_object()) {
    why = "it is no JSON object";
    return std::nullopt;
  }
  const auto name = body.find("name");
  OutsideEvent event;
  if (name == body.end() || !name->is_string() || !is_name(event.name = name->get<std::string>())) {
    why = "the key \"name\" is no text of 1 to 64 letters, digits and . _ - : /";
    return std::nullopt;
  }
  if (!read_number(body, "value", event.value)) {
    why = "the key \"value\" is no number";
    return std::nullopt;
  }
  if (!read_number(body, "stamp", event.sender_stamp)) {
    why = "the key \"stamp\" is no number";
    return std::nullopt;
  }
  return event;
}

std::optional<OutsideEvent> read_sent_note(std::string_view note) {
  constexpr std::string_view kBegin = "send ";
  if (!note.starts_with(kBegin)) return std::nullopt;
  note.remove_prefix(kBegin.size());
  const std::size_t blank = note.find(' ');
  OutsideEvent event{.name = std::string(note.substr(0, blank))};
  if (!is_name(event.name)) return std::nullopt;
  if (blank == std::string_view::npos) return event;
  const text::NumberRead number = text::read_number(note.substr(blank + 1));
  if (number.error != text::NumberError::none) return std::nullopt;
  event.value = number.value;
  return event;
}

std::string write_datagram(const trial::StampedEvent& event) {
  const Json value = event.value ? Json(*event.value) : Json(nullptr);
  return dumped({{"name", event.name},
                 {"value", value},
                 {"stamp", event.stamp.time_s},
                 {"run_s", event.stamp.run_s},
                 {"monotonic_s", event.stamp.monotonic_s},
                 {"utc", event.stamp.utc}}) +
         "\n";
}

}  // namespace backlot::server
