#include "backlot/campaign/store.h"

#include <map>

#include "backlot/campaign/internal/store_backend.h"

namespace backlot::campaign {

base::Diagnostics store_fault(std::string code, const std::string& where, std::string message,
                              std::string hint) {
  base::Diagnostics found;
  found.error(std::move(code), {where, 0, 0}, std::move(message), std::move(hint));
  return found;
}

std::vector<StoredTrend> trend_of(std::int64_t campaign, std::span<const StoredResult> results,
                                  const TrendChoice& choice) {
  struct Sums {
    std::map<std::string, std::size_t> verdicts;
    std::map<std::string, StoredTrend::Figure> figures;
  };
  std::map<std::string, Sums> by_driver;
  for (const StoredResult& one : results) {
    if (!choice.driver.empty() && one.driver != choice.driver) continue;
    if (!choice.name.empty() && one.name.find(choice.name) == std::string::npos) continue;
    Sums& sums = by_driver[one.driver];
    ++sums.verdicts[one.verdict];
    for (const auto& [name, value] : one.figures) {
      StoredTrend::Figure& figure = sums.figures[name];
      figure.name = name;
      figure.sum += value;
      ++figure.runs;
    }
  }
  std::vector<StoredTrend> all;
  for (const auto& [driver, sums] : by_driver) {
    StoredTrend trend{.campaign = campaign, .driver = driver};
    trend.verdicts.assign(sums.verdicts.begin(), sums.verdicts.end());
    for (const auto& [name, figure] : sums.figures) trend.figures.push_back(figure);
    all.push_back(std::move(trend));
  }
  return all;
}

Store::Store(std::unique_ptr<StoreBackend> backend) : backend_(std::move(backend)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

bool Store::is_server(const std::string& where) {
  return where.starts_with("postgresql://") || where.starts_with("postgres://");
}

base::Result<Store> Store::open(const std::string& where, Access access) {
  auto backend = is_server(where) ? open_postgres(where, access) : open_sqlite(where, access);
  if (!backend) return base::Result<Store>::failure(std::move(backend).diagnostics());
  return Store(*std::move(backend));
}

base::Result<std::int64_t> Store::begin(const CampaignHead& head) { return backend_->begin(head); }
base::Result<bool> Store::add(std::int64_t campaign, std::size_t position, const CaseResult& result) {
  const PlacedResult one{position, &result};
  return backend_->add(campaign, {&one, 1});
}
base::Result<bool> Store::add(std::int64_t campaign, std::span<const PlacedResult> results) {
  return backend_->add(campaign, results);
}
base::Result<bool> Store::finish(std::int64_t campaign, const std::string& when) {
  return backend_->finish(campaign, when);
}
base::Result<std::optional<CampaignHead>> Store::find_last(const std::string& identity) {
  return backend_->find_last(identity);
}
base::Result<std::vector<CampaignHead>> Store::campaigns() { return backend_->campaigns(); }
base::Result<std::vector<StoredResult>> Store::results(std::int64_t campaign, Rows rows) {
  return backend_->results(campaign, rows);
}
base::Result<std::size_t> Store::count(std::int64_t campaign) { return backend_->count(campaign); }
base::Result<std::vector<StoredCount>> Store::counts(const std::string& suite) {
  return backend_->counts(suite);
}
base::Result<std::vector<StoredTrend>> Store::trend(std::int64_t campaign, const TrendChoice& choice) {
  return backend_->trend(campaign, choice);
}
void Store::set_patience(double seconds) { backend_->set_patience(seconds); }

}  // namespace backlot::campaign
