// Decides whether a contact of an extra with an external body was the extra's fault. It knows the bodies frame by
// frame, and nothing of what drivers saw.
//
// m/s2 after 0.2 s on its own.
//   - it ran into the other: what touched is the front half of its body, and it did not stand then; and
//   - it could have stopped. From the moment that the other one *showed* what it would do, to the contact, there was a frame after which the
//     extra, braking at 8 m/s2 after another 0.2 s, would have come to stand before the first place of its own way where its body meets what the
//     other one swept from that frame on.
//
// Only frames count since which the other body has been what it is. A wreck shows itself only from the moment that it
// is a wreck, since it slides where no driver could expect it. A body slower than 0.3 m/s counts as standing.
//
// The other body shows what it will do in all those last frames before the contact in which it is on the way of the
// extra (the way that the extra took to the contact, and 60 m straight on). It also does in those in which it could no
// longer stop before that way, braking at
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

struct ExtraAndExternal {
  double time_s = 0;
  std::uint32_t extra = 0, external = 0;  // numbers
  double extra_mps = 0;                   // at the contact
  bool is_avoidable = false;
  std::string story;
};

class Blame {
 public:
  // After every step, and after every change between steps.
  void watch(const Simulation& simulation);
  // All contacts so far, each pair once.
  const std::vector<ExtraAndExternal>& contacts() const { return contacts_; }
  // How many of them began with the last frame.
  std::size_t begun() const { return contacts_.size() - before_; }
  std::size_t avoidable() const;
  // The stories of those that were avoidable.
  std::string to_text() const;
  // Frames in which an extra within 25 m of an external body braked harder than 2 m/s2.
  std::uint64_t braking() const { return braking_; }

 private:
  struct Frame {
    double time_s = 0;
    std::map<std::uint64_t, world::BodyBox> boxes;  // by id
    std::map<std::uint64_t, double> speeds;
    std::map<std::uint64_t, bool> is_wreck;  // of external ones
  };

  void judge(std::uint64_t extra, std::uint64_t external);

  std::deque<Frame> frames_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seen_;
  std::vector<ExtraAndExternal> contacts_;
  std::size_t before_ = 0;  // of them, the last frame
  std::uint64_t braking_ = 0;
};

}  // namespace backlot::sim
