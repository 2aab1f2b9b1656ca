#include "backlot/report/step_summary.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/html.h"
#include "backlot/report/comparison.h"
#include "backlot/report/outcome.h"
#include "backlot/report/replay_command.h"
#include "backlot/report/requirement_status.h"
#include "backlot/report/signature.h"

namespace backlot::report {

namespace {

// A text in a cell: characters that mean something to Markdown are written as entities, and long texts are cut.
std::string cell_text(std::string_view text) {
  constexpr std::size_t kMost = 300;
  std::string cut(text.substr(0, kMost));
  if (cut.size() < text.size()) {
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xc0U) == 0x80U) cut.pop_back();
    if (!cut.empty() && static_cast<unsigned char>(cut.back()) >= 0xc0U) cut.pop_back();
    cut += "...";
  }
  std::string out;
  for (const char c : page::html_text(cut)) {
    if (std::string_view("|`*_[]()\\~@!:{}").find(c) != std::string_view::npos)
      out += fmt::format("&#{};", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

// A line that is added whole or not at all.
class Summary {
 public:
  explicit Summary(std::size_t limit) : limit_(limit) {}

  bool add(const std::string& text) {
    if (text_.size() + text.size() > limit_) return false;
    text_ += text;
    return true;
  }
  // Rows of a table; those for which there is no room are counted. `reserve` bytes stay free for what follows.
  void add_rows(const std::string& head, std::size_t count, const auto& row_of, const std::string& words) {
    constexpr std::size_t kNote = 200;
    if (count == 0 || text_.size() + head.size() + kNote > limit_) return;
    text_ += head;
    std::size_t shown = 0;
    while (shown < count) {
      const std::string row = row_of(shown);
      if (text_.size() + row.size() + kNote > limit_) break;
      text_ += row;
      ++shown;
    }
    if (shown < count)
      add(fmt::format("\n{} more {} left out: the summary is full.\n", count - shown, words));
    add("\n");
  }
  std::string take() { return std::move(text_); }

 private:
  std::size_t limit_;
  std::string text_;
};

std::string group_row(const CampaignReport& campaign, const FailureGroup& group) {
  BACKLOT_ASSERT(!group.runs.empty() && group.runs.front() < campaign.runs.size(),
                 "a group of failures is one of this campaign");
  const Signature& s = group.signature;
  return fmt::format("| {} | {} | {} | {} | {} | <code>{}</code> |\n", group.runs.size(), cell_text(s.scene),
                     cell_text(s.rule), cell_text(s.role), cell_text(s.corridor),
                     cell_text(replay_command(campaign.runs[group.runs.front()])));
}

}  // namespace

std::string step_summary(const CampaignReport& campaign, std::size_t limit) {
  const Counts counts = count(campaign.runs);
  const Judged judged = judge(campaign);
  Summary summary(limit);
  summary.add(fmt::format("## {}: {}\n\n", campaign.suite.empty() ? "Backlot" : cell_text(campaign.suite),
                          to_text(judged.verdict)));
  summary.add(cell_text(judged.reason) + "\n\n");
  std::string facts;
  const auto add_fact = [&](const char* name, const std::string& value) {
    if (!value.empty()) facts += fmt::format("{}{} {}", facts.empty() ? "" : " · ", name, cell_text(value));
  };
  add_fact("driver", campaign.driver);
  add_fact("revision", campaign.driver_revision);
  add_fact("backlot", campaign.tool_version);
  if (!facts.empty()) summary.add(facts + "\n\n");

  std::string head = "|", rule = "|", row = "|";
  for (const Outcome outcome : kOutcomes) {
    if (outcome == Outcome::unexamined && counts.unexamined == 0) continue;
    head += fmt::format(" {} |", to_text(outcome));
    rule += "--:|";
    row += fmt::format(" {} |", of(counts, outcome));
  }
  summary.add(head + "\n" + rule + "\n" + row + "\n\n");

  if (campaign.baseline) {
    const Comparison c = compare(campaign.runs, campaign.baseline->runs);
    summary.add(
        fmt::format("Against {}: **{} new**, {} fixed, {} remaining, {} no longer judged.\n\n",
                    campaign.baseline->label.empty() ? "the baseline" : cell_text(campaign.baseline->label),
                    c.fresh, c.fixed, c.remaining, c.lost));
  }
  const std::vector<FailureGroup> groups = group_failures(campaign.runs);
  summary.add_rows(
      "### Failures\n\n| runs | scene | broken rule | other's role | corridor | replay "
      "|\n|--:|---|---|---|---|---|\n",
      groups.size(), [&](std::size_t k) { return group_row(campaign, groups[k]); }, "groups");

  std::vector<RequirementStatus> open;
  for (RequirementStatus& status : requirement_states(campaign))
    if (status.state != RequirementState::passed || status.is_suspect) open.push_back(std::move(status));
  summary.add_rows(
      "### Requirements that are open\n\n| requirement | state | text |\n|---|---|---|\n", open.size(),
      [&](std::size_t k) {
        return fmt::format("| {} | {}{} | {} |\n", cell_text(open[k].id), to_text(open[k].state),
                           open[k].is_suspect ? ", suspect" : "", cell_text(open[k].text));
      },
      "requirements");
  return summary.take();
}

}  // namespace backlot::report
