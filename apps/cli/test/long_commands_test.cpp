// Commands that take long: they say so on standard error, and an interrupt (Ctrl-C) leaves nothing half done.
#include <array>
#include <filesystem>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/cli/maps/grid.h"
#include "apps/cli/test/program_test.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::cli::long_commands_test {
namespace {

class LongCommands : public ProgramTest {
 protected:
  // A file that gives and takes nothing until its other end is opened: what reads or writes it takes as long as the test wants.
  void make_pipe(const std::string& name) const { ASSERT_EQ(::mkfifo(path(name).c_str(), 0600), 0); }

  // Until the program has said something on standard error.
  void wait_for_words() const {
    constexpr int kMostTries = 6000;  // of 10 ms
    for (int i = 0; i < kMostTries; ++i) {
      std::error_code missing;
      if (std::filesystem::file_size(path(".err"), missing) > 0 && !missing) return;
      ::usleep(10'000);
    }
  }
};

TEST_F(LongCommands, RehearseEndsWithFiguresOfTheRunsItHas) {
  write("corner.way", harness::test::kSmallRoad);
  write("small.scene", harness::test::kSmallScene);
  const Answer answer = run_and_interrupt({"rehearse", "small.scene", "--seeds", "1..1000000", "--json"}, "");
  EXPECT_EQ(answer.code, 130) << answer.err;
  EXPECT_EQ(answer.err.rfind("rehearsing", 0), 0U) << answer.err;
  const nlohmann::json figures = nlohmann::json::parse(answer.out);
  EXPECT_TRUE(figures["interrupted"].get<bool>());
  EXPECT_LT(figures["runs"].get<int>(), 1'000'000);
}

TEST_F(LongCommands, ConvertWritesNothingWhereItIsInterruptedBefore) {
  make_pipe("town.way");
  const Answer answer = run_and_interrupt({"convert", "town.way", "town.xodr"}, "");
  EXPECT_EQ(answer.code, 130) << answer.err;
  EXPECT_EQ(answer.err.rfind("converting town.way", 0), 0U) << answer.err;
  EXPECT_FALSE(exists("town.xodr"));
}

TEST_F(LongCommands, GenerateWritesTheWholeFileAllTheSame) {
  make_pipe("town.way");
  std::string got;
  write(".err", "");
  std::thread reader([&] {
    const int file = ::open(path("town.way").c_str(), O_RDONLY);
    wait_for_words();
    std::array<char, 4096> part{};
    for (ssize_t n = 0; (n = ::read(file, part.data(), part.size())) > 0;)
      got.append(part.data(), static_cast<std::size_t>(n));
    ::close(file);
  });
  const Answer answer = run_and_interrupt({"generate", "grid", "--rows", "30", "--columns", "30", "--block",
                                           "150", "--lanes", "2", "-o", "town.way"},
                                          "");
  reader.join();
  // 0: the last bytes were written before the interrupt came
  EXPECT_TRUE(answer.code == 130 || answer.code == 0) << answer.code << answer.err;
  EXPECT_EQ(answer.err.rfind("generating town.way", 0), 0U) << answer.err;
  EXPECT_EQ(got, grid_text({.rows = 30, .columns = 30, .block_m = 150, .lanes = 2}));
}

}  // namespace
}  // namespace backlot::cli::long_commands_test
