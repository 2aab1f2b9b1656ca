#include "backlot/formats/sensing/sensing_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/number.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/scope.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::formats::sensing {

namespace {

using text::Cursor;
using view::Sensing;
using view::Sensor;

constexpr double kFarthest_m = 2000, kLongest_s = 60, kTwoPi = 6.2831853071795862;
constexpr std::size_t kMostSensors = 64;

// A clause with a quantity. Angles are written in radians, so that a text that is written and read again has the same bits.
struct Clause {
  std::string_view words;
  const text::Dimension* dimension;
  double Sensor::*field;
  double least, most;
  bool may_be_least;
  std::string_view range;  // of its values, for messages
  std::string_view unit;
};
constexpr std::array kClauses{
    Clause{"range", &text::kLength, &Sensor::range_m, 0, kFarthest_m, false, "over 0 m, up to 2000 m", "m"},
    Clause{"field", &text::kAngle, &Sensor::field_rad, 0, kTwoPi + 1e-9, false, "over 0 deg, up to 360 deg",
           "rad"},
    Clause{"looks", &text::kAngle, &Sensor::heading_rad, -kTwoPi, kTwoPi, true, "from -360 deg to 360 deg",
           "rad"},
    Clause{"ahead", &text::kLength, &Sensor::ahead_m, -20, 20, true, "from -20 m to 20 m", "m"},
    Clause{"height", &text::kLength, &Sensor::height_m, 0, 10, true, "from 0 m to 10 m", "m"},
    Clause{"noise", &text::kLength, &Sensor::place_sigma_m, 0, 50, true, "from 0 m to 50 m", "m"},
    Clause{"heading noise", &text::kAngle, &Sensor::heading_sigma_rad, 0, kTwoPi / 2, true,
           "from 0 deg to 180 deg", "rad"},
    Clause{"speed noise", &text::kSpeed, &Sensor::speed_sigma_mps, 0, 50, true, "from 0 m/s to 50 m/s",
           "m/s"},
    Clause{"loses", &text::kPlain, &Sensor::dropout, 0, 1, true, "from 0 % to 100 %", ""},
};
constexpr std::string_view kThrough = "sees through", kLatency = "latency";

bool is_within(const Clause& clause, double value) {
  return (clause.may_be_least ? value >= clause.least : value > clause.least) && value <= clause.most;
}

// A time of 0 s to a minute.
base::Duration read_latency(Cursor& c) {
  const std::size_t at = c.position();
  const double seconds = c.quantity(text::kTime);
  if (c.has_failed()) return {};
  if (!(seconds >= 0 && seconds <= kLongest_s)) {
    c.fail_at(at, "V101", fmt::format("a latency of {:g} s cannot be", seconds), "from 0 s to 60 s");
    return {};
  }
  return base::Duration::from_seconds(seconds);
}

void read_clause(Cursor& c, std::vector<std::size_t>& seen, Sensor& sensor) {
  std::vector<std::string_view> phrases;
  for (const Clause& clause : kClauses) phrases.push_back(clause.words);
  phrases.push_back(kThrough);
  phrases.push_back(kLatency);
  const std::size_t at = c.position();
  const std::size_t which = c.choose(phrases, "property of a sensor");
  if (c.has_failed()) return;
  if (std::find(seen.begin(), seen.end(), which) != seen.end()) {
    c.fail_at(at, "V102", fmt::format("\"{}\" stands twice in sensor \"{}\"", phrases[which], sensor.name),
              "say it once");
    return;
  }
  seen.push_back(which);
  if (phrases[which] == kThrough) {
    sensor.sees_through = true;
    return;
  }
  if (phrases[which] == kLatency) {
    sensor.latency = read_latency(c);
    return;
  }
  const Clause& clause = kClauses[which];
  const std::size_t number_at = c.position();
  const double value = c.quantity(*clause.dimension);
  if (c.has_failed()) return;
  if (!is_within(clause, value)) {
    c.fail_at(number_at, "V101",
              fmt::format("\"{}\" of sensor \"{}\" cannot be this", clause.words, sensor.name),
              std::string(clause.range));
    return;
  }
  sensor.*clause.field = value;
}

void read_sensor(Cursor& c, Sensing& sensing) {
  Sensor sensor;
  const std::size_t at = c.position();
  sensor.name = c.name("name of a sensor");
  c.expect_symbol(':');
  if (c.has_failed()) return;
  if (std::any_of(sensing.sensors.begin(), sensing.sensors.end(),
                  [&](const Sensor& other) { return other.name == sensor.name; })) {
    c.fail_at(at, "V103", fmt::format("two sensors have the name \"{}\"", sensor.name),
              "give each a name of its own");
    return;
  }
  std::vector<std::size_t> seen;
  while (!c.is_at_end() && !c.has_failed()) {
    read_clause(c, seen, sensor);
    if (!c.take_symbol(',')) continue;
    if (c.is_at_end()) c.fail("T140", "a property of a sensor is missing behind the comma");
  }
  if (c.finish()) sensing.sensors.push_back(std::move(sensor));
}

// What a statement of the sensing itself begins with.
struct Heads {
  bool has_truth = false, has_latency = false, has_no_road = false;
};

void read_truth(Cursor& c, Sensing& sensing) {
  if (c.take("within")) {
    const std::size_t at = c.position();
    const double range_m = c.quantity(text::kLength);
    if (!c.has_failed() && !(range_m > 0 && range_m <= kFarthest_m))
      c.fail_at(at, "V101", "the truth cannot reach so far", "over 0 m, up to 2000 m");
    sensing.truth_range_m = range_m;
  }
  c.finish();
}

void read_statement(Cursor& c, Heads& heads, Sensing& sensing) {
  const std::size_t at = c.position();
  const auto once = [&](bool& has, std::string_view what) {
    if (has) c.fail_at(at, "V102", fmt::format("\"{}\" stands twice", what), "say it once");
    has = true;
    return !c.has_failed();
  };
  // a sensor may have any name, also one of these words
  const auto begins_sensor = [&] {
    c.name("name");
    const bool found = c.is_symbol(':');
    c.go_to(at);
    return found;
  };
  if (c.is_name_next() && begins_sensor()) {
    read_sensor(c, sensing);
  } else if (c.take("truth")) {
    if (once(heads.has_truth, "truth")) read_truth(c, sensing);
  } else if (c.take(kLatency)) {
    if (!once(heads.has_latency, kLatency)) return;
    sensing.latency = read_latency(c);
    c.finish();
  } else if (c.take("no road")) {
    if (!once(heads.has_no_road, "no road")) return;
    sensing.has_road = false;
    c.finish();
  } else {
    c.fail("V104", fmt::format("{} begins no statement of sensing", c.next_text()),
           "truth, latency TIME, no road, or a sensor: front: range 80 m, field 60 deg");
  }
}

}  // namespace

base::Result<Sensing> read_sensing(const std::string& text, const std::string& name) {
  text::Problems problems;
  const auto source = std::make_shared<const text::Source>(name, text);
  const text::Syntax syntax = text::Syntax::parse(source, problems);
  const text::Scope scope;
  Sensing sensing;
  Heads heads;
  bool has_any = false;
  for (const text::Node node : syntax.top()) {
    if (node.statement().is_comment) continue;
    has_any = true;
    if (!node.statement().is_readable) continue;
    Cursor c(node, scope, problems);
    read_statement(c, heads, sensing);
  }
  if (!has_any)
    problems.error("V104", source->place(0), "the text says nothing of sensing",
                   "write truth, or a sensor: front: range 80 m, field 60 deg");
  if (heads.has_truth && !sensing.sensors.empty())
    problems.error("V105", source->place(0), "a system has either the truth or sensors",
                   "leave out truth, or the sensors");
  if (sensing.sensors.size() > kMostSensors)
    problems.error("V101", source->place(0), fmt::format("{} sensors are too many", sensing.sensors.size()),
                   fmt::format("at most {}", kMostSensors));
  return base::Result<Sensing>::from(std::move(sensing), problems.take());
}

std::string sensing_text(const Sensing& sensing) {
  const auto number = [](double value) { return text::number_text(value); };
  const Sensing usual;
  const Sensor usual_sensor;
  std::vector<std::string> statements;
  if (sensing.sensors.empty())
    statements.push_back(sensing.truth_range_m == usual.truth_range_m
                             ? std::string("truth")
                             : fmt::format("truth within {} m", number(sensing.truth_range_m)));
  for (const Sensor& sensor : sensing.sensors) {
    std::vector<std::string> clauses;
    for (const Clause& clause : kClauses)
      if (sensor.*clause.field != usual_sensor.*clause.field)
        clauses.push_back(fmt::format("{} {}{}{}", clause.words, number(sensor.*clause.field),
                                      clause.unit.empty() ? "" : " ", clause.unit));
    if (sensor.sees_through) clauses.emplace_back(kThrough);
    if (sensor.latency != base::Duration())
      clauses.push_back(fmt::format("{} {} s", kLatency, number(sensor.latency.seconds())));
    // a sensor is never without a clause, so that people see what it is
    if (clauses.empty()) clauses.push_back(fmt::format("range {} m", number(sensor.range_m)));
    statements.push_back(fmt::format("{}: {}", sensor.name, fmt::join(clauses, ", ")));
  }
  if (sensing.latency != base::Duration())
    statements.push_back(fmt::format("{} {} s", kLatency, number(sensing.latency.seconds())));
  if (!sensing.has_road) statements.emplace_back("no road");
  return fmt::format("{}", fmt::join(statements, "; "));
}

}  // namespace backlot::formats::sensing
