// What is known at a place of the text, and what all readers of statements share.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/scope.h"
#include "backlot/formats/text/syntax.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::way {

// A division into lanes, as ways use it.
struct LaneProfile {
  std::vector<network::LaneDescription> lanes;
  std::size_t lanes_left = 0;
};

class Environment;

// A template is read anew for each use, with the names of the place where it was declared.
struct Template {
  text::Node node;
  std::size_t list_position;  // of its parameters, among the words of the statement
  bool is_network = false;    // else of an intersection
  const Environment* home = nullptr;
};

// Parameters, profiles and templates: those of the file, or of an instance of a network template and around it those
// of the file.
class Environment {
 public:
  explicit Environment(const Environment* outer = nullptr)
      : scope_(outer != nullptr ? &outer->scope_ : nullptr), outer_(outer) {}
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  text::Scope& scope() { return scope_; }
  const text::Scope& scope() const { return scope_; }

  // False when the name is taken here. A profile that could not be read is known, and empty.
  bool add_profile(std::string name, std::optional<LaneProfile> profile);
  bool add_template(std::string name, const Template& entry);

  const std::optional<LaneProfile>* find_profile(const std::string& name) const;
  const Template* find_template(const std::string& name) const;
  std::vector<std::string_view> profile_names() const;
  std::vector<std::string_view> template_names() const;

 private:
  text::Scope scope_;
  const Environment* outer_;
  std::map<std::string, std::optional<LaneProfile>> profiles_;
  std::map<std::string, Template> templates_;
};

// A text may be multiplied by its templates, within reason: so much for free, so much for each of its statements, and
// so much at most.
inline constexpr std::size_t kFreeCopies = 1'000'000;
inline constexpr std::size_t kCopiesPerStatement = 50;
inline constexpr std::size_t kMostCopies = 6'000'000;
inline constexpr std::size_t kDeepestInstances = 32;
// The most that one intersection may have. Arms and groups are found by looking through them.
inline constexpr std::size_t kMostArms = 256;
inline constexpr std::size_t kMostGroups = 256;
inline constexpr std::size_t kMostCorridors = 10'000;

// One reading of a file: its problems and its limits.
struct Reading {
  text::Problems& problems;
  bool is_complete = true;                            // all files were read: unknown names are errors
  std::unordered_set<const text::Statement*> used{};  // templates that have been read
  std::vector<const text::Statement*> instances{};  // templates that are being read now, the outermost first
  std::size_t copies = 0;  // lanes and statements that came from profiles and templates
  std::size_t most_copies = kFreeCopies;

  // Counts copies; false, with an error at the cursor, when a small text grows too large.
  bool may_copy(text::Cursor& c, std::size_t count);
};

// Calls `read(cursor)` for each statement of a block, past comments and what could not be read.
template <class Read>
void for_each_statement(const text::Node& owner, const Environment& environment, Reading& reading,
                        Read read) {
  for (const text::Node node : owner.block()) {
    if (node.statement().is_comment) continue;
    text::Cursor c(node, environment.scope(), reading.problems);
    if (!c.has_failed()) read(c);
    if (reading.problems.is_full()) return;
  }
}

// Reports a statement that does not belong in a block; `where` as in "in a way".
void fail_unknown_statement(text::Cursor& c, std::string_view where, std::span<const std::string_view> known);

// Notes what a block has said, so that nothing is said twice.
class Given {
 public:
  // False, with an error, for the second time.
  bool once(text::Cursor& c, std::string_view what);
  bool has(std::string_view what) const;

 private:
  std::vector<std::string_view> seen_;
};

inline network::TextPlace place_of(const text::Cursor& c) { return {c.node().place()}; }

}  // namespace backlot::formats::way
