#include "backlot/formats/opendrive/untranslate.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/alike.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/formats/opendrive/write_document.h"

namespace backlot::opendrive {
namespace {

std::string written(const network::NetworkDescription& network) {
  const auto document = untranslate(network);
  EXPECT_TRUE(document) << base::to_text(document.diagnostics());
  return document ? write_document(*document) : "";
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
      EXPECT_TRUE(written(*second) == text);
    }
  }
}

}  // namespace
}  // namespace backlot::opendrive
