#include "backlot/report/internal/run_json.h"

#include <array>
#include <cmath>
#include <string_view>

#include "backlot/report/internal/report_model.h"

namespace backlot::report::internal {

using verdict::Verdict;

namespace {

Verdict read_verdict(const JsonReader& row) {
  const std::string text = row.needed_text("verdict");
  for (std::size_t k = 0; k < verdict::kVerdicts; ++k)
    if (text == verdict::to_text(static_cast<Verdict>(k))) return static_cast<Verdict>(k);
  if (!text.empty()) row.wrong(row.place_of("verdict"), "pass, fail, evaded, not_staged, crashed or hung");
  return Verdict::crashed;
}

void read_story(const JsonReader& row, Run& run) {
  row.each("expectations", [&](const JsonReader& one) {
    run.expectations.push_back({.text = one.text("name"),
                                .is_met = one.flag("met", false),
                                .value = one.number("value"),
                                .limit = one.number("limit"),
                                .time_s = one.number("time_s").value_or(std::nan(""))});
  });
  row.each("roles", [&](const JsonReader& one) {
    RoleRow role{.role = one.text("role"),
                 .actor = one.whole("actor"),
                 .since_s = one.number("since_s"),
                 .is_supplied = one.flag("supplied", false),
                 .candidates = one.whole("candidates").value_or(0),
                 .times_cast = one.whole("times_cast").value_or(0)};
    one.each_named("refused", [&](const std::string& why, const JsonReader& count) {
      role.refused.emplace_back(why, static_cast<std::size_t>(std::fmax(0, count.own_number().value_or(0))));
    });
    run.roles.push_back(std::move(role));
  });
  row.each("events", [&](const JsonReader& one) {
    run.events.push_back({.event = one.text("event"),
                          .time_s = one.number("time_s").value_or(std::nan("")),
                          .onset_s = one.number("onset_s"),
                          .error_s = one.number("error_s")});
  });
}

void read_findings(const JsonReader& row, Run& run) {
  row.each("violations", [&](const JsonReader& one) {
    run.findings.push_back({.validator = one.text("validator"),
                            .rule = one.text("rule"),
                            .time_s = one.number("time_s").value_or(std::nan("")),
                            .until_s = one.number("until_s"),
                            .value = one.number("value"),
                            .limit = one.number("limit"),
                            .margin = one.number("margin"),
                            .other = one.whole("other"),
                            .other_role = one.text("role"),
                            .corridor = one.text("corridor"),
                            .message = one.text("message")});
  });
}

// "preventable_by" that is missing or null: nothing was examined. An empty list or text: no reference driver avoided it.
void read_responsibility(const JsonReader& row, Run& run) {
  const std::optional<JsonReader> facts = row.at("responsibility");
  if (!facts || !facts->is_object()) return;
  Responsibility out;
  if (facts->value().contains("rules") && facts->value()["rules"].is_string())
    out.rules.push_back({.rule = facts->text("rules")});
  else
    facts->each("rules", [&](const JsonReader& one) {
      if (one.value().is_string())
        out.rules.push_back({.rule = one.value().get<std::string>()});
      else
        out.rules.push_back({.rule = one.text("rule"), .by = one.text("by"), .time_s = one.number("time_s")});
    });
  out.initiator = facts->text("initiator");
  out.sentence = facts->text("sentence");
  out.is_examined = facts->at("preventable_by").has_value();
  for (const std::string& driver : facts->texts("preventable_by"))
    if (!driver.empty()) out.preventable_by.push_back(driver);
  run.responsibility = std::move(out);
}

Better better_of(std::string_view name) {
  constexpr std::array<std::string_view, 6> kSmaller = {"max", "drac", "impact", "error", "jerk", "brak"};
  constexpr std::array<std::string_view, 6> kLarger = {"min", "ttc", "pet", "gap", "margin", "distance"};
  const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  for (const std::string_view word : kSmaller)
    if (has(word)) return Better::smaller;
  for (const std::string_view word : kLarger)
    if (has(word)) return Better::larger;
  return Better::unknown;
}

// "figures", then "margins" by rule; without figures, the timing errors of the events.
void read_figures(const JsonReader& row, Run& run) {
  row.each_named("figures", [&](const std::string& name, const JsonReader& one) {
    if (const std::optional<double> value = one.own_number())
      run.figures.push_back({name, *value, better_of(name)});
  });
  row.each_named("margins", [&](const std::string& rule, const JsonReader& one) {
    if (const std::optional<double> value = one.own_number())
      run.figures.push_back({"margin of " + rule, *value, Better::larger});
  });
  for (const EventRow& event : run.events)
    if (event.error_s)
      run.figures.push_back(
          {"timing error of " + event.event + "_s", std::fabs(*event.error_s), Better::smaller});
}

MarkKind mark_kind(const std::string& text) {
  if (text == "onset") return MarkKind::onset;
  if (text == "commit") return MarkKind::commit;
  return text == "finding" ? MarkKind::finding : MarkKind::other;
}

void read_cover(const JsonReader& row, Run& run) {
  row.each("cover", [&](const JsonReader& one) {
    run.cover.push_back({.measure = one.text("measure"),
                         .unit = one.text("unit"),
                         .bin = one.number("bin").value_or(0),
                         .low = one.number("low"),
                         .high = one.number("high"),
                         .value = one.number("value")});
  });
}

}  // namespace

void read_pictures(const JsonReader& row, Run& run) {
  if (const std::optional<JsonReader> series = row.at("series"); series && series->is_object()) {
    Series out{.time_s = series->numbers("time_s"),
               .speed_mps = series->numbers("speed_mps"),
               .acceleration_mps2 = series->numbers("acceleration_mps2"),
               .distance_m = series->numbers("distance_m"),
               .ttc_s = series->numbers("ttc_s")};
    out.ttc_accel_s = series->numbers("ttc_accel_s");
    series->each_named("signals", [&](const std::string& name, const JsonReader& one) {
      out.signals.push_back({name, figure_unit(name), one.own_numbers()});
    });
    run.series = std::move(out);
  }
  row.each("marks", [&](const JsonReader& one) {
    if (const std::optional<double> time_s = one.number("time_s"))
      run.marks.push_back({*time_s, mark_kind(one.text("kind")), one.text("text")});
  });
  row.each("storyboard", [&](const JsonReader& one) {
    run.panels.push_back({one.text("caption"), one.text("svg")});
  });
  const auto read_fork = [](const JsonReader& one) {
    return Fork{.driver = one.text("driver"),
                .had_contact = one.flag("contact", false),
                .time_s = one.numbers("time_s"),
                .speed_mps = one.numbers("speed_mps"),
                .distance_m = one.numbers("distance_m")};
  };
  row.each("forks", [&](const JsonReader& one) { run.forks.push_back(read_fork(one)); });
  if (const std::optional<JsonReader> driven = row.at("driven"); driven && driven->is_object())
    run.driven = read_fork(*driven);
  if (const std::string log = row.text("log"); !log.empty()) run.log = log;
  run.note = row.text("note");
}

Run read_run(const JsonReader& row) {
  Run run;
  if (!row.is_object()) return run;
  run.name = row.needed_text("name");
  run.scene = row.text("scene");
  run.scene_file = row.text("scene_file");
  run.seed = row.needed_whole("seed");
  run.driver = row.text("driver");
  run.subject = row.text("subject");
  run.parameters = row.named_texts("parameters");
  run.given = row.named_texts("given");
  run.requirements = row.texts("requirements");
  run.tags = row.texts("tags");
  run.suspect = row.texts("suspect");
  run.replay = row.text("replay");
  run.evaded_at_most = row.number("evaded_at_most");
  run.is_staged = row.flag("staged", false);
  run.cause = row.text("cause");
  run.verdict = read_verdict(row);
  read_story(row, run);
  read_cover(row, run);
  read_findings(row, run);
  read_responsibility(row, run);
  read_figures(row, run);
  read_pictures(row, run);
  run.tries = row.whole("tries").value_or(1);
  run.played_seed = row.whole("played_seed").value_or(run.seed);
  run.start_s = row.number("subject_start_s").value_or(0);
  run.sim_s = row.number("sim_s").value_or(0);
  run.hash = row.text("hash");
  run.recording = row.text("recording");
  return run;
}

}  // namespace backlot::report::internal
