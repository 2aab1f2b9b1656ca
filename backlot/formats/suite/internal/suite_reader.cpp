#include "backlot/formats/suite/internal/suite_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/suite/internal/read_settings.h"
#include "backlot/formats/suite/internal/read_values.h"
#include "backlot/formats/text/print.h"
#include "backlot/formats/text/scope.h"

namespace backlot::formats::suite {

namespace {

using campaign::CaseDescription;
using campaign::ParameterValues;

// A case as its block says it, before it takes anything from others.
struct CaseText {
  std::string name, title, extends;
  bool is_base = false;  // not played by itself
  std::string scene_file;
  bool has_scene = false;  // also where the statement has an error
  Settings settings;
  std::vector<ParameterValues> parameters;
  std::optional<campaign::Combination> combination;
  std::optional<std::string> judge;
  base::Place place, extends_place, scene_place, judge_place;
};

// What one `play` takes of another suite.
struct PlayText {
  std::string suite;
  std::vector<std::string> only_tags, without_tags, only_cases, without_cases;
  base::Place place, suite_place;
  std::vector<std::pair<std::string, base::Place>> named_cases;  // to be looked up
};

struct SuiteText {
  std::string name, title;
  Settings settings;
  std::optional<campaign::NotStaged> not_staged;
  std::vector<campaign::Requirement> requirements;
  std::vector<CaseText> cases;
  std::vector<PlayText> plays;
  base::Place place;
};

class FileReader {
 public:
  FileReader(const text::Syntax& syntax, const text::Loader& loader, text::Problems& problems)
      : syntax_(syntax), loader_(loader), problems_(problems) {}

  SuiteText read() {
    suite_.place = {syntax_.source()->name(), 1, 1};
    if (!syntax_.is_sound()) return std::move(suite_);
    for_each(syntax_.top(), [&](text::Cursor& c) { read_statement(c); });
    if (suite_.name.empty() && !has_name_)
      problems_.error("K102", suite_.place, "the suite has no name", "write suite NAME");
    return std::move(suite_);
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
    if (c.take("suite")) {
      has_name_ = true;
      if (!said_.once(c, "suite")) return;
      suite_.place = c.node().place();
      suite_.name = c.new_word("the name of the suite");
      c.finish();
    } else if (c.take("title")) {
      if (!said_.once(c, "title")) return;
      suite_.title = c.string("the title");
      c.finish();
    } else if (c.take("requirement")) {
      read_requirement(c);
    } else if (c.take("not staged")) {
      if (said_.once(c, "not staged")) read_not_staged(c);
    } else if (c.take("case")) {
      read_case(c, false);
    } else if (c.take("base case")) {
      read_case(c, true);
    } else if (c.take("play")) {
      read_play(c);
    } else if (c.is_next("verifies") || (!c.is_next("import") && !read_setting(c, said_, suite_.settings))) {
      constexpr std::array<std::string_view, 13> kKnown{
          "suite", "title",   "import", "requirement",    "seeds",      "drivers",  "tags",
          "case",  "timeout", "play",   "evaded at most", "not staged", "base case"};
      fail_unknown_statement(c, "of a suite", kKnown);
    }
  }

  void read_requirement(text::Cursor& c) {
    const std::size_t position = c.position();
    campaign::Requirement one{.id = read_id(c), .text = {}, .place = c.node().place()};
    one.text = c.string("the text of the requirement");
    c.finish();
    const auto same = [&](const campaign::Requirement& other) { return other.id == one.id; };
    if (!one.id.empty() && std::any_of(suite_.requirements.begin(), suite_.requirements.end(), same))
      c.fail_at(position, "K105", fmt::format("the requirement {} is there twice", one.id),
                "keep one of them");
    else if (!one.id.empty())
      suite_.requirements.push_back(std::move(one));
  }

  void read_not_staged(text::Cursor& c) {
    constexpr std::array<std::string_view, 3> kWays{"fail", "skip", "retry"};
    constexpr double kMostTries = 100;
    campaign::NotStaged not_staged{.is_skipped = false, .tries = 0};
    const std::size_t way = c.choose(kWays, "way to treat runs that were not staged");
    not_staged.is_skipped = way == 1;
    if (way == 2 && !c.has_failed()) {
      const std::size_t position = c.position();
      const std::optional<double> count = c.take_number();
      if (!count || *count < 1 || *count > kMostTries || *count != std::floor(*count))
        c.fail_at(position, "K109", "the number of tries is a whole number from 1 to 100",
                  "write not staged retry 3");
      else
        not_staged.tries = static_cast<std::uint64_t>(*count);
    }
    if (c.finish()) suite_.not_staged = not_staged;
  }

  // ---- cases

  void read_case(text::Cursor& c, bool is_base) {
    CaseText one;
    one.is_base = is_base;
    one.place = c.node().place();
    const std::size_t position = c.position();
    one.name = c.new_word("the name of the case");
    if (c.take("extends")) {
      one.extends_place = c.place();
      one.extends = c.name("the name of a case");
    }
    c.finish_words();
    const auto same = [&](const CaseText& other) { return other.name == one.name; };
    const bool is_double = std::any_of(suite_.cases.begin(), suite_.cases.end(), same);
    if (!one.name.empty() && is_double)
      c.fail_at(position, "K105", fmt::format("there is a case \"{}\" already", one.name),
                "give one of the two another name");
    if (one.name.empty()) return;
    const std::size_t failures = problems_.failures();
    Said said;
    for_each(c.node().block(), [&](text::Cursor& inner) { read_case_statement(inner, said, one); });
    if (!one.has_scene && one.extends.empty() && problems_.failures() == failures && !c.has_failed()) {
      one.scene_place = c.node().place();
      find_scene(c, position, one.name + ".scene", one, true);
    }
    if (!is_double) suite_.cases.push_back(std::move(one));
  }

  void read_case_statement(text::Cursor& c, Said& said, CaseText& one) {
    if (c.take("scene")) {
      one.has_scene = true;
      if (!said.once(c, "scene")) return;
      const std::size_t position = c.position();
      const std::string path = c.string("the name of a file");
      if (c.finish()) find_scene(c, position, path, one, false);
    } else if (c.take("title")) {
      if (!said.once(c, "title")) return;
      one.title = c.string("the title");
      c.finish();
    } else if (c.take("parameter")) {
      read_parameter(c, one);
    } else if (c.take("combine")) {
      constexpr std::array<std::string_view, 2> kWays{"all", "pairwise"};
      if (!said.once(c, "combine")) return;
      const std::size_t way = c.choose(kWays, "way to combine values");
      if (c.finish()) one.combination = static_cast<campaign::Combination>(way);
    } else if (c.take("judge")) {
      if (said.once(c, "judge") && c.finish_before_block("judge")) read_judge(c, one);
    } else if (!read_setting(c, said, one.settings)) {
      constexpr std::array<std::string_view, 11> kKnown{"scene",          "title", "parameter", "combine",
                                                        "judge",          "seeds", "drivers",   "timeout",
                                                        "evaded at most", "tags",  "verifies"};
      fail_unknown_statement(c, "of a case", kKnown);
    }
  }

  // `is_implied`: the case names no scene, so that it plays the one of its own name.
  void find_scene(text::Cursor& c, std::size_t position, const std::string& path, CaseText& one,
                  bool is_implied) {
    const std::string& importer = syntax_.source()->name();
    one.scene_place = c.place(position);
    if (const std::optional<text::File> file = loader_.load(path, importer)) {
      one.scene_file = file->name;
      return;
    }
    const std::vector<std::string> near = loader_.paths_like(path, importer);
    const std::vector<std::string_view> words(near.begin(), near.end());
    std::string hint = base::did_you_mean(path, words);
    if (hint.empty())
      hint = is_implied
                 ? "a case that names no scene plays the one of its name: write scene \"FILE.scene\" in it"
                 : "paths count from the folder of this file";
    c.fail_at(position, "T130", fmt::format("there is no file \"{}\"", path), hint);
  }

  void read_parameter(text::Cursor& c, CaseText& one) {
    const std::size_t position = c.position();
    ParameterValues parameter{
        .name = std::string(c.new_word("the name of a parameter")), .values = {}, .place = c.place(position)};
    c.expect_symbol('=');
    parameter.values = read_values(c, one.name + '.' + parameter.name);
    const auto same = [&](const ParameterValues& other) { return other.name == parameter.name; };
    if (!c.has_failed() && std::any_of(one.parameters.begin(), one.parameters.end(), same))
      c.fail_at(position, "K105", fmt::format("the parameter \"{}\" is given twice", parameter.name),
                "keep one of them");
    if (!c.has_failed()) one.parameters.push_back(std::move(parameter));
  }

  // The scene reads the rules, since they may speak of its roles and beats.
  void read_judge(text::Cursor& c, CaseText& one) {
    std::string rules;
    for_each(c.node().block(), [&](text::Cursor& rule) {
      if (rule.node().statement().has_block) rule.fail_at(0, "T144", "a block is not expected here");
      rules += (rules.empty() ? "" : "; ") + text::print_words(rule.node());
    });
    if (rules.empty() && !c.has_failed())
      c.fail_at(0, "K116", "a judge without a rule would let everything pass",
                "write judge { never contact }, or leave it out: then the scene judges");
    one.judge = std::move(rules);
    one.judge_place = c.node().place();
  }

  // ---- cases of other suites

  void read_play(text::Cursor& c) {
    PlayText play;
    play.place = c.node().place();
    play.suite_place = c.place();
    play.suite = c.new_word("the name of a suite");
    while (!c.has_failed() && !c.is_at_end()) {
      constexpr std::array<std::string_view, 8> kWays{"only tag",     "only tags",    "without tag",
                                                      "without tags", "only case",    "only cases",
                                                      "without case", "without cases"};
      const std::size_t way = c.choose(kWays, "way to choose cases");
      std::vector<std::string>& list = way < 2   ? play.only_tags
                                       : way < 4 ? play.without_tags
                                       : way < 6 ? play.only_cases
                                                 : play.without_cases;
      do {
        const base::Place place = c.place();
        list.push_back(c.name(way < 4 ? "a tag" : "a case"));
        if (way >= 4) play.named_cases.emplace_back(list.back(), place);
      } while (!c.has_failed() && c.take_symbol(','));
    }
    if (c.finish()) suite_.plays.push_back(std::move(play));
  }

  const text::Syntax& syntax_;
  const text::Loader& loader_;
  text::Problems& problems_;
  const text::Scope scope_{};
  Said said_;
  bool has_name_ = false;
  SuiteText suite_;
};

// Joins what the files say.
class Resolver {
 public:
  Resolver(std::vector<SuiteText> suites, bool is_complete, text::Problems& problems)
      : suites_(std::move(suites)), is_complete_(is_complete), problems_(problems) {}

  campaign::SuiteDescription resolve() {
    check_names();
    const SuiteText& main = suites_.back();
    campaign::SuiteDescription suite;
    suite.name = main.name;
    suite.title = main.title;
    suite.not_staged = main.not_staged;
    suite.place = main.place;
    for (const SuiteText& one : suites_) {
      for (const campaign::Requirement& requirement : one.requirements) add_requirement(suite, requirement);
    }
    for (const SuiteText& one : suites_)
      for (const CaseText& text : one.cases) check_case(one, text);
    std::set<const SuiteText*> active;
    suite.cases = cases_of(main, main.settings, active);
    check_requirements(suite);
    if (suite.cases.empty() && problems_.failures() == 0 && main.cases.empty() && main.plays.empty() &&
        !main.name.empty())
      problems_.error("K102", main.place, "the suite has no case",
                      "write case NAME { scene \"FILE.scene\" }");
    check_unique(suite);
    return suite;
  }

 private:
  void check_names() {
    for (std::size_t k = 0; k < suites_.size(); ++k)
      for (std::size_t j = 0; j < k; ++j)
        if (!suites_[k].name.empty() && suites_[k].name == suites_[j].name)
          problems_.error(
              "K105", suites_[k].place,
              fmt::format("there is a suite \"{}\" already, in {}", suites_[k].name, suites_[j].place.file),
              "give one of the two another name");
  }

  void add_requirement(campaign::SuiteDescription& suite, const campaign::Requirement& requirement) {
    for (const campaign::Requirement& other : suite.requirements) {
      if (other.id != requirement.id) continue;
      if (other.text != requirement.text)
        problems_.error(
            "K117", requirement.place,
            fmt::format("the requirement {} has another text in {}", requirement.id, to_text(other.place)),
            "keep one of the two texts, and import the file that has it");
      return;
    }
    suite.requirements.push_back(requirement);
  }

  // ---- bases

  struct Found {
    const SuiteText* suite = nullptr;
    const CaseText* text = nullptr;
  };
  // By its name in the own suite, else in any, or by "suite.case".
  Found find_case(const SuiteText& from, const std::string& name) const {
    for (const CaseText& one : from.cases)
      if (one.name == name) return {&from, &one};
    for (const SuiteText& suite : suites_)
      for (const CaseText& one : suite.cases)
        if (one.name == name || suite.name + '.' + one.name == name) return {&suite, &one};
    return {};
  }

  // The base exists, and no case is its own base.
  void check_case(const SuiteText& suite, const CaseText& text) {
    std::vector<const CaseText*> chain{&text};
    Found at{&suite, &text};
    while (!at.text->extends.empty()) {
      const Found base = find_case(*at.suite, at.text->extends);
      if (base.text == nullptr) {
        if (chain.size() == 1 && is_complete_) fail_unknown_case(text);
        return;
      }
      if (std::find(chain.begin(), chain.end(), base.text) != chain.end()) {
        if (base.text == &text)
          problems_.error("K119", text.extends_place,
                          fmt::format("the case \"{}\" extends itself", text.name),
                          "let it extend another case, or name its scene");
        return;
      }
      chain.push_back(base.text);
      at = base;
    }
    const bool has_scene = std::any_of(
        chain.begin(), chain.end(), [](const CaseText* c) { return c->has_scene || !c->scene_file.empty(); });
    if (!has_scene && problems_.failures() == 0)
      problems_.error("K102", text.place, fmt::format("the case \"{}\" has no scene", text.name),
                      "write scene \"FILE.scene\"");
  }

  void fail_unknown_case(const CaseText& text) {
    std::vector<std::string_view> names;
    for (const SuiteText& suite : suites_)
      for (const CaseText& one : suite.cases)
        if (one.name != text.name) names.push_back(one.name);
    std::string hint = base::did_you_mean(text.extends, names);
    if (hint.empty()) hint = "import the suite that holds it: import \"FILE.suite\"";
    problems_.error("K118", text.extends_place, fmt::format("there is no case \"{}\"", text.extends), hint);
  }

  // Empty where its bases are in disorder, which was reported.
  std::optional<CaseDescription> resolved(const SuiteText& suite, const CaseText& text,
                                          std::vector<const CaseText*> below = {}) {
    if (std::find(below.begin(), below.end(), &text) != below.end()) return std::nullopt;
    below.push_back(&text);
    CaseDescription made;
    made.seeds.clear();
    made.evaded_at_most = -1;
    if (!text.extends.empty()) {
      const Found base = find_case(suite, text.extends);
      if (base.text == nullptr) return std::nullopt;
      std::optional<CaseDescription> inherited = resolved(*base.suite, *base.text, below);
      if (!inherited) return std::nullopt;
      made = *std::move(inherited);
      made.title.clear();
    }
    made.name = text.name;
    made.place = text.place;
    if (!text.title.empty()) made.title = text.title;
    if (!text.scene_file.empty()) {
      made.scene_file = text.scene_file;
      made.scene_place = text.scene_place;
    }
    for (const ParameterValues& parameter : text.parameters) {
      const auto at = std::find_if(made.parameters.begin(), made.parameters.end(),
                                   [&](const ParameterValues& p) { return p.name == parameter.name; });
      if (at == made.parameters.end())
        made.parameters.push_back(parameter);
      else
        *at = parameter;
    }
    if (text.combination) made.combination = *text.combination;
    if (text.judge) {
      made.judge = *text.judge;
      made.judge_place = text.judge_place;
    }
    apply(text.settings, made);
    return made;
  }

  // What is said counts more than what is there; tags and requirements add up.
  static void apply(const Settings& said, CaseDescription& made) {
    if (!said.seeds.empty()) made.seeds = said.seeds;
    if (!said.drivers.empty()) made.drivers = said.drivers;
    if (said.timeout_s) made.timeout_s = said.timeout_s;
    if (said.evaded_at_most) made.evaded_at_most = *said.evaded_at_most;
    add_new(said.tags, made.tags);
    add_new(said.requirements, made.requirements);
  }
  // The same for what the suite says for all: it counts where the case says nothing.
  static void fill(const Settings& said, CaseDescription& made) {
    if (made.seeds.empty()) made.seeds = said.seeds;
    if (made.drivers.empty()) made.drivers = said.drivers;
    if (!made.timeout_s) made.timeout_s = said.timeout_s;
    if (made.evaded_at_most < 0 && said.evaded_at_most) made.evaded_at_most = *said.evaded_at_most;
    add_new(said.tags, made.tags);
  }
  static void add_new(const std::vector<std::string>& more, std::vector<std::string>& list) {
    for (const std::string& one : more)
      if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
  }

  // ---- the cases that are played

  // Of a suite that is played by another one: `settings` of the outer suite count before its own.
  std::vector<CaseDescription> cases_of(const SuiteText& suite, const Settings& settings,
                                        std::set<const SuiteText*>& active) {
    std::vector<CaseDescription> cases;
    active.insert(&suite);
    for (const CaseText& text : suite.cases) {
      if (text.is_base) continue;
      std::optional<CaseDescription> made = resolved(suite, text);
      if (!made) continue;
      fill(settings, *made);
      fill(suite.settings, *made);
      if (made->seeds.empty()) made->seeds = {{1, 1}};
      if (made->drivers.empty()) made->drivers = {"reference"};
      if (made->evaded_at_most < 0) made->evaded_at_most = campaign::kEvadedAtMost;
      cases.push_back(*std::move(made));
    }
    for (const PlayText& play : suite.plays) {
      const SuiteText* const other = find_suite(play);
      if (other == nullptr || active.count(other) > 0) continue;
      std::vector<CaseDescription> played = cases_of(*other, settings, active);
      choose(play, *other, played);
      cases.insert(cases.end(), std::make_move_iterator(played.begin()),
                   std::make_move_iterator(played.end()));
    }
    active.erase(&suite);
    return cases;
  }

  const SuiteText* find_suite(const PlayText& play) {
    std::vector<std::string_view> names;
    for (const SuiteText& suite : suites_) {
      if (suite.name == play.suite && &suite != &suites_.back()) return &suite;
      if (&suite != &suites_.back()) names.push_back(suite.name);
    }
    if (!is_complete_) return nullptr;
    std::string hint = base::did_you_mean(play.suite, names);
    if (hint.empty()) hint = "import the file that holds it: import \"FILE.suite\"";
    problems_.error("K121", play.suite_place, fmt::format("there is no suite \"{}\"", play.suite), hint);
    return nullptr;
  }

  void choose(const PlayText& play, const SuiteText& other, std::vector<CaseDescription>& cases) {
    for (const auto& [name, place] : play.named_cases) {
      const auto same = [&n = name](const CaseDescription& one) { return one.name == n; };
      if (std::any_of(cases.begin(), cases.end(), same)) continue;
      std::vector<std::string_view> names;
      for (const CaseDescription& one : cases) names.push_back(one.name);
      std::string hint = base::did_you_mean(name, names);
      if (hint.empty()) hint = fmt::format("its cases are: {}", fmt::join(names, ", "));
      problems_.error("K118", place, fmt::format("the suite \"{}\" has no case \"{}\"", other.name, name),
                      hint);
    }
    const std::size_t before = cases.size();
    std::erase_if(cases, [&](const CaseDescription& one) {
      const auto has_tag = [&](const std::string& tag) {
        return std::find(one.tags.begin(), one.tags.end(), tag) != one.tags.end();
      };
      const auto is_named = [&](const std::string& name) { return name == one.name; };
      return (!play.only_tags.empty() &&
              std::none_of(play.only_tags.begin(), play.only_tags.end(), has_tag)) ||
             std::any_of(play.without_tags.begin(), play.without_tags.end(), has_tag) ||
             (!play.only_cases.empty() &&
              std::none_of(play.only_cases.begin(), play.only_cases.end(), is_named)) ||
             std::any_of(play.without_cases.begin(), play.without_cases.end(), is_named);
    });
    if (before > 0 && cases.empty() && problems_.failures() == 0)
      problems_.warning("K201", play.place, fmt::format("no case of \"{}\" is left", play.suite),
                        "change what is chosen, or take the statement out");
  }

  // ---- the whole

  void check_requirements(campaign::SuiteDescription& suite) {
    std::vector<std::string_view> known;
    for (const campaign::Requirement& requirement : suite.requirements) known.push_back(requirement.id);
    std::set<std::string_view> verified;
    for (const SuiteText& one : suites_)
      for (const CaseText& text : one.cases)
        for (std::size_t k = 0; k < text.settings.requirements.size(); ++k) {
          const std::string& id = text.settings.requirements[k];
          verified.insert(id);
          check_digest(suite, text.settings, k);
          if (std::find(known.begin(), known.end(), id) != known.end() || !is_complete_) continue;
          std::string hint = base::did_you_mean(id, known);
          if (hint.empty()) hint = fmt::format("declare it: requirement {} \"its text\"", id);
          problems_.error("K122", text.settings.requirement_places[k],
                          fmt::format("there is no requirement {}", id), hint);
        }
    for (const campaign::Requirement& requirement : suites_.back().requirements)
      if (verified.count(requirement.id) == 0)
        problems_.warning("K202", requirement.place,
                          fmt::format("no case verifies the requirement {}", requirement.id),
                          fmt::format("write verifies {} in the case that does", requirement.id));
  }

  // A link that was made to another text is suspect: its author checks whether the case still verifies it.
  void check_digest(campaign::SuiteDescription& suite, const Settings& settings, std::size_t k) {
    const std::string& linked = settings.requirement_digests[k];
    if (linked.empty()) return;
    for (campaign::Requirement& requirement : suite.requirements) {
      if (requirement.id != settings.requirements[k]) continue;
      const std::string now = campaign::digest_of(requirement.text);
      if (now == linked) continue;
      requirement.is_suspect = true;
      problems_.warning(
          "K203", settings.requirement_places[k],
          fmt::format("the requirement {} is suspect: its text changed since this link", requirement.id),
          fmt::format("look whether the case still verifies it, then write as of \"{}\"", now));
    }
  }

  void check_unique(const campaign::SuiteDescription& suite) {
    std::set<std::string_view> names;
    for (const CaseDescription& one : suite.cases)
      if (!names.insert(one.name).second)
        problems_.error("K105", one.place,
                        fmt::format("two cases that the suite plays have the name \"{}\"", one.name),
                        "give one of the two another name, or leave one out: play SUITE without case NAME");
  }

  std::vector<SuiteText> suites_;
  bool is_complete_;
  text::Problems& problems_;
};

}  // namespace

campaign::SuiteDescription read_library(const text::Library& library, const text::Loader& loader,
                                        text::Problems& problems) {
  std::vector<SuiteText> suites;
  for (const text::Syntax& syntax : library.files)
    suites.push_back(FileReader(syntax, loader, problems).read());
  return Resolver(std::move(suites), library.is_complete, problems).resolve();
}

}  // namespace backlot::formats::suite
