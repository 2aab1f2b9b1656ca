#include "backlot/sut_link/internal/last_lines.h"

#include <algorithm>

namespace backlot::sut_link {

namespace {

constexpr std::size_t kKept = 4096, kMostOfALine = 200;

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

}  // namespace

void LastLines::add(std::string_view text) {
  text_ += text;
  if (text_.size() > 2 * kKept) text_.erase(0, text_.size() - kKept);
}

std::string LastLines::last() const {
  std::size_t end = text_.size();
  while (end > 0 && is_blank(text_[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && text_[begin - 1] != '\n') --begin;
  while (begin < end && is_blank(text_[begin])) ++begin;
  std::string line = text_.substr(begin, end - begin);
  if (line.size() > kMostOfALine) line = "..." + line.substr(line.size() - kMostOfALine);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~'; }, '?');
  return line;
}

}  // namespace backlot::sut_link
