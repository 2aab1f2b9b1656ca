#include "backlot/sut_link/internal/wire.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>

#include <fcntl.h>
#include <google/protobuf/message_lite.h>
#include <poll.h>

#include "backlot/base/assert.h"

namespace backlot::sut_link {

namespace {

constexpr std::size_t kPrefix = 4, kChunk = 16384;

void make_non_blocking(const Descriptor& descriptor) {
  const int flags = ::fcntl(descriptor.number(), F_GETFL);
  if (flags >= 0) ::fcntl(descriptor.number(), F_SETFL, flags | O_NONBLOCK);
}

// A write to a closed pipe raises a signal that ends the program. It is held back in this thread, and taken away where this write
// raised it.
class HeldPipeSignal {
 public:
  HeldPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~HeldPipeSignal() {
    const int error = errno;
    if (has_raised_ && !was_pending_) {
      const timespec now{};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  HeldPipeSignal(const HeldPipeSignal&) = delete;
  HeldPipeSignal& operator=(const HeldPipeSignal&) = delete;

  void raised() { has_raised_ = true; }

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false, has_raised_ = false;
};

// For poll: in milliseconds, rounded up, -1 for ever.
int time_left_ms(Deadline deadline) {
  if (deadline == kNoDeadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 1'000'000'000));
}

std::uint32_t length_in(const char* bytes) {
  std::uint32_t length = 0;
  for (std::size_t k = 0; k < kPrefix; ++k)
    length |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[k])) << (8 * k);
  return length;
}

}  // namespace

Wire::Wire(Descriptor in, Descriptor out, std::size_t most_bytes)
    : in_(std::move(in)), out_(std::move(out)), most_bytes_(most_bytes) {
  BACKLOT_ASSERT(most_bytes > 0, "a message has some bytes");
  make_non_blocking(in_);
  make_non_blocking(out_);
}

void Wire::read_log_from(Descriptor log, LastLines* lines) {
  BACKLOT_ASSERT(lines != nullptr, "lines that are read are kept");
  log_ = std::move(log);
  lines_ = lines;
  make_non_blocking(log_);
}

void Wire::drain_log() {
  constexpr int kMostReads = 16;  // a program that prints without end keeps no caller from its deadline
  std::array<char, 4096> bytes{};
  for (int k = 0; k < kMostReads && log_.is_open(); ++k) {
    const ssize_t count = ::read(log_.number(), bytes.data(), bytes.size());
    if (count > 0)
      lines_->add({bytes.data(), static_cast<std::size_t>(count)});
    else if (count == 0)
      log_.close();
    else if (errno != EINTR)
      return;
  }
}

WireStatus Wire::wait(int descriptor, short events, Deadline deadline) {
  BACKLOT_ASSERT(descriptor >= 0, "a descriptor that is waited for is open");
  for (;;) {
    std::array<pollfd, 2> watched{pollfd{descriptor, events, 0}, pollfd{log_.number(), POLLIN, 0}};
    const int left_ms = time_left_ms(deadline);
    const int ready = ::poll(watched.data(), log_.is_open() ? 2 : 1, left_ms);
    if (ready < 0 && errno != EINTR) return WireStatus::failed;
    if (ready > 0 && watched[1].revents != 0) drain_log();
    if (ready > 0 && watched[0].revents != 0) return WireStatus::fine;
    if (deadline != kNoDeadline && std::chrono::steady_clock::now() >= deadline) return WireStatus::late;
  }
}

WireStatus Wire::send(const google::protobuf::MessageLite& message, Deadline deadline) {
  const std::size_t size = message.ByteSizeLong();
  outbox_.resize(kPrefix + size);
  for (std::size_t k = 0; k < kPrefix; ++k) outbox_[k] = static_cast<char>((size >> (8 * k)) & 0xff);
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(outbox_.data() + kPrefix));

  HeldPipeSignal signal;
  std::size_t sent = 0;
  while (sent < outbox_.size()) {
    const ssize_t count = ::write(out_.number(), outbox_.data() + sent, outbox_.size() - sent);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EPIPE || errno == ECONNRESET) {
      if (errno == EPIPE) signal.raised();
      return WireStatus::closed;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (const WireStatus status = wait(out_.number(), POLLOUT, deadline); status != WireStatus::fine)
        return status;
    } else if (errno != EINTR) {
      return WireStatus::failed;
    }
  }
  return WireStatus::fine;
}

// Some more bytes.
WireStatus Wire::fill_inbox(Deadline deadline) {
  BACKLOT_ASSERT(used_ <= inbox_.size(), "no more is used than came in");
  if (const WireStatus status = wait(in_.number(), POLLIN, deadline); status != WireStatus::fine)
    return status;
  const std::size_t before = inbox_.size();
  inbox_.resize(before + kChunk);
  const ssize_t count = ::read(in_.number(), inbox_.data() + before, kChunk);
  const int error = errno;
  inbox_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (count > 0) return WireStatus::fine;
  if (count == 0 || error == ECONNRESET) return before == used_ ? WireStatus::closed : WireStatus::cut;
  errno = error;
  return error == EINTR || error == EAGAIN || error == EWOULDBLOCK ? WireStatus::fine : WireStatus::failed;
}

WireStatus Wire::receive(google::protobuf::MessageLite& message, Deadline deadline) {
  if (used_ == inbox_.size()) {
    inbox_.clear();
    used_ = 0;
  }
  std::size_t whole = kPrefix;
  bool has_length = false;
  for (;;) {
    if (!has_length && inbox_.size() - used_ >= kPrefix) {
      refused_bytes_ = length_in(inbox_.data() + used_);
      if (refused_bytes_ > most_bytes_) return WireStatus::too_long;
      whole = kPrefix + refused_bytes_;
      has_length = true;
    }
    if (has_length && inbox_.size() - used_ >= whole) break;
    if (const WireStatus status = fill_inbox(deadline); status != WireStatus::fine) return status;
  }
  const bool is_message =
      message.ParseFromArray(inbox_.data() + used_ + kPrefix, static_cast<int>(whole - kPrefix));
  used_ += whole;
  return is_message ? WireStatus::fine : WireStatus::garbage;
}

}  // namespace backlot::sut_link
