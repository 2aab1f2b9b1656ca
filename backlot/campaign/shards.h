// Parts of a plan that machines of a cluster play, each about equally long.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "backlot/campaign/case.h"

namespace backlot::campaign {

// Seconds of wall time that one run takes, by what makes it dear or cheap.
class RunCosts {
 public:
  // A run of this case took so long.
  void add(const Case& one, double wall_s);
  // The mean of the runs of the same case and driver; without any, of the same scene; without any, of all; without any, `kUnknown_s`.
  double of(const Case& one) const;
  bool knows(const Case& one) const;
  bool is_empty() const { return all_.runs == 0; }

  static constexpr double kUnknown_s = 2;

 private:
  struct Mean {
    double sum_s = 0;
    std::size_t runs = 0;
  };
  std::map<std::string, Mean> by_case_, by_scene_;
  Mean all_;
};

// The positions `open` of a plan in shards, each of which takes about `target_s` on `cores`. Runs of one scene and seed stay next to each other, since they share a
// warm-up; a shard ends within such a family only where the family alone is too long. Every position is in exactly one shard.
std::vector<std::vector<std::size_t>> make_shards(std::span<const Case> cases,
                                                  std::span<const std::size_t> open, const RunCosts& costs,
                                                  double target_s, std::size_t cores);

}  // namespace backlot::campaign
