// How fast results get into a PostgreSQL server and how fast a long history answers. Usage: bench_store [--smoke] [--long] [--results FOLDER] [--runs N].
//
//   add         results in batches of one campaign, with commits that survive a power failure; seconds of processor time of this process and of the server together, so that
//               what it says holds for one core, however busy the machine is
//   compare     two campaigns of 10,000 runs, in a history of 10 million runs (--long; else of 100,000, or of --runs): results and figures of both, paired and compared
//   history     verdicts and means of figures of all campaigns
//
// The server is started here, on a Unix socket. Without the package postgresql-15 nothing is measured, which is said. Writes store.csv.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <pqxx/pqxx>
#include <unistd.h>

#include "backlot/campaign/comparison.h"
#include "backlot/campaign/store.h"
#include "backlot/campaign/test/postgres_server.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

using campaign::Store;

constexpr std::size_t kRowBytes = 2800;       // of a row of scenes/shipped.suite, in the mean
constexpr std::size_t kRunsEach = 10'000;     // of a campaign of the history
constexpr double kLeastAdded_per_s = 10'000;  // what a core has to bear
constexpr double kMostCompared_s = 2;

double wall_s() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Processor time of this process, and of all processes of the server, those that have ended included.
double processor_s(pid_t server) {
  const double ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  double sum_s = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "stat");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos) continue;
    char state = 0;
    long parent = 0;
    unsigned long user = 0, system = 0;
    long ended_user = 0, ended_system = 0;
    if (std::sscanf(text.c_str() + end + 1, " %c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld",
                    &state,  // NOLINT(cert-err34-c)
                    &parent, &user, &system, &ended_user, &ended_system) != 6)
      continue;
    const bool is_server = name == std::to_string(server);
    if (!is_server && parent != server) continue;
    sum_s += static_cast<double>(user + system) / ticks;
    if (is_server) sum_s += static_cast<double>(ended_user + ended_system) / ticks;
  }
  return sum_s;
}

campaign::CaseResult result_of(std::size_t k, std::uint64_t seed) {
  campaign::CaseResult one;
  one.one = {.suite = "bench",
             .name = fmt::format("case {}", k % 18),
             .group = fmt::format("case {}", k % 18),
             .seed = seed,
             .driver = "reference"};
  one.verdict = k % 37 == 0 ? verdict::Verdict::fail : verdict::Verdict::pass;
  one.is_staged = true;
  for (int f = 0; f < 12; ++f)
    one.figures.emplace_back(fmt::format("figure_{}", f),
                             1.0 / static_cast<double>(3 + k + static_cast<std::size_t>(f)));
  one.row = R"({"name":")" + one.one.name + R"(","text":")";
  for (std::size_t n = one.row.size(); n < kRowBytes; n += 16)  // packs about as well as JSON
    one.row += fmt::format("\"key\":{:9},", (k * 2654435761U + n * 40503U) % 1'000'000'000U);
  one.row += "\"}";
  return one;
}

struct Measured {
  std::string what;
  double wall_s = 0, processor_s = 0;
  std::size_t count = 0;
  double limit_s = 0;  // of all of it; 0: none

  bool holds() const { return limit_s == 0 || processor_s <= limit_s; }
};

class StoreBench {
 public:
  StoreBench(const Options& options, campaign::test::PostgresServer& server)
      : options_(options), server_(server) {}

  bool run() {
    Store store = *Store::open(server_.url(), Store::Access::write);
    for (const std::size_t batch : {std::size_t{1}, std::size_t{200}, std::size_t{1000}}) {
      const std::size_t count = options_.smoke ? 400 : batch == 1 ? 200 : 60'000;
      add(store, batch, count);
    }
    fill();
    const std::vector<campaign::CampaignHead> heads = *store.campaigns();
    compare(store, heads.back().id - 1, heads.back().id);
    history(store);
    return write();
  }

 private:
  template <class Do>
  void measure(const std::string& what, std::size_t count, double limit_s, Do work) {
    const double wall = wall_s(), processor = processor_s(server_.pid());
    work();
    measured_.push_back({what, wall_s() - wall, processor_s(server_.pid()) - processor, count, limit_s});
    const Measured& m = measured_.back();
    fmt::print(stdout, "{:<60} {:>9.3f} s of processors, {:>9.3f} s, {:>8.0f} a second of a core{}\n", what,
               m.processor_s, m.wall_s, static_cast<double>(count) / m.processor_s,
               m.holds() ? "" : "  TOO SLOW");
    std::fflush(stdout);
  }

  void add(Store& store, std::size_t batch, std::size_t count) {
    std::vector<campaign::CaseResult> results;
    for (std::size_t k = 0; k < count; ++k) results.push_back(result_of(k, k / 18));
    const std::int64_t id = *store.begin({.identity = fmt::format("add {}", batch),
                                          .suite = "bench",
                                          .planned = count,
                                          .revisions = {{"reference", "v1"}}});
    measure(fmt::format("add, {} at a time", batch), count,
            batch > 1 && !options_.smoke ? static_cast<double>(count) / kLeastAdded_per_s : 0, [&] {
              std::vector<campaign::PlacedResult> some;
              for (std::size_t k = 0; k < count; k += some.size()) {
                some.clear();
                for (std::size_t n = k; n < std::min(k + batch, count); ++n) some.push_back({n, &results[n]});
                if (!store.add(id, some)) std::abort();
              }
            });
    if (*store.count(id) != count) std::abort();
  }

  // A history of many campaigns, made by the server itself: all 18 cases, each with its seeds, 12 figures.
  void fill() {
    runs_ = options_.smoke ? 2 * kRunsEach : options_.is_long ? 10'000'000 : 100'000;
    if (options_.runs > 0) runs_ = options_.runs;
    pqxx::connection line(server_.url());
    pqxx::work work(line);
    work.exec0(fmt::format(
        "INSERT INTO backlot.campaigns(token, identity, suite, text_hash, tool, started, finished, planned) "
        "SELECT gen_random_uuid(), 'history', 'history', 'h', 't', '2026-01-01T00:00:00', "
        "'2026-01-01T01:00:00', {0} "
        "FROM generate_series(1, {1})",
        kRunsEach, runs_ / kRunsEach));
    work.exec0(
        "INSERT INTO backlot.revisions SELECT id, 'reference', 'v' || id FROM backlot.campaigns WHERE suite "
        "= 'history'");
    // Cases, and what a figure is, without asking anything for each row.
    std::string cases, figures;
    for (const pqxx::row& row : work.exec("SELECT id FROM backlot.cases ORDER BY id"))
      cases += (cases.empty() ? "" : ",") + row[0].as<std::string>();
    for (int f = 0; f < 12; ++f) figures += fmt::format("{}1e0 / (3 + g + {} + c.id)", f == 0 ? "" : ",", f);
    work.exec0("ALTER TABLE backlot.results DROP CONSTRAINT results_pkey");
    work.exec0(fmt::format(
        "INSERT INTO backlot.results SELECT c.id, g / 18, g, (ARRAY[{}])[g % 18 + 1], {}, {}, true, false, "
        "false, "
        "false, CASE WHEN (g * 7 + c.id) % 41 = 0 THEN 'fail' ELSE 'pass' END, ARRAY[{}], '{{}}' "
        "FROM backlot.campaigns c CROSS JOIN generate_series(0, {} - 1) AS g WHERE c.suite = 'history'",
        cases, work.exec1("SELECT min(id) FROM backlot.drivers")[0].as<int>(),
        work.exec1("SELECT min(id) FROM backlot.figure_sets")[0].as<int>(), figures, kRunsEach));
    work.exec0("ALTER TABLE backlot.results ADD PRIMARY KEY(campaign, case_id, driver_id, seed)");
    work.commit();
    // As `finish` of each campaign does it.
    pqxx::work totals(line);
    totals.exec0(
        "INSERT INTO backlot.totals SELECT r.campaign, 'reference', verdict, count(*), count(*), 0, 0 FROM "
        "backlot.results r "
        "JOIN backlot.campaigns c ON c.id = r.campaign WHERE c.suite = 'history' GROUP BY r.campaign, "
        "verdict");
    totals.exec0(
        "INSERT INTO backlot.figure_totals SELECT c.id, 'reference', 'figure_' || f, 1, 10000 FROM "
        "backlot.campaigns c "
        "CROSS JOIN generate_series(0, 11) AS f WHERE c.suite = 'history'");
    totals.exec0("INSERT INTO backlot.totaled SELECT id FROM backlot.campaigns WHERE suite = 'history'");
    totals.commit();
    pqxx::nontransaction(line).exec0("ANALYZE");
  }

  void compare(Store& store, std::int64_t a, std::int64_t b) {
    measure(fmt::format("compare 2 campaigns of {} runs in a history of {}", kRunsEach, runs_), 1,
            kMostCompared_s, [&] {
              const auto of_a = *store.results(a, campaign::Rows::without),
                         of_b = *store.results(b, campaign::Rows::without);
              const campaign::Comparison found = campaign::compare(of_a, of_b);
              if (found.pairs != kRunsEach || found.figures.size() != 18U * 12) std::abort();
            });
  }
  void history(Store& store) {
    measure(fmt::format("history of {} campaigns, {} runs", runs_ / kRunsEach, runs_), 1, 0, [&] {
      for (const campaign::CampaignHead& head : *store.campaigns())
        if (head.suite == "history" && store.trend(head.id, {})->front().figures.size() != 12) std::abort();
    });
  }

  bool write() const {
    std::ofstream file(options_.folder + "/store.csv");
    write_origin(file);
    file << "what,count,processor_s,wall_s,per_second_of_a_core,limit_processor_s\n";
    bool all_hold = true;
    for (const Measured& m : measured_) {
      file << fmt::format("\"{}\",{},{:.3f},{:.3f},{:.0f},{:.3f}\n", m.what, m.count, m.processor_s, m.wall_s,
                          static_cast<double>(m.count) / m.processor_s, m.limit_s);
      all_hold = all_hold && m.holds();
    }
    return all_hold && file.good();
  }

  const Options& options_;
  campaign::test::PostgresServer& server_;
  std::size_t runs_ = 0;
  std::vector<Measured> measured_;
};

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot;
  bench::Options options;
  if (!bench::read_options(count, arguments, "bench_store", options)) return 2;
  std::string why;
  const auto server = campaign::test::PostgresServer::start(why, campaign::test::Durability::durable);
  if (!server) {
    fmt::print("skipped: {}\n", why);
    return 0;
  }
  return bench::StoreBench(options, *server).run() ? 0 : 1;
}
