#include "backlot/trial/pedals.h"

#include <string_view>

#include "backlot/base/assert.h"

namespace backlot::trial {

namespace {

std::optional<double> find_signal(std::span<const sut::WhiteBoxSignal> published, std::string_view name) {
  BACKLOT_ASSERT(!name.empty(), "a signal has a name");
  for (const sut::WhiteBoxSignal& signal : published)
    if (signal.name == name) return signal.value;
  return std::nullopt;
}

}  // namespace

std::optional<bool> find_is_human(std::span<const sut::WhiteBoxSignal> published) {
  const std::optional<double> value = find_signal(published, kIsHumanSignal);
  if (!value) return std::nullopt;
  return *value != 0;
}

std::optional<Pedals> find_pedals(std::span<const sut::WhiteBoxSignal> published) {
  if (!find_is_human(published).value_or(false)) return std::nullopt;
  const auto accelerator = find_signal(published, kAcceleratorSignal),
             brake = find_signal(published, kBrakeSignal), wheel = find_signal(published, kWheelSignal);
  if (!accelerator || !brake || !wheel) return std::nullopt;
  return Pedals{*accelerator, *brake, *wheel};
}

}  // namespace backlot::trial
