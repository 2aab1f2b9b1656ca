#include "backlot/formats/opendrive/internal/read/records.h"

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

Cubic read_cubic(xml::Attributes& in, xml::Element element, const char* s_name) {
  BACKLOT_ASSERT(s_name != nullptr, "a record has a place");
  return {element.where(),
          in.number(element, s_name),
          in.coefficient(element, "a"),
          in.coefficient(element, "b"),
          in.coefficient(element, "c"),
          in.coefficient(element, "d")};
}

ContactPoint read_contact(xml::Element element) {
  const auto found = element.find("contactPoint");
  if (found == "start") return ContactPoint::start;
  if (found == "end") return ContactPoint::end;
  return ContactPoint::none;
}

Orientation read_orientation(xml::Element element) {
  const auto found = element.find("orientation");
  if (found == "+") return Orientation::along;
  if (found == "-") return Orientation::against;
  return Orientation::both;
}

std::vector<Validity> read_validities(xml::Attributes& in, xml::Element element) {
  std::vector<Validity> validities;
  for (const xml::Element child : element.children())
    if (child.name() == "validity")
      validities.push_back({child.where(), in.whole(child, "fromLane"), in.whole(child, "toLane")});
  return validities;
}

}  // namespace backlot::formats::opendrive
