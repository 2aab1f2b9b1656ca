// Writes an MCAP file: messages in chunks that are compressed with zstd, indices and checksums.
//
//   McapWriter writer(sink, "profile", "library");
//   const auto channel = writer.add_channel(writer.add_schema({...}), "/frame", "protobuf");
//   writer.write(channel, time_ns, time_ns, bytes);
//   writer.flush();                              // what was written so far survives the end of this process
//   if (!writer.close()) say(sink.why());
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/recording/mcap.h"
#include "backlot/recording/sink.h"

namespace backlot::recording {

struct McapWriterOptions {
  int level = 1;        // of zstd
  int least_match = 0;  // bytes that zstd looks for at once; 0: as the level says
  std::size_t chunk_bytes = std::size_t{512} << 10U;  // a chunk ends when it holds more, not packed
};

// A failed sink ends it: nothing is written any more, and close() says so.
class McapWriter {
 public:
  // The sink outlives the writer.
  McapWriter(Sink& sink, std::string_view profile, std::string_view library, const McapWriterOptions& = {});
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;
  ~McapWriter();

  // Numbers of schemas and channels count from 1. Topics are unique.
  std::uint16_t add_schema(McapSchema schema);
  std::uint16_t add_channel(std::uint16_t schema, std::string topic, std::string encoding);

  void write(std::uint16_t channel, std::uint64_t log_ns, std::uint64_t publish_ns, std::string_view data);
  // The same with `size` bytes, all of which the caller fills in before the next call of any function.
  char* begin_message(std::uint16_t channel, std::uint64_t log_ns, std::uint64_t publish_ns,
                      std::size_t size);
  // The same with bytes that `put` writes to the place that it is told, where there is room for `most`; it returns the end of what it wrote.
  template <class Put>
  void write_by(std::uint16_t channel, std::uint64_t log_ns, std::uint64_t publish_ns, std::size_t most,
                const Put& put) {
    char* const at = begin_message(channel, log_ns, publish_ns, most);
    cut_message(most, static_cast<std::size_t>(put(at) - at));
  }

  // These end the chunk and stand behind it.
  void add_metadata(std::string name, const McapMap& entries);
  void attach(std::string name, std::string media_type, std::string_view data, std::uint64_t log_ns = 0);

  // Ends the chunk that is open.
  void flush();
  // Writes what is left, the summary and the footer. False where something could not be written.
  bool close();
  bool has_failed() const { return has_failed_; }
  std::uint64_t size() const { return offset_; }  // bytes so far
  std::size_t open_bytes() const;                 // in the open chunk, not packed

 private:
  struct Memory;
  struct ChunkIndex {
    std::uint64_t first_ns = 0, last_ns = 0, offset = 0, length = 0, index_length = 0, packed = 0,
                  unpacked = 0;
    std::vector<std::pair<std::uint16_t, std::uint64_t>> indices{};  // by channel: where its index is
  };
  struct Attached {
    std::uint64_t offset = 0, length = 0, log_ns = 0, data_size = 0;
    std::string name, media_type;
  };
  struct Described {
    std::uint64_t offset = 0, length = 0;
    std::string name;
  };
  struct ChannelState {
    McapChannel channel;
    std::uint32_t sequence = 0;                                      // messages so far
    std::vector<std::pair<std::uint64_t, std::uint64_t>> entries{};  // of the open chunk: time, offset
  };

  void put(std::string_view bytes);
  void cut_message(std::size_t begun, std::size_t size);
  void write_summary();

  Sink& sink_;
  McapWriterOptions options_;
  std::unique_ptr<Memory> memory_;
  std::vector<McapSchema> schemas_;
  std::vector<ChannelState> channels_;
  std::uint64_t first_ns_ = 0, last_ns_ = 0;
  std::uint64_t messages_in_chunk_ = 0;
  std::vector<ChunkIndex> chunks_;
  std::vector<Attached> attached_;
  std::vector<Described> described_;
  std::uint64_t offset_ = 0, messages_ = 0, file_first_ns_ = 0, file_last_ns_ = 0;
  std::uint32_t data_crc_ = 0;
  bool has_failed_ = false, is_closed_ = false;
};

}  // namespace backlot::recording
