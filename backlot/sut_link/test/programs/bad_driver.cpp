// A driver that breaks the protocol in the way that its argument names. It has its own framing, so that it shares no code with the room.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include <backlot/sut_link/driver.pb.h>
#include <unistd.h>

namespace {

using backlot::driver::ToDriver;
using backlot::driver::ToHarness;

bool read_all(char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::read(3, to, size);
    if (count <= 0) return false;
    to += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool receive(ToDriver& message) {
  unsigned char length[4];
  if (!read_all(reinterpret_cast<char*>(length), 4)) return false;
  std::string body(length[0] + 256U * length[1] + 65536U * length[2] + 16777216U * length[3], '\0');
  return read_all(body.data(), body.size()) && message.ParseFromString(body);
}

void write_all(const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = ::write(4, bytes.data() + sent, bytes.size() - sent);
    if (count <= 0) std::exit(9);
    sent += static_cast<std::size_t>(count);
  }
}

std::string framed(const std::string& body, std::uint32_t length) {
  std::string bytes;
  for (int k = 0; k < 4; ++k) bytes += static_cast<char>((length >> (8 * k)) & 255U);
  return bytes + body;
}
void send(const ToHarness& message) {
  const std::string body = message.SerializeAsString();
  write_all(framed(body, static_cast<std::uint32_t>(body.size())));
}

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

// Fills the answer to a view, or does something else; false where there is no answer to send.
bool misbehave(const std::string& how, const backlot::driver::View& view, ToHarness& answer) {
  auto& command = *answer.mutable_command();
  command.set_cycle(view.cycle());
  command.mutable_steering()->set_acceleration_mps2(-1);
  if (view.cycle() < 3) return true;  // it is well at first
  if (how == "garbage") {
    write_all(framed("\xff\xff\xff\xff garbage", 12));
    return false;
  }
  if (how == "nan")
    command.mutable_steering()->set_steering_rad(std::numeric_limits<double>::quiet_NaN());
  else if (how == "infinite")
    command.mutable_steering()->set_acceleration_mps2(std::numeric_limits<double>::infinity());
  else if (how == "no_motion")
    command.clear_motion();
  else if (how == "short_path")
    command.mutable_path()->add_points();
  else if (how == "long_path")
    for (int k = 0; k < 1001; ++k) command.mutable_path()->add_points();
  else if (how == "many_signals")
    for (int k = 0; k < 257; ++k) command.add_signals()->set_name("s");
  else if (how == "other_cycle")
    command.set_cycle(view.cycle() + 1);
  else if (how == "ready")
    answer.mutable_ready();
  else if (how == "fault")
    answer.mutable_fault()->set_text("the planner has no plan");
  else if (how == "twice")
    send(answer);
  else if (how == "empty")
    answer.Clear();
  else if (how == "too_long")
    write_all(framed("", 4000000000U));
  else if (how == "exits")
    std::exit(3);
  else if (how == "leaves")
    std::exit(0);
  else if (how == "says_and_exits") {
    std::fprintf(stderr, "first line\nno map for this road\n\n");
    std::exit(7);
  } else if (how == "killed") {
    ::signal(SIGSEGV, SIG_DFL);  // a sanitizer would take it, and exit
    ::raise(SIGSEGV);
  } else if (how == "cut") {
    write_all(framed("half", 400));
    std::exit(0);
  } else if (how == "closes") {
    ::close(4);
    sleep_for_ever();
  } else if (how == "late") {
    ::sleep(2);  // and then answers as if nothing had been
  } else if (how == "nothing")
    sleep_for_ever();
  else if (how == "floods") {
    // prints without end, and never answers
    for (;;) std::puts("I print without end, and never answer");
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string how = count > 1 ? arguments[1] : "";
  if (how == "ends_at_once") return 5;
  if (how == "never_says_hello") sleep_for_ever();
  if (how == "babbles_at_once") write_all("HTTP/1.1 400 Bad Request\r\n\r\n");
  ToDriver message;
  ToHarness answer;
  while (receive(message)) {
    answer.Clear();
    if (how == "prints") {
      // more than a pipe holds, in each cycle
      for (int k = 0; k < 3000; ++k) std::puts("a line of no interest on standard output");
      std::fprintf(stderr, "and one on standard error\n");
      std::fflush(stdout);
    }
    if (message.has_hello()) {
      answer.mutable_hello()->set_version(how == "other_version" ? 2 : 1);
    } else if (message.has_reset()) {
      answer.mutable_ready()->set_run(how == "other_run" ? 77 : message.reset().run());
    } else if (!misbehave(how, message.view(), answer)) {
      continue;
    }
    send(answer);
  }
  return 0;
}
