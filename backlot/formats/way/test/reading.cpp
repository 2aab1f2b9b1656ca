#include "backlot/formats/way/test/reading.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/formats/way/way.h"

namespace backlot::formats::way {

network::NetworkDescription network_of(std::string_view text, const text::Loader& imports) {
  auto network = read_way(text, "t.way", imports);
  EXPECT_TRUE(network.diagnostics().is_empty()) << to_text(network.diagnostics()) << text;
  return network ? *network : network::NetworkDescription{};
}

network::NetworkDescription network_of(std::string_view text) { return network_of(text, text::NoFiles()); }

std::string errors_of(std::string_view text, const text::Loader& imports) {
  std::string out;
  for (const base::Diagnostic& d : read_way(text, "t.way", imports).diagnostics()) {
    if (!out.empty()) out += '\n';
    if (d.place.file != "t.way" && !d.place.file.empty()) out += d.place.file + " ";
    if (d.place.line > 0) out += fmt::format("{}:{} ", d.place.line, d.place.column);
    out += fmt::format("{} {}", d.code, d.message);
    if (!d.hint.empty()) out += " | " + d.hint;
  }
  return out;
}

std::string errors_of(std::string_view text) { return errors_of(text, text::NoFiles()); }

network::WayDescription way_with(std::string_view statements, std::string_view around) {
  const network::NetworkDescription network = network_of(
      fmt::format("{}\nprofile street {{ vehicle backward 3 m; spine; vehicle forward 3 m }}\n"
                  "way w {{\nprofile street\nbegin at (0 m, 0 m) heading 0 deg\nline 100 m\n{}\n}}\n",
                  around, statements));
  EXPECT_EQ(network.roads.size(), 1U);
  if (network.roads.size() != 1 || network.roads[0].ways.size() != 1) return {};
  return network.roads[0].ways[0];
}

network::IntersectionDescription intersection_with(std::string_view statements) {
  const network::NetworkDescription network =
      network_of(fmt::format("intersection x {{\n{}\n}}\n", statements));
  EXPECT_EQ(network.intersections.size(), 1U);
  return network.intersections.empty() ? network::IntersectionDescription{} : network.intersections[0];
}

}  // namespace backlot::formats::way
