// The shape of a road's surface across, over the plane of its superelevation: from the file and back.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/opendrive/internal/plan/reference_line.h"
#include "backlot/network/surface_description.h"

namespace backlot::formats::opendrive {

// By plan distance. The shapes of a file as they are; a cross section surface, which stands in their place, at as many stations as
// are needed for a tenth of a millimetre. Nothing if all is zero. `parts_left` falls by what such a surface takes; one that would
// take more is left out with a diagnostic.
std::vector<network::SurfaceStation> surface_of(const Document& document, const Road& road,
                                                const ReferenceLine& line, std::size_t& parts_left,
                                                base::Diagnostics& found);

std::vector<ShapeRecord> written_shape(const std::vector<network::SurfaceStation>& stations,
                                       const network::SourceFrame& measure);

}  // namespace backlot::formats::opendrive
