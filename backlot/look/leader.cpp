#include "backlot/look/leader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/network/routing/places_on_path.h"

namespace backlot::look {

namespace {

using network::Path;
using network::PathElement;
using world::BodyBox;

constexpr double kPiece_m = 4;      // pieces of the strip that are tested as a whole at first
constexpr std::size_t kPieces = 4;  // for which bodies are gathered at a time
constexpr double kPart_m = kPieces * kPiece_m;
constexpr double kParts = 4;          // that are looked at together at first
constexpr double kBesidePart = 0.75;  // of its length: no place of a part is further from one of its ends
constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kBeforeEnd_m = 1e-7;  // so near to its end a place still belongs to its lane
constexpr double kSharpest_1pm = 0.5;  // paths bend less than this
constexpr double kKink = 0.05;         // and change their direction at once by less than four times this
constexpr double kSteepPiece_m = 1;    // heights along a piece differ by less

// By how much a piece of the strip may bulge over the hull of the cross-sections at its ends.
double bulge_m(double length_m) {
  BACKLOT_ASSERT(length_m >= 0, "a body has a length");
  return length_m * (0.125 * kSharpest_1pm * length_m + kKink);
}

// The strip across the path at a coordinate.
struct Section {
  double at_m = 0;
  PlanPoint left{}, right{};
  double z = 0;
};

// The strip along one lane of the path, on which it is smooth.
class Strip {
 public:
  Strip(const network::Network& network, const Path& path, const AlongPath& along)
      : network_(network), path_(path), along_(along) {}

  Section section(double at_m, const PathElement& element) {
    const double at = std::clamp(at_m, element.start_m, element.end_m - kBeforeEnd_m);
    const double half = 0.5 * along_.width_m;
    const std::array laterals{along_.lateral_m + half, along_.lateral_m - half};
    std::array<geometry::WorldPoint, 2> places;
    network::place_across(network_, path_, at, laterals, places, cursor_);
    const auto& [left, right] = places;
    return {at_m, {left.x, left.y}, {right.x, right.y}, 0.5 * (left.z + right.z)};
  }

  geometry::WorldPoint middle(double at_m, const PathElement& element) {
    const double at = std::clamp(at_m, element.start_m, element.end_m - kBeforeEnd_m);
    if (!middle_ || middle_->at_m != at) {
      middle_ = {at, {}};
      network::place_across(network_, path_, at, {&along_.lateral_m, 1}, {&middle_->place, 1}, cursor_);
    }
    return middle_->place;
  }

  // The first coordinate between two sections at which the strip meets a box; the last one when looking back.
  std::optional<double> find_touch(const Section& a, const Section& b, const PathElement& element,
                                   const BodyBox& box, bool looks_back) {
    const double length = b.at_m - a.at_m;
    if (!may_touch(a, b, box)) return std::nullopt;
    if (length <= PathNeighbours::kExact_m) {
      const bool is_level = std::fabs(0.5 * (a.z + b.z) - box.centre.z) < PathNeighbours::kLevel_m;
      return is_level ? std::optional(looks_back ? b.at_m : a.at_m) : std::nullopt;
    }
    const Section middle = section(0.5 * (a.at_m + b.at_m), element);
    const auto first = looks_back ? find_touch(middle, b, element, box, looks_back)
                                  : find_touch(a, middle, element, box, looks_back);
    if (first) return first;
    return looks_back ? find_touch(a, middle, element, box, looks_back)
                      : find_touch(middle, b, element, box, looks_back);
  }

  // How fast a body moves along the path at a coordinate.
  double speed_along(double at_m, const BodyBox& box, double speed_mps) {
    const base::SinCos heading =
        base::sin_cos(network::pose_at(network_, path_, at_m, along_.lateral_m, cursor_).heading_rad);
    return speed_mps * (box.heading_x * heading.cos + box.heading_y * heading.sin);
  }

 private:
  static bool may_touch(const Section& a, const Section& b, const BodyBox& box) {
    const double low = std::min(a.z, b.z), high = std::max(a.z, b.z);
    if (box.centre.z > high + PathNeighbours::kLevel_m + kSteepPiece_m ||
        box.centre.z < low - PathNeighbours::kLevel_m - kSteepPiece_m)
      return false;
    BodyBox wide = box;
    const double bulge = bulge_m(b.at_m - a.at_m);
    wide.half_length += bulge;
    wide.half_width += bulge;
    const std::array corners{a.left, a.right, b.right, b.left};
    return touches(wide, corners);
  }

  const network::Network& network_;
  const Path& path_;
  const AlongPath& along_;
  network::PathCursor cursor_;
  struct Middle {
    double at_m;
    geometry::WorldPoint place;
  };
  std::optional<Middle> middle_;  // that was asked for last
};

bool is_question(const Path& path, const AlongPath& along) {
  return !path.is_empty() && std::isfinite(along.from_m) && std::isfinite(along.lateral_m) &&
         std::isfinite(along.width_m) && along.width_m >= 0 && along.within_m >= 0;
}

world::PlanBox box_of(std::span<const Section> sections) {
  BACKLOT_ASSERT(!sections.empty(), "a box is around something");
  world::PlanBox box{sections[0].left.x, sections[0].left.y, sections[0].left.x, sections[0].left.y};
  for (const Section& s : sections)
    for (const PlanPoint& p : {s.left, s.right}) box = world::box_around(box, {p.x, p.y, p.x, p.y});
  const double around = bulge_m(kPiece_m);
  return {box.low_x - around, box.low_y - around, box.high_x + around, box.high_y + around};
}

// The search in one direction, lane by lane of the path and some pieces at a time: the first body that is met ends it.
class Search {
 public:
  Search(const Snapshot& snapshot, const Path& path, const AlongPath& along, bool looks_back,
         std::vector<std::uint32_t>& near)
      : snapshot_(snapshot),
        path_(path),
        along_(along),
        looks_back_(looks_back),
        near_(near),
        strip_(snapshot.roads().tracks.network(), path, along) {}

  std::optional<Neighbour> find() {
    const double low =
        std::max(path_.start_m(), looks_back_ ? along_.from_m - along_.within_m : along_.from_m);
    const double high =
        std::min(path_.end_m(), looks_back_ ? along_.from_m : along_.from_m + along_.within_m);
    const auto count = static_cast<std::uint32_t>(path_.size());
    for (std::uint32_t k = 0; k < count; ++k) {
      const PathElement& element = path_[looks_back_ ? count - 1 - k : k];
      const double from = std::max(low, element.start_m), to = std::min(high, element.end_m);
      if (from > to) continue;
      find_on(element, from, to);
      if (best_) return best_;
    }
    return std::nullopt;
  }

 private:
  // Several parts at a time: most are far from all bodies.
  void find_on(const PathElement& element, double from, double to) {
    if (along_.only != nullptr && !is_known_to_have_bodies(from, to)) return;
    for (double done = 0; done <= to - from && !best_; done += kParts * kPart_m) {
      const double last = std::min(to - from, done + kParts * kPart_m);
      const bool is_near = looks_back_ ? has_bodies(element, to - last, to - done)
                                       : has_bodies(element, from + done, from + last);
      if (is_near) find_between(element, from, to, done);
    }
  }

  void find_between(const PathElement& element, double from, double to, double begin) {
    for (double done = begin; done <= to - from && done < begin + kParts * kPart_m && !best_;
         done += kPart_m) {
      const double low = looks_back_ ? std::max(from, to - done - kPart_m) : from + done;
      const double high = looks_back_ ? to - done : std::min(to, from + done + kPart_m);
      if (has_bodies(element, low, high)) find_in(element, low, high);
    }
  }

  // Whether the caller knows of bodies there.
  bool is_known_to_have_bodies(double from, double to) const {
    return std::any_of(along_.only->begin(), along_.only->end(),
                       [&](const PathPart& part) { return part.from_m <= to && part.to_m >= from; });
  }

  // Whether any other body is near a stretch of the path: around places that are a part apart, as far as the path gets from them in between.
  bool has_bodies(const PathElement& element, double from, double to) {
    if (along_.only != nullptr) return is_known_to_have_bodies(from, to);
    world::PlanBox box{kFar, kFar, -kFar, -kFar};
    for (double at = from;; at = std::min(to, at + kPart_m)) {
      const geometry::WorldPoint place = strip_.middle(at, element);
      box = world::box_around(box, {place.x, place.y, place.x, place.y});
      if (at >= to) break;
    }
    const double around =
        kBesidePart * kPart_m + 2 * std::fabs(along_.lateral_m) + 0.5 * along_.width_m + bulge_m(kPiece_m);
    near_.clear();
    snapshot_.add_near({box.low_x - around, box.low_y - around, box.high_x + around, box.high_y + around},
                       near_);
    return std::any_of(near_.begin(), near_.end(), [&](std::uint32_t number) {
      return along_.self.is_empty() || snapshot_.id(number) != along_.self;
    });
  }

  void find_in(const PathElement& element, double from, double to) {
    std::array<Section, kPieces + 1> sections;
    for (std::size_t k = 0; k <= kPieces; ++k) {
      const double share = static_cast<double>(k) / kPieces;
      sections[k] = strip_.section(k == kPieces ? to : from + share * (to - from), element);
    }
    near_.clear();
    snapshot_.add_near(box_of(sections), near_);
    for (const std::uint32_t number : near_) {
      if (!along_.self.is_empty() && snapshot_.id(number) == along_.self) continue;
      const BodyBox box = snapshot_.seen(number).box;
      for (std::size_t k = 0; k < kPieces; ++k) {
        const std::size_t piece = looks_back_ ? kPieces - 1 - k : k;
        const auto at = strip_.find_touch(sections[piece], sections[piece + 1], element, box, looks_back_);
        if (!at) continue;
        keep(number, *at, box);
        break;
      }
    }
  }

  void keep(std::uint32_t number, double at_m, const BodyBox& box) {
    const double gap = std::max(0.0, looks_back_ ? along_.from_m - at_m : at_m - along_.from_m);
    if (best_ && (best_->gap_m < gap || (best_->gap_m == gap && best_->number < number))) return;
    const double speed = strip_.speed_along(at_m, box, snapshot_.motion(number).speed_mps);
    best_ = {snapshot_.id(number),
             number,
             at_m,
             gap,
             speed,
             looks_back_ ? speed - along_.speed_mps : along_.speed_mps - speed};
  }

  const Snapshot& snapshot_;
  const Path& path_;
  const AlongPath& along_;
  bool looks_back_;
  std::vector<std::uint32_t>& near_;
  Strip strip_;
  std::optional<Neighbour> best_;
};

}  // namespace

std::optional<Neighbour> PathNeighbours::find_leader(const Snapshot& snapshot, const Path& path,
                                                     const AlongPath& along) {
  if (!is_question(path, along)) return std::nullopt;
  return Search(snapshot, path, along, false, near_).find();
}

std::optional<Neighbour> PathNeighbours::find_follower(const Snapshot& snapshot, const Path& path,
                                                       const AlongPath& along) {
  if (!is_question(path, along)) return std::nullopt;
  return Search(snapshot, path, along, true, near_).find();
}

}  // namespace backlot::look
