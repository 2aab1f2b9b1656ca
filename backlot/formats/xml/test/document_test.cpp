#include "backlot/formats/xml/document.h"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/xml/limits.h"

namespace backlot::formats::xml::document_test {
namespace {

std::string first_code(const base::Result<Document>& result) {
  return result.diagnostics().is_empty() ? "" : result.diagnostics()[0].code;
}

TEST(XmlDocument, ElementsKnowWhereTheyStand) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n<map>\n  <road id=\"7\"\n        name=\"a &amp; b\"/>\n</map>\n";
  const auto document = parse(text, "a.xml");
  ASSERT_TRUE(document) << base::to_text(document.diagnostics());
  EXPECT_TRUE(document.diagnostics().is_empty());
  const Element road = document->root().child("road");
  EXPECT_EQ(document->root().name(), "map");
  EXPECT_EQ(road.where(), (Where{3, 3}));
  EXPECT_EQ(road.where_of("id"), (Where{3, 9}));
  EXPECT_EQ(road.where_of("name"), (Where{4, 9}));
  EXPECT_EQ(road.where_of("none"), road.where());
  EXPECT_EQ(road.find("name"), "a & b");
  EXPECT_FALSE(road.find("none"));
  EXPECT_EQ(base::to_text(document->place(road.where())), "a.xml:3:3");
}

TEST(XmlDocument, ColumnsAreCharacters) {
  const std::string text = "<map><!-- \xC3\xA4\xC3\xB6 --><road/></map>";
  const auto document = parse(text, "a.xml");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().child("road").where(), (Where{1, 17}));
}

TEST(XmlDocument, ChildrenComeInOrderWithoutTextAndComments) {
  const std::string text = "<map>words<a/><!-- no --><b/>more<c/></map>";
  const auto document = parse(text, "a.xml");
  ASSERT_TRUE(document);
  std::string names;
  for (const Element child : document->root().children()) names += child.name();
  EXPECT_EQ(names, "abc");
  EXPECT_EQ(document->root().text(), "words");
}

TEST(XmlDocument, CharacterDataIsText) {
  const std::string text = "<map><![CDATA[ +proj=utm <x> ]]></map>";
  const auto document = parse(text, "a.xml");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().text(), "+proj=utm <x>");
}

TEST(XmlDocument, SomethingBeforeTheDeclarationIsAWarning) {
  for (const std::string text :
       {"<!-- from elsewhere -->\n<?xml version='1.0'?>\n<map><a/></map>",
        "garbage\n<?xml version='1.0'?>\n<map><a/></map>", "\n<?xml version='1.0'?>\n<map><a/></map>"}) {
    const auto document = parse(text, "a.xml");
    ASSERT_TRUE(document) << text;
    EXPECT_EQ(first_code(document), "X107") << text;
    EXPECT_EQ(document->root().child("a").where(), (Where{3, 6})) << text;
  }
  for (const std::string text :
       {"<map/>", "\n<map/>", "<!-- a comment --><map/>", "\xEF\xBB\xBF<?xml version='1.0'?><map/>",
        "<?xml version='1.0'?><!-- a --><?xml-style b?><map/>"})
    EXPECT_TRUE(parse(text, "a.xml").diagnostics().is_empty()) << text;
}

TEST(XmlDocument, WhatIsNoXmlIsAnErrorWithItsPlace) {
  struct Case {
    std::string text, code;
    int line, column;
  };
  for (const Case& c : {Case{"", "X102", 1, 1}, Case{std::string(4096, '\0'), "X102", 1, 1},
                        Case{"<a>\n<b></a>", "X103", 2, 6}, Case{"<a>\n  <b c=d/></a>", "X103", 2, 8},
                        Case{"<a><b id='1' c='2'", "X103", 1, 19}, Case{"just words", "X102", 1, 1},
                        Case{"<a><!-- open", "X103", 1, 13}, Case{"<a", "X103", 1, 3},
                        Case{"<", "X103", 1, 1}, Case{"<?xml version='1.0'?>", "X103", 1, 22}}) {
    const auto document = parse(c.text, "a.xml");
    ASSERT_FALSE(document) << c.text;
    EXPECT_EQ(first_code(document), c.code) << c.text;
    EXPECT_EQ(document.diagnostics()[0].place.line, c.line) << c.text;
    EXPECT_NEAR(document.diagnostics()[0].place.column, c.column, 3) << c.text;
  }
}

TEST(XmlDocument, ADoctypeIsRefused) {
  const std::string text = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x 'y'>]>\n<a>&x;</a>";
  const auto document = parse(text, "a.xml");
  ASSERT_FALSE(document);
  EXPECT_EQ(first_code(document), "X104");
  EXPECT_EQ(document.diagnostics()[0].place.line, 2);
}

TEST(XmlDocument, DepthHasALimitAndNoRecursion) {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "<a>";
    for (std::size_t i = 0; i < depth; ++i) text += "</a>";
    return text;
  };
  const std::string deepest = nested(kDeepestElement), deeper = nested(kDeepestElement + 1),
                    abyss = nested(300'000);
  EXPECT_TRUE(parse(deepest, "a.xml"));
  EXPECT_EQ(first_code(parse(deeper, "a.xml")), "X105");
  EXPECT_EQ(first_code(parse(abyss, "a.xml")), "X105");
  // deep in two branches is not deeper
  const std::string twice = "<m>" + nested(60) + nested(60) + "</m>";
  EXPECT_TRUE(parse(twice, "a.xml"));
}

TEST(XmlDocument, AttributesHaveALimit) {
  const std::string text = "<a b='" + std::string(kLongestAttribute + 1, 'x') + "'/>";
  EXPECT_EQ(first_code(parse(text, "a.xml")), "X106");
  const std::string fits = "<a b='" + std::string(kLongestAttribute, 'x') + "'/>";
  EXPECT_TRUE(parse(fits, "a.xml"));
}

TEST(XmlDocument, OtherEncodingsAreReadAsLatin1) {
  const std::string said = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a name=\"Stra\xDF\x65\"/>";
  const auto document = parse(said, "a.xml");
  ASSERT_TRUE(document);
  EXPECT_TRUE(document.diagnostics().is_empty());
  EXPECT_EQ(document->root().find("name"),
            "Stra\xC3\x9F"
            "e");

  const std::string unsaid = "<a name=\"Stra\xDF\x65\"/>";
  EXPECT_EQ(first_code(parse(unsaid, "a.xml")), "X108");
}

TEST(XmlDocument, ASecondRootIsNotRead) {
  const std::string text = "<a/>\n<b/>";
  const auto document = parse(text, "a.xml");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().name(), "a");
  EXPECT_EQ(first_code(document), "X109");
  EXPECT_EQ(document.diagnostics()[0].place.line, 2);
}

TEST(FindRootName, LooksPastWhatStandsBeforeTheRoot) {
  EXPECT_EQ(find_root_name("<?xml version='1.0'?>\n<!-- a <b> --><OpenDRIVE xmlns='x'>"), "OpenDRIVE");
  EXPECT_EQ(find_root_name("<!DOCTYPE a [<!ENTITY x 'y'>]><a>"), "a");
  EXPECT_EQ(find_root_name("words <a/>"), "a");
  EXPECT_EQ(find_root_name("network { }"), "");
  EXPECT_EQ(find_root_name("<!-- open"), "");
  EXPECT_EQ(find_root_name("<"), "");
  EXPECT_EQ(find_root_name(""), "");
}

}  // namespace
}  // namespace backlot::formats::xml::document_test
