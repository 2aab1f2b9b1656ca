#include "backlot/campaign/worker_pool.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace backlot::campaign::worker_pool_test {
namespace {

// A worker in the language of the shell: its standard input is the socket, both ways.
PoolSettings shell(const std::string& body, std::size_t workers = 2) {
  return {.command = {"/bin/sh", "-c", "while read -r line; do " + body + "; done"}, .workers = workers};
}

std::map<std::size_t, TaskResult> run(const PoolSettings& settings, const std::vector<Task>& tasks) {
  std::map<std::size_t, TaskResult> results;
  run_tasks(
      settings, tasks.size(), [&](std::size_t k) { return tasks[k]; },
      [&](const TaskResult& result) { EXPECT_TRUE(results.emplace(result.task, result).second); });
  return results;
}

// Processes that have a mark in their environment.
std::size_t count_marked(const std::string& mark) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(::getpid()))
      continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    count += text.str().find(mark) == std::string::npos ? 0U : 1U;
  }
  return count;
}

TEST(WorkerPool, AnswersEachTaskOnce) {
  std::vector<Task> tasks;
  for (int k = 0; k < 50; ++k) tasks.push_back({"task " + std::to_string(k)});
  const auto results = run(shell("echo \"did $line\" >&0"), tasks);
  ASSERT_EQ(results.size(), tasks.size());
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    EXPECT_EQ(results.at(k).ending, Ending::answered);
    EXPECT_EQ(results.at(k).answer, "did task " + std::to_string(k));
  }
}

// Each worker says which tasks it has played. A family that one worker has begun is not begun by another, unless there is nothing else to do.
TEST(WorkerPool, PlaysAFamilyInOneWorker) {
  PoolSettings settings = shell("echo \"$$\" >&0");
  std::vector<Task> tasks(60);
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    tasks[k].request = "x";
    settings.families.push_back(k / 5);
  }
  const auto results = run(settings, tasks);
  ASSERT_EQ(results.size(), tasks.size());
  std::size_t apart = 0;
  for (std::size_t k = 1; k < tasks.size(); ++k)
    if (k % 5 != 0 && results.at(k).answer != results.at(k - 1).answer) ++apart;
  EXPECT_LE(apart, 3U);  // the last family alone is divided: 5 into 2 and 3, these again
}

TEST(WorkerPool, GreetsEachWorker) {
  const auto results =
      run({.command = {"/bin/sh", "-c", "read -r name; while read -r l; do echo \"$name $l\" >&0; done"},
           .greeting = "hello",
           .workers = 2},
          {{"a"}, {"b"}, {"c"}});
  for (const auto& [task, result] : results)
    EXPECT_TRUE(result.answer.starts_with("hello ")) << result.answer;
}

TEST(WorkerPool, ACrashCostsOneTask) {
  const auto results = run(shell("echo \"about to do $line\" >&2; case $line in die) kill -6 $$;; leave) "
                                 "exit 3;; *) echo ok >&0;; esac"),
                           {{"a"}, {"die"}, {"b"}, {"leave"}, {"c"}, {"d"}});
  ASSERT_EQ(results.size(), 6U);
  for (const std::size_t good : {0U, 2U, 4U, 5U}) EXPECT_EQ(results.at(good).answer, "ok");
  EXPECT_EQ(results.at(1).ending, Ending::crashed);
  EXPECT_EQ(results.at(1).why, "the worker process ended by signal 6 (Aborted)");
  EXPECT_NE(results.at(1).log.find("about to do die"), std::string::npos);
  EXPECT_EQ(results.at(3).ending, Ending::crashed);
  EXPECT_EQ(results.at(3).why, "the worker process ended with exit code 3");
}

TEST(WorkerPool, AHangCostsOneTaskAndItsTimeLimit) {
  const auto results = run(shell("case $line in hang) sleep 1000;; *) echo ok >&0;; esac"),
                           {{"a"}, {"hang", 0.3}, {"b"}, {"c"}});
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results.at(1).ending, Ending::hung);
  EXPECT_EQ(results.at(1).why, "no answer within 0.3 s");
  for (const std::size_t good : {0U, 2U, 3U}) EXPECT_EQ(results.at(good).answer, "ok");
}

// Signal 9 comes from outside: the task is tried again, and no driver is blamed until that has failed as well.
TEST(WorkerPool, AKilledWorkerDidNothingWrong) {
  const std::string mark = ::testing::TempDir() + "backlot_pool_" + std::to_string(::getpid());
  const auto once =
      run(shell("if [ -e " + mark + " ]; then echo ok >&0; else touch " + mark + "; kill -9 $$; fi", 1),
          {{"a"}, {"b"}});
  std::filesystem::remove(mark);
  EXPECT_EQ(once.at(0).answer, "ok");
  EXPECT_EQ(once.at(1).answer, "ok");
  const auto always = run(shell("case $line in a) kill -9 $$;; *) echo ok >&0;; esac", 1), {{"a"}, {"b"}});
  EXPECT_EQ(always.at(0).ending, Ending::killed);
  EXPECT_EQ(always.at(1).answer, "ok");
}

TEST(WorkerPool, LastWordsAreAnAnswer) {
  const auto results = run(shell("echo \"!$line\" >&0; exit 0", 1), {{"a"}, {"b"}, {"c"}});
  for (const auto& [task, result] : results)
    EXPECT_EQ(result.answer, std::string(1, static_cast<char>('a' + task)));
}

TEST(WorkerPool, APrintHarmsNothing) {
  const auto results = run(shell("echo noise; echo noise >&2; echo ok >&0"), {{"a"}, {"b"}});
  for (const auto& [task, result] : results) EXPECT_EQ(result.answer, "ok");
}

TEST(WorkerPool, AProgramThatDoesNotExistIsACrashOfEachTask) {
  const auto results = run({.command = {"/no/such/program"}, .workers = 2}, {{"a"}, {"b"}, {"c"}});
  ASSERT_EQ(results.size(), 3U);
  for (const auto& [task, result] : results) EXPECT_EQ(result.ending, Ending::crashed);
}

TEST(WorkerPool, NothingIsLeftRunning) {
  const std::string mark = "BACKLOT_MARK_" + std::to_string(::getpid());
  ::setenv("BACKLOT_TEST_MARK", mark.c_str(), 1);
  run(shell("sleep 1000 & case $line in die) exit 1;; hang) sleep 1000;; *) echo ok >&0;; esac"),
      {{"a"}, {"die"}, {"hang", 0.2}, {"b"}});
  std::size_t results = 0;
  run_tasks(
      shell("sleep 1000 & sleep 1000"), 2, [](std::size_t) { return Task{"a"}; },
      [&](const TaskResult&) { ++results; }, [n = 0]() mutable { return ++n > 2; });
  ::unsetenv("BACKLOT_TEST_MARK");
  EXPECT_EQ(results, 0U);  // it was stopped
  // The kernel takes a moment to bury them.
  for (int k = 0; k < 500 && count_marked(mark) > 0; ++k) ::usleep(10'000);
  EXPECT_EQ(count_marked(mark), 0U);
}

}  // namespace
}  // namespace backlot::campaign::worker_pool_test
