#include "backlot/base/fields.h"

#include <gtest/gtest.h>

namespace backlot::base::fields_test {
namespace {

enum class Colour : std::uint8_t { red, green, blue };
constexpr std::uint32_t count_of(Colour) { return 3; }

struct Inner {
  float weight = 0;
  std::optional<std::int32_t> number;

  static void visit(auto& self, auto& field) { field(self.weight, self.number); }
  friend bool operator==(const Inner&, const Inner&) = default;
};

struct Outer {
  bool is_on = false;
  std::uint8_t small = 0;
  std::uint64_t large = 0;
  double real = 0;
  Colour colour = Colour::red;
  Id<struct TestTag> id;
  Handle<struct TestTag> handle;
  SimTime time;
  Duration length;
  std::string text;
  std::array<std::uint16_t, 2> pair{};
  std::vector<Inner> list;
  std::variant<Inner, Duration> either;

  static void visit(auto& self, auto& field) {
    field(self.is_on, self.small, self.large, self.real, self.colour, self.id, self.handle, self.time,
          self.length, self.text, self.pair, self.list, self.either);
  }
  friend bool operator==(const Outer&, const Outer&) = default;
};

Outer filled() {
  return {.is_on = true,
          .small = 200,
          .large = 0x0123456789abcdefU,
          .real = -0.0,
          .colour = Colour::blue,
          .id = Id<TestTag>(7),
          .handle = {3, 4},
          .time = SimTime::from_nanoseconds(-5),
          .length = Duration::from_milliseconds(100),
          .text = std::string("a\0b", 3),
          .pair = {1, 65535},
          .list = {{1.5F, -3}, {2.5F, std::nullopt}},
          .either = Duration::from_nanoseconds(9)};
}

std::string written(const Outer& value) {
  FieldWriter writer;
  writer(value);
  return writer.take_bytes();
}

std::uint64_t hash_of(const Outer& value) {
  FieldHasher hasher;
  hasher(value);
  return hasher.value();
}

TEST(Fields, ReadsWhatWasWritten) {
  for (const Outer& value : {Outer(), filled()}) {
    const std::string bytes = written(value);
    Outer read;
    FieldReader again(bytes);
    again(read);
    EXPECT_FALSE(again.has_failed());
    EXPECT_EQ(again.left(), 0U);
    EXPECT_EQ(read, value);
    EXPECT_EQ(hash_of(read), hash_of(value));
  }
  EXPECT_NE(hash_of(filled()), hash_of(Outer()));
}

// The layout is fixed: a known struct byte by byte.
TEST(Fields, WritesTheLowestByteFirst) {
  FieldWriter writer;
  writer(std::uint32_t{0x01020304}, Inner{1.0F, 2});
  EXPECT_EQ(writer.bytes(), std::string("\x04\x03\x02\x01\x00\x00\x80\x3f\x01\x02\x00\x00\x00", 13));
}

TEST(Fields, FailsOnBytesThatAreCut) {
  const std::string bytes = written(filled());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    FieldReader reader(std::string_view(bytes).substr(0, size));
    Outer read;
    reader(read);
    EXPECT_TRUE(reader.has_failed()) << size;
  }
}

TEST(Fields, TakesNoValueThatCannotBe) {
  {
    const std::string bytes("\x03", 1);  // there are three colours
    FieldReader reader(bytes);
    Colour colour = Colour::green;
    reader(colour);
    EXPECT_TRUE(reader.has_failed());
    EXPECT_EQ(colour, Colour::green);
  }
  {
    const std::string bytes("\x02\x00\x00\x00\x00\x00\x00\x00\x00", 9);  // the variant has two alternatives
    FieldReader reader(bytes);
    std::variant<Inner, Duration> either;
    reader(either);
    EXPECT_TRUE(reader.has_failed());
  }
  {
    const std::string bytes("\xff\xff\xff\xff\xff\xff\xff\x7f", 8);  // a list longer than all memory
    FieldReader reader(bytes);
    std::vector<Inner> list;
    reader(list);
    EXPECT_TRUE(reader.has_failed());
    EXPECT_TRUE(list.empty());
  }
}

}  // namespace
}  // namespace backlot::base::fields_test
