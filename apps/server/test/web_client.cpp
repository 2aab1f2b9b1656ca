#include "apps/server/test/web_client.h"

#include <chrono>

#include <arpa/inet.h>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace backlot::server::test {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;

constexpr int kPatience_s = 60;  // only a server that hangs is waited for so long

int connect_to(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval patience{kPatience_s, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(socket);
    return -1;
  }
  return socket;
}

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

}  // namespace

void assault(std::uint16_t port, std::string_view bytes) {
  const int socket = connect_to(port);
  if (socket < 0) return;
  send_all(socket, bytes);
  ::shutdown(socket, SHUT_WR);
  char buffer[65'536];
  while (::recv(socket, buffer, sizeof(buffer), 0) > 0) {
  }
  ::close(socket);
}

Fetched fetch_raw(std::uint16_t port, std::string_view bytes) {
  const int socket = connect_to(port);
  if (socket < 0) return {};
  send_all(socket, bytes);
  std::string all;
  char buffer[4096];
  for (;;) {
    const std::size_t end = all.find("\r\n\r\n");
    if (end != std::string::npos) {
      const std::size_t at = all.find("Content-Length: ");
      const std::size_t length = at < end ? std::stoul(all.substr(at + 16)) : 0;
      if (all.size() >= end + 4 + length) break;
    }
    const ssize_t got = ::recv(socket, buffer, sizeof(buffer), 0);
    if (got <= 0) break;
    all.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(socket);
  Fetched fetched;
  const std::size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos || all.size() < 12) return fetched;
  fetched.status = std::stoi(all.substr(9, 3));
  fetched.head = all.substr(0, end);
  fetched.body = all.substr(end + 4);
  return fetched;
}

Fetched fetch(std::uint16_t port, std::string_view target, std::string_view host, std::string_view headers) {
  return fetch_raw(port, fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", target, host, headers));
}

struct SocketClient::Inside {
  asio::io_context context;
  websocket::stream<tcp::socket> socket{context};
  bool is_open = false;
};

SocketClient::SocketClient(std::uint16_t port, std::string_view token, std::string_view origin,
                           std::string_view path)
    : inside_(std::make_unique<Inside>()) {
  beast::error_code error;
  inside_->socket.next_layer().connect({asio::ip::address_v4::loopback(), port}, error);
  if (error) return;
  const timeval patience{kPatience_s, 0};
  ::setsockopt(inside_->socket.next_layer().native_handle(), SOL_SOCKET, SO_RCVTIMEO, &patience,
               sizeof(patience));
  if (!origin.empty())
    inside_->socket.set_option(
        websocket::stream_base::decorator([origin = std::string(origin)](websocket::request_type& request) {
          request.set(beast::http::field::origin, origin);
        }));
  inside_->socket.read_message_max(64U << 20U);
  inside_->socket.handshake(fmt::format("127.0.0.1:{}", port), fmt::format("{}?token={}", path, token),
                            error);
  inside_->is_open = !error;
}

SocketClient::~SocketClient() = default;

bool SocketClient::is_open() const { return inside_->is_open; }

bool SocketClient::send(std::string_view text, bool is_binary) {
  beast::error_code error;
  inside_->socket.binary(is_binary);
  inside_->socket.write(asio::buffer(text.data(), text.size()), error);
  return !error;
}

bool SocketClient::send_raw(std::string_view bytes) {
  beast::error_code error;
  asio::write(inside_->socket.next_layer(), asio::buffer(bytes.data(), bytes.size()), error);
  return !error;
}

std::optional<SocketClient::Message> SocketClient::read() {
  beast::error_code error;
  beast::flat_buffer buffer;
  inside_->socket.read(buffer, error);
  if (error) {
    inside_->is_open = false;
    return std::nullopt;
  }
  return Message{beast::buffers_to_string(buffer.data()), inside_->socket.got_binary()};
}

std::optional<std::string> SocketClient::read_until(std::string_view is) {
  const std::string wanted = fmt::format("\"is\":\"{}\"", is);
  while (std::optional<Message> message = read())
    if (!message->is_binary && message->bytes.find(wanted) != std::string::npos) return message->bytes;
  return std::nullopt;
}

IdleConnection::IdleConnection(std::uint16_t port) : socket_(connect_to(port)) {}
IdleConnection::~IdleConnection() {
  if (socket_ >= 0) ::close(socket_);
}

}  // namespace backlot::server::test
