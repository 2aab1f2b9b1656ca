#include "backlot/formats/opendrive/test/raised_bend.h"

namespace backlot::formats::opendrive {

std::string raised_bend(const std::string& lateral) {
  return R"(<OpenDRIVE><header revMajor="1" revMinor="8"/>
<road id="1" junction="-1" length="120"><planView>
  <geometry s="0" x="5" y="7" hdg="0.4" length="40"><line/></geometry>
  <geometry s="40" x="41.842439760115401" y="22.576733692346021" hdg="0.4" length="80"><arc curvature="0.01"/></geometry>
</planView>
<elevationProfile><elevation s="0" a="2" b="0.06" c="0.0002" d="0"/></elevationProfile>
<lateralProfile><superelevation s="0" a="0.01" b="0.0008" c="0" d="0"/>)" +
         lateral + R"(</lateralProfile>
<lanes><laneOffset s="0" a="0.3" b="0.004" c="0" d="0"/>
<laneSection s="0"><left><lane id="2" type="sidewalk"><width sOffset="0" a="2" b="0.01" c="0" d="0"/>
    <height sOffset="0" inner="0.02" outer="0.12"/><height sOffset="9" inner="0.02" outer="0.12"/>
    <height sOffset="10" inner="0.12" outer="0.15"/></lane>
  <lane id="1" type="driving"><width sOffset="0" a="3" b="0" c="0.0002" d="0"/></lane></left>
  <center><lane id="0" type="none"/></center>
  <right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane>
  <lane id="-2" type="sidewalk"><width sOffset="0" a="2" b="0" c="0" d="0"/>
    <height sOffset="30" inner="0.1" outer="0.2"/></lane></right></laneSection>
<laneSection s="70"><left><lane id="1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></left>
  <center><lane id="0" type="none"/></center>
  <right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane>
  <lane id="-2" type="sidewalk"><width sOffset="0" a="2" b="0" c="0" d="0"/>
    <height sOffset="0" inner="0.1" outer="0.2"/><height sOffset="70" inner="0.3" outer="0.3"/></lane></right></laneSection>
</lanes></road></OpenDRIVE>)";
}

const char* const kShapes = R"(
    <shape s="0" t="-6" a="-0.1" b="0.02" c="0" d="0"/><shape s="0" t="0" a="0.02" b="-0.03" c="0" d="0"/>
    <shape s="50" t="-5" a="-0.2" b="0.03" c="0.001" d="0"/><shape s="50" t="-1" a="0" b="0" c="0" d="0"/>
    <shape s="50" t="2" a="0.05" b="-0.04" c="0" d="-0.0003"/>
    <shape s="90" t="-6" a="0" b="0" c="0" d="0"/>)";

const char* const kStrips = R"(<crossSectionSurface>
    <tOffset><coefficients s="0" a="0.3" b="0.004" c="0" d="0"/></tOffset><surfaceStrips>
    <strip id="1"><width><coefficients s="0" a="2" b="0.003" c="0" d="0"/></width>
      <linear><coefficients s="0" a="-0.03" b="0" c="0.000002" d="0"/></linear></strip>
    <strip id="2" mode="relative"><linear><coefficients s="0" a="0.02"/></linear>
      <quadratic><coefficients s="0" a="0.002" b="0.00001" c="0" d="0"/></quadratic></strip>
    <strip id="-1"><linear><coefficients s="0" a="0.04"/><coefficients s="60" a="0.05" b="0.0005"/></linear>
      <cubic><coefficients s="0" a="0.0002"/></cubic></strip>
    </surfaceStrips></crossSectionSurface>)";

}  // namespace backlot::formats::opendrive
