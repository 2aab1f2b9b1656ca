// The single statements of a study: participants, seeds, orders, texts, times. Each reads a cursor behind its first word.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/text/cursor.h"
#include "backlot/study/study.h"

namespace backlot::formats::study {

// Notes what a block has said, so that nothing is said twice.
class Said {
 public:
  // False, with an error, for the second time.
  bool once(text::Cursor& c, std::string_view what);
  bool has(std::string_view what) const;

 private:
  std::vector<std::string_view> seen_;
};

// Behind the last word: `12`, or names with commas between.
std::vector<std::string> read_participants(text::Cursor& c);
// `me`, a style, or `driver NAME`; as --subject has it.
std::string read_subject(text::Cursor& c);
// `7`, `7 by participant`, `7 by trial`.
backlot::study::SeedChoice read_seed(text::Cursor& c);
// `100 per second`; steps of a run are 10 to 1000 a second, and a whole number of them fits into 0.05 s.
double read_rate(text::Cursor& c);
// `listed`, `random seed 7`, `latin square`, `balanced latin square`.
void read_order(text::Cursor& c, backlot::study::BlockDescription& block);

// A word that may be the name of a folder.
std::string read_folder_name(text::Cursor& c, std::string_view what);
// A letter or a digit.
std::string read_key(text::Cursor& c);
// A whole number from 1 on.
std::size_t read_count(text::Cursor& c, std::size_t most, std::string_view example);
// A time above zero.
double read_least(text::Cursor& c);
// One string or several, each a paragraph.
std::string read_paragraphs(text::Cursor& c);
// `2 min "text"`
backlot::study::RestDescription read_rest(text::Cursor& c);
// The rest of the statement as it was written; the scene reads it.
std::string read_value(text::Cursor& c);

// Reports what begins no statement here.
void fail_unknown_statement(text::Cursor& c, std::string_view where, std::span<const std::string_view> known);

}  // namespace backlot::formats::study
