#include "backlot/draw/internal/network_levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_marking.h"
#include "backlot/draw/internal/network_sampling.h"

namespace backlot::draw::internal {

using geometry::WorldPoint;
using network::IntersectionId;
using network::Network;
using network::WayId;

namespace {

constexpr double kChunk_m = 10;            // a way is looked at in stretches of about this length
constexpr double kCell_m = 25;             // of the grid that finds neighbours
constexpr double kOverlap_m = 0.3;         // surfaces that only touch do not overlap
constexpr double kApron_m = 4;             // a raised stretch begins this much before the first overlap
constexpr std::size_t kBridgedChunks = 2;  // between two raised stretches that are drawn as one

// A convex piece of surface, counter-clockwise or clockwise, at one height.
struct Chunk {
  std::vector<WorldPoint> corners;
  double z = 0;
  int level = 0;
};

// Whether a line along one of the sides of `a` separates both, or nearly.
bool is_separated(const std::vector<WorldPoint>& a, const std::vector<WorldPoint>& b) {
  BACKLOT_ASSERT(!a.empty() && !b.empty(), "hulls have corners");
  for (std::size_t i = 0; i < a.size(); ++i) {
    const WorldPoint &p = a[i], &q = a[(i + 1) % a.size()];
    const double nx = q.y - p.y, ny = p.x - q.x;
    const double length = std::sqrt(nx * nx + ny * ny);
    if (!(length > 1e-6)) continue;
    const auto reach = [&](const std::vector<WorldPoint>& corners) {
      double low = 1e300, high = -1e300;
      for (const WorldPoint& c : corners) {
        const double at = ((c.x - p.x) * nx + (c.y - p.y) * ny) / length;
        low = std::min(low, at);
        high = std::max(high, at);
      }
      return std::pair{low, high};
    };
    const auto [a_low, a_high] = reach(a);
    const auto [b_low, b_high] = reach(b);
    if (std::min(a_high, b_high) - std::max(a_low, b_low) < kOverlap_m) return true;
  }
  return false;
}

// The convex hull seen from above, counter-clockwise.
std::vector<WorldPoint> hull_of(std::vector<WorldPoint> points) {
  std::sort(points.begin(), points.end(), [](const WorldPoint& a, const WorldPoint& b) {
    return a.x != b.x ? a.x < b.x : (a.y != b.y ? a.y < b.y : a.z < b.z);
  });
  std::vector<WorldPoint> hull;
  const auto add = [&](const WorldPoint& p, std::size_t keep) {
    while (hull.size() > keep + 1) {
      const WorldPoint &a = hull[hull.size() - 2], &b = hull.back();
      if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const WorldPoint& p : points) add(p, 0);
  const std::size_t lower = hull.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  if (hull.size() > 1) hull.pop_back();
  return hull;
}

double mean_height(const std::vector<WorldPoint>& points) {
  BACKLOT_ASSERT(!points.empty(), "a mean height is that of some points");
  double sum = 0;
  for (const WorldPoint& p : points) sum += p.z;
  return sum / static_cast<double>(points.size());
}

// The chunks of all ways, then one for each intersection that has an area.
struct Chunks {
  std::vector<Chunk> all;
  std::vector<std::size_t> first_of_way;  // one more than there are ways
  std::vector<std::pair<IntersectionId, std::size_t>> of_intersections;
};

Chunks cut(const Network& network) {
  Chunks chunks;
  for (const network::Way& way : network.ways()) {
    chunks.first_of_way.push_back(chunks.all.size());
    const double length = network.strip(way.strip).length();
    const double count = std::max(1.0, std::ceil(length / kChunk_m));
    const auto ends_at = [&](double k) {
      const double d = length * k / count;
      const network::LaneEdges edges = network.edges(way.strip, d);
      return std::array<WorldPoint, 2>{surface_point(network, way.strip, d, edges.left),
                                       surface_point(network, way.strip, d, edges.right)};
    };
    std::array<WorldPoint, 2> behind = ends_at(0);
    for (double k = 1; k <= count; ++k) {
      const std::array<WorldPoint, 2> ahead = ends_at(k);
      Chunk chunk{{behind[0], behind[1], ahead[1], ahead[0]}, 0, 0};
      chunk.z = mean_height(chunk.corners);
      chunks.all.push_back(std::move(chunk));
      behind = ahead;
    }
  }
  chunks.first_of_way.push_back(chunks.all.size());
  for (std::size_t i = 0; i < network.intersections().size(); ++i) {
    const IntersectionId id = IntersectionId::from_size(i);
    const auto boundary = network.boundary(id);
    if (!network.intersection(id).whole.is_empty() || boundary.size() < 3) continue;
    Chunk chunk{hull_of({boundary.begin(), boundary.end()}), 0, 0};
    if (chunk.corners.size() < 3) continue;
    chunk.z = mean_height(chunk.corners);
    chunks.of_intersections.emplace_back(id, chunks.all.size());
    chunks.all.push_back(std::move(chunk));
  }
  return chunks;
}

// Pairs of an upper and a lower chunk that overlap, by the upper one.
std::vector<std::pair<std::uint32_t, std::uint32_t>> overlaps(const std::vector<Chunk>& chunks) {
  struct Entry {
    std::int64_t column = 0, row = 0;
    std::uint32_t chunk = 0;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    double x0 = 1e300, x1 = -1e300, y0 = 1e300, y1 = -1e300;
    for (const WorldPoint& p : chunks[c].corners) {
      x0 = std::min(x0, p.x), x1 = std::max(x1, p.x), y0 = std::min(y0, p.y), y1 = std::max(y1, p.y);
    }
    const auto cell = [](double v) { return static_cast<std::int64_t>(std::floor(v / kCell_m)); };
    for (std::int64_t i = cell(x0); i <= cell(x1); ++i) {
      for (std::int64_t j = cell(y0); j <= cell(y1); ++j) {
        entries.push_back({i, j, static_cast<std::uint32_t>(c)});
      }
    }
  }
  std::sort(entries.begin(), entries.end());

  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  std::size_t begin = 0;
  while (begin < entries.size()) {
    std::size_t end = begin;
    while (end < entries.size() && entries[end].column == entries[begin].column &&
           entries[end].row == entries[begin].row) {
      ++end;
    }
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = begin; j < end; ++j) {
        const Chunk &upper = chunks[entries[i].chunk], &lower = chunks[entries[j].chunk];
        if (upper.z < lower.z + kClearance_m) continue;
        if (is_separated(upper.corners, lower.corners) || is_separated(lower.corners, upper.corners))
          continue;
        found.emplace_back(entries[i].chunk, entries[j].chunk);
      }
    }
    begin = end;
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Lower chunks first, so that the level below is known when it is asked for.
void assign_levels(std::vector<Chunk>& chunks) {
  const auto pairs = overlaps(chunks);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pairs.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return chunks[pairs[a].first].z < chunks[pairs[b].first].z;
  });
  for (const std::size_t i : order) {
    const auto& [upper, lower] = pairs[i];
    chunks[upper].level = std::max(chunks[upper].level, chunks[lower].level + 1);
  }
}

NetworkLevel& level_of(std::vector<NetworkLevel>& levels, int level) {
  BACKLOT_ASSERT(level >= 0, "levels are counted from the ground");
  if (levels.size() <= static_cast<std::size_t>(level)) levels.resize(static_cast<std::size_t>(level) + 1);
  return levels[static_cast<std::size_t>(level)];
}

// Short stretches between raised ones belong to the bridge.
void close_gaps(std::vector<Chunk>& chunks, std::size_t begin, std::size_t end) {
  BACKLOT_ASSERT(begin <= end && end <= chunks.size(), "chunks of one strip follow each other");
  std::size_t last = end;  // the last raised one
  for (std::size_t c = begin; c < end; ++c) {
    if (chunks[c].level == 0) continue;
    if (last != end && c - last <= kBridgedChunks + 1) {
      const int level = std::min(chunks[last].level, chunks[c].level);
      for (std::size_t k = last + 1; k < c; ++k) chunks[k].level = level;
    }
    last = c;
  }
}

}  // namespace

std::vector<NetworkLevel> find_levels(const Network& network) {
  std::vector<NetworkLevel> levels(1);
  Chunks chunks = cut(network);
  assign_levels(chunks.all);

  for (std::size_t w = 0; w < network.ways().size(); ++w) {
    const WayId way = WayId::from_size(w);
    const double length = network.strip(network.way(way).strip).length();
    levels[0].ways.push_back({way, 0, length});
    const std::size_t begin = chunks.first_of_way[w], end = chunks.first_of_way[w + 1];
    const double chunk_m = length / static_cast<double>(end - begin);
    close_gaps(chunks.all, begin, end);
    std::size_t c = begin;
    while (c < end) {
      const std::size_t first = c;
      while (c < end && chunks.all[c].level == chunks.all[first].level) ++c;
      if (chunks.all[first].level == 0) continue;
      // from a dash on, so that a broken line that is drawn again falls on the first one
      const double apron = chunk_m * static_cast<double>(first - begin) - kApron_m;
      const double from = kDashPeriod_m * std::floor(apron / kDashPeriod_m);
      const double to = chunk_m * static_cast<double>(c - begin) + kApron_m;
      level_of(levels, chunks.all[first].level)
          .ways.push_back({way, std::max(from, 0.0), std::min(to, length)});
    }
  }
  for (std::size_t i = 0; i < network.intersections().size(); ++i) {
    const IntersectionId id = IntersectionId::from_size(i);
    if (network.intersection(id).whole.is_empty()) levels[0].intersections.push_back(id);
  }
  for (const auto& [id, chunk] : chunks.of_intersections) {
    const int level = chunks.all[chunk].level;
    if (level > 0) level_of(levels, level).intersections.push_back(id);
  }
  return levels;
}

}  // namespace backlot::draw::internal
