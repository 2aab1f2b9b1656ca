// The centre of a corridor as bodies sweep along it: cross-sections, so close to each other that all between two is straight.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "backlot/network/ids.h"

namespace backlot::network::internal {

struct NetworkData;

class SweptLine {
 public:
  // A cross-section, in plan: its centre, its lateral (to the left; a unit vector in space, so shorter here where it is
  // banked), the height of the centre.
  struct Section {
    double x = 0, y = 0;
    double lateral_x = 0, lateral_y = 0;
    double z = 0;
    double distance = 0;
  };
  using SectionAt = std::function<Section(double distance)>;

  // From distance 0 to a length above 0; fewer than two sections, which sweep nothing, where it is not.
  SweptLine(double length, const SectionAt& section_at);

  const std::vector<Section>& sections() const { return sections_; }
  double length() const { return length_; }
  // How far a place between sections k and k + 1 lies from where it would be if all between them were straight, in plan and
  // at most, for bodies up to kWidestBodyHalf_m.
  double off_straight(std::size_t k) const { return off_straight_[k]; }

 private:
  void refine(const Section& a, const Section& middle, const Section& b, const SectionAt& section_at);

  double length_ = 0;
  std::vector<Section> sections_;
  std::vector<double> off_straight_;
};

// The centre of a corridor, by distances of its strip.
SweptLine swept_line(const NetworkData& data, CorridorId corridor);

}  // namespace backlot::network::internal
