// Campaigns on a PostgreSQL server, where many processes add results at the same time.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "backlot/campaign/internal/postgres.h"
#include "backlot/campaign/internal/postgres_schema.h"
#include "backlot/campaign/internal/postgres_values.h"
#include "backlot/campaign/internal/store_backend.h"

namespace backlot::campaign {

namespace {

constexpr int kSchemaVersion = static_cast<int>(kPostgresSteps.size());
constexpr const char* kLockSchema =
    "SELECT pg_advisory_xact_lock(1112231508)";  // "BKLT"; for who makes the tables

class PostgresStore final : public StoreBackend {
 public:
  explicit PostgresStore(const std::string& url) : line_(url) {}
  base::Diagnostics open(Store::Access access);

  base::Result<std::int64_t> begin(const CampaignHead& head) override;
  base::Result<bool> add(std::int64_t campaign, std::span<const PlacedResult> results) override;
  base::Result<bool> finish(std::int64_t campaign, const std::string& when) override;
  base::Result<std::optional<CampaignHead>> find_last(const std::string& identity) override;
  base::Result<std::vector<CampaignHead>> campaigns() override;
  base::Result<std::vector<StoredResult>> results(std::int64_t campaign, Rows rows) override;
  base::Result<std::size_t> count(std::int64_t campaign) override;
  base::Result<std::vector<StoredCount>> counts(const std::string& suite) override;
  base::Result<std::vector<StoredTrend>> trend(std::int64_t campaign, const TrendChoice& choice) override;
  void set_patience(double seconds) override { line_.set_patience(seconds); }

 private:
  // What `what` returns, of a transaction that was committed.
  template <class T, class Do>
  base::Result<T> done(Do what) {
    T answer{};
    base::Diagnostics wrong = line_.work([&](pqxx::work& work) { answer = what(work); });
    if (wrong.has_errors()) return base::Result<T>::failure(std::move(wrong));
    return answer;
  }
  static std::vector<CampaignHead> heads(pqxx::work& work, const std::string& where,
                                         const std::string& value);
  base::Diagnostics learn(std::int64_t campaign, std::span<const PlacedResult> results);
  const std::string& revision_of(std::int64_t campaign, const std::string& driver) const;

  PostgresLine line_;
  Numbers cases_{
      "INSERT INTO backlot.cases(stem, suite, name) VALUES($1, $2, $3) ON CONFLICT (md5(stem)) DO NOTHING",
      "SELECT id FROM backlot.cases WHERE md5(stem) = md5($1)"};
  Numbers drivers_{
      "INSERT INTO backlot.drivers(driver, revision) VALUES($1, $2) ON CONFLICT (md5(driver), md5(revision)) "
      "DO NOTHING",
      "SELECT id FROM backlot.drivers WHERE md5(driver) = md5($1) AND md5(revision) = md5($2)"};
  Numbers figure_sets_{
      "INSERT INTO backlot.figure_sets(names) VALUES($1) ON CONFLICT (md5(names)) DO NOTHING",
      "SELECT id FROM backlot.figure_sets WHERE md5(names) = md5($1)"};
  std::map<std::int64_t, std::map<std::string, std::string>> revisions_;  // by campaign and driver
};

base::Diagnostics PostgresStore::open(Store::Access access) {
  base::Diagnostics found;
  base::Diagnostics wrong = line_.work([&](pqxx::work& work) {
    found = {};
    const bool has_tables =
        work.exec_params1("SELECT to_regclass('backlot.version') IS NOT NULL")[0].as<bool>();
    if (!has_tables && access == Store::Access::read) {
      found = store_fault("K302", line_.shown(), "the database holds no campaigns",
                          "\"backlot run ... --db URL\" makes the tables");
      return;
    }
    if (!has_tables) {
      work.exec1(kLockSchema);
      work.exec0("CREATE SCHEMA IF NOT EXISTS backlot");
      work.exec0("CREATE TABLE IF NOT EXISTS backlot.version(version INTEGER NOT NULL)");
      work.exec0("INSERT INTO backlot.version SELECT 0 WHERE NOT EXISTS (SELECT * FROM backlot.version)");
    }
    const auto version_now = [&] { return work.exec1("SELECT version FROM backlot.version")[0].as<int>(); };
    int version = version_now();
    if (version < kSchemaVersion && access == Store::Access::write) {
      work.exec1(kLockSchema);
      for (version = version_now(); version < kSchemaVersion; ++version)
        work.exec(kPostgresSteps[static_cast<std::size_t>(version)]);
      work.exec_params0("UPDATE backlot.version SET version = $1", version);
    }
    if (version != kSchemaVersion)
      found = store_fault(
          "K303", line_.shown(),
          fmt::format("the tables have version {}, and this program has version {}", version, kSchemaVersion),
          version > kSchemaVersion
              ? "use the newer program that made them, or name another database with --db"
              : "\"backlot run ... --db URL\" brings them to this version");
  });
  return wrong.has_errors() ? wrong : found;
}

base::Result<std::int64_t> PostgresStore::begin(const CampaignHead& head) {
  // The token tells whether an attempt, after which the server went away, was committed.
  const base::Result<std::string> token = done<std::string>(
      [](pqxx::work& work) { return work.exec1("SELECT gen_random_uuid()")[0].as<std::string>(); });
  if (!token) return base::Result<std::int64_t>::failure(token.diagnostics());
  return done<std::int64_t>([&](pqxx::work& work) {
    const auto find = [&] {
      return work.exec_params("SELECT id FROM backlot.campaigns WHERE token = $1", *token);
    };
    if (const pqxx::result there = find(); !there.empty()) return there[0][0].as<std::int64_t>();
    work.exec_params0(
        "INSERT INTO backlot.campaigns(token, identity, suite, text_hash, tool, started, planned) "
        "VALUES($1, $2, $3, $4, $5, $6, $7)",
        *token, head.identity, head.suite, head.text_hash, head.tool, head.started,
        static_cast<std::int64_t>(head.planned));
    const auto id = find().at(0).at(0).as<std::int64_t>();
    for (const DriverRevision& one : head.revisions)
      work.exec_params0("INSERT INTO backlot.revisions VALUES($1, $2, $3)", id, one.driver, one.revision);
    for (const auto& [requirement, text] : head.requirements)
      work.exec_params0(
          "INSERT INTO backlot.requirements VALUES($1, $2, $3) ON CONFLICT (campaign, id) DO UPDATE SET text "
          "= "
          "EXCLUDED.text",
          id, requirement, text);
    return id;
  });
}

const std::string& PostgresStore::revision_of(std::int64_t campaign, const std::string& driver) const {
  static const std::string kNone;
  const auto& revisions = revisions_.at(campaign);
  const auto at = revisions.find(driver);
  return at == revisions.end() ? kNone : at->second;
}

// What the results speak of gets its numbers, in transactions of their own: a result that cannot be added leaves at most a name too many.
base::Diagnostics PostgresStore::learn(std::int64_t campaign, std::span<const PlacedResult> results) {
  if (!revisions_.contains(campaign)) {
    std::map<std::string, std::string> revisions;
    base::Diagnostics wrong = line_.work([&](pqxx::work& work) {
      for (const pqxx::row& row :
           work.exec_params("SELECT driver, revision FROM backlot.revisions WHERE campaign = $1", campaign))
        revisions[row[0].as<std::string>()] = row[1].as<std::string>();
    });
    if (wrong.has_errors()) return wrong;
    revisions_[campaign] = std::move(revisions);
  }
  std::map<Numbers::Texts, Numbers::Texts> cases, drivers, sets;
  for (const PlacedResult& placed : results) {
    const CaseResult& result = *placed.result;
    if (Numbers::Texts stem{stem_of(result.one)}; !cases_.knows(stem))
      cases[stem] = {stem.front(), result.one.suite, result.one.name};
    if (Numbers::Texts driver{result.one.driver, revision_of(campaign, result.one.driver)};
        !drivers_.knows(driver))
      drivers[driver] = driver;
    if (Numbers::Texts names{figure_names(result)}; !figure_sets_.knows(names)) sets[names] = names;
  }
  base::Diagnostics wrong = cases_.learn(line_, cases);
  if (!wrong.has_errors()) wrong = drivers_.learn(line_, drivers);
  if (!wrong.has_errors()) wrong = figure_sets_.learn(line_, sets);
  return wrong;
}

base::Result<bool> PostgresStore::add(std::int64_t campaign, std::span<const PlacedResult> results) {
  if (results.empty()) return true;
  if (base::Diagnostics wrong = learn(campaign, results); wrong.has_errors())
    return base::Result<bool>::failure(std::move(wrong));
  return done<bool>([&](pqxx::work& work) {
    // A campaign whose totals are being made waits for us, or we for it.
    work.exec_params1("SELECT id FROM backlot.campaigns WHERE id = $1 FOR KEY SHARE", campaign);
    work.exec_params0("DELETE FROM backlot.totaled WHERE campaign = $1", campaign);
    work.exec0("CREATE TEMPORARY TABLE IF NOT EXISTS incoming(LIKE backlot.results) ON COMMIT DELETE ROWS");
    static const std::vector<std::string> kColumns{
        "campaign",    "seed",          "position",         "case_id", "driver_id", "figure_set", "staged",
        "preventable", "unpreventable", "fault_of_machine", "verdict", "figures",   "row"};
    pqxx::stream_to stream(work, "incoming", kColumns);
    for (const PlacedResult& placed : results) {
      const CaseResult& result = *placed.result;
      stream << std::make_tuple(campaign, static_cast<std::int64_t>(result.one.seed),
                                static_cast<std::int64_t>(placed.position), cases_.of({stem_of(result.one)}),
                                drivers_.of({result.one.driver, revision_of(campaign, result.one.driver)}),
                                figure_sets_.of({figure_names(result)}), result.is_staged,
                                result.is_preventable, result.is_unpreventable, result.is_fault_of_machine,
                                std::string(to_text(result.verdict)), figure_values(result), result.row);
    }
    stream.complete();
    work.exec0(
        "INSERT INTO backlot.results AS old "
        "SELECT DISTINCT ON (campaign, case_id, driver_id, seed) * FROM incoming "
        "ORDER BY campaign, case_id, driver_id, seed, fault_of_machine "
        "ON CONFLICT (campaign, case_id, driver_id, seed) DO UPDATE SET position = EXCLUDED.position, "
        "figure_set = EXCLUDED.figure_set, staged = EXCLUDED.staged, preventable = EXCLUDED.preventable, "
        "unpreventable = EXCLUDED.unpreventable, fault_of_machine = EXCLUDED.fault_of_machine, "
        "verdict = EXCLUDED.verdict, figures = EXCLUDED.figures, row = EXCLUDED.row "
        "WHERE old.fault_of_machine AND NOT EXCLUDED.fault_of_machine");
    work.exec0("DELETE FROM incoming");  // `what` may be called again before the commit
    return true;
  });
}

base::Result<bool> PostgresStore::finish(std::int64_t campaign, const std::string& when) {
  return done<bool>([&](pqxx::work& work) {
    work.exec_params1("SELECT id FROM backlot.campaigns WHERE id = $1 FOR UPDATE", campaign);
    work.exec_params0("UPDATE backlot.campaigns SET finished = $2 WHERE id = $1", campaign, when);
    for (const char* const table : {"totaled", "totals", "figure_totals"})
      work.exec_params0(fmt::format("DELETE FROM backlot.{} WHERE campaign = $1", table), campaign);
    work.exec_params0(
        "INSERT INTO backlot.totals SELECT r.campaign, d.driver, r.verdict, count(*), "
        "sum(r.staged::int), sum(r.preventable::int), sum(r.unpreventable::int) "
        "FROM backlot.results r JOIN backlot.drivers d ON d.id = r.driver_id WHERE r.campaign = $1 "
        "GROUP BY r.campaign, d.driver, r.verdict",
        campaign);
    work.exec_params0(
        "INSERT INTO backlot.figure_totals SELECT r.campaign, d.driver, f.name, "
        "sum(f.value ORDER BY r.position), count(*) "
        "FROM backlot.results r JOIN backlot.drivers d ON d.id = r.driver_id "
        "JOIN backlot.figure_sets s ON s.id = r.figure_set "
        "CROSS JOIN LATERAL unnest(string_to_array(s.names, E'\\n'), r.figures) AS f(name, value) "
        "WHERE r.campaign = $1 GROUP BY r.campaign, d.driver, f.name",
        campaign);
    work.exec_params0("INSERT INTO backlot.totaled VALUES($1)", campaign);
    return true;
  });
}

std::vector<CampaignHead> PostgresStore::heads(pqxx::work& work, const std::string& where,
                                               const std::string& value) {
  std::vector<CampaignHead> all;
  std::map<std::int64_t, std::size_t> at;
  const std::string chosen = "SELECT id FROM backlot.campaigns WHERE " + where;
  for (const pqxx::row& row : work.exec_params(
           "SELECT id, identity, suite, text_hash, tool, started, finished, planned FROM backlot.campaigns "
           "WHERE id IN (" +
               chosen + ") ORDER BY id",
           value)) {
    at[row[0].as<std::int64_t>()] = all.size();
    all.push_back({.id = row[0].as<std::int64_t>(),
                   .identity = row[1].as<std::string>(),
                   .suite = row[2].as<std::string>(),
                   .text_hash = row[3].as<std::string>(),
                   .tool = row[4].as<std::string>(),
                   .started = row[5].as<std::string>(),
                   .finished = row[6].as<std::string>(),
                   .planned = row[7].as<std::size_t>()});
  }
  // Between the statements a campaign may have begun.
  const auto find = [&](const pqxx::row& row) {
    const auto found = at.find(row[0].as<std::int64_t>());
    return found == at.end() ? nullptr : &all[found->second];
  };
  for (const pqxx::row& row :
       work.exec_params("SELECT campaign, driver, revision FROM backlot.revisions WHERE campaign IN (" +
                            chosen + ") ORDER BY campaign, driver COLLATE \"C\"",
                        value))
    if (CampaignHead* const head = find(row))
      head->revisions.push_back({row[1].as<std::string>(), row[2].as<std::string>()});
  for (const pqxx::row& row :
       work.exec_params("SELECT campaign, id, text FROM backlot.requirements WHERE campaign IN (" + chosen +
                            ") ORDER BY campaign, id COLLATE \"C\"",
                        value))
    if (CampaignHead* const head = find(row))
      head->requirements.emplace_back(row[1].as<std::string>(), row[2].as<std::string>());
  return all;
}

base::Result<std::optional<CampaignHead>> PostgresStore::find_last(const std::string& identity) {
  return done<std::optional<CampaignHead>>([&](pqxx::work& work) -> std::optional<CampaignHead> {
    const std::vector<CampaignHead> last = heads(work, "identity = $1 ORDER BY id DESC LIMIT 1", identity);
    if (last.empty()) return std::nullopt;
    return last.front();
  });
}

base::Result<std::vector<CampaignHead>> PostgresStore::campaigns() {
  return done<std::vector<CampaignHead>>([&](pqxx::work& work) { return heads(work, "$1 = ''", ""); });
}

base::Result<std::vector<StoredResult>> PostgresStore::results(std::int64_t campaign, Rows rows) {
  return done<std::vector<StoredResult>>([&](pqxx::work& work) {
    struct Known {
      std::string stem, suite, name;
    };
    std::map<int, Known> cases;
    std::map<int, std::string> drivers;
    std::map<int, std::vector<std::string>> sets;
    for (const pqxx::row& row :
         work.exec_params("SELECT id, stem, suite, name FROM backlot.cases WHERE id IN "
                          "(SELECT case_id FROM backlot.results WHERE campaign = $1)",
                          campaign))
      cases[row[0].as<int>()] = {row[1].as<std::string>(), row[2].as<std::string>(),
                                 row[3].as<std::string>()};
    for (const pqxx::row& row : work.exec("SELECT id, driver FROM backlot.drivers"))
      drivers[row[0].as<int>()] = row[1].as<std::string>();
    for (const pqxx::row& row : work.exec("SELECT id, names FROM backlot.figure_sets"))
      sets[row[0].as<int>()] = lines_of(row[1].as<std::string>());

    std::vector<StoredResult> all;
    const pqxx::result found = work.exec_params(
        fmt::format("SELECT case_id, driver_id, figure_set, seed, verdict, figures, {} FROM backlot.results "
                    "WHERE campaign = $1 ORDER BY position",
                    rows == Rows::with ? "row" : "''"),
        campaign);
    all.reserve(found.size());
    for (const pqxx::row& row : found) {
      const auto known = cases.find(row[0].as<int>());
      if (known == cases.end()) continue;  // it was added between two statements
      const std::string& driver = drivers[row[1].as<int>()];
      const auto seed = static_cast<std::uint64_t>(row[3].as<std::int64_t>());
      StoredResult one{.key = {},
                       .pair_key = {},
                       .suite = known->second.suite,
                       .name = known->second.name,
                       .driver = driver,
                       .seed = seed,
                       .verdict = row[4].c_str(),
                       .row = row[6].c_str()};
      one.pair_key = known->second.stem + "seed=" + std::to_string(seed);
      one.key = one.pair_key + "\ndriver=" + driver;
      const std::vector<std::string>& names = sets[row[2].as<int>()];
      const std::vector<double> values = values_of(row[5].c_str());
      for (std::size_t k = 0; k < std::min(names.size(), values.size()); ++k)
        one.figures.emplace_back(names[k], values[k]);
      all.push_back(std::move(one));
    }
    return all;
  });
}

base::Result<std::size_t> PostgresStore::count(std::int64_t campaign) {
  return done<std::size_t>([&](pqxx::work& work) {
    return work.exec_params1("SELECT count(*) FROM backlot.results WHERE campaign = $1", campaign)[0]
        .as<std::size_t>();
  });
}

base::Result<std::vector<StoredCount>> PostgresStore::counts(const std::string& suite) {
  return done<std::vector<StoredCount>>([&](pqxx::work& work) {
    std::vector<StoredCount> all;
    // Totals where they hold, else the results themselves.
    for (const pqxx::row& row : work.exec_params(
             "SELECT campaign, verdict, sum(runs)::bigint, sum(staged)::bigint, sum(preventable)::bigint, "
             "sum(unpreventable)::bigint FROM ("
             "SELECT t.campaign, verdict, runs, staged, preventable, unpreventable FROM backlot.totals t "
             "JOIN backlot.totaled USING (campaign) "
             "WHERE campaign IN (SELECT id FROM backlot.campaigns WHERE suite = $1) "
             "UNION ALL SELECT campaign, verdict, 1, staged::int, preventable::int, unpreventable::int "
             "FROM backlot.results WHERE campaign IN (SELECT id FROM backlot.campaigns WHERE suite = $1 AND "
             "id NOT IN (SELECT campaign FROM backlot.totaled))) AS every "
             "GROUP BY campaign, verdict ORDER BY campaign, verdict COLLATE \"C\"",
             suite))
      all.push_back({.campaign = row[0].as<std::int64_t>(),
                     .verdict = row[1].as<std::string>(),
                     .runs = row[2].as<std::size_t>(),
                     .staged = row[3].as<std::size_t>(),
                     .preventable = row[4].as<std::size_t>(),
                     .unpreventable = row[5].as<std::size_t>()});
    return all;
  });
}

base::Result<std::vector<StoredTrend>> PostgresStore::trend(std::int64_t campaign,
                                                            const TrendChoice& choice) {
  std::optional<std::vector<StoredTrend>> totals;
  if (choice.name.empty()) {
    const auto found = done<
        std::optional<std::vector<StoredTrend>>>([&](pqxx::work& work)
                                                     -> std::optional<std::vector<StoredTrend>> {
      if (work.exec_params("SELECT campaign FROM backlot.totaled WHERE campaign = $1", campaign).empty())
        return std::nullopt;
      std::map<std::string, StoredTrend> by_driver;
      const auto of = [&](const pqxx::row& row) -> StoredTrend& {
        StoredTrend& one = by_driver[row[0].as<std::string>()];
        one.campaign = campaign;
        one.driver = row[0].as<std::string>();
        return one;
      };
      for (const pqxx::row& row :
           work.exec_params("SELECT driver, verdict, runs FROM backlot.totals WHERE campaign = $1 AND "
                            "($2 = '' OR driver = $2) ORDER BY verdict COLLATE \"C\"",
                            campaign, choice.driver))
        of(row).verdicts.emplace_back(row[1].as<std::string>(), row[2].as<std::size_t>());
      for (const pqxx::row& row : work.exec_params(
               "SELECT driver, figure, sum, runs FROM backlot.figure_totals WHERE campaign = $1 AND "
               "($2 = '' OR driver = $2) ORDER BY figure COLLATE \"C\"",
               campaign, choice.driver))
        of(row).figures.push_back({row[1].as<std::string>(), row[2].as<double>(), row[3].as<std::size_t>()});
      std::vector<StoredTrend> all;
      for (auto& [driver, one] : by_driver) all.push_back(std::move(one));
      return all;
    });
    if (!found) return base::Result<std::vector<StoredTrend>>::failure(found.diagnostics());
    if (*found) return **found;
  }
  const base::Result<std::vector<StoredResult>> all = results(campaign, Rows::without);
  if (!all) return base::Result<std::vector<StoredTrend>>::failure(all.diagnostics());
  return trend_of(campaign, *all, choice);
}

}  // namespace

base::Result<std::unique_ptr<StoreBackend>> open_postgres(const std::string& url, Store::Access access) {
  auto store = std::make_unique<PostgresStore>(url);
  if (base::Diagnostics wrong = store->open(access); wrong.has_errors())
    return base::Result<std::unique_ptr<StoreBackend>>::failure(std::move(wrong));
  return std::unique_ptr<StoreBackend>(std::move(store));
}

}  // namespace backlot::campaign
