// Writer and reader of MCAP: what was written is read, whatever is missing or changed is told.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/recording/mcap_reader.h"
#include "backlot/recording/mcap_writer.h"

namespace backlot::recording::mcap_test {
namespace {

struct Seen final : McapVisitor {
  bool message(const McapMessage& message) override {
    messages.push_back(message.channel.topic + " " + std::to_string(message.sequence) + " " +
                       std::to_string(message.log_ns) + " " + std::string(message.data));
    return true;
  }
  bool metadata(std::string_view name, const McapMap& entries) override {
    for (const auto& [key, value] : entries) others.push_back(std::string(name) + " " + key + "=" + value);
    return true;
  }
  bool attachment(std::string_view name, std::string_view media_type, std::string_view data) override {
    others.push_back(std::string(name) + " " + std::string(media_type) + " " + std::string(data));
    return true;
  }
  std::vector<std::string> messages, others;
};

// Three chunks, two channels, an attachment, two metadata records.
std::string small_file() {
  std::string bytes;
  MemorySink sink(bytes);
  McapWriter writer(sink, "profile", "library");
  writer.add_metadata("head", {{"a", "1"}, {"b", "two"}});
  writer.attach("text.txt", "text/plain", "some text");
  const std::uint16_t schema = writer.add_schema({"type", "protobuf", "data of a schema"});
  const std::uint16_t one = writer.add_channel(schema, "/one", "protobuf"),
                      two = writer.add_channel(schema, "/two", "protobuf");
  writer.write(one, 10, 10, "first");
  writer.write(two, 10, 9, "second");
  writer.flush();
  writer.write(one, 20, 20, std::string(300, 'x'));
  writer.flush();
  writer.write(one, 30, 30, "");
  writer.add_metadata("end", {{"c", "3"}});
  EXPECT_TRUE(writer.close());
  return bytes;
}

TEST(Mcap, IsReadAsItWasWritten) {
  Seen seen;
  const McapReading reading = read_mcap(small_file(), "small.mcap", seen);
  EXPECT_TRUE(reading.diagnostics.is_empty()) << to_text(reading.diagnostics);
  EXPECT_TRUE(reading.is_whole);
  EXPECT_EQ(reading.profile, "profile");
  EXPECT_EQ(reading.library, "library");
  EXPECT_EQ(seen.messages, (std::vector<std::string>{"/one 0 10 first", "/two 0 10 second",
                                                     "/one 1 20 " + std::string(300, 'x'), "/one 2 30 "}));
  EXPECT_EQ(seen.others,
            (std::vector<std::string>{"head a=1", "head b=two", "text.txt text/plain some text", "end c=3"}));
  EXPECT_EQ(reading.seen.messages, 4U);
  ASSERT_TRUE(reading.has_statistics);
  EXPECT_EQ(reading.told.messages, 4U);
  EXPECT_EQ(reading.told.chunks, 3U);
  EXPECT_EQ(reading.told.attachments, 1U);
  EXPECT_EQ(reading.told.metadata, 2U);
  EXPECT_EQ(reading.schemas.at(1).data, "data of a schema");
}

TEST(Mcap, WhereverItIsCutTheWholeRecordsBeforeAreRead) {
  const std::string whole = small_file();
  std::size_t most = 0;
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    Seen seen;
    const McapReading reading = read_mcap(std::string_view(whole).substr(0, cut), "cut.mcap", seen);
    ASSERT_FALSE(reading.is_whole) << cut;
    ASSERT_FALSE(reading.diagnostics.is_empty()) << cut;
    const std::string& code = reading.diagnostics[0].code;
    ASSERT_EQ(code, cut < kMcapMagic.size() ? "M101" : "M201") << cut << ": " << to_text(reading.diagnostics);
    ASSERT_GE(seen.messages.size(), most) << cut;  // what was there stays there
    most = seen.messages.size();
  }
  EXPECT_EQ(most, 4U);
}

TEST(Mcap, EveryChangedByteIsFound) {
  const std::string whole = small_file();
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const unsigned flip : {0x01U, 0x80U, 0xffU}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
      Seen seen;
      const McapReading reading = read_mcap(changed, "changed.mcap", seen);
      ASSERT_FALSE(reading.diagnostics.is_empty()) << "byte " << at << " flipped by " << flip;
      ASSERT_FALSE(reading.diagnostics[0].code.empty());
      ASSERT_FALSE(reading.diagnostics[0].hint.empty());
      ASSERT_EQ(reading.diagnostics[0].place.file, "changed.mcap");
    }
}

TEST(Mcap, AChunkThatClaimsTooMuchIsRefused) {
  std::string bytes = small_file();
  // the first chunk: its unpacked size stands behind its two times
  std::size_t at = kMcapMagic.size();
  while (static_cast<McapOp>(bytes[at]) != McapOp::chunk) {
    std::uint64_t length = 0;
    for (unsigned k = 0; k < 8; ++k)
      length |= std::uint64_t{static_cast<unsigned char>(bytes[at + 1 + k])} << (8 * k);
    at += 9 + length;
  }
  for (unsigned k = 0; k < 8; ++k) bytes[at + 9 + 16 + k] = static_cast<char>(k < 5 ? 0xff : 0);
  Seen seen;
  const McapReading reading = read_mcap(bytes, "huge.mcap", seen);
  ASSERT_TRUE(reading.diagnostics.has_errors());
  EXPECT_EQ(reading.diagnostics[0].code, "M106");
}

TEST(Mcap, AnotherFileIsNone) {
  Seen seen;
  EXPECT_EQ(read_mcap("time_s,id\n", "a.csv", seen).diagnostics[0].code, "M101");
  EXPECT_EQ(read_mcap("", "empty", seen).diagnostics[0].code, "M101");
}

// Takes so many bytes, then nothing any more.
class FullSink final : public Sink {
 public:
  explicit FullSink(std::size_t room) : room_(room) {}
  bool write(std::string_view bytes) override {
    if (bytes.size() > room_) return false;
    room_ -= bytes.size();
    return true;
  }
  bool close() override { return true; }
  std::string why() const override { return "full"; }

 private:
  std::size_t room_;
};

TEST(Mcap, AFailedWriteIsRememberedWhereverItHappens) {
  const std::size_t size = small_file().size();
  for (std::size_t room = 0; room <= size; room += 13) {
    FullSink sink(room);
    McapWriter writer(sink, "profile", "library");
    const std::uint16_t channel =
        writer.add_channel(writer.add_schema({"type", "protobuf", ""}), "/one", "protobuf");
    for (std::uint64_t k = 0; k < 20; ++k) {
      writer.write(channel, k, k, std::to_string(k * 123457));
      writer.flush();
    }
    EXPECT_FALSE(writer.close()) << room;
    EXPECT_TRUE(writer.has_failed());
  }
}

TEST(Mcap, AFullDiskSaysSo) {
  FileSink sink("/dev/full");
  McapWriter writer(sink, "", "");
  EXPECT_FALSE(writer.close());
  EXPECT_NE(sink.why().find("No space left"), std::string::npos) << sink.why();
  FileSink nowhere("/nowhere/at/all.mcap");
  EXPECT_FALSE(nowhere.is_open());
  EXPECT_NE(nowhere.why().find("No such file"), std::string::npos) << nowhere.why();
}

}  // namespace
}  // namespace backlot::recording::mcap_test
