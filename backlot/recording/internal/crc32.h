// The checksum of MCAP and zlib: CRC-32 with the reflected polynomial 0xEDB88320.
#pragma once

#include <cstdint>
#include <string_view>

namespace backlot::recording::internal {

// Of some bytes; or of bytes that follow others, whose checksum is `before`.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);
// The same without special instructions of the processor.
std::uint32_t crc32_by_tables(std::string_view bytes, std::uint32_t before = 0);

}  // namespace backlot::recording::internal
