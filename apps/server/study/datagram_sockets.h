// UDP sockets on the loopback address: events come in at one port and go out to another one. Datagrams are stamped when they arrive, on a thread of their own, whatever the
// run does then.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/server/study/datagram.h"

namespace backlot::server {

struct DatagramPorts {
  std::optional<std::uint16_t> in{}, out{};
};

struct ReceivedEvent {
  OutsideEvent event;
  trial::Stamp arrived{};  // without the times of the run
};

class DatagramSockets {
 public:
  explicit DatagramSockets(const DatagramPorts& ports) : ports_(ports) {}
  ~DatagramSockets();
  DatagramSockets(const DatagramSockets&) = delete;
  DatagramSockets& operator=(const DatagramSockets&) = delete;

  // Why the ports cannot be used, as a sentence; else nothing.
  std::string open();

  // What has come since it was asked last, in order.
  std::vector<ReceivedEvent> take();
  // A datagram that cannot be sent is lost, as datagrams may be; it is counted.
  void send(const std::string& text);

  struct Counts {
    std::uint64_t received = 0, malformed = 0, dropped = 0, sent = 0, unsent = 0;
    std::string last_fault{};  // of the last malformed one
  };
  Counts counts() const;
  const DatagramPorts& ports() const { return ports_; }

 private:
  void listen();

  DatagramPorts ports_;
  int in_ = -1, out_ = -1, stop_read_ = -1, stop_write_ = -1;
  std::thread listener_;
  mutable std::mutex mutex_;
  std::deque<ReceivedEvent> waiting_;
  Counts counts_;
};

}  // namespace backlot::server
