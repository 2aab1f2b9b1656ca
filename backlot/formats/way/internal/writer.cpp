#include "backlot/formats/way/internal/writer.h"

#include "backlot/base/assert.h"
#include "backlot/formats/text/number.h"
#include "backlot/formats/text/quantity.h"
#include "backlot/formats/text/token.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::way {

namespace {

// The value in a unit, if a short number reads back as the very same value.
std::string in_unit(double value, std::string_view unit_name) {
  BACKLOT_ASSERT(!unit_name.empty(), "a quantity has a unit");
  const text::Unit& unit = *text::find_unit(unit_name);
  const std::string number = fmt::format("{:.10g}", value * unit.divisor / unit.factor);
  const double magnitude = text::read_number(number.front() == '-' ? number.substr(1) : number).value;
  const double read = unit.to_si(magnitude);
  if (value != (number.front() == '-' ? -read : read)) return {};
  return fmt::format("{} {}", number, unit_name);
}

constexpr std::size_t kMostPointsOnALine = 4;

}  // namespace

std::string length_text(double metres) { return text::number_text(metres) + " m"; }
std::string time_text(double seconds) { return text::number_text(seconds) + " s"; }
std::string curvature_text(double per_metre) { return text::number_text(per_metre) + "/m"; }

std::string angle_text(double radians) {
  const std::string degrees = in_unit(radians, "deg");
  return degrees.empty() ? text::number_text(radians) + " rad" : degrees;
}

std::string speed_text(double mps) {
  std::string best = text::number_text(mps) + " m/s";
  for (const std::string_view unit : {"mph", "km/h"})
    if (std::string text = in_unit(mps, unit); !text.empty() && text.size() <= best.size()) best = text;
  return best;
}

std::string point_text(const geometry::WorldPoint& p) {
  if (p.z == 0) return fmt::format("({}, {})", length_text(p.x), length_text(p.y));
  return fmt::format("({}, {}, {})", length_text(p.x), length_text(p.y), length_text(p.z));
}

std::string tuple_text(std::initializer_list<double> numbers) {
  std::string out = "(";
  for (const double number : numbers) {
    if (out.size() > 1) out += ", ";
    out += text::number_text(number);
  }
  return out + ")";
}

std::string name_text(std::string_view name) { return text::name_text(name); }

// A dot within the last part would be taken for the one that parts them.
std::string reference_text(std::string_view owner, std::string_view last) {
  const bool is_plain = last.find('.') == std::string_view::npos;
  return name_text(owner) + "." + (is_plain ? name_text(last) : text::quoted(last));
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += ' ';
    out += name_text(name);
  }
  return out;
}

void Writer::profile(std::string_view words, const geometry::CubicProfile& profile,
                     std::string (*value_text)(double)) {
  BACKLOT_ASSERT(value_text != nullptr, "a profile is written by some unit");
  const bool is_constant =
      profile.records.size() == 1 && profile == network::constant_profile(profile.records.front().a);
  if (is_constant) return line("{} {}", words, value_text(profile.records.front().a));
  open("{}", words);
  for (const geometry::CubicRecord& r : profile.records) {
    if (r.b == 0 && r.c == 0 && r.d == 0)
      line("from {}: {}", length_text(r.from), value_text(r.a));
    else
      line("from {}: cubic {}", length_text(r.from), tuple_text({r.a, r.b, r.c, r.d}));
  }
  close();
}

void Writer::heights(const network::LaneHeights& heights) {
  if (heights.is_empty()) return;
  if (heights.left == heights.right) return profile("height", heights.left, length_text);
  if (!heights.left.records.empty()) profile("left height", heights.left, length_text);
  if (!heights.right.records.empty()) profile("right height", heights.right, length_text);
}

void Writer::points(std::string_view words, const std::vector<geometry::WorldPoint>& points) {
  if (!points.empty() && points.size() <= kMostPointsOnALine) {
    std::string row;
    for (const geometry::WorldPoint& p : points) row += " " + point_text(p);
    return line("{}{}", words, row);
  }
  open("{}", words);
  for (const geometry::WorldPoint& p : points) line("{}", point_text(p));
  close();
}

}  // namespace backlot::formats::way
