// backlot report ROWS.json -o DIR
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/version.h"
#include "backlot/report/campaign_json.h"
#include "backlot/report/outcome.h"
#include "backlot/report/step_summary.h"
#include "backlot/report/write_report.h"

namespace backlot::cli {
namespace {

constexpr std::string_view kProgram = "backlot ";  // what version_text() begins with

struct ReportSettings {
  std::string rows, folder, baseline, summary, suite, revision;
  report::ReportOptions options;
};

// The campaign of a file of rows; none where it could not be read, and then it was said why.
std::optional<report::CampaignReport> load_rows(const std::string& path) {
  const base::Result<std::string> text = open_input(path);
  if (!text) {
    say(to_text(text.diagnostics()));
    return std::nullopt;
  }
  base::Result<report::CampaignReport> campaign = report::read_campaign_text(*text, display_name(path));
  if (!campaign) {
    say(to_text(campaign.diagnostics()));
    return std::nullopt;
  }
  return *std::move(campaign);
}

ExitCode report_rows(const ReportSettings& settings) {
  std::optional<report::CampaignReport> campaign = load_rows(settings.rows);
  if (!campaign) return ExitCode::bad_input;
  if (!settings.baseline.empty()) {
    std::optional<report::CampaignReport> before = load_rows(settings.baseline);
    if (!before) return ExitCode::bad_input;
    const std::string label = before->driver_revision.empty() ? display_name(settings.baseline)
                                                              : "revision " + before->driver_revision;
    campaign->baseline = report::Baseline{label, std::move(before->runs)};
  }
  if (!settings.suite.empty()) campaign->suite = settings.suite;
  if (!settings.revision.empty()) campaign->driver_revision = settings.revision;
  if (campaign->tool_version.empty()) campaign->tool_version = version_text().substr(kProgram.size());
  const base::Result<report::Written> written =
      report::write_report(*campaign, settings.folder, settings.options);
  if (!written) {
    say(to_text(written.diagnostics()));
    return ExitCode::broken;
  }
  if (!settings.summary.empty()) {
    const ExitCode code = write_output(settings.summary, report::step_summary(*campaign));
    if (code != ExitCode::clean) return code;
  }
  const report::Judged judged = report::judge(*campaign);
  say(fmt::format("{}/index.html: {}. {}", settings.folder, report::to_text(judged.verdict), judged.reason));
  return ExitCode::clean;
}

}  // namespace

void add_report(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<ReportSettings>();
  CLI::App* command =
      add_command(program, "report",
                  "Writes the report of a campaign, as pages that need no server, from its rows in JSON.",
                  "backlot run scenes/cut_in.scene --seeds 1..20 --json > rows.json; backlot report "
                  "rows.json -o out/report\n"
                  "backlot report rows.json --baseline before.json -o out/report\n"
                  "backlot report rows.json -o out/report --summary summary.md");
  command->add_option("ROWS", settings->rows, "what backlot run --json printed; - is standard input")
      ->required();
  command->add_option("-o,--output", settings->folder, "folder of the pages; it is made where it is missing")
      ->required()
      ->option_text("DIR");
  command->add_option("--baseline", settings->baseline, "rows of an earlier campaign, to compare with")
      ->option_text("FILE");
  command->add_option("--suite", settings->suite, "name of the campaign")->option_text("NAME");
  command->add_option("--revision", settings->revision, "revision of the driver")->option_text("TEXT");
  command->add_flag("--all", settings->options.has_all_pages, "a page for runs that passed, too");
  command->add_option("--most-pages", settings->options.most_pages, "runs that get a page at most (500)")
      ->option_text("N");
  command->add_option("--summary", settings->summary, "write a summary in Markdown as well, for a CI server")
      ->option_text("FILE");
  command->callback([settings, &chosen] { chosen = [settings] { return report_rows(*settings); }; });
}

}  // namespace backlot::cli
