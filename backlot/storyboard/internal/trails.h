// Where objects were and will be, and the course ahead of the subject, as lines on the sheet.
#pragma once

#include <string>
#include <vector>

#include "backlot/draw/projection.h"
#include "backlot/draw/svg.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard::internal {

using SheetLine = std::vector<draw::SheetPoint>;

// The points of a trail between two times, ends included, both ends of the span at exactly these times where the trail covers them. Gaps
// end the line: the part nearest to `until_s` (past) or to `from_s` (future) is kept.
SheetLine past_line(const Trail& trail, const draw::Projection& projection, double from_s, double until_s);
SheetLine future_line(const Trail& trail, const draw::Projection& projection, double from_s, double until_s);

// The course from the place nearest to the subject on. Points that are not finite end the line.
SheetLine course_line(const Storyboard& storyboard, const draw::Projection& projection,
                      const geometry::WorldPoint& subject, double subject_half_length_m);

// A tail that gets wider and stronger towards its end, and a dot at each full second before the end.
void draw_past(draw::Sheet& sheet, const Trail& trail, const draw::Projection& projection,
               const std::string& colour, double width, double from_s, double until_s);
// Dots in a row, and an arrowhead at the end.
void draw_future(draw::Sheet& sheet, const SheetLine& line, const std::string& colour, double width);
void draw_course(draw::Sheet& sheet, const SheetLine& line, const std::string& colour, double width);

}  // namespace backlot::storyboard::internal
