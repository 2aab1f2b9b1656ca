#include "backlot/recording/digest.h"

#include <bit>

#include <fmt/format.h>

#include "backlot/base/fields.h"

namespace backlot::recording {

namespace {

// Calls `field(name, value)` for all that an object of a frame holds. Values are words of 64 bits, or doubles.
template <class Field>
void visit_object(const record::FrameObject& o, const Field& field) {
  const auto word = [](auto value) { return static_cast<std::uint64_t>(value); };
  field("id", o.id.raw());
  field("kind", word(o.kind));
  field("behaviour", word(o.behaviour));
  field("role", word(o.role.raw()));
  field("brakes", word(o.brakes));
  field("indicates_left", word(o.indicates_left));
  field("indicates_right", word(o.indicates_right));
  field("signal", word(o.signal));
  field("x_m", o.centre.x);
  field("y_m", o.centre.y);
  field("z_m", o.centre.z);
  field("heading_x", o.heading_x);
  field("heading_y", o.heading_y);
  field("length_m", static_cast<double>(o.length_m));
  field("width_m", static_cast<double>(o.width_m));
  field("height_m", static_cast<double>(o.height_m));
  field("speed_mps", o.speed_mps);
  field("acceleration_mps2", o.accel_mps2);
  field("strip", word(o.strip.raw()));
  field("lane", word(o.lane.raw()));
  field("corridor", word(o.corridor.raw()));
  field("distance_m", o.distance);
  field("offset_m", o.offset);
}

std::uint64_t word_of(std::uint64_t value) { return value; }
std::uint64_t word_of(double value) { return std::bit_cast<std::uint64_t>(value); }

struct ShownField {
  const char* name;
  std::uint64_t word;
  std::string text;
};

std::vector<ShownField> shown_fields(const record::FrameObject& object) {
  std::vector<ShownField> fields;
  visit_object(object, [&](const char* name, auto value) {
    fields.push_back({name, word_of(value), fmt::format("{}", value)});
  });
  return fields;
}

}  // namespace

std::uint64_t digest_of(const record::Frame& frame, std::span<const record::Event> events,
                        const scene::PlayState& state) {
  base::FieldHasher hasher;
  hasher(frame.tick, frame.time, frame.hash, frame.events_hash, frame.role_names, frame.signals,
         frame.by_place);
  for (const record::FrameObject& object : frame.objects)
    visit_object(object, [&](const char*, auto value) { hasher(word_of(value)); });
  for (const record::Event& event : events) hasher(event);
  hasher(state);
  return hasher.value();
}

std::string find_difference(const record::Frame& now, const record::Frame& recorded) {
  if (now.tick != recorded.tick) return fmt::format("step {}, recorded was step {}", now.tick, recorded.tick);
  if (now.time != recorded.time)
    return fmt::format("the time is {} s, recorded was {} s", now.time.seconds(), recorded.time.seconds());
  if (now.objects.size() != recorded.objects.size())
    return fmt::format("there are {} objects, recorded were {}", now.objects.size(), recorded.objects.size());
  for (std::size_t k = 0; k < now.objects.size(); ++k) {
    const std::vector<ShownField> a = shown_fields(now.objects[k]), b = shown_fields(recorded.objects[k]);
    for (std::size_t n = 0; n < a.size(); ++n)
      if (a[n].word != b[n].word)
        return fmt::format("object {}: {} is {}, recorded was {}",
                           now.objects[k].id.is_empty() ? 0 : world::number_for_people(now.objects[k].id),
                           a[n].name, a[n].text, b[n].text);
  }
  if (now.by_place != recorded.by_place) return "the order of objects by place differs";
  if (now.role_names != recorded.role_names) return "the names of roles differ";
  if (now.signals != recorded.signals) return "the signals differ";
  if (now.hash != recorded.hash)
    return fmt::format("the hash is {:016x}, recorded was {:016x}", now.hash, recorded.hash);
  if (now.events_hash != recorded.events_hash)
    return fmt::format("the hash of events is {:016x}, recorded was {:016x}", now.events_hash,
                       recorded.events_hash);
  return {};
}

}  // namespace backlot::recording
