// The network lies where the file says: against a slow evaluation of the file's own formulas.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/file_formulas.h"
#include "backlot/formats/opendrive/test/raised_bend.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/network/locate.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::truth_test {
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

// The roads of a file, each with its formulas and its ribbon.
struct FileRoads {
  FileRoads(const Document& document, const network::Network& network) {
    std::map<std::string, network::RibbonId> ribbons;
    for (std::size_t i = 0; i < network.ribbons().size(); ++i)
      if (const auto* source = network.source(network::RibbonId::from_size(i)))
        ribbons.emplace(source->road, network::RibbonId::from_size(i));
    for (const Road& road : document.roads) {
      formulas.emplace_back(road);
      const auto ribbon = ribbons.find(road.id);
      ribbon_of.push_back(ribbon == ribbons.end() ? network::RibbonId{} : ribbon->second);
      length_m += road.length_m;
      ends.push_back(length_m);
    }
  }

  std::vector<RoadFormulas> formulas;
  std::vector<network::RibbonId> ribbon_of;
  std::vector<double> ends;  // of each road, if they lay one behind the other
  double length_m = 0;
};

Findings compare(const Document& document, const network::Network& network, int count) {
  Findings findings;
  const FileRoads roads(document, network);
  base::RandomStream random{7, 0, 0};
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> answers;
  // places that fit count; the loop ends even if none does
  for (int i = 0; findings.asked < count && i < 10 * count && roads.length_m > 0; ++i) {
    // a road by its length, a place along it, a lane, a place across it
    const double lot = random.uniform() * roads.length_m;
    const auto which = static_cast<std::size_t>(
        std::upper_bound(roads.ends.begin(), roads.ends.end() - 1, lot) - roads.ends.begin());
    const Road& road = document.roads[which];
    const double s = random.uniform() * road.length_m;
    const std::vector<LaneSpan> lanes = roads.formulas[which].lanes(s);
    const double across = random.uniform(), choice = random.uniform();
    if (lanes.empty() || road.plan_view.empty()) continue;
    const LaneSpan& lane = lanes[static_cast<std::size_t>(choice * static_cast<double>(lanes.size()))];
    if (lane.left - lane.right < 2 * kFromBorder_m) continue;
    const double t = lane.right + kFromBorder_m + across * (lane.left - lane.right - 2 * kFromBorder_m);
    const FilePoint truth = roads.formulas[which].at(s, t);
    const double advance = truth.advance;
    if (advance < kLeastAdvance) continue;
    ++findings.asked;

    // from the file's coordinates to the place
    const auto place = [&] {
      return fmt::format("road {} s {:.6f} t {:.6f} lane {}", road.id, s, t, lane.lane->id);
    };
    const network::RibbonId ribbon = roads.ribbon_of[which];
    if (ribbon.is_empty()) {
      ++findings.misplaced;
      findings.say(place() + ": no such road");
      continue;
    }
    const double distance = network.source(ribbon)->from_source(s);
    if (is_repaired(network.ribbon(ribbon), distance)) {
      ++findings.repaired;
      continue;
    }
    const double off = geometry::distance_between(network::place(network, ribbon, {distance, t, 0}).position,
                                                  truth.position);
    findings.worst_m = std::max(findings.worst_m, off);
    if (off > kTolerance_m) {
      ++findings.misplaced;
      findings.say(fmt::format("{}: {:.4f} m off, at {:.4f} {:.4f} {:.4f}", place(), off, truth.position.x,
                               truth.position.y, truth.position.z));
    }

    // and from the place back
    network::locate_all(network, truth.position, scratch, answers);
    if (!is_among(network, answers, road.id, s, t, lane.lane->id, advance)) {
      ++findings.not_found;
      findings.say(place() + ": not located there");
    }
  }
  return findings;
}

Findings compare(const std::string& text, int count) {
  const base::Result<Document> document = read_document(text, "map");
  const base::Result<network::NetworkDescription> description = read_opendrive(text, "map");
  Findings none;
  none.misplaced = 1;
  none.first = "no network";
  if (!document || !description) return none;
  const base::Result<network::Network> network = network::Network::build(*description);
  return network ? compare(*document, *network, count) : none;
}

constexpr int kPoints = 100000;  // on each map

class TruthOfMap : public testing::TestWithParam<std::filesystem::path> {};

// An empty name where there are no maps.
std::vector<std::filesystem::path> all_maps() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"xodr", "xosc", "valid_qc"})
    for (const std::filesystem::path& file : real_maps(folder)) files.push_back(file);
  if (files.empty()) files.emplace_back();
  return files;
}

TEST_P(TruthOfMap, LiesWhereTheFormulasOfTheFileSay) {
  if (GetParam().empty()) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data beside the project";
  const Findings findings = compare(text_of(GetParam()), kPoints);
  EXPECT_EQ(findings.misplaced, 0) << findings.first << ", worst " << findings.worst_m;
  EXPECT_EQ(findings.not_found, 0) << findings.first;
  EXPECT_EQ(findings.asked, kPoints);
  EXPECT_LE(findings.repaired, findings.asked / 10);
}

// By number, since names may be there twice.
INSTANTIATE_TEST_SUITE_P(Maps, TruthOfMap, testing::ValuesIn(all_maps()), [](const auto& one) {
  std::string name = fmt::format("{}_{}", one.index, one.param.stem().string());
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

TEST(Truth, HeightsOfLanesLieOnTheBankedPlane) {
  const Findings findings = compare(raised_bend(""), 20000);
  EXPECT_EQ(findings.misplaced, 0) << findings.first << ", worst " << findings.worst_m;
  EXPECT_EQ(findings.not_found, 0) << findings.first;
}

TEST(Truth, ShapesAreEvenBetweenTheirStations) {
  const Findings findings = compare(raised_bend(kShapes), 20000);
  EXPECT_EQ(findings.misplaced, 0) << findings.first << ", worst " << findings.worst_m;
  EXPECT_EQ(findings.not_found, 0) << findings.first;
}

TEST(Truth, CrossSectionSurfacesAreStripsBesideEachOther) {
  const Findings findings = compare(raised_bend(kStrips), 20000);
  EXPECT_EQ(findings.misplaced, 0) << findings.first << ", worst " << findings.worst_m;
  EXPECT_EQ(findings.not_found, 0) << findings.first;
}

}  // namespace
}  // namespace backlot::formats::opendrive::truth_test
