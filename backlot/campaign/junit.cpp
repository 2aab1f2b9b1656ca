#include "backlot/campaign/junit.h"

#include <array>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/campaign/tally.h"

namespace backlot::campaign {

namespace {

// The length of the UTF-8 character at `at`, if it is one that XML 1.0 can hold; 0 where it is not.
std::size_t xml_character(std::string_view text, std::size_t at) {
  BACKLOT_ASSERT(at < text.size(), "a text has a character there");
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned first = byte(at);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return 0;
  unsigned value = first & (0x7FU >> size);
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(at + k) & 0xC0U) != 0x80U) return 0;
    value = (value << 6U) | (byte(at + k) & 0x3FU);
  }
  constexpr std::array<unsigned, 5> kFewest{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  const bool is_no_character = value == 0xFFFE || value == 0xFFFF || value > 0x10FFFF;
  return value < kFewest[size] || is_surrogate || is_no_character ? 0 : size;
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml_text(value));
}

std::string seconds(double value) { return fmt::format("{:.3f}", value); }

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("<property{}{}/>", attribute("name", name), attribute("value", value));
}

struct Numbers {
  std::array<std::size_t, 4> by_standing{};
  double time_s = 0;

  std::size_t tests() const { return by_standing[0] + by_standing[1] + by_standing[2] + by_standing[3]; }
  std::size_t of(Standing standing) const { return by_standing[static_cast<std::size_t>(standing)]; }
  void add(Standing standing, double wall_s) {
    ++by_standing[static_cast<std::size_t>(standing)];
    time_s += wall_s;
  }
  std::string attributes() const {
    return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests(),
                       of(Standing::failed), of(Standing::error), of(Standing::skipped));
  }
};

std::string driver_name(const std::string& driver) { return driver.empty() ? "model subject" : driver; }

std::string outcome(const CaseResult& result, Standing standing) {
  constexpr std::array<std::string_view, 4> kTags{"", "failure", "skipped", "error"};
  static_assert(kTags.size() == static_cast<std::size_t>(Standing::error) + 1);
  if (standing == Standing::passed) return {};
  const std::string_view tag = kTags[static_cast<std::size_t>(standing)];
  std::string reason = reason_of(result);
  if (reason.empty()) reason = to_text(result.verdict);
  std::string text = fmt::format("      <{}{}", tag, attribute("message", reason));
  if (standing != Standing::skipped) {
    text += attribute("type", to_text(result.verdict)) + ">";
    if (result.verdict != Verdict::fail && !result.cause.empty()) text += xml_text(result.cause) + "\n";
    for (const Violation& one : result.violations)
      text += xml_text(fmt::format("{} at {:.2f} s at ({:.1f}, {:.1f}): {}\n", one.rule, one.time_s, one.x_m,
                                   one.y_m, one.message));
    return text + fmt::format("</{}>\n", tag);
  }
  return text + "/>\n";
}

std::string test_case(const CaseResult& result, Standing standing) {
  const Case& one = result.one;
  std::string text = fmt::format(
      "    <testcase{}{} time=\"{}\"",
      attribute("classname", (one.suite.empty() ? std::string() : one.suite + ".") + one.group),
      attribute("name", fmt::format("{}, {}, run {}", one.name, driver_name(one.driver), one.run)),
      seconds(result.wall_s));
  if (!one.file.empty()) text += attribute("file", one.file);
  if (one.line > 0) text += attribute("line", std::to_string(one.line));
  text += ">\n      <properties>" + property("verdict", to_text(result.verdict)) +
          property("seed", std::to_string(one.seed)) + property("hash", result.hash);
  for (const auto& [name, value] : one.parameters) text += property("parameter " + name, value);
  for (const std::string& id : one.requirements) text += property("requirement", id);
  for (const std::string& tag : one.tags) text += property("tag", tag);
  text += "</properties>\n" + outcome(result, standing);
  text += "      <system-out>" + xml_text(result.replay);
  if (!result.recording.empty()) text += xml_text(fmt::format("\n[[ATTACHMENT|{}]]", result.recording));
  return text + "</system-out>\n    </testcase>\n";
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t size = xml_character(text, k);
    if (size == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[k++]));
      continue;
    }
    switch (text[k]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\r':
        out += "&#13;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += text.substr(k, size);
    }
    k += size;
  }
  return out;
}

std::string junit_xml(const JunitHead& head, std::span<const CaseResult> results) {
  const Tally all = tally(results);
  Numbers total;
  std::vector<Numbers> numbers(all.groups.size());
  std::vector<std::string> bodies(all.groups.size());
  for (std::size_t k = 0; k < results.size(); ++k) {
    BACKLOT_ASSERT(all.group_of[k] < all.groups.size(), "a case belongs to a group");
    const std::size_t group = all.group_of[k];
    const Standing standing = standing_of(results[k], all.groups[group], head.are_unstaged_skipped);
    total.add(standing, results[k].wall_s);
    numbers[group].add(standing, results[k].wall_s);
    bodies[group] += test_case(results[k], standing);
  }

  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                     attribute("name", head.name) + total.attributes() +
                     fmt::format(" time=\"{}\">\n", seconds(head.wall_s));
  for (std::size_t k = 0; k < all.groups.size(); ++k) {
    const Group& group = all.groups[k];
    text += "  <testsuite" +
            attribute("name", fmt::format("{}{}, {}", group.suite.empty() ? "" : group.suite + ".",
                                          group.name, driver_name(group.driver))) +
            numbers[k].attributes() + fmt::format(" time=\"{}\"", seconds(numbers[k].time_s));
    if (!head.timestamp.empty()) text += attribute("timestamp", head.timestamp);
    text += ">\n    <properties>" + property("driver", driver_name(group.driver));
    for (const auto& [name, value] : head.properties) text += property(name, value);
    text += "</properties>\n" + bodies[k] + "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace backlot::campaign
