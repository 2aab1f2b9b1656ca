#include "backlot/recording/run_recorder.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <zstd.h>

#include "backlot/base/assert.h"
#include "backlot/recording/channels.h"
#include "backlot/recording/internal/frame_codec.h"
#include "backlot/recording/internal/scene_picture.h"
#include "backlot/recording/internal/schemas.h"
#include "backlot/recording/mcap_writer.h"

namespace backlot::recording {

namespace {

constexpr std::size_t kChunkBytes = 1U << 20U;  // a chunk with more ends before its time
constexpr int kLeastMatch = 7;                  // bytes: most of what repeats are doubles of pictures
constexpr std::size_t kPackFrom = 64U << 10U;   // longer texts are packed
constexpr const char* kProtobuf = "protobuf";

std::string_view phase_text(scene::BeatPhase phase) {
  switch (phase) {
    case scene::BeatPhase::waits:
      return "waits";
    case scene::BeatPhase::plays:
      return "plays";
    case scene::BeatPhase::over:
      return "over";
    case scene::BeatPhase::missed:
      return "missed";
  }
  return "waits";
}

void attach_text(McapWriter& writer, std::string_view folder, const SourceText& source) {
  BACKLOT_ASSERT(!source.name.empty(), "a source has a name");
  const std::string name = std::string(folder) + source.name;
  if (source.text.size() < kPackFrom) {
    writer.attach(name, std::string(kTextType), source.text);
    return;
  }
  std::string packed(ZSTD_compressBound(source.text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), source.text.data(), source.text.size(), 3));
  writer.attach(name, std::string(kPackedType), packed);
}

}  // namespace

struct RunRecorder::Inside {
  Inside(std::unique_ptr<Sink> to, const RunHeader& header, const RecorderOptions& given)
      : sink(std::move(to)),
        options(given),
        writer(*sink, "", header.version,
               {.level = given.level, .least_match = kLeastMatch, .chunk_bytes = 16 * kChunkBytes}) {}

  template <class Message>
  std::uint16_t channel(std::string_view topic) {
    return writer.add_channel(writer.add_schema(internal::schema_of(*Message::descriptor())),
                              std::string(topic), kProtobuf);
  }
  template <class Message>
  void write(std::uint16_t to, std::uint64_t log_ns, std::uint64_t publish_ns, const Message& message) {
    const std::size_t size = message.ByteSizeLong();
    char* at = writer.begin_message(to, log_ns, publish_ns, size);
    message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(at));
  }
  template <class Message>
  void write(std::uint16_t to, const Message& message) {
    write(to, now_ns, now_ns, message);
  }
  void mark_play(const Moment& moment);

  std::unique_ptr<Sink> sink;
  RecorderOptions options;
  McapWriter writer;
  std::uint16_t frames = 0, events = 0, plays = 0, ghosts = 0, exchanges = 0, pictures = 0;
  internal::FrameEncoder encoder;
  internal::ScenePicture picture;
  msg::Event event;
  msg::PlayMark mark;
  std::uint64_t now_ns = 0;
  std::optional<base::SimTime> chunk_began, last_picture;
  bool is_key = true;
  // ---- the play
  std::shared_ptr<const scene::Scene> scene;
  std::uint32_t play = 0;
  std::vector<scene::BeatPhase> phases;
  std::vector<world::ObjectId> actors;
  bool was_over = false;
};

std::shared_ptr<const std::string> road_of(const network::Network& network) {
  return std::make_shared<const std::string>(internal::draw_road(network));
}

RunRecorder::RunRecorder(std::unique_ptr<Sink> sink, const RunHeader& header,
                         std::shared_ptr<const std::string> road, const RecorderOptions& options)
    : inside_(std::make_unique<Inside>(std::move(sink), header, options)) {
  Inside& in = *inside_;
  in.writer.add_metadata(std::string(kHeaderName), entries_of(header));
  for (const SourceText& source : header.sources) attach_text(in.writer, kSourceFolder, source);
  for (const SourceText& source : header.subject_files) attach_text(in.writer, kSubjectFolder, source);
  in.frames = in.channel<msg::Frame>(kFrameTopic);
  in.events = in.channel<msg::Event>(kEventTopic);
  in.plays = in.channel<msg::PlayMark>(kPlayTopic);
  in.ghosts = in.channel<msg::Ghost>(kGhostTopic);
  if (!header.driver.empty()) in.exchanges = in.channel<msg::Exchange>(kExchangeTopic);
  const std::uint16_t update = in.writer.add_schema(internal::scene_update_schema());
  in.pictures = in.writer.add_channel(update, std::string(kSceneTopic), kProtobuf);
  const std::uint16_t roads = in.writer.add_channel(update, std::string(kRoadTopic), kProtobuf);
  if (road != nullptr && !road->empty()) in.writer.write(roads, 0, 0, *road);
}

RunRecorder::~RunRecorder() = default;

void RunRecorder::Inside::mark_play(const Moment& moment) {
  const scene::PlayState& state = moment.state;
  const bool is_new = scene != moment.scene;
  if (is_new && scene != nullptr) ++play;
  if (is_new) scene = moment.scene;
  const auto has_phase = [](const scene::BeatState& beat, scene::BeatPhase phase) {
    return beat.phase == phase;
  };
  const auto has_actor = [](const scene::RoleState& role, world::ObjectId actor) {
    return role.actor == actor;
  };
  if (!is_new && was_over == state.is_over &&
      std::equal(state.beats.begin(), state.beats.end(), phases.begin(), phases.end(), has_phase) &&
      std::equal(state.roles.begin(), state.roles.end(), actors.begin(), actors.end(), has_actor))
    return;
  was_over = state.is_over;
  phases.clear();
  actors.clear();
  mark.Clear();
  mark.set_play(play);
  static const scene::SceneDescription kNoNames;
  const scene::SceneDescription& names = scene != nullptr ? scene->description() : kNoNames;
  mark.set_scene(names.name);
  mark.set_is_over(state.is_over);
  for (std::size_t k = 0; k < state.beats.size(); ++k) {
    const scene::BeatState& beat = state.beats[k];
    phases.push_back(beat.phase);
    msg::PlayMark::Beat& row = *mark.add_beats();
    if (k < names.script.beats.size()) row.set_name(names.script.beats[k].name);
    row.set_phase(std::string(phase_text(beat.phase)));
    row.set_ready_s(beat.ready_s);
    row.set_began_s(beat.began_s);
    row.set_over_s(beat.over_s);
  }
  for (std::size_t k = 0; k < state.roles.size(); ++k) {
    const scene::RoleState& role = state.roles[k];
    actors.push_back(role.actor);
    msg::PlayMark::Role& row = *mark.add_roles();
    if (k < names.cast.size()) row.set_name(names.cast[k].name);
    row.set_actor(role.actor.raw());
    if (!role.actor.is_empty()) row.set_number(world::number_for_people(role.actor));
    row.set_since_s(role.since_s);
  }
  write(plays, mark);
}

void RunRecorder::add(const Moment& moment) {
  Inside& in = *inside_;
  const record::Frame& frame = moment.frame;
  in.now_ns = static_cast<std::uint64_t>(std::max<std::int64_t>(0, frame.time.nanoseconds()));
  if (!in.chunk_began) in.chunk_began = frame.time;
  in.mark_play(moment);
  for (const record::Event& event : moment.events) {
    internal::encode(event, in.event);
    in.write(in.events, in.now_ns,
             static_cast<std::uint64_t>(std::max<std::int64_t>(0, event.time.nanoseconds())), in.event);
  }
  const internal::FrameEncoder::Input input{.frame = frame,
                                            .state = moment.state,
                                            .clocks = moment.clocks,
                                            .play = in.play,
                                            .subject = moment.subject,
                                            .events = static_cast<std::uint32_t>(moment.events.size())};
  in.writer.write_by(in.frames, in.now_ns, in.now_ns, in.encoder.prepare(input, in.is_key),
                     [&](char* at) { return in.encoder.put(input, at); });
  in.is_key = false;
  if (!in.last_picture || frame.time - *in.last_picture >= in.options.picture) {
    in.last_picture = frame.time;
    in.writer.write(in.pictures, in.now_ns, in.now_ns, in.picture.draw(frame, moment.subject));
  }
  if (frame.time - *in.chunk_began >= in.options.flush || in.writer.open_bytes() > kChunkBytes) {
    in.writer.flush();
    in.chunk_began.reset();
    in.is_key = true;
  }
}

void RunRecorder::add_ghost(std::uint32_t beat, const verdict::Ghost& ghost) {
  msg::Ghost message;
  message.set_beat(beat);
  for (const verdict::Ghost::Place& place : ghost.places()) {
    message.add_time_s(place.time_s);
    message.add_front_m(place.front_m);
  }
  inside_->write(inside_->ghosts, message);
}

void RunRecorder::add_exchange(const sut::View& view, const sut::Command& command) {
  Inside& in = *inside_;
  if (in.exchanges == 0) return;
  msg::Exchange m;
  m.set_cycle(view.cycle);
  m.set_time_s(view.time_s);
  m.set_x_m(view.own.x);
  m.set_y_m(view.own.y);
  m.set_heading_rad(view.own.heading_rad);
  m.set_speed_mps(view.own.speed_mps);
  m.set_acceleration_mps2(view.own.acceleration_mps2);
  m.set_objects(static_cast<std::uint32_t>(view.objects.size()));
  if (view.road) {
    m.set_has_road(true);
    m.set_metre(view.road->metre);
    m.set_offset_m(view.road->offset_m);
    m.set_next_line(view.road->next_line);
    m.set_light(static_cast<std::uint32_t>(view.road->light));
  }
  if (const auto* steering = std::get_if<sut::Steering>(&command.motion)) {
    m.set_steering_rad(steering->steering_rad);
    m.set_wanted_acceleration_mps2(steering->acceleration_mps2);
  } else {
    m.set_is_path(true);
    for (const sut::TargetPath::Point& point : std::get<sut::TargetPath>(command.motion).points) {
      msg::Exchange::PathPoint& row = *m.add_path();
      row.set_x_m(point.x);
      row.set_y_m(point.y);
      row.set_speed_mps(point.speed_mps);
    }
  }
  m.set_indicates_left(command.indicates_left);
  m.set_indicates_right(command.indicates_right);
  for (const sut::WhiteBoxSignal& signal : command.signals) {
    msg::Exchange::Signal& row = *m.add_signals();
    row.set_name(signal.name);
    row.set_value(signal.value);
  }
  // it is asked before the step that its answer moves: at the time of the frame before
  const auto time_ns = static_cast<std::uint64_t>(std::max(0.0, view.time_s) * 1e9 + 0.5);
  in.write(in.exchanges, std::max(in.now_ns, time_ns), time_ns, m);
}

bool RunRecorder::finish(const RunEnd& end) {
  Inside& in = *inside_;
  in.writer.attach(std::string(kResultName), "application/json", end.result_json, in.now_ns);
  in.writer.add_metadata(std::string(kEndName), entries_of(end));
  return in.writer.close();
}

bool RunRecorder::has_failed() const { return inside_->writer.has_failed(); }
std::string RunRecorder::why() const { return inside_->sink->why(); }

}  // namespace backlot::recording
