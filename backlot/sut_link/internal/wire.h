// Messages over a pair of descriptors: four bytes of length, lowest first, then the message. Every wait ends at a deadline.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "backlot/sut_link/internal/descriptor.h"
#include "backlot/sut_link/internal/last_lines.h"

namespace google::protobuf {
class MessageLite;
}  // namespace google::protobuf

namespace backlot::sut_link {

using Deadline = std::chrono::steady_clock::time_point;
inline constexpr Deadline kNoDeadline = Deadline::max();

enum class WireStatus : std::uint8_t {
  fine,
  closed,    // the other end is closed
  cut,       // it was closed in the midst of a message
  late,      // not before the deadline
  too_long,  // a message with a length beyond the limit
  garbage,   // bytes that are no message
  failed,    // the operating system says no; errno tells why
};

class Wire {
 public:
  // A message that is longer than `most_bytes` is not received. The descriptors are made non-blocking.
  Wire(Descriptor in, Descriptor out, std::size_t most_bytes);

  // While this side waits, it also reads what the other side prints, so that the other side never waits for a reader. The lines stay
  // where they are for as long as the wire is used.
  void read_log_from(Descriptor log, LastLines* lines);
  // Reads what has been printed, without waiting.
  void drain_log();

  WireStatus send(const google::protobuf::MessageLite& message, Deadline deadline);
  WireStatus receive(google::protobuf::MessageLite& message, Deadline deadline);
  // The length of the message that was too long.
  std::uint32_t refused_bytes() const { return refused_bytes_; }

  // The other side reads an end then.
  void close_out() { out_.close(); }

 private:
  WireStatus wait(int descriptor, short events, Deadline deadline);
  WireStatus fill_inbox(Deadline deadline);

  Descriptor in_, out_, log_;
  LastLines* lines_ = nullptr;
  std::size_t most_bytes_;
  std::uint32_t refused_bytes_ = 0;
  std::string outbox_, inbox_;
  std::size_t used_ = 0;  // of the inbox
};

}  // namespace backlot::sut_link
