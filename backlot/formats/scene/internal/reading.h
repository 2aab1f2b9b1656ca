// One reading of a scene: what is known of its text, and what all readers of statements share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/scope.h"
#include "backlot/scene/scene_description.h"

namespace backlot::scene_text {

// The names that a scene declares. They are collected before anything else is read, so that a statement may use a name that is
// declared below it, and so that a name counts as known even where its declaration has an error.
struct Names {
  std::vector<std::string> marks, roles, beats, sources, sinks, props;
  std::vector<std::string> people;  // the roles that people on foot play
};

struct Reading {
  text::Problems& problems;
  const text::Loader& loader;
  std::string file_name;
  std::optional<std::uint64_t> seed;
  bool has_given_network = false;  // it takes the place of the one that the scene imports

  text::Scope scope{};                                      // parameters that are numbers
  std::map<std::string, std::string, std::less<>> words{};  // parameters that are words
  Names names{};
  std::string
      event_actor{};  // the first role that a committing beat directs: the other one of `ttc over 1 s`
  scene::SceneDescription scene{};
};

// Calls `read(cursor)` for each statement of a range, past comments and what could not be read.
template <class Read>
void for_each_statement(text::Node::Range nodes, Reading& r, Read read) {
  for (const text::Node node : nodes) {
    if (node.statement().is_comment) continue;
    text::Cursor c(node, r.scope, r.problems);
    if (!c.has_failed()) read(c);
    if (r.problems.is_full()) return;
  }
}

inline network::TextPlace place_of(const text::Cursor& c) { return {c.node().place()}; }

// Reports a statement that does not belong in a block; `where` as in "in a set".
void fail_unknown_statement(text::Cursor& c, std::string_view where, std::span<const std::string_view> known);

// Notes what a block has said, so that nothing is said twice.
class Said {
 public:
  // False, with an error, for the second time.
  bool once(text::Cursor& c, std::string_view what);
  bool has(std::string_view what) const;

 private:
  std::vector<std::string_view> seen_;
};

// ---- numbers

// True where a number, a parameter that is a number, or an expression begins.
bool is_quantity_next(const text::Cursor& c);
// A quantity of any dimension. A parameter that is a word is refused in words.
text::Quantity any_quantity(text::Cursor& c, const Reading& r);
double quantity(text::Cursor& c, const Reading& r, const text::Dimension& dimension);
// The same, and it must be at least zero, or above zero.
double quantity_from_zero(text::Cursor& c, const Reading& r, const text::Dimension& dimension);
double quantity_above_zero(text::Cursor& c, const Reading& r, const text::Dimension& dimension);
// A share of at most 100 %.
double share(text::Cursor& c, const Reading& r);

struct Window {
  double low = 0, high = 0;
};
// `LOW and HIGH`, behind "between". An empty window is refused.
Window window(text::Cursor& c, const Reading& r, const text::Dimension& dimension);

// ---- names

// The name of something on the network: a way, a lane, an intersection. A parameter that is a word stands for its value.
std::string place_name(text::Cursor& c, const Reading& r, std::string_view what);

// Names that the scene declares; each must be known.
std::string mark_name(text::Cursor& c, const Reading& r);
std::string beat_name(text::Cursor& c, const Reading& r);
std::string role_name(text::Cursor& c, const Reading& r);    // a role, never the subject
std::string object_name(text::Cursor& c, const Reading& r);  // the subject or a role
std::string source_name(text::Cursor& c, const Reading& r);
std::string prop_name(text::Cursor& c, const Reading& r);
// The same for names that were read already.
void check_beat(text::Cursor& c, const Reading& r, std::size_t position, const std::string& name);
void check_object(text::Cursor& c, const Reading& r, std::size_t position, const std::string& name);

// `first` ... `tenth`, the name of an intersection, or a parameter that stands for one.
scene::Crossing crossing(text::Cursor& c, const Reading& r);

// ---- kinds of vehicles

world::ObjectKind kind(text::Cursor& c);
// True where a kind is next; also in the plural.
bool is_kind_next(const text::Cursor& c);
// True where people on foot or on bicycles are next.
bool are_people_next(const text::Cursor& c);
// True where people on foot are next: `child`, `adult`, `elder`, `walker`, `pedestrian`; also in the plural.
bool is_person_next(const text::Cursor& c);
// Of such a word; empty for people of any age.
std::optional<traffic::Age> person(text::Cursor& c);
// Reports that only people on foot do this, unless the role is one of theirs, which was reported already.
void need_person(text::Cursor& c, const Reading& r, std::size_t position, const std::string& role);

inline constexpr double kStanding_mps = 0.1;  // a body below this speed stands

// ---- turns: `left`, `right`, `straight on`
network::Turn turn(text::Cursor& c);

// ---- aspects of lights: `green`, `red yellow` ...
network::Aspect aspect(text::Cursor& c);

}  // namespace backlot::scene_text
