#include "backlot/formats/opendrive/opendrive.h"

#include <utility>

#include "backlot/formats/opendrive/to_document.h"
#include "backlot/formats/opendrive/translate.h"
#include "backlot/formats/opendrive/write_document.h"

namespace backlot::formats::opendrive {

base::Result<network::NetworkDescription> read_opendrive(std::string_view text, const std::string& file,
                                                         const std::set<std::string>& left_out) {
  base::Result<Document> document = read_document(text, file);
  if (!document) return base::Result<network::NetworkDescription>::failure(std::move(document).diagnostics());
  base::Diagnostics found = document.diagnostics();
  base::Result<network::NetworkDescription> network = translate(*document, left_out);
  found.append(network.diagnostics());
  if (!network) return base::Result<network::NetworkDescription>::failure(std::move(found));
  return base::Result<network::NetworkDescription>::success(*std::move(network), std::move(found));
}

base::Result<std::string> write_opendrive(const network::NetworkDescription& network) {
  base::Result<Document> document = to_document(network);
  if (!document) return base::Result<std::string>::failure(std::move(document).diagnostics());
  return base::Result<std::string>::success(write_document(*document), document.diagnostics());
}

}  // namespace backlot::formats::opendrive
