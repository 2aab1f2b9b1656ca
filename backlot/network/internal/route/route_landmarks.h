// Landmarks: nodes at the rim of the graph to and from which all costs are known, for bounds that know the streets.
//
// Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005: by the triangle
// inequality
//
//     cost(node, goal) >= cost(landmark, goal) - cost(landmark, node)      a landmark behind the node
//     cost(node, goal) >= cost(node, landmark) - cost(goal, landmark)      a landmark beyond the goal
#pragma once

#include <array>
#include <cstddef>

namespace backlot::network::internal {

struct RouteGraphData;

inline constexpr std::size_t kLandmarks = 4;

// What it costs to come to a node from each landmark, and from the node to each. Infinite where there is no way.
struct LandmarkCosts {
  std::array<double, kLandmarks> from{}, to{};
};

// Fills in what it costs by time and by length, for every node. Nothing where the graph has no two nodes that can be
// reached from each other.
void add_landmarks(RouteGraphData& graph);

// The costs of one goal, against which nodes are held. Its targets are the places of the goal's way from which a
// traveller comes to it.
class LandmarkBound {
 public:
  // Before the first target: no goal, bounds are infinite.
  LandmarkBound();
  void add_target(const LandmarkCosts& costs, double rest);

  // Never more than the cost from a node to the goal, but for rounding, and not less than `least`.
  double at(const LandmarkCosts& node, double least) const {
    for (std::size_t i = 0; i < kLandmarks; ++i) {
      // where infinities meet nothing is known: a NaN is not larger
      const double behind = from_[i] - node.from[i], beyond = node.to[i] - to_[i];
      least = least < behind ? behind : least;
      least = least < beyond ? beyond : least;
    }
    return least;
  }

 private:
  std::array<double, kLandmarks> from_{}, to_{};
};

}  // namespace backlot::network::internal
