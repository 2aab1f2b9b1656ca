#include "backlot/formats/scene/internal/read_scene_syntax.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/check_scene.h"
#include "backlot/formats/scene/internal/declare_names.h"
#include "backlot/formats/scene/internal/read_cast.h"
#include "backlot/formats/scene/internal/read_expect.h"
#include "backlot/formats/scene/internal/read_script.h"
#include "backlot/formats/scene/internal/read_set.h"
#include "backlot/formats/scene/scene_text.h"

namespace backlot::scene_text {

namespace {

// ---- the head

// `verifies AEB-014, AEB-015`: what is written without blanks is one id.
void read_verifies(text::Cursor& c, Reading& r) {
  const auto tokens = c.node().tokens();
  std::string id;
  for (std::size_t i = c.position(); i <= tokens.size(); ++i) {
    const bool is_end = i == tokens.size() || c.node().text(tokens[i]) == ",";
    if (is_end && id.empty())
      c.fail_at(i, "P128", "the id of a requirement is missing", "write it as in verifies AEB-014, AEB-015");
    if (!is_end && !id.empty() && !tokens[i].is_joined)
      c.fail_at(i, "P128", "ids of requirements are separated by commas", "write verifies AEB-014, AEB-015");
    if (c.has_failed()) return;
    if (!is_end) {
      id += c.node().text(tokens[i]);
      continue;
    }
    std::vector<std::string>& ids = r.scene.verifies;
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
      c.fail_at(i - 1, "P128", fmt::format("the requirement {} is named twice", id), "keep one of them");
    ids.push_back(std::move(id));
    id.clear();
  }
}

void read_import(text::Cursor& c, Reading& r) {
  const std::size_t position = c.position();
  const std::string path = c.string("the name of a file");
  if (!c.finish() || r.has_given_network) return;
  const std::optional<text::File> file = r.loader.load(path, r.file_name);
  if (!file) {
    c.fail_at(position, "T130", fmt::format("there is no file \"{}\"", path));
  } else if (looks_like_scene(file->text) || looks_like_scenario(file->text)) {
    c.fail_at(position, "P124", "a scene imports a network, and no other scene",
              "write a scenario, which plays one scene after the other");
  } else if (!r.scene.set.network_file.empty()) {
    c.fail_at(position, "P124", "a scene has one network, and this is the second one", "keep one of them");
  } else {
    r.scene.set.network_file = file->name;
  }
}

// The file of the parameter `network`, relative to the file or command line that gives it.
void read_given_network(Reading& r, const std::vector<GivenValue>& given) {
  const auto value =
      std::find_if(given.begin(), given.end(), [](const GivenValue& v) { return v.name == kNetwork; });
  if (value == given.end()) return;
  r.has_given_network = true;
  const auto* const path = std::get_if<std::string>(&value->text.value);
  const std::optional<text::File> file =
      path == nullptr ? std::nullopt : r.loader.load(*path, value->place.file);
  if (file)
    r.scene.set.network_file = file->name;
  else
    r.problems.error("P125", value->place,
                     path == nullptr ? "the parameter \"network\" is the name of a file"
                                     : fmt::format("there is no file \"{}\"", *path),
                     "write network = \"town.way\"");
}

// The statements of the parameter `judge`. They take the place of the block of the scene, which is not read then.
bool read_given_judge(Reading& r, const std::vector<GivenValue>& given) {
  const auto value =
      std::find_if(given.begin(), given.end(), [](const GivenValue& v) { return v.name == kJudge; });
  if (value == given.end()) return false;
  const auto* const rules = std::get_if<std::string>(&value->text.value);
  const std::string text = rules == nullptr ? std::string() : "judge {" + *rules + "}";
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(value->place.file, text), r.problems);
  if (rules == nullptr || rules->find_first_not_of(" ;") == std::string::npos)
    r.problems.error("P121", value->place, "the parameter \"judge\" holds the rules of a judge",
                     "write them as in judge=never contact; ttc over 1 s");
  else if (syntax.is_sound())
    for_each_statement(syntax.top(), r, [&](text::Cursor& c) { read_judge(c.node(), r); });
  return true;
}

constexpr std::array<std::string_view, 7> kBlocks{"set",    "cast",  "script", "given",
                                                  "expect", "judge", "cover"};

class Head {
 public:
  explicit Head(Reading& r) : r_(r) {}

  void read(text::Cursor& c) {
    if (c.take("scene")) {
      if (!said_.once(c, "scene")) return;
      r_.scene.place = place_of(c);
      r_.scene.name = c.new_word("the name of the scene");
      c.finish();
    } else if (c.take("title")) {
      if (!said_.once(c, "title")) return;
      r_.scene.title = c.string("the title");
      c.finish();
    } else if (c.take("verifies")) {
      read_verifies(c, r_);
    } else if (c.take("import")) {
      read_import(c, r_);
    } else if (!c.is_next("parameter") && !take_block(c)) {
      constexpr std::array<std::string_view, 12> kKnown{"scene",     "title",  "verifies", "import",
                                                        "parameter", "set",    "given",    "cast",
                                                        "script",    "expect", "judge",    "cover"};
      fail_unknown_statement(c, "of a scene", kKnown);
    }
  }

  bool has(std::string_view what) const { return said_.has(what); }

 private:
  bool take_block(text::Cursor& c) {
    for (const std::string_view word : kBlocks) {
      if (!c.take(word)) continue;
      if (said_.once(c, word)) c.finish_before_block(word);
      return true;
    }
    return false;
  }

  Reading& r_;
  Said said_;
};

// ---- the blocks, in an order in which each finds what it refers to

void read_block(std::string_view word, const text::Node& node, Reading& r) {
  if (word == "set") read_set(node, r);
  if (word == "cast") read_cast(node, r);
  if (word == "script") read_script(node, r);
  if (word == "given") read_given(node, r);
  if (word == "expect") read_expect(node, r);
  if (word == "judge") read_judge(node, r);
  if (word == "cover") read_cover(node, r);
}

void check_parts(const text::Syntax& syntax, const Head& head, Reading& r) {
  std::vector<std::string_view> missing, hints;
  const auto ask = [&](std::string_view word, std::string_view what, std::string_view hint) {
    if (head.has(word)) return;
    missing.push_back(what);
    hints.push_back(hint);
  };
  ask("scene", "no name", "scene NAME");
  ask("set", "no set", "set { subject from WAY LANE at DISTANCE to WAY }");
  ask("script", "no script", "script { beat NAME when ... { commit; ... } }");
  if (!missing.empty())
    r.problems.error("P108", {syntax.source()->name(), 1, 1},
                     fmt::format("the scene has {}", fmt::join(missing, " and ")),
                     fmt::format("write {}", fmt::join(hints, ", ")));
}

}  // namespace

void read_scene_syntax(const text::Syntax& syntax, Reading& r, std::vector<GivenValue>& given) {
  if (!syntax.is_sound()) return;
  read_given_network(r, given);
  Head head(r);
  for_each_statement(syntax.top(), r, [&](text::Cursor& c) { head.read(c); });
  check_parts(syntax, head, r);
  read_parameters(syntax.top(), r, given);
  declare_names(syntax.top(), r);
  const bool has_given_judge = read_given_judge(r, given);
  for (const std::string_view word : kBlocks)
    for_each_statement(syntax.top(), r, [&](text::Cursor& c) {
      if (word == "judge" && has_given_judge) return;
      if (c.is_next(word)) read_block(word, c.node(), r);
    });
  check_marks(r);
  if (head.has("script")) check_script(r);
}

}  // namespace backlot::scene_text
