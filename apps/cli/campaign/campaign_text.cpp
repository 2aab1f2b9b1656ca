#include "apps/cli/campaign/campaign_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/text/render.h"

namespace backlot::cli {
namespace {

using campaign::Standing;
using verdict::Verdict;

constexpr std::size_t kMostFailures = 50, kMostAnnotations = 10;
constexpr std::array<std::pair<Verdict, std::string_view>, verdict::kVerdicts> kColumns{
    {{Verdict::pass, "passed"},
     {Verdict::fail, "failed"},
     {Verdict::evaded, "evaded"},
     {Verdict::not_staged, "not staged"},
     {Verdict::crashed, "crashed"},
     {Verdict::hung, "hung"}}};

std::string driver_text(const std::string& driver) { return driver.empty() ? "model" : driver; }

bool is_bad(const campaign::CaseResult& result, const campaign::Group& group, bool are_unstaged_skipped) {
  const Standing standing = standing_of(result, group, are_unstaged_skipped);
  return standing == Standing::failed || standing == Standing::error;
}

std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char letter : text) {
    const bool is_special = letter == '%' || letter == '\r' || letter == '\n' ||
                            (is_property && (letter == ':' || letter == ','));
    out += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(letter)) : std::string(1, letter);
  }
  return out;
}

}  // namespace

std::string verdict_table(const campaign::Tally& tally) {
  std::size_t name_width = 4, driver_width = 6;
  for (const campaign::Group& group : tally.groups) {
    name_width = std::max(name_width, group.name.size());
    driver_width = std::max(driver_width, driver_text(group.driver).size());
  }
  std::vector<std::pair<Verdict, std::string_view>> columns;
  for (const auto& column : kColumns)
    if (column.first == Verdict::pass || tally.all.of(column.first) > 0) columns.push_back(column);
  std::string text = fmt::format("{:<{}}  {:<{}}  {:>6}", "case", name_width, "driver", driver_width, "runs");
  for (const auto& [verdict, title] : columns)
    text += fmt::format("  {:>{}}", title, std::max<std::size_t>(6, title.size()));
  text += '\n';
  for (const campaign::Group& group : tally.groups) {
    text += fmt::format("{:<{}}  {:<{}}  {:>6}", group.name, name_width, driver_text(group.driver),
                        driver_width, group.counts.runs);
    for (const auto& [verdict, title] : columns) {
      const std::size_t count = group.counts.of(verdict);
      text += fmt::format("  {:>{}}", count == 0 ? "." : std::to_string(count),
                          std::max<std::size_t>(6, title.size()));
    }
    if (group.is_evaded_too_often())
      text += fmt::format("  evaded in more than {:g} % of its runs", 100 * group.evaded_at_most);
    text += '\n';
  }
  return text;
}

std::string failure_list(std::span<const campaign::CaseResult> results, const campaign::Tally& tally,
                         bool are_unstaged_skipped) {
  std::string text;
  std::size_t count = 0;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const campaign::CaseResult& one = results[k];
    if (!is_bad(one, tally.groups[tally.group_of[k]], are_unstaged_skipped)) continue;
    if (++count > kMostFailures) continue;
    text +=
        fmt::format("{}: {}, {}, seed {}: {}\n    {}\n", to_text(one.verdict), one.one.name,
                    driver_text(one.one.driver), one.one.seed, text::printable(reason_of(one)), one.replay);
  }
  if (count > kMostFailures) text += fmt::format("and {} more\n", count - kMostFailures);
  return text;
}

std::string summary_line(const campaign::Counts& counts, double wall_s) {
  std::string text = fmt::format("{} run{}: {} passed, {} failed", counts.runs, counts.runs == 1 ? "" : "s",
                                 counts.of(Verdict::pass), counts.of(Verdict::fail));
  if (counts.preventable > 0) text += fmt::format(" ({} preventable)", counts.preventable);
  text +=
      fmt::format(", {} evaded, {} not staged", counts.of(Verdict::evaded), counts.of(Verdict::not_staged));
  if (counts.of(Verdict::crashed) > 0) text += fmt::format(", {} crashed", counts.of(Verdict::crashed));
  if (counts.of(Verdict::hung) > 0) text += fmt::format(", {} hung", counts.of(Verdict::hung));
  return text + fmt::format("; {:.0f} simulated seconds in {:.1f} s", counts.sim_s, wall_s);
}

std::string github_annotations(std::span<const campaign::CaseResult> results, const campaign::Tally& tally,
                               bool are_unstaged_skipped) {
  std::string text;
  std::size_t count = 0;
  for (std::size_t k = 0; k < results.size() && count < kMostAnnotations; ++k) {
    const campaign::CaseResult& one = results[k];
    if (!is_bad(one, tally.groups[tally.group_of[k]], are_unstaged_skipped)) continue;
    ++count;
    text += fmt::format("::error file={},line={},title={}::{}\n", escaped(one.one.file, true),
                        std::max(1, one.one.line),
                        escaped(fmt::format("{} {}", one.one.name, to_text(one.verdict)), true),
                        escaped(reason_of(one) + "\n" + one.replay, false));
  }
  return text;
}

}  // namespace backlot::cli
