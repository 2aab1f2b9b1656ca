// External objects ahead: bodies that no driver of ours drives. A driver does not know their path and does not expect them to look out
// for it, so it brakes for where they are and for where they will be if they go on as they do.
#pragma once

#include "backlot/traffic/vehicle/internal/swept_path.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic::internal {

class ExternalAhead {
 public:
  // What the objects ask for goes to `ahead`: external_mps2, and crossing_m of those that cross.
  ExternalAhead(const Self& self, SweptPath& path, Ahead& ahead) : self_(self), path_(path), ahead_(ahead) {}

  // One entry on the strip of a track. `front` is the distance of the own front on that strip, `scale` the distance per metre; the
  // own body takes the offsets between `right` and `left`. False where the object stands or goes the same way: then the caller treats
  // it as any other body.
  bool add(const world::Entry& e, const world::Track& track, double front, double scale, double right,
           double left);
  // The external objects that begin behind the own rear and end ahead of it: they are beside the own body, or reach ahead of it.
  void add_begun(const world::EntryList& list, const world::Track& track, const world::Stance& own,
                 const world::LaneBand& swept);

 private:
  bool is_met(const world::Entry& e, double gap_m, double length_m) const;
  bool is_run_into(const world::Entry& e, const world::Track& track, double gap_m, double right, double left);
  void add_beside(const world::Entry& e, const world::Track& track);
  void ask_for(double needed_mps2, double way_m);
  void ask_to_stop(double gap_m);
  void ask_to_yield(double gap_m);
  void ask_in_need(double gap_m);
  void ask_for_oncoming(double gap_m, double speed_mps);

  const Self& self_;
  SweptPath& path_;
  Ahead& ahead_;
};

}  // namespace backlot::traffic::internal
