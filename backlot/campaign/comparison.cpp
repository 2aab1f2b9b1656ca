#include "backlot/campaign/comparison.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "backlot/base/assert.h"

namespace backlot::campaign {

namespace {

// The 97.5 % quantile of Student's t distribution; beyond the table by the expansion of Cornish and Fisher.
double student_t(std::size_t freedom) {
  BACKLOT_ASSERT(freedom > 0, "a t distribution has degrees of freedom");
  constexpr std::array kTable{
      12.706204736432095, 4.302652729911275,  3.182446305284263,  2.7764451051977987, 2.5705818366147395,
      2.4469118487916806, 2.3646242510102993, 2.306004135033371,  2.2621571627409915, 2.2281388519649385,
      2.2009851600824344, 2.1788128296634177, 2.1603686564610127, 2.1447866879169273, 2.131449545559323,
      2.1199052992210112, 2.109815577833181,  2.10092204024096,   2.093024054408263,  2.085963447265837,
      2.079613844727662,  2.073873067904015,  2.0686576104190406, 2.0638985616280205, 2.059538552753294,
      2.055529438642871,  2.0518305164802833, 2.048407141795244,  2.045229642132703,  2.0422724563012373};
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  const double z = 1.959963984540054, v = static_cast<double>(freedom);
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v);
}

std::set<std::string> drivers_of(std::span<const StoredResult> side) {
  std::set<std::string> drivers;
  for (const StoredResult& one : side) drivers.insert(one.driver);
  return drivers;
}

const double* find_figure(const StoredResult& result, const std::string& name) {
  for (const auto& [figure, value] : result.figures)
    if (figure == name) return &value;
  return nullptr;
}

struct Samples {
  std::vector<double> a, b, differences;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

harness::Interval mean_interval(std::span<const double> differences) {
  const std::size_t count = differences.size();
  if (count < 2) return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double sum = 0, squares = 0;
  for (const double value : differences) sum += value;
  const double middle = sum / static_cast<double>(count);
  for (const double value : differences) squares += (value - middle) * (value - middle);
  const double error = std::sqrt(squares / static_cast<double>(count - 1) / static_cast<double>(count));
  const double reach = student_t(count - 1) * error;
  return {middle - reach, middle + reach};
}

Comparison compare(std::span<const StoredResult> a, std::span<const StoredResult> b) {
  const bool is_by_driver = drivers_of(a).size() > 1 || drivers_of(b).size() > 1;
  const auto key = [&](const StoredResult& one) { return is_by_driver ? one.key : one.pair_key; };
  std::map<std::string, const StoredResult*> of_b;
  for (const StoredResult& one : b) of_b.emplace(key(one), &one);

  Comparison all;
  using Figure = std::tuple<std::string, std::string, std::string>;
  std::map<Figure, std::size_t> places;
  std::vector<Samples> samples;
  for (const StoredResult& one : a) {
    const auto at = of_b.find(key(one));
    if (at == of_b.end()) {
      ++all.only_a;
      continue;
    }
    const StoredResult& other = *at->second;
    of_b.erase(at);
    ++all.pairs;
    const bool is_pass_a = one.verdict == "pass", is_pass_b = other.verdict == "pass";
    all.passed_a.hits += is_pass_a ? 1U : 0U;
    all.passed_b.hits += is_pass_b ? 1U : 0U;
    if (one.verdict != other.verdict) {
      std::vector<Change>& list = is_pass_a ? all.broke : is_pass_b ? all.better : all.other;
      list.push_back({one.name, other.driver, one.seed, one.verdict, other.verdict});
    }
    for (const auto& [figure, value] : one.figures) {
      const double* const value_b = find_figure(other, figure);
      if (value_b == nullptr) continue;
      const auto [place, is_new] = places.try_emplace({one.name, other.driver, figure}, samples.size());
      if (is_new) {
        samples.emplace_back();
        all.figures.push_back({.name = one.name, .driver = other.driver, .figure = figure});
      }
      samples[place->second].a.push_back(value);
      samples[place->second].b.push_back(*value_b);
      samples[place->second].differences.push_back(*value_b - value);
    }
  }
  all.only_b = of_b.size();
  all.passed_a.trials = all.passed_b.trials = all.pairs;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    FigureMove& move = all.figures[k];
    move.pairs = samples[k].a.size();
    move.mean_a = mean(samples[k].a);
    move.mean_b = mean(samples[k].b);
    move.difference = mean(samples[k].differences);
    move.interval = mean_interval(samples[k].differences);
    move.has_moved = move.interval.low > 0 || move.interval.high < 0;
  }
  return all;
}

}  // namespace backlot::campaign
