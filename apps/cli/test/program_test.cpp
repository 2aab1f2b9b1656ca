#include "apps/cli/test/program_test.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backlot/base/find_number.h"

namespace backlot::cli {
namespace {

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

ProgramTest::ProgramTest() {
  const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
  std::string pattern =
      ::testing::TempDir() + "backlot_" + test.test_suite_name() + "_" + test.name() + "_XXXXXX";
  for (char& letter : pattern)
    if (letter == '/' && &letter > pattern.data() + ::testing::TempDir().size()) letter = '_';
  EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
}

ProgramTest::~ProgramTest() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void ProgramTest::write(const std::string& name, std::string_view text) const {
  std::ofstream file(folder_ / name, std::ios::binary);
  file << text;
  ASSERT_TRUE(file.good()) << name;
}

std::string ProgramTest::read(const std::string& name) const {
  std::ifstream file(folder_ / name, std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool ProgramTest::exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

namespace {

// In the child: becomes the program, with `err` as standard error.
[[noreturn]] void become_program(const std::filesystem::path& folder,
                                 const std::vector<std::string>& arguments, int err) {
  std::vector<char*> list = {const_cast<char*>("backlot")};
  for (const std::string& argument : arguments) list.push_back(const_cast<char*>(argument.c_str()));
  list.push_back(nullptr);
  const bool is_ready = ::chdir(folder.c_str()) == 0 && ::dup2(err, STDERR_FILENO) >= 0 &&
                        ::dup2(::open(".in", O_RDONLY), STDIN_FILENO) >= 0 &&
                        ::dup2(::open(".out", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO) >= 0;
  if (is_ready) ::execv(BACKLOT_PROGRAM, list.data());
  ::_exit(99);
}

int code_of(pid_t child) {
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Answer ProgramTest::run(const std::vector<std::string>& arguments, std::string_view in) const {
  write(".in", in);
  write(".err", "");
  const pid_t child = ::fork();
  if (child == 0) become_program(folder_, arguments, ::open(path(".err").c_str(), O_WRONLY | O_TRUNC));
  return {code_of(child), read(".out"), read(".err")};
}

Answer ProgramTest::run_and_interrupt(const std::vector<std::string>& arguments,
                                      const std::string& growing) const {
  constexpr int kMostTries = 3000;  // of 20 ms
  write(".in", "");
  write(".err", "");
  const pid_t child = ::fork();
  if (child == 0) become_program(folder_, arguments, ::open(path(".err").c_str(), O_WRONLY | O_TRUNC));
  const std::string watched = path(growing.empty() ? ".err" : growing);
  const std::uintmax_t enough = growing.empty() ? 1 : 100'000;
  for (int i = 0; i < kMostTries; ++i) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(watched, missing);
    if (!missing && size >= enough) break;
    ::usleep(20'000);
  }
  ::kill(child, SIGINT);
  return {code_of(child), read(".out"), read(".err")};
}

Answer ProgramTest::run_on_terminal(const std::vector<std::string>& arguments, bool has_no_color) const {
  write(".in", "");
  const int near = ::posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_TRUE(near >= 0 && ::grantpt(near) == 0 && ::unlockpt(near) == 0);
  const int far = ::open(::ptsname(near), O_RDWR | O_NOCTTY);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    has_no_color ? ::setenv("NO_COLOR", "1", 1) : ::unsetenv("NO_COLOR");
    become_program(folder_, arguments, far);
  }
  ::close(far);
  std::string err(4096, '\0');
  const ssize_t count = ::read(near, err.data(), err.size());
  err.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  const int code = code_of(child);
  ::close(near);
  return {code, read(".out"), err};
}

::testing::AssertionResult has_fields(std::string_view line, const std::vector<std::string>& expected) {
  constexpr double kTolerance = 1e-9;
  const std::vector<std::string> fields = fields_of(line);
  bool is_equal = fields.size() == expected.size();
  for (std::size_t i = 0; is_equal && i < fields.size(); ++i) {
    const std::optional<double> number = base::find_number(fields[i]), other = base::find_number(expected[i]);
    is_equal = number && other ? std::fabs(*number - *other) <= kTolerance : fields[i] == expected[i];
  }
  return is_equal ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << "the line is: " << line;
}

std::vector<std::string> lines_of(std::string_view text) { return parts_of(text, '\n'); }
std::vector<std::string> fields_of(std::string_view line) { return parts_of(line, '\t'); }

}  // namespace backlot::cli
