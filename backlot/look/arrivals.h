// When bodies will be at a mark, as far as the road and the vehicles ahead tell: to find one that comes at the right time.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/look/approach.h"
#include "backlot/look/snapshot.h"
#include "backlot/traffic/vehicle/free_drive.h"
#include "backlot/traffic/vehicle/traits.h"

namespace backlot::look {

// Seconds from now until the front of a body is at a mark, and the bounds between which it arrives in all likely cases. No vehicle is expected to
// wait, at lights or for others, or to change lanes; a vehicle that has to wait comes later. A vehicle behind another one is expected no
// sooner than the headway that it keeps allows; the free road gives the soonest time. External bodies are extrapolated at constant speed;
// stopped ones stay.
//
// A recorded frame knows neither drivers nor routes. From a frame the bounds hold for every driver of the sets that ship (town_drivers,
// motorway_drivers), for every way to the mark and every way on behind it: they contain the bounds that the world gave at that moment.
struct Arrival {
  double soonest_s = 0, expected_s = 0, latest_s = 0;
};

// How far off a prediction may be, as shares of its time: the influence of distant vehicles, and where exactly a driver brakes for a bend.
inline constexpr double kSooner = 0.07, kLater = 0.09;

// A body that will be at a mark.
struct Arriving {
  std::uint32_t number = 0;
  double way_m = 0;
  Arrival arrival;
};

class Arrivals {
 public:
  static constexpr double kFurthest_s = 120;  // bodies that come later are not looked for

  // The bodies whose bounds meet [from_s, to_s], seconds from now: nearest first. A mark or time that is not one has no body coming. Good until the
  // next question.
  std::span<const Arriving> find(const Snapshot& snapshot, const world::Mark& mark, double from_s,
                                 double to_s);

 private:
  // An approaching body at the mark. Of a recorded frame also the latest time and the lowest speed that any driver would have.
  struct Predicted {
    double expected_s = 0, speed_mps = 0;
    double upper_s = 0, lower_mps = 0;
  };
  struct Lead {
    const Predicted* predicted = nullptr;
    double length_m = 0;
  };

  // Of all drivers that a recorded vehicle may have: the soonest time at the mark, the latest and the lowest speed there.
  struct Range {
    double soonest_s = std::numeric_limits<double>::infinity();
    traffic::Drive slowest{0, std::numeric_limits<double>::infinity()};
  };

  Arrival predict(const Snapshot& snapshot, std::size_t which);
  Arrival predict_external(const Snapshot& snapshot, std::size_t which);
  Arrival predict_recorded(const Snapshot& snapshot, std::size_t which);
  void find_zones(const Snapshot& snapshot, const Approaching& body);
  Range recorded_range(const Snapshot& snapshot, const Approaching& body, const traffic::DriverTraits& fast,
                       const traffic::DriverTraits& slow);
  double guide_m(const Snapshot& snapshot, const Approaching& body) const;
  void find_recorded_zones(const Snapshot& snapshot, const Approaching& body,
                           const traffic::DriverTraits& traits);
  void add_zones(const world::Tracks& tracks, world::TrackId track, double begins_m,
                 const traffic::DriverTraits& traits);
  traffic::Drive slowest_drive(const Snapshot& snapshot, const Approaching& body,
                               const traffic::DriverTraits& traits);
  void go_on(const world::Tracks& tracks, world::TrackId track, double begins_m, double reach_m);
  bool is_on_path(const Approaching& body, world::TrackId track) const;
  Lead find_lead(const Snapshot& snapshot, std::size_t which) const;
  void add_or_widen(const Arriving& arriving);

  Approach approach_;
  std::span<const Approaching> approaching_;
  std::vector<traffic::PaceZone> zones_;
  float fastest_mps_ = 0;  // of zones_
  std::vector<Predicted> predicted_;
  std::vector<Arriving> found_;

  // The search for the slowest way on behind the mark.
  struct Slowest {
    traffic::DriverTraits traits;
    double speed_mps = 0, way_m = 0;
    traffic::Drive drive;
    std::uint32_t ends = 0;  // of ways that were tried
  };
  Slowest slowest_;
};

}  // namespace backlot::look
