#include "apps/cli/cluster/spool.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/cli/cluster/kept_recording.h"

namespace backlot::cli::spool_test {
namespace {

namespace fs = std::filesystem;

class Spool : public ::testing::Test {
 protected:
  Spool() {
    std::string pattern = ::testing::TempDir() + "backlot_spool_XXXXXX";
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  ~Spool() override { fs::remove_all(folder_); }
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  std::string folder_;
};

Json row_of(int value) { return {{"verdict", "pass"}, {"value", value}}; }

TEST_F(Spool, RowsComeOnceAsTheyAreWritten) {
  SpoolWriter first, second;
  ASSERT_TRUE(first.open(folder_, 3));
  ASSERT_TRUE(second.open(folder_, 4));
  SpoolReader reader(folder_);
  EXPECT_TRUE(reader.read().empty());
  ASSERT_TRUE(first.begin(7));
  ASSERT_TRUE(first.add(7, row_of(1)));
  ASSERT_TRUE(second.add(9, row_of(2)));
  EXPECT_EQ(reader.read().size(), 2U);
  EXPECT_TRUE(reader.read().empty());
  ASSERT_TRUE(first.add(8, row_of(3)));
  const auto later = reader.read();
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0].first, 8U);
  EXPECT_EQ(later[0].second, row_of(3));
}

TEST_F(Spool, HalfALineIsNotThereYet) {
  SpoolReader reader(folder_);
  const std::string line = Json{{"position", 1}, {"row", row_of(1)}}.dump() + "\n";
  std::ofstream file(folder_ + "/0.abc");
  file << line << line.substr(0, 10) << std::flush;
  EXPECT_EQ(reader.read().size(), 1U);
  EXPECT_EQ(read_spool(folder_, 0).rows.size(), 1U);
  file << line.substr(10) << std::flush;
  EXPECT_EQ(reader.read().size(), 1U);
  file << "no JSON\n" << line << std::flush;
  EXPECT_EQ(reader.read().size(), 1U);
}

// The shard is played three times: two processes die with run 1, the second of them with run 2 as well; one is asked to end.
TEST_F(Spool, DeathsAreCountedOfRunsWithoutARow) {
  for (int time = 0; time < 3; ++time) {
    SpoolWriter writer;
    ASSERT_TRUE(writer.open(folder_, 12));
    if (time == 0) {
      ASSERT_TRUE(writer.begin(0) && writer.add(0, row_of(5)) && writer.begin(1));
    } else if (time == 1) {
      ASSERT_TRUE(writer.begin(1) && writer.begin(2) && writer.begin(3));
    } else {
      ASSERT_TRUE(writer.begin(3) && writer.begin(2) && writer.add(3, row_of(6)) && writer.begin(1) &&
                  writer.stop());
    }
  }
  SpoolWriter other;  // shard 1 is not shard 12
  ASSERT_TRUE(other.open(folder_, 1) && other.begin(2));
  const SpoolState state = read_spool(folder_, 12);
  EXPECT_EQ(state.rows.size(), 2U);
  EXPECT_EQ(state.deaths, (std::map<std::size_t, std::size_t>{{1, 2}, {2, 1}}));
}

TEST_F(Spool, ARowThatWasTheMachinesFaultGivesWay) {
  Json lost = row_of(1);
  lost["fault"] = "machine";
  SpoolWriter first, second;
  ASSERT_TRUE(first.open(folder_, 0) && first.add(5, lost));
  EXPECT_TRUE(is_fault_of_machine(read_spool(folder_, 0).rows.at(5)));
  ASSERT_TRUE(second.open(folder_, 0) && second.add(5, row_of(2)) && second.add(5, lost));
  EXPECT_EQ(read_spool(folder_, 0).rows.at(5), row_of(2));
}

// A file that may not grow is what a full disk is: the writer waits until there is room again, and no half of a line is left.
TEST_F(Spool, AFullDiskIsWaitedFor) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 5000;
    ::setrlimit(RLIMIT_FSIZE, &limit);
    // Room comes while the writer waits.
    std::signal(SIGALRM, [](int) {
      rlimit more{};
      ::getrlimit(RLIMIT_FSIZE, &more);
      more.rlim_cur = more.rlim_max;
      ::setrlimit(RLIMIT_FSIZE, &more);
    });
    ::alarm(1);
    SpoolWriter writer;
    bool is_written = writer.open(folder_, 0, Safety::twice_a_second);
    for (std::size_t k = 0; k < 20; ++k)
      is_written = is_written && writer.add(k, {{"text", std::string(700, 'x')}});
    is_written = is_written && writer.sync();
    ::_exit(is_written ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_spool(folder_, 0).rows.size(), 20U);
}

TEST_F(Spool, RecordingsAreNamedByWhatTheyHold) {
  const std::string kept = folder_ + "/kept";
  const auto keep = [&](const std::string& text) {
    std::ofstream(folder_ + "/a.mcap") << text;
    Json row{{"recording", folder_ + "/a.mcap"}};
    EXPECT_TRUE(keep_recording(kept, row));
    return row["recording"].get<std::string>();
  };
  const std::string one = keep("one");
  EXPECT_EQ(keep("one"), one);
  EXPECT_NE(keep("two"), one);
  EXPECT_TRUE(fs::exists(one));
  EXPECT_FALSE(fs::exists(folder_ + "/a.mcap"));
  Json without{{"recording", nullptr}};
  EXPECT_TRUE(keep_recording(kept, without));
  Json missing{{"recording", folder_ + "/none.mcap"}};
  EXPECT_FALSE(keep_recording(kept, missing));
}

}  // namespace
}  // namespace backlot::cli::spool_test
