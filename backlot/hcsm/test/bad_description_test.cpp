// Descriptions that cannot be built, and what is said about them.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/hcsm/test/recorder.h"

namespace backlot::hcsm::test::bad_description_test {
namespace {

using Description = MachineDescription<Recorder>;

// A sound machine, a { b { c d } e }; each case spoils one thing.
Description sound() {
  const Question<Recorder> yes = [](const Recorder&) { return true; };
  return {.panel = {.dials = {{.name = "dial"}}, .buttons = {"press"}},
          .monitors = {{"monitor", yes}},
          .root = {.name = "a",
                   .one_of = {{.name = "b",
                               .transitions = {{.to = "e", .when = yes}},
                               .one_of = {{.name = "c", .transitions = {{.to = "d", .button = "press"}}},
                                          {.name = "d"}}},
                              {.name = "e", .transitions = {{.to = "b", .when = yes}}}}}};
}

struct Case {
  const char* name;
  const char* codes;
  void (*spoil)(Description&);
};

StateDescription<Recorder>& b(Description& d) { return d.root.one_of[0]; }
StateDescription<Recorder>& c(Description& d) { return d.root.one_of[0].one_of[0]; }

const Case kCases[] = {
    {"nothing", "", [](Description&) {}},
    {"a state without a name", "H101", [](Description& d) { b(d).one_of.push_back({}); }},
    {"a root without a name", "H101", [](Description& d) { d.root.name = ""; }},
    {"a dial without a name", "H101", [](Description& d) { d.panel.dials[0].name = ""; }},
    {"a button without a name", "H101", [](Description& d) { d.panel.buttons.emplace_back(); }},
    {"a monitor without a name", "H101", [](Description& d) { d.monitors[0].name = ""; }},
    {"two states of one name, far apart", "H102",
     [](Description& d) { b(d).one_of.push_back({.name = "e"}); }},
    {"two dials of one name", "H102", [](Description& d) { d.panel.dials.push_back({.name = "dial"}); }},
    {"two buttons of one name", "H102", [](Description& d) { d.panel.buttons.emplace_back("press"); }},
    {"two monitors of one name", "H102", [](Description& d) { d.monitors.push_back(d.monitors[0]); }},
    {"one of and all of", "H103",
     [](Description& d) {
       b(d).all_of = {{.name = "f"}, {.name = "g"}};
     }},
    {"an initial child that is not there", "H104", [](Description& d) { b(d).initial = "x"; }},
    {"an initial child of another state", "H104", [](Description& d) { b(d).initial = "e"; }},
    {"an initial child of a leaf", "H104", [](Description& d) { c(d).initial = "d"; }},
    {"a transition to nowhere", "H105", [](Description& d) { b(d).transitions[0].to = "ee"; }},
    {"a transition without a target", "H105", [](Description& d) { b(d).transitions[0].to = ""; }},
    {"a transition into another state", "H106",
     [](Description& d) { d.root.one_of[1].transitions[0].to = "c"; }},
    {"a transition of the root", "H106", [](Description& d) { d.root.transitions = b(d).transitions; }},
    {"a transition between regions", "H106",
     [](Description& d) {
       d.root.one_of[1].all_of = {{.name = "f"}, {.name = "g"}};
       d.root.one_of[1].all_of[0].transitions = {{.to = "g", .button = "press"}};
     }},
    {"a transition that does not say when", "H107",
     [](Description& d) { b(d).transitions[0].when = nullptr; }},
    {"a button that is not there", "H108", [](Description& d) { b(d).transitions[0].button = "pres"; }},
    {"a monitor that watches nothing", "H109", [](Description& d) { d.monitors[0].watch = nullptr; }},
    {"a dial beyond its end", "H110", [](Description& d) { d.panel.dials[0].most = -1; }},
    {"a dial without a number", "H110", [](Description& d) { d.panel.dials[0].value = std::nan(""); }},
    {"a dial without an end", "H110", [](Description& d) { d.panel.dials[0].most = HUGE_VAL; }},
    {"too many states", "H111",
     [](Description& d) {
       for (int i = 0; i < 60; ++i) d.root.one_of.push_back({.name = "s" + std::to_string(i)});
     }},
    {"too many dials", "H111",
     [](Description& d) {
       for (int i = 0; i < 15; ++i) d.panel.dials.push_back({.name = "d" + std::to_string(i)});
     }},
    {"too many buttons", "H111",
     [](Description& d) {
       for (int i = 0; i < 32; ++i) d.panel.buttons.push_back("b" + std::to_string(i));
     }},
    {"too many monitors", "H111",
     [](Description& d) {
       for (int i = 0; i < 64; ++i) d.monitors.push_back({"m" + std::to_string(i), d.monitors[0].watch});
     }},
    {"a state that is never reached", "H201", [](Description& d) { d.root.one_of.push_back({.name = "f"}); }},
    {"two states that only reach each other", "H201 H201",
     [](Description& d) {
       d.root.one_of.push_back({.name = "f", .transitions = {{.to = "g", .button = "press"}}});
       d.root.one_of.push_back({.name = "g", .transitions = {{.to = "f", .button = "press"}}});
     }},
    {"several at once", "H109 H104 H107",
     [](Description& d) {
       d.monitors[0].watch = nullptr;
       b(d).initial = "x";
       b(d).transitions[0].when = nullptr;
     }},
};

TEST(BadDescription, EachSaysWhatIsWrongWithIt) {
  for (const Case& c : kCases) {
    Description description = sound();
    c.spoil(description);
    const base::Result<Machine<Recorder>> machine = Machine<Recorder>::build(description);
    std::string codes;
    for (const base::Diagnostic& d : machine.diagnostics()) codes += (codes.empty() ? "" : " ") + d.code;
    EXPECT_EQ(codes, c.codes) << c.name << "\n" << to_text(machine.diagnostics());
    EXPECT_EQ(machine.has_value(), codes.find("H1") == std::string::npos) << c.name;
  }
}

TEST(BadDescription, SixtyFourStatesFit) {
  Description description{.root = {.name = "root"}};
  for (int i = 0; i < 63; ++i) description.root.all_of.push_back({.name = "s" + std::to_string(i)});
  const base::Result<Machine<Recorder>> machine = Machine<Recorder>::build(description);
  ASSERT_TRUE(machine);
  Play play(*machine);
  play.start();
  play.step();
  EXPECT_EQ(play.state.active.size(), 64);
}

struct NoPanel {};

TEST(BadDescription, APanelNeedsAPlaceInTheContext) {
  const auto machine = Machine<NoPanel>::build({.panel = {.buttons = {"press"}}, .root = {.name = "a"}});
  ASSERT_EQ(machine.diagnostics().size(), 1U);
  EXPECT_EQ(machine.diagnostics()[0].code, "H112");
}

TEST(BadDescription, AHintNamesWhatIsNear) {
  Description description = sound();
  description.root.one_of[1].name = "follow";
  description.root.one_of[0].transitions[0].to = "folow";
  const base::Result<Machine<Recorder>> machine = Machine<Recorder>::build(description);
  EXPECT_EQ(machine.diagnostics()[0].hint, "did you mean \"follow\"?");
}

}  // namespace
}  // namespace backlot::hcsm::test::bad_description_test
