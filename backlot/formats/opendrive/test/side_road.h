// A map with a side road at a virtual junction.
#pragma once

#include <string>

namespace backlot::formats::opendrive {

// The main road runs from west to east, and one section of it over the junction; the side road comes from the south. Connecting roads 2 and 4
// turn right, 3 turns left off the main road, and 5 left into it, against its own s:
//
//           s = 90      120
//      1 =====|==========|=====          east
//              `2,5  3,4'
//                 | 99 |
//
// What stands between the tags of the main road, and the attributes of the junction, can be chosen.
inline std::string side_road(
    const std::string& of_main = "",
    const std::string& place = R"(mainRoad="1" sStart="90" sEnd="120" orientation="none")",
    const std::string& of_junction = "") {
  const auto lane = [](int id, const std::string& link, const std::string& more = "") {
    return "<lane id=\"" + std::to_string(id) + "\" type=\"driving\"><link>" + link +
           "</link><width sOffset=\"0\" a=\"3.5\" b=\"0\" c=\"0\" d=\"0\"/>" + more + "</lane>";
  };
  const auto lanes = [](const std::string& left, const std::string& right) {
    return "<lanes><laneSection s=\"0\">" + (left.empty() ? "" : "<left>" + left + "</left>") +
           R"(<center><lane id="0" type="none"><roadMark sOffset="0" type="broken"/><roadMark sOffset="70" type="solid"/><roadMark sOffset="150" type="broken"/></lane></center>)" +
           (right.empty() ? "" : "<right>" + right + "</right>") + "</laneSection></lanes>";
  };
  const auto link = [](const std::string& tag, const std::string& words) {
    return "<" + tag + " elementType=\"road\" " + words + "/>";
  };
  const std::string side = R"(elementId="99" contactPoint="end")";
  const auto turn = [&](const std::string& id, const std::string& from, const std::string& to,
                        const std::string& plan, const std::string& left, const std::string& right) {
    return "<road id=\"" + id + R"(" length="28.56194490192345" junction="555"><link>)" +
           link("predecessor", from) + link("successor", to) + "</link><planView>" + plan + "</planView>" +
           lanes(left, right) + "</road>\n";
  };
  // a quarter of a circle of 15 m radius, and 5 m between it and the side road
  const std::string arc_length = "23.56194490192345";
  const auto into = [&](const std::string& start, const std::string& curvature) {
    return "<geometry s=\"0\" " + start + " length=\"" + arc_length + "\"><arc curvature=\"" + curvature +
           "\"/></geometry><geometry s=\"" + arc_length +
           R"(" x="105" y="-15" hdg="-1.570796326794897" length="5"><line/></geometry>)";
  };
  const std::string right_bend = "-0.06666666666666667", left_bend = "0.06666666666666667";
  const std::string wider =
      R"(<width sOffset="140" a="3.5" b="0.01" c="0" d="0"/><speed sOffset="100" max="40" unit="km/h"/>)";
  return R"(<OpenDRIVE><header revMajor="1" revMinor="7" name="driveway"/>
<road id="1" length="200" junction="-1"><type s="0" type="town"><speed max="50" unit="km/h"/></type>
  <planView><geometry s="0" x="0" y="0" hdg="0" length="200"><line/></geometry></planView>)" +
         lanes(lane(1, ""), lane(-1, "", wider)) + of_main + R"(</road>
<road id="99" length="60" junction="-1"><link><successor elementType="junction" elementId="555"/></link>
  <planView><geometry s="0" x="105" y="-80" hdg="1.570796326794897" length="60"><line/></geometry></planView>)" +
         lanes(lane(1, ""), lane(-1, "")) + "</road>\n" +
         turn("2", R"(elementId="1" elementS="90" elementDir="+")", side,
              into(R"(x="90" y="0" hdg="0")", right_bend), "",
              lane(-1, R"(<predecessor id="-1"/><successor id="1"/>)")) +
         turn("3", R"(elementId="1" elementS="120" elementDir="-")", side,
              into(R"(x="120" y="0" hdg="3.141592653589793")", left_bend), "",
              lane(-1, R"(<predecessor id="1"/><successor id="1"/>)")) +
         turn(
             "4", side, R"(elementId="1" elementS="120" elementDir="+")",
             R"(<geometry s="0" x="105" y="-20" hdg="1.570796326794897" length="5"><line/></geometry><geometry s="5" x="105" y="-15" hdg="1.570796326794897" length=")" +
                 arc_length + "\"><arc curvature=\"" + right_bend + "\"/></geometry>",
             "", lane(-1, R"(<predecessor id="-1"/><successor id="-1"/>)")) +
         turn("5", R"(elementId="1" elementS="90" elementDir="+")", side,
              into(R"(x="90" y="0" hdg="0")", right_bend),
              lane(1, R"(<predecessor id="1"/><successor id="-1"/>)"), "") +
         R"(<junction id="555" name="" type="virtual" )" + place + R"(>
  <connection id="0" incomingRoad="1" connectingRoad="2" contactPoint="start"><laneLink from="-1" to="-1"/></connection>
  <connection id="1" incomingRoad="1" connectingRoad="3" contactPoint="start"><laneLink from="1" to="-1"/></connection>
  <connection id="2" incomingRoad="99" connectingRoad="4" contactPoint="start"><laneLink from="-1" to="-1"/></connection>
  <connection id="3" incomingRoad="99" connectingRoad="5" contactPoint="end"><laneLink from="-1" to="1"/></connection>
  )" + of_junction +
         R"(
</junction></OpenDRIVE>)";
}

}  // namespace backlot::formats::opendrive
