// XML text -> a tree of elements that know where they stand.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/formats/xml/element.h"
#include "backlot/formats/xml/where.h"

namespace backlot::formats::xml {

// Never changes. Has exactly one root.
class Document {
 public:
  explicit Document(std::unique_ptr<Tree> tree);
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  const std::string& file() const;
  Element root() const;
  base::Place place(Where where) const;

 private:
  std::unique_ptr<Tree> tree_;
};

// Comments and processing instructions are skipped. What is not XML, or more than limits.h allows, is an error, and so is a
// DOCTYPE: no format of ours needs one, and entities are a way to make much of little. Something before the XML declaration,
// and bytes that are no UTF-8, are warnings. The text must live as long as the document.
base::Result<Document> parse(std::string_view text, std::string file);

// The name of the first element, if the text begins like XML; else empty. Looks at the first 64 KiB only.
std::string_view find_root_name(std::string_view text);

}  // namespace backlot::formats::xml
