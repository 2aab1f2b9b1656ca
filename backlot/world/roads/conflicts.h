// Where corridors touch, in metres of travel along each: compiled from the network's dependencies, for the classes of body width.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/huge_pages.h"
#include "backlot/base/prefetch.h"
#include "backlot/network/right_of_way.h"
#include "backlot/world/footprint.h"
#include "backlot/world/roads/shared_rows.h"
#include "backlot/world/roads/signal_plans.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// Bodies by width; each is given some air at its sides.
inline constexpr std::size_t kWidthClasses = 3;
inline constexpr std::array<double, kWidthClasses> kClassHalfWidths = {0.4, 0.9, 1.25};
inline constexpr double kSideAir_m = 0.15;
// The narrowest class that holds a body; beyond the widest, the widest.
std::uint8_t width_class(double half_width_m);
// Of a body with its driver. A cyclist rides beside the middle of its lane, and counts as wide enough to cover that place.
std::uint8_t width_class(ObjectKind kind, const BodyShape& shape);

// Metres of both tracks between which bodies of two classes touch; nothing where from > to.
struct ConflictStretch {
  float from = 1, to = 0;
  float other_from = 1, other_to = 0;

  bool is_clear() const { return from > to; }
};

using StretchesByClass =
    std::array<std::array<ConflictStretch, kWidthClasses>, kWidthClasses>;  // [own][other]

// How the other corridor lies beside a metre of the own one: its coordinates of the own lane's centre, and the direction of the
// own travel in its frame.
struct PassageKnot {
  float distance = 0, offset = 0;
  float cosine = 1, sine = 0;
  float curvature = 0;
};

// How a vehicle passes another corridor: knots every metre of the own corridor, over all of it from which a body
// reaches the other.
struct Passage {
  static constexpr double kStep_m = 1;

  float touch_from = 1, touch_to = 0;  // between which metres the widest bodies that roads allow touch
  float first_m = 0;                   // of the knots
  std::uint32_t first_knot = 0, knot_count = 0;
};

// By which signals a corridor is ruled, and how.
struct CorridorSignal {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  std::uint32_t programme = kNone;
  std::uint32_t rule = 0;

  bool has_programme() const { return programme != kNone; }
};

// What the signals and signs of a corridor say, by what its group shows.
struct CorridorRule {
  std::uint32_t group = 0;                        // of the programme
  std::array<network::ControlState, 8> states{};  // by aspect

  friend auto operator<=>(const CorridorRule&, const CorridorRule&) = default;
};

// Of a corridor with another one.
struct Conflict {
  TrackId other{};
  network::StripId strip{};        // of the other
  network::CorridorId corridor{};  // the other
  CorridorSignal signal{};         // of the other
  std::uint32_t stretches = 0;
  float limit_mps = 0;  // of the other
  network::DependencyKind kind = network::DependencyKind::crossing;
  network::Precedence standing = network::Precedence::equal;  // while no signal is lit
  network::Precedence lit = network::Precedence::equal;       // between two that signals leave equally free
  network::Precedence stopped = network::Precedence::equal;   // the same where both have to stop first
};

// The same, with how far the numbers of the other one are from the own ones: equal for corridors that are alike.
struct ConflictLink {
  std::int32_t other = 0, strip = 0, corridor = 0, programme = 0;
  std::uint32_t rule = 0;
  std::uint32_t stretches = 0;
  float limit_mps = 0;
  network::DependencyKind kind = network::DependencyKind::crossing;
  network::Precedence standing = network::Precedence::equal;
  network::Precedence lit = network::Precedence::equal;
  network::Precedence stopped = network::Precedence::equal;

  friend auto operator<=>(const ConflictLink&, const ConflictLink&) = default;
};

// The conflicts of one corridor, to be gone through.
class ConflictRange {
 public:
  // The numbers of a corridor from which those of the others are counted.
  struct Own {
    std::uint32_t track = 0, strip = 0, corridor = 0, programme = 0;
  };

  class Iterator {
   public:
    Iterator(const Own& own, const ConflictLink* at) : own_(own), at_(at) {}
    Conflict operator*() const {
      const auto from = [](std::uint32_t number, std::int32_t away) {
        return number + static_cast<std::uint32_t>(away);
      };
      return {TrackId(from(own_.track, at_->other)),
              network::StripId(from(own_.strip, at_->strip)),
              network::CorridorId(from(own_.corridor, at_->corridor)),
              {from(own_.programme, at_->programme), at_->rule},
              at_->stretches,
              at_->limit_mps,
              at_->kind,
              at_->standing,
              at_->lit,
              at_->stopped};
    }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    Own own_;
    const ConflictLink* at_;
  };

  ConflictRange(const Own& own, std::span<const ConflictLink> links) : own_(own), links_(links) {}
  std::size_t size() const { return links_.size(); }
  Iterator begin() const { return {own_, links_.data()}; }
  Iterator end() const { return {own_, links_.data() + links_.size()}; }

 private:
  Own own_;
  std::span<const ConflictLink> links_;
};

class Conflicts {
 public:
  explicit Conflicts(const Tracks& tracks);

  // Of a corridor with the others that vehicles drive on; not for tracks on ways.
  ConflictRange of(const Track& track) const {
    const Place& place = place_of(track.corridor);
    return {{place.track, track.strip.index(), track.corridor.index(), place.signal.programme},
            links_.rows().subspan(place.first, place.count)};
  }
  // What is needed of a corridor, before it is asked for.
  void prefetch(const Track& track) const { base::prefetch(&place_of(track.corridor)); }
  // The first and the last of the strips of its conflicts.
  struct Strips {
    network::StripId first, last;
  };
  Strips strips_of(const Track& track) const {
    const Place& place = place_of(track.corridor);
    return {network::StripId(track.strip.index() - place.strips_before),
            network::StripId(track.strip.index() + place.strips_after)};
  }
  void prefetch_signals(const Track& track) const {
    const CorridorSignal& signal = place_of(track.corridor).signal;
    if (signal.has_programme()) signals_.prefetch(signal.programme);
  }
  const ConflictStretch& stretch(const Conflict& conflict, std::uint8_t own, std::uint8_t other) const {
    BACKLOT_ASSERT(conflict.stretches < stretches_.size(), "a conflict of other roads");
    BACKLOT_ASSERT(own < kWidthClasses && other < kWidthClasses, "there is no such class of widths");
    return stretches_[conflict.stretches][own][other];
  }

  const Passage& passage(const Conflict& conflict) const {
    BACKLOT_ASSERT(conflict.stretches < passages_.size(), "a conflict of other roads");
    return passages_[conflict.stretches];
  }
  // The other corridor as it lies under a vehicle that travels the own one, at `metres` and beside its centre by
  // `lateral`. Before its start and past its end the own corridor goes on straight. False where the other one is too
  // far, or bends too much, to be known.
  bool find_view(const Conflict& conflict, double metres, double lateral, StripView& view) const {
    const Passage& passage = this->passage(conflict);
    const double at = (metres - static_cast<double>(passage.first_m)) * (1 / Passage::kStep_m);
    if (!(at >= 0 && at < passage.knot_count - 1.0)) return false;
    const auto k = static_cast<std::uint32_t>(at);
    BACKLOT_ASSERT(passage.first_knot + k + 1 < knots_.size(), "a conflict of other roads");
    const PassageKnot& a = knots_[passage.first_knot + k];
    const PassageKnot& b = knots_[passage.first_knot + k + 1];
    if (!(a.curvature < kUnknown) || !(b.curvature < kUnknown)) return false;
    const double q = at - k;
    const auto between = [q](float from, float to) {
      return static_cast<double>(from) + q * static_cast<double>(to - from);
    };
    // the slopes of distance and offset are cosine and sine: what these change by bends the line between the knots
    const double bend = 0.5 * Passage::kStep_m * q * (1 - q);
    view.cosine = between(a.cosine, b.cosine);
    view.sine = between(a.sine, b.sine);
    view.curvature = between(a.curvature, b.curvature);
    const double offset = between(a.offset, b.offset) - bend * static_cast<double>(b.sine - a.sine);
    const double stretch = 1 / std::max(0.2, 1 - view.curvature * offset);
    const double along = lateral * view.sine;  // against the distance
    view.distance =
        between(a.distance, b.distance) - stretch * (bend * static_cast<double>(b.cosine - a.cosine) + along);
    view.offset = offset + lateral * view.cosine - 0.5 * view.curvature * along * along;
    return true;
  }

  const CorridorSignal& signal(network::CorridorId corridor) const { return place_of(corridor).signal; }
  const CorridorRule& rule(const CorridorSignal& signal) const {
    BACKLOT_ASSERT(signal.rule < rules_.rows().size(), "a signal of other roads");
    return rules_.rows()[signal.rule];
  }
  const SignalPlans& signals() const { return signals_; }

  std::size_t bytes() const;

 private:
  static constexpr float kUnknown = 1e9F;  // a curvature that nothing has

  CorridorSignal signal_of(const network::Network& net, network::CorridorId id);
  void add_links(const Tracks& tracks);
  void add_passage(const Tracks& tracks, const Track& own, const Track& other, const ConflictStretch& widest);

  struct Place {
    std::uint32_t first = 0, count = 0;  // links
    std::uint32_t track = 0;
    std::uint32_t strips_before = 0, strips_after = 0;  // of the others, as numbered from the own one
    CorridorSignal signal{};
  };
  const Place& place_of(network::CorridorId corridor) const {
    BACKLOT_ASSERT(corridor.index() < places_.size(), "a corridor of other roads");
    return places_[corridor.index()];
  }

  SignalPlans signals_;
  std::vector<Place, base::HugePages<Place>> places_;  // by corridor
  SharedRows<ConflictLink> links_;
  SharedRows<CorridorRule> rules_;
  std::vector<StretchesByClass> stretches_;  // shared by conflicts that are alike
  std::vector<Passage> passages_;            // as these
  std::vector<PassageKnot> knots_;
};

}  // namespace backlot::world
