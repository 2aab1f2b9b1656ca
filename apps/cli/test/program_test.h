// Runs the program as a user would, in a folder of the test's own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::cli {

struct Answer {
  int code = -1;  // 128 + signal where one ended it
  std::string out, err;
};

class ProgramTest : public ::testing::Test {
 protected:
  ProgramTest();
  ~ProgramTest() override;
  ProgramTest(const ProgramTest&) = delete;
  ProgramTest& operator=(const ProgramTest&) = delete;

  // Runs `backlot ARGUMENTS...` in the folder; `in` is its standard input.
  Answer run(const std::vector<std::string>& arguments, std::string_view in = {}) const;

  // The same, ended by an interrupt (Ctrl-C) once a file of the folder has grown past 100 kB; without a name, once the program has said
  // something on standard error.
  Answer run_and_interrupt(const std::vector<std::string>& arguments, const std::string& growing) const;

  // The same with a terminal as standard error, which is where `err` comes from.
  Answer run_on_terminal(const std::vector<std::string>& arguments, bool has_no_color) const;

  // A file of the folder.
  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

// The lines of a text, without their ends; and the fields of a line between tabs.
std::vector<std::string> lines_of(std::string_view text);
std::vector<std::string> fields_of(std::string_view line);

// Whether a line has these fields, with numbers equal but for the last bits of computing.
::testing::AssertionResult has_fields(std::string_view line, const std::vector<std::string>& expected);

}  // namespace backlot::cli
