// Numbers and words from attributes, with a diagnostic for each that is wrong.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/formats/text/problems.h"
#include "backlot/formats/xml/document.h"
#include "backlot/formats/xml/element.h"

namespace backlot::formats::xml {

// Every number that comes out of here is finite and within +-1e9. One that is needed and wrong or missing is an error,
// and 0 stands in for it. One that could be left out is a warning when it is wrong, and then it is as if it had been
// left out. An empty attribute counts as missing.
class Attributes {
 public:
  Attributes(const Document& document, text::Problems& problems) : document_(document), problems_(problems) {}

  double number(Element element, const char* name);
  double number_or(Element element, const char* name, double otherwise);
  std::optional<double> find_number(Element element, const char* name);
  // 0 where it is missing, and an error where it is wrong.
  double coefficient(Element element, const char* name);

  int whole(Element element, const char* name);
  int whole_or(Element element, const char* name, int otherwise);
  std::optional<int> find_whole(Element element, const char* name);

  // "true", "1", "yes" and "false", "0", "no"; none for all else.
  std::optional<bool> find_flag(Element element, const char* name);

  std::string word(Element element, const char* name);  // an error where it is missing
  std::string word_or_empty(Element element, const char* name);

  // For what the caller finds wrong. Of warnings with one code the first hundred are listed.
  void error(std::string code, Where where, std::string message, std::string hint = {});
  void warning(std::string code, Where where, std::string message, std::string hint = {});
  text::Problems& problems() { return problems_; }

 private:
  enum class Need { needed, right_or_missing, optional };
  std::optional<double> read(Element element, const char* name, Need need);
  std::optional<int> read_whole(Element element, const char* name, Need need);
  void complain(Need need, std::string code, Where where, std::string message);

  const Document& document_;
  text::Problems& problems_;
  std::map<std::string, std::size_t> warnings_;  // how many of each code
};

}  // namespace backlot::formats::xml
