#include "backlot/recording/mcap_writer.h"

#include <algorithm>

#include <zstd.h>

#include "backlot/base/assert.h"
#include "backlot/recording/internal/byte_buffer.h"
#include "backlot/recording/internal/bytes.h"
#include "backlot/recording/internal/crc32.h"

namespace backlot::recording {

using internal::append_list;
using internal::append_number;
using internal::append_record;
using internal::append_text32;
using internal::put_number;

namespace {

constexpr std::string_view kZstd = "zstd";
constexpr std::size_t kMessageFields = 2 + 4 + 8 + 8;         // bytes: channel, sequence, two times
constexpr std::size_t kMessageHead = 1 + 8 + kMessageFields;  // with the kind of the record and its length

template <class Bytes>
void append_schema(Bytes& bytes, std::size_t number, const McapSchema& schema) {
  BACKLOT_ASSERT(number >= 1, "numbers of schemas count from 1");
  append_record(bytes, McapOp::schema, [&](auto& to) {
    append_number(to, static_cast<std::uint16_t>(number));
    append_text32(to, schema.name);
    append_text32(to, schema.encoding);
    append_text32(to, schema.data);
  });
}

template <class Bytes>
void append_channel(Bytes& bytes, std::size_t number, const McapChannel& channel) {
  BACKLOT_ASSERT(number >= 1, "numbers of channels count from 1");
  append_record(bytes, McapOp::channel, [&](auto& to) {
    append_number(to, static_cast<std::uint16_t>(number));
    append_number(to, channel.schema);
    append_text32(to, channel.topic);
    append_text32(to, channel.encoding);
    append_number(to, std::uint32_t{0});  // metadata
  });
}

}  // namespace

struct McapWriter::Memory {
  explicit Memory(const McapWriterOptions& options) : context(ZSTD_createCCtx()) {
    BACKLOT_CHECK(context != nullptr, "no memory for zstd");
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, options.level);
    if (options.least_match > 0) ZSTD_CCtx_setParameter(context, ZSTD_c_minMatch, options.least_match);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { ZSTD_freeCCtx(context); }

  // Appends them, packed; how many bytes that takes.
  std::size_t pack(std::string_view bytes, internal::ByteBuffer& to) {
    const std::size_t most = ZSTD_compressBound(bytes.size());
    const std::size_t size = ZSTD_compress2(context, to.room(most), most, bytes.data(), bytes.size());
    BACKLOT_CHECK(ZSTD_isError(size) == 0, "zstd has room for what it packs");
    to.extend(size);
    return size;
  }

  ZSTD_CCtx* context;
  internal::ByteBuffer records;  // of the open chunk, not packed
  internal::ByteBuffer scratch;  // what is written next
};

McapWriter::McapWriter(Sink& sink, std::string_view profile, std::string_view library,
                       const McapWriterOptions& options)
    : sink_(sink), options_(options), memory_(std::make_unique<Memory>(options)) {
  memory_->scratch += kMcapMagic;
  append_record(memory_->scratch, McapOp::header, [&](auto& to) {
    append_text32(to, profile);
    append_text32(to, library);
  });
  put(memory_->scratch.view());
}

McapWriter::~McapWriter() = default;

std::size_t McapWriter::open_bytes() const { return memory_->records.size(); }

void McapWriter::put(std::string_view bytes) {
  if (has_failed_) return;
  data_crc_ = internal::crc32(bytes, data_crc_);
  offset_ += bytes.size();
  has_failed_ = !sink_.write(bytes);
}

std::uint16_t McapWriter::add_schema(McapSchema schema) {
  BACKLOT_ASSERT(schemas_.size() < 65535, "a file has room for 65535 schemas");
  schemas_.push_back(std::move(schema));
  append_schema(memory_->records, schemas_.size(), schemas_.back());
  return static_cast<std::uint16_t>(schemas_.size());
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema, std::string topic, std::string encoding) {
  BACKLOT_ASSERT(schema <= schemas_.size(), "a channel is of a schema that was added, or of none");
  channels_.push_back({.channel = {schema, std::move(topic), std::move(encoding)}});
  append_channel(memory_->records, channels_.size(), channels_.back().channel);
  return static_cast<std::uint16_t>(channels_.size());
}

void McapWriter::write(std::uint16_t channel, std::uint64_t log_ns, std::uint64_t publish_ns,
                       std::string_view data) {
  std::copy(data.begin(), data.end(), begin_message(channel, log_ns, publish_ns, data.size()));
}

char* McapWriter::begin_message(std::uint16_t channel, std::uint64_t log_ns, std::uint64_t publish_ns,
                                std::size_t size) {
  BACKLOT_ASSERT(channel >= 1 && channel <= channels_.size(), "numbers of channels count from 1");
  if (memory_->records.size() > options_.chunk_bytes) flush();
  ChannelState& to = channels_[channel - 1U];
  to.entries.emplace_back(log_ns, memory_->records.size());
  char* at = memory_->records.extend(kMessageHead + size);
  *at++ = static_cast<char>(McapOp::message);
  put_number(at, std::uint64_t{kMessageFields} + size);
  put_number(at, channel);
  put_number(at, to.sequence++);
  put_number(at, log_ns);
  put_number(at, publish_ns);
  first_ns_ = messages_in_chunk_ == 0 ? log_ns : std::min(first_ns_, log_ns);
  last_ns_ = messages_in_chunk_ == 0 ? log_ns : std::max(last_ns_, log_ns);
  ++messages_in_chunk_;
  return at;
}

// The last message has so many bytes, fewer than it was begun with.
void McapWriter::cut_message(std::size_t begun, std::size_t size) {
  internal::ByteBuffer& records = memory_->records;
  BACKLOT_ASSERT(size <= begun && begun + kMessageHead <= records.size(),
                 "a message is cut to what it holds");
  char* length = &records[records.size() - begun - kMessageHead + 1];
  records.cut(records.size() - (begun - size));
  put_number(length, std::uint64_t{kMessageFields} + size);
}

// The chunk is packed into its place in the record, behind its length, which is known only then.
void McapWriter::flush() {
  internal::ByteBuffer &records = memory_->records, &scratch = memory_->scratch;
  if (records.empty()) return;
  ChunkIndex index{.first_ns = first_ns_, .last_ns = last_ns_, .offset = offset_, .unpacked = records.size()};
  scratch.clear();
  append_record(scratch, McapOp::chunk, [&](auto& to) {
    append_number(to, first_ns_);
    append_number(to, last_ns_);
    append_number(to, std::uint64_t{records.size()});
    append_number(to, internal::crc32(records.view()));
    append_text32(to, kZstd);
    append_number(to, std::uint64_t{0});
    const std::size_t begin = to.size();
    index.packed = memory_->pack(records.view(), to);
    char* length = &to[begin - sizeof index.packed];
    put_number(length, index.packed);
  });
  index.length = scratch.size();
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    auto& entries = channels_[k].entries;
    if (entries.empty()) continue;
    const auto number = static_cast<std::uint16_t>(k + 1);
    index.indices.emplace_back(number, offset_ + scratch.size());
    append_record(scratch, McapOp::message_index, [&](auto& to) {
      append_number(to, number);
      append_list(to, [&](auto& list) {
        for (const auto& [time_ns, at] : entries) {
          append_number(list, time_ns);
          append_number(list, at);
        }
      });
    });
    entries.clear();
  }
  index.index_length = scratch.size() - index.length;
  put(scratch.view());
  if (messages_in_chunk_ > 0) {
    file_first_ns_ = messages_ == 0 ? first_ns_ : std::min(file_first_ns_, first_ns_);
    file_last_ns_ = messages_ == 0 ? last_ns_ : std::max(file_last_ns_, last_ns_);
  }
  messages_ += messages_in_chunk_;
  chunks_.push_back(std::move(index));
  records.clear();
  messages_in_chunk_ = first_ns_ = last_ns_ = 0;
}

void McapWriter::add_metadata(std::string name, const McapMap& entries) {
  flush();
  memory_->scratch.clear();
  append_record(memory_->scratch, McapOp::metadata, [&](auto& to) {
    append_text32(to, name);
    append_list(to, [&](auto& list) {
      for (const auto& [key, value] : entries) {
        append_text32(list, key);
        append_text32(list, value);
      }
    });
  });
  described_.push_back({offset_, memory_->scratch.size(), std::move(name)});
  put(memory_->scratch.view());
}

void McapWriter::attach(std::string name, std::string media_type, std::string_view data,
                        std::uint64_t log_ns) {
  flush();
  memory_->scratch.clear();
  append_record(memory_->scratch, McapOp::attachment, [&](auto& to) {
    const std::size_t begin = to.size();
    append_number(to, log_ns);
    append_number(to, std::uint64_t{0});  // when it was made is not known
    append_text32(to, name);
    append_text32(to, media_type);
    append_number(to, std::uint64_t{data.size()});
    to += data;
    append_number(to, internal::crc32(to.view().substr(begin)));
  });
  attached_.push_back(
      {offset_, memory_->scratch.size(), log_ns, data.size(), std::move(name), std::move(media_type)});
  put(memory_->scratch.view());
}

bool McapWriter::close() {
  if (is_closed_) return !has_failed_;
  is_closed_ = true;
  flush();
  const std::uint32_t crc = data_crc_;
  memory_->scratch.clear();
  append_record(memory_->scratch, McapOp::data_end, [&](auto& to) { append_number(to, crc); });
  put(memory_->scratch.view());
  write_summary();
  has_failed_ = !sink_.close() || has_failed_;
  return !has_failed_;
}

// The summary is small; it is made in one piece, with its checksum.
void McapWriter::write_summary() {
  struct Group {
    McapOp op;
    std::uint64_t start, length;
  };
  std::vector<Group> groups;
  std::string all;
  const std::uint64_t start = offset_;
  const auto group = [&](McapOp op, const auto& fill) {
    const std::size_t before = all.size();
    fill();
    if (all.size() > before) groups.push_back({op, start + before, all.size() - before});
  };
  group(McapOp::schema, [&] {
    for (std::size_t k = 0; k < schemas_.size(); ++k) append_schema(all, k + 1, schemas_[k]);
  });
  group(McapOp::channel, [&] {
    for (std::size_t k = 0; k < channels_.size(); ++k) append_channel(all, k + 1, channels_[k].channel);
  });
  group(McapOp::statistics, [&] {
    append_record(all, McapOp::statistics, [&](auto& to) {
      append_number(to, messages_);
      append_number(to, static_cast<std::uint16_t>(schemas_.size()));
      append_number(to, static_cast<std::uint32_t>(channels_.size()));
      append_number(to, static_cast<std::uint32_t>(attached_.size()));
      append_number(to, static_cast<std::uint32_t>(described_.size()));
      append_number(to, static_cast<std::uint32_t>(chunks_.size()));
      append_number(to, file_first_ns_);
      append_number(to, file_last_ns_);
      append_list(to, [&](auto& list) {
        for (std::size_t k = 0; k < channels_.size(); ++k) {
          append_number(list, static_cast<std::uint16_t>(k + 1));
          append_number(list, std::uint64_t{channels_[k].sequence});
        }
      });
    });
  });
  group(McapOp::chunk_index, [&] {
    for (const ChunkIndex& chunk : chunks_)
      append_record(all, McapOp::chunk_index, [&](auto& to) {
        append_number(to, chunk.first_ns);
        append_number(to, chunk.last_ns);
        append_number(to, chunk.offset);
        append_number(to, chunk.length);
        append_list(to, [&](auto& list) {
          for (const auto& [channel, at] : chunk.indices) {
            append_number(list, channel);
            append_number(list, at);
          }
        });
        append_number(to, chunk.index_length);
        append_text32(to, kZstd);
        append_number(to, chunk.packed);
        append_number(to, chunk.unpacked);
      });
  });
  group(McapOp::attachment_index, [&] {
    for (const Attached& one : attached_)
      append_record(all, McapOp::attachment_index, [&](auto& to) {
        append_number(to, one.offset);
        append_number(to, one.length);
        append_number(to, one.log_ns);
        append_number(to, std::uint64_t{0});
        append_number(to, one.data_size);
        append_text32(to, one.name);
        append_text32(to, one.media_type);
      });
  });
  group(McapOp::metadata_index, [&] {
    for (const Described& one : described_)
      append_record(all, McapOp::metadata_index, [&](auto& to) {
        append_number(to, one.offset);
        append_number(to, one.length);
        append_text32(to, one.name);
      });
  });
  const std::uint64_t offsets_start = start + all.size();
  for (const Group& one : groups)
    append_record(all, McapOp::summary_offset, [&](auto& to) {
      append_number(to, static_cast<std::uint8_t>(one.op));
      append_number(to, one.start);
      append_number(to, one.length);
    });
  append_record(all, McapOp::footer, [&](auto& to) {
    append_number(to, start);
    append_number(to, offsets_start);
    append_number(to, std::uint32_t{0});
  });
  // the checksum covers the footer up to itself
  const std::uint32_t crc = internal::crc32(std::string_view(all).substr(0, all.size() - 4));
  all.resize(all.size() - 4);
  append_number(all, crc);
  all += kMcapMagic;
  put(all);
}

}  // namespace backlot::recording
