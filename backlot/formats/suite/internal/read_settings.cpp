#include "backlot/formats/suite/internal/read_settings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"

namespace backlot::formats::suite {

namespace {

constexpr double kLargestSeed = 9007199254740992.0;  // 2^53: as far as numbers of a text are exact
constexpr std::uint64_t kMostSeeds = 100'000'000;

std::uint64_t read_seed(text::Cursor& c) {
  const std::size_t begin = c.position();
  const std::optional<double> number = c.take_number();
  if (!number || *number < 0 || *number > kLargestSeed || *number != std::floor(*number)) {
    c.fail_at(begin, "K104", "a seed is a whole number from 0 on", "write seeds 1..5, or seeds 3, 7, 11");
    return 0;
  }
  return static_cast<std::uint64_t>(*number);
}

std::vector<campaign::Seeds> read_seeds(text::Cursor& c) {
  const std::size_t begin = c.position();
  std::vector<campaign::Seeds> all;
  std::uint64_t count = 0;
  do {
    const std::size_t position = c.position();
    campaign::Seeds seeds;
    seeds.first = seeds.last = read_seed(c);
    if (c.take_symbol('.')) {
      c.expect_symbol('.');
      seeds.last = read_seed(c);
    }
    if (seeds.last < seeds.first)
      c.fail_at(position, "K112", "this range is empty: it begins above its end",
                "write the smaller number first");
    for (const campaign::Seeds& other : all)
      if (!c.has_failed() && seeds.first <= other.last && other.first <= seeds.last)
        c.fail_at(position, "K104", "a seed is there twice", "keep one of them");
    if (c.has_failed()) return {};
    count += seeds.count();
    all.push_back(seeds);
  } while (c.take_symbol(','));
  if (count > kMostSeeds) c.fail_at(begin, "K104", "these are more than 100 million seeds", "take fewer");
  return all;
}

// Words or strings with commas between them, none of them twice.
std::vector<std::string> read_names(text::Cursor& c, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is read has a name");
  std::vector<std::string> names;
  do {
    const std::size_t position = c.position();
    std::string name = c.name(what);
    if (!c.has_failed() && (name.empty() || std::find(names.begin(), names.end(), name) != names.end()))
      c.fail_at(position, "K105",
                name.empty() ? "this name is empty" : fmt::format("\"{}\" is there twice", name),
                name.empty() ? "write a name" : "keep one of them");
    names.push_back(std::move(name));
  } while (!c.has_failed() && c.take_symbol(','));
  return names;
}

void read_verifies(text::Cursor& c, Settings& settings) {
  do {
    const std::size_t position = c.position();
    std::string id = read_id(c);
    if (c.has_failed()) return;
    if (std::find(settings.requirements.begin(), settings.requirements.end(), id) !=
        settings.requirements.end())
      c.fail_at(position, "K105", fmt::format("the requirement {} is named twice", id), "keep one of them");
    settings.requirements.push_back(std::move(id));
    settings.requirement_places.push_back(c.place(position));
    settings.requirement_digests.push_back(
        c.take("as of") ? c.string("the digest of the text that the case was linked to") : std::string());
  } while (c.take_symbol(','));
}

double read_share(text::Cursor& c) {
  const std::size_t begin = c.position();
  const double share = c.quantity(text::kPlain);
  if (share < 0 || share > 1)
    c.fail_at(begin, "K106", "a share is between 0 % and 100 %", "write evaded at most 5 %");
  return share;
}

double read_timeout(text::Cursor& c) {
  const std::size_t begin = c.position();
  const double seconds = c.quantity(text::kTime);
  if (!c.has_failed() && !(seconds > 0))
    c.fail_at(begin, "K107", "a time limit is above zero", "write timeout 60 s");
  return seconds;
}

}  // namespace

bool Said::once(text::Cursor& c, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is said once has a name");
  if (std::find(seen_.begin(), seen_.end(), what) == seen_.end()) {
    seen_.push_back(what);
    return true;
  }
  c.fail_at(0, "K103", fmt::format("\"{}\" is said twice", what), "keep one of them");
  return false;
}

std::string read_id(text::Cursor& c) {
  const auto tokens = c.node().tokens();
  std::string id;
  std::size_t k = c.position();
  for (; k < tokens.size(); ++k) {
    const std::string_view word = c.node().text(tokens[k]);
    const bool is_string = tokens[k].kind == text::TokenKind::string;
    if (word == "," || is_string || (!id.empty() && !tokens[k].is_joined)) break;
    id += word;
  }
  c.go_to(k);
  if (id.empty()) c.fail("K108", "the id of a requirement is missing", "write it as in AEB-014");
  return id;
}

bool read_setting(text::Cursor& c, Said& said, Settings& settings) {
  if (c.take("seeds") || c.take("seed")) {
    if (said.once(c, "seeds")) settings.seeds = read_seeds(c);
  } else if (c.take("drivers") || c.take("driver")) {
    if (said.once(c, "drivers")) settings.drivers = read_names(c, "a driver");
  } else if (c.take("tags") || c.take("tag")) {
    if (said.once(c, "tags")) settings.tags = read_names(c, "a tag");
  } else if (c.take("verifies")) {
    read_verifies(c, settings);
  } else if (c.take("timeout")) {
    if (said.once(c, "timeout")) settings.timeout_s = read_timeout(c);
  } else if (c.take("evaded")) {
    c.expect("at most");
    if (said.once(c, "evaded at most")) settings.evaded_at_most = read_share(c);
  } else {
    return false;
  }
  c.finish();
  return true;
}

void fail_unknown_statement(text::Cursor& c, std::string_view where,
                            std::span<const std::string_view> known) {
  BACKLOT_ASSERT(!where.empty() && !known.empty(), "a statement is looked for among some");
  std::string hint = base::did_you_mean(c.peek(), known);
  if (hint.empty()) hint = fmt::format("known here are: {}", fmt::join(known, ", "));
  c.fail("K101", fmt::format("{} begins no statement {}", c.next_text(), where), hint);
}

}  // namespace backlot::formats::suite
