// What is wrong with a text, as far as it is worth listing.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <tuple>

#include "backlot/base/diagnostic.h"

namespace backlot::text {

// A list of diagnostics that ends after kMostErrors errors: a user that sees a hundred does not want the rest, and a
// file of garbage must not fill the memory with complaints. An error is listed once for its place, and so is
// a warning with the same text, however often a template is read.
class Problems {
 public:
  void error(std::string code, base::Place place, std::string message, std::string hint = {});
  void warning(std::string code, base::Place place, std::string message, std::string hint = {});

  // Something could not be read, and has been reported elsewhere.
  void note_failure() { ++failures_; }

  // How often something could not be read. When this grows while a block is read, what seems to be missing in the
  // block may be what was not read: no reason for another error.
  std::size_t failures() const { return failures_; }

  // True when the list has ended: reading on is of no use.
  bool is_full() const { return is_full_; }

  // In the order of the text: by file, in the order in which the files were first complained of, then by place.
  base::Diagnostics take();

 private:
  base::Diagnostics list_;
  std::set<std::tuple<std::string, int, int, std::string>> seen_;  // places and codes
  std::size_t failures_ = 0;
  std::size_t errors_ = 0;
  bool is_full_ = false;
};

}  // namespace backlot::text
