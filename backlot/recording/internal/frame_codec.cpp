#include "backlot/recording/internal/frame_codec.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/fields.h"

namespace backlot::recording::internal {

namespace {

using record::FrameObject;

constexpr std::size_t kMostState = 16U << 20U;  // bytes

bool take_varint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 63 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80U) == 0) return true;
  }
  return false;
}

template <class Id>
Id id_of(std::uint32_t raw) {
  return raw == Id().raw() ? Id() : Id(raw);
}

world::ObjectId object_of(std::uint64_t raw) {
  const auto slot = static_cast<std::uint32_t>(raw >> 32U);
  return slot == world::ObjectId().raw() >> 32U ? world::ObjectId()
                                                : world::ObjectId(slot, static_cast<std::uint32_t>(raw));
}

}  // namespace

// ---- The state of a play

bool apply_patch(std::string_view patch, std::string& bytes) {
  std::size_t at = 0;
  while (!patch.empty()) {
    std::uint64_t skip = 0, length = 0;
    if (!take_varint(patch, skip) || !take_varint(patch, length)) return false;
    if (skip > bytes.size() - at || length > bytes.size() - at - skip || length > patch.size()) return false;
    std::memcpy(bytes.data() + at + skip, patch.data(), length);
    patch.remove_prefix(length);
    at += skip + length;
  }
  return true;
}

// ---- Frames

namespace {

// The column of a message into the objects, where it is there. False where it has another length.
template <class Column, class Set>
bool take_column(const Column& from, std::vector<FrameObject>& objects, bool is_needed, const Set& set) {
  const auto size = static_cast<std::size_t>(from.size());
  if (size == 0) return !is_needed || objects.empty();
  if (size != objects.size()) return false;
  for (std::size_t k = 0; k < size; ++k) set(objects[k], from[static_cast<int>(k)]);
  return true;
}

// The same for bytes that are numbers below a limit.
template <class Set>
bool take_bytes(const std::string& from, std::uint32_t limit, std::vector<FrameObject>& objects,
                bool is_needed, const Set& set) {
  if (from.empty()) return !is_needed || objects.empty();
  if (from.size() != objects.size()) return false;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const auto value = static_cast<unsigned char>(from[k]);
    if (value >= limit) return false;
    set(objects[k], value);
  }
  return true;
}

bool take_columns(const msg::Frame& m, std::vector<FrameObject>& to, bool all) {
  return take_column(m.id(), to, all, [](FrameObject& o, std::uint64_t v) { o.id = object_of(v); }) &&
         take_bytes(m.kind(), world::kObjectKinds, to, all,
                    [](FrameObject& o, unsigned char v) { o.kind = kKindsByNumber[v]; }) &&
         take_bytes(
             m.behaviour(), record::kBehaviours, to, all,
             [](FrameObject& o, unsigned char v) { o.behaviour = static_cast<record::Behaviour>(v); }) &&
         take_bytes(m.lights(), 8, to, all,
                    [](FrameObject& o, unsigned char v) {
                      o.brakes = (v & 1U) != 0;
                      o.indicates_left = (v & 2U) != 0;
                      o.indicates_right = (v & 4U) != 0;
                    }) &&
         take_bytes(m.signal(), count_of(network::Aspect{}), to, all,
                    [](FrameObject& o, unsigned char v) { o.signal = static_cast<network::Aspect>(v); }) &&
         take_column(m.role(), to, all,
                     [](FrameObject& o, std::uint32_t v) { o.role = id_of<record::RoleId>(v); }) &&
         take_column(m.length_m(), to, all, [](FrameObject& o, float v) { o.length_m = v; }) &&
         take_column(m.width_m(), to, all, [](FrameObject& o, float v) { o.width_m = v; }) &&
         take_column(m.height_m(), to, all, [](FrameObject& o, float v) { o.height_m = v; }) &&
         take_column(m.strip(), to, all,
                     [](FrameObject& o, std::uint32_t v) { o.strip = id_of<network::StripId>(v); }) &&
         take_column(m.lane(), to, all,
                     [](FrameObject& o, std::uint32_t v) { o.lane = id_of<network::LaneId>(v); }) &&
         take_column(m.corridor(), to, all,
                     [](FrameObject& o, std::uint32_t v) { o.corridor = id_of<network::CorridorId>(v); });
}

// What moves, by its values.
bool take_motion(const msg::Frame& m, std::vector<FrameObject>& to, bool all) {
  return take_column(m.x_m(), to, all, [](FrameObject& o, double v) { o.centre.x = v; }) &&
         take_column(m.y_m(), to, all, [](FrameObject& o, double v) { o.centre.y = v; }) &&
         take_column(m.z_m(), to, all, [](FrameObject& o, double v) { o.centre.z = v; }) &&
         take_column(m.heading_x(), to, all, [](FrameObject& o, double v) { o.heading_x = v; }) &&
         take_column(m.heading_y(), to, all, [](FrameObject& o, double v) { o.heading_y = v; }) &&
         take_column(m.speed_mps(), to, all, [](FrameObject& o, double v) { o.speed_mps = v; }) &&
         take_column(m.acceleration_mps2(), to, all, [](FrameObject& o, double v) { o.accel_mps2 = v; }) &&
         take_column(m.distance_m(), to, all, [](FrameObject& o, double v) { o.distance = v; }) &&
         take_column(m.offset_m(), to, all, [](FrameObject& o, double v) { o.offset = v; });
}

// How far it is from where it was expected.
bool take_misses(const msg::Frame& m, std::size_t count, Misses& to) {
  const auto take = [&](const google::protobuf::RepeatedField<std::int64_t>& from, Moving number) {
    to[static_cast<std::size_t>(number)].assign(from.begin(), from.end());
    return from.empty() || static_cast<std::size_t>(from.size()) == count;
  };
  return take(m.speed_off(), Moving::speed) && take(m.acceleration_off(), Moving::accel) &&
         take(m.distance_off(), Moving::distance) && take(m.offset_off(), Moving::offset) &&
         take(m.heading_x_off(), Moving::heading_x) && take(m.heading_y_off(), Moving::heading_y) &&
         take(m.x_off(), Moving::x) && take(m.y_off(), Moving::y) && take(m.z_off(), Moving::z);
}

bool take_by_place(const msg::Frame& m, record::Frame& frame) {
  if (m.by_place().empty()) return true;
  frame.by_place.assign(m.by_place().begin(), m.by_place().end());
  return std::all_of(frame.by_place.begin(), frame.by_place.end(),
                     [&](std::uint32_t k) { return k < frame.objects.size(); });
}

bool take_signals(const std::string& bytes, network::SignalState& signals) {
  signals.resize(bytes.size());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    if (static_cast<unsigned char>(bytes[k]) >= count_of(network::Aspect{})) return false;
    signals[k] = static_cast<network::Aspect>(bytes[k]);
  }
  return true;
}

}  // namespace

std::string FrameDecoder::decode(const msg::Frame& m, Step& step) {
  if (!m.is_key() && !has_key_) return "the first frame is no key frame";
  has_key_ = true;
  record::Frame& frame = step.frame;
  frame.tick = m.tick();
  frame.time = base::SimTime::from_nanoseconds(m.time_ns());
  frame.hash = m.hash();
  frame.events_hash = m.events_hash();
  const bool is_all = m.is_key() || m.count() != frame.objects.size();
  // the columns say how many there are, before memory is taken for them
  if (is_all && static_cast<std::size_t>(m.id().size()) != m.count()) return "columns of different length";
  if (is_all) {
    frame.objects.resize(m.count());
    frame.by_place.clear();
  }
  if (!take_columns(m, frame.objects, is_all)) return "columns of different length, or a number out of range";
  // recordings from before there were forecasts have values in all frames
  if (m.is_key() || !m.by_forecast()) {
    if (!take_motion(m, frame.objects, is_all)) return "columns of different length";
    forecast_.begin(frame);
  } else {
    if (!take_misses(m, frame.objects.size(), misses_)) return "columns of different length";
    forecast_.read(misses_, frame);
  }
  if (!take_by_place(m, frame)) return "an order of objects that do not exist";
  if (m.has_role_names()) frame.role_names.assign(m.role_names().begin(), m.role_names().end());
  if (m.has_signals() && !take_signals(m.signals(), frame.signals))
    return "a signal shows what no signal does";
  step.play = m.play();
  step.subject = object_of(m.subject());
  if (!m.state().empty())
    state_bytes_ = m.state();
  else if (m.is_key() || !apply_patch(m.patch(), state_bytes_))
    return "the state of the play is not whole";
  if (!m.state().empty() || !m.patch().empty()) {
    if (state_bytes_.size() > kMostState) return "the state of the play is too large";
    base::FieldReader reader(state_bytes_);
    reader(step.state);
    if (reader.has_failed() || reader.left() > 0) return "the state of the play cannot be read";
  }
  if (m.has_clocks()) {
    base::FieldReader reader(m.clocks());
    reader(step.clocks);
    if (reader.has_failed() || reader.left() > 0) return "the clocks of signals cannot be read";
  }
  return {};
}

// ---- Events

void encode(const record::Event& event, msg::Event& m) {
  m.Clear();
  m.set_time_ns(event.time.nanoseconds());
  const std::string_view name = to_text(event.kind);
  m.set_name(name.data(), name.size());
  m.set_kind(static_cast<std::uint32_t>(event.kind));
  m.set_object(event.object.raw());
  m.set_other(event.other.raw());
  m.set_corridor(event.corridor.raw());
  m.set_other_corridor(event.other_corridor.raw());
  m.set_from_lane(event.from.raw());
  m.set_to_lane(event.to.raw());
  m.set_relative_speed_mps(event.relative_speed_mps);
  m.set_directive(event.directive);
  m.set_issuer(event.issuer);
  m.set_programme(event.programme);
  m.set_side(static_cast<std::uint32_t>(event.side));
  m.set_aspect(static_cast<std::uint32_t>(event.aspect));
  m.set_right_of_way(static_cast<std::uint32_t>(event.right_of_way));
  m.set_directive_kind(event.directive_kind);
  m.set_reason(event.reason);
}

bool decode(const msg::Event& m, record::Event& event) {
  if (m.kind() >= record::kEventKinds || m.side() >= count_of(world::Side{}) ||
      m.aspect() >= count_of(network::Aspect{}) || m.right_of_way() >= count_of(record::RightOfWay{}) ||
      m.directive_kind() > 255 || m.reason() > 255)
    return false;
  event.time = base::SimTime::from_nanoseconds(m.time_ns());
  event.object = object_of(m.object());
  event.other = object_of(m.other());
  event.corridor = id_of<network::CorridorId>(m.corridor());
  event.other_corridor = id_of<network::CorridorId>(m.other_corridor());
  event.from = id_of<network::LaneId>(m.from_lane());
  event.to = id_of<network::LaneId>(m.to_lane());
  event.relative_speed_mps = m.relative_speed_mps();
  event.directive = m.directive();
  event.issuer = m.issuer();
  event.programme = m.programme();
  event.kind = static_cast<record::EventKind>(m.kind());
  event.side = static_cast<world::Side>(m.side());
  event.aspect = static_cast<network::Aspect>(m.aspect());
  event.right_of_way = static_cast<record::RightOfWay>(m.right_of_way());
  event.directive_kind = static_cast<std::uint8_t>(m.directive_kind());
  event.reason = static_cast<std::uint8_t>(m.reason());
  return true;
}

}  // namespace backlot::recording::internal
