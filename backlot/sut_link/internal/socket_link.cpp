#include "backlot/sut_link/internal/socket_link.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace backlot::sut_link {

SocketLink::SocketLink(SocketAddress address, Descriptor listener)
    : address_(std::move(address)), listener_(std::move(listener)) {
  const int flags = ::fcntl(listener_.number(), F_GETFL);
  ::fcntl(listener_.number(), F_SETFL, flags | O_NONBLOCK);
}

SocketLink::~SocketLink() {
  wire_.reset();
  if (!address_.path.empty()) ::unlink(address_.path.c_str());
}

std::optional<sut::Trouble> SocketLink::open(Deadline deadline) {
  if (wire_) return std::nullopt;
  for (;;) {
    Descriptor one(::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (one.is_open()) {
      const int yes = 1;
      if (address_.path.empty()) ::setsockopt(one.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      Descriptor out(::fcntl(one.number(), F_DUPFD_CLOEXEC, 3));
      wire_.emplace(std::move(one), std::move(out), kMostAnswerBytes);
      return std::nullopt;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ECONNABORTED)
      return sut::Trouble{sut::Failure::crashed,
                          "no driver can connect to " + address_.text() + ": " + std::strerror(errno)};
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0)
      return sut::Trouble{sut::Failure::hung, "no driver has connected to " + address_.text()};
    pollfd watched{listener_.number(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(left.count()));
  }
}

// A driver of its own sees the end of its input, and connects again where it wants to drive on.
void SocketLink::close(bool /*is_polite*/) { wire_.reset(); }

}  // namespace backlot::sut_link
