// What a suite and each of its cases can say alike: seeds, drivers, tags, requirements, limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/campaign/suite.h"
#include "backlot/formats/text/cursor.h"

namespace backlot::formats::suite {

// What was said; what was not is empty.
struct Settings {
  std::vector<campaign::Seeds> seeds{};
  std::vector<std::string> drivers{}, tags{};
  std::vector<std::string> requirements{};
  std::vector<base::Place> requirement_places{};  // one for each
  std::vector<std::string>
      requirement_digests{};  // one for each: of the text that the case was linked to; may be empty
  std::optional<double> timeout_s{}, evaded_at_most{};
};

// Notes what a block has said, so that nothing is said twice.
class Said {
 public:
  // False, with an error, for the second time.
  bool once(text::Cursor& c, std::string_view what);

 private:
  std::vector<std::string_view> seen_;
};

// Reads a statement that belongs to the settings. False where it is another one; then nothing was taken.
bool read_setting(text::Cursor& c, Said& said, Settings& settings);

// The id of a requirement: what is written without blanks, up to a comma.
std::string read_id(text::Cursor& c);

// Behind `parameter`, `case` ...: reports what begins no statement here.
void fail_unknown_statement(text::Cursor& c, std::string_view where, std::span<const std::string_view> known);

}  // namespace backlot::formats::suite
