#include "backlot/sut_link/test/processes.h"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace backlot::sut_link {

int count_processes(const std::string& mark) {
  int count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (text.str().find(mark) != std::string::npos) ++count;
  }
  return count;
}

bool wait_for_processes(const std::string& mark, int count) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (count_processes(mark) != count) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

std::string unique_mark() {
  static std::atomic<int> number = 0;
  return "mark_" + std::to_string(::getpid()) + "_" + std::to_string(++number) + "_";
}

}  // namespace backlot::sut_link
