#include "backlot/sut_link/internal/socket_address.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <thread>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace backlot::sut_link {

namespace {

constexpr std::string_view kUnix = "unix:", kTcp = "tcp:";

struct Name {
  sockaddr_storage bytes{};
  socklen_t size = 0;
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
};

Name name_of(const SocketAddress& address) {
  Name name;
  if (address.path.empty()) {
    sockaddr_in tcp{};
    tcp.sin_family = AF_INET;
    tcp.sin_port = htons(address.port);
    tcp.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::memcpy(&name.bytes, &tcp, sizeof tcp);
    name.size = sizeof tcp;
  } else {
    sockaddr_un local{};
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, address.path.data(), address.path.size());
    std::memcpy(&name.bytes, &local, sizeof local);
    name.size = sizeof local;
  }
  return name;
}

Descriptor make_socket(const SocketAddress& address) {
  return Descriptor(::socket(address.path.empty() ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

// Whether there is a socket with this path, and no process that listens there.
bool is_left_over(const SocketAddress& address) {
  struct stat info {};
  if (::lstat(address.path.c_str(), &info) != 0 || !S_ISSOCK(info.st_mode)) return false;
  const Descriptor probe = make_socket(address);
  const Name name = name_of(address);
  return ::connect(probe.number(), name.get(), name.size) != 0 && errno == ECONNREFUSED;
}

}  // namespace

bool looks_like_address(std::string_view text) { return text.starts_with(kUnix) || text.starts_with(kTcp); }

std::optional<SocketAddress> read_address(std::string_view text) {
  SocketAddress address;
  if (text.starts_with(kUnix)) {
    address.path = text.substr(kUnix.size());
    if (address.path.empty() || address.path.size() >= sizeof sockaddr_un{}.sun_path ||
        address.path.find('\0') != std::string::npos)
      return std::nullopt;
    return address;
  }
  if (!text.starts_with(kTcp)) return std::nullopt;
  text.remove_prefix(kTcp.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), address.port);
  if (error != std::errc() || end != text.data() + text.size() || address.port == 0) return std::nullopt;
  return address;
}

Descriptor connect_to(const SocketAddress& address, Deadline deadline) {
  constexpr std::chrono::milliseconds kPause{20};
  const Name name = name_of(address);
  for (;;) {
    Descriptor one = make_socket(address);
    if (!one.is_open()) return one;
    if (::connect(one.number(), name.get(), name.size) == 0) {
      const int yes = 1;
      if (address.path.empty()) ::setsockopt(one.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      return one;
    }
    const int error = errno;
    const bool may_come = error == ECONNREFUSED || error == ENOENT || error == EINTR || error == EAGAIN;
    if (!may_come || std::chrono::steady_clock::now() >= deadline) {
      one.close();
      errno = error;
      return {};
    }
    std::this_thread::sleep_for(kPause);
  }
}

Descriptor listen_at(SocketAddress& address) {
  if (!address.path.empty() && is_left_over(address)) ::unlink(address.path.c_str());
  Descriptor one = make_socket(address);
  const int yes = 1;
  const Name name = name_of(address);
  if (one.is_open() && address.path.empty())
    ::setsockopt(one.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (!one.is_open() || ::bind(one.number(), name.get(), name.size) != 0 || ::listen(one.number(), 1) != 0) {
    const int error = errno;
    one.close();
    errno = error;
    return {};
  }
  if (address.path.empty() && address.port == 0) {
    sockaddr_in bound{};
    socklen_t size = sizeof bound;
    ::getsockname(one.number(), reinterpret_cast<sockaddr*>(&bound), &size);
    address.port = ntohs(bound.sin_port);
  }
  return one;
}

}  // namespace backlot::sut_link
