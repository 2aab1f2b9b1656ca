// Which requests are let in: by their token, by the host that they were made to, and by the page that made them. Pure functions of text, so that every
// rule has a test without a socket.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/server/web/guests.h"

namespace backlot::server {

// What a request says of itself.
struct Asked {
  std::string_view method, target;  // target: "/app.js?token=..."
  std::string_view host, origin, cookie;
  bool is_upgrade = false;  // to a WebSocket
};

enum class AdmissionKind : std::uint8_t {
  asset,      // a file of the page; `name` says which
  socket,     // the WebSocket
  forbidden,  // 403
  not_found,  // 404
  bad_method  // 405
};

struct Admission {
  AdmissionKind kind = AdmissionKind::forbidden;
  std::string name{};        // of the asset; empty: the page
  std::string why{};         // a sentence, where it is refused
  bool sets_cookie = false;  // the token came with the link
  Door door = Door::viewer;
};

class Doorkeeper {
 public:
  // `address` is the one that the server listens at. Without a token for participants there is no page of theirs. Each door has a token of its own: one does
  // not open the other.
  Doorkeeper(std::string address, std::uint16_t port, std::string token, std::string participant_token = {});

  Admission admit(const Asked& asked) const;
  const std::string& token() const { return token_; }
  std::string cookie(Door door = Door::viewer) const;  // the value of Set-Cookie
  std::string link(Door door = Door::viewer) const;    // that a user opens

 private:
  bool is_own_host(std::string_view host) const;
  bool has_token_in(std::string_view cookie, Door door) const;
  const std::string& token_of(Door door) const {
    return door == Door::viewer ? token_ : participant_token_;
  }

  std::string address_;
  std::uint16_t port_;
  std::string token_, participant_token_;
};

// Where the page of participants is; its files and its socket are below it.
inline constexpr std::string_view kParticipantPath = "/participant/";

// A token that cannot be guessed: 128 bits from the operating system, as hexadecimal digits.
std::string make_token();

// Takes as long for any two texts of the same length.
bool is_same_secret(std::string_view a, std::string_view b);

// The headers that every answer has: nothing is loaded from elsewhere, stored or framed.
std::string_view content_security_policy();

}  // namespace backlot::server
