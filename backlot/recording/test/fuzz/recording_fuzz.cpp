// Any bytes: reading a recording ends, in little memory. Bytes are also taken for the content of a message, past all checksums.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "backlot/recording/channels.h"
#include "backlot/recording/mcap_writer.h"
#include "backlot/recording/recording_reader.h"

namespace {

using namespace backlot::recording;

struct Passer final : StepVisitor {
  bool step(Step& step) override {
    steps += step.frame.objects.size() + step.events.size();
    return true;
  }
  std::size_t steps = 0;
};

void read(std::string_view bytes) {
  Passer passer;
  static_cast<void>(read_recording(bytes, "fuzz.mcap"));
  static_cast<void>(read_steps(bytes, "fuzz.mcap", passer));
}

// The bytes in messages: the first one of each says which topic, the second how long it is.
std::string wrapped(std::string_view bytes) {
  std::string file;
  MemorySink sink(file);
  McapWriter writer(sink, "", "fuzz");
  writer.add_metadata(std::string(kHeaderName),
                      {{"format", "1"}, {"seed", std::string(bytes.substr(0, 20))}});
  const std::uint16_t schema = writer.add_schema({"fuzz", "protobuf", ""});
  const std::uint16_t channels[] = {writer.add_channel(schema, std::string(kFrameTopic), "protobuf"),
                                    writer.add_channel(schema, std::string(kEventTopic), "protobuf"),
                                    writer.add_channel(schema, std::string(kGhostTopic), "protobuf")};
  while (bytes.size() >= 2) {
    const auto topic = static_cast<unsigned char>(bytes[0]) % 3U;
    const std::string_view data = bytes.substr(2, static_cast<unsigned char>(bytes[1]) * 4U);
    writer.write(channels[topic], 0, 0, data);
    bytes.remove_prefix(2 + data.size());
  }
  writer.close();
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(data, data + size);
  read(bytes);
  read(wrapped(bytes));
  return 0;
}
