// backlot history [--db F]: the campaigns of a database, by driver revision over time.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/campaign/campaign_store.h"
#include "apps/cli/commands.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "backlot/harness/statistics.h"
#include "backlot/verdict/verdict.h"

namespace backlot::cli {
namespace {

struct HistorySettings {
  std::string db = kDefaultDatabase, suite, driver, filter;
  std::size_t last = 0;
  bool as_json = false;
};

// One driver in one campaign.
struct HistoryRow {
  std::string driver, revision;
  std::map<std::string, std::size_t> verdicts;
  std::size_t runs = 0;
  struct Sum {
    double sum = 0;
    std::size_t count = 0;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::map<std::string, Sum> figures;

  std::size_t of(const std::string& verdict) const {
    const auto at = verdicts.find(verdict);
    return at == verdicts.end() ? 0 : at->second;
  }
};

struct HistoryCampaign {
  campaign::CampaignHead head;
  std::vector<HistoryRow> rows;
};

// The figures that the table shows; the JSON has all.
constexpr std::array<std::pair<const char*, const char*>, 3> kShown{
    {{"min_ttc_s", "least ttc"}, {"min_time_gap_s", "least gap"}, {"hardest_braking_mps2", "braking"}}};

std::vector<HistoryRow> rows_of(const campaign::CampaignHead& head,
                                const std::vector<campaign::StoredTrend>& trends) {
  std::vector<HistoryRow> list;
  for (const campaign::StoredTrend& trend : trends) {
    HistoryRow row{.driver = trend.driver, .revision = {}, .verdicts = {}, .figures = {}};
    for (const auto& [verdict, runs] : trend.verdicts) {
      row.verdicts[verdict] = runs;
      row.runs += runs;
    }
    for (const campaign::StoredTrend::Figure& figure : trend.figures)
      row.figures[figure.name] = {figure.sum, figure.runs};
    for (const campaign::DriverRevision& revision : head.revisions)
      if (revision.driver == trend.driver) row.revision = revision.revision;
    list.push_back(std::move(row));
  }
  return list;
}

Json to_json(const HistoryCampaign& one) {
  Json drivers = Json::array();
  for (const HistoryRow& row : one.rows) {
    Json verdicts = Json::object(), figures = Json::object();
    for (std::size_t k = 0; k < verdict::kVerdicts; ++k) {
      const std::string name(to_text(static_cast<verdict::Verdict>(k)));
      verdicts[name] = row.of(name);
    }
    for (const auto& [name, sum] : row.figures) figures[name] = {{"mean", sum.mean()}, {"runs", sum.count}};
    const harness::Interval interval = harness::wilson_interval(row.of("pass"), row.runs);
    drivers.push_back({{"driver", row.driver.empty() ? Json(nullptr) : Json(row.driver)},
                       {"revision", row.revision},
                       {"runs", row.runs},
                       {"verdicts", verdicts},
                       {"passed_low", interval.low},
                       {"passed_high", interval.high},
                       {"figures", figures}});
  }
  return {{"campaign", one.head.id},
          {"suite", one.head.suite},
          {"text_hash", one.head.text_hash},
          {"tool", one.head.tool},
          {"started", one.head.started},
          {"finished", one.head.finished.empty() ? Json(nullptr) : Json(one.head.finished)},
          {"planned", one.head.planned},
          {"drivers", drivers}};
}

std::string table_of(const std::vector<HistoryCampaign>& campaigns) {
  std::size_t suite = 5, driver = 6, revision = 8;
  for (const HistoryCampaign& one : campaigns) {
    suite = std::max(suite, one.head.suite.size());
    for (const HistoryRow& row : one.rows) {
      driver = std::max(driver, row.driver.size());
      revision = std::max(revision, row.revision.size());
    }
  }
  std::string text =
      fmt::format("{:>4}  {:<19}  {:<{}}  {:<{}}  {:<{}}  {:>6}  {:>6}  {:>6}  {:>6}  {:>10}  {:>7}  {:>5}",
                  "no.", "started (UTC)", "suite", suite, "driver", driver, "revision", revision, "runs",
                  "passed", "failed", "evaded", "not staged", "crashed", "hung");
  for (const auto& [name, title] : kShown) text += fmt::format("  {:>9}", title);
  text += '\n';
  for (const HistoryCampaign& one : campaigns)
    for (const HistoryRow& row : one.rows) {
      text += fmt::format(
          "{:>4}  {:<19}  {:<{}}  {:<{}}  {:<{}}  {:>6}  {:>6}  {:>6}  {:>6}  {:>10}  {:>7}  {:>5}",
          one.head.id, one.head.started, one.head.suite, suite, row.driver.empty() ? "model" : row.driver,
          driver, row.revision, revision, row.runs, row.of("pass"), row.of("fail"), row.of("evaded"),
          row.of("not_staged"), row.of("crashed"), row.of("hung"));
      for (const auto& [name, title] : kShown) {
        const auto at = row.figures.find(name);
        text += at == row.figures.end() ? fmt::format("  {:>9}", "-")
                                        : fmt::format("  {:>9.2f}", at->second.mean());
      }
      if (one.head.finished.empty()) text += "  (not finished)";
      text += '\n';
    }
  return text;
}

ExitCode show_history(const HistorySettings& settings) {
  base::Result<campaign::Store> store = campaign::Store::open(settings.db, campaign::Store::Access::read);
  if (!store) return say_fault(store.diagnostics());
  const auto heads = store->campaigns();
  if (!heads) return say_fault(heads.diagnostics());
  std::vector<HistoryCampaign> campaigns;
  for (const campaign::CampaignHead& head : *heads) {
    if (!settings.suite.empty() && head.suite != settings.suite) continue;
    campaigns.push_back({head, {}});
  }
  if (settings.last > 0 && campaigns.size() > settings.last)
    campaigns.erase(campaigns.begin(), campaigns.end() - static_cast<std::ptrdiff_t>(settings.last));
  for (HistoryCampaign& one : campaigns) {
    const auto trends = store->trend(one.head.id, {.driver = settings.driver, .name = settings.filter});
    if (!trends) return say_fault(trends.diagnostics());
    one.rows = rows_of(one.head, *trends);
  }
  if (settings.as_json) {
    Json list = Json::array();
    for (const HistoryCampaign& one : campaigns) list.push_back(to_json(one));
    return write_json({{"campaigns", list}});
  }
  if (campaigns.empty()) {
    say_error("no campaign is selected");
    return ExitCode::nothing;
  }
  return write_output("-", table_of(campaigns));
}

}  // namespace

void add_history(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<HistorySettings>();
  CLI::App* command =
      add_command(program, "history", "Shows verdicts and key figures of drivers over their revisions.",
                  "backlot history --db results.db\n"
                  "backlot history --driver reference --last 10\n"
                  "backlot history --filter lead_brakes --json");
  command->add_option("--db", settings->db, "the database that \"backlot run --db\" wrote (backlot.db)")
      ->option_text("FILE|URL");
  command->add_option("--suite", settings->suite, "only campaigns of this suite")->option_text("NAME");
  command->add_option("--driver", settings->driver, "only this driver")->option_text("D");
  command->add_option("--filter", settings->filter, "only cases with this in their name")
      ->option_text("TEXT");
  command->add_option("--last", settings->last, "only so many campaigns, the last ones")
      ->option_text("N")
      ->check(between(1, 1e9));
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return show_history(*settings); }; });
}

}  // namespace backlot::cli
