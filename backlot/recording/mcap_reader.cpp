#include "backlot/recording/mcap_reader.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <zstd.h>

#include "backlot/recording/internal/bytes.h"
#include "backlot/recording/internal/crc32.h"

namespace backlot::recording {

namespace {

using internal::ByteReader;

constexpr std::size_t kRecordHead = 9;      // bytes: kind and length
constexpr std::uint64_t kMostRatio = 2000;  // an unpacked chunk to a packed one, past the first megabyte
constexpr std::uint64_t kAlwaysUnpacked = 1U << 20U;

struct FreeUnpacker {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class McapScan {
 public:
  McapScan(std::string_view bytes, const std::string& name, McapVisitor& visitor)
      : bytes_(bytes), name_(name), visitor_(visitor), wants_messages_(visitor.wants_messages()) {}

  McapReading run() {
    if (bytes_.substr(0, kMcapMagic.size()) != kMcapMagic) {
      const bool is_begun = !bytes_.empty() && kMcapMagic.substr(0, bytes_.size()) == bytes_;
      if (is_begun)
        fail("M101", 0, "the file ends within its first bytes", "the run ended before it was recorded");
      else
        fail("M101", 0, "this is no MCAP file: it does not begin as one",
             "recordings are written by: backlot run SCENE --record DIR");
      return std::move(reading_);
    }
    at_ = kMcapMagic.size();
    while (!is_over_ && at_ < bytes_.size() && next()) {
    }
    if (!is_over_) note_early_end();
    return std::move(reading_);
  }

 private:
  void fail(std::string code, std::uint64_t at, std::string_view message, std::string hint = {}) {
    reading_.diagnostics.error(std::move(code), {name_, 0, 0}, fmt::format("{} (at byte {})", message, at),
                               std::move(hint));
    is_over_ = true;
  }
  bool is_finished_file() const { return bytes_.size() > kMcapMagic.size() && bytes_.ends_with(kMcapMagic); }

  void note_early_end() {
    is_over_ = true;
    if (is_finished_file())
      fail("M102", at_, "a record reaches past the end of the file",
           "the file is damaged: copy it again, or record the run again");
    else
      reading_.diagnostics.warning("M201", {name_, 0, 0},
                                   fmt::format("the recording is not finished: it ends after byte {}", at_),
                                   "the run was ended early; what was driven until then is here");
  }

  // One record of the file. False where it is not whole.
  bool next() {
    if (bytes_.size() - at_ < kRecordHead) return false;
    ByteReader head(bytes_.substr(at_, kRecordHead));
    const auto op = static_cast<McapOp>(head.number<std::uint8_t>());
    const auto length = head.number<std::uint64_t>();
    if (length > bytes_.size() - at_ - kRecordHead) return false;
    const std::string_view content = bytes_.substr(at_ + kRecordHead, length);
    if (static_cast<unsigned>(op) == 0) {
      fail("M102", at_, "there is no record of kind 0", "the file is damaged, or was not finished");
      return true;
    }
    record(op, content);
    at_ += kRecordHead + length;
    return true;
  }

  void record(McapOp op, std::string_view content) {
    if (!has_header_ && op != McapOp::header)
      return fail("M102", at_, "the first record is no header", "the file is damaged");
    switch (op) {
      case McapOp::header:
        return header(content);
      case McapOp::footer:
        return footer(content);
      case McapOp::schema:
      case McapOp::channel:
        return definition(op, content);
      case McapOp::message:
        return message(content);
      case McapOp::chunk:
        return chunk(content);
      case McapOp::attachment:
        return attachment(content);
      case McapOp::metadata:
        return metadata(content);
      case McapOp::statistics:
        return statistics(content);
      case McapOp::data_end:
        return data_end(content);
      default:  // indices, for readers that jump; kinds of later versions
        return;
    }
  }

  void damaged(std::string_view what) {
    fail("M102", at_, fmt::format("{} is damaged", what), "copy the file again, or record the run again");
  }

  void header(std::string_view content) {
    ByteReader reader(content);
    reading_.profile = reader.text32();
    reading_.library = reader.text32();
    if (reader.has_failed()) return damaged("the header");
    has_header_ = true;
  }

  void definition(McapOp op, std::string_view content) {
    ByteReader reader(content);
    const auto number = reader.number<std::uint16_t>();
    if (op == McapOp::schema) {
      McapSchema schema{std::string(reader.text32()), std::string(reader.text32()), {}};
      schema.data = reader.text32();
      if (reader.has_failed() || number == 0) return damaged("a schema");
      reading_.schemas.try_emplace(number, std::move(schema));
    } else {
      McapChannel channel{.schema = reader.number<std::uint16_t>()};
      channel.topic = reader.text32();
      channel.encoding = reader.text32();
      reader.text32();  // metadata
      if (reader.has_failed()) return damaged("a channel");
      if (reading_.channels.try_emplace(number, std::move(channel)).second && !is_summary_)
        ++reading_.seen.channels;
    }
  }

  void message(std::string_view content) {
    ByteReader reader(content);
    const auto number = reader.number<std::uint16_t>();
    const auto sequence = reader.number<std::uint32_t>();
    const auto log_ns = reader.number<std::uint64_t>(), publish_ns = reader.number<std::uint64_t>();
    if (reader.has_failed()) return damaged("a message");
    const auto channel = reading_.channels.find(number);
    if (channel == reading_.channels.end())
      return fail("M102", at_, fmt::format("a message is on channel {}, which does not exist", number),
                  "the file is damaged");
    ++reading_.seen.messages;
    if (wants_messages_ && !visitor_.message({channel->second, sequence, log_ns, publish_ns, reader.rest()}))
      is_over_ = true;
  }

  void chunk(std::string_view content) {
    ++reading_.seen.chunks;
    if (!wants_messages_) return;
    ByteReader reader(content);
    reader.number<std::uint64_t>();  // the times of its messages
    reader.number<std::uint64_t>();
    const auto size = reader.number<std::uint64_t>();
    const auto crc = reader.number<std::uint32_t>();
    const std::string_view compression = reader.text32();
    const std::string_view packed = reader.text64();
    if (reader.has_failed()) return damaged("a chunk");
    const std::optional<std::string_view> records = unpack(compression, packed, size);
    if (!records) return;
    if (crc != 0 && internal::crc32(*records) != crc)
      return fail("M103", at_, "the checksum of a chunk is wrong", "the file is damaged: copy it again");
    ByteReader inside(*records);
    while (!inside.is_empty() && !is_over_) {
      const auto op = static_cast<McapOp>(inside.number<std::uint8_t>());
      const std::string_view record = inside.text64();
      if (inside.has_failed()) return damaged("a record of a chunk");
      if (op == McapOp::schema || op == McapOp::channel)
        definition(op, record);
      else if (op == McapOp::message)
        message(record);
    }
  }

  std::optional<std::string_view> unpack(std::string_view compression, std::string_view packed,
                                         std::uint64_t size) {
    if (compression.empty()) return packed;
    if (compression != "zstd") {
      fail("M105", at_, "a chunk is compressed in a way that is not read here",
           "recordings of Backlot use zstd; convert others with the tool mcap");
      return std::nullopt;
    }
    if (size > kMostChunkBytes || size > kAlwaysUnpacked + kMostRatio * packed.size()) {
      fail("M106", at_, fmt::format("a chunk claims to hold {} bytes, which is too many", size),
           fmt::format("at most {} are read", kMostChunkBytes));
      return std::nullopt;
    }
    if (!unpacker_) unpacker_.reset(ZSTD_createDCtx());
    unpacked_.resize(size);
    const std::size_t got = ZSTD_decompressDCtx(unpacker_.get(), unpacked_.data(), unpacked_.size(),
                                                packed.data(), packed.size());
    if (ZSTD_isError(got) != 0 || got != size) {
      fail("M104", at_, "a chunk cannot be unpacked", "the file is damaged: copy it again");
      return std::nullopt;
    }
    return unpacked_;
  }

  void attachment(std::string_view content) {
    ByteReader reader(content);
    reader.number<std::uint64_t>();  // times
    reader.number<std::uint64_t>();
    const std::string_view name = reader.text32(), media_type = reader.text32(), data = reader.text64();
    const std::size_t covered = content.size() - reader.rest().size();
    const auto crc = reader.number<std::uint32_t>();
    if (reader.has_failed()) return damaged("an attachment");
    if (crc != 0 && internal::crc32(content.substr(0, covered)) != crc)
      return fail("M103", at_, "the checksum of an attachment is wrong",
                  "the file is damaged: copy it again");
    ++reading_.seen.attachments;
    if (!visitor_.attachment(name, media_type, data)) is_over_ = true;
  }

  void metadata(std::string_view content) {
    ByteReader reader(content);
    const std::string_view name = reader.text32();
    ByteReader list(reader.text32());
    McapMap entries;
    while (!list.is_empty() && !list.has_failed()) {
      std::string key(list.text32());
      entries.insert_or_assign(std::move(key), std::string(list.text32()));
    }
    if (reader.has_failed() || list.has_failed()) return damaged("a metadata record");
    ++reading_.seen.metadata;
    if (!visitor_.metadata(name, entries)) is_over_ = true;
  }

  void statistics(std::string_view content) {
    ByteReader reader(content);
    reading_.told.messages = reader.number<std::uint64_t>();
    reader.number<std::uint16_t>();  // schemas
    reading_.told.channels = reader.number<std::uint32_t>();
    reading_.told.attachments = reader.number<std::uint32_t>();
    reading_.told.metadata = reader.number<std::uint32_t>();
    reading_.told.chunks = reader.number<std::uint32_t>();
    if (reader.has_failed()) return damaged("the statistics record");
    reading_.has_statistics = true;
  }

  void data_end(std::string_view content) {
    ByteReader reader(content);
    const auto crc = reader.number<std::uint32_t>();
    if (reader.has_failed()) return damaged("the end of the data");
    if (crc != 0 && internal::crc32(bytes_.substr(0, at_)) != crc)
      return fail("M103", at_, "the checksum of the data is wrong", "the file is damaged: copy it again");
    is_summary_ = true;
    summary_start_ = at_ + kRecordHead + content.size();
  }

  void footer(std::string_view content) {
    ByteReader reader(content);
    const auto start = reader.number<std::uint64_t>();
    reader.number<std::uint64_t>();  // where the offsets of the summary are
    const auto crc = reader.number<std::uint32_t>();
    const std::uint64_t end = at_ + kRecordHead + content.size();
    if (reader.has_failed() || !is_summary_ || (start != 0 && start != summary_start_))
      return damaged("the footer");
    if (bytes_.substr(end) != kMcapMagic) {
      if (!kMcapMagic.starts_with(bytes_.substr(end)))
        return fail("M102", end, "the file does not end as an MCAP file", "the file is damaged");
      return;  // only the last bytes are missing: note_early_end
    }
    const std::uint64_t covered = at_ + kRecordHead + 16;
    if (crc != 0 && internal::crc32(bytes_.substr(summary_start_, covered - summary_start_)) != crc)
      return fail("M103", summary_start_, "the checksum of the summary is wrong",
                  "the file is damaged: copy it again");
    reading_.is_whole = true;
    is_over_ = true;
  }

  std::string_view bytes_;
  const std::string& name_;
  McapVisitor& visitor_;
  bool wants_messages_;
  McapReading reading_;
  std::uint64_t at_ = 0, summary_start_ = 0;
  bool has_header_ = false, is_summary_ = false, is_over_ = false;
  std::unique_ptr<ZSTD_DCtx, FreeUnpacker> unpacker_;
  std::string unpacked_;
};

}  // namespace

McapReading read_mcap(std::string_view bytes, const std::string& name, McapVisitor& visitor) {
  return McapScan(bytes, name, visitor).run();
}

}  // namespace backlot::recording
