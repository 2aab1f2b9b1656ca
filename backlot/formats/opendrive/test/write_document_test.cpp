#include "backlot/formats/opendrive/write_document.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/read_document.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/formats/opendrive/translate.h"

namespace backlot::formats::opendrive::write_document_test {
namespace {

// One of everything that a document holds, as the writer puts it.
constexpr const char* kOneOfEach = R"(<?xml version="1.0" encoding="UTF-8"?>
<OpenDRIVE>
    <header revMajor="1" revMinor="7" name="n &lt;&amp;&gt; &quot;q&quot;" version="1.00" date="today" vendor="v">
        <geoReference>+proj=utm +zone=32</geoReference>
        <offset x="0.1" y="-2" z="3e-07" hdg="0.5"/>
    </header>
    <road name="Main St" length="100.25" id="a b" junction="-1" rule="LHT">
        <link>
            <predecessor elementType="junction" elementId="j"/>
            <successor elementType="road" elementId="c" contactPoint="end" elementS="5" elementDir="+"/>
        </link>
        <type s="0" type="town" country="DE">
            <speed max="13.88888888888889" unit="m/s"/>
        </type>
        <type s="10" type="motorway">
            <speed max="no limit" unit="m/s"/>
        </type>
        <type s="20" type="rural">
            <speed max="undefined" unit="m/s"/>
        </type>
        <planView>
            <geometry s="0" x="1" y="2" hdg="0.1" length="10">
                <line/>
            </geometry>
            <geometry s="10" x="1" y="2" hdg="0.1" length="10">
                <arc curvature="-0.01"/>
            </geometry>
            <geometry s="20" x="1" y="2" hdg="0.1" length="10">
                <spiral curvStart="0" curvEnd="0.02"/>
            </geometry>
            <geometry s="30" x="1" y="2" hdg="0.1" length="10">
                <poly3 a="0" b="0.1" c="0.2" d="0.3"/>
            </geometry>
            <geometry s="40" x="1" y="2" hdg="0.1" length="10">
                <paramPoly3 aU="0" bU="1" cU="2" dU="3" aV="4" bV="5" cV="6" dV="7" pRange="arcLength"/>
            </geometry>
            <geometry s="50" x="1" y="2" hdg="0.1" length="50.25">
                <paramPoly3 aU="0" bU="1" cU="2" dU="3" aV="4" bV="5" cV="6" dV="7" pRange="normalized"/>
            </geometry>
        </planView>
        <elevationProfile>
            <elevation s="0" a="1" b="0.1" c="0.01" d="0.001"/>
        </elevationProfile>
        <lateralProfile>
            <superelevation s="0" a="0.05" b="0" c="0" d="0"/>
            <shape s="0" t="-3" a="1" b="2" c="3" d="4"/>
            <crossSectionSurface>
                <tOffset>
                    <coefficients s="0" a="1" b="0" c="0" d="0"/>
                </tOffset>
                <surfaceStrips>
                    <strip id="1" mode="relative">
                        <width>
                            <coefficients s="0" a="2" b="0" c="0" d="0"/>
                        </width>
                        <constant>
                            <coefficients s="0" a="3" b="0" c="0" d="0"/>
                        </constant>
                        <linear>
                            <coefficients s="0" a="4" b="0" c="0" d="0"/>
                        </linear>
                        <quadratic>
                            <coefficients s="0" a="5" b="0" c="0" d="0"/>
                        </quadratic>
                        <cubic>
                            <coefficients s="0" a="6" b="0" c="0" d="0"/>
                        </cubic>
                    </strip>
                </surfaceStrips>
            </crossSectionSurface>
        </lateralProfile>
        <lanes>
            <laneOffset s="0" a="0.5" b="0" c="0" d="0"/>
            <laneSection s="0" singleSide="false">
                <left>
                    <lane id="1" type="driving" level="false" direction="both" advisory="inner" dynamicLaneDirection="true" dynamicLaneType="true">
                        <link>
                            <predecessor id="2"/>
                            <predecessor id="3"/>
                            <successor id="1"/>
                        </link>
                        <border sOffset="0" a="3" b="0" c="0" d="0"/>
                        <speed sOffset="5" max="10" unit="m/s"/>
                        <access sOffset="0" rule="deny" restriction="trucks"/>
                        <access sOffset="2" rule="allow">
                            <restriction type="bus"/>
                            <restriction type="taxi"/>
                        </access>
                        <height sOffset="0" inner="0.1" outer="0.2"/>
                    </lane>
                </left>
                <center>
                    <lane id="0" type="none">
                        <roadMark sOffset="0" type="solid broken" weight="bold" color="white" material="m" width="0.12" laneChange="none" height="0.01">
                            <type name="t">
                                <line length="3" space="6" tOffset="0.1" sOffset="1" rule="caution" width="0.1" color="red"/>
                            </type>
                        </roadMark>
                        <roadMark sOffset="9" type="custom">
                            <explicit>
                                <line length="3" space="0" tOffset="0" sOffset="0"/>
                            </explicit>
                        </roadMark>
                    </lane>
                </center>
                <right>
                    <lane id="-1" type="driving">
                        <link/>
                        <width sOffset="0" a="3.25" b="0" c="0" d="0"/>
                    </lane>
                </right>
            </laneSection>
        </lanes>
        <objects>
            <object type="parkingSpace" subtype="s" name="o" id="1" s="1" t="2" zOffset="0.1" orientation="+" hdg="0.1" pitch="0.2" roll="0.3" length="4" width="2" radius="1" height="3" validLength="7" dynamic="yes">
                <repeat s="1" length="2" distance="3" tStart="4" tEnd="5" heightStart="6" heightEnd="7" zOffsetStart="8" zOffsetEnd="9" widthStart="10" widthEnd="11" lengthStart="12" lengthEnd="13" radiusStart="14" radiusEnd="15"/>
                <outlines>
                    <outline id="0" fillType="grass" outer="true" closed="false" laneType="none">
                        <cornerRoad id="0" s="1" t="2" dz="3" height="4"/>
                        <cornerLocal id="1" u="1" v="2" z="3" height="4"/>
                    </outline>
                </outlines>
                <validity fromLane="-1" toLane="1"/>
                <parkingSpace access="all" restrictions="none"/>
                <markings>
                    <marking side="left" color="white" width="0.1" outlineId="0">
                        <cornerReference id="0"/>
                    </marking>
                </markings>
                <borders>
                    <border width="0.1" type="curb" outlineId="0" useCompleteOutline="true">
                        <cornerReference id="1"/>
                    </border>
                </borders>
            </object>
            <objectReference s="1" t="2" id="1" orientation="-">
                <validity fromLane="0" toLane="0"/>
            </objectReference>
            <tunnel s="1" length="2" name="t" id="3" type="standard">
                <validity fromLane="0" toLane="0"/>
            </tunnel>
            <bridge s="1" length="2" id="4" type="steel"/>
        </objects>
        <signals>
            <signal s="1" t="2" id="7" name="s" dynamic="yes" orientation="-" zOffset="3" country="DE" type="274" subtype="51" value="50" unit="km/h" height="0.6" width="0.5" text="50&#10;!" hOffset="0.1">
                <validity fromLane="-1" toLane="-1"/>
                <dependency id="8" type="limitline"/>
            </signal>
            <signalReference s="1" t="2" id="7" orientation="none">
                <validity fromLane="1" toLane="1"/>
            </signalReference>
        </signals>
    </road>
    <controller id="c" name="cn" sequence="1">
        <control signalId="7" type="0"/>
    </controller>
    <junction name="jn" id="j">
        <connection id="0" type="default" incomingRoad="a b" connectingRoad="c" contactPoint="start">
            <laneLink from="1" to="-1"/>
        </connection>
        <crossPath id="p" crossingRoad="x" roadAtStart="a" roadAtEnd="b">
            <startLaneLink s="1" from="2" to="3"/>
            <endLaneLink s="4" from="5" to="6"/>
        </crossPath>
        <priority high="c" low="d"/>
        <controller id="c" type="0" sequence="1"/>
    </junction>
    <junction id="v" type="virtual" mainRoad="a b" sStart="1" sEnd="2" orientation="+"/>
    <junction id="d" type="direct">
        <connection id="0" incomingRoad="a b" linkedRoad="e" contactPoint="end">
            <laneLink from="1" to="1" overlapZone="2"/>
        </connection>
    </junction>
</OpenDRIVE>
)";

TEST(WriteDocument, GivesBackOneOfEachAsItWas) {
  const auto document = read_document(kOneOfEach, "a.xodr");
  ASSERT_TRUE(document) << base::to_text(document.diagnostics());
  EXPECT_EQ(write_document(*document), kOneOfEach);
}

TEST(WriteDocument, AnEmptyDocumentIsAFile) {
  const std::string text = write_document({});
  EXPECT_TRUE(looks_like_opendrive(text));
  EXPECT_TRUE(read_document(text, "a.xodr"));
}

TEST(WriteDocument, RealMapsMeanTheSameAfterwardsAndAreWrittenTheSameAgain) {
  for (const char* folder : {"xodr", "xosc", "valid_qc"}) {
    const auto files = real_maps(folder);
    if (files.empty()) GTEST_SKIP() << "no maps in ../shared/data/" << folder;
    for (const auto& file : files) {
      SCOPED_TRACE(file.filename().string());
      const auto first = read_document(text_of(file), "a.xodr");
      if (!first) continue;  // of these the reader's tests speak
      const std::string text = write_document(*first);
      const auto second = read_document(text, "a.xodr");
      ASSERT_TRUE(second) << base::to_text(second.diagnostics());
      EXPECT_TRUE(write_document(*second) == text);
      const auto before = translate(*first), after = translate(*second);
      ASSERT_EQ(before.has_value(), after.has_value());
      if (before) {
        EXPECT_TRUE(*before == *after);
      }
    }
  }
}

}  // namespace
}  // namespace backlot::formats::opendrive::write_document_test
