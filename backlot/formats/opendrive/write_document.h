// From a document to the text of an OpenDRIVE file.
#pragma once

#include <string>

#include "backlot/formats/opendrive/document.h"

namespace backlot::formats::opendrive {

// The file in one fixed order of elements and attributes, numbers in full: reading it gives an equal document, and writing
// that the same text. Left out are the parts of which a document only keeps the place: skeletons, materials and surfaces
// of objects, boards of signals.
std::string write_document(const Document& document);

}  // namespace backlot::formats::opendrive
