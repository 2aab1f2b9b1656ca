// The container format MCAP (version 0 of its public specification, mcap.dev/spec): names and numbers that writer and reader share.
//
//   magic Header | Metadata Attachment Chunk MessageIndex ... DataEnd | Schema Channel Statistics ChunkIndex ... | SummaryOffset | Footer magic
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace backlot::recording {

inline constexpr std::string_view kMcapMagic{"\x89MCAP0\r\n", 8};

enum class McapOp : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0a,
  statistics = 0x0b,
  metadata = 0x0c,
  metadata_index = 0x0d,
  summary_offset = 0x0e,
  data_end = 0x0f,
};

using McapMap = std::map<std::string, std::string>;

struct McapSchema {
  std::string name{}, encoding{}, data{};
};

struct McapChannel {
  std::uint16_t schema = 0;  // its number; 0: it has none
  std::string topic{}, encoding{};
};

// The largest chunk that is read, when it is unpacked: a bound on memory for files from elsewhere.
inline constexpr std::uint64_t kMostChunkBytes = 64U << 20U;

}  // namespace backlot::recording
