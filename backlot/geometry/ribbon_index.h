#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/geometry/capsule_tree.h"
#include "backlot/geometry/cell_grid.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::geometry {

// Where a point is among many ribbons.
struct IndexAnswer {
  std::uint32_t ribbon = 0;  // place in the list that the index was made of
  Located located;           // found is Found::nowhere where there is no answer
  double gap = 0;            // metres outside the surface, 0 on it

  explicit operator bool() const { return static_cast<bool>(located); }
};

// What a search touched, for measuring its cost.
struct SearchEffort {
  std::uint32_t boxes = 0;     // bounds looked at
  std::uint32_t segments = 0;  // segments solved
};

// The segments of an index around a place, kept from one search to the next for a point that moves little by little. It is a cache:
// searches give the same answers with it as without.
struct Vicinity {
  WorldPoint centre;
  double reach = -1;                    // of searches that it serves; below zero, nothing is kept
  std::vector<std::uint32_t> capsules;  // in the order of the index
};

// Many ribbons at once: which of them hold a point, and which is nearest. Near the surfaces one cell of a grid lists all
// segments that matter, so the cost does not grow with the world; everywhere else a tree of boxes answers, as exactly.
// There are two grids: one lists what may be nearest, the other one what may hold a point on its surface.
// Const after it is made. The ribbons must outlive it and stay where they are.
class RibbonIndex {
 public:
  // `usual`: locate_all is quick with windows and tolerances up to this one.
  explicit RibbonIndex(std::vector<const Ribbon*> ribbons, const SurfaceWindow& usual = {.tolerance = 0.02});

  std::size_t ribbon_count() const { return ribbons_.size(); }
  std::size_t segment_count() const { return tree_.capsules().size(); }
  const Ribbon& ribbon(std::uint32_t i) const { return *ribbons_[i]; }

  // Cold: the nearest point of all spines; of equally near ones the first ribbon, then the smallest distance.
  IndexAnswer closest(const WorldPoint& p, SearchEffort* effort = nullptr) const;

  // Every surface that holds the point, give or take the window's tolerance, by ribbon and distance: stacked roads, and
  // a ribbon twice where it crosses itself. Replaces the content of `answers`.
  void locate_all(const WorldPoint& p, const SurfaceWindow& window, std::vector<IndexAnswer>& answers) const;
  // The same for a point that moves little by little, with a vicinity of its own that serves searches of this index alone.
  void locate_all(const WorldPoint& p, const SurfaceWindow& window, std::vector<IndexAnswer>& answers,
                  Vicinity& vicinity) const;

  // The surface with the smallest gap. The gap is measured in the plane across the spine.
  IndexAnswer locate_nearest(const WorldPoint& p, const SurfaceWindow& window = {}) const;

  std::size_t bytes() const;

 private:
  // a ribbon in the order of the tree, neighbours in space being neighbours in memory; one cache line with what a search
  // needs of it
  struct alignas(64) Entry {
    WorldPoint origin;
    const internal::RibbonData* data;
    std::uint32_t ribbon;
    std::uint32_t first_capsule;
    double widest;  // the farther edge
    bool is_flat;   // in a horizontal plane

    // No point on the surface is farther from the spine.
    double reach2(double above, double tolerance) const;
    // No point on the surface is farther from the spine, seen from above.
    double plan_reach(double above, double tolerance) const;
  };

  const Entry& entry_of(const internal::Capsule& capsule) const { return entries_[capsule.id]; }
  std::size_t number_of(const internal::Capsule& capsule) const;
  // What a search for surfaces with a window has to look at.
  struct SurfaceSearch {
    Vec3 p;
    double reach;  // of the widest ribbon
    double above;  // the largest loft of the window, up or down, with its tolerance
    double tolerance;
  };
  SurfaceSearch surface_search(const Vec3& p, const SurfaceWindow& window) const;
  bool is_usual(const SurfaceSearch& search) const {
    return search.above <= usual_above_ && search.tolerance <= usual_tolerance_;
  }

  template <class Best, class Visit>
  std::uint32_t search(const Vec3& p, double reach, const Best& best2, const Visit& visit) const;

  template <class Best, class Visit>
  std::uint32_t visit_near(std::span<const std::uint32_t> numbers, const Vec3& p, const Best& best2,
                           const Visit& visit) const;
  // All answers within the window, where search(what, best2, visit) visits the capsules.
  template <class Search>
  void locate_by(const Search& search, const WorldPoint& p, const SurfaceWindow& window,
                 std::vector<IndexAnswer>& answers) const;
  // Makes the vicinity hold all that a search around p needs.
  void keep(const Vec3& p, double reach, Vicinity& vicinity) const;

  std::vector<const Ribbon*> ribbons_;
  std::vector<Entry, base::HugePages<Entry>> entries_;
  WorldPoint origin_;
  double widest_ = 0;  // the farthest edge of all
  internal::CapsuleTree tree_;
  std::vector<internal::Segment, base::HugePages<internal::Segment>>
      segments_;                                    // copies, one for each capsule
  double near_reach_ = 0;                           // of each capsule in the grid of what is near
  double usual_above_ = -1, usual_tolerance_ = -1;  // of searches that the grid of surfaces serves
  internal::CellGrid near_, surfaces_;
};

}  // namespace backlot::geometry
