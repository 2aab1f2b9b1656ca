#include "backlot/formats/rndf/internal/junctions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::formats::rndf::internal {

namespace {

constexpr double kStep_m = 1;         // between the samples that are compared
constexpr double kMoveClear_m = 3.7;  // centres of an exit and a lane: bodies swing out in bends
constexpr double kLaneClear_m = 2.4;  // centres of two lanes
constexpr double kMargin_m = 1;       // of a stretch, beyond what touches
constexpr double kOwnTurn_m = 20;     // a lane touches itself no sooner

struct Sample {
  WorldPoint at;
  std::size_t owner = 0;  // a carriageway or a move
  double metres = 0;
};

// Samples by squares of the plan.
class Squares {
 public:
  explicit Squares(std::vector<Sample> samples) : samples_(std::move(samples)) {
    for (std::size_t k = 0; k < samples_.size(); ++k) cells_[cell_of(samples_[k].at)].push_back(k);
  }

  const std::vector<Sample>& all() const { return samples_; }

  template <class Visit>
  void near(const WorldPoint& p, double radius, const Visit& visit) const {
    const auto [x, y] = cell_of(p);
    for (std::int64_t i = x - 1; i <= x + 1; ++i)
      for (std::int64_t j = y - 1; j <= y + 1; ++j) {
        const auto cell = cells_.find({i, j});
        if (cell == cells_.end()) continue;
        for (const std::size_t k : cell->second)
          if (plan_distance(samples_[k].at, p) < radius) visit(samples_[k]);
      }
  }

 private:
  static constexpr double kCell_m = 4;  // above every radius
  static std::pair<std::int64_t, std::int64_t> cell_of(const WorldPoint& p) {
    return {static_cast<std::int64_t>(std::floor(p.x / kCell_m)),
            static_cast<std::int64_t>(std::floor(p.y / kCell_m))};
  }

  std::vector<Sample> samples_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::size_t>> cells_;
};

std::vector<Sample> samples_of(const Carriageways& carriageways) {
  std::vector<Sample> list;
  for (std::size_t r = 0; r < carriageways.all.size(); ++r) {
    const Carriageway& road = carriageways.all[r];
    for (std::size_t l = 0; l < road.lanes.size(); ++l) {
      const RoadLane& lane = road.lanes[l];
      const auto count = static_cast<std::size_t>(std::ceil((lane.to - lane.from) / kStep_m)) + 1;
      for (std::size_t k = 0; k <= count; ++k) {
        const double metres =
            lane.from + (lane.to - lane.from) * static_cast<double>(k) / static_cast<double>(count);
        list.push_back({carriageways.pose({r, l, metres}).at, r, metres});
      }
    }
  }
  return list;
}

std::vector<Sample> samples_of(const std::vector<Move>& moves) {
  std::vector<Sample> list;
  for (std::size_t m = 0; m < moves.size(); ++m) {
    const Course course(moves[m].line);
    const auto count = static_cast<std::size_t>(std::ceil(course.length() / kStep_m)) + 1;
    for (std::size_t k = 0; k <= count; ++k) {
      const double metres = course.length() * static_cast<double>(k) / static_cast<double>(count);
      list.push_back({course.at(metres).at, m, metres});
    }
  }
  return list;
}

// Numbers that belong together.
class Groups {
 public:
  std::size_t add() {
    parent_.push_back(parent_.size());
    return parent_.size() - 1;
  }
  std::size_t root(std::size_t k) {
    BACKLOT_ASSERT(k < parent_.size(), "there is no such item");
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

struct Claim {
  Stretch stretch;
  std::size_t item = 0;  // a move, or behind all moves a crossing of lanes
};

class JunctionFinder {
 public:
  JunctionFinder(const Carriageways& carriageways, const std::vector<Move>& moves)
      : carriageways_(carriageways),
        moves_(moves),
        lanes_(samples_of(carriageways)),
        turns_(samples_of(moves)) {
    for (std::size_t m = 0; m < moves.size(); ++m) items_.add();
  }

  std::vector<Junction> find() {
    claim_ends();
    claim_by_moves();
    claim_by_lanes();
    join_moves();
    join_claims();
    return collect();
  }

 private:
  double length(std::size_t road) const {
    BACKLOT_ASSERT(road < carriageways_.all.size(), "there is no such carriageway");
    return carriageways_.all[road].course.length();
  }

  void claim(std::size_t road, double from, double to, std::size_t item) {
    claims_.push_back({{road, std::max(0.0, from), std::min(length(road), to)}, item});
  }

  // Runs of metres that lie together.
  void claim_runs(std::size_t road, std::vector<double>& metres, std::size_t item) {
    std::sort(metres.begin(), metres.end());
    for (std::size_t k = 0; k < metres.size();) {
      std::size_t last = k;
      while (last + 1 < metres.size() && metres[last + 1] - metres[last] < kShortestWay_m) ++last;
      claim(road, metres[k] - kMargin_m, metres[last] + kMargin_m, item);
      k = last + 1;
    }
  }

  // The lane goes on beside an exit, and comes up beside an entry; at its ends there is nothing beside.
  void claim_ends() {
    for (std::size_t m = 0; m < moves_.size(); ++m) {
      const Spot &from = moves_[m].from, &to = moves_[m].to;
      claim(from.carriageway, from.metres, from.metres + kMargin_m, m);
      claim(to.carriageway, to.metres - kMargin_m, to.metres, m);
    }
  }

  void claim_by_moves() {
    std::size_t m = 0;
    std::map<std::size_t, std::vector<double>> hits;
    const auto flush = [&] {
      for (auto& [road, metres] : hits) {
        // what lies behind the exit and past the entry is the lane itself
        const Spot &from = moves_[m].from, &to = moves_[m].to;
        std::erase_if(metres, [&, r = road](double at) {
          return (r == from.carriageway && at <= from.metres) || (r == to.carriageway && at >= to.metres);
        });
        const double low = road == from.carriageway ? from.metres : 0;
        const double high = road == to.carriageway ? to.metres : length(road);
        const std::size_t first = claims_.size();
        claim_runs(road, metres, m);
        for (std::size_t k = first; k < claims_.size(); ++k) {
          Stretch& s = claims_[k].stretch;
          if (s.to > low && s.from < low) s.from = low;
          if (s.from < high && s.to > high) s.to = high;
        }
      }
      hits.clear();
    };
    for (const Sample& sample : turns_.all()) {
      if (sample.owner != m) {
        flush();
        m = sample.owner;
      }
      lanes_.near(sample.at, kMoveClear_m,
                  [&](const Sample& other) { hits[other.owner].push_back(other.metres); });
    }
    if (!turns_.all().empty()) flush();
  }

  // Lanes that come nearer to each other than vehicles are wide.
  void claim_by_lanes() {
    struct Hit {
      double here, there;
    };
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Hit>> pairs;
    for (const Sample& a : lanes_.all())
      lanes_.near(a.at, kLaneClear_m, [&](const Sample& b) {
        if (b.owner > a.owner || (b.owner == a.owner && b.metres - a.metres > kOwnTurn_m))
          pairs[{a.owner, b.owner}].push_back({a.metres, b.metres});
      });
    for (auto& [roads, hits] : pairs) {
      std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        return a.here != b.here ? a.here < b.here : a.there < b.there;
      });
      for (std::size_t k = 0; k < hits.size();) {
        std::size_t last = k;
        while (last + 1 < hits.size() && hits[last + 1].here - hits[last].here < kShortestWay_m) ++last;
        const std::size_t item = items_.add();
        claim(roads.first, hits[k].here - kMargin_m, hits[last].here + kMargin_m, item);
        std::vector<double> there;
        for (std::size_t i = k; i <= last; ++i) there.push_back(hits[i].there);
        claim_runs(roads.second, there, item);
        k = last + 1;
      }
    }
  }

  void join_moves() {
    for (const Sample& a : turns_.all())
      turns_.near(a.at, kMoveClear_m, [&](const Sample& b) {
        if (b.owner > a.owner) items_.join(a.owner, b.owner);
      });
  }

  // Stretches with no room for a way between them are one.
  void join_claims() {
    std::stable_sort(claims_.begin(), claims_.end(), [](const Claim& a, const Claim& b) {
      if (a.stretch.carriageway != b.stretch.carriageway)
        return a.stretch.carriageway < b.stretch.carriageway;
      return a.stretch.from < b.stretch.from;
    });
    std::vector<Claim> joined;
    for (const Claim& claim : claims_) {
      if (!joined.empty()) {
        Claim& last = joined.back();
        if (last.stretch.carriageway == claim.stretch.carriageway &&
            claim.stretch.from - last.stretch.to < kShortestWay_m) {
          items_.join(last.item, claim.item);
          last.stretch.to = std::max(last.stretch.to, claim.stretch.to);
          continue;
        }
      }
      joined.push_back(claim);
    }
    claims_ = std::move(joined);
  }

  std::vector<Junction> collect() {
    std::map<std::size_t, Junction> by_root;
    for (const Claim& claim : claims_) by_root[items_.root(claim.item)].stretches.push_back(claim.stretch);
    for (std::size_t m = 0; m < moves_.size(); ++m) by_root[items_.root(m)].moves.push_back(m);
    std::vector<Junction> list;
    for (auto& [root, junction] : by_root) list.push_back(std::move(junction));
    return list;
  }

  const Carriageways& carriageways_;
  const std::vector<Move>& moves_;
  Squares lanes_, turns_;
  Groups items_;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<Junction> find_junctions(const Carriageways& carriageways, const std::vector<Move>& moves) {
  return JunctionFinder(carriageways, moves).find();
}

}  // namespace backlot::formats::rndf::internal
