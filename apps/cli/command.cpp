#include "apps/cli/command.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <CLI/FormatterFwd.hpp>
#include <CLI/Option.hpp>
#include <fmt/format.h>

#include "apps/cli/message.h"
#include "backlot/base/find_number.h"

namespace backlot::cli {
namespace {

constexpr std::size_t kHelpWidth = 100;

// Help that fits a screen:
//
//   usage: backlot check [--json] [--strict] FILE...
//
//   What it does.
//
//     FILE...        files of any format
//     --json         ...
//
//   examples:
//     backlot check town.way
class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* command, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    std::string text = usage(*command) + "\n\n" + command->get_description() + "\n\n";
    for (const Row& row : rows(*command))
      text += fmt::format("  {:<{}}  {}\n", row.name, name_width(*command), row.text);
    if (!command->get_footer().empty()) text += "\nexamples:\n" + indented(command->get_footer());
    return text;
  }

 private:
  struct Row {
    std::string name, text;
  };

  // "-o FILE", "--loft LOW HIGH", "FILE..."
  static std::string name_with_value(const CLI::Option& option) {
    if (option.get_positional())
      return option.get_name(true) + (option.get_items_expected_max() > 1 ? "..." : "");
    std::string name =
        option.get_lnames().empty() ? "-" + option.get_snames().front() : "--" + option.get_lnames().front();
    // Help alone has a short name worth showing.
    if (!option.get_lnames().empty() && !option.get_snames().empty())
      name = "-" + option.get_snames().front() + ", " + name;
    if (!option.get_option_text().empty()) name += " " + option.get_option_text();
    return name;
  }

  static std::vector<const CLI::Option*> options(const CLI::App& command) {
    std::vector<const CLI::Option*> list = command.get_options();
    std::erase_if(list, [](const CLI::Option* option) { return option->get_group().empty(); });  // hidden
    // What has a place first, then the options in the order in which they were added, help last.
    std::stable_sort(list.begin(), list.end(), [&command](const CLI::Option* a, const CLI::Option* b) {
      const auto rank = [&command](const CLI::Option* option) {
        if (option == command.get_help_ptr()) return 2;
        return option->get_positional() ? 0 : 1;
      };
      return rank(a) < rank(b);
    });
    return list;
  }

  static std::string usage(const CLI::App& command) {
    const std::string lead = "usage: " + full_name(command);
    std::string text = lead;
    std::size_t column = text.size();
    const auto add = [&](const std::string& word) {
      if (column + 1 + word.size() > kHelpWidth) {
        text += "\n" + std::string(lead.size(), ' ');
        column = lead.size();
      }
      text += " " + word;
      column += 1 + word.size();
    };
    if (!command.get_subcommands({}).empty()) add("COMMAND ...");
    for (const CLI::Option* option : options(command)) {
      if (option == command.get_help_ptr()) continue;
      add(option->get_required() ? name_with_value(*option) : "[" + name_with_value(*option) + "]");
    }
    return text;
  }

  static std::vector<Row> rows(const CLI::App& command) {
    std::vector<Row> list;
    for (const CLI::App* child : command.get_subcommands({})) {
      if (child->get_group().empty()) continue;  // hidden
      // Its first line, up to a colon behind which details follow.
      std::string purpose = child->get_description();
      purpose.resize(std::min(purpose.find_first_of(":\n"), purpose.size()));
      if (!purpose.empty() && purpose.back() == '.') purpose.pop_back();
      list.push_back({child->get_name(), purpose});
    }
    for (const CLI::Option* option : options(command))
      list.push_back({name_with_value(*option), option->get_description()});
    return list;
  }

  static std::size_t name_width(const CLI::App& command) {
    std::size_t width = 0;
    for (const Row& row : rows(command)) width = std::max(width, row.name.size());
    return width;
  }

  static std::string indented(std::string_view text) {
    std::string result;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      result += fmt::format("  {}\n", text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
  }
};

}  // namespace

void make_command(CLI::App& command, const std::string& name, const std::string& purpose,
                  const std::string& examples) {
  command.name(name);
  command.description(purpose);
  command.formatter(std::make_shared<HelpFormatter>());
  command.set_help_flag("-h,--help", "this text");
  command.footer(examples);
}

CLI::App* add_command(CLI::App& parent, const std::string& name, const std::string& purpose,
                      const std::string& examples) {
  CLI::App* command = parent.add_subcommand(name);
  make_command(*command, name, purpose, examples);
  return command;
}

void add_strict_option(CLI::App& command, bool& is_strict) {
  command.add_flag("--strict", is_strict, "warnings count as errors");
}

CLI::Option* add_network_input(CLI::App& command, std::string& path, const std::string& name) {
  return command.add_option(name, path, "a map, told apart by its content; - is standard input")->required();
}

CLI::Validator between(double low, double high) {
  return CLI::Validator(
      [low, high](const std::string& text) {
        const std::optional<double> number = base::find_number(text);
        if (number && *number >= low && *number <= high) return std::string();
        return fmt::format("a number from {} to {} is needed, not \"{}\"", low, high, text);
      },
      "");
}

ExitCode usage_error(const std::string& message, const std::string& note) {
  say_error(message, note);
  return ExitCode::usage;
}

std::string full_name(const CLI::App& command) {
  if (command.get_parent() == nullptr) return command.get_name();
  return full_name(*command.get_parent()) + " " + command.get_name();
}

}  // namespace backlot::cli
