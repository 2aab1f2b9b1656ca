// backlot compare A B [--db F]: what broke, what got better and which figures moved between two campaigns.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/campaign/campaign_store.h"
#include "apps/cli/commands.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "backlot/campaign/comparison.h"

namespace backlot::cli {
namespace {

struct CompareSettings {
  std::string a, b, db = kDefaultDatabase;
  bool as_json = false;
};

struct Side {
  std::string label;
  campaign::CampaignHead head;
  std::vector<campaign::StoredResult> results;
};

// `CAMPAIGN` or `CAMPAIGN:DRIVER`.
std::optional<Side> load_side(campaign::Store& store, const std::vector<campaign::CampaignHead>& heads,
                              const std::string& text, ExitCode& code) {
  const campaign::CampaignHead* head = find_campaign(heads, text);
  std::string driver;
  if (head == nullptr) {
    const std::size_t at = text.find(':');
    if (at != std::string::npos) {
      head = find_campaign(heads, text.substr(0, at));
      driver = text.substr(at + 1);
    }
  }
  if (head == nullptr) {
    say_error(fmt::format("the database has no campaign \"{}\"", text),
              "give a number of \"backlot history\", last, last~1, or the revision of a driver");
    code = ExitCode::bad_input;
    return std::nullopt;
  }
  auto results = store.results(head->id, campaign::Rows::without);
  if (!results) {
    code = say_fault(results.diagnostics());
    return std::nullopt;
  }
  Side side{text, *head, *std::move(results)};
  if (!driver.empty())
    std::erase_if(side.results, [&](const campaign::StoredResult& one) { return one.driver != driver; });
  if (side.results.empty()) {
    say_error(driver.empty()
                  ? fmt::format("the campaign {} has no result", head->id)
                  : fmt::format("the campaign {} has no result of the driver \"{}\"", head->id, driver));
    code = ExitCode::nothing;
    return std::nullopt;
  }
  return side;
}

Json to_json(const std::vector<campaign::Change>& list) {
  Json rows = Json::array();
  for (const campaign::Change& one : list)
    rows.push_back({{"name", one.name},
                    {"driver", one.driver.empty() ? Json(nullptr) : Json(one.driver)},
                    {"seed", one.seed},
                    {"a", one.verdict_a},
                    {"b", one.verdict_b}});
  return rows;
}

Json to_json(const harness::Share& share) {
  const harness::Interval interval = share.interval();
  return {{"passed", share.hits},
          {"runs", share.trials},
          {"share", share.value()},
          {"low", interval.low},
          {"high", interval.high}};
}

Json side_json(const Side& side) {
  Json revisions = Json::object();
  for (const campaign::DriverRevision& one : side.head.revisions) revisions[one.driver] = one.revision;
  return {{"campaign", side.head.id},
          {"suite", side.head.suite},
          {"started", side.head.started},
          {"revisions", revisions}};
}

Json to_json(const Side& a, const Side& b, const campaign::Comparison& c) {
  Json figures = Json::array();
  for (const campaign::FigureMove& one : c.figures) {
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
    figures.push_back({{"name", one.name},
                       {"driver", one.driver.empty() ? Json(nullptr) : Json(one.driver)},
                       {"figure", one.figure},
                       {"pairs", one.pairs},
                       {"a", one.mean_a},
                       {"b", one.mean_b},
                       {"difference", one.difference},
                       {"low", number(one.interval.low)},
                       {"high", number(one.interval.high)},
                       {"moved", one.has_moved}});
  }
  return {{"a", side_json(a)},
          {"b", side_json(b)},
          {"pairs", c.pairs},
          {"only_a", c.only_a},
          {"only_b", c.only_b},
          {"passed_a", to_json(c.passed_a)},
          {"passed_b", to_json(c.passed_b)},
          {"broke", to_json(c.broke)},
          {"better", to_json(c.better)},
          {"other", to_json(c.other)},
          {"figures", figures}};
}

std::string rate_text(const harness::Share& share) {
  const harness::Interval interval = share.interval();
  return fmt::format("{} of {} passed, {:.1f} % ({:.1f} - {:.1f})", share.hits, share.trials,
                     100 * share.value(), 100 * interval.low, 100 * interval.high);
}

std::string change_text(const char* title, const std::vector<campaign::Change>& list) {
  if (list.empty()) return {};
  std::string text = fmt::format("{}\n", title);
  for (const campaign::Change& one : list)
    text += fmt::format("  {}, {}, seed {}: {} -> {}\n", one.name, one.driver.empty() ? "model" : one.driver,
                        one.seed, one.verdict_a, one.verdict_b);
  return text;
}

std::string to_text(const Side& a, const Side& b, const campaign::Comparison& c) {
  std::string text = fmt::format("A  campaign {}, {}, {}: {}\nB  campaign {}, {}, {}: {}\n", a.head.id,
                                 a.head.suite, a.head.started, rate_text(c.passed_a), b.head.id, b.head.suite,
                                 b.head.started, rate_text(c.passed_b));
  if (c.only_a + c.only_b > 0)
    text += fmt::format("not compared: {} runs of A alone, {} of B alone\n", c.only_a, c.only_b);
  text += change_text("broke", c.broke) + change_text("better", c.better) +
          change_text("another verdict", c.other);
  if (c.broke.empty() && c.better.empty() && c.other.empty()) text += "every verdict is the same\n";
  std::string moved;
  std::size_t count = 0;
  for (const campaign::FigureMove& one : c.figures) {
    if (!one.has_moved) continue;
    ++count;
    moved += fmt::format("  {}, {}: {} {:.3g} -> {:.3g}, by {:+.3g} ({:+.3g} to {:+.3g}, {} pairs)\n",
                         one.name, one.driver.empty() ? "model" : one.driver, one.figure, one.mean_a,
                         one.mean_b, one.difference, one.interval.low, one.interval.high, one.pairs);
  }
  text += fmt::format("figures: {} of {} moved beyond chance (95 % intervals of paired differences)\n", count,
                      c.figures.size());
  return text + moved;
}

ExitCode show_comparison(const CompareSettings& settings) {
  base::Result<campaign::Store> store = campaign::Store::open(settings.db, campaign::Store::Access::read);
  if (!store) return say_fault(store.diagnostics());
  const auto heads = store->campaigns();
  if (!heads) return say_fault(heads.diagnostics());
  ExitCode code = ExitCode::clean;
  const std::optional<Side> a = load_side(*store, *heads, settings.a, code);
  if (!a) return code;
  const std::optional<Side> b = load_side(*store, *heads, settings.b, code);
  if (!b) return code;
  const campaign::Comparison comparison = campaign::compare(a->results, b->results);
  if (comparison.pairs == 0) {
    say_error("the two have no run in common", "runs are compared by suite, case, parameters and seed");
    return ExitCode::nothing;
  }
  const ExitCode written = settings.as_json ? write_json(to_json(*a, *b, comparison))
                                            : write_output("-", to_text(*a, *b, comparison));
  return worse(written, comparison.broke.empty() ? ExitCode::clean : ExitCode::failed);
}

}  // namespace

void add_compare(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<CompareSettings>();
  CLI::App* command = add_command(
      program, "compare",
      "Compares two campaigns: what broke (then it answers 1), what got better, which figures moved.",
      "backlot compare last~1 last --db results.db\n"
      "backlot compare v1.2 v1.3-rc1\n"
      "backlot compare 7:reference 7:sleepy     # two drivers of one campaign");
  command
      ->add_option("A", settings->a,
                   "a number of \"backlot history\", last, last~1, or a revision; :DRIVER behind it")
      ->required();
  command->add_option("B", settings->b, "the same")->required();
  command->add_option("--db", settings->db, "the database that \"backlot run --db\" wrote (backlot.db)")
      ->option_text("FILE|URL");
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return show_comparison(*settings); }; });
}

}  // namespace backlot::cli
