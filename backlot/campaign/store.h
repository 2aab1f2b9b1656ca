// The database of campaigns and their results: a file that lives for years. A result that was added is there, also when the process is killed right
// behind it.
//
//   base::Result<Store> store = Store::open("backlot.db", Store::Access::write);
//   const auto id = store->begin({.identity = ..., .suite = "nightly"});
//   store->add(*id, 0, result);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/campaign/result.h"

namespace backlot::campaign {

// The software of a driver: "v1.2-3-g6b278a1".
struct DriverRevision {
  std::string driver, revision;

  friend bool operator==(const DriverRevision&, const DriverRevision&) = default;
};

struct CampaignHead {
  std::int64_t id = 0;
  std::string identity{};  // equal for campaigns that play the same: plan, texts, tool and revisions
  std::string suite{}, text_hash{}, tool{};
  std::string started{};   // UTC, "2026-03-01T12:00:00"
  std::string finished{};  // empty: it was interrupted, or is going on
  std::size_t planned = 0;
  std::vector<DriverRevision> revisions{};
  std::vector<std::pair<std::string, std::string>> requirements{};  // ids and texts, as they were then

  friend bool operator==(const CampaignHead&, const CampaignHead&) = default;
};

// A result as the database keeps it.
struct StoredResult {
  std::string key, pair_key;  // case.h
  std::string suite, name, driver;
  std::uint64_t seed = 0;
  std::string verdict{};
  std::string row{};                                      // JSON
  std::vector<std::pair<std::string, double>> figures{};  // by name

  friend bool operator==(const StoredResult&, const StoredResult&) = default;
};

// How many runs of a campaign ended in one way.
struct StoredCount {
  std::int64_t campaign = 0;
  std::string verdict{};
  std::size_t runs = 0, staged = 0;
  // Of failed ones: a reference driver avoids the failure, or none does. The others were not examined.
  std::size_t preventable = 0, unpreventable = 0;

  friend bool operator==(const StoredCount&, const StoredCount&) = default;
};

// What can be wrong with the file: K301 it cannot be opened, K302 it is no database of campaigns or is damaged, K303 it is of another version, K304 another process uses
// it, K305 it cannot be written. All functions that answer with a Result fail with one of these.
class Store {
 public:
  enum class Access : std::uint8_t {
    read,   // the file is there
    write,  // the file is made where it is missing, and is this process's alone until the end
  };
  static base::Result<Store> open(const std::string& path, Access access);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // A new campaign; its number.
  base::Result<std::int64_t> begin(const CampaignHead& head);
  base::Result<bool> add(std::int64_t campaign, std::size_t position, const CaseResult& result);
  base::Result<bool> finish(std::int64_t campaign, const std::string& when);

  // The last campaign of this identity.
  base::Result<std::optional<CampaignHead>> find_last(const std::string& identity);
  // All, the oldest first.
  base::Result<std::vector<CampaignHead>> campaigns();
  // By position in the plan.
  base::Result<std::vector<StoredResult>> results(std::int64_t campaign);
  // Of all campaigns of a suite, by campaign and verdict, without loading their rows.
  base::Result<std::vector<StoredCount>> counts(const std::string& suite);

 private:
  struct Inside;
  explicit Store(std::unique_ptr<Inside> inside);
  template <class T, class Do>
  base::Result<T> guarded(Do what);

  std::unique_ptr<Inside> inside_;
};

}  // namespace backlot::campaign
