#include "backlot/formats/text/parameters.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/text/test/reading.h"

namespace backlot::text::parameters_test {
namespace {

// Declares all parameters of a text, one to a line.
std::string declare(const std::string& text) {
  Problems problems;
  const auto source = std::make_shared<Source>("test", text);
  const Syntax syntax = Syntax::parse(source, problems);
  Scope own;
  for (const Node node : syntax.top()) {
    Cursor c(node, own, problems);
    read_parameter(c, own);
  }
  std::string out = to_text(problems.take());
  for (const std::string_view name : own.names())
    if (const Scope::Value* const value = own.find(name); *value)
      out += std::string(name) + "=" + std::to_string((*value)->value) + " ";
  return out;
}

// Binds the arguments of `use` to a template's list.
std::string bind(const std::string& list, const std::string& use) {
  Problems problems;
  const Syntax head_syntax = Syntax::parse(std::make_shared<Source>("head", list), problems);
  const Syntax use_syntax = Syntax::parse(std::make_shared<Source>("use", use), problems);
  const Scope outer;
  Scope scope(&outer);
  Cursor head(*head_syntax.top().begin(), scope, problems);
  Cursor c(*use_syntax.top().begin(), outer, problems);
  head.expect("t");
  c.expect("t");
  bind_arguments(c, head, scope, "template \"t\"");
  c.finish();
  std::string out = to_text(problems.take());
  if (!out.empty()) return out;
  for (const std::string_view name : scope.names())
    out += std::string(name) + "=" + std::to_string((*scope.find(name))->value) + " ";
  return out;
}

TEST(Parameters, MayUseThoseAbove) { EXPECT_EQ(declare("a = 2 m\nb = a * 3\n"), "a=2.000000 b=6.000000 "); }

TEST(Parameters, HaveNamesOfTheirOwn) {
  EXPECT_EQ(declare("m = 2"),
            "test:1:1: error T133: \"m\" has a meaning of its own and can be no parameter\n");
  EXPECT_EQ(declare("a = 1\na = 2\n"),
            "test:2:1: error T134: there is a parameter \"a\" already\na=1.000000 ");
}

TEST(Parameters, AnErrorIsNotRepeatedWhereItsParameterIsUsed) {
  EXPECT_EQ(declare("a = 1 m + 1 s\nb = a * 3\nc = b\n"),
            "test:1:9: error T122: a length and a time cannot be added\n");
}

TEST(Arguments, ReplaceDefaults) {
  EXPECT_EQ(bind("t(a = 1 m, b = a * 2)", "t"), "a=1.000000 b=2.000000 ");
  EXPECT_EQ(bind("t(a = 1 m, b = a * 2)", "t(a = 5 m)"), "a=5.000000 b=10.000000 ");
  EXPECT_EQ(bind("t(a = max(1 m, 2 m), b)", "t(b = 3, a = 7 m)"), "a=7.000000 b=3.000000 ");
  EXPECT_EQ(bind("t()", "t()"), "");
}

TEST(Arguments, MustFitTheList) {
  EXPECT_EQ(bind("t(size = 1 m)", "t(siez = 1 m)"),
            "use:1:3: error T150: template \"t\" has no parameter \"siez\"\nuse:1:3: note: did you mean "
            "\"size\"?\n");
  EXPECT_EQ(bind("t(size)", "t"),
            "use:1:2: error T151: template \"t\" needs a value for \"size\"\n"
            "use:1:2: note: write size = ... in the parentheses\n");
  EXPECT_EQ(bind("t(a = 1)", "t(a = 1, a = 2)"), "use:1:10: error T152: \"a\" is given twice\n");
}

}  // namespace
}  // namespace backlot::text::parameters_test
