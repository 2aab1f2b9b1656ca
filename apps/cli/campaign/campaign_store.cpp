#include "apps/cli/campaign/campaign_store.h"

#include <ctime>
#include <map>
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

ExitCode CampaignStore::begin(const CampaignChoice& choice, const std::vector<campaign::Case>& cases,
                              const PlayOptions& play,
                              std::vector<std::optional<campaign::CaseResult>>& known) {
  base::Result<campaign::Store> store = campaign::Store::open(path_, campaign::Store::Access::write);
  if (!store) return say_fault(store.diagnostics());
  store_ = *std::move(store);

  campaign::CampaignHead head;
  head.suite = choice.suite;
  head.text_hash = base::to_hex(choice.text_hash);
  head.tool = version_text();
  head.started = now_text();
  head.planned = cases.size();
  head.revisions = find_revisions(cases, choice.revision);
  base::Hasher identity;
  identity.add(head.tool);
  identity.add(choice.text_hash);
  identity.add(to_json(play).dump());
  for (const campaign::DriverRevision& one : head.revisions) {
    identity.add(one.driver);
    identity.add(one.revision);
  }
  for (const campaign::Case& one : cases) identity.add(key_of(one));
  head.identity = base::to_hex(identity.value());

  if (choice.is_resumed) {
    const auto last = store_->find_last(head.identity);
    if (!last) return say_fault(last.diagnostics());
    if (last->has_value()) {
      campaign_ = (*last)->id;
      return load_known(cases, play, known);
    }
  }
  const base::Result<std::int64_t> id = store_->begin(head);
  if (!id) return say_fault(id.diagnostics());
  campaign_ = *id;
  return ExitCode::clean;
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
    if (row.is_discarded()) continue;                              // it is played again
    if (row.value("fault", std::string()) == "machine") continue;  // no result of the driver
    known[k] = read_result(cases[k], row, play);
  }
  return ExitCode::clean;
}

bool CampaignStore::keep(std::size_t position, const campaign::CaseResult& result) {
  const base::Result<bool> kept = store_->add(campaign_, position, result);
  if (!kept) say_fault(kept.diagnostics());
  return kept.has_value();
}

bool CampaignStore::finish() {
  const base::Result<bool> done = store_->finish(campaign_, now_text());
  if (!done) say_fault(done.diagnostics());
  return done.has_value();
}

}  // namespace backlot::cli
