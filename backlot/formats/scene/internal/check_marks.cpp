#include <algorithm>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/check_scene.h"

namespace backlot::scene_text {

namespace {

using scene::MarkDescription;

const MarkDescription* find_mark(const Reading& r, const std::string& name) {
  for (const MarkDescription& mark : r.scene.set.marks)
    if (mark.name == name) return &mark;
  return nullptr;
}

// The mark by which another one is declared; empty where it stands by itself.
std::string base_of(const MarkDescription& mark) {
  if (const auto* conflict = std::get_if<scene::Conflict>(&mark.where)) return conflict->line;
  if (const auto* from = std::get_if<scene::FromMark>(&mark.where)) return from->mark;
  return {};
}

void check_circle(Reading& r, const MarkDescription& mark) {
  const MarkDescription* here = &mark;
  for (std::size_t steps = 0; here != nullptr; ++steps) {
    if (steps > r.scene.set.marks.size() || (steps > 0 && here == &mark)) {
      r.problems.error("P111", mark.place, fmt::format("the mark \"{}\" is declared by itself", mark.name),
                       "declare one of the marks by a place of the network");
      return;
    }
    here = find_mark(r, base_of(*here));
  }
}

}  // namespace

void check_marks(Reading& r) {
  for (const MarkDescription& mark : r.scene.set.marks) {
    check_circle(r, mark);
    const auto* const conflict = std::get_if<scene::Conflict>(&mark.where);
    if (conflict == nullptr) continue;
    const MarkDescription* const line = find_mark(r, conflict->line);
    if (line != nullptr && !std::holds_alternative<scene::StopLine>(line->where))
      r.problems.error("P130", mark.place,
                       fmt::format("traffic comes from a stop line, and \"{}\" is none", conflict->line),
                       "name a mark such as: mark left_line = stop line on the left of subject at CROSSING");
  }
}

}  // namespace backlot::scene_text
