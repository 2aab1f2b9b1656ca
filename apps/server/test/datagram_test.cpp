// Events from and to other programs: their text, their sockets, and what comes of bytes that are none.
#include "apps/server/study/datagram_sockets.h"

#include <chrono>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "apps/server/show/inbox.h"

namespace backlot::server::datagram_test {
namespace {

// A program beside: sends to a port, and hears at one of its own.
class Beside {
 public:
  Beside() : socket_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in own = address(0);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)), 0);  // NOLINT
    socklen_t size = sizeof(own);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size);  // NOLINT
    port_ = ntohs(own.sin_port);
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  }
  ~Beside() { ::close(socket_); }
  std::uint16_t port() const { return port_; }
  void send(std::uint16_t port, const std::string& bytes) const {
    const sockaddr_in to = address(port);
    EXPECT_EQ(::sendto(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof(to)),
              static_cast<ssize_t>(bytes.size()));
  }
  std::string hear() const {
    char bytes[2048];
    const ssize_t size = ::recv(socket_, bytes, sizeof(bytes), 0);
    return size < 0 ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
  }

 private:
  static sockaddr_in address(std::uint16_t port) {
    sockaddr_in one{};
    one.sin_family = AF_INET;
    one.sin_port = htons(port);
    one.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return one;
  }
  int socket_;
  std::uint16_t port_ = 0;
};

TEST(Datagram, IsOneLineOfJson) {
  std::string why;
  const auto event = read_datagram(R"({"name":"eye/left","value":-2.5,"stamp":7,"more":[1]})", why);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->name, "eye/left");
  EXPECT_EQ(event->value, -2.5);
  EXPECT_EQ(event->sender_stamp, 7);
  const auto bare = read_datagram("{\"name\":\"go\"}\n", why);
  ASSERT_TRUE(bare);
  EXPECT_FALSE(bare->value);
  for (const char* bytes :
       {"", "go", "[]", "{}", "{\"name\":1}", "{\"name\":\"\"}", "{\"name\":\"a b\"}", "{\"name\":\"go\",\"value\":\"1\"}",
        "{\"name\":\"go\",\"stamp\":[]}", "{\"name\":\"go\"", "{\"name\":\"\xff\"}", "{\"name\":\"go\",\"value\":1e999}"}) {
    why.clear();
    EXPECT_FALSE(read_datagram(bytes, why)) << bytes;
    EXPECT_NE(why, "") << bytes;
  }
  EXPECT_FALSE(read_datagram("{\"name\":\"" + std::string(65, 'a') + "\"}", why));
  EXPECT_FALSE(read_datagram(std::string(5000, '['), why));
}

TEST(Datagram, ANoteOfASceneCanSend) {
  EXPECT_FALSE(read_sent_note("the subject is near"));
  EXPECT_FALSE(read_sent_note("send the report"));
  EXPECT_EQ(read_sent_note("send flash")->name, "flash");
  EXPECT_EQ(read_sent_note("send flash 2.5")->value, 2.5);
}

TEST(Datagram, GoodOnesAreHeardWithStampsAndMalformedOnesCountedByAThread) {
  const Beside beside;
  DatagramSockets sockets({.in = std::uint16_t{0}, .out = beside.port()});
  ASSERT_EQ(sockets.open(), "");
  const std::uint16_t port = *sockets.ports().in;
  ASSERT_NE(port, 0);
  beside.send(port, "nonsense");
  beside.send(port, std::string(3000, 'x'));
  beside.send(port, R"({"name":"go","value":1,"stamp":5})");
  beside.send(port, "");
  beside.send(port, R"({"name":"stop"})");
  std::vector<ReceivedEvent> heard;
  while (heard.size() < 2) {
    for (ReceivedEvent& one : sockets.take()) heard.push_back(std::move(one));
    std::this_thread::yield();
  }
  EXPECT_EQ(heard[0].event.name, "go");
  EXPECT_EQ(heard[1].event.name, "stop");
  EXPECT_GE(heard[1].arrived.monotonic_s, heard[0].arrived.monotonic_s);
  EXPECT_EQ(heard[0].arrived.utc.size(), std::string("2026-03-01T09:30:00.000000Z").size());
  EXPECT_EQ(sockets.counts().malformed, 3U);
  EXPECT_EQ(sockets.counts().received, 2U);
  EXPECT_NE(sockets.counts().last_fault, "");

  sockets.send(write_datagram({.stamp = {.time_s = 1.5, .run_s = 31.5, .monotonic_s = 7, .utc = "now"},
                               .event = "out",
                               .name = "flash",
                               .value = 2}));
  const Json told = Json::parse(beside.hear());
  EXPECT_EQ(told["name"], "flash");
  EXPECT_EQ(told["value"], 2);
  EXPECT_EQ(told["stamp"], 1.5);
  EXPECT_EQ(told["run_s"], 31.5);
  EXPECT_EQ(sockets.counts().sent, 1U);
}

TEST(Datagram, APortThatIsTakenIsReported) {
  const Beside beside;
  DatagramSockets sockets({.in = beside.port()});
  EXPECT_NE(sockets.open().find("cannot be used"), std::string::npos);
}

}  // namespace
}  // namespace backlot::server::datagram_test
