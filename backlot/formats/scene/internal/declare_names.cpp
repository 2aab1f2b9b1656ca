#include "backlot/formats/scene/internal/declare_names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace backlot::scene_text {

namespace {

// With these words conditions, actions and expectations begin or go on.
constexpr std::array<std::string_view, 45> kTakenWords{
    "subject",  "nobody", "extras", "not",      "and",     "or",    "for",      "from",         "until",
    "when",     "within", "before", "after",    "between", "over",  "below",    "at",           "past",
    "during",   "never",  "always", "speed",    "gap",     "ttc",   "distance", "signal",       "start",
    "end",      "onset",  "commit", "cast",     "note",    "let",   "hand",     "keep",         "beat",
    "together", "order",  "if",     "deadline", "role",    "route", "contact",  "acceleration", "offset"};

class Declarer {
 public:
  explicit Declarer(Reading& r) : r_(r) {}

  void declare(text::Cursor& c, std::string_view what, std::vector<std::string>& names) {
    if (!c.take(what)) return;
    const std::size_t position = c.position();
    const std::string name(c.new_word(fmt::format("the name of a {}", what)));
    if (c.has_failed()) return;
    if (std::find(kTakenWords.begin(), kTakenWords.end(), name) != kTakenWords.end()) {
      const bool is_subject = name == scene::kSubject;
      c.fail_at(position, is_subject ? "P109" : "P106",
                is_subject ? "the subject is never cast and never directed"
                           : fmt::format("\"{}\" has a meaning of its own and can be no {}", name, what),
                "choose another name");
    } else if (r_.scope.find(name) != nullptr || r_.words.contains(name)) {
      c.fail_at(position, "P106", fmt::format("\"{}\" is a parameter already", name), "choose another name");
    } else if (what == "beat" && name == r_.scene.name) {
      c.fail_at(position, "P106", fmt::format("\"{}\" is the name of the scene", name),
                "choose another name");
    } else if (std::find(names.begin(), names.end(), name) != names.end()) {
      c.fail_at(position, "P106", fmt::format("there is a {} \"{}\" already", what, name),
                "choose another name");
    }
    names.push_back(name);
    if (what == "role" && c.take_symbol(':') && are_people_next(c)) r_.names.people.push_back(name);
  }

  void declare_beats(text::Node::Range statements) {
    for_each_statement(statements, r_, [this](text::Cursor& c) {
      if (c.is_next("together"))
        declare_beats(c.node().block());
      else
        declare(c, "beat", r_.names.beats);
    });
  }

 private:
  Reading& r_;
};

}  // namespace

void declare_names(text::Node::Range statements, Reading& r) {
  Declarer declarer(r);
  for_each_statement(statements, r, [&](text::Cursor& c) {
    const text::Node::Range block = c.node().block();
    if (c.is_next("script")) declarer.declare_beats(block);
    if (!c.is_next("set") && !c.is_next("cast")) return;
    for_each_statement(block, r, [&](text::Cursor& inner) {
      declarer.declare(inner, "mark", r.names.marks);
      declarer.declare(inner, "role", r.names.roles);
      declarer.declare(inner, "source", r.names.sources);
      declarer.declare(inner, "sink", r.names.sinks);
      declarer.declare(inner, "prop", r.names.props);
    });
  });
}

}  // namespace backlot::scene_text
