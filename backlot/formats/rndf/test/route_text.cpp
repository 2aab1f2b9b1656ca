#include "backlot/formats/rndf/test/route_text.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace backlot::formats::rndf {

namespace {

constexpr double kLatitude = 34.58, kLongitude = -117.36;
constexpr double kPerDegreeNorth = 110940.0;  // metres there, to a thousandth

}  // namespace

std::string waypoint_rows(const std::string& lane, const std::vector<Metres>& at) {
  const double per_degree_east = 111320.0 * std::cos(kLatitude * std::numbers::pi / 180) * 1.0011;
  std::string text;
  for (std::size_t k = 0; k < at.size(); ++k)
    text += fmt::format("{}.{}\t{:.8f}\t{:.8f}\n", lane, k + 1, kLatitude + at[k].north / kPerDegreeNorth,
                        kLongitude + at[k].east / per_degree_east);
  return text;
}

std::string lane_text(const std::string& lane, const std::vector<Metres>& at,
                      const std::vector<std::string>& said) {
  std::string text = fmt::format("lane\t{}\nnum_waypoints\t{}\nlane_width\t12\n", lane, at.size());
  for (const std::string& row : said) text += row + "\n";
  return text + waypoint_rows(lane, at) + "end_lane\n";
}

std::string segment_text(int number, const std::vector<std::string>& lanes) {
  return fmt::format("segment\t{}\nnum_lanes\t{}\n{}end_segment\n", number, lanes.size(),
                     fmt::join(lanes, ""));
}

std::string file_text(const std::vector<std::string>& segments, const std::vector<std::string>& zones) {
  return fmt::format(
      "RNDF_name\ttest\nnum_segments\t{}\nnum_zones\t{}\nformat_version\t1.0\ncreation_date\t1-Jan-07\n{}{}"
      "end_file\n",
      segments.size(), zones.size(), fmt::join(segments, ""), fmt::join(zones, ""));
}

}  // namespace backlot::formats::rndf
