#include "backlot/sut_link/words.h"

namespace backlot::sut_link {

std::optional<std::vector<std::string>> split_words(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n", kEscapedInQuotes = "\"\\$`\n";
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quote == 0 && kBlanks.find(c) != std::string_view::npos) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (k + 1 == text.size()) return std::nullopt;
      const char next = text[k + 1];
      const bool is_taken = quote == 0 || kEscapedInQuotes.find(next) != std::string_view::npos;
      if (is_taken) ++k;
      if (!is_taken || next != '\n') words.back() += is_taken ? next : c;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return std::nullopt;
  return words;
}

}  // namespace backlot::sut_link
