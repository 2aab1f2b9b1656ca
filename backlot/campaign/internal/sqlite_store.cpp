// Campaigns in a file of SQLite.
#include <map>

#include <fmt/format.h>
#include <unistd.h>

#include "backlot/campaign/internal/file_lock.h"
#include "backlot/campaign/internal/sqlite.h"
#include "backlot/campaign/internal/store_backend.h"

namespace backlot::campaign {

namespace {

constexpr std::int64_t kApplication = 0x424B4C54;  // "BKLT"
constexpr std::int64_t kVersion = 2;               // 2: requirements
constexpr std::int64_t kQuickToCheck = 4096;       // pages

constexpr const char* kRequirements = R"sql(
CREATE TABLE requirements(
  campaign INTEGER NOT NULL REFERENCES campaigns(id), id TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY(campaign, id)) WITHOUT ROWID;
)sql";
constexpr const char* kSchema = R"sql(
CREATE TABLE campaigns(
  id INTEGER PRIMARY KEY, identity TEXT NOT NULL, suite TEXT NOT NULL, text_hash TEXT NOT NULL, tool TEXT NOT NULL,
  started TEXT NOT NULL, finished TEXT NOT NULL DEFAULT '', planned INTEGER NOT NULL);
CREATE INDEX campaigns_by_identity ON campaigns(identity);
CREATE TABLE revisions(
  campaign INTEGER NOT NULL REFERENCES campaigns(id), driver TEXT NOT NULL, revision TEXT NOT NULL,
  PRIMARY KEY(campaign, driver)) WITHOUT ROWID;
CREATE TABLE results(
  campaign INTEGER NOT NULL REFERENCES campaigns(id), position INTEGER NOT NULL, key TEXT NOT NULL, pair_key TEXT NOT NULL,
  suite TEXT NOT NULL, name TEXT NOT NULL, driver TEXT NOT NULL, seed INTEGER NOT NULL, verdict TEXT NOT NULL, row TEXT NOT NULL,
  PRIMARY KEY(campaign, position)) WITHOUT ROWID;
CREATE TABLE figures(
  campaign INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL,
  PRIMARY KEY(campaign, position, name)) WITHOUT ROWID;
)sql";

base::Diagnostics fault(const std::string& path, const SqliteError& error) {
  switch (error.code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_fault("K304", path, "another process uses the database",
                         "wait until it has ended, or name another file with --db");
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return store_fault("K302", path, fmt::format("the database is damaged, or is none: {}", error.text),
                         "restore it from a copy, or name another file with --db");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return store_fault("K301", path, fmt::format("the database cannot be opened: {}", error.text),
                         "check the path and the permissions");
    default:
      return store_fault("K305", path, fmt::format("the database cannot be read or written: {}", error.text),
                         "check that the disk has room, and that you may write there");
  }
}

class Transaction {
 public:
  explicit Transaction(Connection& db) : db_(db) { db_.execute("BEGIN IMMEDIATE"); }
  ~Transaction() {
    if (is_done_) return;
    try {
      db_.execute("ROLLBACK");
    } catch (const SqliteError&) {  // it was rolled back already; the first error is on its way
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    db_.execute("COMMIT");
    is_done_ = true;
  }

 private:
  Connection& db_;
  bool is_done_ = false;
};

constexpr std::string_view kHead =
    "SELECT id, identity, suite, text_hash, tool, started, finished, planned FROM campaigns ";

void make_schema(Connection& db) {
  Transaction transaction(db);
  db.execute(kSchema);
  db.execute(kRequirements);
  db.execute(fmt::format("PRAGMA application_id = {}", kApplication));
  db.execute(fmt::format("PRAGMA user_version = {}", kVersion));
  transaction.commit();
}

// From version 1, which had no requirements.
void upgrade(Connection& db) {
  Transaction transaction(db);
  db.execute(kRequirements);
  db.execute(fmt::format("PRAGMA user_version = {}", kVersion));
  transaction.commit();
}

class SqliteStore final : public StoreBackend {
 public:
  base::Result<bool> open(const std::string& path, Store::Access access);

  base::Result<std::int64_t> begin(const CampaignHead& head) override;
  base::Result<bool> add(std::int64_t campaign, std::span<const PlacedResult> results) override;
  base::Result<bool> finish(std::int64_t campaign, const std::string& when) override;
  base::Result<std::optional<CampaignHead>> find_last(const std::string& identity) override;
  base::Result<std::vector<CampaignHead>> campaigns() override;
  base::Result<std::vector<StoredResult>> results(std::int64_t campaign, Rows rows) override;
  base::Result<std::size_t> count(std::int64_t campaign) override;
  base::Result<std::vector<StoredCount>> counts(const std::string& suite) override;
  base::Result<std::vector<StoredTrend>> trend(std::int64_t campaign, const TrendChoice& choice) override;

 private:
  template <class T, class Do>
  base::Result<T> guarded(Do what) {
    try {
      return what();
    } catch (const SqliteError& error) {
      return base::Result<T>::failure(fault(path_, error));
    }
  }
  CampaignHead head_of(const Query& q) const {
    CampaignHead head;
    head.id = q.number(0);
    head.identity = q.text(1);
    head.suite = q.text(2);
    head.text_hash = q.text(3);
    head.tool = q.text(4);
    head.started = q.text(5);
    head.finished = q.text(6);
    head.planned = static_cast<std::size_t>(q.number(7));
    Query revisions(*db_, "SELECT driver, revision FROM revisions WHERE campaign = ? ORDER BY driver");
    revisions.bind(head.id);
    while (revisions.step()) head.revisions.push_back({revisions.text(0), revisions.text(1)});
    if (db_->number("PRAGMA user_version") < kVersion) return head;
    Query requirements(*db_, "SELECT id, text FROM requirements WHERE campaign = ? ORDER BY id");
    requirements.bind(head.id);
    while (requirements.step()) head.requirements.emplace_back(requirements.text(0), requirements.text(1));
    return head;
  }

  std::string path_;
  std::unique_ptr<FileLock> lock_;  // before the connection, so that it is released behind it
  std::unique_ptr<Connection> db_;
};

base::Result<bool> SqliteStore::open(const std::string& path, Store::Access access) {
  path_ = path;
  try {
    if (access == Store::Access::write) {
      lock_ = std::make_unique<FileLock>(path);
    } else if (::access(path.c_str(), F_OK) != 0) {
      return base::Result<bool>::failure(
          store_fault("K301", path, "there is no such database", "\"backlot run ... --db FILE\" makes one"));
    }
    const bool can_write = access == Store::Access::write || ::access(path.c_str(), W_OK) == 0;
    db_ = std::make_unique<Connection>(path, can_write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
    Connection& db = *db_;
    const std::int64_t application = db.number("PRAGMA application_id");
    const std::int64_t version = db.number("PRAGMA user_version");
    const bool is_empty = db.number("SELECT count(*) FROM sqlite_master") == 0;
    if (is_empty && application == 0) {
      if (access == Store::Access::read)
        return base::Result<bool>::failure(store_fault("K302", path, "the file holds no campaigns",
                                                       "\"backlot run ... --db FILE\" makes a database"));
      db.execute("PRAGMA journal_mode = WAL");
      make_schema(db);
    } else if (application != kApplication) {
      return base::Result<bool>::failure(
          store_fault("K302", path, "this is a database of another program", "name another file with --db"));
    } else if (version == 1) {
      if (access == Store::Access::write) upgrade(db);  // a reader does without
    } else if (version != kVersion) {
      return base::Result<bool>::failure(store_fault(
          "K303", path,
          fmt::format("the database has version {}, and this program has version {}", version, kVersion),
          version > kVersion ? "use the newer program that wrote it, or name another file with --db"
                             : "use the older program that wrote it, or name another file with --db"));
    }
    if (db.number("PRAGMA page_count") < kQuickToCheck) {
      const std::string answer = db.text("PRAGMA quick_check(1)");
      if (answer != "ok") throw SqliteError{SQLITE_CORRUPT, answer};
    }
    // A commit is in the file system when it returns: a killed process loses none.
    if (can_write) db.execute("PRAGMA synchronous = NORMAL");
  } catch (const SqliteError& error) {
    return base::Result<bool>::failure(fault(path, error));
  }
  return true;
}

base::Result<std::int64_t> SqliteStore::begin(const CampaignHead& head) {
  return guarded<std::int64_t>([&] {
    Transaction transaction(*db_);
    Query(
        *db_,
        "INSERT INTO campaigns(identity, suite, text_hash, tool, started, planned) VALUES(?, ?, ?, ?, ?, ?)")
        .bind(head.identity)
        .bind(head.suite)
        .bind(head.text_hash)
        .bind(head.tool)
        .bind(head.started)
        .bind(static_cast<std::int64_t>(head.planned))
        .step();
    const std::int64_t id = db_->last_id();
    for (const DriverRevision& one : head.revisions)
      Query(*db_, "INSERT INTO revisions VALUES(?, ?, ?)")
          .bind(id)
          .bind(one.driver)
          .bind(one.revision)
          .step();
    for (const auto& [requirement, text] : head.requirements)
      Query(*db_, "INSERT OR REPLACE INTO requirements VALUES(?, ?, ?)")
          .bind(id)
          .bind(requirement)
          .bind(text)
          .step();
    transaction.commit();
    return id;
  });
}

base::Result<bool> SqliteStore::add(std::int64_t campaign, std::span<const PlacedResult> results) {
  return guarded<bool>([&] {
    Transaction transaction(*db_);
    for (const PlacedResult& placed : results) {
      const CaseResult& result = *placed.result;
      const auto place = static_cast<std::int64_t>(placed.position);
      Query(*db_, "DELETE FROM figures WHERE campaign = ? AND position = ?")
          .bind(campaign)
          .bind(place)
          .step();
      Query(*db_, "INSERT OR REPLACE INTO results VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
          .bind(campaign)
          .bind(place)
          .bind(key_of(result.one))
          .bind(pair_key_of(result.one))
          .bind(result.one.suite)
          .bind(result.one.name)
          .bind(result.one.driver)
          .bind(static_cast<std::int64_t>(result.one.seed))
          .bind(to_text(result.verdict))
          .bind(result.row)
          .step();
      for (const auto& [name, value] : result.figures)
        Query(*db_, "INSERT OR REPLACE INTO figures VALUES(?, ?, ?, ?)")
            .bind(campaign)
            .bind(place)
            .bind(name)
            .bind(value)
            .step();
    }
    transaction.commit();
    return true;
  });
}

base::Result<bool> SqliteStore::finish(std::int64_t campaign, const std::string& when) {
  return guarded<bool>([&] {
    Query(*db_, "UPDATE campaigns SET finished = ? WHERE id = ? AND finished = ''")
        .bind(when)
        .bind(campaign)
        .step();
    return true;
  });
}

base::Result<std::optional<CampaignHead>> SqliteStore::find_last(const std::string& identity) {
  return guarded<std::optional<CampaignHead>>([&]() -> std::optional<CampaignHead> {
    Query q(*db_, std::string(kHead) + "WHERE identity = ? ORDER BY id DESC LIMIT 1");
    q.bind(identity);
    if (!q.step()) return std::nullopt;
    return head_of(q);
  });
}

base::Result<std::vector<CampaignHead>> SqliteStore::campaigns() {
  return guarded<std::vector<CampaignHead>>([&] {
    std::vector<CampaignHead> all;
    Query q(*db_, std::string(kHead) + "ORDER BY id");
    while (q.step()) all.push_back(head_of(q));
    return all;
  });
}

base::Result<std::vector<StoredCount>> SqliteStore::counts(const std::string& suite) {
  return guarded<std::vector<StoredCount>>([&] {
    std::vector<StoredCount> all;
    // A row without a list was not examined: its length is null, which counts for neither.
    Query q(*db_,
            "SELECT campaign, verdict, count(*), sum(coalesce(json_extract(row, '$.staged'), 0)), "
            "sum(coalesce(json_array_length(row, '$.responsibility.preventable_by') > 0, 0)), "
            "sum(coalesce(json_array_length(row, '$.responsibility.preventable_by') = 0, 0)) "
            "FROM (SELECT campaign, verdict, CASE WHEN json_valid(row) THEN row ELSE '{}' END AS row FROM "
            "results "
            "WHERE campaign IN (SELECT id FROM campaigns WHERE suite = ?)) "
            "GROUP BY campaign, verdict ORDER BY campaign, verdict");
    q.bind(suite);
    const auto count = [&](int column) { return static_cast<std::size_t>(q.number(column)); };
    while (q.step())
      all.push_back({.campaign = q.number(0),
                     .verdict = q.text(1),
                     .runs = count(2),
                     .staged = count(3),
                     .preventable = count(4),
                     .unpreventable = count(5)});
    return all;
  });
}

base::Result<std::vector<StoredResult>> SqliteStore::results(std::int64_t campaign, Rows rows) {
  return guarded<std::vector<StoredResult>>([&] {
    std::vector<StoredResult> all;
    std::map<std::int64_t, std::size_t> by_position;
    Query q(*db_,
            fmt::format(
                "SELECT position, key, pair_key, suite, name, driver, seed, verdict, {} FROM results WHERE "
                "campaign = ? ORDER BY position",
                rows == Rows::with ? "row" : "''"));
    q.bind(campaign);
    while (q.step()) {
      by_position[q.number(0)] = all.size();
      all.push_back({.key = q.text(1),
                     .pair_key = q.text(2),
                     .suite = q.text(3),
                     .name = q.text(4),
                     .driver = q.text(5),
                     .seed = static_cast<std::uint64_t>(q.number(6)),
                     .verdict = q.text(7),
                     .row = q.text(8)});
    }
    Query f(*db_, "SELECT position, name, value FROM figures WHERE campaign = ? ORDER BY position, name");
    f.bind(campaign);
    while (f.step())
      if (const auto at = by_position.find(f.number(0)); at != by_position.end())
        all[at->second].figures.emplace_back(f.text(1), f.real(2));
    return all;
  });
}

base::Result<std::size_t> SqliteStore::count(std::int64_t campaign) {
  return guarded<std::size_t>([&] {
    Query q(*db_, "SELECT count(*) FROM results WHERE campaign = ?");
    q.bind(campaign);
    return q.step() ? static_cast<std::size_t>(q.number(0)) : std::size_t{0};
  });
}

base::Result<std::vector<StoredTrend>> SqliteStore::trend(std::int64_t campaign, const TrendChoice& choice) {
  const base::Result<std::vector<StoredResult>> all = results(campaign, Rows::without);
  if (!all) return base::Result<std::vector<StoredTrend>>::failure(all.diagnostics());
  return trend_of(campaign, *all, choice);
}

}  // namespace

base::Result<std::unique_ptr<StoreBackend>> open_sqlite(const std::string& path, Store::Access access) {
  auto store = std::make_unique<SqliteStore>();
  if (base::Result<bool> opened = store->open(path, access); !opened)
    return base::Result<std::unique_ptr<StoreBackend>>::failure(std::move(opened).diagnostics());
  return std::unique_ptr<StoreBackend>(std::move(store));
}

}  // namespace backlot::campaign
