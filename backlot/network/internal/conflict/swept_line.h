// The centre of a corridor as bodies sweep along it: cross-sections, so close to each other that all between two is straight.
#pragma once

#include <array>
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

  // How far places between two sections lie from where they would be if all between them were straight, at most, for bodies up
  // to kWidestBodyHalf_m.
  struct Off {
    double in_plan = 0, in_height = 0;
  };

  // From distance 0 to a length above 0; fewer than two sections, which sweep nothing, where it is not. The function is kept, and
  // asked again where the line is needed finer.
  SweptLine(double length, SectionAt section_at);

  const std::vector<Section>& sections() const { return sections_; }
  double length() const { return length_; }
  Section section_at(double distance) const { return section_at_(distance); }
  // Between sections k and k + 1.
  const Off& off_straight(std::size_t k) const { return off_straight_[k]; }

 private:
  void refine(const Section& a, const Section& middle, const Section& b);

  double length_ = 0;
  SectionAt section_at_;
  std::vector<Section> sections_;
  std::vector<Off> off_straight_;
};

// By three sections between two others, at the quarters of the way.
SweptLine::Off off_straight(const SweptLine::Section& a, const std::array<SweptLine::Section, 3>& between,
                            const SweptLine::Section& b);

// The centre of a corridor, by distances of its strip; asked as long as the tables stay where they are.
SweptLine swept_line(const NetworkData& data, CorridorId corridor);

}  // namespace backlot::network::internal
