// A map in which two roads run into one lane at a direct junction.
#pragma once

#include <string>

namespace backlot::formats::opendrive {

// Both two-way; b comes from the right in a bend, lies on a for its last 45 m, and leaves the other way in a bend to the left:
//
//      a ==============.
//                       ========= c
//      b =============='
//
// The name of a section's lanes, signals of b and what is said between the lane links of the junction can be chosen.
inline std::string merging_roads(const std::string& of_b = "", const std::string& of_junction = "",
                                 const std::string& overlap = "") {
  const std::string lanes =
      R"(<lanes><laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left>
    <center><lane id="0" type="none"><roadMark sOffset="0" type="broken"/></lane></center>
    <right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes>)";
  const std::string town = R"(<type s="0" type="town"><speed max="50" unit="km/h"/></type>)";
  return R"(<OpenDRIVE><header revMajor="1" revMinor="7" name="merge"/>
<road id="a" length="200" junction="-1"><link><successor elementType="junction" elementId="9"/></link>)" +
         town +
         R"(
  <planView><geometry s="0" x="0" y="0" hdg="0" length="200"><line/></geometry></planView>
  <elevationProfile><elevation s="0" a="4" b="-0.02" c="0" d="0"/></elevationProfile>)" +
         lanes + R"(
  <objects><object id="1" type="tree" name="oak" s="190" t="9" zOffset="0" radius="1" height="9"/></objects>
</road>
<road id="b" length="150" junction="-1"><link><successor elementType="junction" elementId="9"/></link>)" +
         town +
         R"(
  <planView><geometry s="0" x="56.172338415" y="-36.725231433" hdg="0.5" length="150"><arc curvature="-0.00333333333333"/></geometry></planView>)" +
         lanes + of_b + R"(
</road>
<road id="c" length="250" junction="-1"><link><predecessor elementType="junction" elementId="9"/></link>)" +
         town +
         R"(
  <planView><geometry s="0" x="200" y="0" hdg="0" length="250"><line/></geometry></planView>)" +
         lanes + R"(
</road>
<junction id="9" type="direct">
  <connection id="0" incomingRoad="a" linkedRoad="c" contactPoint="start"><laneLink from="-1" to="-1" )" +
         overlap + R"(/><laneLink from="1" to="1"/></connection>
  <connection id="1" incomingRoad="b" linkedRoad="c" contactPoint="start"><laneLink from="-1" to="-1"/><laneLink from="1" to="1"/></connection>
  )" + of_junction +
         R"(
</junction></OpenDRIVE>)";
}

}  // namespace backlot::formats::opendrive
