#include "backlot/network/internal/build/build.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::network::internal {

EndFrame EndFrame::reversed() const {
  return {position, base::wrap_angle(heading_rad + base::kPi), -grade_rad, -bank_rad, width};
}

void Build::repair(const char* code, const TextPlace& place, const std::string& way, double distance,
                   double size, std::string message) {
  BACKLOT_ASSERT(code != nullptr && size >= 0, "a repair has a code and a size");
  data->repairs.push_back({code, way, distance, size, message});
  found.warning(code, place, std::move(message));
}

void Build::note_crack(const LaneEnd& a, const LaneEnd& b, const std::string& intersection,
                       const TextPlace& place) {
  BACKLOT_ASSERT(!a.lane.is_empty() && !b.lane.is_empty(), "a crack lies between two lanes");
  const double gap = geometry::distance_between(end_frame(a).position, end_frame(b).position);
  if (gap <= 1e-6) return;
  if (gap <= kCrack) {
    ++data->nudges.count;
    data->nudges.largest_m = std::max(data->nudges.largest_m, gap);
    return;
  }
  const Lane& lane = data->lanes[a.lane.index()];
  const std::string& way = data->strip_names[lane.strip.index()];
  const double at = a.end == End::start ? 0 : data->strips[lane.strip.index()].length();
  repair("N202", place, way, at, gap,
         fmt::format(
             "lane \"{}\" of \"{}\" and lane \"{}\" of \"{}\" are joined at \"{}\", but their centres lie "
             "{:.3f} m apart",
             data->lane_words[data->lane_names[a.lane.index()]], way,
             data->lane_words[data->lane_names[b.lane.index()]],
             data->strip_names[data->lanes[b.lane.index()].strip.index()], intersection, gap));
}

bool Build::claim_name(const std::string& name, const TextPlace& place, const char* what) {
  if (name.empty() || name.find_first_of(" \t\r\n") != std::string::npos) {
    error("N113", place, fmt::format("\"{}\" cannot be the name of a {}", name, what),
          "names have at least one character and no blanks");
    return false;
  }
  if (!claimed.insert(name).second) {
    error("N101", place,
          fmt::format("the name \"{}\" is taken: names are unique over ways and corridors", name),
          "rename one of them");
    return false;
  }
  return true;
}

StripId Build::add_strip(Strip strip, const std::string& name, CrossSection section) {
  BACKLOT_ASSERT(section.boundaries.size() == section.breaks.size() * section.boundary_count(),
                 "a cross section has all its boundaries between two breaks");
  const StripId id = StripId::from_size(data->strips.size());
  strip.first_break = static_cast<std::uint32_t>(data->breaks.size());
  strip.break_count = static_cast<std::uint32_t>(section.breaks.size());
  strip.first_boundary = static_cast<std::uint32_t>(data->boundaries.size());
  data->breaks.insert(data->breaks.end(), section.breaks.begin(), section.breaks.end());
  data->boundaries.insert(data->boundaries.end(), section.boundaries.begin(), section.boundaries.end());
  data->strips.push_back(strip);
  data->strip_names.push_back(name);
  data->strip_by_name.emplace(data->strip_names.back(), id.index());
  sections.push_back(std::move(section));
  return id;
}

LaneId Build::add_lane(Lane lane, const std::string& name) {
  BACKLOT_ASSERT(lane.strip.index() < sections.size(), "a lane lies on a strip");
  const Strip& strip = data->strips[lane.strip.index()];
  const CrossSection& section = sections[lane.strip.index()];
  const std::size_t k = data->lanes.size() - strip.first_lane;
  const Cubic centre = 0.5 * (section.boundaries[k] + section.boundaries[k + 1]);
  lane.has_fixed_centre = section.breaks.size() == 1 && centre.b == 0 && centre.c == 0 && centre.d == 0;
  lane.fixed_centre = lane.has_fixed_centre ? centre.a : 0;
  const auto [word, is_new] = lane_word_of.emplace(name, static_cast<std::uint32_t>(data->lane_words.size()));
  if (is_new) data->lane_words.push_back(name);
  data->lane_names.push_back(word->second);
  data->lanes.push_back(lane);
  return LaneId::from_size(data->lanes.size() - 1);
}

EndFrame Build::end_frame(const LaneEnd& end) const {
  BACKLOT_ASSERT(end.lane.index() < data->lanes.size(), "the network has no such lane");
  const Lane& lane = data->lanes[end.lane.index()];
  const Strip& strip = data->strips[lane.strip.index()];
  const geometry::Ribbon& ribbon = data->ribbons[strip.ribbon.index()];
  const CrossSection& section = sections[lane.strip.index()];
  const std::size_t n = section.boundary_count();
  const std::size_t i = end.end == End::start ? 0 : section.breaks.size() - 1;
  const std::size_t k = i * n + (end.lane.index() - strip.first_lane);
  const double length = strip.length();
  const double t = end.end == End::start ? 0 : length - section.breaks[i];
  const Cubic centre = 0.5 * (section.boundaries[k] + section.boundaries[k + 1]);
  const double offset = centre.at(t), slope = centre.slope(t);

  // the derivatives of the own side: a step inside
  const double distance = end.end == End::start ? strip.from : strip.to;
  const double inside = distance + (end.end == End::start ? 1e-7 : -1e-7);
  const geometry::RibbonFrame frame = ribbon.frame(distance);
  const double ahead = ribbon.speed(inside) * (1 - ribbon.curvature(inside) * offset);
  const geometry::Vec3 along = frame.tangent * ahead + frame.lateral * slope;
  const geometry::Vec3 tangent = normalized(end.end == End::start ? -along : along);
  const geometry::Vec3 lateral = normalized(cross(frame.normal, tangent));

  EndFrame out;
  out.position = geometry::place(ribbon, {distance, offset, 0});
  const geometry::RibbonFrame own{out.position, tangent, lateral, frame.normal};
  out.heading_rad = own.heading_rad();
  out.grade_rad = own.grade_rad();
  out.bank_rad = own.bank_rad();
  out.width = section.boundaries[k].at(t) - section.boundaries[k + 1].at(t);
  return out;
}

Flow Build::flow_of(const LaneEnd& end) const {
  BACKLOT_ASSERT(end.lane.index() < data->lanes.size(), "the network has no such lane");
  const Lane& lane = data->lanes[end.lane.index()];
  const bool in = lane.permits(end.leaving().is_along), out = lane.permits(end.entering().is_along);
  return in && out ? Flow::both : in ? Flow::in : out ? Flow::out : Flow::none;
}

}  // namespace backlot::network::internal
