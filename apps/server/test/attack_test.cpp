// Bytes that no page sends, drawn at random around those that pages do send: the window goes on, and other pages with it.
#include "apps/server/test/attack.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::server::attack_test {
namespace {

using test::AttackedWindow;

// What a page says, with a few bytes changed, doubled, cut off or put in.
std::string spoilt(std::string text, std::mt19937& random) {
  const auto upto = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  for (std::size_t times = upto(6); times > 0 && !text.empty(); --times) {
    const std::size_t at = 1 + upto(text.size() - 1);
    if (at >= text.size()) continue;
    switch (upto(3)) {
      case 0:
        text[at] = static_cast<char>(upto(255));
        break;
      case 1:
        text.insert(at, text.substr(at, upto(40)));
        break;
      case 2:
        text.resize(at);
        break;
      default:
        text.insert(at, 1, static_cast<char>(upto(255)));
    }
  }
  return text;
}

TEST(Attack, RandomBytesDoNotStopTheWindow) {
  AttackedWindow window;
  std::mt19937 random(23);
  const std::vector<std::string> kinds = {
      std::string(1, '\0') +
          "GET /app.js?token=secret HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
      std::string("\1\x81\x8d\0\0\0\0{\"do\":\"view\"}", 20),
      "\2{\"do\":\"view\",\"box\":[0,0,100,100],\"metres_per_pixel\":0.1}\n{\"do\":\"step\"}\n{\"do\":"
      "\"select\",\"id\":3}",
      "\2{\"do\":\"find\",\"text\":\"c_1\"}\n{\"do\":\"locate\",\"x\":75,\"y\":-1.7}\n{\"do\":\"speed\","
      "\"factor\":4}"};
  for (int k = 0; k < 200; ++k) {
    const std::string input = spoilt(kinds[static_cast<std::size_t>(k) % kinds.size()], random);
    ASSERT_TRUE(window.survives(input)) << "input " << k << ": " << ::testing::PrintToString(input);
  }
}

// 60,000 brackets: what copies or writes such a value calls itself as often.
TEST(Attack, ValuesInsideValuesAreRefused) {
  AttackedWindow window;
  for (const char* key : {"sent_ms", "text", "x"}) {
    const std::string deep = std::string("\2{\"do\":\"ping\",\"") + key + "\":" + std::string(30'000, '[') +
                             std::string(30'000, ']') + "}";
    EXPECT_TRUE(window.survives(deep)) << key;
    EXPECT_TRUE(window.survives("\2" + std::string(60'000, '[')));
  }
}

}  // namespace
}  // namespace backlot::server::attack_test
