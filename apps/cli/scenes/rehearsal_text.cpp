#include <algorithm>

#include <fmt/format.h>

#include "apps/cli/scenes/rehearsal_output.h"

namespace backlot::cli {
namespace {

using harness::RehearsalFigures;

// More than that is said to be too much: the traffic of the set does not carry the scene.
constexpr double kMuchSupply = 0.3;

// "98.7 %"; all and nothing only where it was all or nothing.
std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "-";
  const double share = 100 * static_cast<double>(part) / static_cast<double>(whole);
  if (part == whole || part == 0) return fmt::format("{:.0f} %", share);
  return fmt::format("{:.1f} %", std::clamp(share, 0.1, 99.9));
}

std::string interval_text(const harness::Share& share) {
  const harness::Interval interval = share.interval();
  return fmt::format("{:.1f} - {:.1f}", 100 * interval.low, 100 * interval.high);
}

// Lines with a name in the first column.
class Table {
 public:
  explicit Table(std::size_t width) : width_(width) {}
  void add(std::string_view name, std::string_view text) {
    text_ += fmt::format("  {:<{}}  {}\n", name, width_, text);
  }
  std::string take() { return std::move(text_); }

 private:
  std::size_t width_;
  std::string text_;
};

std::string role_text(const harness::RoleFigures& role, std::size_t runs) {
  std::string text =
      fmt::format("cast in {}, on average {:.1f} candidates", percent(role.cast, runs), role.candidates_mean);
  if (role.recast > 0) text += ", recast " + percent(role.recast, runs);
  if (role.supplied > 0) text += ", supplied " + percent(role.supplied, runs);
  if (static_cast<double>(role.supplied) > kMuchSupply * static_cast<double>(runs))
    text += ": the set has too little traffic for it";
  return text;
}

std::string light_text(const harness::LightFigures& light, std::size_t runs) {
  std::string text;
  if (light.judged > 0)
    text = fmt::format("as asked within {:g} s in {}, ", light.tolerance_s.value_or(0),
                       percent(light.in_time, light.judged));
  text += fmt::format("cycle stretched by {:.2f} .. {:.2f}", light.shortest, light.longest);
  if (light.refused > 0)
    text += fmt::format(", out of reach for a while in {}", percent(light.refused, runs));
  return text;
}

std::string event_text(const harness::EventFigures& event, std::size_t runs) {
  std::string text = event.happened == 0
                         ? "never happened"
                         : fmt::format("timing error p50 {:.2f} s, p95 {:.2f} s, largest {:.2f} s",
                                       event.p50_s, event.p95_s, event.max_s);
  if (event.happened > 0 && event.happened < runs) text += "; happened in " + percent(event.happened, runs);
  if (event.untimed > 0) text += fmt::format("; came without its deed in {}", percent(event.untimed, runs));
  return text;
}

std::string styles_text(const RehearsalFigures& figures) {
  std::string text;
  for (const harness::StyleFigures& style : figures.styles)
    text += fmt::format("{}{} {} of {} ({})", text.empty() ? "" : ", ", style.style,
                        percent(style.staged.hits, style.staged.trials), style.staged.trials,
                        interval_text(style.staged));
  return text;
}

std::string limit_text(const harness::Limit& limit) {
  return fmt::format("{} run{}: {}{} (seed {})", limit.runs, limit.runs == 1 ? "" : "s",
                     limit.outcome == verdict::Outcome::evaded ? "evaded, " : "", limit.why,
                     limit.seeds.empty() ? 0 : limit.seeds.front());
}

// What was done to find advice, or why nothing was.
std::string advice_note(const RehearsalFigures& figures, const RehearsalFacts& facts) {
  if (facts.advice.runs > 0) return fmt::format("took {} further runs with other seeds", facts.advice.runs);
  const harness::AdviceOptions usual;
  if (facts.is_advice_asked && figures.staged.trials > 0 && figures.staged.value() < usual.wanted &&
      !harness::needs_advice(figures))
    return fmt::format("none: {} run{} cannot tell this rate from {:.0f} %", figures.staged.trials,
                       figures.staged.trials == 1 ? "" : "s", 100 * usual.wanted);
  return {};
}

}  // namespace

std::string rehearsal_text(const scene::SceneDescription& scene, const RehearsalFigures& figures,
                           const RehearsalFacts& facts) {
  const std::size_t runs = figures.staged.trials;
  std::size_t width = scene.name.size() > 2 ? scene.name.size() - 2 : 0;
  for (const harness::RoleFigures& role : figures.roles) width = std::max(width, role.role.size());
  for (const harness::LightFigures& light : figures.lights) width = std::max(width, light.beat.size());
  for (const harness::EventFigures& event : figures.events) width = std::max(width, event.event.size());
  width = std::max(width, std::string_view("subjects").size());

  Table table(width);
  for (const harness::RoleFigures& role : figures.roles) table.add(role.role, role_text(role, runs));
  for (const harness::LightFigures& light : figures.lights) table.add(light.beat, light_text(light, runs));
  for (const harness::EventFigures& event : figures.events) table.add(event.event, event_text(event, runs));
  if (figures.subject_was_hit > 0)
    table.add("contacts", "subject hit in " + percent(figures.subject_was_hit, runs));
  if (figures.contacts_of_extras > 0)
    table.add("contacts", "extras touched each other in " + percent(figures.contacts_of_extras, runs));
  if (runs > 0) table.add("subjects", styles_text(figures));
  std::string_view name = "limits";
  for (std::size_t k = 0; k < figures.limits.size(); ++k) {
    table.add(name, limit_text(figures.limits[k]));
    name = "";
    if (const std::string advice = harness::advice_text(facts.advice_of(k)); !advice.empty())
      table.add("", "  -> " + advice);
  }
  if (const std::string note = advice_note(figures, facts); !note.empty()) table.add("advice", note);
  table.add("took", fmt::format("{:.1f} s on {} job{}, {:.2f} runs per second, {:.0f} times real time",
                                facts.runs_s, facts.jobs, facts.jobs == 1 ? "" : "s",
                                facts.runs_s > 0 ? static_cast<double>(runs) / facts.runs_s : 0,
                                facts.runs_s > 0 ? figures.sim_s / facts.runs_s : 0));
  if (!facts.report.empty()) table.add("report", facts.report);
  std::string head =
      fmt::format("{:<{}}  {} run{}, {} staged ({})\n", scene.name, width + 2, runs, runs == 1 ? "" : "s",
                  percent(figures.staged.hits, runs), interval_text(figures.staged));
  if (runs < facts.asked) head = fmt::format("interrupted after {} of {} runs\n", runs, facts.asked) + head;
  return head + table.take();
}

}  // namespace backlot::cli
