// The shipped networks: what a reader copies must work. (tools/check_docs.py reads the examples of the docs.)
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <gtest/gtest.h>

#include "backlot/formats/way/way.h"
#include "backlot/network/network.h"

namespace backlot::formats::way::docs_test {
namespace {

namespace fs = std::filesystem;

const fs::path kProject = fs::path(__FILE__).parent_path() / ".." / ".." / ".." / "..";

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Files that are imported, from the folder of the shipped networks.
class ShippedFiles : public text::Loader {
 public:
  std::optional<text::File> load(std::string_view path, std::string_view) const override {
    const fs::path file = kProject / "scenes" / path;
    if (!fs::exists(file)) return std::nullopt;
    return text::File{file.string(), content(file)};
  }
};

// Read and built without a word.
void expect_sound(const std::string& text, const std::string& name) {
  const base::Result<network::NetworkDescription> description = read_way(text, name, ShippedFiles());
  ASSERT_TRUE(description) << to_text(description.diagnostics());
  const base::Result<network::Network> network = network::Network::build(*description);
  EXPECT_TRUE(network && network.diagnostics().is_empty()) << to_text(network.diagnostics());
}

TEST(ShippedNetwork, BuildsWithoutAWordAndIsFormatted) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(kProject / "scenes")) {
    if (entry.path().extension() != ".way") continue;
    ++files;
    const std::string text = content(entry.path()), name = entry.path().filename().string();
    expect_sound(text, name);
    const base::Result<std::string> formatted = format_way(text, name);
    ASSERT_TRUE(formatted);
    EXPECT_EQ(*formatted, text) << "backlot fmt " << name;
  }
  EXPECT_GE(files, 3);
}

TEST(ShippedLibrary, BuildsWithoutAWordAndIsFormatted) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(kProject / "scenes" / "library")) {
    ++files;
    const std::string text = content(entry.path()), name = entry.path().filename().string();
    expect_sound(text, name);
    const base::Result<std::string> formatted = format_way(text, name);
    ASSERT_TRUE(formatted);
    EXPECT_EQ(*formatted, text) << "backlot fmt " << name;
  }
  EXPECT_GE(files, 1);
}

TEST(ShippedNetwork, ReadsBackAsItWasWritten) {
  for (const auto& entry : fs::directory_iterator(kProject / "scenes")) {
    if (entry.path().extension() != ".way") continue;
    const auto description = read_way(content(entry.path()), "a", text::NoFiles());
    ASSERT_TRUE(description);
    const auto again = read_way(write_way(*description), "b", text::NoFiles());
    ASSERT_TRUE(again) << to_text(again.diagnostics());
    EXPECT_EQ(*description, *again) << entry.path().filename();
  }
}

}  // namespace
}  // namespace backlot::formats::way::docs_test
