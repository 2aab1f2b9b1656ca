// A page as tests need one: asks for pages, opens sockets, behaves badly. Every wait has an end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace backlot::server::test {

struct Fetched {
  int status = 0;
  std::string head, body;
};

// Sends these bytes as they are, and reads until the server closes the connection or an answer is whole. Status 0: there was none.
Fetched fetch_raw(std::uint16_t port, std::string_view bytes);
// Sends these bytes, says that no more will come, and waits for the server to end the connection. What it answers is thrown away.
void assault(std::uint16_t port, std::string_view bytes);
// GET with a host, and further header lines.
Fetched fetch(std::uint16_t port, std::string_view target, std::string_view host,
              std::string_view headers = {});

class SocketClient {
 public:
  // Throws nothing: is_open() tells.
  SocketClient(std::uint16_t port, std::string_view token, std::string_view origin = {},
               std::string_view path = "/socket");
  ~SocketClient();

  bool is_open() const;
  bool send(std::string_view text, bool is_binary = false);
  bool send_raw(std::string_view bytes);  // past the protocol of sockets
  struct Message {
    std::string bytes;
    bool is_binary = false;
  };
  // The next message; empty where the connection is closed.
  std::optional<Message> read();
  // Reads until a text with this key "is" comes; empty where the connection ends before.
  std::optional<std::string> read_until(std::string_view is);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// A connection that says nothing.
class IdleConnection {
 public:
  explicit IdleConnection(std::uint16_t port);
  ~IdleConnection();

 private:
  int socket_ = -1;
};

}  // namespace backlot::server::test
