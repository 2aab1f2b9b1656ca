#include "apps/server/test/attack.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "apps/server/test/town.h"

namespace backlot::server::test {

namespace {

constexpr std::size_t kMostMessages = 100;
constexpr int kPingsOfAPage = 100;

// The opening of a socket, as a page of our own asks for it.
std::string opening(std::uint16_t port) {
  return fmt::format(
      "GET /socket?token=secret HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\nUpgrade: "
      "websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
      "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      port);
}

// A text message in one frame, masked with zeros.
std::string text_frame(std::string_view text) {
  std::string frame = "\x81";
  if (text.size() < 126) {
    frame += static_cast<char>(0x80 | text.size());
  } else {
    frame += '\xfe';
    frame += static_cast<char>(text.size() >> 8U);
    frame += static_cast<char>(text.size() & 0xffU);
  }
  return frame + std::string(4, '\0') + std::string(text);
}

}  // namespace

AttackedWindow::AttackedWindow()
    : show_(make_town(2, 2), {.file = "town.way", .vehicles = 10, .seed = 5, .is_paused = true}),
      served_(show_),
      page_(std::make_unique<SocketClient>(served_.port(), "secret")) {}

bool AttackedWindow::survives(std::string_view input) {
  if (input.empty()) return true;
  const int kind = static_cast<unsigned char>(input.front()) % 3;
  input.remove_prefix(1);
  std::string bytes;
  if (kind == 0) {
    bytes = input;
  } else {
    bytes = opening(served_.port());
    if (kind == 1) {
      bytes += input;
    } else {
      constexpr std::size_t kLongest = 65'535;
      for (std::size_t k = 0; k < kMostMessages && !input.empty(); ++k) {
        const std::size_t end = std::min({input.find('\n'), input.size(), kLongest});
        bytes += text_frame(input.substr(0, end));
        input.remove_prefix(std::min(end + 1, input.size()));
      }
    }
  }
  assault(served_.port(), bytes);
  // A page may send 200 messages a second, which a fast fuzzer exceeds: before its burst is used up another one looks on.
  if (pings_ % kPingsOfAPage == kPingsOfAPage - 1)
    page_ = std::make_unique<SocketClient>(served_.port(), "secret");
  if (!page_->send(fmt::format(R"({{"do":"ping","sent_ms":{}}})", ++pings_))) return false;
  while (const auto pong = page_->read_until("pong"))
    if (pong->find(std::to_string(pings_)) != std::string::npos) return true;
  return false;
}

}  // namespace backlot::server::test
