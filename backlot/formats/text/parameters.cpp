#include "backlot/formats/text/parameters.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/text/internal/functions.h"

namespace backlot::text {

namespace {

struct Argument {
  std::string_view name;
  std::size_t position;
  Quantity value;
  bool is_used = false;
};

// A name that can be declared: none that expressions already give a meaning to.
std::string_view read_new_name(Cursor& c) {
  const std::size_t position = c.position();
  const std::string_view name = c.new_word("the name of a parameter");
  if (is_unit_word(name) || find_function(name) != nullptr || name == "pi")
    c.fail_at(position, "T133", fmt::format("\"{}\" has a meaning of its own and can be no parameter", name));
  return name;
}

std::vector<Argument> read_arguments(Cursor& c) {
  std::vector<Argument> arguments;
  if (!c.take_symbol('(') || c.take_symbol(')')) return arguments;
  do {
    const std::size_t position = c.position();
    const std::string_view name = c.new_word("the name of a parameter");
    if (!c.has_failed() && !c.is_symbol('='))
      c.fail("T140", fmt::format("\"=\" is missing before {}", c.next_text()),
             "arguments are given by name: (size = 80 m)");
    c.take_symbol('=');
    const Quantity value = c.any_quantity();
    const bool is_double =
        std::any_of(arguments.begin(), arguments.end(), [name](const Argument& a) { return a.name == name; });
    if (is_double) c.fail_at(position, "T152", fmt::format("\"{}\" is given twice", name));
    arguments.push_back({name, position, value});
  } while (!c.has_failed() && c.take_symbol(','));
  c.expect_symbol(')');
  return arguments;
}

}  // namespace

void read_parameter(Cursor& c, Scope& scope) {
  const std::size_t position = c.position();
  const std::string_view name = read_new_name(c);
  c.expect_symbol('=');
  const Quantity value = c.any_quantity();
  c.finish();
  if (name.empty()) return;
  const bool is_new = scope.declare(name, c.has_failed() ? Scope::Value() : Scope::Value(value));
  if (!is_new) c.fail_at(position, "T134", fmt::format("there is a parameter \"{}\" already", name));
}

void check_parameter_list(Cursor& c) {
  if (!c.take_symbol('(') || c.take_symbol(')')) return;
  std::vector<std::string_view> names;
  do {
    const std::size_t position = c.position();
    const std::string_view name = read_new_name(c);
    if (std::find(names.begin(), names.end(), name) != names.end())
      c.fail_at(position, "T134", fmt::format("there is a parameter \"{}\" already", name));
    names.push_back(name);
    if (c.take_symbol('=')) c.skip_expression();
  } while (!c.has_failed() && c.take_symbol(','));
  c.expect_symbol(')');
}

void bind_arguments(Cursor& use, Cursor& head, Scope& scope, std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what takes arguments has a name");
  const std::size_t begin = use.position();
  std::vector<Argument> arguments = read_arguments(use);
  std::vector<std::string_view> names;
  const bool has_list = head.take_symbol('(') && !head.take_symbol(')');
  while (has_list && !use.has_failed()) {
    const std::string_view name = head.new_word("the name of a parameter");
    names.push_back(name);
    const bool has_default = head.take_symbol('=');
    const auto given = std::find_if(arguments.begin(), arguments.end(),
                                    [name](const Argument& a) { return a.name == name; });
    if (given != arguments.end()) {
      scope.declare(name, given->value);
      given->is_used = true;
      if (has_default) head.skip_expression();
    } else if (has_default) {
      const Quantity value = head.any_quantity();
      scope.declare(name, head.has_failed() ? Scope::Value() : Scope::Value(value));
    } else {
      scope.declare(name, {});
      use.fail_at(begin, "T151", fmt::format("{} needs a value for \"{}\"", what, name),
                  fmt::format("write {} = ... in the parentheses", name));
    }
    if (head.has_failed() || !head.take_symbol(',')) break;
  }
  for (const Argument& argument : arguments) {
    if (argument.is_used || use.has_failed() || head.has_failed()) continue;
    std::string hint = base::did_you_mean(argument.name, names);
    if (hint.empty() && !names.empty()) hint = fmt::format("its parameters are: {}", fmt::join(names, ", "));
    use.fail_at(argument.position, "T150", fmt::format("{} has no parameter \"{}\"", what, argument.name),
                hint);
  }
}

void declare_defaults(Cursor& head, Scope& scope) {
  if (!head.take_symbol('(') || head.take_symbol(')')) return;
  do {
    const std::string_view name = head.new_word("the name of a parameter");
    Scope::Value value;
    if (head.take_symbol('=')) value = head.any_quantity();
    scope.declare(name, head.has_failed() ? Scope::Value() : value);
  } while (!head.has_failed() && head.take_symbol(','));
}

}  // namespace backlot::text
