#include "backlot/subject/choice.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "backlot/subject/cruise.h"
#include "backlot/subject/line.h"
#include "backlot/subject/model_driver.h"
#include "backlot/subject/profile_driver.h"

namespace backlot::subject {

namespace {

using Parsed = base::Result<SubjectChoice>;

constexpr double kStopBefore_m = 300;
constexpr double kLeastShare = 0.05, kMostShare = 2;
constexpr std::string_view kWays =
    "write calm, brisk, slow, distracted, any, a share like 60%, stops, or a file that ends in .csv";

Parsed refusal(std::string code, std::string message, std::string hint = {}) {
  base::Diagnostics diagnostics;
  diagnostics.error(std::move(code), {}, std::move(message), std::move(hint));
  return Parsed::failure(std::move(diagnostics));
}

Parsed parse_share(std::string_view word) {
  const std::string_view number = word.substr(0, word.size() - 1);
  double percent = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  if (error != std::errc() || end != number.data() + number.size())
    return refusal("U110", fmt::format("\"{}\" is no share of the limit", word), std::string(kWays));
  const double share = percent / 100;
  if (!(share >= kLeastShare && share <= kMostShare))
    return refusal("U111", fmt::format("a subject cannot drive {} of the limit", word),
                   "write a share from 5% to 200%");
  return SubjectChoice(ShareChoice{share});
}

Parsed parse_file(std::string_view word, const ReadFile& read) {
  const std::string file(word);
  const std::optional<std::string> text = read(file);
  if (!text) return refusal("U112", fmt::format("the speed profile \"{}\" cannot be read", word));
  auto profile = read_speed_profile(*text, word);
  if (!profile) return Parsed::failure(std::move(profile).diagnostics());
  return SubjectChoice(ProfileChoice{file, std::make_shared<const SpeedProfile>(std::move(*profile))});
}

Style style_of(const StyleChoice& choice, std::uint64_t seed) { return draw_style(choice.kind, seed); }
Style style_of(const ShareChoice& choice, std::uint64_t) { return steady_style(choice.share_of_limit); }
Style style_of(const StopsChoice&, std::uint64_t seed) { return draw_style(StyleKind::calm, seed); }

// 300 m before the first crossing of the course; before its end where it has no crossing.
double stop_metre(const world::Course& course) {
  const std::vector<Line> lines = lines_of(course);
  return (lines.empty() ? course.length_m() : lines.front().metre) - kStopBefore_m;
}

}  // namespace

Parsed parse_subject(std::string_view word, const ReadFile& read) {
  if (const auto kind = find_style_kind(word)) return SubjectChoice(StyleChoice{*kind});
  if (word == "stops") return SubjectChoice(StopsChoice{});
  if (word.ends_with(".csv")) return parse_file(word, read);
  if (word.ends_with('%')) return parse_share(word);
  return refusal("U110", fmt::format("there is no subject \"{}\"", word), std::string(kWays));
}

std::unique_ptr<Driver> make_driver(const SubjectChoice& choice, const world::Course& course,
                                    world::ObjectId self, std::uint64_t seed) {
  return std::visit(
      [&](const auto& chosen) -> std::unique_ptr<Driver> {
        using Chosen = std::decay_t<decltype(chosen)>;
        if constexpr (std::is_same_v<Chosen, ProfileChoice>) {
          return std::make_unique<ProfileDriver>(chosen.profile);
        } else {
          std::optional<double> stop_m;
          if constexpr (std::is_same_v<Chosen, StopsChoice>) stop_m = stop_metre(course);
          return std::make_unique<ModelDriver>(
              std::make_shared<const ModelPlan>(course, style_of(chosen, seed), seed, stop_m), self);
        }
      },
      choice);
}

double start_speed_mps(const SubjectChoice& choice, const world::Course& course, double metre,
                       std::uint64_t seed) {
  return std::visit(
      [&](const auto& chosen) {
        if constexpr (std::is_same_v<std::decay_t<decltype(chosen)>, ProfileChoice>)
          return chosen.profile->speed_at(0);
        else
          return cruise_mps(course, style_of(chosen, seed).share_of_limit, metre);
      },
      choice);
}

}  // namespace backlot::subject
