#include "backlot/direct/event_names.h"

#include <array>
#include <string_view>

#include "backlot/direct/directive_table.h"

namespace backlot::direct {

namespace {

constexpr std::size_t kReasons = kFirstLightReason + count_of(LightRefusal{});
static_assert(count_of(Refusal{}) <= kFirstLightReason);

std::array<std::string_view, kDirectiveKinds> kinds() {
  std::array<std::string_view, kDirectiveKinds> names;
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = name_of(k);
  return names;
}

std::array<std::string_view, kReasons> reasons() {
  std::array<std::string_view, kReasons> names;
  for (std::uint32_t k = 0; k < count_of(Refusal{}); ++k) names[k] = to_text(static_cast<Refusal>(k));
  for (std::uint32_t k = 0; k < count_of(LightRefusal{}); ++k)
    names[kFirstLightReason + k] = to_text(static_cast<LightRefusal>(k));
  return names;
}

}  // namespace

record::EventNames event_names() {
  static const auto all_kinds = kinds();
  static const auto all_reasons = reasons();
  return {all_kinds, all_reasons};
}

}  // namespace backlot::direct
