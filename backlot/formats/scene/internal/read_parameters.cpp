#include "backlot/formats/scene/internal/read_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/scene/internal/csv_column.h"

namespace backlot::scene_text {

namespace {

// Numbers that share a unit: `10..60 km/h step 5`. The unit stands behind one of them, or behind several.
class SharedUnit {
 public:
  explicit SharedUnit(text::Cursor& c) : c_(c) {}

  // A number, still without its unit.
  double number() {
    const std::size_t position = c_.position();
    const std::optional<double> value = c_.take_number();
    if (!value)
      c_.fail_at(position, "T120", fmt::format("a number is asked for here, this is {}", c_.next_text()));
    take_unit();
    return value.value_or(0);
  }

  void take_unit() {
    const std::size_t position = c_.position();
    const text::Unit* const unit = c_.take_unit();
    if (unit == nullptr) return;
    if (unit_ != nullptr && unit->name != unit_->name)
      c_.fail_at(position, "P119",
                 fmt::format("the numbers of one parameter share one unit, here {}", unit_->name),
                 "write the unit once, behind the last number");
    unit_ = unit;
  }

  double to_si(double number) const { return unit_ == nullptr ? number : unit_->to_si(number); }
  scene::ParameterNumber value(double si) const {
    const text::Dimension d = unit_ == nullptr ? text::kPlain : unit_->dimension;
    return {si, d.metre, d.second};
  }

 private:
  text::Cursor& c_;
  const text::Unit* unit_ = nullptr;
};

void expect_dots(text::Cursor& c) {
  c.expect_symbol('.');
  c.expect_symbol('.');
}

// Whether a range begins here: a number, perhaps a unit, and two dots.
bool is_range_next(text::Cursor& c) {
  const std::size_t begin = c.position();
  const bool has_number = c.take_number().has_value();
  if (has_number) static_cast<void>(c.take_unit());
  const bool is_range = has_number && c.take_symbol('.');
  c.go_to(begin);
  return is_range;
}

ParameterText read_range(text::Cursor& c) {
  const std::size_t begin = c.position();
  SharedUnit unit(c);
  scene::Range range;
  range.low = unit.number();
  expect_dots(c);
  range.high = unit.number();
  const bool has_step = c.take("step");
  if (has_step) range.step = unit.number();
  if (range.low > range.high)
    c.fail_at(begin, "P110", "this range is empty: it begins above its end",
              "write the smaller number first");
  if (has_step && range.step <= 0)
    c.fail_at(begin, "P118", "the step of a range must be above zero", "write 10..60 km/h step 5");
  range = {unit.to_si(range.low), unit.to_si(range.high), unit.to_si(range.step)};
  double middle = (range.low + range.high) / 2;
  if (range.step > 0 && !c.has_failed())
    middle = range.low + range.step * std::floor((range.high - range.low) / range.step / 2 + 1e-9);
  return {unit.value(middle), range};
}

ParameterText list_of(std::vector<double> values, const SharedUnit& unit) {
  for (double& value : values) value = unit.to_si(value);
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double middle = sorted.empty() ? 0 : sorted[(sorted.size() - 1) / 2];
  return {unit.value(middle), scene::OneOf{std::move(values)}};
}

// Behind a comma there may be another number of the list, or the next argument of a play.
bool take_comma_before_number(text::Cursor& c) {
  const std::size_t begin = c.position();
  if (!c.take_symbol(',')) return false;
  if (c.peek().empty()) return true;
  c.go_to(begin);
  return false;
}

ParameterText read_list(text::Cursor& c) {
  SharedUnit unit(c);
  std::vector<double> values;
  do {
    values.push_back(unit.number());
  } while (!c.has_failed() && take_comma_before_number(c));
  return list_of(std::move(values), unit);
}

ParameterText read_normal(text::Cursor& c) {
  const std::size_t begin = c.position();
  SharedUnit unit(c);
  scene::Normal normal;
  c.expect_symbol('(');
  normal.mean = unit.number();
  c.expect_symbol(',');
  normal.deviation = unit.number();
  c.expect_symbol(')');
  unit.take_unit();
  c.expect("in");
  normal.low = unit.number();
  expect_dots(c);
  normal.high = unit.number();
  if (normal.low > normal.high)
    c.fail_at(begin, "P110", "this range is empty: it begins above its end",
              "write the smaller number first");
  if (normal.deviation < 0)
    c.fail_at(begin, "P118", "a standard deviation must be at least zero", "write zero or a number above it");
  normal = {unit.to_si(normal.mean), unit.to_si(normal.deviation), unit.to_si(normal.low),
            unit.to_si(normal.high)};
  const double middle = c.has_failed() ? 0 : std::clamp(normal.mean, normal.low, normal.high);
  return {unit.value(middle), normal};
}

ParameterText read_rows(text::Cursor& c, const Reading& r, const std::string& name) {
  const std::size_t position = c.position();
  const std::string path = c.string("the name of a table");
  SharedUnit unit(c);
  unit.take_unit();
  if (c.has_failed()) return {};
  const std::optional<text::File> file = r.loader.load(path, r.file_name);
  if (!file) {
    c.fail_at(position, "T130", fmt::format("there is no file \"{}\"", path));
    return {};
  }
  CsvColumn column = read_csv_column(file->text, name);
  if (!column.error.empty()) {
    c.fail_at(position, "P122", fmt::format("\"{}\": {}", path, column.error), column.hint);
    return {};
  }
  ParameterText answer = list_of(std::move(column.values), unit);
  answer.rows_of = file->name;
  return answer;
}

ParameterText read_quantity(text::Cursor& c, const Reading& r) {
  const std::size_t begin = c.position();
  const text::Quantity value = any_quantity(c, r);
  if (value.dimension.angle != 0)
    c.fail_at(begin, "P119", "a parameter of a scene cannot be an angle",
              "scenes speak of lengths, times, speeds, accelerations and shares");
  return {scene::ParameterNumber{value.value, value.dimension.metre, value.dimension.second}};
}

// The value with a seed: all parameters with rows of one table take the same row.
double drawn(const scene::Parameter& parameter, const std::string& rows_of, std::uint64_t seed) {
  if (rows_of.empty()) return scene::draw(parameter, seed);
  const std::vector<double>& values = std::get<scene::OneOf>(parameter.choice).values;
  scene::OneOf rows{std::vector<double>(values.size())};
  std::iota(rows.values.begin(), rows.values.end(), 0.0);
  const scene::Parameter row{.name = rows_of, .value = {}, .choice = std::move(rows)};
  return values[static_cast<std::size_t>(scene::draw(row, seed))];
}

bool is_drawn(const ParameterText& text) { return !std::holds_alternative<scene::Fixed>(text.choice); }

std::string kind_text(const scene::ParameterValue& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return fmt::format("the word \"{}\"", *word);
  const auto& number = std::get<scene::ParameterNumber>(value);
  return to_text(text::Dimension{number.metre, number.second, 0});
}

bool are_alike(const scene::ParameterValue& a, const scene::ParameterValue& b) {
  if (a.index() != b.index()) return false;
  if (std::holds_alternative<std::string>(a)) return true;
  const auto& x = std::get<scene::ParameterNumber>(a);
  const auto& y = std::get<scene::ParameterNumber>(b);
  return x.metre == y.metre && x.second == y.second;
}

class ParameterReader {
 public:
  ParameterReader(Reading& r, std::vector<GivenValue>& given) : r_(r), given_(given) {}

  void read(text::Cursor& c) {
    const std::size_t position = c.position();
    const std::string_view name = c.new_word("the name of a parameter");
    if (text::is_unit_word(name)) c.fail_at(position, "T133", fmt::format("\"{}\" is a unit", name));
    c.expect_symbol('=');
    ParameterText text = read_parameter_text(c, r_, std::string(name));
    c.finish();
    if (name.empty()) {
      has_lost_ = true;
      return;
    }
    if (name == kNetwork)
      c.fail_at(position, "P106",
                "every scene has the parameter \"network\": the file of another network to play on",
                "choose another name");
    if (name == kJudge)
      c.fail_at(position, "P106", "every scene has the parameter \"judge\": rules in the place of its own",
                "choose another name");
    if (r_.scope.find(name) != nullptr || r_.words.contains(name)) {
      c.fail_at(position, "T134", fmt::format("there is a parameter \"{}\" already", name));
      return;
    }
    if (c.has_failed()) {
      has_lost_ = true;
      mark_used(name);
      r_.scope.declare(name, {});
      return;
    }
    add(name, std::move(text), {c.node().place()});
  }

  // What is left of the given values: those that every scene has, and names that fit nothing.
  void finish() {
    std::vector<std::string_view> names{kDecoy, kNetwork, kJudge};
    for (const scene::Parameter& parameter : r_.scene.parameters) names.push_back(parameter.name);
    for (GivenValue& value : given_) {
      if (value.is_used) continue;
      if (value.name == kDecoy || value.name == kNetwork || value.name == kJudge) {
        r_.scene.parameters.push_back(
            {.name = value.name, .value = value.text.value, .is_given = true, .place = {value.place}});
        continue;
      }
      if (has_lost_) continue;
      std::string hint = base::did_you_mean(value.name, names);
      if (hint.empty()) hint = fmt::format("the parameters are: {}", fmt::join(names, ", "));
      r_.problems.error("P120", value.place, fmt::format("there is no parameter \"{}\"", value.name), hint);
    }
    read_decoy();
  }

 private:
  void mark_used(std::string_view name) {
    for (GivenValue& value : given_)
      if (value.name == name) value.is_used = true;
  }

  const GivenValue* find_given(std::string_view name) {
    mark_used(name);
    const auto found =
        std::find_if(given_.begin(), given_.end(), [&](const GivenValue& v) { return v.name == name; });
    return found == given_.end() ? nullptr : &*found;
  }

  void add(std::string_view name, ParameterText text, network::TextPlace place) {
    const GivenValue* const given = find_given(name);
    if (given != nullptr && !are_alike(given->text.value, text.value)) {
      r_.problems.error("P121", given->place,
                        fmt::format("the parameter \"{}\" is {}, and {} is given", name,
                                    kind_text(text.value), kind_text(given->text.value)),
                        "give a value of the same kind");
    } else if (given != nullptr) {
      text = given->text;
    }
    scene::Parameter parameter{.name = std::string(name),
                               .value = std::move(text.value),
                               .choice = text.choice,
                               .is_given = given != nullptr,
                               .place = std::move(place)};
    if (r_.seed && is_drawn(text))
      std::get<scene::ParameterNumber>(parameter.value).value = drawn(parameter, text.rows_of, *r_.seed);
    if (const auto* word = std::get_if<std::string>(&parameter.value)) {
      r_.words.emplace(name, *word);
    } else {
      const auto& number = std::get<scene::ParameterNumber>(parameter.value);
      r_.scope.declare(name, text::Quantity{number.value, {number.metre, number.second, 0}});
    }
    r_.scene.parameters.push_back(std::move(parameter));
  }

  void read_decoy() {
    for (const scene::Parameter& parameter : r_.scene.parameters) {
      if (parameter.name != kDecoy) continue;
      const auto* const word = std::get_if<std::string>(&parameter.value);
      if (word == nullptr || (*word != "yes" && *word != "no"))
        r_.problems.error("P121", parameter.place, "the parameter \"decoy\" is yes or no",
                          "write decoy = yes");
      r_.scene.is_decoy = word != nullptr && *word == "yes";
    }
  }

  Reading& r_;
  std::vector<GivenValue>& given_;
  bool has_lost_ = false;  // a parameter could not be read: a name that fits nothing may be its
};

}  // namespace

ParameterText read_parameter_text(text::Cursor& c, const Reading& r, const std::string& name) {
  if (c.take("one of")) return read_list(c);
  if (c.take("rows of")) return read_rows(c, r, name);
  if (c.take("normal")) return read_normal(c);
  if (is_range_next(c)) return read_range(c);
  const bool is_number =
      is_quantity_next(c) || c.is_symbol('(') || text::is_unit_word(c.peek()) || c.peek() == "pi";
  if (is_number || !c.is_name_next()) return read_quantity(c, r);
  // A function such as max( is followed by a parenthesis, a word is not.
  const std::size_t begin = c.position();
  std::string word = place_name(c, r, "a value");
  if (!c.is_symbol('(')) return {std::move(word)};
  c.go_to(begin);
  return read_quantity(c, r);
}

void read_parameters(text::Node::Range statements, Reading& r, std::vector<GivenValue>& given) {
  ParameterReader reader(r, given);
  for_each_statement(statements, r, [&](text::Cursor& c) {
    if (c.take("parameter")) reader.read(c);
  });
  reader.finish();
}

}  // namespace backlot::scene_text
