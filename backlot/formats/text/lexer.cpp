#include "backlot/formats/text/lexer.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/text/number.h"

namespace backlot::text {

namespace {

// Own tests of characters: those of the C library ask the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word_character(char c) { return is_letter(c) || is_digit(c); }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_symbol(char c) {
  constexpr std::string_view kSymbols = "(){},:;=+-*/%.";
  return kSymbols.find(c) != std::string_view::npos;
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

bool is_plain_word(std::string_view text) {
  if (text.empty() || !is_letter(text.front()) || text.back() == '.') return false;
  char before = '.';
  for (const char c : text) {
    if (!is_word_character(c) && (c != '.' || before == '.')) return false;
    before = c;
  }
  return true;
}

Lexer::Lexer(const Source& source, Problems& problems)
    : source_(source), problems_(problems), text_(source.text()) {
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) here_ = kByteOrderMark.size();
}

Token Lexer::finished(Token token, TokenKind kind) const {
  BACKLOT_ASSERT(here_ >= token.begin, "a token ends behind its beginning");
  token.size = static_cast<std::uint32_t>(here_) - token.begin;
  token.kind = kind;
  return token;
}

void Lexer::skip_blanks() {
  while (is_blank(at(here_))) ++here_;
}

Token Lexer::next() {
  const std::size_t before = here_;
  skip_blanks();
  Token token{.begin = static_cast<std::uint32_t>(here_),
              .line = line_,
              .is_joined = here_ == before && !is_at_line_start(here_)};
  if (here_ >= text_.size()) return finished(token, TokenKind::end_of_text);

  const char c = text_[here_];
  if (is_letter(c)) {
    take_word();
    return finished(token, TokenKind::word);
  }
  if (is_digit(c)) {
    const TokenKind kind = take_number(token);
    return finished(token, kind);
  }
  if (c == '\n') {
    ++here_;
    ++line_;
    return finished(token, TokenKind::line_end);
  }
  if (c == '#') {
    const std::size_t end = text_.find('\n', here_);
    here_ = end == std::string_view::npos ? text_.size() : end;
    token = finished(token, TokenKind::comment);
    while (is_blank(at(token.begin + token.size - 1))) --token.size;
    return token;
  }
  if (c == '"') return finished(token, take_string());
  if (is_symbol(c)) {
    ++here_;
    return finished(token, TokenKind::symbol);
  }
  return finished(token, take_unreadable());
}

// A dot belongs to the word when a word goes on behind it: `market.east`, but `market."east arm"`.
void Lexer::take_word() {
  while (is_word_character(at(here_)) || (at(here_) == '.' && is_word_character(at(here_ + 1)))) ++here_;
}

void Lexer::take_digits() {
  while (is_digit(at(here_))) ++here_;
}

TokenKind Lexer::take_number(Token& token) {
  take_digits();
  if (at(here_) == '.' && is_digit(at(here_ + 1))) {
    ++here_;
    take_digits();
  }
  const std::size_t sign = at(here_ + 1) == '+' || at(here_ + 1) == '-' ? 1 : 0;
  if ((at(here_) == 'e' || at(here_) == 'E') && is_digit(at(here_ + 1 + sign))) {
    here_ += 1 + sign;
    take_digits();
  }
  const std::size_t begin = token.begin;
  const bool is_range =
      at(here_) == '.' && at(here_ + 1) == '.';  // `10..60`: the number ends before the dots
  if (at(here_) == '.' && !is_range) {
    while (at(here_) == '.' || is_word_character(at(here_))) ++here_;
    problems_.error("T104", source_.place(begin, line_),
                    fmt::format("\"{}\" is no number", text_.substr(begin, here_ - begin)),
                    "write digits, a point with digits behind it, and an exponent, as in 12.5 or 3e-4; "
                    "put names that begin with a digit in quotes");
    return TokenKind::unreadable;
  }
  const NumberRead read = read_number(text_.substr(begin, here_ - begin));
  if (read.error != NumberError::none) {
    problems_.error("T105", source_.place(begin, line_),
                    "this number is too large or too small for the machine's numbers",
                    "they reach from about 1e-307 to 1e308");
    return TokenKind::unreadable;
  }
  token.number = read.value;
  return TokenKind::number;
}

TokenKind Lexer::take_string() {
  const std::size_t begin = here_++;
  bool is_readable = true;
  while (at(here_) != '"') {
    if (here_ >= text_.size() || text_[here_] == '\n') {
      problems_.error("T102", source_.place(begin, line_), "this string is not closed",
                      "end it with \" on the same line");
      return TokenKind::unreadable;
    }
    if (text_[here_++] == '\\') is_readable = take_escape() && is_readable;
  }
  ++here_;
  return is_readable ? TokenKind::string : TokenKind::unreadable;
}

// Behind the backslash.
bool Lexer::take_escape() {
  constexpr std::string_view kSimple = "\"\\nt";
  const char c = at(here_);
  if (c != '\0' && kSimple.find(c) != std::string_view::npos) {
    ++here_;
    return true;
  }
  if (c == 'x' && is_hexadecimal(at(here_ + 1)) && is_hexadecimal(at(here_ + 2))) {
    here_ += 3;
    return true;
  }
  problems_.error("T103", source_.place(here_ - 1, line_), "no character is written like this",
                  R"(behind a backslash stands one of " \ n t, or x and two hexadecimal digits)");
  return false;
}

// The whole run, so that a line of garbage is one complaint.
TokenKind Lexer::take_unreadable() {
  const std::size_t begin = here_;
  const auto is_foreign = [this](std::size_t i) {
    const char c = text_[i];
    return !is_word_character(c) && !is_symbol(c) && !is_blank(c) && c != '\n' && c != '#' && c != '"';
  };
  while (here_ < text_.size() && is_foreign(here_)) ++here_;
  problems_.error("T101", source_.place(begin, line_), "this character has no meaning here",
                  "names with other characters than letters, digits and _ stand in quotes");
  return TokenKind::unreadable;
}

}  // namespace backlot::text
