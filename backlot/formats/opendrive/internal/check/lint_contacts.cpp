// Where lanes of two sections touch: links in both directions, level, lanes without width, gaps.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/formats/opendrive/internal/check/contacts.h"
#include "backlot/formats/opendrive/internal/check/cross_section.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kNoWidth_m = 1e-6;
constexpr std::array<std::string_view, 14> kDrivable = {
    "driving", "entry", "exit", "onRamp",        "offRamp", "connectingRamp", "slipLane",
    "bus",     "taxi",  "HOV",  "bidirectional", "parking", "stop",           "shared"};

bool is_drivable(const Lane& lane) {
  return std::find(kDrivable.begin(), kDrivable.end(), lane.type) != kDrivable.end();
}

// One side of a contact: the lanes there, and the line that they lie along.
struct Side {
  const Road* road = nullptr;
  bool at_end = false;
  std::vector<LaneEdges> lanes;
  Pose pose;
};

Side side_at(const Document& document, const SectionEnd& end, bool needs_pose) {
  Side side;
  BACKLOT_ASSERT(end.road < document.roads.size(), "the document has no such road");
  side.road = &document.roads[end.road];
  side.at_end = end.at_end;
  side.lanes = edges_at(*side.road, end.section, end.at_end);
  if (needs_pose) side.pose = road_pose(*side.road, end.at_end);
  return side;
}

std::string name_of(const Side& side, int lane) {
  return fmt::format("lane {} of road \"{}\"", lane, side.road->id);
}

class ContactCheck {
 public:
  ContactCheck(const Document& document, const Contact& contact, Findings& findings)
      : contact_(contact),
        findings_(findings),
        first_(side_at(document, contact.first, !contact.is_inside_a_road)),
        second_(side_at(document, contact.second, !contact.is_inside_a_road)) {}

  void run() {
    for (const LinkSaid& link : contact_.links) {
      const LaneEdges* a = find_lane(first_.lanes, link.first);
      const LaneEdges* b = find_lane(second_.lanes, link.second);
      if (a == nullptr || b == nullptr) {
        report_missing(link, a == nullptr);
        continue;
      }
      check_width(link, *a, *b);
      pairs_.insert({link.first, link.second});
    }
    if (contact_.is_inside_a_road) {
      check_both_ways();
      check_level();
    }
    check_gaps();
  }

 private:
  using By = LinkSaid::By;

  void report_missing(const LinkSaid& link, bool is_first) {
    const Side& side = is_first ? first_ : second_;
    // lane 0 has no width and carries no traffic: some tools link it all the same
    const int lane = is_first ? link.first : link.second;
    if (lane == 0) return;
    findings_.warn(kDefinedIds, link.where,
                   fmt::format("{} is linked, and is not there", name_of(side, lane)),
                   "the link is left out");
  }

  // Only lanes that have a width where they touch are linked.
  void check_width(const LinkSaid& link, const LaneEdges& a, const LaneEdges& b) {
    const bool said_by_second = link.by == By::second;
    const LaneEdges& own = said_by_second ? b : a;
    const LaneEdges& other = said_by_second ? a : b;
    const Side& own_side = said_by_second ? second_ : first_;
    const Side& other_side = said_by_second ? first_ : second_;
    if (link.by != By::connection && own.width() < kNoWidth_m)
      findings_.warn(
          own_side.at_end ? kZeroWidthEnd : kZeroWidthStart, link.where,
          fmt::format("{} has no width at its {}, and a {} there", name_of(own_side, own.lane->id),
                      own_side.at_end ? "end" : "start", own_side.at_end ? "successor" : "predecessor"));
    else if (other.width() < kNoWidth_m || (link.by == By::connection && own.width() < kNoWidth_m))
      findings_.warn(kNewLane, link.where,
                     fmt::format("{} is linked where it has no width yet",
                                 other.width() < kNoWidth_m ? name_of(other_side, other.lane->id)
                                                            : name_of(own_side, own.lane->id)),
                     "only the lane that goes on is linked");
  }

  // If a lane says that it goes on in another one, that one must say so too.
  void check_both_ways() {
    std::set<std::pair<int, int>> first_said, second_said;
    for (const LinkSaid& link : contact_.links)
      (link.by == By::first ? first_said : second_said).insert({link.first, link.second});
    for (const LinkSaid& link : contact_.links) {
      const std::pair<int, int> pair{link.first, link.second};
      if (!pairs_.contains(pair)) continue;
      const bool by_first = link.by == By::first;
      if ((by_first ? second_said : first_said).contains(pair)) continue;
      findings_.warn(
          kLinkBothWays, link.where,
          fmt::format("lane {} has lane {} for {}, which does not have it for {}",
                      by_first ? link.first : link.second, by_first ? link.second : link.first,
                      by_first ? "successor" : "predecessor", by_first ? "predecessor" : "successor"),
          "lanes are linked whichever of them says so");
    }
  }

  void check_level() {
    for (const auto& [first, second] : pairs_) {
      const Lane& a = *find_lane(first_.lanes, first)->lane;
      const Lane& b = *find_lane(second_.lanes, second)->lane;
      if (a.level.value_or(false) != b.level.value_or(false))
        findings_.warn(
            kLevel, b.where,
            fmt::format("lane {} is {}level, and lane {} that it continues is {}level", b.id,
                        b.level.value_or(false) ? "" : "not ", a.id, a.level.value_or(false) ? "" : "not "));
    }
  }

  // ---- gaps: lanes that are linked with each other, one to one or several to several, cover the same stretch across

  struct Reach {
    double right = 0, left = 0, ahead = 0;
    bool is_empty = true;

    void add(double across, double along) {
      right = is_empty ? across : std::min(right, across);
      left = is_empty ? across : std::max(left, across);
      ahead = std::max(ahead, std::abs(along));
      is_empty = false;
    }
  };

  // Both edges of a lane, in the frame of the first side.
  void reach(const Side& side, const LaneEdges& lane, Reach& into) const {
    for (const double t : {lane.inner, lane.outer}) {
      if (contact_.is_inside_a_road) {
        into.add(t, 0);
        continue;
      }
      const base::SinCos own = base::sin_cos(side.pose.heading_rad);
      const double x = side.pose.x + base::turned_x(own, 0, t) - first_.pose.x;
      const double y = side.pose.y + base::turned_y(own, 0, t) - first_.pose.y;
      const base::SinCos back = base::sin_cos(-first_.pose.heading_rad);
      into.add(base::turned_y(back, x, y), base::turned_x(back, x, y));
    }
  }

  void check_gaps() {
    // lanes that are linked belong to one group, as do those that are linked with these
    std::map<int, std::size_t> first_group, second_group;
    std::vector<std::size_t> joined;
    const auto root = [&joined](std::size_t group) {
      while (joined[group] != group) group = joined[group];
      return group;
    };
    const auto group_of = [&](std::map<int, std::size_t>& groups, int lane) {
      const auto [found, is_new] = groups.emplace(lane, joined.size());
      if (is_new) joined.push_back(found->second);
      return root(found->second);
    };
    for (const auto& [first, second] : pairs_) {
      const std::size_t a = group_of(first_group, first), b = group_of(second_group, second);
      joined[std::max(a, b)] = std::min(a, b);
    }

    struct Group {
      Reach first, second;
      bool is_drivable = true;
      int first_lane = 0, second_lane = 0;
    };
    std::map<std::size_t, Group> groups;
    for (const auto& [lane, group] : first_group) {
      const LaneEdges* edges = find_lane(first_.lanes, lane);
      Group& into = groups[root(group)];
      reach(first_, *edges, into.first);
      into.is_drivable &= is_drivable(*edges->lane);
      into.first_lane = lane;
    }
    for (const auto& [lane, group] : second_group) {
      const LaneEdges* edges = find_lane(second_.lanes, lane);
      Group& into = groups[root(group)];
      reach(second_, *edges, into.second);
      into.is_drivable &= is_drivable(*edges->lane);
      into.second_lane = lane;
    }
    for (const auto& [number, group] : groups)
      report_gap(group.first, group.second, group.is_drivable, group.first_lane, group.second_lane);
  }

  void report_gap(const Reach& first, const Reach& second, bool is_drivable_group, int first_lane,
                  int second_lane) {
    if (!is_drivable_group) return;
    const double across = std::max(std::abs(first.left - second.left), std::abs(first.right - second.right));
    const double gap_m = std::max({across, first.ahead, second.ahead});
    if (gap_m <= kCrack_m) return;
    Where where = contact_.links.front().where;
    for (const LinkSaid& link : contact_.links)
      if (link.first == first_lane && link.second == second_lane) {
        where = link.where;
        break;
      }
    findings_.warn(kLanesMeet, where,
                   fmt::format("{} and {} are linked, and their ends lie {:.3f} m apart",
                               name_of(first_, first_lane), name_of(second_, second_lane), gap_m),
                   "lanes go on from edge to edge");
  }

  const Contact& contact_;
  Findings& findings_;
  Side first_, second_;
  std::set<std::pair<int, int>> pairs_;
};

}  // namespace

void lint_contacts(const Index& index, Findings& findings) {
  for (const Contact& contact : find_contacts(index))
    if (!contact.links.empty()) ContactCheck(index.document, contact, findings).run();
}

}  // namespace backlot::formats::opendrive
