#include "backlot/formats/opendrive/untranslate.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/alike.h"
#include "backlot/formats/opendrive/test/real_maps.h"

namespace backlot::opendrive {
namespace {

std::string written(const network::NetworkDescription& network) {
  const auto text = write_opendrive(network);
  EXPECT_TRUE(text) << base::to_text(text.diagnostics());
  return text ? *text : "";
}

// The first line in which two texts differ, empty where none does: whole maps are too long to be shown.
std::string differing_line(const std::string& a, const std::string& b) {
  if (a == b) return "";
  const std::size_t at =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const auto line = [at](const std::string& text) {
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    return text.substr(start, text.find('\n', start) - start);
  };
  return line(a) + "\n" + line(b);
}

TEST(Untranslate, RealMapsAreTheSameAfterwardsAndAreWrittenTheSameAgain) {
  for (const char* folder : {"xodr", "xosc", "valid_qc"}) {
    const auto files = real_maps(folder);
    if (files.empty()) GTEST_SKIP() << "no maps in ../shared/data/" << folder;
    for (const auto& file : files) {
      SCOPED_TRACE(file.filename().string());
      const auto first = read_opendrive(text_of(file), "a.xodr");
      if (!first) continue;  // of these the reader's tests speak
      const std::string text = written(*first);
      const auto second = read_opendrive(text, "b.xodr");
      ASSERT_TRUE(second) << base::to_text(second.diagnostics());
      EXPECT_EQ(difference(*first, *second), "");
      EXPECT_EQ(differing_line(text, written(*second)), "");
    }
  }
}

}  // namespace
}  // namespace backlot::opendrive
