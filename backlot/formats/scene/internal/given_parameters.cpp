#include "backlot/formats/scene/internal/given_parameters.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "backlot/formats/text/syntax.h"

namespace backlot::scene_text {

namespace {

// The only statement of the text; empty, with an error, where the text has no statement or more than one.
std::optional<ParameterText> read_text(const GivenParameter& given, const Reading& r,
                                       const base::Place& place) {
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(place.file, given.text), r.problems);
  if (!syntax.is_sound()) return std::nullopt;
  const auto statements = syntax.statements();
  if (statements.size() != 1 || statements.front().is_comment) {
    r.problems.error("P121", place,
                     fmt::format("the parameter \"{}\" is given no value that can be read", given.name),
                     fmt::format("write {}=VALUE, as in lead=1.5 s", given.name));
    return std::nullopt;
  }
  const text::Scope nothing;
  text::Cursor c(*syntax.top().begin(), nothing, r.problems);
  ParameterText text = read_parameter_text(c, r, given.name);
  if (!c.finish()) return std::nullopt;
  return text;
}

}  // namespace

std::vector<GivenValue> read_given_parameters(std::span<const GivenParameter> given, const Reading& r) {
  std::vector<GivenValue> values;
  for (const GivenParameter& one : given) {
    const base::Place place{fmt::format("--param {}", one.name), 0, 0};
    const bool is_double =
        std::any_of(values.begin(), values.end(), [&](const GivenValue& v) { return v.name == one.name; });
    if (is_double) {
      r.problems.error("P107", place, fmt::format("the parameter \"{}\" is given twice", one.name),
                       "keep one of them");
      continue;
    }
    if (one.name == kNetwork || one.name == kJudge) {  // a path, which is no word of the language; statements
      values.push_back({one.name, {one.text}, place});
      continue;
    }
    if (auto text = read_text(one, r, place)) values.push_back({one.name, std::move(*text), place});
  }
  return values;
}

}  // namespace backlot::scene_text
