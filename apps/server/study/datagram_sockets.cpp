#include "apps/server/study/datagram_sockets.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "apps/server/study/stamps.h"

namespace backlot::server {

namespace {

constexpr std::size_t kMostWaiting = 10'000;  // events that no run has asked for; then the newest are dropped

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

const sockaddr* as_address(const sockaddr_in& address) {
  return reinterpret_cast<const sockaddr*>(&address);  // NOLINT: the interface of sockets asks for it
}

}  // namespace

std::string DatagramSockets::open() {
  if (ports_.in) {
    in_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(*ports_.in);
    std::array<int, 2> pipe{-1, -1};
    if (in_ < 0 || ::bind(in_, as_address(address), sizeof(address)) != 0 || ::pipe2(pipe.data(), O_CLOEXEC) != 0)
      return fmt::format("port {} of 127.0.0.1 cannot be used for events: {}", *ports_.in, std::strerror(errno));
    sockaddr_in bound{};
    socklen_t size = sizeof(bound);
    ::getsockname(in_, reinterpret_cast<sockaddr*>(&bound), &size);  // NOLINT
    ports_.in = ntohs(bound.sin_port);
    stop_read_ = pipe[0];
    stop_write_ = pipe[1];
    listener_ = std::thread([this] { listen(); });
  }
  if (ports_.out) {
    out_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(*ports_.out);
    if (out_ < 0 || ::connect(out_, as_address(address), sizeof(address)) != 0)
      return fmt::format("no events can be sent to port {}: {}", *ports_.out, std::strerror(errno));
  }
  return {};
}

DatagramSockets::~DatagramSockets() {
  if (listener_.joinable()) {
    const char stop = 0;
    static_cast<void>(::write(stop_write_, &stop, 1));
    listener_.join();
  }
  for (const int one : {in_, out_, stop_read_, stop_write_})
    if (one >= 0) ::close(one);
}

void DatagramSockets::listen() {
  std::array<char, kMostDatagramBytes + 1> bytes{};
  for (;;) {
    std::array<pollfd, 2> wait{{{in_, POLLIN, 0}, {stop_read_, POLLIN, 0}}};
    if (::poll(wait.data(), wait.size(), -1) < 0 && errno != EINTR) return;
    if (wait[1].revents != 0) return;
    if ((wait[0].revents & POLLIN) == 0) continue;
    const ssize_t size = ::recv(in_, bytes.data(), bytes.size(), 0);
    if (size < 0) continue;
    const trial::Stamp arrived = stamp_now();
    std::string why;
    std::optional<OutsideEvent> event = read_datagram({bytes.data(), static_cast<std::size_t>(size)}, why);
    const std::lock_guard lock(mutex_);
    if (!event) {
      ++counts_.malformed;
      counts_.last_fault = std::move(why);
    } else if (waiting_.size() >= kMostWaiting) {
      ++counts_.dropped;
    } else {
      ++counts_.received;
      waiting_.push_back({*std::move(event), arrived});
    }
  }
}

std::vector<ReceivedEvent> DatagramSockets::take() {
  const std::lock_guard lock(mutex_);
  std::vector<ReceivedEvent> all(std::make_move_iterator(waiting_.begin()),
                                 std::make_move_iterator(waiting_.end()));
  waiting_.clear();
  return all;
}

void DatagramSockets::send(const std::string& text) {
  if (out_ < 0) return;
  const bool is_sent = ::send(out_, text.data(), text.size(), MSG_DONTWAIT) >= 0;
  const std::lock_guard lock(mutex_);
  ++(is_sent ? counts_.sent : counts_.unsent);
}

DatagramSockets::Counts DatagramSockets::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace backlot::server
