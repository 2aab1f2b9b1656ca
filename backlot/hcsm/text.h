// A name in a description. Unlike std::string it can be read while a program is compiled by every compiler that we use, so that
// one description serves machines that are built at run time and those that are compiled in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backlot::hcsm {

class Text {
 public:
  constexpr Text() noexcept {}  // NOLINT(modernize-use-equals-default): g++ 12 fails on the default
  // Names are written as they are read: .name = "keep lane".
  constexpr Text(const char* text) : Text(std::string_view(text)) {}
  constexpr Text(std::string_view text) : characters_(text.begin(), text.end()) {}
  Text(const std::string& text) : Text(std::string_view(text)) {}

  constexpr std::string_view view() const { return {characters_.data(), characters_.size()}; }
  constexpr operator std::string_view() const { return view(); }
  constexpr bool empty() const { return characters_.empty(); }

  friend constexpr bool operator==(const Text& a, const Text& b) { return a.view() == b.view(); }
  friend constexpr bool operator==(const Text& a, std::string_view b) { return a.view() == b; }
  friend constexpr bool operator==(const Text& a, const char* b) { return a.view() == b; }

 private:
  std::vector<char> characters_;
};

}  // namespace backlot::hcsm
