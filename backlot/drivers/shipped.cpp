#include "backlot/drivers/shipped.h"

#include <algorithm>
#include <array>

#include "backlot/drivers/flawed_drivers.h"
#include "backlot/drivers/reference_drivers.h"

namespace backlot::drivers {

namespace {

using Made = std::unique_ptr<sut::System>;

template <subject::ReferenceKind kind>
Made make_model() {
  return std::make_unique<ReferenceModelDriver>(kind);
}
template <Flaw flaw>
Made make_flawed() {
  return std::make_unique<FlawedDriver>(flaw);
}
Made make_careful(const Manner& manner) { return std::make_unique<CarefulDriver>(manner); }

constexpr std::array kAll{
    Shipped{"reference", "a careful driver that keeps the rules", false, [] { return make_careful({}); }},
    Shipped{"r157_attentive", "brakes for others as the careful and competent human of UN R157", false,
            make_model<subject::ReferenceKind::r157_attentive>},
    Shipped{"r157_system", "brakes for others as late as UN R157 lets a system", false,
            make_model<subject::ReferenceKind::r157_system>},
    Shipped{"rss", "brakes for others by responsibility-sensitive safety", false,
            make_model<subject::ReferenceKind::rss>},
    Shipped{"fsm", "brakes for others by the fuzzy safety model", false,
            make_model<subject::ReferenceKind::fsm>},
    Shipped{"sleepy", "flawed: acts on what it saw 2.5 s ago", false,
            [] { return make_careful({.late_s = 2.5}); }},
    Shipped{"half_blind", "flawed: sees no object on its left", false,
            [] { return make_careful({.is_blind_left = true}); }},
    Shipped{"tailgater", "flawed: follows at 0.25 s", false,
            [] { return make_careful({.headway_s = 0.25, .still_m = 2, .closing_margin_m = 0.5}); }},
    Shipped{"speeder", "flawed: drives at 130 % of the limit", false,
            [] { return make_careful({.share_of_limit = 1.3}); }},
    Shipped{"red_runner", "flawed: does not heed lights and signs", false,
            [] { return make_careful({.heeds_lights = false}); }},
    Shipped{"evader", "flawed: stops before every crossing, for good", false,
            [] { return make_careful({.stops_at_crossings = true}); }},
    Shipped{"crasher", "flawed: ends after 2 s", true, make_flawed<Flaw::crasher>},
    Shipped{"hanger", "flawed: never answers after 2 s", true, make_flawed<Flaw::hanger>},
    Shipped{"babbler", "flawed: answers garbage after 2 s", false, make_flawed<Flaw::babbler>},
    Shipped{"moody", "flawed: answers differently from run to run", false, make_flawed<Flaw::moody>},
};

}  // namespace

std::span<const Shipped> shipped_drivers() { return kAll; }

const Shipped* find_shipped(std::string_view name) {
  const auto at =
      std::find_if(kAll.begin(), kAll.end(), [&](const Shipped& one) { return one.name == name; });
  return at == kAll.end() ? nullptr : &*at;
}

}  // namespace backlot::drivers
