#include "backlot/report/write_report.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

#include "backlot/page/html.h"
#include "backlot/report/internal/index_parts.h"
#include "backlot/report/internal/report_style.h"
#include "backlot/report/internal/run_page.h"
#include "backlot/report/internal/runs_page.h"
#include "backlot/report/view_list.h"

namespace backlot::report {

namespace {

std::string index_page(const internal::ReportModel& model) {
  const std::string& suite = model.campaign.suite;
  std::string html =
      page::begin_page(std::string(to_text(model.judged.verdict)) + (suite.empty() ? "" : ": " + suite),
                       internal::kReportStyle);
  html += internal::head_part(model);
  html += internal::verdict_part(model);
  html += internal::baseline_part(model);
  html += internal::failures_part(model);
  html += internal::causes_part(model);
  html += internal::requirements_part(model);
  html += internal::matrix_part(model);
  html += internal::figures_part(model);
  html += internal::coverage_part(model);
  html += internal::trend_part(model);
  html += internal::foot_part(model);
  return html + page::end_page();
}

void for_each_file(const CampaignReport& campaign, const ReportOptions& options, const auto& take) {
  const internal::ReportModel model = internal::model_of(campaign, options);
  take("index.html", index_page(model));
  take("runs.html", internal::runs_page(model));
  for (std::size_t k = 0; k < campaign.runs.size(); ++k) {
    if (model.pages[k].empty()) continue;
    Run run = campaign.runs[k];
    if (options.add_details) options.add_details(k, run);
    take(model.pages[k], internal::run_page(model, k, run));
  }
}

}  // namespace

Pages find_pages(std::span<const Run> runs, const ReportOptions& options) {
  std::set<std::size_t> chosen;
  Pages pages;
  const auto give = [&](std::size_t k) {
    if (chosen.contains(k)) return;
    if (chosen.size() < options.most_pages)
      chosen.insert(k);
    else
      ++pages.left_out;
  };
  for (const FailureGroup& group : group_failures(runs)) {
    if (chosen.size() == options.most_pages) break;
    give(group.runs.front());
  }
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (options.has_all_pages || runs[k].verdict != verdict::Verdict::pass) give(k);
  std::set<std::pair<std::string, std::string>> sampled;
  for (std::size_t k = 0; options.has_sample_pages && k < runs.size(); ++k)
    if (runs[k].verdict == verdict::Verdict::pass && sampled.emplace(runs[k].name, runs[k].driver).second)
      give(k);
  pages.runs.assign(chosen.begin(), chosen.end());
  return pages;
}

std::vector<std::pair<std::string, std::string>> report_files(const CampaignReport& campaign,
                                                              const ReportOptions& options) {
  std::vector<std::pair<std::string, std::string>> files;
  for_each_file(campaign, options, [&](const std::string& path, std::string text) {
    files.emplace_back(path, std::move(text));
  });
  return files;
}

base::Result<Written> write_report(const CampaignReport& campaign, const std::string& folder,
                                   const ReportOptions& options) {
  base::Diagnostics found;
  Written written;
  const auto say_failure = [&](const std::string& path) {
    found.error("D104", {.file = path}, "the report cannot be written",
                "check that the folder may be written and that the disk has room");
  };
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(folder) / "runs", failed);
  if (failed) {
    say_failure(folder);
    return base::Result<Written>::failure(std::move(found));
  }
  const auto write = [&](std::string_view name, const std::string& text) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) say_failure(path);
    written.bytes += text.size();
  };
  for_each_file(campaign, options, [&](const std::string& name, const std::string& text) {
    if (found.has_errors()) return;
    write(name, text);
    ++written.pages;
  });
  std::vector<ViewedRun> viewed;
  for (const Run& run : campaign.runs) viewed.push_back(viewed_run(run));
  write(kViewList, view_list_text(viewed));
  return base::Result<Written>::from(written, std::move(found));
}

}  // namespace backlot::report
