#include "backlot/campaign/internal/postgres_values.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace backlot::campaign {

namespace {

// Figures by name, the later one of two with the same.
std::map<std::string, double> figures_of(const CaseResult& result) {
  std::map<std::string, double> figures;
  for (const auto& [name, value] : result.figures) figures[name] = value;
  return figures;
}

}  // namespace

std::string stem_of(const Case& one) {
  std::string stem = pair_key_of(one);
  stem.erase(stem.rfind("seed="));
  return stem;
}

std::string figure_names(const CaseResult& result) {
  std::string names;
  for (const auto& [name, value] : figures_of(result)) names += (names.empty() ? "" : "\n") + name;
  return names;
}

std::string figure_values(const CaseResult& result) {
  std::string text = "{";
  for (const auto& [name, value] : figures_of(result)) {
    if (text.size() > 1) text += ',';
    text += std::isnan(value)   ? "NaN"
            : std::isinf(value) ? (value > 0 ? "Infinity" : "-Infinity")
                                : fmt::format("{}", value);
  }
  return text + '}';
}

std::vector<double> values_of(std::string_view text) {
  std::vector<double> values;
  for (const char *at = text.data() + 1, *const end = text.data() + text.size(); at < end;) {
    double value = 0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc()) break;
    values.push_back(value);
    at = read.ptr + 1;  // a comma, or the end of the array
  }
  return values;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find('\n', begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

base::Diagnostics Numbers::learn(PostgresLine& line, const std::map<Texts, Texts>& rows) {
  if (rows.empty()) return {};
  std::map<Texts, int> found;
  base::Diagnostics wrong = line.work([&](pqxx::work& work) {
    for (const auto& [key, values] : rows) {
      pqxx::result answer = work.exec_params(find_, pqxx::prepare::make_dynamic_params(key));
      if (answer.empty()) {
        work.exec_params0(add_, pqxx::prepare::make_dynamic_params(values));
        answer = work.exec_params(find_, pqxx::prepare::make_dynamic_params(key));
      }
      found[key] = answer.at(0).at(0).as<int>();
    }
  });
  if (!wrong.has_errors()) known_.merge(found);
  return wrong;
}

}  // namespace backlot::campaign
