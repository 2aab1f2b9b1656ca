#include "backlot/formats/opendrive/test/gap_checks.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/read_document.h"
#include "backlot/formats/opendrive/test/alike.h"
#include "backlot/formats/opendrive/test/file_formulas.h"
#include "backlot/network/locate.h"

namespace backlot::formats::opendrive {

network::Network built(const network::NetworkDescription& description) {
  auto network = network::Network::build(description);
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  EXPECT_EQ(base::to_text(network.diagnostics()), "");
  return *std::move(network);
}

network::Precedence precedence(const network::Network& network, std::string_view corridor,
                               std::string_view other) {
  const network::CorridorId one = network.corridor_of(network.find_strip(corridor)),
                            two = network.corridor_of(network.find_strip(other));
  for (const network::Dependency& dependency : network.dependencies(one))
    if (dependency.other == two) return dependency.precedence;
  ADD_FAILURE() << corridor << " and " << other << " do not touch";
  return network::Precedence::equal;
}

std::string expect_same_after_writing(const std::string& map) {
  const auto first = read_opendrive(map, "a.xodr");
  EXPECT_TRUE(first);
  if (!first) return "";
  const auto text = write_opendrive(*first);
  EXPECT_TRUE(text);
  if (!text) return "";
  EXPECT_EQ(base::to_text(text.diagnostics()), "");
  const auto second = read_opendrive(*text, "b.xodr");
  EXPECT_TRUE(second) << base::to_text(second.diagnostics());
  if (!second) return *text;
  EXPECT_EQ(second.diagnostics().size(), first.diagnostics().size()) << base::to_text(second.diagnostics());
  EXPECT_EQ(difference(*first, *second), "");
  const auto again = write_opendrive(*second);
  EXPECT_TRUE(again);
  EXPECT_TRUE(again && *again == *text) << "written again it differs";
  return *text;
}

void expect_places_of_the_file(const std::string& map, double step_m) {
  const auto document = read_document(map, "a.xodr");
  const auto description = read_opendrive(map, "a.xodr");
  ASSERT_TRUE(document);
  ASSERT_TRUE(description);
  const network::Network network = built(*description);
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> all;
  const auto expect_at = [&](const RoadFormulas& formulas, network::RibbonId ribbon, int lane, double s,
                             double t) {
    const network::SourceFrame& source = *network.source(ribbon);
    const geometry::WorldPoint said = formulas.at(s, t).position;
    const geometry::WorldPoint placed =
        network::place(network, ribbon, {source.from_source(s), t, 0}).position;
    EXPECT_LT(geometry::distance_between(said, placed), 1e-3) << source.road << " " << s << " " << t;
    all.clear();
    network::locate_all(network, said, scratch, all);
    const bool is_found = std::any_of(all.begin(), all.end(), [&](const network::NetworkLocated& one) {
      const network::Strip& strip = network.strip(one.strip);
      if (strip.ribbon != ribbon) return false;
      const double at = source.to_source(strip.from + one.point.distance);
      const std::string* label = source.find_label(network.name_of(one.strip), network.name_of(one.lane), at);
      return label != nullptr && *label == std::to_string(lane) && std::fabs(at - s) < 1e-3 &&
             std::fabs(one.point.offset - t) < 1e-3;
    });
    EXPECT_TRUE(is_found) << source.road << " " << s << " " << t;
  };
  for (std::size_t road = 0; road < document->roads.size(); ++road) {
    const RoadFormulas formulas(document->roads[road]);
    const network::RibbonId ribbon(static_cast<std::uint32_t>(road));
    for (double s = 0.25; s < document->roads[road].length_m; s += step_m)
      for (const LaneSpan& span : formulas.lanes(s))
        for (const double share : {0.15, 0.5, 0.7})
          expect_at(formulas, ribbon, span.lane->id, s, span.right + share * (span.left - span.right));
  }
}

}  // namespace backlot::formats::opendrive
