// A junction where one connecting road ends beside the lane that it joins: a map for tests of formats and of traffic.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

namespace backlot::formats::opendrive {

//     1 ----10----:---- 2     road 10 ends `aside` metres to the left of road 2; 11 leads back,
//           11   /            12 leads straight from road 3 to road 2, at 45 degrees to both
//              12
//              |
//              3
inline std::string road_beside(double aside) {
  const auto road = [](int id, const std::string& at, double length, const std::string& shape, int junction,
                       const std::string& link, const std::string& lanes) {
    return fmt::format(
        "<road id='{}' length='{}' junction='{}'><link>{}</link><planView><geometry s='0' {} "
        "length='{}'>{}</geometry>"
        "</planView><lanes><laneSection s='0'>{}</laneSection></lanes></road>",
        id, length, junction, link, at, length, shape, lanes);
  };
  const auto lane = [](int id, const std::string& link = "") {
    return fmt::format(
        "<lane id='{}' type='driving'><link>{}</link><width sOffset='0' a='3.5' b='0' c='0' d='0'/></lane>",
        id, link);
  };
  const std::string centre = "<center><lane id='0' type='none'/></center>",
                    both = "<left>" + lane(1) + "</left>" + centre + "<right>" + lane(-1) + "</right>";
  const auto one = [&](int from, int to) {
    return centre + "<right>" +
           lane(-1, fmt::format("<predecessor id='{}'/><successor id='{}'/>", from, to)) + "</right>";
  };
  const auto link = [](const char* kind, int id, const char* contact) {
    return fmt::format("<{} elementType='road' elementId='{}' contactPoint='{}'/>", kind, id, contact);
  };
  const auto to_junction = [](const char* kind) {
    return fmt::format("<{} elementType='junction' elementId='9'/>", kind);
  };
  const double pi = std::numbers::pi, length = std::sqrt(30 * 30 + aside * aside);
  const auto connection = [](int id, int incoming, int connecting, int from) {
    return fmt::format(
        "<connection id='{}' incomingRoad='{}' connectingRoad='{}' contactPoint='start'><laneLink from='{}' "
        "to='-1'/></connection>",
        id, incoming, connecting, from);
  };
  return "<OpenDRIVE><header revMajor='1' revMinor='7'/>" +
         road(1, "x='0' y='0' hdg='0'", 100, "<line/>", -1, to_junction("successor"), both) +
         road(2, "x='130' y='0' hdg='0'", 100, "<line/>", -1, to_junction("predecessor"), both) +
         road(3, fmt::format("x='115' y='-115' hdg='{}'", pi / 2), 100, "<line/>", -1,
              to_junction("successor"), both) +
         road(10, fmt::format("x='100' y='0' hdg='{}'", std::atan2(aside, 30)), length, "<line/>", 9,
              link("predecessor", 1, "end") + link("successor", 2, "start"), one(-1, -1)) +
         road(11, fmt::format("x='130' y='0' hdg='{}'", pi), 30, "<line/>", 9,
              link("predecessor", 2, "start") + link("successor", 1, "end"), one(1, 1)) +
         road(12, fmt::format("x='115' y='-15' hdg='{}'", pi / 4), 15 * std::numbers::sqrt2, "<line/>", 9,
              link("predecessor", 3, "end") + link("successor", 2, "start"), one(-1, -1)) +
         "<junction id='9' name=''>" + connection(0, 1, 10, -1) + connection(1, 2, 11, 1) +
         connection(2, 3, 12, -1) + "</junction></OpenDRIVE>";
}

}  // namespace backlot::formats::opendrive
