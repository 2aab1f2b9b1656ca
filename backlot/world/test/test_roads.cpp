#include "backlot/world/test/test_roads.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "backlot/formats/way/way.h"

namespace backlot::world {

namespace {

[[noreturn]] void give_up(const base::Diagnostics& diagnostics, std::string_view text) {
  ADD_FAILURE() << to_text(diagnostics) << text;
  std::abort();
}

network::Network network_of(std::string_view text) {
  const auto description = formats::way::read_way(text, "t.way", text::NoFiles());
  if (!description) give_up(description.diagnostics(), text);
  auto network = network::Network::build(*description);
  if (!network) give_up(network.diagnostics(), text);
  return *std::move(network);
}

}  // namespace

std::string scene(std::string_view file_name) {
  const auto project = std::filesystem::path(__FILE__).parent_path() / ".." / ".." / "..";
  std::ifstream file(project / "scenes" / file_name, std::ios::binary);
  EXPECT_TRUE(file) << file_name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TestRoads::TestRoads(std::string_view text)
    : network(network_of(text)), roads(network), tracks(roads.tracks) {}

TrackId TestRoads::lane(std::string_view way, std::string_view name) const {
  const network::LaneId id = network.find_lane(network.find_strip(way), name);
  EXPECT_FALSE(id.is_empty()) << way << "." << name;
  const TrackId along = tracks.track_of(network::DirectedLane{id, true});
  return along.is_empty() ? tracks.track_of(network::DirectedLane{id, false}) : along;
}

TrackId TestRoads::corridor(std::string_view name) const {
  const network::CorridorId id = network.find_corridor(name);
  EXPECT_FALSE(id.is_empty()) << name;
  return tracks.track_of(id);
}

}  // namespace backlot::world
