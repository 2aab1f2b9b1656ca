// Roads of real maps, where they lie beside the project (../shared/data); the tests are skipped where they do not.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::real_road_test {
namespace {

namespace fs = std::filesystem;

// The folder of a kind of map beside the project's root.
fs::path folder(const char* kind) {
  return fs::path(__FILE__).parent_path().parent_path().parent_path().parent_path() / ".." / "shared" /
         "data" / kind;
}

std::vector<fs::path> files_in(const fs::path& dir, const char* extension) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(dir, none)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// ---- just enough OpenDRIVE -----------------------------------------------------------------------------------

// The text of the next element of this name, from its tag to its end tag or the end of an empty one; moves `at` behind it.
std::optional<std::string_view> next_element(std::string_view text, const std::string& name,
                                             std::size_t& at) {
  for (;;) {
    const std::size_t begin = text.find("<" + name, at);
    if (begin == std::string_view::npos) return std::nullopt;
    at = begin + name.size() + 1;
    const char after = at < text.size() ? text[at] : ' ';
    if (after != ' ' && after != '>' && after != '/' && after != '\n' && after != '\t' && after != '\r')
      continue;
    const std::size_t close = text.find('>', at);
    if (close == std::string_view::npos) return std::nullopt;
    std::size_t end = close + 1;
    if (text[close - 1] != '/') {
      const std::size_t last = text.find("</" + name + ">", close);
      if (last == std::string_view::npos) return std::nullopt;
      end = last;
    }
    at = end;
    return text.substr(begin, end - begin);
  }
}

std::string attribute(std::string_view element, const std::string& name) {
  const std::string_view tag = element.substr(0, element.find('>'));
  const std::size_t begin = tag.find(" " + name + "=\"");
  if (begin == std::string_view::npos) return "";
  const std::size_t value = begin + name.size() + 3;
  return std::string(tag.substr(value, tag.find('"', value) - value));
}

double number(std::string_view element, const std::string& name) {
  return std::strtod(attribute(element, name).c_str(), nullptr);
}

CubicProfile profile_of(std::string_view road, const std::string& list, const std::string& record) {
  CubicProfile profile;
  std::size_t at = 0;
  const auto found = next_element(road, list, at);
  if (!found) return profile;
  at = 0;
  while (const auto r = next_element(*found, record, at)) {
    profile.records.push_back(
        {number(*r, "s"), number(*r, "a"), number(*r, "b"), number(*r, "c"), number(*r, "d")});
  }
  return profile;
}

std::optional<PlanElement> element_of(std::string_view geometry) {
  PlanElement element;
  element.start = PlanPose{number(geometry, "x"), number(geometry, "y"), number(geometry, "hdg")};
  const double length = number(geometry, "length");
  std::size_t at = 0;
  if (next_element(geometry, "line", at)) {
    element.shape = PlanLine{length};
  } else if (const auto arc = next_element(geometry, "arc", at = 0)) {
    element.shape = PlanArc{length, number(*arc, "curvature")};
  } else if (const auto spiral = next_element(geometry, "spiral", at = 0)) {
    element.shape = PlanSpiral{length, number(*spiral, "curvStart"), number(*spiral, "curvEnd")};
  } else if (const auto cubic = next_element(geometry, "poly3", at = 0)) {
    element.shape =
        PlanCubic{length, number(*cubic, "a"), number(*cubic, "b"), number(*cubic, "c"), number(*cubic, "d")};
  } else if (const auto free = next_element(geometry, "paramPoly3", at = 0)) {
    element.shape = PlanParametricCubic{
        attribute(*free, "pRange") == "arcLength" ? length : 1,
        {number(*free, "aU"), number(*free, "bU"), number(*free, "cU"), number(*free, "dU")},
        {number(*free, "aV"), number(*free, "bV"), number(*free, "cV"), number(*free, "dV")}};
  } else {
    return std::nullopt;
  }
  return element;
}

std::vector<RibbonDescription> roads_of(const fs::path& file) {
  const std::string text = text_of(file);
  std::vector<RibbonDescription> roads;
  std::size_t at = 0;
  while (const auto road = next_element(text, "road", at)) {
    std::size_t in_road = 0;
    const auto view = next_element(*road, "planView", in_road);
    if (!view) continue;
    PlanSpine spine;
    std::size_t in_view = 0;
    while (const auto geometry = next_element(*view, "geometry", in_view)) {
      if (const auto element = element_of(*geometry)) spine.elements.push_back(*element);
    }
    if (spine.elements.empty()) continue;
    spine.elevation = profile_of(*road, "elevationProfile", "elevation");
    spine.bank_rad = profile_of(*road, "lateralProfile", "superelevation");
    RibbonDescription d;
    d.name = file.stem().string() + "/" + attribute(*road, "id");
    d.edges = {6, -6};
    d.spine = std::move(spine);
    roads.push_back(std::move(d));
  }
  return roads;
}

bool is_in_a_repair(const Ribbon& ribbon, double distance, double margin) {
  return std::any_of(ribbon.repairs().begin(), ribbon.repairs().end(), [&](const RibbonRepair& r) {
    return std::fabs(distance - r.distance) <= 0.5 * r.length + margin;
  });
}

// There and back at random places of the surface, and cold.
void expect_round_trip(const Ribbon& ribbon, std::uint64_t number_of_road, std::size_t points) {
  base::RandomStream random{80, number_of_road, 1};
  std::vector<Located> answers;
  for (std::size_t i = 0; i < points; ++i) {
    const RibbonPoint point{random.uniform(0, ribbon.length()), random.uniform(-6, 6),
                            random.uniform(-0.5, 2)};
    const double gain = 1 - ribbon.curvature(point.distance) * point.offset -
                        ribbon.vertical_curvature(point.distance) * point.loft;
    if (!(gain > 0.01)) continue;
    const WorldPoint p = place(ribbon, point);
    const double largest = std::max(std::fabs(p.x), std::fabs(p.y));
    const double allowed =
        largest <= 1e4 ? 1e-9 : 1e-9 + 4 * (std::nextafter(largest, 1e300) - largest) / gain;
    const std::string here = test::reproduction(ribbon.name(), point);
    locate_all(ribbon, p, {}, answers);
    EXPECT_TRUE(std::any_of(answers.begin(), answers.end(), [&](const Located& l) {
      return std::fabs(l.point.distance + l.beyond - point.distance) <= allowed &&
             std::fabs(l.point.offset - point.offset) <= allowed &&
             std::fabs(l.point.loft - point.loft) <= allowed;
    })) << here;
    EXPECT_LE(distance_between(place(ribbon, extended(locate(ribbon, p))), p), allowed) << here;
  }
}

TEST(RealRoadSlow, OfOpenDriveMapsBuildAndRoundTrip) {
  const std::vector<fs::path> files = files_in(folder("xodr"), ".xodr");
  if (files.empty()) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data/xodr beside the project";
  std::size_t built = 0, refused = 0, repairs = 0, segments = 0, checked = 0, off_count = 0;
  double length = 0, worst = 0;
  for (const fs::path& file : files) {
    for (const RibbonDescription& d : roads_of(file)) {
      const base::Result<Ribbon> ribbon = Ribbon::build(d);
      if (!ribbon) {
        ++refused;
        EXPECT_TRUE(ribbon.diagnostics().has_errors()) << d.name;
        std::printf("refused: %s", base::to_text(ribbon.diagnostics()).c_str());
        continue;
      }
      ++built;
      repairs += ribbon->repairs().size();
      segments += ribbon->segment_count();
      length += ribbon->length();
      expect_round_trip(*ribbon, built, test::point_count(60));

      // away from repairs the road begins every geometry where the file says
      for (const PlanElement& element : std::get<PlanSpine>(d.spine).elements) {
        const WorldPoint level{element.start->x, element.start->y, 0};
        WorldPoint p = level;
        for (int k = 0; k < 3; ++k) p.z = ribbon->frame(locate(*ribbon, p).point.distance).position.z;
        const Located found = locate(*ribbon, p);
        if (found.at_end != AtEnd::no || is_in_a_repair(*ribbon, found.point.distance, 0.1)) continue;
        const double off = distance_between(p, ribbon->frame(found.point.distance).position);
        ++checked;
        worst = std::max(worst, off);
        off_count += off > 1e-3 ? 1u : 0u;
        EXPECT_LE(off, 2e-3) << test::reproduction(d.name,
                                                   p);  // 1 mm, and a gap of up to 1 mm that is smoothed
      }
      for (double s = 0; s < ribbon->length(); s += 0.37) {
        ASSERT_LE(std::fabs(ribbon->speed(s) - 1), 2e-4) << test::reproduction(d.name, RibbonPoint{s, 0, 0});
      }
    }
  }
  std::printf(
      "%zu roads of %zu maps, %.1f km, %zu segments, %zu repairs, %zu refused; %zu joints, worst %.3g mm, "
      "%zu over 1 mm\n",
      built, files.size(), 1e-3 * length, segments, repairs, refused, checked, 1e3 * worst, off_count);
  EXPECT_GT(built, 0u);
  EXPECT_LE(refused, built / 100);
}

TEST(RealRoadSlow, ThroughPointsOfTheLongestRoadKeepsToIt) {
  const std::vector<fs::path> files = files_in(folder("xodr"), ".xodr");
  if (files.empty()) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data/xodr beside the project";
  std::optional<Ribbon> longest;
  for (const fs::path& file : files) {
    for (const RibbonDescription& d : roads_of(file)) {
      base::Result<Ribbon> ribbon = Ribbon::build(d);
      if (ribbon && (!longest || ribbon->length() > longest->length())) longest = std::move(ribbon).value();
    }
  }
  ASSERT_TRUE(longest);
  RibbonDescription d;
  d.name = "through_" + longest->name();
  d.edges = {6, -6};
  PointSpine spine;
  for (double s = 0; s < longest->length(); s += 5) spine.points.push_back({longest->frame(s).position});
  d.spine = spine;
  const Ribbon ribbon = test::built(d);
  double worst = 0;
  for (const SpinePoint& point : spine.points) {
    const Located found = locate(ribbon, point.position);
    const double off = distance_between(place(ribbon, {found.point.distance, 0, 0}), point.position);
    worst = std::max(worst, off);
    EXPECT_LE(off, 1e-3) << test::reproduction(d.name, point.position);
  }
  std::printf("%s: %zu points, off by %.3g mm at most\n", d.name.c_str(), spine.points.size(), 1e3 * worst);
  expect_round_trip(ribbon, 1, test::point_count(2000));
}

// ---- just enough RNDF ----------------------------------------------------------------------------------------

// The lanes of a file as lists of waypoints, metres east and north of the file's first one.
std::vector<std::vector<WorldPoint>> lanes_of(const fs::path& file) {
  std::vector<std::vector<WorldPoint>> lanes;
  std::istringstream lines(text_of(file));
  std::optional<std::pair<double, double>> origin;
  std::string last_lane;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string id;
    double lat = 0, lon = 0;
    if (!(words >> id >> lat >> lon) || std::count(id.begin(), id.end(), '.') != 2) continue;
    const std::string lane = id.substr(0, id.rfind('.'));
    if (lane.substr(lane.find('.')) == ".0") continue;  // a perimeter
    if (!origin) origin = {lat, lon};
    constexpr double kDegree_m = 6371000 * 3.14159265358979 / 180;
    const WorldPoint p{(lon - origin->second) * kDegree_m * std::cos(origin->first * 3.14159265358979 / 180),
                       (lat - origin->first) * kDegree_m, 0};
    if (lanes.empty() || lane != last_lane) lanes.emplace_back();
    last_lane = lane;
    lanes.back().push_back(p);
  }
  return lanes;
}

TEST(RealRoad, ThroughWaypointsRunsThroughThem) {
  const std::vector<fs::path> files = files_in(folder("rndf"), ".rndf");
  if (files.empty()) GTEST_SKIP() << "no RNDF files in ../shared/data/rndf beside the project";
  std::size_t built = 0, refused = 0, waypoints = 0;
  double worst = 0;
  for (const fs::path& file : files) {
    std::size_t number_of_lane = 0;
    for (const std::vector<WorldPoint>& lane : lanes_of(file)) {
      ++number_of_lane;
      if (lane.size() < 2) continue;
      RibbonDescription d;
      d.name = file.stem().string() + "/" + std::to_string(number_of_lane);
      d.edges = {2, -2};
      PointSpine spine;
      for (const WorldPoint& p : lane) spine.points.push_back({p});
      d.spine = std::move(spine);
      const base::Result<Ribbon> ribbon = Ribbon::build(d);
      if (!ribbon) {
        ++refused;
        std::printf("refused: %s", base::to_text(ribbon.diagnostics()).c_str());
        continue;
      }
      ++built;
      for (const WorldPoint& p : lane) {
        ++waypoints;
        const Located found = locate(*ribbon, p);
        const double off = distance_between(place(*ribbon, {found.point.distance, 0, 0}), p);
        worst = std::max(worst, off);
        EXPECT_LE(off, 1e-3) << test::reproduction(d.name, p);
      }
    }
  }
  std::printf("%zu lanes of %zu files, %zu waypoints, off by %.3g mm at most, %zu refused\n", built,
              files.size(), waypoints, 1e3 * worst, refused);
  EXPECT_GT(built, 0u);
  EXPECT_EQ(refused, 0u);
}

}  // namespace
}  // namespace backlot::geometry::real_road_test
