// A road of the file, put in order for the translation: sections that count, lanes from left to right, names.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/opendrive/internal/plan/reference_line.h"
#include "backlot/network/intersection_description.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

// Across; a car has 1.8. Beside each other in lanes of less, cars hinder each other so much that hardly one of them moves.
inline constexpr double kVehicleRoom_m = 1.99;

struct LanePlan {
  const Lane* lane = nullptr;
  network::LaneKind kind = network::LaneKind::border;
  network::LaneDirection direction = network::LaneDirection::none;
  geometry::CubicProfile width;                           // by plan distance of the section
  network::LaneHeights heights;                           // likewise
  bool has_room_at_start = true, has_room_at_end = true;  // for vehicles that travel it

  int id() const { return lane->id; }
  std::string name() const;  // "L2", "R1"
};

// A pair of lane ids that lead into each other.
using LanePair = std::pair<int, int>;

struct SectionPlan {
  const LaneSection* section = nullptr;
  double s_from = 0, s_to = 0;
  double from = 0, to = 0;      // plan distance of the road
  std::string way;              // its name; empty where its lanes become corridors
  bool is_gap = false;          // an intersection lies on the road here: its lanes become corridors
  std::vector<LanePlan> lanes;  // left to right
  std::size_t lanes_left = 0;
  geometry::CubicProfile shift;  // of lane 0, by plan distance of the section
  std::vector<LanePair> onward;  // from its lanes to those of the next section

  double length() const { return to - from; }
  const LanePlan* find(int lane) const;
};

struct RoadPlan {
  const Road* road = nullptr;
  std::string name;
  ReferenceLine line;
  std::vector<SectionPlan> sections;
  bool is_connecting = false;  // of a junction with an area: its lanes become corridors

  const SectionPlan& at(network::End end) const {
    return end == network::End::start ? sections.front() : sections.back();
  }
  // That holds an s; the first and the last one what lies past the ends.
  const SectionPlan& section_with(double s) const;
};

// What was put right on the way without a word of its own.
struct Tidying {
  std::size_t short_sections = 0, short_geometries = 0;
  std::size_t narrow_lanes = 0;    // driving lanes on which no vehicle has room
  std::size_t shared_lanes = 0;    // for both directions, in the middle of a road
  std::size_t reserved_lanes = 0;  // for vehicles of the road, but not for cars
};

// All roads that have a reference line and lanes, and can become ribbons; the others are left out with a diagnostic.
class RoadPlans {
 public:
  // `left_out`: names that roads would have here, of roads that cannot become ribbons.
  RoadPlans(const Document& document, const std::set<std::string>& left_out, base::Diagnostics& found);

  const std::vector<RoadPlan>& roads() const { return roads_; }
  const RoadPlan& operator[](std::size_t index) const { return roads_[index]; }
  std::size_t size() const { return roads_.size(); }
  // By the file's id; size() where no road has it.
  std::size_t find(std::string_view id) const;
  const Tidying& tidying() const { return tidying_; }

  // Leaves a gap between two s of a road, dividing sections where that is needed. A border of sections or an end of the road that
  // lies within 1 cm is taken for the place that is meant. Gives where the gap begins and ends.
  std::pair<double, double> cut(std::size_t road, double s_from, double s_to);
  // The road as it was before it was cut.
  void restore(std::size_t road, RoadPlan before) { roads_[road] = std::move(before); }
  // Makes a road a connecting one.
  void connect(std::size_t road);

 private:
  void add(const Document& document, const Road& road, bool is_connecting, base::Diagnostics& found);

  std::vector<RoadPlan> roads_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::map<std::string, int, std::less<>> taken_;
  std::set<std::string> left_out_;
  Tidying tidying_;
};

}  // namespace backlot::formats::opendrive
