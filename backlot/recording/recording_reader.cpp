#include "backlot/recording/recording_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include "backlot/recording/channels.h"
#include "backlot/recording/internal/frame_codec.h"
#include "backlot/recording/mcap_reader.h"

namespace backlot::recording {

namespace {

constexpr std::uint64_t kMostText = 256U << 20U;  // bytes of one attached text
constexpr std::uint64_t kMostTextRatio = 1000;    // an unpacked text to a packed one, past the first megabyte
constexpr std::uint64_t kAlwaysText = 1U << 20U;

// A text that was attached; false where it cannot be unpacked.
bool unpack_text(std::string_view media_type, std::string_view data, std::string& text) {
  if (media_type != kPackedType) {
    text = data;
    return true;
  }
  const unsigned long long size = ZSTD_getFrameContentSize(data.data(), data.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > kMostText ||
      size > kAlwaysText + kMostTextRatio * data.size())
    return false;
  text.resize(size);
  return ZSTD_decompress(text.data(), text.size(), data.data(), data.size()) == size;
}

class HeaderVisitor final : public McapVisitor {
 public:
  bool wants_messages() const override { return false; }
  bool metadata(std::string_view name, const McapMap& entries) override {
    if (name == kHeaderName && !has_header) {
      has_header = true;
      fault = read_entries(entries, recording.header);
    } else if (name == kEndName && fault.empty()) {
      RunEnd end;
      fault = read_entries(entries, end);
      end.result_json = std::move(result);
      recording.end = std::move(end);
    }
    return fault.empty();
  }
  bool attachment(std::string_view name, std::string_view media_type, std::string_view data) override {
    if (name == kResultName) {
      result = data;
    } else if (name.starts_with(kSourceFolder)) {
      take(recording.header.sources, name.substr(kSourceFolder.size()), media_type, data);
    } else if (name.starts_with(kSubjectFolder)) {
      take(recording.header.subject_files, name.substr(kSubjectFolder.size()), media_type, data);
    }
    return fault.empty();
  }

  Recording recording;
  bool has_header = false;
  std::string fault;

 private:
  void take(std::vector<SourceText>& list, std::string_view name, std::string_view media_type,
            std::string_view data) {
    SourceText source{std::string(name), {}};
    if (!unpack_text(media_type, data, source.text))
      fault = fmt::format("the text of {} cannot be unpacked", name);
    list.push_back(std::move(source));
  }

  std::string result;
};

class StepReader final : public McapVisitor {
 public:
  explicit StepReader(StepVisitor& visitor) : visitor_(visitor) {}

  bool message(const McapMessage& message) override {
    if (message.channel.topic == kEventTopic) return take_event(message.data);
    if (message.channel.topic == kFrameTopic) return take_frame(message.data);
    if (message.channel.topic == kGhostTopic) return take_ghost(message.data);
    if (message.channel.topic == kExchangeTopic) return take_exchange(message.data);
    return true;
  }

  std::string fault;

 private:
  template <class Message>
  bool parse(std::string_view data, Message& message, std::string_view what) {
    if (data.size() <= kMostChunkBytes && message.ParseFromArray(data.data(), static_cast<int>(data.size())))
      return true;
    fault = fmt::format("{} cannot be decoded", what);
    return false;
  }
  bool take_event(std::string_view data) {
    record::Event event;
    if (!parse(data, event_, "an event")) return false;
    if (!internal::decode(event_, event)) fault = "an event holds a number that no event has";
    events_.push_back(event);
    return fault.empty();
  }
  bool take_frame(std::string_view data) {
    if (!parse(data, frame_, "a frame")) return false;
    fault = decoder_.decode(frame_, step_);
    if (fault.empty() && frame_.events() != events_.size())
      fault = fmt::format("a step has {} events, {} were expected", events_.size(), frame_.events());
    if (!fault.empty()) {
      fault = fmt::format("step {}: {}", frame_.tick(), fault);
      return false;
    }
    step_.events.swap(events_);
    events_.clear();
    return visitor_.step(step_);
  }
  bool take_exchange(std::string_view data) {
    if (!parse(data, exchange_, "an exchange")) return false;
    step_.published.clear();
    for (const msg::Exchange::Signal& signal : exchange_.signals())
      step_.published.push_back({signal.name(), signal.value()});
    sut::Command command;
    if (exchange_.is_path()) {
      sut::TargetPath path;
      for (const msg::Exchange::PathPoint& point : exchange_.path())
        path.points.push_back({point.x_m(), point.y_m(), point.speed_mps()});
      command.motion = std::move(path);
    } else {
      command.motion = sut::Steering{exchange_.steering_rad(), exchange_.wanted_acceleration_mps2()};
    }
    command.indicates_left = exchange_.indicates_left();
    command.indicates_right = exchange_.indicates_right();
    command.signals = step_.published;
    return visitor_.exchange(exchange_.cycle(), command);
  }
  bool take_ghost(std::string_view data) {
    msg::Ghost message;
    if (!parse(data, message, "a ghost")) return false;
    if (message.time_s_size() != message.front_m_size()) {
      fault = "a ghost has times without places";
      return false;
    }
    verdict::Ghost ghost;
    for (int k = 0; k < message.time_s_size(); ++k) ghost.add(message.time_s(k), message.front_m(k));
    return visitor_.ghost(message.beat(), std::move(ghost));
  }

  StepVisitor& visitor_;
  internal::FrameDecoder decoder_;
  msg::Frame frame_;
  msg::Event event_;
  msg::Exchange exchange_;
  Step step_;
  std::vector<record::Event> events_;
};

}  // namespace

base::Result<Recording> read_recording(std::string_view bytes, const std::string& name) {
  HeaderVisitor visitor;
  McapReading reading = read_mcap(bytes, name, visitor);
  base::Diagnostics found = std::move(reading.diagnostics);
  if (!found.has_errors() && !visitor.has_header)
    found.error("M109", {name, 0, 0},
                "this MCAP file is no recording of Backlot: it does not say which run it is of",
                "recordings are written by: backlot run SCENE --record DIR");
  if (!visitor.fault.empty())
    found.error("M110", {name, 0, 0},
                fmt::format("the header of the recording cannot be read: {}", visitor.fault),
                "record the run again, or read it with the version that wrote it");
  else if (!found.has_errors() && visitor.recording.header.sources.empty())
    found.error("M110", {name, 0, 0}, "the recording does not hold the text of its scene",
                "record the run again");
  visitor.recording.is_whole = reading.is_whole;
  return base::Result<Recording>::from(std::move(visitor.recording), std::move(found));
}

base::Diagnostics read_steps(std::string_view bytes, const std::string& name, StepVisitor& visitor) {
  StepReader reader(visitor);
  base::Diagnostics found = read_mcap(bytes, name, reader).diagnostics;
  if (!reader.fault.empty())
    found.error("M108", {name, 0, 0}, fmt::format("the steps cannot be read: {}", reader.fault),
                "the file is damaged, or another program wrote it");
  return found;
}

}  // namespace backlot::recording
