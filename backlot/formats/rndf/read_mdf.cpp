#include "backlot/formats/rndf/read_mdf.h"

#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/rndf/internal/rows.h"

namespace backlot::formats::rndf {

namespace {

using internal::Rows;

constexpr double kFastest_mph = 1000;
constexpr std::array<std::string_view, 12> kKeywords = {"MDF_name",         "RNDF",
                                                        "RNDF_name",        "format_version",
                                                        "creation_date",    "checkpoints",
                                                        "num_checkpoints",  "end_checkpoints",
                                                        "speed_limits",     "num_speed_limits",
                                                        "end_speed_limits", "end_file"};

enum class MdfBlock { file, checkpoints, speeds };

class MdfReader {
 public:
  MdfReader(const text::Source& source, text::Problems& problems)
      : rows_(source, problems), problems_(problems) {}

  MdfDocument read();

 private:
  void statement();
  void number_row();
  void open(MdfBlock block);
  void close();
  void count();

  Rows rows_;
  text::Problems& problems_;
  MdfDocument document_;
  MdfBlock block_ = MdfBlock::file;
  bool has_end_ = false;
  std::optional<std::int32_t> count_;
  base::Place count_place_;
};

void MdfReader::open(MdfBlock block) {
  if (block_ != MdfBlock::file) {
    problems_.warning("R204", rows_.place(), "the block before this was not closed");
    close();
  }
  block_ = block;
}

void MdfReader::close() {
  const std::size_t there =
      block_ == MdfBlock::checkpoints ? document_.checkpoints.size() : document_.speeds.size();
  if (count_ && static_cast<std::size_t>(*count_) != there)
    problems_.warning("R201", count_place_, fmt::format("{} are announced, there are {}", *count_, there),
                      "what is there counts");
  count_.reset();
  block_ = MdfBlock::file;
}

void MdfReader::count() {
  count_ = rows_.whole(1, 0);
  count_place_ = rows_.place(1);
}

void MdfReader::number_row() {
  if (block_ == MdfBlock::checkpoints) {
    if (const std::optional<std::int32_t> id = rows_.whole(0, 0))
      document_.checkpoints.push_back({*id, rows_.place()});
  } else if (block_ == MdfBlock::speeds) {
    if (rows_.size() < 3) {
      problems_.error("R103", rows_.place(),
                      "a row of speeds has a segment or zone, the least and the largest");
      return;
    }
    const std::optional<std::int32_t> segment = rows_.whole(0, 1);
    const std::optional<double> low = rows_.number(1, 0, kFastest_mph),
                                high = rows_.number(2, 0, kFastest_mph);
    if (!segment || !low || !high) return;
    if (*high > 0 && *low > *high) {
      problems_.error("R103", rows_.place(1), "the least speed is above the largest");
      return;
    }
    document_.speeds.push_back({*segment, *low, *high, rows_.place()});
  } else {
    problems_.error("R102", rows_.place(), "numbers stand in blocks of checkpoints or speed limits");
  }
}

void MdfReader::statement() {
  const std::string_view word = rows_.keyword();
  const auto is = [&](std::string_view keyword) { return word == keyword; };
  BACKLOT_ASSERT(!word.empty(), "a row begins with a word");
  if (word.front() >= '0' && word.front() <= '9') return number_row();
  if (is("MDF_name")) {
    if (rows_.has(1)) document_.name = rows_.word(1);
  } else if (is("RNDF") || is("RNDF_name")) {
    if (!rows_.has(1)) return;
    document_.network = rows_.word(1);
    document_.network_place = rows_.place(1);
  } else if (is("format_version")) {
    document_.format_version = rows_.rest();
  } else if (is("creation_date")) {
    document_.creation_date = rows_.rest();
  } else if (is("checkpoints")) {
    open(MdfBlock::checkpoints);
  } else if (is("speed_limits")) {
    open(MdfBlock::speeds);
  } else if ((is("num_checkpoints") && block_ == MdfBlock::checkpoints) ||
             (is("num_speed_limits") && block_ == MdfBlock::speeds)) {
    if (rows_.has(1)) count();
  } else if ((is("end_checkpoints") && block_ == MdfBlock::checkpoints) ||
             (is("end_speed_limits") && block_ == MdfBlock::speeds)) {
    close();
  } else if (is("end_file")) {
    has_end_ = true;
  } else {
    problems_.error("R102", rows_.place(), "this is no statement of a mission, or not one for this place",
                    base::did_you_mean(word.substr(0, 40), kKeywords));
  }
}

MdfDocument MdfReader::read() {
  bool is_first = true;
  while (rows_.next()) {
    if (std::exchange(is_first, false) && rows_.keyword() != "MDF_name")
      problems_.error("R101", rows_.place(), "the first statement is not \"MDF_name\"",
                      "an MDF begins with its name");
    if (has_end_) {
      problems_.warning("R202", rows_.place(), "there is text after \"end_file\"", "it is not read");
      break;
    }
    statement();
  }
  if (!has_end_) problems_.warning("R202", rows_.end(), "the file does not end with \"end_file\"");
  if (block_ != MdfBlock::file) {
    problems_.warning("R204", rows_.end(), "the last block was not closed");
    close();
  }
  if (document_.checkpoints.empty())
    problems_.error("R101", rows_.end(), "the mission has no checkpoints",
                    "a mission lists them between \"checkpoints\" and \"end_checkpoints\"");
  return std::move(document_);
}

}  // namespace

base::Result<MdfDocument> read_mdf(std::string_view text, std::string file_name) {
  const text::Source source(std::move(file_name), std::string(text));
  text::Problems problems;
  MdfDocument document = MdfReader(source, problems).read();
  return base::Result<MdfDocument>::from(std::move(document), problems.take());
}

bool looks_like_mdf(std::string_view text) { return internal::begins_with(text, "MDF_name"); }

}  // namespace backlot::formats::rndf
