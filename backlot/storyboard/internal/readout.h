// The numbers below a panel: how fast the subject and the actors are, and how far the subject is from the next marks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/storyboard/internal/cast.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard::internal {

// A place on the line of a course.
struct CoursePlace {
  double metre = 0;   // along the line
  double away_m = 0;  // beside it
};
// The nearest place of the line; empty for a line of less than two finite points.
std::optional<CoursePlace> find_on_course(const std::vector<geometry::WorldPoint>& course,
                                          const geometry::WorldPoint& p);

struct ReadoutItem {
  std::string colour{};  // of the cast member
  std::string text{};    // "68 km/h, 41 m (2.2 s) before line"
};

// The subject with the next two marks of its course, then the actors; those without a finite speed are left out.
std::vector<ReadoutItem> readout_of(const Storyboard& storyboard, const Panel& panel,
                                    const std::vector<CastMember>& cast);

}  // namespace backlot::storyboard::internal
