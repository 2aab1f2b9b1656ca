#include "apps/server/web/admission.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include "backlot/base/assert.h"

namespace backlot::server {

namespace {

// "192.168.0.7", "[fe80::1]": no name, so that no server of names can lead it elsewhere.
bool is_address(std::string_view name) {
  if (name.empty()) return false;
  if (name.front() == '[') return name.back() == ']';
  return std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

bool is_loopback_name(std::string_view name) {
  return name == "localhost" || name == "[::1]" || (name.starts_with("127.") && is_address(name));
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  return lower(name.data());
}

// The value of a key in "a=1&b=2"; empty where it is not there.
std::string_view value_in(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.size() > key.size() && part.starts_with(key) && part[key.size()] == '=')
      return part.substr(key.size() + 1);
  }
  return {};
}

std::string cookie_name(std::uint16_t port, Door door) {
  return fmt::format("backlot_{}{}", port, door == Door::viewer ? "" : "_participant");
}

}  // namespace

Doorkeeper::Doorkeeper(std::string address, std::uint16_t port, std::string token,
                       std::string participant_token)
    : address_(lower(address)),
      port_(port),
      token_(std::move(token)),
      participant_token_(std::move(participant_token)) {}

bool Doorkeeper::is_own_host(std::string_view host) const {
  const std::string small = lower(host);
  const std::string end = fmt::format(":{}", port_);
  if (!small.ends_with(end)) return false;
  const std::string_view name = std::string_view(small).substr(0, small.size() - end.size());
  if (name.empty()) return false;
  if (is_loopback_name(name)) return true;
  if (name == address_ || name == "[" + address_ + "]") return true;
  // at all addresses of the machine: by number, or by the machine's own name
  const bool is_everywhere = address_ == "0.0.0.0" || address_ == "::";
  return is_everywhere && (is_address(name) || name == machine_name());
}

bool Doorkeeper::has_token_in(std::string_view cookie, Door door) const {
  const std::string name = cookie_name(port_, door);
  while (!cookie.empty()) {
    std::string_view part = cookie.substr(0, cookie.find(';'));
    cookie.remove_prefix(std::min(part.size() + 1, cookie.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=' &&
        is_same_secret(part.substr(name.size() + 1), token_of(door)))
      return true;
  }
  return false;
}

Admission Doorkeeper::admit(const Asked& asked) const {
  const auto refused = [](AdmissionKind kind, std::string why) {
    return Admission{.kind = kind, .name = {}, .why = std::move(why)};
  };
  if (!is_own_host(asked.host))
    return refused(AdmissionKind::forbidden, "This server does not answer to that host name.");
  if (asked.method != "GET" && asked.method != "HEAD")
    return refused(AdmissionKind::bad_method, "Only GET is understood here.");
  std::string_view path = asked.target.substr(0, asked.target.find('?'));
  const std::string_view query =
      path.size() < asked.target.size() ? asked.target.substr(path.size() + 1) : std::string_view();
  const bool is_participant = !participant_token_.empty() && path.starts_with(kParticipantPath);
  const Door door = is_participant ? Door::participant : Door::viewer;
  if (is_participant) path.remove_prefix(kParticipantPath.size() - 1);
  const bool has_link = is_same_secret(value_in(query, "token"), token_of(door));
  if (!has_link && !has_token_in(asked.cookie, door))
    return refused(AdmissionKind::forbidden,
                   "The token is missing or wrong. Open the link that backlot view has printed.");
  if (path.empty() || path.front() != '/') return refused(AdmissionKind::not_found, "There is no such page.");
  const std::string_view name = path.substr(1);
  if (name == "socket") {
    constexpr std::string_view kScheme = "http://";
    const bool is_own_page =
        asked.origin.starts_with(kScheme) && is_own_host(asked.origin.substr(kScheme.size()));
    // a program that is no browser sends no origin; then a cookie alone is not enough
    if (!is_own_page && !(asked.origin.empty() && has_link))
      return refused(AdmissionKind::forbidden, "The page that asks is not from this server.");
    if (!asked.is_upgrade)
      return refused(AdmissionKind::not_found, "This address is for the page's connection.");
    return {.kind = AdmissionKind::socket, .door = door};
  }
  return {.kind = AdmissionKind::asset, .name = std::string(name), .sets_cookie = has_link, .door = door};
}

std::string Doorkeeper::cookie(Door door) const {
  return fmt::format("{}={}; HttpOnly; SameSite=Strict; Path={}", cookie_name(port_, door), token_of(door),
                     door == Door::viewer ? "/" : kParticipantPath);
}

std::string Doorkeeper::link(Door door) const {
  const bool is_everywhere = address_ == "0.0.0.0" || address_ == "::";
  const std::string host = is_everywhere                             ? machine_name()
                           : address_.find(':') != std::string::npos ? "[" + address_ + "]"
                                                                     : address_;
  return fmt::format("http://{}:{}{}?token={}", host, port_, door == Door::viewer ? "/" : kParticipantPath,
                     token_of(door));
}

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  BACKLOT_CHECK(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
                "the operating system gives no random numbers");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size() || b.empty()) return false;
  unsigned difference = 0;
  for (std::size_t k = 0; k < a.size(); ++k) difference |= static_cast<unsigned>(a[k] ^ b[k]) & 0xffU;
  return difference == 0;
}

std::string_view content_security_policy() {
  return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src "
         "'self'; "
         "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

}  // namespace backlot::server
