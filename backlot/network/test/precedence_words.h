// Short words for tables of precedence.
#pragma once

#include "backlot/network/dependency.h"
#include "backlot/network/intersection_description.h"

namespace backlot::network::test {

//                 north
//                   |
//          west ----+---- east       each vehicle is named by the arm that it comes from
//                   |
//                 south
enum class From { south, east, north, west };

inline constexpr Control kRight = Control::priority_to_the_right;
inline constexpr Control kMain = Control::priority_road;
inline constexpr Control kYield = Control::yield;
inline constexpr Control kStop = Control::stop;
inline constexpr Control kAllWay = Control::all_way_stop;
inline constexpr Control kNone = Control::uncontrolled;
inline constexpr Control kSignal = Control::signal;

inline constexpr auto kGoes = Precedence::goes;
inline constexpr auto kYields = Precedence::yields;
inline constexpr auto kByArrival = Precedence::by_arrival;
inline constexpr auto kEqual = Precedence::equal;
inline constexpr auto kCrossing = DependencyKind::crossing;
inline constexpr auto kMerging = DependencyKind::merging;
inline constexpr auto kDiverging = DependencyKind::diverging;
inline constexpr auto kLeftHand = TrafficSide::left;

// How the other vehicle sees it.
inline Precedence seen_from_the_other(Precedence p) {
  return p == kGoes ? kYields : p == kYields ? kGoes : p;
}

}  // namespace backlot::network::test
