#include "backlot/recording/internal/crc32.h"

#include <array>
#include <bit>
#include <cstring>

namespace backlot::recording::internal {

namespace {

constexpr std::size_t kAtOnce = 16;  // bytes

using CrcTables = std::array<std::array<std::uint32_t, 256>, kAtOnce>;

// Table k: what a byte does to the checksum when k more bytes follow it.
constexpr CrcTables make_crc_tables() {
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < kAtOnce; ++k)
    for (std::uint32_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = (tables[k - 1][byte] >> 8U) ^ tables[0][tables[k - 1][byte] & 0xffU];
  return tables;
}

constexpr CrcTables kCrcTables = make_crc_tables();

std::uint32_t word_at(const char* at) {
  std::uint32_t word = 0;
  for (unsigned k = 0; k < 4; ++k)
    word |= std::uint32_t{static_cast<unsigned char>(at[k])} << (8 * k);  // one load on most machines
  return word;
}

// What four bytes do when `k` more follow the last of them.
std::uint32_t of_word(std::uint32_t word, std::size_t k) {
  return kCrcTables[k + 3][word & 0xffU] ^ kCrcTables[k + 2][(word >> 8U) & 0xffU] ^
         kCrcTables[k + 1][(word >> 16U) & 0xffU] ^ kCrcTables[k][word >> 24U];
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= kAtOnce; left -= kAtOnce, at += kAtOnce)
    crc = of_word(word_at(at) ^ crc, 12) ^ of_word(word_at(at + 4), 8) ^ of_word(word_at(at + 8), 4) ^
          of_word(word_at(at + 12), 0);
  for (; left > 0; --left, ++at)
    crc = (crc >> 8U) ^ kCrcTables[0][(crc ^ static_cast<unsigned char>(*at)) & 0xffU];
  return ~crc;
}

}  // namespace backlot::recording::internal
