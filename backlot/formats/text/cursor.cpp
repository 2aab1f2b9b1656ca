#include "backlot/formats/text/cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/text/internal/expression.h"

namespace backlot::text {

Cursor::Cursor(Node node, const Scope& scope, Problems& problems)
    : node_(node), tokens_(node.tokens()), scope_(&scope), problems_(&problems) {
  if (node.statement().is_readable) return;
  has_failed_ = true;  // as was reported when the statement was found
  problems.note_failure();
}

base::Place Cursor::place(std::size_t position) const {
  return position < tokens_.size() ? node_.place(tokens_[position]) : node_.end_place();
}

void Cursor::fail(std::string code, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a problem has a code and a message");
  fail_at(here_, std::move(code), std::move(message), std::move(hint));
}

void Cursor::fail_at(std::size_t position, std::string code, std::string message, std::string hint) {
  if (!has_failed_) problems_->error(std::move(code), place(position), std::move(message), std::move(hint));
  has_failed_ = true;
}

std::string Cursor::next_text() const {
  if (!is_at_end()) {
    constexpr std::size_t kLongest = 40;
    const std::string_view text = node_.text(tokens_[here_]);
    if (text.size() > kLongest) return fmt::format("\"{}...\"", text.substr(0, kLongest));
    return text.front() == '"' ? std::string(text) : fmt::format("\"{}\"", text);
  }
  return node_.statement().has_block ? "the block" : "the end of the line";
}

// ---- words ----

bool Cursor::is_next(std::string_view word) const { return !has_failed_ && peek() == word; }

std::string_view Cursor::peek() const {
  if (is_at_end() || tokens_[here_].kind != TokenKind::word) return {};
  return node_.text(tokens_[here_]);
}

bool Cursor::take(std::string_view phrase) {
  BACKLOT_ASSERT(!phrase.empty(), "a phrase that is looked for is not empty");
  if (has_failed_) return false;
  std::size_t at = here_;
  while (!phrase.empty()) {
    const std::string_view word = phrase.substr(0, phrase.find(' '));
    phrase.remove_prefix(word.size() + (word.size() < phrase.size() ? 1 : 0));
    if (at == tokens_.size() || tokens_[at].kind != TokenKind::word) return false;
    if (node_.text(tokens_[at]) != word) return false;
    ++at;
  }
  here_ = at;
  return true;
}

void Cursor::expect(std::string_view phrase) {
  if (take(phrase)) return;
  fail("T140", fmt::format("\"{}\" is missing before {}", phrase, next_text()));
}

std::optional<std::size_t> Cursor::take_one_of(std::span<const std::string_view> phrases) {
  BACKLOT_ASSERT(!phrases.empty(), "a choice has phrases");
  std::optional<std::size_t> best;
  std::size_t longest = 0;
  const std::size_t begin = here_;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    here_ = begin;
    if (!take(phrases[i]) || here_ - begin <= longest) continue;
    longest = here_ - begin;
    best = i;
  }
  here_ = begin + longest;
  return best;
}

std::size_t Cursor::choose(std::span<const std::string_view> phrases, std::string_view what) {
  BACKLOT_ASSERT(!phrases.empty() && !what.empty(), "a choice has phrases and a name");
  if (has_failed_) return 0;
  if (const auto found = take_one_of(phrases)) return *found;
  std::string hint = base::did_you_mean(peek(), phrases);
  if (hint.empty()) hint = fmt::format("write one of: {}", fmt::join(phrases, ", "));
  fail("T145", fmt::format("{} is no {}", next_text(), what), hint);
  return 0;
}

// ---- symbols ----

bool Cursor::is_symbol(char symbol) const {
  if (has_failed_ || is_at_end() || tokens_[here_].kind != TokenKind::symbol) return false;
  return node_.text(tokens_[here_]).front() == symbol;
}

bool Cursor::take_symbol(char symbol) {
  if (!is_symbol(symbol)) return false;
  ++here_;
  return true;
}

void Cursor::expect_symbol(char symbol) {
  if (take_symbol(symbol)) return;
  fail("T140", fmt::format("\"{}\" is missing before {}", symbol, next_text()));
}

// ---- names ----

bool Cursor::is_name_next() const {
  if (has_failed_ || is_at_end()) return false;
  return tokens_[here_].kind == TokenKind::word || tokens_[here_].kind == TokenKind::string;
}

bool Cursor::take_name_part(std::vector<std::string>& parts) {
  if (!is_name_next()) return false;
  const Token& token = tokens_[here_++];
  const std::string_view text = node_.text(token);
  if (token.kind == TokenKind::string) {
    parts.push_back(unquoted(text));
    return true;
  }
  // The dots of a word part it like dots between strings.
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('.', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return true;
}

std::vector<std::string> Cursor::name_parts(std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is read has a name");
  std::vector<std::string> parts;
  if (has_failed_) return parts;
  if (!take_name_part(parts)) {
    const bool is_number = !is_at_end() && tokens_[here_].kind == TokenKind::number;
    fail("T141", fmt::format("{} is asked for here, this is {}", what, next_text()),
         is_number ? "put names that begin with a digit in quotes" : "");
    return parts;
  }
  while (is_symbol('.') && tokens_[here_].is_joined) {
    ++here_;
    if (!take_name_part(parts)) fail("T141", fmt::format("{} is missing behind the dot", what));
  }
  return parts;
}

std::string Cursor::name(std::string_view what) {
  // Most names are one word.
  if (!has_failed_ && !is_at_end() && tokens_[here_].kind == TokenKind::word) {
    const bool is_alone = here_ + 1 == tokens_.size() || tokens_[here_ + 1].kind != TokenKind::symbol ||
                          node_.text(tokens_[here_ + 1]).front() != '.';
    if (is_alone) return std::string(node_.text(tokens_[here_++]));
  }
  return fmt::format("{}", fmt::join(name_parts(what), "."));
}

Reference Cursor::reference(std::string_view what) {
  const std::size_t begin = here_;
  std::vector<std::string> parts = name_parts(what);
  if (has_failed_) return {};
  if (parts.size() < 2) {
    fail_at(begin, "T146", fmt::format("{} is asked for here, this has no dot", what));
    return {};
  }
  Reference reference;
  reference.last = std::move(parts.back());
  parts.pop_back();
  reference.owner = fmt::format("{}", fmt::join(parts, "."));
  return reference;
}

std::string Cursor::string(std::string_view what) {
  if (has_failed_) return {};
  if (is_at_end() || tokens_[here_].kind != TokenKind::string) {
    fail("T141", fmt::format("{} in quotes is asked for here, this is {}", what, next_text()));
    return {};
  }
  return unquoted(node_.text(tokens_[here_++]));
}

std::vector<std::string> Cursor::names(std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is read has a name");
  std::vector<std::string> names;
  do {
    names.push_back(name(what));
  } while (!has_failed_ && !is_at_end());
  return names;
}

std::string_view Cursor::new_word(std::string_view what) {
  const std::string_view word = peek();
  if (has_failed_) return {};
  if (word.empty() || word.find('.') != std::string_view::npos) {
    fail("T141", fmt::format("{} is asked for here, this is {}", what, next_text()),
         "it consists of letters, digits and _");
    return {};
  }
  ++here_;
  return word;
}

// ---- numbers ----

Quantity Cursor::any_quantity() { return has_failed_ ? Quantity{} : Expression(*this).read(); }

std::optional<double> Cursor::take_number() {
  if (has_failed_) return std::nullopt;
  const bool is_negative = is_symbol('-');
  const std::size_t at = here_ + (is_negative ? 1 : 0);
  if (at >= tokens_.size() || tokens_[at].kind != TokenKind::number) return std::nullopt;
  here_ = at + 1;
  return is_negative ? -tokens_[at].number : tokens_[at].number;
}

// Units with a slash are written without blanks, so that `100 m / s` can mean a parameter s.
const Unit* Cursor::take_unit() {
  if (take_symbol('%')) return find_unit("%");
  const std::string_view word = peek();
  if (has_failed_ || word.empty()) return nullptr;
  const auto text = [this](std::size_t ahead) { return node_.text(tokens_[here_ + ahead]); };
  if (word == "per" && here_ + 1 < tokens_.size()) {
    const Unit* const unit = find_unit(fmt::format("per {}", text(1)));
    if (unit != nullptr) here_ += 2;
    return unit;
  }
  const bool is_quotient = here_ + 2 < tokens_.size() && text(1) == "/" && tokens_[here_ + 1].is_joined &&
                           tokens_[here_ + 2].is_joined;
  if (is_quotient) {
    // The three tokens touch, so they are one view of the text.
    const std::string_view whole(word.data(), word.size() + 1 + text(2).size());
    if (const Unit* const unit = find_unit(whole)) {
      here_ += 3;
      return unit;
    }
  }
  const Unit* const unit = find_unit(word);
  if (unit != nullptr) ++here_;
  return unit;
}

double Cursor::quantity(const Dimension& dimension) {
  const std::size_t begin = here_;
  const Quantity quantity = any_quantity();
  if (has_failed_ || quantity.dimension == dimension) return quantity.value;
  const std::string_view units = units_of(dimension);
  fail_at(begin, "T123",
          fmt::format("{} is asked for here, this is {}", to_text(dimension), to_text(quantity.dimension)),
          units.empty() ? "leave out the unit" : fmt::format("write it in {}", units));
  return 0;
}

void Cursor::skip_expression() {
  for (std::size_t depth = 0; !has_failed_ && !is_at_end(); ++here_) {
    if (depth == 0 && (is_symbol(',') || is_symbol(')'))) return;
    if (is_symbol('(')) ++depth;
    if (is_symbol(')')) --depth;
  }
}

std::size_t Cursor::tuple(const Dimension& dimension, std::span<double> numbers, std::size_t fewest) {
  BACKLOT_ASSERT(fewest <= numbers.size(), "a tuple has room for its numbers");
  const std::size_t begin = here_;
  expect_symbol('(');
  std::size_t count = 0;
  while (!has_failed_) {
    const double number = quantity(dimension);
    if (count < numbers.size()) numbers[count] = number;
    ++count;
    if (!take_symbol(',')) break;
  }
  expect_symbol(')');
  if (!has_failed_ && (count < fewest || count > numbers.size())) {
    const std::string range = fewest == numbers.size() ? fmt::format("{}", fewest)
                                                       : fmt::format("{} or {}", fewest, numbers.size());
    fail_at(begin, "T147", fmt::format("{} numbers are asked for here, these are {}", range, count));
  }
  return has_failed_ ? 0 : count;
}

// ---- the end ----

bool Cursor::finish_words() {
  if (!has_failed_ && !is_at_end()) fail("T142", fmt::format("{} is left over", next_text()));
  return !has_failed_;
}

bool Cursor::finish() {
  if (finish_words() && node_.statement().has_block) fail("T144", "a block is not expected here");
  return !has_failed_;
}

bool Cursor::finish_before_block(std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what is read has a name");
  if (finish_words() && !node_.statement().has_block)
    fail("T143", fmt::format("the block of {} is missing", what), "open it with { on the same line");
  return !has_failed_;
}

}  // namespace backlot::text
