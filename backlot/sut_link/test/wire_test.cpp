// Messages that come in pieces, together, or not at all. The other side writes bytes of its own.
#include "backlot/sut_link/internal/wire.h"

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include <backlot/sut_link/driver.pb.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace backlot::sut_link::wire_test {
namespace {

using std::chrono::milliseconds;

struct Pair {
  Descriptor here, there;
  Pair() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    here = Descriptor(ends[0]);
    there = Descriptor(ends[1]);
  }
  Wire wire(std::size_t most = 1 << 20) const {
    return {Descriptor(::dup(here.number())), Descriptor(::dup(here.number())), most};
  }
  void write(const std::string& bytes) const {
    EXPECT_EQ(::write(there.number(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
};

// Length and bytes of a hello of the version 1 with a name.
std::string hello_bytes(const std::string& name) {
  const std::string inner = std::string("\x08\x01\x12") + static_cast<char>(name.size()) + name;
  const std::string body = std::string("\x0a") + static_cast<char>(inner.size()) + inner;
  return std::string{static_cast<char>(body.size()), 0, 0, 0} + body;
}

Deadline soon() { return std::chrono::steady_clock::now() + milliseconds(50); }
Deadline late() { return std::chrono::steady_clock::now() + std::chrono::seconds(60); }

TEST(Wire, TakesMessagesByteByByteAndSeveralAtOnce) {
  const Pair pair;
  Wire wire = pair.wire();
  driver::ToHarness message;
  const std::string bytes = hello_bytes("one") + hello_bytes("two") + hello_bytes("three");
  std::thread other([&] {
    for (const char byte : bytes) {
      pair.write({byte});
      std::this_thread::sleep_for(milliseconds(1));
    }
    pair.write(bytes + bytes);
  });
  for (int k = 0; k < 3; ++k)
    for (const char* name : {"one", "two", "three"}) {
      ASSERT_EQ(wire.receive(message, late()), WireStatus::fine);
      EXPECT_EQ(message.hello().name(), name);
      EXPECT_EQ(message.hello().version(), 1U);
    }
  other.join();
  EXPECT_EQ(wire.receive(message, soon()), WireStatus::late);
}

TEST(Wire, SendsMoreThanThePipeHolds) {
  const Pair pair;
  Wire wire = pair.wire();
  driver::ToDriver message;
  message.mutable_hello()->set_name(std::string(3'000'000, 'x'));
  std::string received;
  std::thread other([&] {
    std::array<char, 1000> bytes{};
    while (received.size() < 3'000'014) {
      const ssize_t count = ::read(pair.there.number(), bytes.data(), bytes.size());
      if (count <= 0) return;
      received.append(bytes.data(), static_cast<std::size_t>(count));
    }
  });
  EXPECT_EQ(wire.send(message, late()), WireStatus::fine);
  other.join();
  // length, tag and length of the hello, tag and length of its name
  const std::string body = message.SerializeAsString();
  ASSERT_EQ(received.size(), body.size() + 4);
  EXPECT_EQ(received.substr(4), body);
  std::size_t length = 0;
  for (int k = 3; k >= 0; --k)
    length = 256 * length + static_cast<unsigned char>(received[static_cast<std::size_t>(k)]);
  EXPECT_EQ(length, body.size());
}

TEST(Wire, DoesNotWaitForAReaderForEver) {
  const Pair pair;
  Wire wire = pair.wire();
  driver::ToDriver message;
  message.mutable_hello()->set_name(std::string(3'000'000, 'x'));
  EXPECT_EQ(wire.send(message, soon()), WireStatus::late);
}

TEST(Wire, TellsEndsApart) {
  driver::ToHarness message;
  {
    Pair pair;
    Wire wire = pair.wire();
    pair.there.close();
    EXPECT_EQ(wire.receive(message, late()), WireStatus::closed);
    // and a write there raises no signal that ends this program
    EXPECT_EQ(wire.send(driver::ToDriver(), late()), WireStatus::closed);
    EXPECT_EQ(wire.send(driver::ToDriver(), late()), WireStatus::closed);
  }
  for (const std::size_t kept : {1U, 3U, 4U, 9U}) {
    Pair pair;
    Wire wire = pair.wire();
    pair.write(hello_bytes("name").substr(0, kept));
    pair.there.close();
    EXPECT_EQ(wire.receive(message, late()), WireStatus::cut) << kept;
  }
}

TEST(Wire, RefusesWhatIsTooLongWithoutReadingIt) {
  const Pair pair;
  Wire wire = pair.wire(1000);
  driver::ToHarness message;
  pair.write({'\xe9', '\x03', 0, 0});
  EXPECT_EQ(wire.receive(message, late()), WireStatus::too_long);
  EXPECT_EQ(wire.refused_bytes(), 1001U);
}

TEST(Wire, RefusesBytesThatAreNoMessage) {
  const Pair pair;
  Wire wire = pair.wire();
  driver::ToHarness message;
  pair.write(std::string{'\x03', 0, 0, 0} + "\x0a\x50x" + hello_bytes("next"));
  EXPECT_EQ(wire.receive(message, late()), WireStatus::garbage);
  EXPECT_EQ(wire.receive(message, late()), WireStatus::fine) << "the next one is found behind it";
  EXPECT_EQ(message.hello().name(), "next");
}

}  // namespace
}  // namespace backlot::sut_link::wire_test
