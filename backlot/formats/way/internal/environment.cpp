#include "backlot/formats/way/internal/environment.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"

namespace backlot::formats::way {

bool Environment::add_profile(std::string name, std::optional<LaneProfile> profile) {
  return profiles_.emplace(std::move(name), std::move(profile)).second;
}

bool Environment::add_template(std::string name, const Template& entry) {
  return templates_.emplace(std::move(name), entry).second;
}

const std::optional<LaneProfile>* Environment::find_profile(const std::string& name) const {
  for (const Environment* e = this; e != nullptr; e = e->outer_)
    if (const auto found = e->profiles_.find(name); found != e->profiles_.end()) return &found->second;
  return nullptr;
}

const Template* Environment::find_template(const std::string& name) const {
  for (const Environment* e = this; e != nullptr; e = e->outer_)
    if (const auto found = e->templates_.find(name); found != e->templates_.end()) return &found->second;
  return nullptr;
}

std::vector<std::string_view> Environment::profile_names() const {
  std::vector<std::string_view> names;
  for (const Environment* e = this; e != nullptr; e = e->outer_)
    for (const auto& [name, profile] : e->profiles_) names.push_back(name);
  return names;
}

std::vector<std::string_view> Environment::template_names() const {
  std::vector<std::string_view> names;
  for (const Environment* e = this; e != nullptr; e = e->outer_)
    for (const auto& [name, entry] : e->templates_) names.push_back(name);
  return names;
}

bool Reading::may_copy(text::Cursor& c, std::size_t count) {
  copies += count;
  if (copies <= most_copies) return true;
  c.fail_at(0, "W116", "templates and profiles make too much of this text",
            fmt::format("they may make {} lanes and statements of it", most_copies));
  return false;
}

void fail_unknown_statement(text::Cursor& c, std::string_view where,
                            std::span<const std::string_view> known) {
  std::string hint = base::did_you_mean(c.peek(), known);
  if (hint.empty()) hint = fmt::format("known here are: {}", fmt::join(known, ", "));
  c.fail("W101", fmt::format("{} begins no statement {}", c.next_text(), where), hint);
}

bool Given::once(text::Cursor& c, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is given once has a name");
  if (!has(what)) {
    seen_.push_back(what);
    return true;
  }
  c.fail_at(0, "W107", fmt::format("\"{}\" is said twice", what), "keep one of them");
  return false;
}

bool Given::has(std::string_view what) const {
  BACKLOT_ASSERT(!what.empty(), "what is given once has a name");
  return std::find(seen_.begin(), seen_.end(), what) != seen_.end();
}

}  // namespace backlot::formats::way
