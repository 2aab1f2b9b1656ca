// The network lies where the file says: against a slow evaluation of the file's own formulas.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/file_formulas.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/network/locate.h"
#include "backlot/network/network.h"

namespace backlot::opendrive {
namespace {

constexpr double kTolerance_m = 2e-3;
constexpr double kFromBorder_m = 5e-3;
constexpr double kLeastAdvance = 0.2;  // 1 - curvature * t

struct Findings {
  int asked = 0, repaired = 0;
  int misplaced = 0, not_found = 0;
  double worst_m = 0;
  std::string first;

  void say(const std::string& what) {
    if (first.empty()) first = what;
  }
};

bool is_repaired(const geometry::Ribbon& ribbon, double distance) {
  return std::any_of(ribbon.repairs().begin(), ribbon.repairs().end(), [&](const geometry::RibbonRepair& r) {
    return std::fabs(distance - r.distance) <= 0.5 * r.length + 0.05;
  });
}

// Whether one of the answers speaks of this road, this place and this lane.
bool is_among(const network::Network& network, const std::vector<network::NetworkLocated>& answers,
              const std::string& road, double s, double t, int lane, double advance) {
  for (const network::NetworkLocated& answer : answers) {
    if (answer.on != network::On::strip || answer.lane.is_empty()) continue;
    const network::Strip& strip = network.strip(answer.strip);
    const network::SourceFrame* source = network.source(strip.ribbon);
    if (source == nullptr || source->road != road) continue;
    const double found_s = source->to_source(strip.from + answer.point.distance);
    if (std::fabs(found_s - s) > kTolerance_m / advance) continue;
    if (std::fabs(answer.point.offset - t) > kTolerance_m) continue;
    const std::string* label =
        source->find_label(network.name_of(answer.strip), network.name_of(answer.lane), s);
    if (label != nullptr && *label == std::to_string(lane)) return true;
  }
  return false;
}

Findings compare(const Document& document, const network::Network& network, int count) {
  Findings findings;
  double total = 0;
  for (const Road& road : document.roads) total += road.length_m;
  base::RandomStream random{7, 0, 0};
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> answers;
  while (findings.asked < count && total > 0) {
    ++findings.asked;
    // a road by its length, a place along it, a lane, a place across it
    double lot = random.uniform() * total;
    std::size_t which = 0;
    while (which + 1 < document.roads.size() && lot >= document.roads[which].length_m)
      lot -= document.roads[which++].length_m;
    const Road& road = document.roads[which];
    const double s = random.uniform() * road.length_m;
    const std::vector<LaneSpan> lanes = lanes_of_file(road, s);
    const double across = random.uniform(), choice = random.uniform();
    if (lanes.empty() || road.plan_view.empty()) continue;
    const LaneSpan& lane = lanes[static_cast<std::size_t>(choice * static_cast<double>(lanes.size()))];
    if (lane.left - lane.right < 2 * kFromBorder_m) continue;
    const double t = lane.right + kFromBorder_m + across * (lane.left - lane.right - 2 * kFromBorder_m);
    const FilePoint truth = point_of_file(road, s, t);
    const double advance = truth.advance;
    if (advance < kLeastAdvance) continue;

    // from the file's coordinates to the place
    network::RibbonId ribbon;
    for (std::size_t i = 0; i < network.ribbons().size() && ribbon.is_empty(); ++i)
      if (const auto* source = network.source(network::RibbonId::from_size(i));
          source && source->road == road.id)
        ribbon = network::RibbonId::from_size(i);
    const std::string place = fmt::format("road {} s {:.6f} t {:.6f} lane {}", road.id, s, t, lane.lane);
    if (ribbon.is_empty()) {
      ++findings.misplaced;
      findings.say(place + ": no such road");
      continue;
    }
    const double distance = network.source(ribbon)->from_source(s);
    if (is_repaired(network.ribbon(ribbon), distance)) {
      ++findings.repaired;
      continue;
    }
    const double off =
        geometry::distance_between(geometry::place(network.ribbon(ribbon), {distance, t, 0}), truth.position);
    findings.worst_m = std::max(findings.worst_m, off);
    if (off > kTolerance_m) {
      ++findings.misplaced;
      findings.say(fmt::format("{}: {:.4f} m off, at {:.4f} {:.4f} {:.4f}", place, off, truth.position.x,
                               truth.position.y, truth.position.z));
    }

    // and from the place back
    network::locate_all(network, truth.position, scratch, answers);
    if (!is_among(network, answers, road.id, s, t, lane.lane, advance)) {
      ++findings.not_found;
      findings.say(place + ": not located there");
    }
  }
  return findings;
}

// BACKLOT_TRUTH_POINTS=100000 asks for as many on each map.
int points() {
  const char* wanted = std::getenv("BACKLOT_TRUTH_POINTS");  // NOLINT(concurrency-mt-unsafe)
  return wanted != nullptr ? std::atoi(wanted) : 1000;
}

TEST(Truth, PlacesAreWhereTheFormulasOfTheFileSay) {
  int maps = 0;
  for (const char* folder : {"xodr", "xosc"})
    for (const std::filesystem::path& file : real_maps(folder)) {
      SCOPED_TRACE(file.filename().string());
      ++maps;
      const std::string text = text_of(file);
      const base::Result<Document> document = read_document(text, "map");
      ASSERT_TRUE(document);
      const base::Result<network::NetworkDescription> description = read_opendrive(text, "map");
      ASSERT_TRUE(description);
      const base::Result<network::Network> network = network::Network::build(*description);
      ASSERT_TRUE(network);
      const Findings findings = compare(*document, *network, points());
      EXPECT_EQ(findings.misplaced, 0) << findings.first << ", worst " << findings.worst_m;
      EXPECT_EQ(findings.not_found, 0) << findings.first;
      EXPECT_LE(findings.repaired, findings.asked / 10);
      if (std::getenv("BACKLOT_TRUTH_POINTS") != nullptr)  // NOLINT(concurrency-mt-unsafe)
        fmt::print("{}: {} asked, worst {:.5f} m, {} in repairs\n", file.filename().string(), findings.asked,
                   findings.worst_m, findings.repaired);
    }
  if (maps == 0) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data beside the project";
}

}  // namespace
}  // namespace backlot::opendrive
