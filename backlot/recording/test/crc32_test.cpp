#include "backlot/recording/internal/crc32.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::recording::internal::crc32_test {
namespace {

// Bit by bit, as the definition has it.
std::uint32_t slow_crc(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

TEST(Crc32, HasTheValuesOfTheStandard) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926U);  // the check value of CRC-32/ISO-HDLC
  EXPECT_EQ(crc32(""), 0U);
}

TEST(Crc32, IsThatOfTheDefinitionForAnyLengthAndPlaceAndInParts) {
  base::RandomStream random(3, 0, 1);
  std::string bytes(700, '\0');
  for (char& c : bytes) c = static_cast<char>(random.next_u64());
  const std::string_view all = bytes;
  for (std::size_t length = 0; length <= 600; length += length < 200 ? 1 : 37) {
    const std::string_view part = all.substr(length % 17, length);
    ASSERT_EQ(crc32(part), slow_crc(part)) << length;
    ASSERT_EQ(crc32_by_tables(part), slow_crc(part)) << length;
    const std::size_t cut = length / 3;
    ASSERT_EQ(crc32(part.substr(cut), crc32(part.substr(0, cut))), slow_crc(part)) << length;
  }
}

}  // namespace
}  // namespace backlot::recording::internal::crc32_test
