// What a kind of database does for Store; the functions are those of store.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/campaign/store.h"

namespace backlot::campaign {

class StoreBackend {
 public:
  StoreBackend() = default;
  virtual ~StoreBackend() = default;
  StoreBackend(const StoreBackend&) = delete;
  StoreBackend& operator=(const StoreBackend&) = delete;

  virtual base::Result<std::int64_t> begin(const CampaignHead& head) = 0;
  virtual base::Result<bool> add(std::int64_t campaign, std::span<const PlacedResult> results) = 0;
  virtual base::Result<bool> finish(std::int64_t campaign, const std::string& when) = 0;
  virtual base::Result<std::optional<CampaignHead>> find_last(const std::string& identity) = 0;
  virtual base::Result<std::vector<CampaignHead>> campaigns() = 0;
  virtual base::Result<std::vector<StoredResult>> results(std::int64_t campaign, Rows rows) = 0;
  virtual base::Result<std::size_t> count(std::int64_t campaign) = 0;
  virtual base::Result<std::vector<StoredCount>> counts(const std::string& suite) = 0;
  virtual base::Result<std::vector<StoredTrend>> trend(std::int64_t campaign, const TrendChoice& choice) = 0;
  // A file has nothing to wait for.
  virtual void set_patience(double /*seconds*/) {}
};

// K301 to K305, as store.h tells.
base::Diagnostics store_fault(std::string code, const std::string& where, std::string message,
                              std::string hint);

base::Result<std::unique_ptr<StoreBackend>> open_sqlite(const std::string& path, Store::Access access);
base::Result<std::unique_ptr<StoreBackend>> open_postgres(const std::string& url, Store::Access access);

}  // namespace backlot::campaign
