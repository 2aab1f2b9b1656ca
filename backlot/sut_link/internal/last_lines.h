// The end of what a program printed: enough for a message, however much it prints.
#pragma once

#include <string>
#include <string_view>

namespace backlot::sut_link {

class LastLines {
 public:
  void add(std::string_view text);
  // The last line that is not blank, without control characters, 200 characters at most; empty without one.
  std::string last() const;

 private:
  std::string text_;
};

}  // namespace backlot::sut_link
