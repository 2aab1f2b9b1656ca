#include "backlot/storyboard/internal/page_parts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/charts.h"
#include "backlot/page/html.h"

namespace backlot::storyboard::internal {

using draw::escaped;
using page::card, page::Cell, page::draw_interval, page::inline_svg, page::number_cell, page::percent,
    page::table, page::text_cell;

namespace {

constexpr std::size_t kSeedsShown = 12;  // of a cause; the others unfold

double rate_of(const StagedShare& share) {
  return share.runs == 0 ? std::nan("") : static_cast<double>(share.staged) / static_cast<double>(share.runs);
}

std::string interval_text(const StagedShare& share) {
  return fmt::format("{} to {}", percent(share.low), percent(share.high));
}

// A round number below all intervals, at most 80 %.
double axis_low_of(const RehearsalPage& page) {
  double low = std::isfinite(page.share.low) ? page.share.low : 0;
  for (const StyleRow& row : page.styles)
    if (std::isfinite(row.share.low)) low = std::min(low, row.share.low);
  return std::clamp(0.1 * std::floor(10 * low), 0.0, 0.8);
}

std::string command_of(const RehearsalPage& page, std::uint64_t seed) {
  return fmt::format("backlot run {} --seed {}", page.file.empty() ? page.scene : page.file, seed);
}

std::string view_command_of(const RehearsalPage& page, std::uint64_t seed) {
  return fmt::format("backlot view {} --seed {}", page.file.empty() ? page.scene : page.file, seed);
}

std::string seed_list(const std::vector<std::uint64_t>& seeds, std::size_t from, std::size_t to) {
  BACKLOT_ASSERT(from <= to && to <= seeds.size(), "a part of the seeds");
  std::string list;
  for (std::size_t i = from; i < to; ++i) list += fmt::format("{}{}", i > from ? " " : "", seeds[i]);
  return list;
}

std::string seeds_html(const RehearsalPage& page, const CauseRow& cause) {
  if (cause.seeds.empty()) return "";
  const std::size_t shown = std::min(kSeedsShown, cause.seeds.size());
  std::string html =
      fmt::format("<code>{}</code><br/><code>{}</code><div class=\"seeds\">seeds {}</div>",
                  escaped(command_of(page, cause.seeds.front())),
                  escaped(view_command_of(page, cause.seeds.front())), seed_list(cause.seeds, 0, shown));
  if (shown < cause.seeds.size()) {
    html += fmt::format("<details><summary>{} more</summary><div class=\"seeds\">{}</div></details>",
                        cause.seeds.size() - shown, seed_list(cause.seeds, shown, cause.seeds.size()));
  }
  return html;
}

}  // namespace

std::string head_part(const RehearsalPage& page) {
  const StagedShare& share = page.share;
  std::string html =
      fmt::format("<header>\n<h1>{}</h1>\n", escaped(page.title.empty() ? page.scene : page.title));
  html += fmt::format("<p class=\"quiet\">{}{}</p>\n</header>\n", escaped(page.scene),
                      page.network.empty() ? "" : " on " + escaped(page.network));
  html += fmt::format(
      "<section class=\"card head\">\n<div class=\"rate\">{}</div>\n<div><p>of {} runs were staged ({} of "
      "{}).</p>\n<p class=\"quiet\">95 % interval: {}.</p></div>\n",
      percent(rate_of(share)), share.runs, share.staged, share.runs, interval_text(share));
  return html + "</section>\n";
}

std::string story_part(const RehearsalPage& page) {
  std::string figures;
  for (const std::string& svg : page.panels) {
    const std::string picture = inline_svg(svg, "fit");
    if (!picture.empty()) figures += "<figure class=\"picture\">\n" + picture + "</figure>\n";
  }
  if (figures.empty()) return "";
  std::string html = "<div class=\"story\">\n" + figures + "</div>\n";
  if (!page.storyboard_caption.empty())
    html += fmt::format("<p class=\"quiet\">{}</p>\n", escaped(page.storyboard_caption));
  return card("Storyboard", html);
}

std::string styles_part(const RehearsalPage& page) {
  if (page.styles.empty()) return "";
  const double axis_low = axis_low_of(page);
  std::vector<std::vector<Cell>> rows;
  const auto add = [&](const std::string& name, const StagedShare& share) {
    const std::string bar =
        share.runs == 0 ? ""
                        : inline_svg(draw_interval(rate_of(share), share.low, share.high, axis_low), "small");
    rows.push_back({text_cell(name),
                    number_cell(fmt::format("{}", share.runs)),
                    number_cell(fmt::format("{}", share.staged)),
                    number_cell(percent(rate_of(share))),
                    number_cell(interval_text(share)),
                    {bar, false}});
  };
  for (const StyleRow& row : page.styles) add(row.style, row.share);
  add("all", page.share);
  return card("Styles of the subject", table({text_cell("style"), number_cell("runs"), number_cell("staged"),
                                              number_cell("rate"), number_cell("95 % interval"),
                                              text_cell(fmt::format("{:.0f} % to 100 %", 100 * axis_low))},
                                             rows));
}

std::string limits_part(const RehearsalPage& page) {
  if (page.limits.empty()) return "";
  std::vector<std::vector<Cell>> rows;
  for (const LimitRow& row : page.limits) {
    const std::string verified = row.verified.empty()
                                     ? "<span class=\"quiet\">not verified</span>"
                                     : fmt::format("<span class=\"good\">{}</span>", escaped(row.verified));
    rows.push_back({number_cell(fmt::format("{}", row.runs)),
                    text_cell(row.why),
                    text_cell(row.advice),
                    {verified, false}});
  }
  return card(
      "What limits the rate",
      table({number_cell("runs"), text_cell("why"), text_cell("advice"), text_cell("verified")}, rows));
}

std::string causes_part(const RehearsalPage& page) {
  if (page.causes.empty()) return "";
  std::size_t most = 1;
  for (const CauseRow& cause : page.causes) most = std::max(most, cause.seeds.size());
  std::vector<std::vector<Cell>> rows;
  for (const CauseRow& cause : page.causes) {
    const double share = static_cast<double>(cause.seeds.size()) / static_cast<double>(most);
    const std::string bar = fmt::format(
        "<div class=\"track\"><div class=\"fill\" style=\"width: {:.1f}%\"></div></div>", 100 * share);
    rows.push_back({number_cell(fmt::format("{}", cause.seeds.size())),
                    {bar, false},
                    text_cell(cause.cause),
                    {seeds_html(page, cause), false}});
  }
  return card(
      "Runs that were not staged",
      table({number_cell("runs"), text_cell(""), text_cell("cause"), text_cell("to reproduce")}, rows));
}

std::string parameters_part(const RehearsalPage& page) {
  if (page.parameters.empty()) return "";
  std::string list = "<dl>\n";
  for (const auto& [name, value] : page.parameters)
    list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
  return card("Parameters", list + "</dl>\n");
}

std::string foot_part(const RehearsalPage& page) {
  std::string text;
  for (const auto& [name, value] : page.versions)
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", escaped(name), escaped(value));
  return text.empty() ? "" : "<footer>" + text + "</footer>\n";
}

}  // namespace backlot::storyboard::internal
