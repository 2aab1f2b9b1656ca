#include "backlot/report/campaign_json.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "backlot/report/internal/json_reader.h"
#include "backlot/report/internal/run_json.h"

namespace backlot::report {

using internal::Json;
using internal::JsonReader;

namespace {

// Line and column of a byte of the text.
base::Place place_of_byte(std::string_view text, std::size_t byte, const std::string& file) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? before.size() : before.size() - last - 1;
  return {.file = file, .line = static_cast<int>(lines) + 1, .column = static_cast<int>(column) + 1};
}

Counts read_counts(const JsonReader& row) {
  Counts counts;
  const auto take = [&](const char* key) { return static_cast<std::size_t>(row.whole(key).value_or(0)); };
  counts.runs = take("runs");
  counts.staged = take("staged");
  counts.passed = take("passed");
  counts.preventable = take("preventable");
  // as a summary has it: all failed runs, of which some are preventable
  const std::size_t failed = take("failed"),
                    others = failed > counts.preventable ? failed - counts.preventable : 0;
  if (const auto unpreventable = row.whole("unpreventable")) {
    counts.unpreventable = static_cast<std::size_t>(*unpreventable);
    counts.unexamined = others > counts.unpreventable ? others - counts.unpreventable : 0;
  } else {
    counts.unexamined = others;
  }
  counts.evaded = take("evaded");
  counts.not_staged = take("not_staged");
  counts.crashed = take("crashed");
  counts.hung = take("hung");
  counts.sim_s = row.number("sim_s").value_or(0);
  return counts;
}

void read_head(const JsonReader& document, CampaignReport& out) {
  if (const std::optional<JsonReader> head = document.at("campaign"); head && head->is_object()) {
    out.suite = head->text("suite");
    out.tool_version = head->text("tool_version");
    out.tool_commit = head->text("tool_commit");
    out.driver = head->text("driver");
    out.driver_revision = head->text("driver_revision");
    out.started = head->text("started");
    out.evaded_at_most = head->number("evaded_at_most").value_or(out.evaded_at_most);
    out.is_not_staged_passed = head->flag("not_staged_passes", false);
  }
  if (const std::optional<JsonReader> summary = document.at("summary"); summary && summary->is_object()) {
    out.wall_s = summary->number("wall_s");
    out.cpu_s = summary->number("cpu_s");
  }
}

void read_rest(const JsonReader& document, CampaignReport& out) {
  document.each("requirements", [&](const JsonReader& one) {
    out.requirements.push_back({one.needed_text("id"), one.text("text"), one.flag("changed", false)});
  });
  document.each("coverage", [&](const JsonReader& one) {
    out.coverage.push_back({.scene = one.text("scene"),
                            .parameter = one.needed_text("parameter"),
                            .unit = one.text("unit"),
                            .low = one.number("low").value_or(0),
                            .high = one.number("high").value_or(0),
                            .bins = static_cast<std::size_t>(one.whole("bins").value_or(10)),
                            .values = one.numbers("values")});
  });
  if (const std::optional<JsonReader> baseline = document.at("baseline"); baseline && baseline->is_object()) {
    Baseline earlier{.label = baseline->text("label")};
    baseline->each("runs", [&](const JsonReader& row) { earlier.runs.push_back(internal::read_run(row)); });
    out.baseline = std::move(earlier);
  }
  document.each("history", [&](const JsonReader& one) {
    out.history.push_back(
        {.revision = one.text("revision"), .date = one.text("date"), .counts = read_counts(one)});
  });
}

}  // namespace

base::Result<std::vector<Run>> read_runs(const nlohmann::ordered_json& rows, const std::string& file) {
  base::Diagnostics found;
  std::vector<Run> runs;
  if (!rows.is_array()) JsonReader(rows, "runs", file, found).wrong("runs", "a list of rows");
  std::size_t number = 0;
  if (rows.is_array())
    for (const Json& row : rows)
      runs.push_back(
          internal::read_run(JsonReader(row, "runs[" + std::to_string(number++) + "]", file, found)));
  return base::Result<std::vector<Run>>::from(std::move(runs), std::move(found));
}

void add_details(const nlohmann::ordered_json& details, Run& run) {
  base::Diagnostics ignored;
  if (details.is_object()) internal::read_pictures(JsonReader(details, "", "details", ignored), run);
}

base::Result<CampaignReport> read_campaign(const nlohmann::ordered_json& document, const std::string& file) {
  base::Diagnostics found;
  CampaignReport out;
  const bool is_list = document.is_array();
  const JsonReader reader(document, "", file, found);
  if (!is_list && (!document.is_object() || !document.contains("runs"))) {
    reader.wrong("", "an object with \"runs\", as backlot run --json prints it,");
    return base::Result<CampaignReport>::failure(std::move(found));
  }
  base::Result<std::vector<Run>> runs = read_runs(is_list ? document : document["runs"], file);
  found.append(runs.diagnostics());
  if (runs) out.runs = *std::move(runs);
  if (!is_list) {
    read_head(reader, out);
    read_rest(reader, out);
  }
  return base::Result<CampaignReport>::from(std::move(out), std::move(found));
}

base::Result<CampaignReport> read_campaign_text(std::string_view text, const std::string& file) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    base::Diagnostics found;
    found.error("E101", place_of_byte(text, error.byte, file), "the text is not JSON from here on",
                "give it what backlot run --json prints");
    return base::Result<CampaignReport>::failure(std::move(found));
  }
  return read_campaign(document, file);
}

}  // namespace backlot::report
