#include "backlot/formats/opendrive/opendrive.h"

#include <utility>

#include "backlot/formats/opendrive/translate.h"

namespace backlot::opendrive {

base::Result<network::NetworkDescription> read_opendrive(std::string_view text, const std::string& file) {
  base::Result<Document> document = read_document(text, file);
  if (!document) return base::Result<network::NetworkDescription>::failure(std::move(document).diagnostics());
  base::Diagnostics found = document.diagnostics();
  base::Result<network::NetworkDescription> network = translate(*document);
  found.append(network.diagnostics());
  if (!network) return base::Result<network::NetworkDescription>::failure(std::move(found));
  return base::Result<network::NetworkDescription>::success(*std::move(network), std::move(found));
}

}  // namespace backlot::opendrive
