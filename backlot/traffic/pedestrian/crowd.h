// Where all people on foot are at the beginning of a step, by squares of the plane: a walker asks for those near it, and the answer costs the
// same in a village and in a country.
//
// Strips of corners lie over each other and over the ends of crosswalks, so that the lists of strips would hold one person several times. The plane
// has each of them once.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/traffic/pedestrian/walker.h"

namespace backlot::traffic {

// One of the others, as a walker sees it.
struct Passerby {
  double x = 0, y = 0, z = 0;
  double velocity_x = 0, velocity_y = 0;
  double heading_x = 1, heading_y = 0;  // where the body faces
  double half_length_m = 0, half_width_m = 0;
  std::uint32_t number = 0, fellow = kAlone;
  float left_m = 0;                  // to its door
  bool is_at_road = false;           // at the kerb or on the road
  std::int32_t column = 0, row = 0;  // of its square
};

class Crowd {
 public:
  static constexpr double kSquare_m = 3;  // no one further off than this is ever asked for

  // Takes the walkers as they are. No memory is taken once there were as many.
  void build(std::span<const Walker> walkers);

  // One that walks with others.
  const Passerby& of_number(std::uint32_t number) const {
    BACKLOT_ASSERT(number < place_of_.size() && place_of_[number] < people_.size() &&
                       people_[place_of_[number]].number == number,
                   "the members of a group are in the crowd");
    return people_[place_of_[number]];
  }

  // Calls `visit` for all people in the square of a place and in the eight around it, in an order that depends on the walkers alone.
  template <class Visit>
  void for_near(double x, double y, const Visit& visit) const {
    if (people_.empty()) return;
    const std::int32_t column = square_of(x), row = square_of(y);
    for (std::int32_t r = row - 1; r <= row + 1; ++r) {
      for (std::int32_t c = column - 1; c <= column + 1; ++c) {
        const std::size_t bucket = bucket_of(c, r);
        for (std::uint32_t k = first_[bucket]; k < first_[bucket + 1]; ++k)
          if (people_[k].column == c && people_[k].row == r) visit(people_[k]);
      }
    }
  }

 private:
  static std::int32_t square_of(double coordinate) {
    return static_cast<std::int32_t>(std::floor(coordinate * (1 / kSquare_m)));
  }
  std::size_t bucket_of(std::int32_t column, std::int32_t row) const {
    const std::uint64_t mixed =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(column)) * 0x9e3779b97f4a7c15U) ^
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(row)) * 0xc2b2ae3d27d4eb4fU);
    return (mixed >> 32U) & mask_;
  }

  std::vector<Passerby> people_;         // by bucket, and by row of the table within
  std::vector<std::uint32_t> first_;     // of each bucket, and the end
  std::vector<std::uint32_t> place_of_;  // by number, of those that walk with others; the rest means nothing
  std::uint64_t mask_ = 0;
};

}  // namespace backlot::traffic
