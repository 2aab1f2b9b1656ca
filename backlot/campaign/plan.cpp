#include "backlot/campaign/plan.h"

#include <algorithm>
#include <charconv>

#include "backlot/base/assert.h"
#include "backlot/campaign/pairwise.h"

namespace backlot::campaign {

namespace {

// The parameters of a case with those of the command line in their place.
std::vector<ParameterValues> parameters_of(const CaseDescription& one, const PlanChoice& choice) {
  std::vector<ParameterValues> parameters = one.parameters;
  for (const auto& [name, value] : choice.parameters) {
    const auto at = std::find_if(parameters.begin(), parameters.end(),
                                 [&n = name](const ParameterValues& p) { return p.name == n; });
    if (at == parameters.end())
      parameters.push_back({name, {value}});
    else
      at->values = {value};
  }
  return parameters;
}

std::vector<Row> rows_of(const std::vector<ParameterValues>& parameters, Combination combination) {
  std::vector<std::size_t> counts;
  for (const ParameterValues& parameter : parameters) counts.push_back(parameter.values.size());
  return combination == Combination::pairwise ? pairwise_rows(counts) : all_rows(counts);
}

// How many combinations there are at most, without making them.
double row_bound(const std::vector<ParameterValues>& parameters) {
  double product = 1;
  for (const ParameterValues& parameter : parameters) product *= static_cast<double>(parameter.values.size());
  return product;
}

bool is_selected(const CaseDescription& one, const std::string& name, const PlanChoice& choice) {
  const auto has_tag = [&](const std::string& tag) {
    return std::find(one.tags.begin(), one.tags.end(), tag) != one.tags.end();
  };
  const auto is_in_name = [&](const std::string& text) { return name.find(text) != std::string::npos; };
  return (choice.filters.empty() || std::any_of(choice.filters.begin(), choice.filters.end(), is_in_name)) &&
         (choice.tags.empty() || std::any_of(choice.tags.begin(), choice.tags.end(), has_tag));
}

class Planner {
 public:
  explicit Planner(const PlanChoice& choice) : choice_(choice) {}

  // False where the plan is too long.
  bool add(const SuiteDescription& suite, const CaseDescription& one) {
    const std::vector<ParameterValues> parameters = parameters_of(one, choice_);
    if (row_bound(parameters) > static_cast<double>(kMostRuns)) return false;
    const std::vector<Seeds>& seeds = choice_.seeds.empty() ? one.seeds : choice_.seeds;
    const std::vector<std::string>& drivers = choice_.drivers.empty() ? one.drivers : choice_.drivers;
    for (const Row& row : rows_of(parameters, one.combination)) {
      Case made = head_of(suite, one);
      for (std::size_t p = 0; p < row.size(); ++p) {
        BACKLOT_ASSERT(row[p] < parameters[p].values.size(), "a parameter has no such value");
        const std::string& value = parameters[p].values[row[p]];
        made.parameters.emplace_back(parameters[p].name, value);
        if (parameters[p].values.size() > 1) made.name += ", " + parameters[p].name + ' ' + value;
      }
      if (!is_selected(one, made.name, choice_)) continue;
      for (const std::string& driver : drivers) {
        made.driver = driver;
        made.run = 0;
        if (!add_seeds(made, seeds)) return false;
      }
    }
    return true;
  }
  Plan take() { return std::move(plan_); }

 private:
  Case head_of(const SuiteDescription& suite, const CaseDescription& one) const {
    Case made;
    made.suite = suite.name;
    made.name = made.group = one.name;
    made.scene_file = one.scene_file;
    made.judge = one.judge;
    made.tags = one.tags;
    made.requirements = one.requirements;
    for (const Requirement& requirement : suite.requirements)
      if (requirement.is_suspect && std::find(one.requirements.begin(), one.requirements.end(),
                                              requirement.id) != one.requirements.end())
        made.suspect.push_back(requirement.id);
    made.timeout_s = choice_.timeout_s ? *choice_.timeout_s : one.timeout_s.value_or(0);
    made.evaded_at_most = one.evaded_at_most;
    made.file = one.place.file;
    made.line = one.place.line;
    return made;
  }

  bool add_seeds(Case& made, const std::vector<Seeds>& seeds) {
    for (const Seeds& range : seeds) {
      if (plan_.selected + range.count() > kMostRuns) return false;
      for (std::uint64_t n = 0; n < range.count(); ++n) {
        made.seed = range.first + n;
        ++made.run;
        if (plan_.selected++ % choice_.shard.of + 1 == choice_.shard.number) plan_.cases.push_back(made);
      }
    }
    return true;
  }

  const PlanChoice& choice_;
  Plan plan_;
};

}  // namespace

std::optional<Shard> read_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.number);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.of);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  if (shard.number < 1 || shard.number > shard.of) return std::nullopt;
  return shard;
}

base::Result<Plan> make_plan(const std::vector<SuiteDescription>& suites, const PlanChoice& choice) {
  Planner planner(choice);
  for (const SuiteDescription& suite : suites)
    for (const CaseDescription& one : suite.cases) {
      if (planner.add(suite, one)) continue;
      base::Diagnostics found;
      found.error("K120", one.place, "the plan has more than 20 million runs",
                  "give fewer values or seeds, or combine pairwise");
      return base::Result<Plan>::failure(std::move(found));
    }
  return planner.take();
}

}  // namespace backlot::campaign
