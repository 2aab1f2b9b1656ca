#include "apps/cli/campaign/case_result.h"

#include <cmath>

#include <fmt/format.h>

#include "apps/cli/message.h"

namespace backlot::cli {
namespace {

verdict::Verdict read_verdict(const std::string& text) {
  for (std::size_t k = 0; k < verdict::kVerdicts; ++k)
    if (to_text(static_cast<verdict::Verdict>(k)) == text) return static_cast<verdict::Verdict>(k);
  return verdict::Verdict::crashed;
}

std::string text_or_nothing(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_string() ? std::string() : at->get<std::string>();
}

double number_or(const Json& row, const char* key, double otherwise) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? otherwise : at->get<double>();
}

// The reference drivers that avoid a failure; null where that was not examined.
const Json* preventable_by(const Json& row) {
  const auto responsibility = row.find("responsibility");
  if (responsibility == row.end() || !responsibility->is_object()) return nullptr;
  const auto by = responsibility->find("preventable_by");
  return by != responsibility->end() && (by->is_array() || by->is_string()) ? &*by : nullptr;
}

// What is measured in every run, and what the row itself lists.
std::vector<std::pair<std::string, double>> figures_of(const Json& row) {
  std::vector<std::pair<std::string, double>> figures;
  figures.emplace_back("violations", static_cast<double>(row.at("violations").size()));
  figures.emplace_back("sim_s", row.at("sim_s").get<double>());
  for (const Json& event : row.at("events"))
    if (event.at("error_s").is_number())
      figures.emplace_back("error_s of " + event.at("event").get<std::string>(),
                           event.at("error_s").get<double>());
  if (const auto own = row.find("figures"); own != row.end() && own->is_object())
    for (const auto& [name, value] : own->items())
      if (value.is_number()) figures.emplace_back(name, value.get<double>());
  return figures;
}

}  // namespace

campaign::CaseResult read_result(const campaign::Case& one, const Json& row, const PlayOptions& options) {
  campaign::CaseResult result;
  result.one = one;
  result.verdict = read_verdict(row.at("verdict"));
  result.is_staged = row.at("staged");
  const Json* const by = preventable_by(row);
  result.is_preventable = by != nullptr && !by->empty();
  result.is_unpreventable = by != nullptr && by->empty();
  result.is_fault_of_machine = text_or_nothing(row, "fault") == "machine";
  const auto difference = row.find("first_difference");
  result.answers_differ = difference != row.end() && !difference->is_null();
  result.cause = text_or_nothing(row, "cause");
  for (const Json& v : row.at("violations"))
    result.violations.push_back({.validator = v.at("validator"),
                                 .rule = text_or_nothing(v, "rule"),
                                 .message = text_or_nothing(v, "message"),
                                 .time_s = number_or(v, "time_s", 0),
                                 .x_m = number_or(v, "x_m", 0),
                                 .y_m = number_or(v, "y_m", 0),
                                 .value = number_or(v, "value", 0),
                                 .limit = number_or(v, "limit", 0)});
  result.figures = figures_of(row);
  result.played_seed = row.at("played_seed");
  result.hash = row.at("hash");
  result.sim_s = row.at("sim_s");
  result.wall_s = row.at("wall_s");
  result.replay = replay_command(one, options);
  result.recording = text_or_nothing(row, "recording");
  result.row = row.dump(-1, ' ', false, Json::error_handler_t::replace);
  return result;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

std::string replay_command(const campaign::Case& one, const PlayOptions& options) {
  std::string command = fmt::format("backlot run {} --seed {}", shell_word(one.scene_file), one.seed);
  if (!one.driver.empty()) command += " --driver " + shell_word(one.driver);
  if (one.driver.empty() && !options.subject.empty()) command += " --subject " + shell_word(options.subject);
  for (const auto& [name, value] : one.parameters) command += " --param " + shell_word(name + '=' + value);
  if (!one.judge.empty()) command += " --param " + shell_word("judge=" + one.judge);
  for (const std::string& signal : options.signals) command += " --signal " + shell_word(signal);
  if (!options.has_supply) command += " --no-supply";
  return command;
}

void say_row(const Json& row) {
  const double start_s = row.at("subject_start_s");
  const std::string verdict = row.at("verdict"), cause = text_or_nothing(row, "cause");
  const std::string by =
      row.at("driver").is_null() ? row.at("subject").get<std::string>() : row.at("driver").get<std::string>();
  const std::string staged = verdict == "crashed" || verdict == "hung"
                                 ? "the driver " + verdict + ": " + cause
                             : row.at("staged").get<bool>() ? "staged"
                             : verdict == "evaded"          ? "evaded: " + cause
                                                            : "not staged: " + cause;
  fmt::print("{}, seed {}, subject {}: {}{}\n", row.at("name").get<std::string>(),
             row.at("seed").get<std::uint64_t>(), by, row.at("violations").empty() ? "" : "FAILED, ", staged);
  if (row.at("tries") > 1)
    fmt::print("  tried {} times; the last try has seed {}\n", row.at("tries").get<std::uint64_t>(),
               row.at("played_seed").get<std::uint64_t>());
  for (const Json& role : row.at("roles")) {
    const auto candidates = role.at("candidates").get<std::uint64_t>();
    if (!role.at("actor").is_null())
      fmt::print(
          "  role {}: vehicle {}, cast {:.1f} s after the start of the subject from {} candidate{}{}\n",
          role.at("role").get<std::string>(), role.at("actor").get<std::uint64_t>(),
          number_or(role, "since_s", -1) - start_s, candidates, candidates == 1 ? "" : "s",
          role.at("supplied").get<bool>() ? ", supplied by a source" : "");
    else
      fmt::print("  role {}: {}\n", role.at("role").get<std::string>(),
                 role.at("times_cast") > 0 ? "cast, and lost again" : "never cast");
  }
  for (const Json& event : row.at("events")) {
    const double error_s = number_or(event, "error_s", 0);
    fmt::print("  {} {:.2f} s after the start of the subject{}\n", event.at("event").get<std::string>(),
               event.at("time_s").get<double>() - start_s,
               event.at("error_s").is_null()
                   ? std::string()
                   : fmt::format(", {:.2f} s {}", std::abs(error_s), error_s < 0 ? "early" : "late"));
  }
  for (const Json& e : row.at("expectations")) {
    std::string value;
    if (!e.at("value").is_null())
      value =
          fmt::format("  (measured {:.2f}{})", e.at("value").get<double>(),
                      e.at("limit").is_null() ? std::string()
                                              : fmt::format(", tolerance {:g}", e.at("limit").get<double>()));
    fmt::print("  {} {}{}\n", e.at("met").get<bool>() ? "met  " : "UNMET", e.at("name").get<std::string>(),
               value);
  }
  const auto say_flows = [&](const char* key, const char* noun, const char* done) {
    for (const auto& [name, vehicles] : row.at(key).items())
      fmt::print("  {} {}: {} vehicle{} {}\n", noun, name, vehicles.get<std::uint64_t>(),
                 vehicles == 1 ? "" : "s", done);
  };
  say_flows("sources", "source", "added");
  say_flows("sinks", "sink", "taken out");
  for (const Json& signal : row.at("signals"))
    fmt::print("  signal {} at {:.2f} s\n", signal.at("name").get<std::string>(),
               signal.at("time_s").get<double>() - start_s);
  for (const Json& note : row.at("notes"))
    fmt::print("  note at {:.1f} s: {}\n", note.at("time_s").get<double>() - start_s,
               note.at("text").get<std::string>());
  for (const Json& v : row.at("violations"))
    fmt::print("  BROKEN {} at {:.2f} s: {}\n", v.at("rule").get<std::string>(),
               v.at("time_s").get<double>() - start_s, v.at("message").get<std::string>());
  if (const auto r = row.find("responsibility"); r != row.end() && !r->is_null())
    fmt::print("  {}\n", r->at("sentence").get<std::string>());
  if (const auto d = row.find("first_difference"); d != row.end() && !d->is_null())
    fmt::print("  the driver answered differently in repetition {}: cycle {}, {} was {} and then {}\n",
               d->at("repeat").get<std::uint64_t>(), d->at("cycle").get<std::uint64_t>(),
               d->at("what").get<std::string>(), d->at("first").dump(), d->at("then").dump());
  if (const auto t = row.find("cycle_wall"); t != row.end() && !t->is_null())
    say(fmt::format(
        "{} cycles of the driver: {:.3f} ms in the mean, 95 % within {:.3f} ms, the longest {:.3f} "
        "ms of wall time",
        t->at("count").get<std::uint64_t>(), 1e3 * t->at("mean_s").get<double>(),
        1e3 * t->at("p95_s").get<double>(), 1e3 * t->at("largest_s").get<double>()));
}

}  // namespace backlot::cli
