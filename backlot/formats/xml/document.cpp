#include "backlot/formats/xml/document.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/xml/internal/encoding.h"
#include "backlot/formats/xml/internal/tree.h"
#include "backlot/formats/xml/limits.h"

namespace backlot::formats::xml {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kMark = "\xEF\xBB\xBF";  // the byte order mark of UTF-8

struct Finding {
  std::string code;
  std::size_t offset = 0;
  std::string message, hint;
};

std::size_t count_of(std::string_view text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

// What can be told before anything is parsed: that this is no XML, or more than we take.
std::optional<Finding> find_obstacle(std::string_view text) {
  if (text.size() > kLargestFile)
    return Finding{"X101", 0, fmt::format("the file has {} bytes", text.size()), "256 MiB are read at most"};
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    return Finding{"X102", zero, "a zero byte: this is no XML text",
                   "files in UTF-16 have to be converted to UTF-8"};
  if (text.find('<') == std::string_view::npos)
    return Finding{"X102", 0, "this is no XML text", "it has no element"};
  if (count_of(text, '<') > kMostElements)
    return Finding{"X101", 0, "there are too many elements", "ten million are read at most"};
  if (count_of(text, '=') > kMostAttributes)
    return Finding{"X101", 0, "there are too many attributes", "fifty million are read at most"};
  return std::nullopt;
}

// True where the XML declaration names an encoding of one byte for a character.
bool says_latin1(std::string_view text) {
  const std::string_view start = text.substr(0, 200);
  for (const std::string_view name : {"8859-1", "8859-15", "1252", "latin1", "Latin1", "LATIN1"})
    if (start.find(name) != std::string_view::npos) return true;
  return false;
}

std::string_view message_of(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_out_of_memory:
      return "there is not enough memory for it";
    case pugi::status_unrecognized_tag:
      return "this begins like an element and is none";
    case pugi::status_bad_pi:
      return "a processing instruction is not closed";
    case pugi::status_bad_comment:
      return "a comment is not closed";
    case pugi::status_bad_cdata:
      return "a CDATA section is not closed";
    case pugi::status_bad_doctype:
      return "a DOCTYPE is not closed";
    case pugi::status_bad_pcdata:
      return "text stands where none can be";
    case pugi::status_bad_start_element:
      return "the start of an element is not closed";
    case pugi::status_bad_attribute:
      return "an attribute is not written as name=\"value\"";
    case pugi::status_bad_end_element:
      return "the end of an element is not closed";
    case pugi::status_end_element_mismatch:
      return "the end of an element does not fit its start";
    case pugi::status_no_document_element:
      return "there is no element";
    default:
      return "this is no XML text";
  }
}

// Looks at every element without recursion: how deep they stand, and how long their attributes are.
std::optional<Finding> find_excess(const Tree& tree) {
  const auto offset_of = [&tree](const char* in_buffer) {
    return static_cast<std::size_t>(in_buffer - tree.buffer) + tree.skipped;
  };
  std::size_t depth = 1;
  for (pugi::xml_node at = tree.root; !at.empty();) {
    if (depth > kDeepestElement)
      return Finding{"X105", offset_of(at.name()) - 1, "elements stand in each other too deep",
                     fmt::format("{} levels are read at most", kDeepestElement)};
    for (pugi::xml_attribute attribute = at.first_attribute(); !attribute.empty();
         attribute = attribute.next_attribute())
      if (std::string_view(attribute.value()).size() > kLongestAttribute)
        return Finding{"X106", offset_of(attribute.name()), "an attribute is too long",
                       fmt::format("{} bytes are read at most", kLongestAttribute)};

    const auto is_element = [](pugi::xml_node node) { return node.type() == pugi::node_element; };
    if (const pugi::xml_node child = at.find_child(is_element); !child.empty()) {
      at = child;
      ++depth;
      continue;
    }
    // to the next one at this level, or at the lowest level above that has one
    while (!at.empty()) {
      if (at == tree.root) return std::nullopt;
      pugi::xml_node next = at.next_sibling();
      while (!next.empty() && !is_element(next)) next = next.next_sibling();
      if (!next.empty()) {
        at = next;
        break;
      }
      at = at.parent();
      --depth;
    }
  }
  return std::nullopt;
}

// Skips blanks, comments and processing instructions.
std::string_view past_prolog(std::string_view text) {
  while (true) {
    const std::size_t first = text.find_first_not_of(kWhiteSpace);
    if (first == std::string_view::npos) return {};
    text.remove_prefix(first);
    std::string_view close;
    if (text.substr(0, 4) == "<!--")
      close = "-->";
    else if (text.substr(0, 2) == "<?")
      close = "?>";
    else
      return text;
    const std::size_t end = text.find(close, 2);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + close.size());
  }
}

class Parser {
 public:
  Parser(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  base::Result<Document> run() {
    if (auto finding = find_obstacle(text_)) {
      // one line of a text that may be anything: the table of a file that is too large is not made
      const bool is_too_large = finding->code == "X101";
      const Where where = is_too_large ? Where{} : LineTable(text_).at(finding->offset);
      return fail(*finding, where);
    }
    make_tree();
    note_start();
    const pugi::xml_parse_result parsed = load();
    if (!parsed)
      return fail({"X103", 0, std::string(message_of(parsed.status)), {}},
                  tree_->lines.at(static_cast<std::size_t>(parsed.offset) + tree_->skipped));

    for (const pugi::xml_node node : tree_->nodes.children())
      if (node.type() == pugi::node_doctype)
        return fail(
            {"X104", 0, "a DOCTYPE is not read", "remove it, and write out the entities that it declares"},
            tree_->lines.at(static_cast<std::size_t>(node.offset_debug()) + tree_->skipped));
    tree_->root = tree_->nodes.document_element();
    tree_->buffer = tree_->root.name() - tree_->root.offset_debug();
    if (auto excess = find_excess(*tree_)) return fail(*excess, tree_->lines.at(excess->offset));
    note_other_roots();
    return base::Result<Document>::success(Document(std::move(tree_)), std::move(diagnostics_));
  }

 private:
  void make_tree() {
    const bool is_converted = !is_utf8(text_);
    tree_ = std::make_unique<Tree>(file_, is_converted ? utf8_from_latin1(text_) : std::string(), text_);
    if (is_converted && !says_latin1(text_))
      diagnostics_.warning("X108", {file_, 0, 0}, "some bytes are no UTF-8; all are read as ISO 8859-1",
                           "save the file as UTF-8");
  }

  // A declaration belongs at the very start; real files have comments before it, and worse.
  void note_start() {
    std::string_view text = tree_->text;
    if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
    const std::size_t first = text.find('<');
    const bool has_text = text.find_first_not_of(kWhiteSpace) < first;
    const std::size_t declaration = text.find("<?xml ");
    const bool is_late = declaration != std::string_view::npos && declaration > 0 &&
                         declaration < text.size() - past_prolog(text.substr(first)).size();
    tree_->skipped = tree_->text.size() - text.size() + first;
    if (has_text || is_late)
      warn("X107", tree_->text.size() - text.size(), "something stands before the XML declaration",
           "remove it");
  }

  pugi::xml_parse_result load() {
    constexpr unsigned kFlags = pugi::parse_cdata | pugi::parse_escapes | pugi::parse_wconv_attribute |
                                pugi::parse_eol | pugi::parse_doctype;
    const std::string_view seen = tree_->text.substr(tree_->skipped);
    return tree_->nodes.load_buffer(seen.data(), seen.size(), kFlags, pugi::encoding_utf8);
  }

  void note_other_roots() {
    for (pugi::xml_node node = tree_->root.next_sibling(); !node.empty(); node = node.next_sibling())
      if (node.type() == pugi::node_element) {
        warn("X109", static_cast<std::size_t>(node.offset_debug()) + tree_->skipped - 1,
             "a second root element is not read", "a file has one");
        return;
      }
  }

  void warn(std::string code, std::size_t offset, std::string message, std::string hint) {
    diagnostics_.warning(std::move(code), place(tree_->lines.at(offset)), std::move(message),
                         std::move(hint));
  }

  base::Place place(Where where) const {
    return {file_, static_cast<int>(where.line), static_cast<int>(where.column)};
  }

  base::Result<Document> fail(const Finding& finding, Where where) {
    diagnostics_.error(finding.code, place(where), finding.message, finding.hint);
    return base::Result<Document>::failure(std::move(diagnostics_));
  }

  std::string_view text_;
  std::string file_;
  std::unique_ptr<Tree> tree_;
  base::Diagnostics diagnostics_;
};

}  // namespace

Document::Document(std::unique_ptr<Tree> tree) : tree_(std::move(tree)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

const std::string& Document::file() const { return tree_->file; }
Element Document::root() const { return {tree_->root, tree_.get()}; }
base::Place Document::place(Where where) const {
  return {tree_->file, static_cast<int>(where.line), static_cast<int>(where.column)};
}

base::Result<Document> parse(std::string_view text, std::string file) {
  return Parser(text, std::move(file)).run();
}

std::string_view find_root_name(std::string_view text) {
  text = text.substr(0, std::size_t{64} << 10U);
  const std::size_t first = text.find('<');
  if (first == std::string_view::npos) return {};
  text = past_prolog(text.substr(first));
  if (text.substr(0, 9) == "<!DOCTYPE") {
    // past its inner part, if it has one
    const std::size_t inner = text.find_first_of("[>");
    const std::size_t end = inner != std::string_view::npos && text[inner] == '[' ? text.find("]>") : inner;
    if (end == std::string_view::npos) return {};
    text = past_prolog(text.substr(text.find('>', end) + 1));
  }
  if (text.empty() || text[0] != '<') return {};
  return text.substr(1, text.find_first_of(" \t\r\n/>", 1) - 1);
}

}  // namespace backlot::formats::xml
