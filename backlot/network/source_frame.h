// How the file that a road came from speaks of places on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backlot::network {

// A road of a file against a ribbon: its name there, the length that the file counts by, and its names of lanes. Only
// formats fill it; a network without it answers in its own coordinates.
struct SourceFrame {
  struct Station {
    double distance = 0;  // of the ribbon
    double s = 0;         // of the file

    friend bool operator==(const Station&, const Station&) = default;
  };
  struct LaneLabel {
    std::string way, lane;  // ours
    std::string label;      // the file's
    double from_s = 0;  // where it begins to be called so; one lane of ours may have several labels, in order

    friend bool operator==(const LaneLabel&, const LaneLabel&) = default;
  };

  std::string road;
  std::vector<Station> stations;  // both grow; linear between them
  std::vector<LaneLabel> lanes;

  double to_source(double distance) const;
  double from_source(double s) const;
  // What the file calls a lane at s; null where it has no name for it.
  const std::string* find_label(std::string_view way, std::string_view lane, double s) const;

  friend bool operator==(const SourceFrame&, const SourceFrame&) = default;
};

}  // namespace backlot::network
