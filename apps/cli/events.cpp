#include "apps/cli/events.h"

#include <array>
#include <string_view>

#include "backlot/record/csv.h"
#include "backlot/record/schema.h"
#include "backlot/traffic/vehicle/directive.h"

namespace backlot::cli {

namespace {

// The names of the first values of an enum.
template <class Enum, std::size_t kCount>
std::array<std::string_view, kCount> names_of() {
  std::array<std::string_view, kCount> names;
  for (std::size_t k = 0; k < kCount; ++k) names[k] = traffic::name_of(static_cast<Enum>(k));
  return names;
}

constexpr std::size_t kRefusals = static_cast<std::size_t>(traffic::Refusal::took_another_way) + 1;

}  // namespace

EventsWriter::EventsWriter(const std::string& path, const network::Network& network,
                           const record::EventNames& names)
    : network_(network), names_(names), file_(path) {
  if (file_.is_open()) record::append_header(record::event_columns(), file_.lines());
}

void EventsWriter::write(std::span<const record::Event> events) {
  for (const record::Event& event : events)
    record::append_row(record::event_columns(), record::EventRow{network_, names_, event}, file_.lines());
  file_.write();
}

record::EventNames event_names() {
  static const auto kinds = names_of<traffic::DirectiveKind, traffic::kDirectiveKinds>();
  static const auto reasons = names_of<traffic::Refusal, kRefusals>();
  return {kinds, reasons};
}

}  // namespace backlot::cli
