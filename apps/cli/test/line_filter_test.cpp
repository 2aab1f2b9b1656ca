#include "apps/cli/maps/line_filter.h"

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

namespace backlot::cli::line_filter_test {
namespace {

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends.data()), 0); }
  ~Pipe() {
    close_writer();
    ::close(ends[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void write(std::string_view text) const {
    ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close_writer() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
  std::string read_all() {
    close_writer();
    std::string text;
    std::array<char, 4096> chunk{};
    for (ssize_t count = 0; (count = ::read(ends[0], chunk.data(), chunk.size())) > 0;)
      text.append(chunk.data(), static_cast<std::size_t>(count));
    return text;
  }

  std::array<int, 2> ends = {-1, -1};
};

// Echoes a line in brackets; those that begin with x cannot be read.
bool bracket(std::string_view line, std::string& answer) {
  answer += "[" + std::string(line) + "]";
  return line.substr(0, 1) != "x";
}

TEST(LineFilter, AnswersEveryLineByOne) {
  Pipe in, out;
  in.write("a\n\nxb\r\nlast");
  in.close_writer();
  const LineCounts counts = answer_lines(in.ends[0], out.ends[1], bracket);
  EXPECT_EQ(out.read_all(), "[a]\n[]\n[xb]\n[last]\n");
  EXPECT_EQ(counts.lines, 4U);
  EXPECT_EQ(counts.unreadable, 1U);
  EXPECT_TRUE(counts.is_complete);
}

TEST(LineFilter, SaysNothingToNothing) {
  Pipe in, out;
  in.close_writer();
  EXPECT_EQ(answer_lines(in.ends[0], out.ends[1], bracket).lines, 0U);
  EXPECT_EQ(out.read_all(), "");
}

TEST(LineFilter, SaysWhenTheOutputIsClosed) {
  Pipe in;
  in.write("a\n");
  in.close_writer();
  EXPECT_FALSE(answer_lines(in.ends[0], -1, bracket).is_complete);
}

}  // namespace
}  // namespace backlot::cli::line_filter_test
