// The page and its socket: an HTTP server on one thread. The only file of the project with server sockets is web_server.cpp.
//
//   WebServer server({.address = "127.0.0.1"}, guests);
//   if (std::string why = server.open(); !why.empty()) ...
//   server.run([&] { return interrupted; });
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "apps/server/web/guests.h"

namespace backlot::server {

struct WebSettings {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: one that is free
  std::string token{};     // empty: a new one
  std::string participant_token{};  // of the second page; empty: no such page
  // ---- limits
  std::size_t most_connections =
      96;                         // at a time, pages and sockets together; further ones are closed at once
  std::size_t most_viewers = 32;  // sockets
  std::size_t most_bytes = 64 * 1024;  // of a message from a page
  double most_messages_per_s =
      200;                // of one page, in the mean over two seconds; a page that sends more is disconnected
  double request_s = 10;  // for a request to come in, and for an answer to be taken
  double idle_s = 60;     // without a sign of life a socket is closed; it is asked for one at half of it
};

// What has happened so far.
struct WebCounts {
  std::uint64_t connections = 0, refused = 0, viewers = 0, messages = 0;
};

class WebServer {
 public:
  WebServer(const WebSettings& settings, Guests& guests);
  ~WebServer();

  // Begins to listen. Why it cannot, as a sentence; else nothing.
  std::string open();
  std::uint16_t port() const;
  std::string link(Door door = Door::viewer) const;

  // Serves until `is_stopped` says yes, which is asked several times a second, or until stop().
  void run(const std::function<bool()>& is_stopped);
  // ---- from any thread
  void wake();  // there is something new for viewers
  void stop();
  WebCounts counts() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace backlot::server
