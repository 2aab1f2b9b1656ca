#include "backlot/recording/recording_index.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/recording/internal/bytes.h"
#include "backlot/recording/mcap.h"
#include "backlot/recording/mcap_reader.h"

namespace backlot::recording {

namespace {

using internal::ByteReader;

constexpr std::uint64_t kHead = 9;             // of a record: kind and length
constexpr std::uint64_t kFooter = kHead + 20;  // bytes
constexpr std::uint64_t kMostSummary = 256U << 20U;
constexpr std::uint64_t kMostUnfinished =
    1U << 30U;  // of an unfinished file, that is looked through for its channels
constexpr std::uint64_t kMostPart = 256U << 20U;  // of one record that is read at once

double seconds_of(std::uint64_t ns) { return 1e-9 * static_cast<double>(ns); }

void append_definition(std::string& bytes, std::uint16_t number, const McapSchema& schema) {
  BACKLOT_ASSERT(number >= 1, "numbers of schemas count from 1");
  internal::append_record(bytes, McapOp::schema, [&](std::string& to) {
    internal::append_number(to, number);
    internal::append_text32(to, schema.name);
    internal::append_text32(to, schema.encoding);
    internal::append_text32(to, schema.data);
  });
}
void append_definition(std::string& bytes, std::uint16_t number, const McapChannel& channel) {
  BACKLOT_ASSERT(number >= 1, "numbers of channels count from 1");
  internal::append_record(bytes, McapOp::channel, [&](std::string& to) {
    internal::append_number(to, number);
    internal::append_number(to, channel.schema);
    internal::append_text32(to, channel.topic);
    internal::append_text32(to, channel.encoding);
    internal::append_text32(to, "");  // metadata
  });
}

struct RecordHead {
  McapOp op{};
  std::uint64_t length = 0;
};
RecordHead head_of(std::string_view bytes) {
  ByteReader reader(bytes);
  const auto op = static_cast<McapOp>(reader.number<std::uint8_t>());
  return {op, reader.number<std::uint64_t>()};
}

}  // namespace

FileSource::FileSource(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
  if (file_ == nullptr || ::fseeko(file_.get(), 0, SEEK_END) != 0) return;
  const off_t end = ::ftello(file_.get());
  size_ = end > 0 ? static_cast<std::uint64_t>(end) : 0;
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // what is counted is what is read
}

std::string FileSource::read(std::uint64_t offset, std::uint64_t count) {
  if (file_ == nullptr || offset >= size_) return {};
  std::string bytes(std::min(count, size_ - offset), '\0');
  if (::fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0) return {};
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file_.get()));
  return bytes;
}

std::string RecordingIndex::read(std::uint64_t offset, std::uint64_t count) {
  std::string bytes = source_->read(offset, count);
  bytes_read_ += bytes.size();
  return bytes;
}

// From the footer to the summary, and from there to what the header of the recording is made of.
bool RecordingIndex::find_by_summary(std::string& wanted) {
  const std::uint64_t size = source_->size();
  if (size < kMcapMagic.size() * 2 + kFooter) return false;
  const std::string end = read(size - kFooter - kMcapMagic.size(), kFooter + kMcapMagic.size());
  if (!end.ends_with(kMcapMagic) || head_of(end).op != McapOp::footer) return false;
  ByteReader footer(std::string_view(end).substr(kHead));
  const auto start = footer.number<std::uint64_t>();
  const std::uint64_t summary_end = size - kFooter - kMcapMagic.size();
  if (start == 0 || start >= summary_end || summary_end - start > kMostSummary) return false;
  const std::string summary = read(start, summary_end - start);
  ByteReader records(summary);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces;  // of the file: metadata and attachments
  while (!records.is_empty() && !records.has_failed()) {
    const std::string_view whole = records.rest();
    const auto op = static_cast<McapOp>(records.number<std::uint8_t>());
    const std::string_view content = records.text64();
    if (records.has_failed()) return false;
    ByteReader fields(content);
    if (op == McapOp::schema || op == McapOp::channel) {
      head_ += whole.substr(0, kHead + content.size());
    } else if (op == McapOp::chunk_index) {
      Chunk chunk;
      chunk.first_s = seconds_of(fields.number<std::uint64_t>());
      chunk.last_s = seconds_of(fields.number<std::uint64_t>());
      chunk.offset = fields.number<std::uint64_t>();
      chunk.length = fields.number<std::uint64_t>();
      chunks_.push_back(chunk);
    } else if (op == McapOp::metadata_index || op == McapOp::attachment_index) {
      const auto offset = fields.number<std::uint64_t>();
      pieces.emplace_back(offset, fields.number<std::uint64_t>());
    }
    if (fields.has_failed()) return false;
  }
  std::sort(pieces.begin(), pieces.end());
  for (const auto& [offset, length] : pieces) {
    if (length > kMostPart) return false;
    wanted += read(offset, length);
  }
  return true;
}

// Of a file without its end: schemas and channels stand in its chunks, and the head of every record is looked at.
void RecordingIndex::find_by_scan(std::string& wanted) {
  chunks_.clear();
  head_.clear();
  McapVisitor all_messages;
  const McapReading reading = read_mcap(read(0, kMostUnfinished), name_, all_messages);
  for (const auto& [number, schema] : reading.schemas) append_definition(head_, number, schema);
  for (const auto& [number, channel] : reading.channels) append_definition(head_, number, channel);
  for (std::uint64_t at = kMcapMagic.size();;) {
    const std::string bytes = read(at, kHead + 16);
    const RecordHead head = head_of(bytes);
    if (bytes.size() < kHead || head.length > source_->size() - at - kHead) return;
    const std::uint64_t length = kHead + head.length;
    if (head.op == McapOp::chunk) {
      ByteReader times(std::string_view(bytes).substr(kHead));
      const double first_s = seconds_of(times.number<std::uint64_t>());
      chunks_.push_back({first_s, seconds_of(times.number<std::uint64_t>()), at, length});
    } else if (head.op == McapOp::metadata || head.op == McapOp::attachment) {
      if (length <= kMostPart) wanted += read(at, length);
    } else if (head.op == McapOp::data_end || head.op == McapOp::footer) {
      return;
    }
    at += length;
  }
}

base::Result<RecordingIndex> RecordingIndex::open(std::unique_ptr<ByteSource> source,
                                                  const std::string& name) {
  RecordingIndex index(std::move(source), name);
  // the magic and the header record
  std::string begin = index.read(0, kMcapMagic.size() + kHead);
  if (begin.size() == kMcapMagic.size() + kHead) {
    const RecordHead head = head_of(std::string_view(begin).substr(kMcapMagic.size()));
    if (head.op == McapOp::header && head.length < kMostPart) begin += index.read(begin.size(), head.length);
  }
  std::string wanted;
  const bool has_summary = begin.starts_with(kMcapMagic) && index.find_by_summary(wanted);
  if (!has_summary) {
    wanted.clear();
    if (begin.starts_with(kMcapMagic)) index.find_by_scan(wanted);
  }
  // A chunk without steps is the one of the road, which is drawn before the run begins.
  base::Result<Recording> recording = read_recording(begin + wanted, name);
  if (!recording) return base::Result<RecordingIndex>::failure(std::move(recording).diagnostics());
  index.head_.insert(0, begin);
  index.recording_ = *std::move(recording);
  index.recording_.is_whole = has_summary;
  base::Diagnostics found;
  if (!has_summary)
    found.warning("M201", {name, 0, 0}, "the recording is not finished",
                  "the run was ended early; what was driven until then is here");
  return base::Result<RecordingIndex>::from(std::move(index), std::move(found));
}

std::size_t RecordingIndex::part_at(double time_s) const {
  BACKLOT_ASSERT(!chunks_.empty(), "the recording has no part");
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), time_s,
                                      [](double t, const Chunk& chunk) { return t < chunk.first_s; });
  return after == chunks_.begin() ? 0 : static_cast<std::size_t>(after - chunks_.begin() - 1);
}

base::Diagnostics RecordingIndex::read_part(std::size_t part, StepVisitor& visitor) {
  BACKLOT_ASSERT(part < chunks_.size(), "the recording has no such part");
  base::Diagnostics found;
  const Chunk& chunk = chunks_[part];
  std::string bytes = chunk.length <= kMostPart ? read(chunk.offset, chunk.length) : std::string();
  if (bytes.size() != chunk.length || head_of(bytes).op != McapOp::chunk) {
    found.error("M107", {name_, 0, 0}, fmt::format("the chunk at byte {} is not there", chunk.offset),
                "the file is damaged: copy it again");
    return found;
  }
  // The chunk as a file of its own, which has no end: that it is not finished is no news.
  for (const base::Diagnostic& one : read_steps(head_ + bytes, name_, visitor))
    if (one.severity == base::Severity::error) found.add(one);
  return found;
}

}  // namespace backlot::recording
