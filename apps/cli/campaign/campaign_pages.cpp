#include "apps/cli/campaign/campaign_pages.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/campaign/run_details.h"
#include "apps/cli/input.h"
#include "apps/cli/message.h"
#include "apps/cli/scenes/seeds.h"
#include "apps/cli/version.h"
#include "backlot/campaign/tally.h"
#include "backlot/report/campaign_json.h"
#include "backlot/report/write_report.h"

namespace backlot::cli {
namespace {

using verdict::Verdict;

constexpr std::string_view kVersionLead = "backlot ";  // what version_text() begins with

// What a run left for its page; null where there is nothing, or what another run of the same case left.
Json details_of(const campaign::CaseResult& result, const std::string& folder) {
  std::ifstream file(details_path(folder, result.one), std::ios::binary);
  if (!file) return nullptr;
  Json details = Json::parse(file, nullptr, false);
  return details.is_object() && details.value("hash", std::string()) == result.hash ? details : Json(nullptr);
}

// A driver that took its process down, or hung, left a run without an end, and it would do so again.
bool has_end(const campaign::CaseResult& result) {
  return result.hash.find_first_not_of('0') != std::string::npos;
}

// "2026-03-01 12:00 UTC" of "2026-03-01T12:00:00".
std::string for_people(const std::string& time) {
  const std::size_t at = time.find('T');
  return at == std::string::npos ? time : time.substr(0, at) + ' ' + time.substr(at + 1, 5) + " UTC";
}

std::string revisions_text(const std::vector<campaign::DriverRevision>& revisions) {
  std::string text;
  for (const campaign::DriverRevision& one : revisions) {
    if (one.revision.empty()) continue;
    text += text.empty() ? "" : ", ";
    text += revisions.size() == 1 ? one.revision : one.driver + " " + one.revision;
  }
  return text;
}

// The rows of a file as a baseline.
std::optional<report::Baseline> load_baseline(const std::string& path) {
  const base::Result<std::string> text = open_input(path);
  if (!text) {
    say(to_text(text.diagnostics()));
    return std::nullopt;
  }
  base::Result<report::CampaignReport> before = report::read_campaign_text(*text, display_name(path));
  if (!before) {
    say(to_text(before.diagnostics()));
    return std::nullopt;
  }
  return report::Baseline{display_name(path), std::move(before->runs)};
}

}  // namespace

Json campaign_document(const std::vector<campaign::CaseResult>& results,
                       const std::vector<campaign::Requirement>& requirements, double wall_s) {
  const campaign::Counts counts = campaign::tally(results).all;
  Json rows = Json::array();
  for (const campaign::CaseResult& result : results) {
    rows.push_back(Json::parse(result.row));
    rows.back().erase("cycle_wall");  // equal runs give equal rows; a single run shows it as text
    rows.back()["replay"] = result.replay;
  }
  Json document{{"summary",
                 {{"runs", counts.runs},
                  {"staged", counts.staged},
                  {"passed", counts.of(Verdict::pass)},
                  {"failed", counts.of(Verdict::fail)},
                  {"preventable", counts.preventable},
                  {"evaded", counts.of(Verdict::evaded)},
                  {"not_staged", counts.of(Verdict::not_staged)},
                  {"crashed", counts.of(Verdict::crashed)},
                  {"hung", counts.of(Verdict::hung)},
                  {"sim_s", counts.sim_s},
                  {"wall_s", wall_s},
                  {"cpu_s", cpu_seconds()}}},
                {"runs", rows}};
  for (const campaign::Requirement& one : requirements) {
    bool is_suspect = one.is_suspect;
    for (const campaign::CaseResult& result : results)
      for (const std::string& id : result.one.suspect) is_suspect = is_suspect || id == one.id;
    document["requirements"].push_back({{"id", one.id}, {"text", one.text}, {"changed", is_suspect}});
  }
  return document;
}

std::optional<report::CampaignReport> make_report(Json document, const CampaignFacts& facts, ExitCode& code) {
  document["campaign"] = {{"suite", facts.suite},
                          {"tool_version", version_text().substr(kVersionLead.size())},
                          {"driver_revision", revisions_text(facts.revisions)},
                          {"started", for_people(facts.started)},
                          {"not_staged_passes", facts.is_not_staged_passed}};
  if (facts.store != nullptr) {
    document["history"] = facts.store->history();
    if (const auto& baseline = facts.store->baseline(); baseline && facts.baseline.empty())
      document["baseline"] = {{"label", fmt::format("{}, campaign {} of {}", revision_text(*baseline),
                                                    baseline->id, for_people(baseline->started))},
                              {"runs", facts.store->baseline_rows()}};
  }
  base::Result<report::CampaignReport> campaign = report::read_campaign(document, facts.suite);
  if (!campaign) {
    say(to_text(campaign.diagnostics()));
    code = ExitCode::broken;
    return std::nullopt;
  }
  if (facts.baseline.empty()) return *std::move(campaign);
  campaign->baseline = load_baseline(facts.baseline);
  if (!campaign->baseline) {
    code = ExitCode::bad_input;
    return std::nullopt;
  }
  return *std::move(campaign);
}

std::string details_folder(const std::string& report_folder) { return report_folder + "/.details"; }

ExitCode write_pages(const report::CampaignReport& campaign, const std::vector<campaign::CaseResult>& results,
                     const std::string& folder, const PlayAgain& play_again) {
  const std::string details = details_folder(folder);
  report::ReportOptions options{.has_sample_pages = true};
  std::vector<std::size_t> missing;
  for (const std::size_t k : report::find_pages(campaign.runs, options).runs)
    if (has_end(results[k]) && details_of(results[k], details).is_null()) missing.push_back(k);
  if (!missing.empty()) play_again(missing);

  options.add_details = [&](std::size_t number, report::Run& run) {
    const Json found = details_of(results[number], details);
    if (!found.is_null())
      report::add_details(found, run);
    else
      run.note = has_end(results[number])
                     ? "There are no curves and pictures: the driver drove otherwise when the run was "
                       "repeated for this page."
                     : "There are no curves and pictures: the driver ended or hung, and the run with it.";
  };
  const base::Result<report::Written> written = report::write_report(campaign, folder, options);
  std::error_code ignored;
  std::filesystem::remove_all(details, ignored);
  if (!written) {
    say(to_text(written.diagnostics()));
    return ExitCode::broken;
  }
  say(fmt::format("report: {}/index.html, {} pages, {:.1f} MB", folder, written->pages,
                  static_cast<double>(written->bytes) / 1e6));
  return ExitCode::clean;
}

}  // namespace backlot::cli
