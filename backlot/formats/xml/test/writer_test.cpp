#include "backlot/formats/xml/writer.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/xml/document.h"

namespace backlot::formats::xml::writer_test {
namespace {

TEST(XmlWriter, PutsElementsOnLinesOfTheirOwn) {
  Writer out;
  out.open("a");
  out.attribute("n", 0.1);
  out.attribute("z", -0.0);
  out.open("b");
  out.close();
  out.open("c");
  out.text("t < u");
  out.close();
  out.close();
  EXPECT_EQ(out.take(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<a n=\"0.1\" z=\"0\">\n    <b/>\n    <c>t &lt; u</c>\n</a>\n");
}

TEST(XmlWriter, WhatIsSpecialReadsBackAsItWas) {
  const std::string value = "<a b=\"c\">&amp;'\n\t\r\xC3\xA4";
  Writer out;
  out.open("a");
  out.attribute("v", std::string_view(value));
  out.close();
  const std::string text = out.take();
  const auto document = parse(text, "a.xml");
  ASSERT_TRUE(document) << text;
  EXPECT_EQ(document->root().find("v"), value);
}

TEST(XmlWriter, OptionalValuesAreLeftOutWhereThereAreNone) {
  Writer out;
  out.open("a");
  out.attribute("x", std::optional<int>());
  out.attribute("y", std::optional<double>(-2.5));
  out.attribute("z", std::optional<bool>(true));
  out.attribute_unless_empty("w", "");
  out.close();
  EXPECT_EQ(out.take(), "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a y=\"-2.5\" z=\"true\"/>\n");
}

}  // namespace
}  // namespace backlot::formats::xml::writer_test
