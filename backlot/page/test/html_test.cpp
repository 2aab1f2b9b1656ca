#include "backlot/page/html.h"

#include <gtest/gtest.h>

namespace backlot::page::html_test {
namespace {

TEST(Html, TextIsEscapedAndWholeUtf8) {
  EXPECT_EQ(html_text("a <b> & \"c\" 'd'"), "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  EXPECT_EQ(html_text("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x9a\x97"), "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x9a\x97")
      << "two, three and four bytes";
  const std::string sign = "\xef\xbf\xbd";
  EXPECT_EQ(html_text("a\x01\nb"), "a  b");
  EXPECT_EQ(html_text("\xff"), sign);
  EXPECT_EQ(html_text("\xc0\xaf"), sign + sign) << "a slash in two bytes";
  EXPECT_EQ(html_text("\xe2\x82"), sign + sign) << "cut off";
  EXPECT_EQ(html_text("\xed\xa0\x80"), sign + sign + sign) << "half of a surrogate pair";
  EXPECT_EQ(html_text("\xf4\x90\x80\x80"), sign + sign + sign + sign) << "beyond Unicode";
  EXPECT_EQ(html_text("\xef\xbf\xbf\x7f"), sign + sign) << "no character, and DEL";
  EXPECT_EQ(html_text("\xe2\x80\xae"), sign) << "turns the direction of writing";
}

// The examples of RFC 4648, section 10.
TEST(Html, ImagesHoldTheirBytes) {
  const auto data_of = [](std::string_view text) {
    const std::string html = image(text, "a", "fit");
    const std::size_t from = html.find("base64,") + 7;
    return html.substr(from, html.find('"', from) - from);
  };
  EXPECT_EQ(data_of(""), "");
  EXPECT_EQ(data_of("f"), "Zg==");
  EXPECT_EQ(data_of("fo"), "Zm8=");
  EXPECT_EQ(data_of("foo"), "Zm9v");
  EXPECT_EQ(data_of("foob"), "Zm9vYg==");
  EXPECT_EQ(data_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(data_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(data_of("\xff\xfe\xfd"), "//79");
}

}  // namespace
}  // namespace backlot::page::html_test
