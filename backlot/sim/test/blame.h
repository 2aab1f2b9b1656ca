// Decides whether a contact of an extra with an external body was the extra's fault. It knows frames and the rules of the network, and nothing of
// what drivers saw. An extra is at fault in two cases.
//
// It *ran into* the other body: what touched is the front half of the extra, which did not stand then, and it could have stopped. From the moment that
// the other one showed what it would do, to the contact, there was a frame after which the extra, braking at 8 m/s2 after another 0.2 s, would have
// come to stand before the first place of its own way where its body meets what the other one swept from that frame on.
//
// It *did not yield*, whichever part of it touched: it came into the way of the other body, which had the right of way, so late that the other one
// could not stop for it in comfort (4 m/s2 after a second), and it could have waited: in some frame before, with the other body on the road, it could have
// stopped before that way in comfort too.
// The right of way is that of the network's rules, with the signals as they were when the extra came in: of two corridors that touch, or of the
// vehicle that keeps its lane over the one that changes into it. A body that drives against its lane has none.
//
// Only frames count since which the other body has been what it is. A wreck shows itself only from the moment that it is a wreck, since it slides where
// no driver could expect it. A body slower than 0.3 m/s counts as standing. The other body shows what it will do in all those last frames before the
// contact in which it is on the way of the extra (the way that the extra took to the contact, and 60 m straight on). It also does in those in which
// it could no longer stop before that way, braking at 3 m/s2 after 0.2 s.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/network/signals.h"
#include "backlot/record/frame.h"
#include "backlot/world/body.h"
#include "backlot/world/roads.h"

namespace backlot::sim {

enum class Finding : std::uint8_t {
  was_run_into,  // the extra stood, or the other one touched its rear half, and had no right of way or time enough to stop
  too_late,      // the extra ran into the other one, and could not have stopped
  ran_into,      // it could have stopped
  did_not_yield  // it came into the way of a body that had the right of way
};
constexpr std::uint32_t count_of(Finding) { return 4; }
std::string_view to_text(Finding finding);

struct ExtraAndExternal {
  double time_s = 0;
  world::ObjectId extra{}, external{};
  double extra_mps = 0;  // at the contact
  Finding finding = Finding::was_run_into;
  bool with_wreck = false;  // the other body had touched another one before
  std::string story;

  bool is_avoidable() const { return finding == Finding::ran_into || finding == Finding::did_not_yield; }
};

class Blame {
 public:
  // The roads stay where they are.
  explicit Blame(const world::Roads& roads) : roads_(roads) {}

  // After every step, and after every change between steps. The frame has signals.
  void watch(const record::Frame& frame);
  // All contacts so far, each pair once.
  const std::vector<ExtraAndExternal>& contacts() const { return contacts_; }
  // How many of them began with the last frame.
  std::size_t begun() const { return contacts_.size() - before_; }
  std::size_t avoidable() const;
  std::size_t count(Finding finding) const;
  // The stories of those that were avoidable.
  std::string to_text() const;
  // Frames in which an extra within 25 m of an external body braked harder than 2 m/s2.
  std::uint64_t braking() const { return braking_; }

 private:
  struct Body {
    world::ObjectId id{};
    world::BodyBox box;
    double speed_mps = 0, distance = 0;
    network::StripId strip{};
    network::LaneId lane{};
    network::CorridorId corridor{};  // that it is on, else the next one
    bool is_extra = false, is_wreck = false;
  };
  struct Moment {
    double time_s = 0;
    std::vector<Body> bodies;  // by id
    network::SignalState signals;

    const Body* find(world::ObjectId id) const;
  };
  // One of the two bodies in the last frames, oldest first.
  struct Track {
    std::vector<world::BodyBox> boxes;
    std::vector<const Body*> bodies;
  };

  void judge(const Body& extra, const Body& external);
  // In the frames before the contact the extra could have stopped from some frame on, without a gap: the last such frame. The number of frames if there is no such frame.
  std::size_t last_chance(const Track& own, const Track& other) const;
  // Where the extra did not yield: the frame in which it came into the other one's way.
  std::optional<std::size_t> find_unyielding(const Track& own, const Track& other) const;
  bool is_to_yield(const Track& own, const Track& other, std::size_t enters) const;
  bool keeps_its_side(const Body& body) const;
  bool is_on(const Body& body) const;

  const world::Roads& roads_;
  std::deque<Moment> moments_;
  std::vector<std::pair<world::ObjectId, world::ObjectId>> seen_;
  std::vector<ExtraAndExternal> contacts_;
  std::size_t before_ = 0;  // of them, the last frame
  std::uint64_t braking_ = 0;
};

}  // namespace backlot::sim
