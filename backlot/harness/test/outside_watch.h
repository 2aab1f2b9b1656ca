// An onlooker that compares each frame with the one before: what appears or vanishes near the subject or in its sight, and which extras overlap.
#pragma once

#include <string>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/world/building.h"

namespace backlot::harness {

class OutsideWatch {
 public:
  OutsideWatch(std::vector<world::Building> buildings, world::ObjectId subject)
      : buildings_(std::move(buildings)), subject_(subject) {}

  void watch(const record::Frame& frame);

  const std::vector<std::string>& changes_in_sight() const { return changes_; }
  const std::vector<std::string>& overlaps() const { return overlaps_; }
  // Objects that appeared or vanished anywhere: a watch that never saw one has shown nothing.
  std::size_t changes() const { return all_changes_; }

 private:
  void find_change(const record::FrameObject& object, const record::Frame& frame, const char* what);
  void find_overlaps(const record::Frame& frame);

  std::vector<world::Building> buildings_;
  world::ObjectId subject_;
  record::Frame last_;
  bool has_last_ = false, has_touched_ = false;
  std::size_t all_changes_ = 0;
  std::vector<std::string> changes_, overlaps_;
};

}  // namespace backlot::harness
