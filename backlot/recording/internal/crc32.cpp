#include "backlot/recording/internal/crc32.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "backlot/base/assert.h"

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
  BACKLOT_ASSERT(k < kAtOnce, "there are not so many tables");
  return kCrcTables[k + 3][word & 0xffU] ^ kCrcTables[k + 2][(word >> 8U) & 0xffU] ^
         kCrcTables[k + 1][(word >> 16U) & 0xffU] ^ kCrcTables[k][word >> 24U];
}

// The same for a checksum that has begun: its bits are not inverted here.
std::uint32_t go_on(std::uint32_t crc, const char* at, std::size_t left) {
  for (; left >= kAtOnce; left -= kAtOnce, at += kAtOnce)
    crc = of_word(word_at(at) ^ crc, 12) ^ of_word(word_at(at + 4), 8) ^ of_word(word_at(at + 8), 4) ^
          of_word(word_at(at + 12), 0);
  for (; left > 0; --left, ++at)
    crc = (crc >> 8U) ^ kCrcTables[0][(crc ^ static_cast<unsigned char>(*at)) & 0xffU];
  return crc;
}

#if defined(__x86_64__)

// Sixteen bytes are folded onto sixteen that come later by a product without carries: `by` holds two powers of x modulo the polynomial, bits reflected (Gopal et al., "Fast
// CRC computation for generic polynomials using PCLMULQDQ", Intel 2009). What is left at the end goes through the tables.
#define BACKLOT_FOLDS __attribute__((target("pclmul,sse4.1"), always_inline))

BACKLOT_FOLDS inline __m128i folded(__m128i sum, __m128i by, __m128i onto) {
  return _mm_xor_si128(
      onto, _mm_xor_si128(_mm_clmulepi64_si128(sum, by, 0x00), _mm_clmulepi64_si128(sum, by, 0x11)));
}
BACKLOT_FOLDS inline __m128i load(const char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

// At least 64 bytes: four sums side by side, each of every fourth block of sixteen.
__attribute__((target("pclmul,sse4.1"))) std::uint32_t go_on_folding(std::uint32_t crc, const char* at,
                                                                     std::size_t left) {
  BACKLOT_ASSERT(left >= 64, "four blocks are folded at once");
  const __m128i by_four = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);  // 512 bits ahead
  const __m128i by_one = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);   // 128 bits ahead
  __m128i a = _mm_xor_si128(load(at), _mm_cvtsi32_si128(static_cast<int>(crc))), b = load(at + 16),
          c = load(at + 32), d = load(at + 48);
  for (at += 64, left -= 64; left >= 64; at += 64, left -= 64) {
    a = folded(a, by_four, load(at));
    b = folded(b, by_four, load(at + 16));
    c = folded(c, by_four, load(at + 32));
    d = folded(d, by_four, load(at + 48));
  }
  __m128i sum = folded(folded(folded(a, by_one, b), by_one, c), by_one, d);
  for (; left >= 16; at += 16, left -= 16) sum = folded(sum, by_one, load(at));
  char last[16];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(last), sum);
  return go_on(go_on(0, last, sizeof last), at, left);
}

#undef BACKLOT_FOLDS

#endif

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
#if defined(__x86_64__)
  constexpr std::size_t kWorthIt = 64;  // bytes
  static const bool can_fold = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  if (can_fold && bytes.size() >= kWorthIt) return ~go_on_folding(~before, bytes.data(), bytes.size());
#endif
  return crc32_by_tables(bytes, before);
}

std::uint32_t crc32_by_tables(std::string_view bytes, std::uint32_t before) {
  return ~go_on(~before, bytes.data(), bytes.size());
}

}  // namespace backlot::recording::internal
