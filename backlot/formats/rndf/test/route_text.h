// Route networks for tests, as text: waypoints by metres east and north of a place.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace backlot::formats::rndf {

struct Metres {
  double east = 0, north = 0;
};

// "1.1.1<tab>latitude<tab>longitude" for each, with the ids of a lane from 1 on.
std::string waypoint_rows(const std::string& lane, const std::vector<Metres>& at);

// A lane as a block; `said` are rows before the waypoints.
std::string lane_text(const std::string& lane, const std::vector<Metres>& at,
                      const std::vector<std::string>& said = {});

// A file of these blocks of segments and zones, with counts that are true.
std::string file_text(const std::vector<std::string>& segments, const std::vector<std::string>& zones = {});
std::string segment_text(int number, const std::vector<std::string>& lanes);

}  // namespace backlot::formats::rndf
