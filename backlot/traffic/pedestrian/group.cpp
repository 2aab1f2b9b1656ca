#include "backlot/traffic/pedestrian/group.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/random.h"

namespace backlot::traffic {

namespace {

constexpr double kAbreast_m = 0.75;   // between the middles of two who walk side by side
constexpr double kBehind_m = 0.9;     // and of two one behind the other
constexpr double kForOthers_m = 0.6;  // of the width is left to those that come the other way
constexpr double kCatchUp_pm =
    0.45;  // a member that is so many metres ahead is slower by this share for each
constexpr double kSlowest = 0.25, kFastest = 1.3;  // shares of the own pace
constexpr double kOnRoad = 0.85;                   // no slower on a road
constexpr float kWaits_s = 25;                     // after that it goes on, not waiting any more
constexpr float kWaitsAtKerb_s = 6;                // drivers wait for it meanwhile
constexpr float kFileLasts_s = 1.5F;
constexpr double kTogether_m = 4;  // one further off than this is waited for
constexpr double kLost_m = 30;     // and one further off than this is not waited for at the kerb

// Shares of groups of two, three and four among groups: as 0.83^n / n! (Moussaid et al. 2010).
constexpr double kTwos = 0.749, kThrees = 0.207;
constexpr double kMeanSize = 2 * kTwos + 3 * kThrees + 4 * (1 - kTwos - kThrees);

}  // namespace

std::uint32_t draw_group_size(const WalkerSet& set, std::uint64_t seed, std::uint64_t unit) {
  BACKLOT_ASSERT(set.in_groups >= 0 && set.in_groups <= 1, "a share is between 0 and 1");
  base::RandomStream random{seed, unit, WalkerPurpose::groups};
  // of those that come, so many are groups that the share of people is as asked
  const double groups = set.in_groups / (kMeanSize * (1 - set.in_groups) + set.in_groups);
  if (random.uniform() >= groups) return 1;
  const double lot = random.uniform();
  return lot < kTwos ? 2 : lot < kTwos + kThrees ? 3 : kMostInGroup;
}

Company find_company(const Crowd& crowd, const Walker& w) {
  Company company;
  if (w.is_alone() || w.is_directed) return company;
  double left_m = 0;
  for (std::uint32_t number = w.fellow; number != w.number;) {
    const Passerby& other = crowd.of_number(number);
    ++company.size;
    BACKLOT_ASSERT(company.size <= kMostInGroup, "a group is a ring of a few");
    if (number < w.number) ++company.place;
    left_m += static_cast<double>(other.left_m);
    const double x = other.x - w.at.x, y = other.y - w.at.y;
    const double away_m = std::sqrt(x * x + y * y);
    company.farthest_m = std::max(company.farthest_m, away_m);
    const bool is_behind = other.left_m > w.left_m;
    if (other.left_m < w.left_m || (other.left_m == w.left_m && number < w.number)) ++company.before;
    company.is_followed = company.is_followed || is_behind;
    if (is_behind && !other.is_at_road && away_m < kLost_m) company.are_ready = false;
    number = other.fellow;
  }
  const double ahead = left_m / (company.size - 1) - static_cast<double>(w.left_m);
  company.ahead_m = std::isfinite(ahead) ? ahead : 0;
  return company;
}

Keeping keep_together(const Company& company, const Walker& w, double room_m) {
  Keeping keeping;
  if (company.size < 2 || w.shortcut.is_on) return keeping;
  BACKLOT_ASSERT(room_m >= 0, "a walker has some room");
  const double fits = std::floor((2 * room_m - kForOthers_m) / kAbreast_m) + 1;
  const auto columns =
      w.in_file_s > 0 ? 1U
                      : static_cast<std::uint32_t>(std::clamp(fits, 1.0, static_cast<double>(company.size)));
  // in file they stay in the order in which they walk
  const std::uint32_t row = columns == 1 ? company.before : company.place / columns,
                      rows = (company.size + columns - 1) / columns;
  const std::uint32_t in_row = std::min(columns, company.size - row * columns);
  keeping.aside_m = kAbreast_m * (company.place % columns - 0.5 * (in_row - 1));
  // of the place in the group before the middle of the others
  const double middle = 0.5 * (rows - 1) - row;
  const double wanted_m = kBehind_m * middle * company.size / (company.size - 1);
  const double too_far_m = company.ahead_m - wanted_m;
  const bool gave_up = w.apart_s > kWaits_s;
  const double slowest = w.is_crossing() ? kOnRoad : gave_up ? 0.7 : kSlowest;
  keeping.pace = std::clamp(1 - kCatchUp_pm * too_far_m, slowest, kFastest);
  if (!w.is_crossing() && !gave_up && company.is_followed && company.farthest_m > kTogether_m &&
      too_far_m > 0)
    keeping.pace = 0.05;  // it all but stands
  return keeping;
}

void count_together(const Company& company, bool meets_others, double dt_s, Walker& w) {
  if (company.size < 2) return;
  const auto dt = static_cast<float>(dt_s);
  w.in_file_s = meets_others ? kFileLasts_s : std::max(0.0F, w.in_file_s - dt);
  w.apart_s = company.farthest_m > kTogether_m ? w.apart_s + dt : 0;
}

bool waits_for_others(const Company& company, const Walker& w) {
  const bool has_waited = w.states.has(walker_states::kWait) && w.waited_s > kWaitsAtKerb_s;
  return company.size > 1 && !company.are_ready && w.apart_s < kWaits_s && !has_waited;
}

}  // namespace backlot::traffic
