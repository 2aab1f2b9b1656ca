#include "backlot/formats/study/internal/read_statement.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/study/plan.h"

namespace backlot::formats::study {

namespace {

namespace model = backlot::study;

constexpr double kLargestSeed = 9007199254740992.0;  // 2^53: as far as numbers of a text are exact
constexpr std::size_t kMostParticipants = 10'000;
constexpr double kLowestRate = 20, kHighestRate = 1000;

bool is_folder_name(std::string_view name) {
  constexpr std::size_t kLongest = 64;
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kLongest && std::all_of(name.begin(), name.end(), fits);
}

std::string checked_name(text::Cursor& c, std::size_t position, std::string name) {
  BACKLOT_ASSERT(position <= c.position(), "a name lies before the place where it is read to");
  if (!c.has_failed() && !is_folder_name(name))
    c.fail_at(position, "Y108", fmt::format("\"{}\" cannot name a folder of results", name),
              "take up to 64 letters, digits, _ and -");
  return name;
}

}  // namespace

bool Said::has(std::string_view what) const {
  return std::find(seen_.begin(), seen_.end(), what) != seen_.end();
}

bool Said::once(text::Cursor& c, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is said once has a name");
  if (!has(what)) {
    seen_.push_back(what);
    return true;
  }
  c.fail_at(0, "Y103", fmt::format("\"{}\" is said twice", what), "keep one of them");
  return false;
}

std::vector<std::string> read_participants(text::Cursor& c) {
  std::vector<std::string> list;
  const std::size_t begin = c.position();
  if (!c.is_name_next()) {
    const std::size_t count = read_count(c, kMostParticipants, "participants 12");
    for (std::size_t k = 1; k <= count; ++k) list.push_back(model::numbered_participant(k, count));
    return c.finish() ? list : std::vector<std::string>{};
  }
  do {
    const std::size_t position = c.position();
    std::string name = read_folder_name(c, "the name of a participant");
    if (!c.has_failed() && std::find(list.begin(), list.end(), name) != list.end())
      c.fail_at(position, "Y105", fmt::format("the participant \"{}\" is there twice", name),
                "keep one of them");
    list.push_back(std::move(name));
  } while (!c.has_failed() && c.take_symbol(','));
  if (list.size() > kMostParticipants)
    c.fail_at(begin, "Y106", fmt::format("a study has at most {} participants", kMostParticipants),
              "divide the study");
  return c.finish() ? list : std::vector<std::string>{};
}

std::string read_subject(text::Cursor& c) {
  const bool is_driver = c.take("driver");
  std::string name = c.name(is_driver ? "the name of a driver" : "me, or a style");
  c.finish();
  return is_driver ? "driver:" + name : name;
}

model::SeedChoice read_seed(text::Cursor& c) {
  model::SeedChoice seed;
  const std::size_t begin = c.position();
  const std::optional<double> number = c.take_number();
  if (!number || *number < 0 || *number > kLargestSeed || *number != std::floor(*number))
    c.fail_at(begin, "Y104", "a seed is a whole number from 0 on",
              "write seed 7, seed 7 by participant, or seed 7 by trial");
  else
    seed.first = static_cast<std::uint64_t>(*number);
  if (c.take("by participant"))
    seed.rule = model::SeedRule::by_participant;
  else if (c.take("by trial"))
    seed.rule = model::SeedRule::by_trial;
  c.finish();
  return seed;
}

double read_rate(text::Cursor& c) {
  const std::size_t begin = c.position();
  const double rate = c.quantity(text::kFrequency);
  const double in_judged = rate / kLowestRate;
  const bool fits = rate >= kLowestRate && rate <= kHighestRate && in_judged == std::floor(in_judged);
  if (!c.has_failed() && !fits)
    c.fail_at(begin, "Y106", "the rate is a multiple of 20 per second, 1000 per second at most",
              "write rate 100 per second");
  c.finish();
  return rate;
}

void read_order(text::Cursor& c, model::BlockDescription& block) {
  constexpr std::array<std::string_view, 4> kOrders{"listed", "random", "latin square",
                                                    "balanced latin square"};
  block.order = static_cast<model::Order>(c.choose(kOrders, "order of conditions"));
  if (!c.has_failed() && block.order == model::Order::random && c.take("seed")) {
    const std::size_t position = c.position();
    const model::SeedChoice seed = read_seed(c);
    if (!c.has_failed() && seed.rule != model::SeedRule::fixed)
      c.fail_at(position, "Y104", "a random order is drawn for each participant anyway",
                "write order random seed 7");
    block.order_seed = seed.first;
    return;
  }
  c.finish();
}

std::string read_folder_name(text::Cursor& c, std::string_view what) {
  const std::size_t position = c.position();
  return checked_name(c, position, c.name(what));
}

std::string read_key(text::Cursor& c) {
  const std::size_t position = c.position();
  const auto tokens = c.node().tokens();
  std::string key = position < tokens.size() ? std::string(c.node().text(tokens[position])) : std::string();
  std::erase(key, '"');
  const bool fits = key.size() == 1 && std::isalnum(static_cast<unsigned char>(key[0])) != 0;
  if (!fits) {
    c.fail_at(position, "Y111", "the key of a marker is one letter or one digit",
              "write marker 1 \"glance away\"");
    return {};
  }
  c.go_to(position + 1);
  key[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(key[0])));
  return key;
}

std::size_t read_count(text::Cursor& c, std::size_t most, std::string_view example) {
  BACKLOT_ASSERT(most >= 1, "a count may be one");
  const std::size_t position = c.position();
  const std::optional<double> number = c.take_number();
  if (!number || *number < 1 || *number > static_cast<double>(most) || *number != std::floor(*number)) {
    c.fail_at(position, "Y106", fmt::format("a whole number from 1 to {} is asked for here", most),
              fmt::format("write {}", example));
    return 1;
  }
  return static_cast<std::size_t>(*number);
}

double read_least(text::Cursor& c) {
  const std::size_t position = c.position();
  const double seconds = c.quantity(text::kTime);
  if (!c.has_failed() && !(seconds > 0))
    c.fail_at(position, "Y107", "a break takes a time above zero", "write break 2 min");
  return seconds;
}

std::string read_paragraphs(text::Cursor& c) {
  std::string text;
  do {
    const std::string paragraph = c.string("a text");
    text += text.empty() ? paragraph : "\n" + paragraph;
  } while (!c.has_failed() && !c.is_at_end());
  return text;
}

model::RestDescription read_rest(text::Cursor& c) {
  model::RestDescription rest;
  rest.least_s = read_least(c);
  if (!c.is_at_end()) rest.text = read_paragraphs(c);
  return rest;
}

std::string read_value(text::Cursor& c) {
  if (c.is_at_end()) {
    c.fail("Y110", "the value of the parameter is missing", "write it as in parameter lead = 1.5 s");
    return {};
  }
  const auto tokens = c.node().tokens();
  std::string value;
  for (std::size_t k = c.position(); k < tokens.size(); ++k) {
    if (k > c.position() && !tokens[k].is_joined) value += ' ';
    value += c.node().text(tokens[k]);
  }
  c.go_to(tokens.size());
  return value;
}

void fail_unknown_statement(text::Cursor& c, std::string_view where,
                            std::span<const std::string_view> known) {
  BACKLOT_ASSERT(!where.empty() && !known.empty(), "a statement is looked for among some");
  std::string hint = base::did_you_mean(c.peek(), known);
  if (hint.empty()) hint = fmt::format("known here are: {}", fmt::join(known, ", "));
  c.fail("Y101", fmt::format("{} begins no statement {}", c.next_text(), where), hint);
}

}  // namespace backlot::formats::study
