#include "backlot/formats/text/imports.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "backlot/formats/text/test/reading.h"

namespace backlot::text::imports_test {
namespace {

struct Loaded {
  std::string order;
  std::string codes;
  bool is_complete;
};

Loaded load(const std::string& text, FilesInMemory::Files files) {
  Problems problems;
  Syntax main = Syntax::parse(std::make_shared<Source>("main", text), problems);
  const Library library = load_imports(std::move(main), FilesInMemory(std::move(files)), problems);
  Loaded loaded{{}, {}, library.is_complete};
  for (const Syntax& file : library.files) loaded.order += file.source()->name() + " ";
  loaded.codes = codes(problems.take());
  return loaded;
}

TEST(Imports, BringEveryFileOnceInTheOrderOfNeed) {
  const Loaded loaded =
      load("import \"a\"\nimport \"b\"\n", {{"a", "import \"c\"\n"}, {"b", "import \"c\""}, {"c", "x"}});
  EXPECT_EQ(loaded.order, "c a b main ");
  EXPECT_EQ(loaded.codes, "");
  EXPECT_TRUE(loaded.is_complete);
}

TEST(Imports, ReportMissingFilesCirclesAndMistakes) {
  EXPECT_EQ(load("import \"nowhere\"", {}).codes, "T130 1:8");
  EXPECT_EQ(load("import \"a\"", {{"a", "import \"b\""}, {"b", "import \"a\""}}).codes, "T131 1:8");
  EXPECT_EQ(load("import a", {}).codes, "T141 1:8");
  EXPECT_FALSE(load("import \"nowhere\"", {}).is_complete);
}

TEST(Imports, EndLongChainsInADiagnostic) {
  FilesInMemory::Files files;
  for (int i = 0; i < 2000; ++i) files["f" + std::to_string(i)] = "import \"f" + std::to_string(i + 1) + "\"";
  EXPECT_EQ(load("import \"f0\"", files).codes, "T132 1:8");
}

}  // namespace
}  // namespace backlot::text::imports_test
