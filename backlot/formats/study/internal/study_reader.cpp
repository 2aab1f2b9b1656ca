#include "backlot/formats/study/internal/study_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/study/internal/read_statement.h"
#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/scope.h"
#include "backlot/study/plan.h"

namespace backlot::formats::study {

namespace {

namespace model = backlot::study;

// A block as it stands in the file: its conditions are names that may be declared later.
struct BlockText {
  model::BlockDescription block;
  std::vector<std::string> names;
  std::vector<base::Place> places;  // one for each name
  base::Place order_place;
};

class StudyReader {
 public:
  StudyReader(const text::Syntax& syntax, const text::Loader& scenes, text::Problems& problems)
      : syntax_(syntax), scenes_(scenes), problems_(problems) {}

  model::StudyDescription read() {
    study_.place = {syntax_.source()->name(), 1, 1};
    if (!syntax_.is_sound()) return std::move(study_);
    for_each(syntax_.top(), [&](text::Cursor& c) { read_statement(c); });
    const bool is_whole = problems_.failures() == 0;
    if (study_.name.empty() && !said_.has("study"))
      problems_.error("Y102", study_.place, "the study has no name", "write study NAME");
    if (is_whole && study_.participants.empty())
      problems_.error("Y102", study_.place, "the study has no participants",
                      "write participants 12, or participants anna, ben");
    if (is_whole && study_.conditions.empty())
      problems_.error("Y102", study_.place, "the study has no condition",
                      "write condition NAME { scene \"FILE.scene\" }");
    join_session();
    if (is_whole) check_use();
    if (study_.abort_codes.empty()) study_.abort_codes = model::usual_abort_codes();
    return std::move(study_);
  }

 private:
  template <class Read>
  void for_each(text::Node::Range nodes, Read read) {
    for (const text::Node node : nodes) {
      if (node.statement().is_comment) continue;
      text::Cursor c(node, scope_, problems_);
      if (!c.has_failed()) read(c);
      if (problems_.is_full()) return;
    }
  }

  void read_statement(text::Cursor& c) {
    if (c.take("study")) {
      const bool is_first = said_.once(c, "study");
      study_.place = c.node().place();
      if (is_first) study_.name = read_folder_name(c, "the name of the study");
      c.finish();
    } else if (c.take("title")) {
      if (!said_.once(c, "title")) return;
      study_.title = c.string("the title");
      c.finish();
    } else if (c.take("participants")) {
      if (said_.once(c, "participants")) study_.participants = read_participants(c);
    } else if (c.take("subject") || c.is_next("driver")) {
      if (said_.once(c, "subject")) study_.subject = read_subject(c);
    } else if (c.take("seed")) {
      if (said_.once(c, "seed")) study_.seed = read_seed(c);
    } else if (c.take("rate")) {
      if (said_.once(c, "rate")) study_.steps_per_s = read_rate(c);
    } else if (c.take("trials start by")) {
      constexpr std::array<std::string_view, 2> kWays{"operator", "participant"};
      if (!said_.once(c, "trials start by")) return;
      study_.starts_by_participant = c.choose(kWays, "way to start a trial") == 1;
      c.finish();
    } else if (c.take("marker")) {
      read_coded(c, study_.markers, true);
    } else if (c.take("abort code")) {
      read_coded(c, study_.abort_codes, false);
    } else if (c.take("instruction")) {
      std::string text = read_paragraphs(c);
      if (c.finish()) session_.push_back({model::Instruction{std::move(text)}, {}});
    } else if (c.take("break")) {
      model::RestDescription rest = read_rest(c);
      if (c.finish()) session_.push_back({std::move(rest), {}});
    } else if (c.take("condition")) {
      read_condition(c);
    } else if (c.take("block")) {
      read_block(c);
    } else {
      constexpr std::array<std::string_view, 14> kKnown{
          "study",  "title",      "participants", "subject", "driver", "seed",  "rate",
          "marker", "abort code", "instruction",  "break",   "block",  "trials start by", "condition"};
      fail_unknown_statement(c, "of a study", kKnown);
    }
  }

  void read_coded(text::Cursor& c, std::vector<model::Coded>& list, bool is_key) {
    const std::size_t position = c.position();
    model::Coded one{.code = is_key ? read_key(c) : std::string(c.new_word("the code")), .text = {}};
    if (!c.is_at_end()) one.text = c.string("what it stands for");
    const auto same = [&](const model::Coded& other) { return other.code == one.code; };
    if (!c.has_failed() && std::any_of(list.begin(), list.end(), same))
      c.fail_at(position, "Y105", fmt::format("\"{}\" is there twice", one.code), "keep one of them");
    if (c.finish()) list.push_back(std::move(one));
  }

  // ---- conditions

  void read_condition(text::Cursor& c) {
    model::ConditionDescription one;
    one.place = c.node().place();
    const std::size_t position = c.position();
    one.name = read_folder_name(c, "the name of the condition");
    c.finish_words();
    const auto same = [&](const model::ConditionDescription& other) { return other.name == one.name; };
    const bool is_double = std::any_of(study_.conditions.begin(), study_.conditions.end(), same);
    if (!one.name.empty() && is_double)
      c.fail_at(position, "Y105", fmt::format("there is a condition \"{}\" already", one.name),
                "give one of the two another name");
    if (one.name.empty()) return;
    const std::size_t failures = problems_.failures();
    Said said;
    for_each(c.node().block(), [&](text::Cursor& inner) { read_condition_statement(inner, said, one); });
    if (!said.has("scene") && problems_.failures() == failures && !c.has_failed()) {
      one.scene_place = c.node().place();
      one.scene_file = find_scene(c, position, one.name + ".scene", true);
    }
    if (!is_double) study_.conditions.push_back(std::move(one));
  }

  void read_condition_statement(text::Cursor& c, Said& said, model::ConditionDescription& one) {
    if (c.take("scene")) {
      if (!said.once(c, "scene")) return;
      const std::size_t position = c.position();
      one.scene_place = c.place();
      const std::string path = c.string("the name of a file");
      if (c.finish()) one.scene_file = find_scene(c, position, path, false);
    } else if (c.take("title")) {
      if (!said.once(c, "title")) return;
      one.title = c.string("the title");
      c.finish();
    } else if (c.take("parameter")) {
      read_parameter(c, one.parameters);
    } else if (c.take("seed")) {
      if (said.once(c, "seed")) one.seed = read_seed(c);
    } else if (c.take("subject") || c.is_next("driver")) {
      if (said.once(c, "subject")) one.subject = read_subject(c);
    } else if (c.take("instruction")) {
      if (!said.once(c, "instruction")) return;
      one.instruction = read_paragraphs(c);
      c.finish();
    } else if (c.take("spare")) {
      read_spare(c, one);
    } else {
      constexpr std::array<std::string_view, 8> kKnown{"scene",   "title",  "parameter",   "seed",
                                                       "subject", "driver", "instruction", "spare"};
      fail_unknown_statement(c, "of a condition", kKnown);
    }
  }

  void read_parameter(text::Cursor& c, std::vector<model::GivenValue>& list) {
    const std::size_t position = c.position();
    model::GivenValue value{
        .name = std::string(c.new_word("the name of a parameter")), .value = {}, .place = c.place(position)};
    c.expect_symbol('=');
    if (!c.has_failed()) value.value = read_value(c);
    const auto same = [&](const model::GivenValue& other) { return other.name == value.name; };
    if (!c.has_failed() && std::any_of(list.begin(), list.end(), same))
      c.fail_at(position, "Y105", fmt::format("the parameter \"{}\" is given twice", value.name),
                "keep one of them");
    if (c.finish()) list.push_back(std::move(value));
  }

  void read_spare(text::Cursor& c, model::ConditionDescription& one) {
    constexpr std::size_t kMostSpares = 20;
    model::SpareDescription spare;
    spare.place = c.node().place();
    std::size_t count = 1;
    if (c.take("again")) {
      if (!c.is_at_end()) {
        count = read_count(c, kMostSpares, "spare again 2 times");
        if (!c.take("times")) c.expect("time");
      }
      c.finish();
    } else {
      const std::size_t position = c.position();
      const std::string path = c.string("again, or the name of a file");
      c.finish_words();
      if (!c.has_failed()) spare.scene_file = find_scene(c, position, path, false);
      for_each(c.node().block(), [&](text::Cursor& inner) {
        constexpr std::array<std::string_view, 1> kKnown{"parameter"};
        if (inner.take("parameter"))
          read_parameter(inner, spare.parameters);
        else
          fail_unknown_statement(inner, "of a spare", kKnown);
      });
    }
    if (c.has_failed()) return;
    if (one.spares.size() + count > kMostSpares)
      c.fail_at(0, "Y106", fmt::format("a condition has at most {} spares", kMostSpares), "keep fewer");
    else
      one.spares.insert(one.spares.end(), count, spare);
  }

  // The name of the file as the program opens it; empty where the file is missing.
  std::string find_scene(text::Cursor& c, std::size_t position, const std::string& path, bool is_implied) {
    const std::string& importer = syntax_.source()->name();
    if (const std::optional<text::File> file = scenes_.load(path, importer)) return file->name;
    const std::vector<std::string> near = scenes_.paths_like(path, importer);
    const std::vector<std::string_view> words(near.begin(), near.end());
    std::string hint = base::did_you_mean(path, words);
    if (hint.empty())
      hint = is_implied
                 ? "a condition that names no scene plays the one of its name: write scene \"FILE.scene\" in it"
                 : "paths count from the folder of this file";
    c.fail_at(position, "T130", fmt::format("there is no file \"{}\"", path), hint);
    return {};
  }

  // ---- blocks

  void read_block(text::Cursor& c) {
    BlockText one;
    one.block.place = one.order_place = c.node().place();
    const std::size_t position = c.position();
    one.block.name = c.new_word("the name of the block");
    c.finish_words();
    const auto same = [&](const Item& other) {
      const auto* block = std::get_if<model::BlockDescription>(&other.item);
      return block != nullptr && block->name == one.block.name;
    };
    if (!c.has_failed() && std::any_of(session_.begin(), session_.end(), same))
      c.fail_at(position, "Y105", fmt::format("there is a block \"{}\" already", one.block.name),
                "give one of the two another name");
    Said said;
    for_each(c.node().block(), [&](text::Cursor& inner) { read_block_statement(inner, said, one); });
    if (!c.has_failed()) session_.push_back({one.block, std::move(one)});
  }

  void read_block_statement(text::Cursor& c, Said& said, BlockText& one) {
    constexpr std::size_t kMostRepetitions = 1000;
    if (c.take("conditions") || c.take("condition")) {
      if (!said.once(c, "conditions")) return;
      do {
        one.places.push_back(c.place());
        one.names.push_back(c.name("the name of a condition"));
      } while (!c.has_failed() && c.take_symbol(','));
      c.finish();
    } else if (c.take("order")) {
      if (!said.once(c, "order")) return;
      one.order_place = c.node().place();
      read_order(c, one.block);
    } else if (c.take("repetitions") || c.take("repetition")) {
      if (said.once(c, "repetitions"))
        one.block.repetitions = read_count(c, kMostRepetitions, "repetitions 2");
      c.finish();
    } else if (c.take("instruction")) {
      if (!said.once(c, "instruction")) return;
      one.block.instruction = read_paragraphs(c);
      c.finish();
    } else if (c.take("break")) {
      if (!said.once(c, "break")) return;
      constexpr std::size_t kMostTrials = 10'000;
      model::RestDescription rest;
      rest.least_s = read_least(c);
      c.expect("every");
      one.block.rest_every = read_count(c, kMostTrials, "break 2 min every 4 trials");
      if (!c.take("trials")) c.expect("trial");
      if (!c.is_at_end()) rest.text = read_paragraphs(c);
      if (c.finish()) one.block.rest = std::move(rest);
    } else {
      constexpr std::array<std::string_view, 5> kKnown{"conditions", "order", "repetitions", "instruction",
                                                       "break"};
      fail_unknown_statement(c, "of a block", kKnown);
    }
  }

  // ---- the whole

  // Names of conditions become numbers. Without a block, all conditions are one.
  void join_session() {
    std::vector<std::string_view> known;
    for (const model::ConditionDescription& one : study_.conditions) known.push_back(one.name);
    bool has_block = false;
    for (Item& item : session_) {
      if (auto* block = std::get_if<model::BlockDescription>(&item.item)) {
        has_block = true;
        find_conditions(*item.block, known, *block);
      }
      study_.session.push_back(std::move(item.item));
    }
    if (has_block || study_.conditions.empty()) return;
    model::BlockDescription all;
    all.place = study_.place;
    for (std::size_t k = 0; k < study_.conditions.size(); ++k) all.conditions.push_back(k);
    study_.session.emplace_back(std::move(all));
  }

  void find_conditions(const BlockText& text, std::span<const std::string_view> known,
                       model::BlockDescription& block) {
    if (text.names.empty())
      for (std::size_t k = 0; k < known.size(); ++k) block.conditions.push_back(k);
    for (std::size_t n = 0; n < text.names.size(); ++n) {
      const auto at = std::find(known.begin(), known.end(), text.names[n]);
      if (at == known.end()) {
        if (problems_.failures() > 0) continue;
        std::string hint = base::did_you_mean(text.names[n], known);
        if (hint.empty()) hint = fmt::format("the conditions are: {}", fmt::join(known, ", "));
        problems_.error("Y109", text.places[n], fmt::format("there is no condition \"{}\"", text.names[n]),
                        hint);
        continue;
      }
      const std::size_t number = static_cast<std::size_t>(at - known.begin());
      if (std::find(block.conditions.begin(), block.conditions.end(), number) != block.conditions.end())
        problems_.error("Y105", text.places[n],
                        fmt::format("the condition \"{}\" is there twice", text.names[n]),
                        "write repetitions 2 to play all conditions of the block twice");
      else
        block.conditions.push_back(number);
    }
    const std::size_t rows = model::rows_of(block.order, std::max<std::size_t>(1, block.conditions.size()));
    const std::size_t count = study_.participants.size(), fewer = count / rows * rows;
    if (count % rows == 0) return;
    problems_.warning(
        "Y201", text.order_place,
        fmt::format("{} participants do not fill a {} of {} rows, so conditions and places are not balanced", count,
                    to_text(block.order), rows),
        fmt::format("take {} participants{}", fewer + rows, fewer > 0 ? fmt::format(", or {}", fewer) : ""));
  }

  void check_use() {
    std::set<std::size_t> used;
    for (const model::SessionItem& item : study_.session)
      if (const auto* block = std::get_if<model::BlockDescription>(&item))
        used.insert(block->conditions.begin(), block->conditions.end());
    for (std::size_t k = 0; k < study_.conditions.size(); ++k)
      if (used.count(k) == 0)
        problems_.warning("Y202", study_.conditions[k].place,
                          fmt::format("no block plays the condition \"{}\"", study_.conditions[k].name),
                          "name it among the conditions of a block, or take it out");
  }

  struct Item {
    model::SessionItem item;
    std::optional<BlockText> block;
  };

  const text::Syntax& syntax_;
  const text::Loader& scenes_;
  text::Problems& problems_;
  const text::Scope scope_{};
  Said said_;
  model::StudyDescription study_;
  std::vector<Item> session_;
};

}  // namespace

model::StudyDescription read_syntax(const text::Syntax& syntax, const text::Loader& scenes,
                                    text::Problems& problems) {
  return StudyReader(syntax, scenes, problems).read();
}

}  // namespace backlot::formats::study
