#include "backlot/harness/test/light_watch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace backlot::harness {

namespace {

using network::Aspect;
using network::SignalProgramme;

constexpr double kLongest = 1.2;  // of a yellow or all-red, as a share of what is programmed
constexpr double kRounding_s = 1e-6;

// A yellow, or an all-red.
bool is_intergreen(const SignalProgramme::Interval& interval) {
  const auto is_any = [&](Aspect aspect) {
    return std::find(interval.aspects.begin(), interval.aspects.end(), aspect) != interval.aspects.end();
  };
  return is_any(Aspect::yellow) || is_any(Aspect::red_yellow) ||
         !(is_any(Aspect::green) || is_any(Aspect::green_arrow));
}

}  // namespace

LightWatch::LightWatch(const network::Network& network, double step_s) : step_s_(step_s) {
  for (const network::Intersection& intersection : network.intersections()) {
    if (intersection.group_count == 0) continue;
    Light light;
    light.programme = &network.programmes()[intersection.programme];
    for (std::uint32_t k = 0; k < intersection.group_count; ++k)
      light.groups.push_back(intersection.first_group + k);
    lights_.push_back(std::move(light));
  }
}

void LightWatch::watch(const record::Frame& frame) {
  for (Light& light : lights_) watch(frame, light);
}

void LightWatch::watch(const record::Frame& frame, Light& light) {
  std::vector<Aspect> shown;
  for (const std::size_t group : light.groups) shown.push_back(frame.signals[group]);
  if (shown == light.shown) return;
  const std::vector<Aspect> before = std::exchange(light.shown, shown);
  if (before.empty()) return;
  ++changes_;
  const auto& intervals = light.programme->intervals;
  const auto next_of = [&](std::size_t k) { return (k + 1) % intervals.size(); };
  if (!light.interval)  // two states in a row tell where in its programme the light was
    for (std::size_t k = 0; k < intervals.size() && !light.interval; ++k)
      if (intervals[k].aspects == before && intervals[next_of(k)].aspects == shown) light.interval = k;
  if (light.interval && intervals[next_of(*light.interval)].aspects == shown) {
    check_length(frame, light);
    light.interval = next_of(*light.interval);
  } else {
    faults_.push_back(fmt::format("{:.2f} s: no such change in the programme", frame.time.seconds()));
    light.interval.reset();
  }
  light.since_s = frame.time.seconds();
}

void LightWatch::check_length(const record::Frame& frame, const Light& light) {
  const SignalProgramme::Interval& interval = light.programme->intervals[*light.interval];
  if (!light.since_s || !is_intergreen(interval)) return;
  ++intergreens_;
  // a change is seen up to one step late
  const double took_s = frame.time.seconds() - *light.since_s, programmed_s = interval.duration.seconds();
  if (took_s < programmed_s - step_s_ - kRounding_s ||
      took_s > kLongest * programmed_s + step_s_ + kRounding_s)
    faults_.push_back(fmt::format("{:.2f} s: a yellow or all-red of {:.2f} s took {:.2f} s",
                                  frame.time.seconds(), programmed_s, took_s));
}

}  // namespace backlot::harness
