// Numbers and texts as MCAP has them: lowest byte first, texts and lists with their length before them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "backlot/recording/mcap.h"

namespace backlot::recording::internal {

// Writes a number, and moves on behind it.
template <class T>
void put_number(char*& at, T value) {
  char* const to = at;
  for (unsigned k = 0; k < sizeof(T); ++k)
    to[k] = static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * k)) & 0xffU);
  at = to + sizeof(T);
}

// `bytes`, here and below, is a std::string or a ByteBuffer.
template <class Bytes, class T>
void append_number(Bytes& bytes, T value) {
  char word[sizeof(T)];
  char* at = word;
  put_number(at, value);
  bytes.append(word, sizeof(T));
}

template <class Bytes>
void append_text32(Bytes& bytes, std::string_view text) {
  append_number(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

// A record: its kind and length, then what `fill` appends.
template <class Bytes, class Fill>
void append_record(Bytes& bytes, McapOp op, const Fill& fill) {
  bytes.push_back(static_cast<char>(op));
  const std::size_t at = bytes.size();
  append_number(bytes, std::uint64_t{0});
  fill(bytes);
  const std::uint64_t length = bytes.size() - at - 8;
  for (unsigned k = 0; k < 8; ++k) bytes[at + k] = static_cast<char>((length >> (8 * k)) & 0xffU);
}

// A list: its length in bytes, then what `fill` appends.
template <class Bytes, class Fill>
void append_list(Bytes& bytes, const Fill& fill) {
  const std::size_t at = bytes.size();
  append_number(bytes, std::uint32_t{0});
  fill(bytes);
  const std::size_t length = bytes.size() - at - 4;
  for (unsigned k = 0; k < 4; ++k) bytes[at + k] = static_cast<char>((length >> (8 * k)) & 0xffU);
}

// Reads what was appended. Past the end it gives zeros and empty texts, and has_failed() says so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T number() {
    const std::string_view word = take(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < word.size(); ++k)
      value |= std::uint64_t{static_cast<unsigned char>(word[k])} << (8 * k);
    return static_cast<T>(value);
  }
  std::string_view text32() { return take(number<std::uint32_t>()); }
  std::string_view text64() { return take(number<std::uint64_t>()); }
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) {
      has_failed_ = true;
      bytes_ = {};
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::string_view rest() const { return bytes_; }
  bool is_empty() const { return bytes_.empty(); }
  bool has_failed() const { return has_failed_; }

 private:
  std::string_view bytes_;
  bool has_failed_ = false;
};

}  // namespace backlot::recording::internal
