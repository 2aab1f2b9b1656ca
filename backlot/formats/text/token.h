// The words of a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace backlot::text {

enum class TokenKind : std::uint8_t {
  word,         // letters, digits, _ and dots between them: high_street.end
  number,       // 12.5, 3e-4
  string,       // "in quotes"
  symbol,       // one of ( ) , : = + - * / % . and, while statements are told apart, { } ;
  comment,      // from # to the end of the line
  line_end,     //
  unreadable,   // reported where it was found
  end_of_text,  //
};

// A view of the source, by position. Numbers are read once, here.
struct Token {
  std::uint32_t begin = 0, size = 0;  // bytes of the source
  std::uint32_t line = 0;
  TokenKind kind = TokenKind::end_of_text;
  bool is_joined = false;  // no blank between it and the token before
  double number = 0;
};

// What a string token stands for: without the quotes, with \" \\ \n \t and \xHH replaced.
std::string unquoted(std::string_view quoted);

// `text` as a string token that stands for it.
std::string quoted(std::string_view text);

// `name` as a statement can hold it: as it is when it is a word, else in quotes.
std::string name_text(std::string_view name);

}  // namespace backlot::text
