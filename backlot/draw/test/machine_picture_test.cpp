#include "backlot/draw/machine_picture.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/draw/internal/machine_layout.h"
#include "backlot/draw/test/xml_check.h"
#include "backlot/hcsm/test/driver_machine.h"

namespace backlot::draw::machine_picture_test {
namespace {

namespace fs = std::filesystem;
using hcsm::MachineOutline;
using hcsm::StateId;
using internal::ChartBox;
using test::count_of;
using test::xml_fault;

struct NoOwner {
  hcsm::PanelState panel{};
};
using State = hcsm::StateDescription<NoOwner>;

bool never(const NoOwner&) { return false; }

// A state with children of random kinds below it, and transitions between any of them.
State random_state(base::RandomStream& random, int depth, int& count) {
  State state{.name = "state " + std::to_string(count++)};
  if (depth == 0 || (depth < 3 && random.below(3) == 0)) return state;
  hcsm::List<State> children;
  const std::uint64_t n = 2 + random.below(4);
  for (std::uint64_t i = 0; i < n && count < 40; ++i)
    children.push_back(random_state(random, depth - 1, count));
  if (children.empty()) return state;
  if (random.below(3) == 0) {
    state.all_of = children;
    return state;
  }
  const char* const labels[] = {"", "near", "leader near", "everyone is at the mark, and the light is green"};
  for (State& child : children) {
    for (const State& other : children) {
      if (random.below(3) != 0) continue;
      child.transitions.push_back({.to = other.name, .when = never, .label = labels[random.below(4)]});
      if (random.below(3) == 0) child.transitions.back().button = "button";
    }
  }
  state.initial = children[random.below(children.size())].name;
  state.one_of = children;
  return state;
}

MachineOutline random_machine(std::uint64_t seed) {
  base::RandomStream random(seed, 0, 0);
  int count = 0;
  State root = random_state(random, 3, count);
  const auto machine = hcsm::Machine<NoOwner>::build({.panel = {.buttons = {"button"}}, .root = root});
  EXPECT_TRUE(machine) << to_text(machine.diagnostics());
  return machine->outline();
}

bool overlap(const ChartBox& a, const ChartBox& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

bool is_inside(const ChartBox& inner, const ChartBox& outer) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() + 1e-9 &&
         inner.bottom() <= outer.bottom() + 1e-9;
}

// Children lie in their parents and beside each other; texts cover no leaf and no other text.
void expect_tidy(const MachineOutline& machine) {
  const internal::MachineLayout layout = internal::lay_out(machine);
  for (std::size_t i = 1; i < machine.states.size(); ++i) {
    const hcsm::StateOutline& s = machine.states[i];
    EXPECT_TRUE(is_inside(layout.boxes[i], layout.boxes[s.parent.index()])) << s.name;
    for (const StateId other : machine.state(s.parent).children)
      EXPECT_TRUE(other.index() == i || !overlap(layout.boxes[i], layout.boxes[other.index()])) << s.name;
  }
  std::vector<ChartBox> taken;
  for (std::size_t i = 0; i < machine.states.size(); ++i)
    if (machine.states[i].kind == hcsm::StateKind::leaf) taken.push_back(layout.boxes[i]);
  for (const internal::ChartArrow& arrow : layout.arrows) {
    if (arrow.label.empty()) continue;
    const ChartBox text = internal::label_box(arrow);
    EXPECT_TRUE(is_inside(text, layout.boxes[0])) << arrow.label[0].text;
    for (const ChartBox& box : taken)
      EXPECT_FALSE(overlap(text, box)) << arrow.label[0].text << " at " << text.x << ", " << text.y;
    taken.push_back(text);
  }
}

TEST(MachinePicture, ShowsEveryStateTransitionDialButtonAndMonitor) {
  const MachineOutline machine = hcsm::test::driver_machine().outline();
  const std::string svg = draw_machine(machine, {.title = "A <driver>"}).to_svg();
  EXPECT_EQ(xml_fault(svg), "");
  for (const hcsm::StateOutline& s : machine.states)
    EXPECT_GE(count_of(svg, ">" + s.name + "<"), 1U) << s.name;
  for (const hcsm::TransitionOutline& t : machine.transitions)
    EXPECT_GE(count_of(svg, t.label), 1U) << t.label;
  for (const hcsm::DialDescription& d : machine.panel.dials())
    EXPECT_EQ(count_of(svg, ">" + std::string(d.name) + "<"), d.name == "turn" ? 2U : 1U);
  EXPECT_EQ(count_of(svg, ">ignore light<"), 3U);  // twice in the chart, once on the panel
  EXPECT_EQ(count_of(svg, ">changes lane<"), 1U);
  EXPECT_EQ(count_of(svg, "A &lt;driver&gt;"), 1U);
  EXPECT_EQ(count_of(svg, "stroke-dasharray"), 3U);  // between four regions
}

TEST(MachinePicture, LeavesThePanelOutWhereItIsNotWantedOrNotThere) {
  const MachineOutline machine = hcsm::test::driver_machine().outline();
  EXPECT_EQ(count_of(draw_machine(machine, {.has_panel = false}).to_svg(), "control panel"), 0U);
  const auto bare = hcsm::Machine<NoOwner>::build({.root = {.name = "bare"}});
  const std::string svg = draw_machine(bare->outline()).to_svg();
  EXPECT_EQ(count_of(svg, "control panel") + count_of(svg, "monitors"), 0U);
  EXPECT_EQ(xml_fault(svg), "");
}

TEST(MachinePicture, LightsWhatIsActive) {
  const hcsm::Machine<hcsm::test::Driver> machine = hcsm::test::driver_machine();
  hcsm::test::Driver driver;  // stands
  hcsm::MachineState state;
  start(machine, state, driver);
  const std::string dark = draw_machine(machine.outline()).to_svg();
  const std::string lit = draw_machine(machine.outline(), {.state = state}).to_svg();
  EXPECT_EQ(count_of(dark, "#ffe3a3"), 0U);
  EXPECT_EQ(count_of(lit, "#ffe3a3"), 5U);  // four leaves, one monitor
}

TEST(MachineLayout, IsTidy) {
  expect_tidy(hcsm::test::driver_machine().outline());
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const MachineOutline machine = random_machine(seed);
    expect_tidy(machine);
    EXPECT_EQ(xml_fault(draw_machine(machine).to_svg()), "");
    if (HasFailure()) return;
  }
}

// The pictures of docs/hcsm.md, written anew by BACKLOT_WRITE_GOLDENS=1 ./dev test -R MachinePicture, then looked at.
TEST(MachinePicture, OfTheDocumentsAreInStep) {
  const hcsm::Machine<hcsm::test::Driver> machine = hcsm::test::driver_machine();
  hcsm::test::Driver driver{.speed_mps = 10, .gap_m = 20};
  driver.panel = machine.panel().at_rest();
  hcsm::MachineState state;
  start(machine, state, driver);
  deliver(machine.panel(), driver.panel, hcsm::press(hcsm::test::kChangeLane));
  for (int i = 0; i < 2; ++i) step(machine, state, driver);

  const fs::path folder = fs::path(__FILE__).parent_path() / ".." / ".." / ".." / "docs" / "pictures";
  const std::pair<const char*, Sheet> pictures[] = {
      {"driver_machine.svg", draw_machine(machine.outline())},
      {"driver_machine_active.svg", draw_machine(machine.outline(), {.state = state})}};
  for (const auto& [name, sheet] : pictures) {
    if (std::getenv("BACKLOT_WRITE_GOLDENS") != nullptr) {
      std::ofstream(folder / name, std::ios::binary) << sheet.to_svg();
      continue;
    }
    std::ifstream file(folder / name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), sheet.to_svg()) << name;
  }
}

}  // namespace
}  // namespace backlot::draw::machine_picture_test
