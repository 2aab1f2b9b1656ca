#include "backlot/formats/scene/internal/read_scenario_syntax.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/scene/internal/read_scene_syntax.h"
#include "backlot/formats/scene/scene_text.h"

namespace backlot::scene_text {

namespace {

// A scene that the scenario may play.
struct Imported {
  std::string name;  // empty where the file does not tell it
  text::File file;
  base::Place place;  // of the import
  bool is_played = false;
};

// The name that a file gives to its scene; empty where it gives none.
std::string name_of_scene(const text::File& file) {
  text::Problems ignored;  // the reader of the scene reports them
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(file.name, file.text), ignored);
  const text::Scope nothing;
  for (const text::Node node : syntax.top()) {
    text::Cursor c(node, nothing, ignored);
    if (c.take("scene") && c.is_name_next()) return std::string(c.new_word("the name of the scene"));
  }
  return {};
}

class ScenarioReader {
 public:
  explicit ScenarioReader(Reading& r) : r_(r) {}

  scene::ScenarioDescription read(const text::Syntax& syntax, std::vector<GivenValue>& given) {
    for (const GivenValue& value : given)
      if (value.name == kNetwork) network_ = value;
    for_each_statement(syntax.top(), r_, [&](text::Cursor& c) { read_head(c); });
    read_parameters(syntax.top(), r_, given);
    scenario_.parameters = r_.scene.parameters;
    for_each_statement(syntax.top(), r_, [&](text::Cursor& c) { read_row(c); });
    check_whole(syntax);
    return std::move(scenario_);
  }

 private:
  // ---- the head: everything but plays and what is between them

  void read_head(text::Cursor& c) {
    if (c.take("scenario")) {
      if (!said_.once(c, "scenario")) return;
      scenario_.place = place_of(c);
      scenario_.name = c.new_word("the name of the scenario");
      c.finish();
    } else if (c.take("title")) {
      if (!said_.once(c, "title")) return;
      scenario_.title = c.string("the title");
      c.finish();
    } else if (c.take("import")) {
      read_import(c);
    } else if (!c.is_next("parameter") && !c.is_next("play") && !c.is_next("drive")) {
      constexpr std::array<std::string_view, 6> kKnown{"scenario",  "title", "import",
                                                       "parameter", "play",  "drive freely"};
      fail_unknown_statement(c, "of a scenario", kKnown);
    }
  }

  void read_import(text::Cursor& c) {
    const std::size_t position = c.position();
    const std::string path = c.string("the name of a file");
    if (!c.finish()) {
      has_lost_import_ = true;
      return;
    }
    std::optional<text::File> file = r_.loader.load(path, r_.file_name);
    if (!file) {
      c.fail_at(position, "T130", fmt::format("there is no file \"{}\"", path));
      has_lost_import_ = true;
      return;
    }
    if (!looks_like_scene(file->text)) {
      c.fail_at(position, "P124", "a scenario imports scenes, and this file is none",
                "networks are imported by the scenes themselves");
      has_lost_import_ = true;
      return;
    }
    std::string name = name_of_scene(*file);
    if (find_imported(name) != nullptr)
      c.fail_at(position, "P106", fmt::format("there is a scene \"{}\" already", name),
                "give one of the two scenes another name");
    imported_.push_back({std::move(name), std::move(*file), c.place(position)});
  }

  Imported* find_imported(const std::string& name) {
    const auto found =
        std::find_if(imported_.begin(), imported_.end(), [&](const Imported& i) { return i.name == name; });
    return found == imported_.end() ? nullptr : &*found;
  }

  // ---- the row of scenes

  void read_row(text::Cursor& c) {
    if (c.take("play")) {
      read_play(c);
    } else if (c.take("drive")) {
      read_free_driving(c);
    }
  }

  void read_play(text::Cursor& c) {
    scene::PlayDescription play{.spares = {}, .place = place_of(c)};
    play.scene = read_scene_with_arguments(c);
    while (!c.has_failed() && c.take_symbol(',')) {
      c.expect("or else");
      if (!c.has_failed()) play.spares.push_back(read_scene_with_arguments(c));
    }
    c.finish();
    if (!scenario_.plays.empty() && !has_driving_) scenario_.between.emplace_back();
    has_driving_ = false;
    scenario_.plays.push_back(std::move(play));
  }

  // `NAME` or `NAME(parameter = value, ...)`
  scene::SceneDescription read_scene_with_arguments(text::Cursor& c) {
    const std::size_t position = c.position();
    const std::string name = c.name("the name of a scene");
    std::vector<GivenValue> arguments = read_arguments(c);
    if (name.empty()) return {};
    Imported* const imported = find_imported(name);
    if (imported == nullptr) {
      if (!has_lost_import_) fail_unknown_scene(c, position, name);
      return {};
    }
    imported->is_played = true;
    return read_file(imported->file, arguments);
  }

  void fail_unknown_scene(text::Cursor& c, std::size_t position, const std::string& name) {
    std::vector<std::string_view> names;
    for (const Imported& one : imported_) names.push_back(one.name);
    std::string hint = base::did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("import the file that holds it: import \"{}.scene\"", name);
    c.fail_at(position, "P131", fmt::format("there is no scene \"{}\"", name), hint);
  }

  std::vector<GivenValue> read_arguments(text::Cursor& c) {
    std::vector<GivenValue> values;
    if (!c.take_symbol('(')) return values;
    if (c.take_symbol(')')) return values;
    do {
      const std::size_t position = c.position();
      const std::string name = c.name("the name of a parameter");
      c.expect_symbol('=');
      ParameterText text = read_parameter_text(c, r_, name);
      if (c.has_failed()) return values;
      if (std::any_of(values.begin(), values.end(), [&](const GivenValue& v) { return v.name == name; }))
        c.fail_at(position, "P107", fmt::format("the parameter \"{}\" is given twice", name),
                  "keep one of them");
      values.push_back({name, std::move(text), c.place(position)});
    } while (c.take_symbol(','));
    c.expect_symbol(')');
    return values;
  }

  scene::SceneDescription read_file(const text::File& file, std::vector<GivenValue>& arguments) {
    const text::Syntax syntax =
        text::Syntax::parse(std::make_shared<text::Source>(file.name, file.text), r_.problems);
    const bool has_network = std::any_of(arguments.begin(), arguments.end(),
                                         [](const GivenValue& v) { return v.name == kNetwork; });
    if (network_ && !has_network) arguments.push_back(*network_);
    Reading inner{
        .problems = r_.problems, .loader = r_.loader, .file_name = file.name, .seed = seed_of_play()};
    read_scene_syntax(syntax, inner, arguments);
    if (r_.scene.is_decoy) inner.scene.is_decoy = true;
    return std::move(inner.scene);
  }

  // A play and its spares share a seed: a spare repeats what was tried.
  std::optional<std::uint64_t> seed_of_play() const {
    if (!r_.seed || scenario_.plays.empty()) return r_.seed;
    base::Hasher hasher;
    hasher.add(*r_.seed);
    hasher.add(static_cast<std::uint64_t>(scenario_.plays.size()));
    return hasher.value();
  }

  // `drive freely between 20 s and 90 s [until calm]`, `drive freely for 30 s`
  void read_free_driving(text::Cursor& c) {
    scene::FreeDriving driving;
    c.expect("freely");
    const std::size_t position = c.position();
    if (c.take("for")) {
      driving.least_s = driving.most_s = quantity_above_zero(c, r_, text::kTime);
    } else {
      c.expect("between");
      const Window seconds = window(c, r_, text::kTime);
      driving.least_s = seconds.low;
      driving.most_s = seconds.high;
      if (seconds.low < 0)
        c.fail_at(position, "P118", "this must be at least zero", "write zero or a number above it");
      driving.until_calm = c.take("until calm");
    }
    if (scenario_.plays.empty() || has_driving_)
      c.fail_at(0, "P132", "free driving stands between two plays", "write play NAME(...) before it");
    c.finish();
    if (scenario_.plays.empty() || has_driving_) return;
    has_driving_ = true;
    driving_place_ = c.node().place();
    scenario_.between.push_back(driving);
  }

  void check_whole(const text::Syntax& syntax) {
    const base::Place top{syntax.source()->name(), 1, 1};
    if (!said_.has("scenario"))
      r_.problems.error("P108", top, "the scenario has no name", "write scenario NAME");
    if (scenario_.plays.empty())
      r_.problems.error("P108", top, "the scenario plays no scene",
                        "write play NAME(parameter = value, ...)");
    if (has_driving_) {
      r_.problems.error("P132", driving_place_, "free driving stands between two plays",
                        "write play NAME(...) behind it");
      BACKLOT_ASSERT(!scenario_.between.empty(), "an interval is taken back that was read");
      scenario_.between.pop_back();
    }
    for (const Imported& one : imported_)
      if (!one.is_played && !one.name.empty())
        r_.problems.warning("P202", one.place, fmt::format("the scene \"{}\" is never played", one.name),
                            "play it, or leave the import out");
    check_scenario(scenario_, r_.problems);
  }

  Reading& r_;
  Said said_;
  std::optional<GivenValue> network_;  // given for all plays that name none
  std::vector<Imported> imported_;
  bool has_lost_import_ = false;  // a scene that is not known may be there
  bool has_driving_ = false;      // since the last play
  base::Place driving_place_;
  scene::ScenarioDescription scenario_;
};

}  // namespace

scene::ScenarioDescription read_scenario_syntax(const text::Syntax& syntax, Reading& r,
                                                std::vector<GivenValue>& given) {
  if (!syntax.is_sound()) return {};
  return ScenarioReader(r).read(syntax, given);
}

}  // namespace backlot::scene_text
