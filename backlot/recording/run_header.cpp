#include "backlot/recording/run_header.h"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::recording {

namespace {

constexpr int kHeaderFormat = 1;

template <class T>
bool read_number(std::string_view text, T& value, int base = 10) {
  const char* end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_floating_point_v<T>)
    result = std::from_chars(text.data(), end, value);
  else
    result = std::from_chars(text.data(), end, value, base);
  if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(value)) return false;
  return result.ec == std::errc() && result.ptr == end;
}

// Takes values from the entries; remembers the first that is missing or wrong.
class EntryReader {
 public:
  explicit EntryReader(const McapMap& entries) : entries_(entries) {}

  void text(const std::string& key, std::string& value) {
    if (const std::string* found = find(key)) value = *found;
  }
  template <class T>
  void number(const std::string& key, T& value, int base = 10) {
    const std::string* found = find(key);
    if (found != nullptr && !read_number(*found, value, base))
      fault(fmt::format("{} is \"{}\"", key, *found));
  }
  void flag(const std::string& key, bool& value) {
    const std::string* found = find(key);
    if (found == nullptr) return;
    value = *found == "yes";
    if (!value && *found != "no") fault(fmt::format("{} is \"{}\"", key, *found));
  }
  void duration(const std::string& key, base::Duration& value) {
    std::int64_t ns = 0;
    number(key, ns);
    value = base::Duration::from_nanoseconds(ns);
  }
  // Entries whose key begins like that, in order of their keys: what follows, and the value.
  void list(const std::string& lead, std::vector<std::pair<std::string, std::string>>& values) {
    for (auto at = entries_.lower_bound(lead); at != entries_.end() && at->first.starts_with(lead); ++at)
      values.emplace_back(at->first.substr(lead.size()), at->second);
  }
  void fault(std::string text) {
    if (fault_.empty()) fault_ = std::move(text);
  }
  const std::string& fault() const { return fault_; }

 private:
  const std::string* find(const std::string& key) {
    const auto found = entries_.find(key);
    if (found != entries_.end()) return &found->second;
    fault(fmt::format("{} is missing", key));
    return nullptr;
  }

  const McapMap& entries_;
  std::string fault_;
};

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

// A list in which order counts: "given.003.lead".
void add_list(McapMap& entries, std::string_view lead,
              const std::vector<std::pair<std::string, std::string>>& values) {
  BACKLOT_ASSERT(!lead.empty(), "a list has a name");
  std::size_t n = 0;
  for (const auto& [name, value] : values) entries[fmt::format("{}.{:03}.{}", lead, n++, name)] = value;
}

void read_list(EntryReader& reader, std::string_view lead,
               std::vector<std::pair<std::string, std::string>>& values) {
  BACKLOT_ASSERT(!lead.empty(), "a list has a name");
  values.clear();
  std::vector<std::pair<std::string, std::string>> found;
  reader.list(fmt::format("{}.", lead), found);
  for (auto& [key, value] : found) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) return reader.fault(fmt::format("{}.{} has no name", lead, key));
    values.emplace_back(key.substr(dot + 1), std::move(value));
  }
}

}  // namespace

std::uint64_t hash_of(const network::Network& network) {
  base::Hasher hasher;
  const auto add_point = [&](const geometry::WorldPoint& p) {
    hasher.add(p.x);
    hasher.add(p.y);
    hasher.add(p.z);
  };
  for (std::size_t k = 0; k < network.strips().size(); ++k) {
    const network::Strip& strip = network.strips()[k];
    hasher.add(network.name_of(network::StripId(static_cast<std::uint32_t>(k))));
    hasher.add(strip.from);
    hasher.add(strip.to);
    hasher.add(strip.lane_count);
    for (const double share : {0.0, 0.5, 1.0})
      add_point(geometry::place(network.ribbon(strip.ribbon), {strip.from + share * strip.length(), 0, 0}));
  }
  for (const network::Lane& lane : network.lanes()) {
    hasher.add(lane.strip.raw());
    hasher.add(static_cast<std::uint32_t>(lane.kind));
    hasher.add(static_cast<std::uint32_t>(lane.direction));
    hasher.add(lane.length);
  }
  for (const network::Corridor& corridor : network.corridors()) {
    hasher.add(corridor.from.lane.raw());
    hasher.add(corridor.to.lane.raw());
    hasher.add(static_cast<std::uint32_t>(corridor.control));
    hasher.add(corridor.signal_group.raw());
    hasher.add(corridor.speed_limit_mps);
  }
  for (const network::SignalProgramme& programme : network.programmes()) {
    hasher.add(programme.offset.nanoseconds());
    for (const auto& interval : programme.intervals) {
      hasher.add(interval.duration.nanoseconds());
      for (const network::Aspect aspect : interval.aspects) hasher.add(static_cast<std::uint32_t>(aspect));
    }
  }
  return hasher.value();
}

McapMap entries_of(const RunHeader& header) {
  McapMap entries{{"format", std::to_string(kHeaderFormat)},
                  {"version", header.version},
                  {"scene", header.scene},
                  {"is_scenario", yes_or_no(header.is_scenario)},
                  {"network_hash", base::to_hex(header.network_hash)},
                  {"seed", std::to_string(header.seed)},
                  {"played_seed", std::to_string(header.played_seed)},
                  {"subject", header.subject},
                  {"driver", header.driver},
                  {"not_staged", header.not_staged},
                  {"has_supply", yes_or_no(header.has_supply)},
                  {"step_ns", std::to_string(header.step.nanoseconds())},
                  {"driver.cycle_ns", std::to_string(header.cycle.nanoseconds())},
                  {"driver.latency_ns", std::to_string(header.latency.nanoseconds())},
                  {"driver.jitter_ns", std::to_string(header.jitter.nanoseconds())},
                  {"driver.lost_share", fmt::format("{}", header.lost_share)},
                  {"driver.has_sensors", yes_or_no(header.has_sensors)},
                  {"driver.sensing", header.sensing}};
  add_list(entries, "given", header.given);
  std::vector<std::pair<std::string, std::string>> signals;
  for (const auto& [name, time_s] : header.signals) signals.emplace_back(name, fmt::format("{}", time_s));
  add_list(entries, "signal", signals);
  return entries;
}

McapMap entries_of(const RunEnd& end) {
  return {{"hash", base::to_hex(end.hash)}, {"sim_s", fmt::format("{}", end.sim_s)},
          {"verdict", end.verdict},         {"style", end.style},
          {"failure", end.failure},         {"failure_text", end.failure_text}};
}

std::string read_entries(const McapMap& entries, RunHeader& header) {
  EntryReader reader(entries);
  int format = 0;
  reader.number("format", format);
  if (reader.fault().empty() && format != kHeaderFormat)
    return fmt::format("the recording has format {}, this program reads {}", format, kHeaderFormat);
  reader.text("version", header.version);
  reader.text("scene", header.scene);
  reader.flag("is_scenario", header.is_scenario);
  reader.number("network_hash", header.network_hash, 16);
  reader.number("seed", header.seed);
  reader.number("played_seed", header.played_seed);
  reader.text("subject", header.subject);
  reader.text("driver", header.driver);
  reader.text("not_staged", header.not_staged);
  reader.flag("has_supply", header.has_supply);
  reader.duration("step_ns", header.step);
  reader.duration("driver.cycle_ns", header.cycle);
  reader.duration("driver.latency_ns", header.latency);
  reader.duration("driver.jitter_ns", header.jitter);
  reader.number("driver.lost_share", header.lost_share);
  reader.flag("driver.has_sensors", header.has_sensors);
  if (entries.contains("driver.sensing"))
    reader.text("driver.sensing", header.sensing);  // younger than the format
  read_list(reader, "given", header.given);
  std::vector<std::pair<std::string, std::string>> signals;
  read_list(reader, "signal", signals);
  header.signals.clear();
  for (const auto& [name, text] : signals) {
    double time_s = 0;
    if (!read_number(text, time_s) || time_s < 0 || !base::Duration::can_hold(time_s))
      reader.fault(fmt::format("signal {} is at \"{}\"", name, text));
    else
      header.signals.emplace_back(name, time_s);
  }
  if (header.step <= base::Duration{} || header.cycle <= base::Duration{})
    reader.fault("a step or a cycle takes no time");
  return reader.fault();
}

std::string read_entries(const McapMap& entries, RunEnd& end) {
  EntryReader reader(entries);
  reader.number("hash", end.hash, 16);
  reader.number("sim_s", end.sim_s);
  reader.text("verdict", end.verdict);
  reader.text("style", end.style);
  reader.text("failure", end.failure);
  reader.text("failure_text", end.failure_text);
  return reader.fault();
}

}  // namespace backlot::recording
