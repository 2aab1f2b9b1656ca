#include "backlot/formats/text/print.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace backlot::text {

namespace {

constexpr std::size_t kWidestLine = 110;    // for blocks that stay on one line
constexpr std::size_t kWidestAligned = 60;  // comments behind longer lines stand by themselves

// Whether the symbol ends an operand, so that a minus behind it subtracts.
bool ends_operand(char symbol) { return symbol == ')' || symbol == '%'; }

bool is_operator(std::string_view text) {
  return text == "+" || text == "-" || text == "*" || text == "/" || text == "=";
}

// Writes the tokens of a statement with the blanks that belong between them. Blanks never change the meaning; where
// only the reader of a language could tell (`offset -5 m`, `reach - 5 m`) they stay as they are.
class StatementText {
 public:
  StatementText(Node node, std::span<const std::string_view> verbatim)
      : node_(node), tokens_(node.tokens()), is_verbatim_(begins_with(node, verbatim)) {}

  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (i > 0 && has_blank_before(i)) out += ' ';
      out += node_.text(tokens_[i]);
    }
    return out;
  }

 private:
  static bool begins_with(Node node, std::span<const std::string_view> words) {
    if (node.tokens().empty()) return false;
    return std::find(words.begin(), words.end(), node.text(node.tokens().front())) != words.end();
  }
  bool is_symbol(std::size_t i) const { return tokens_[i].kind == TokenKind::symbol; }
  char symbol(std::size_t i) const { return is_symbol(i) ? node_.text(tokens_[i]).front() : '\0'; }
  bool is_operator_at(std::size_t i) const { return is_symbol(i) && is_operator(node_.text(tokens_[i])); }
  bool is_joined(std::size_t i) const { return i < tokens_.size() && tokens_[i].is_joined; }

  // A sign in front of an operand, and not between two.
  bool is_sign(std::size_t i) const {
    const char c = symbol(i);
    if (c != '-' && c != '+') return false;
    if (i == 0) return true;
    if (is_symbol(i - 1) && !ends_operand(symbol(i - 1))) return true;
    return !is_joined(i) && is_joined(i + 1);
  }

  // `km/h` and `0.01/m`: a quotient that was written without blanks. The first token may be joined to what is before the statement.
  bool is_tight_slash(std::size_t i) const {
    return i > 0 && symbol(i) == '/' && is_joined(i) && is_joined(i + 1);
  }

  bool has_blank_before(std::size_t i) const {
    const char before = symbol(i - 1);
    const char here = symbol(i);
    if (is_verbatim_) return !is_joined(i);
    if (before == '(' || here == ')' || here == ',' || here == ':' || here == '%') return false;
    if (before == '.' || here == '.') return !is_joined(i);
    if (is_sign(i - 1) || is_tight_slash(i - 1) || is_tight_slash(i)) return false;
    if (is_operator_at(i - 1) || is_operator_at(i)) return true;
    // `crossing(12 m)` against `at (0 m, 0 m)`.
    if (here == '(' && !is_symbol(i - 1)) return !is_joined(i);
    return true;
  }

  Node node_;
  std::span<const Token> tokens_;
  bool is_verbatim_;
};

class Printer {
 public:
  explicit Printer(std::span<const std::string_view> verbatim) : verbatim_(verbatim) {}

  std::string print(const Syntax& syntax) {
    add_all(syntax.top(), 0);
    return joined();
  }

 private:
  struct Line {
    std::string text;
    std::string comment;
  };

  std::string words_of(Node node) const { return StatementText(node, verbatim_).text(); }

  // Recursion is at most kDeepestNesting deep.
  void add_all(Node::Range nodes, std::size_t depth) {
    bool is_first = true;
    for (const Node node : nodes) {
      if (node.statement().has_blank_line_before && !is_first) lines_.push_back({});
      add(node, depth);
      is_first = false;
    }
  }

  void add(Node node, std::size_t depth) {
    const Statement& statement = node.statement();
    const std::string indent(2 * depth, ' ');
    if (statement.is_comment) {
      lines_.push_back({indent + comment_text(node, statement.first_token), {}});
      return;
    }
    if (statement.has_block) {
      const std::string one_line = statement.is_one_line ? one_line_text(node) : std::string();
      if (!one_line.empty() && indent.size() + one_line.size() <= kWidestLine) {
        lines_.push_back({indent + one_line, comment_text(node, statement.closing_comment)});
        return;
      }
      lines_.push_back({indent + words_of(node) + " {", comment_text(node, statement.comment)});
      add_all(node.block(), depth + 1);
      lines_.push_back({indent + "}", comment_text(node, statement.closing_comment)});
      return;
    }
    lines_.push_back({indent + words_of(node), comment_text(node, statement.comment)});
  }

  static std::string comment_text(Node node, std::uint32_t token) {
    if (token == kNoToken) return {};
    return std::string(node.syntax().text(node.syntax().tokens()[token]));
  }

  // `joint j { a.end meets b.start; link R1 to R1 }`, or nothing when a comment needs the end of a line.
  std::string one_line_text(Node node) const {
    if (node.statement().comment != kNoToken) return {};
    std::string out = words_of(node) + " {";
    bool is_first = true;
    for (const Node inner : node.block()) {
      const Statement& statement = inner.statement();
      if (statement.is_comment || statement.comment != kNoToken || statement.closing_comment != kNoToken)
        return {};
      const std::string text = statement.has_block ? one_line_text(inner) : words_of(inner);
      if (text.empty() || out.size() > kWidestLine) return {};
      out += is_first ? " " : "; ";
      out += text;
      is_first = false;
    }
    return out + " }";
  }

  // Comments of neighbouring lines begin in the same column, two blanks behind the longest of them.
  std::string joined() const {
    std::string out;
    for (std::size_t i = 0; i < lines_.size();) {
      std::size_t end = i;
      std::size_t width = 0;
      for (; end < lines_.size() && is_aligned(lines_[end]); ++end)
        width = std::max(width, lines_[end].text.size());
      end = std::max(end, i + 1);
      for (; i < end; ++i) {
        out += lines_[i].text;
        if (!lines_[i].comment.empty()) {
          out.append(std::max(width, lines_[i].text.size()) - lines_[i].text.size() + 2, ' ');
          out += lines_[i].comment;
        }
        out += '\n';
      }
    }
    return out;
  }

  static bool is_aligned(const Line& line) {
    return !line.comment.empty() && line.text.size() <= kWidestAligned;
  }

  std::span<const std::string_view> verbatim_;
  std::vector<Line> lines_;
};

}  // namespace

std::string print(const Syntax& syntax, std::span<const std::string_view> verbatim) {
  return Printer(verbatim).print(syntax);
}

std::string print_words(Node node) { return StatementText(node, {}).text(); }

}  // namespace backlot::text
