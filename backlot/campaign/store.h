// The database of campaigns and their results, which lives for years: a file of SQLite, or a PostgreSQL server that many processes on many machines share. A result
// that was added is there, also when the process is killed right behind it.
//
//   base::Result<Store> store = Store::open("backlot.db", Store::Access::write);    // or "postgresql:///backlot"
//   const auto id = store->begin({.identity = ..., .suite = "nightly"});
//   store->add(*id, 0, result);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

// Which results a trend is made of.
struct TrendChoice {
  std::string driver{};  // empty: all
  std::string name{};    // a case counts whose name holds this text
};

// What the results of one driver in one campaign add up to.
struct StoredTrend {
  struct Figure {
    std::string name{};
    double sum = 0;  // of the values in the order of the plan
    std::size_t runs = 0;

    friend bool operator==(const Figure&, const Figure&) = default;
  };
  std::int64_t campaign = 0;
  std::string driver{};
  std::vector<std::pair<std::string, std::size_t>> verdicts{};  // by name
  std::vector<Figure> figures{};                                // by name

  friend bool operator==(const StoredTrend&, const StoredTrend&) = default;
};
std::vector<StoredTrend> trend_of(std::int64_t campaign, std::span<const StoredResult> results,
                                  const TrendChoice& choice);

// A result and its place in the plan of its campaign.
struct PlacedResult {
  std::size_t position = 0;
  const CaseResult* result = nullptr;
};

// Whether results come with their rows of JSON, which are most of their bytes.
enum class Rows : std::uint8_t { with, without };

class StoreBackend;

// What can be wrong: K301 the database cannot be opened, K302 it holds no campaigns or is damaged, K303 it is of another version, K304 another process uses it,
// K305 it cannot be read or written. All functions that answer with a Result fail with one of these.
class Store {
 public:
  enum class Access : std::uint8_t {
    read,  // the database is there
    write,  // it is made where it is missing. A file is this process's alone until the end; a server takes many writers
  };
  // `where` is the path of a file, or a URL that begins with postgresql:// (the database of that name has to exist; tables are made in the schema "backlot").
  static base::Result<Store> open(const std::string& where, Access access);
  // Whether a text names a server rather than a file.
  static bool is_server(const std::string& where);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // A new campaign; its number.
  base::Result<std::int64_t> begin(const CampaignHead& head);
  // Results of the same position of a campaign are one: a file keeps the later one; a server keeps the first, unless that one was the machine's fault. So processes
  // that play the same run twice leave what one of them would leave.
  base::Result<bool> add(std::int64_t campaign, std::size_t position, const CaseResult& result);
  // All of them or none, in one transaction.
  base::Result<bool> add(std::int64_t campaign, std::span<const PlacedResult> results);
  base::Result<bool> finish(std::int64_t campaign, const std::string& when);

  // The last campaign of this identity.
  base::Result<std::optional<CampaignHead>> find_last(const std::string& identity);
  // All, the oldest first.
  base::Result<std::vector<CampaignHead>> campaigns();
  // By position in the plan.
  base::Result<std::vector<StoredResult>> results(std::int64_t campaign, Rows rows = Rows::with);
  // How many results a campaign has.
  base::Result<std::size_t> count(std::int64_t campaign);
  // Of all campaigns of a suite, by campaign and verdict, without loading their rows.
  base::Result<std::vector<StoredCount>> counts(const std::string& suite);
  // By driver.
  base::Result<std::vector<StoredTrend>> trend(std::int64_t campaign, const TrendChoice& choice);

  // For how long a server that went away is waited for, all waits of one call together, before the call fails with K305; 60 s unless told. A file is never waited for longer
  // than 3 s.
  void set_patience(double seconds);

 private:
  explicit Store(std::unique_ptr<StoreBackend> backend);

  std::unique_ptr<StoreBackend> backend_;
};

}  // namespace backlot::campaign
