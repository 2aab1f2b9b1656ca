#include "apps/cli/campaign/campaign_store.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/campaign/case_result.h"
#include "apps/cli/campaign/driver_revision.h"
#include "apps/cli/message.h"
#include "apps/cli/version.h"
#include "backlot/base/hash.h"

namespace backlot::cli {

ExitCode say_fault(const base::Diagnostics& found) {
  ExitCode worst = ExitCode::bad_input;
  for (const base::Diagnostic& one : found) {
    say(coloured(to_text(one), one.severity));
    if (one.code == "K304" || one.code == "K305") worst = ExitCode::broken;
  }
  return worst;
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec);
}

std::string revision_text(const campaign::CampaignHead& head) {
  std::string text;
  for (const campaign::DriverRevision& one : head.revisions)
    if (!one.revision.empty() && text.find(one.revision) == std::string::npos)
      text += (text.empty() ? "" : ", ") + one.revision;
  return text.empty() ? fmt::format("#{}", head.id) : text;
}

const campaign::CampaignHead* find_campaign(const std::vector<campaign::CampaignHead>& heads,
                                            const std::string& word) {
  const char* const end = word.data() + word.size();
  std::int64_t number = 0;
  if (const auto read = std::from_chars(word.data(), end, number);
      read.ec == std::errc() && read.ptr == end) {
    for (const campaign::CampaignHead& head : heads)
      if (head.id == number) return &head;
  }
  std::size_t back = 0;
  if (word == "last" || word.starts_with("last~")) {
    if (word != "last") {
      const auto read = std::from_chars(word.data() + 5, end, back);
      if (read.ec != std::errc() || read.ptr != end) return nullptr;
    }
    return back < heads.size() ? &heads[heads.size() - 1 - back] : nullptr;
  }
  for (auto head = heads.rbegin(); head != heads.rend(); ++head)
    for (const campaign::DriverRevision& one : head->revisions)
      if (one.revision == word) return &*head;
  return nullptr;
}

std::string identity_of(const CampaignChoice& choice, const std::vector<campaign::Case>& cases,
                        const PlayOptions& play) {
  base::Hasher identity;
  identity.add(version_text());
  identity.add(choice.text_hash);
  PlayOptions same = play;
  same.details.clear();  // pages change no result
  identity.add(to_json(same).dump());
  for (const campaign::DriverRevision& one : find_revisions(cases, choice.revision)) {
    identity.add(one.driver);
    identity.add(one.revision);
  }
  for (const campaign::Case& one : cases) identity.add(key_of(one));
  return base::to_hex(identity.value());
}

ExitCode CampaignStore::begin(const CampaignChoice& choice, const std::vector<campaign::Case>& cases,
                              const PlayOptions& play,
                              std::vector<std::optional<campaign::CaseResult>>& known) {
  base::Result<campaign::Store> store = campaign::Store::open(path_, campaign::Store::Access::write);
  if (!store) return say_fault(store.diagnostics());
  store_ = *std::move(store);

  campaign::CampaignHead& head = head_;
  head = {};
  head.suite = choice.suite;
  head.text_hash = base::to_hex(choice.text_hash);
  head.tool = version_text();
  head.started = now_text();
  head.planned = cases.size();
  head.revisions = find_revisions(cases, choice.revision);
  for (const campaign::Requirement& one : choice.requirements)
    head.requirements.emplace_back(one.id, one.text);
  head.identity = identity_of(choice, cases, play);

  if (choice.is_resumed) {
    const auto last = store_->find_last(head.identity);
    if (!last) return say_fault(last.diagnostics());
    if (last->has_value()) {
      campaign_ = (*last)->id;
      if (const ExitCode code = find_baseline(choice.baseline); code != ExitCode::clean) return code;
      return load_known(cases, play, known);
    }
  }
  if (const ExitCode code = find_baseline(choice.baseline); code != ExitCode::clean) return code;
  const base::Result<std::int64_t> id = store_->begin(head);
  if (!id) return say_fault(id.diagnostics());
  campaign_ = *id;
  return ExitCode::clean;
}

ExitCode CampaignStore::find_baseline(const std::string& word) {
  base::Result<std::vector<campaign::CampaignHead>> heads = store_->campaigns();
  if (!heads) return say_fault(heads.diagnostics());
  std::erase_if(*heads,
                [&](const campaign::CampaignHead& one) { return campaign_ != 0 && one.id >= campaign_; });
  if (!word.empty()) {
    const campaign::CampaignHead* const named = find_campaign(*heads, word);
    if (named == nullptr) {
      say_error(
          fmt::format("the database has no earlier campaign \"{}\"", word),
          "give a number of \"backlot history\", last, last~1, the revision of a driver, or a file of rows");
      return ExitCode::bad_input;
    }
    baseline_ = *named;
    return ExitCode::clean;
  }
  for (const campaign::CampaignHead& one : *heads)
    if (one.suite == head_.suite && !one.finished.empty()) baseline_ = one;
  return ExitCode::clean;
}

std::vector<std::string> CampaignStore::changed_requirements() const {
  std::vector<std::string> changed;
  if (!baseline_) return changed;
  for (const auto& [id, text] : head_.requirements)
    for (const auto& [before_id, before] : baseline_->requirements)
      if (id == before_id && campaign::digest_of(text) != campaign::digest_of(before)) changed.push_back(id);
  return changed;
}

Json CampaignStore::baseline_rows() {
  Json rows = Json::array();
  if (!baseline_) return rows;
  const auto results = store_->results(baseline_->id);
  if (!results) {
    say_fault(results.diagnostics());
    return nullptr;
  }
  for (const campaign::StoredResult& one : *results)
    if (Json row = Json::parse(one.row, nullptr, false); !row.is_discarded()) rows.push_back(std::move(row));
  return rows;
}

Json CampaignStore::history() {
  const auto heads = store_->campaigns();
  if (!heads) {
    say_fault(heads.diagnostics());
    return nullptr;
  }
  const auto counts = store_->counts(head_.suite);
  if (!counts) {
    say_fault(counts.diagnostics());
    return nullptr;
  }
  Json list = Json::array();
  for (const campaign::CampaignHead& one : *heads) {
    if (one.suite != head_.suite || one.id > campaign_) continue;
    if (one.finished.empty() && one.id != campaign_) continue;
    Json row{{"revision", revision_text(one)}, {"date", one.started.substr(0, 10)}};
    std::size_t runs = 0, staged = 0;
    for (const campaign::StoredCount& count : *counts) {
      if (count.campaign != one.id) continue;
      runs += count.runs;
      staged += count.staged;
      if (count.verdict == "pass") row["passed"] = count.runs;
      if (count.verdict == "fail") {
        row["failed"] = count.runs;
        row["preventable"] = count.preventable;
        row["unpreventable"] = count.unpreventable;
      }
      if (count.verdict != "pass" && count.verdict != "fail") row[count.verdict] = count.runs;
    }
    row["runs"] = runs;
    row["staged"] = staged;
    if (runs > 0) list.push_back(std::move(row));
  }
  return list;
}

ExitCode CampaignStore::load_known(const std::vector<campaign::Case>& cases, const PlayOptions& play,
                                   std::vector<std::optional<campaign::CaseResult>>& known) {
  const auto results = store_->results(campaign_);
  if (!results) return say_fault(results.diagnostics());
  std::map<std::string, const campaign::StoredResult*> by_key;
  for (const campaign::StoredResult& one : *results) by_key[one.key] = &one;
  known.resize(cases.size());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const auto at = by_key.find(key_of(cases[k]));
    if (at == by_key.end()) continue;
    const Json row = Json::parse(at->second->row, nullptr, false);
    if (row.is_discarded()) continue;  // it is played again
    campaign::CaseResult result = read_result(cases[k], row, play);
    if (!result.is_fault_of_machine) known[k] = std::move(result);  // else it is no result of the driver
  }
  return ExitCode::clean;
}

bool CampaignStore::keep(std::size_t position, const campaign::CaseResult& result) {
  const base::Result<bool> kept = store_->add(campaign_, position, result);
  if (!kept) say_fault(kept.diagnostics());
  return kept.has_value();
}

bool CampaignStore::complete(const std::vector<std::optional<campaign::CaseResult>>& results) {
  constexpr std::size_t kBatch = 500;
  std::vector<campaign::PlacedResult> all;
  for (std::size_t k = 0; k < results.size(); ++k)
    if (results[k]) all.push_back({k, &*results[k]});
  const auto count = store_->count(campaign_);
  base::Diagnostics wrong = count.diagnostics();
  if (count && *count >= all.size()) return true;
  for (std::size_t k = 0; k < all.size() && !wrong.has_errors(); k += kBatch)
    wrong = store_->add(campaign_, std::span(all).subspan(k, std::min(kBatch, all.size() - k))).diagnostics();
  if (wrong.has_errors()) say_fault(wrong);
  return !wrong.has_errors();
}

campaign::RunCosts CampaignStore::costs(const std::vector<campaign::Case>& cases) {
  constexpr std::size_t kMostRows = 200'000;
  campaign::RunCosts costs;
  if (!baseline_ || baseline_->planned > kMostRows) return costs;
  const auto results = store_->results(baseline_->id);
  if (!results) return costs;
  std::map<std::string, const campaign::Case*> by_name;  // for the scene of a case
  for (const campaign::Case& one : cases)
    by_name.emplace(one.suite + '\n' + one.name + '\n' + one.driver, &one);
  for (const campaign::StoredResult& result : *results) {
    const auto at = by_name.find(result.suite + '\n' + result.name + '\n' + result.driver);
    const Json row = Json::parse(result.row, nullptr, false);
    if (at == by_name.end() || row.is_discarded() || !row.contains("wall_s")) continue;
    if (const double wall_s = row["wall_s"]; wall_s > 0) costs.add(*at->second, wall_s);
  }
  return costs;
}

bool CampaignStore::finish() {
  const base::Result<bool> done = store_->finish(campaign_, now_text());
  if (!done) say_fault(done.diagnostics());
  return done.has_value();
}

}  // namespace backlot::cli
