#include "backlot/draw/internal/machine_layout.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_labels.h"

namespace backlot::draw::internal {

namespace {

using hcsm::MachineOutline;
using hcsm::StateId;
using hcsm::StateKind;
using hcsm::StateOutline;

constexpr double kNameSize = 13;
constexpr double kTitle = 28;        // room for the name of a state that has others in it
constexpr double kPad = 16;          // from the edge of a state to what is in it
constexpr double kInitialRoom = 34;  // for dot and arrow before the first child
constexpr double kPort = 16;         // from one end of an arrow to the next, on a state's edge
constexpr double kShift = 8;         // of arrow and counter-arrow from the middle
constexpr double kLoop = 16;         // height of an arrow from a state to itself
constexpr std::size_t kLongestLine = 18;

// Broken at blanks into lines of at most kLongestLine letters, as far as words allow.
std::vector<std::string> wrapped(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!lines.empty() && lines.back().size() + 1 + word.size() <= kLongestLine)
      lines.back() += " " + std::string(word);
    else if (!word.empty())
      lines.emplace_back(word);
    at = end + 1;
  }
  return lines;
}

// All transitions from one child of a state to another.
struct Link {
  std::size_t from = 0, to = 0;  // places in the row
  std::vector<LabelLine> label;

  bool is_loop() const { return to == from; }
  bool is_back() const { return to < from; }
  bool is_adjacent() const { return from + 1 == to || to + 1 == from; }
  std::size_t low() const { return std::min(from, to); }
  std::size_t span() const { return std::max(from, to) - low(); }
  double width() const {
    double widest = 0;
    for (const LabelLine& line : label) widest = std::max(widest, label_width(line));
    return widest;
  }
  double height() const { return kLabelLine * static_cast<double>(label.size()); }
};

// The inside of a state, from its own corner.
struct Inside {
  double width = 0, height = 0;
  std::vector<ChartBox> children;  // with a width of 0: as wide as the state
  std::vector<ChartArrow> arrows;
  std::vector<ChartDot> initials;
  std::vector<double> bands;  // where regions begin, by y
};

// Lays out one sequential state. Its children have their sizes already.
class Row {
 public:
  Row(std::vector<ChartBox> boxes, std::vector<Link> links, std::size_t initial)
      : boxes_(std::move(boxes)), links_(std::move(links)), initial_(initial) {}

  Inside lay_out() {
    along();
    find_ports();
    const double above = tracks(false), below = tracks(true);
    const double top = kTitle + above + (initial_ > 0 && above == 0 ? 20 : 0);
    middle_ = top + 0.5 * row_height();
    for (ChartBox& box : boxes_) box.y = middle_ - 0.5 * box.height;

    Inside inside;
    inside.children = boxes_;
    for (const Link& link : links_)
      if (link.is_adjacent()) inside.arrows.push_back(straight(link));
    for (const Arc& arc : arcs_) inside.arrows.push_back(curved(arc, top));
    inside.initials.push_back(initial());
    inside.width = boxes_.back().right() + kPad;
    for (const ChartArrow& arrow : inside.arrows)
      inside.width = std::max(inside.width, label_box(arrow).right() + 8);
    inside.height = top + row_height() + below + 14;
    return inside;
  }

 private:
  // A link that goes round, on a track above the row or below it.
  struct Arc {
    const Link* link = nullptr;
    double from_x = 0, to_x = 0;
    double label_x = 0;  // middle
    std::size_t track = 0;
    double offset = 0;  // of the track from the row

    double low() const { return std::min({from_x, to_x, label_x - 0.5 * link->width()}); }
    double high() const { return std::max({from_x, to_x, label_x + 0.5 * link->width()}); }
  };

  // From left to right, with room for the texts between neighbours.
  void along() {
    double x = kPad + (initial_ == 0 ? kInitialRoom : 0);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const double ends = kPort * static_cast<double>(ends_at(i) + 1);
      boxes_[i].width = std::max(boxes_[i].width, ends);
      for (const Link& link : links_)
        if (link.is_loop() && link.from == i)
          boxes_[i].width = std::max(boxes_[i].width, link.width() + 0.5 * ends);
      boxes_[i].x = x;
      double gap = 34;
      for (const Link& link : links_)
        if (link.is_adjacent() && link.low() == i) gap = std::max(gap, link.width() + 28);
      x += boxes_[i].width + gap;
    }
  }

  // How many arcs end at a child, on the side with more of them.
  std::size_t ends_at(std::size_t child) const {
    std::size_t above = child == initial_ && initial_ > 0 ? 1 : 0, below = 0;
    for (const Link& link : links_) {
      if (link.is_adjacent()) continue;
      std::size_t& side = link.is_back() ? below : above;
      side += (link.from == child ? 1U : 0U) + (link.to == child ? 1U : 0U);
    }
    return std::max(above, below);
  }

  double row_height() const {
    double most = 0;
    for (const ChartBox& box : boxes_) most = std::max(most, box.height);
    for (const Link& link : links_)
      if (link.is_adjacent()) most = std::max(most, 2 * (link.height() + kShift + 6));
    return most;
  }

  // Where arcs end on the edges: those that come from the left further left, and of each the ones that no other has to cross.
  void find_ports() {
    for (const Link& link : links_)
      if (!link.is_adjacent()) arcs_.push_back({.link = &link});
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      for (const bool is_back : {false, true}) {
        struct End {
          double order = 0;
          double* x = nullptr;
        };
        std::vector<End> ends;
        double unused = 0;
        if (i == initial_ && initial_ > 0 && !is_back) ends.push_back({-1000, &unused});
        for (Arc& arc : arcs_) {
          if (arc.link->is_back() != is_back) continue;
          const auto span = static_cast<double>(arc.link->span());
          const auto end = [&](std::size_t here, std::size_t there, double* x) {
            if (here != i) return;
            if (there < here) ends.push_back({-100 + span, x});
            if (there > here) ends.push_back({100 - span, x});
            if (there == here) ends.push_back({x == &arc.from_x ? -1.0 : 1.0, x});
          };
          end(arc.link->from, arc.link->to, &arc.from_x);
          end(arc.link->to, arc.link->from, &arc.to_x);
        }
        std::stable_sort(ends.begin(), ends.end(),
                         [](const End& a, const End& b) { return a.order < b.order; });
        const double centre = boxes_[i].x + 0.5 * boxes_[i].width;
        for (std::size_t k = 0; k < ends.size(); ++k)
          *ends[k].x = centre + kPort * (static_cast<double>(k) - 0.5 * static_cast<double>(ends.size() - 1));
        if (i == initial_ && initial_ > 0 && !is_back)
          initial_x_ = centre - kPort * 0.5 * static_cast<double>(ends.size() - 1);
      }
    }
  }

  // Gives each arc of one side the nearest track that is free; the height of all.
  double tracks(bool is_back) {
    std::vector<Arc*> side;
    for (Arc& arc : arcs_) {
      if (arc.link->is_back() != is_back) continue;
      arc.label_x = std::max(0.5 * (arc.from_x + arc.to_x), 8 + 0.5 * arc.link->width());
      if (!arc.link->is_loop()) side.push_back(&arc);
    }
    std::stable_sort(side.begin(), side.end(),
                     [](const Arc* a, const Arc* b) { return a->high() - a->low() < b->high() - b->low(); });
    std::vector<double> heights;
    for (std::size_t i = 0; i < side.size(); ++i) {
      const auto is_taken = [&](std::size_t track) {
        for (std::size_t k = 0; k < i; ++k)
          if (side[k]->track == track && side[k]->low() < side[i]->high() + 10 &&
              side[i]->low() < side[k]->high() + 10)
            return true;
        return false;
      };
      while (is_taken(side[i]->track)) ++side[i]->track;
      if (heights.size() <= side[i]->track) heights.resize(side[i]->track + 1);
      heights[side[i]->track] = std::max(heights[side[i]->track], side[i]->link->height() + 9);
    }
    // a text stands on its line: above the row the line is its track's lower edge, and so it is below
    double height = is_back ? 4 : std::max(14.0, loop_height());
    std::vector<double> offsets;
    for (const double h : heights) {
      offsets.push_back(is_back ? height + h : height);
      height += h;
    }
    for (Arc* arc : side) arc->offset = offsets[arc->track];
    for (Arc* arc : side) dodge(*arc, side);
    if (!is_back)
      for (Arc& arc : arcs_)
        if (arc.link->is_loop()) dodge(arc, side);
    return heights.empty() && (is_back || loop_height() <= 0) ? 0 : height;
  }

  // How far a child and the texts beside it reach above the middle.
  double half_height(std::size_t child) const {
    double half = 0.5 * boxes_[child].height;
    for (const Link& link : links_)
      if (link.is_adjacent() && (link.from == child || link.to == child))
        half = std::max(half, link.height() + kShift + 6);
    return half;
  }

  // How far the loops reach above the row.
  double loop_height() const {
    double most = 0;
    for (const Link& link : links_)
      if (link.is_loop())
        most = std::max(most, half_height(link.from) - 0.5 * row_height() + kLoop + link.height() + 8);
    return most;
  }

  // Moves the text of an arc along its line, away from the legs of arcs that reach further. The text of a loop may hang over it, but
  // not into that of the neighbour.
  void dodge(Arc& arc, const std::vector<Arc*>& side) const {
    const double half = 0.5 * arc.link->width() + 4;
    double left = std::min(arc.from_x, arc.to_x), right = std::max(arc.from_x, arc.to_x);
    if (arc.link->is_loop()) {
      left = std::max(4.0, boxes_[arc.link->from].x - 15);
      right = boxes_[arc.link->from].right() + 15;
    }
    left += half;
    right -= half;
    const auto is_hit = [&](double x) {
      for (const Arc* other : side) {
        if (other->offset <= arc.offset) continue;
        for (const double leg : {other->from_x, other->to_x})
          if (leg > x - half && leg < x + half) return true;
      }
      return arc.link->is_loop() && arc.link->from == initial_ && initial_ > 0 && initial_x_ > x - half;
    };
    for (double shift = 0; shift < 0.5 * (right - left); shift += 4) {
      for (const double x : {arc.label_x + shift, arc.label_x - shift}) {
        if (x < left || x > right || is_hit(x)) continue;
        arc.label_x = x;
        return;
      }
    }
  }

  ChartArrow straight(const Link& link) const {
    const bool has_other = std::any_of(links_.begin(), links_.end(), [&](const Link& other) {
      return other.from == link.to && other.to == link.from;
    });
    const double left = boxes_[link.low()].right(), right = boxes_[link.low() + 1].x;
    const bool is_below = has_other && link.is_back();
    const double y = middle_ + (has_other ? (is_below ? kShift : -kShift) : 0);
    ChartArrow arrow{.points = {{link.is_back() ? right : left, y}, {link.is_back() ? left : right, y}},
                     .label = link.label};
    // the tip takes some of the room
    arrow.label_at = {0.5 * (left + right) + (link.is_back() ? 3 : -3),
                      is_below ? y + kLabelSize + 2 : y - 5 - link.height() + kLabelLine};
    return arrow;
  }

  ChartArrow curved(const Arc& arc, double top) const {
    const Link& link = *arc.link;
    const bool is_back = link.is_back();
    const auto edge = [&](std::size_t i) { return is_back ? boxes_[i].bottom() : boxes_[i].y; };
    double y = is_back ? top + row_height() + arc.offset : top - arc.offset;
    if (link.is_loop()) y = middle_ - half_height(link.from) - kLoop;
    ChartArrow arrow{
        .points = {{arc.from_x, edge(link.from)}, {arc.from_x, y}, {arc.to_x, y}, {arc.to_x, edge(link.to)}},
        .label = link.label};
    arrow.label_at = {arc.label_x, y - 4 - link.height() + kLabelLine};
    return arrow;
  }

  ChartDot initial() const {
    const ChartBox& box = boxes_[initial_];
    if (initial_ == 0) return {{box.x - 26, middle_}, {box.x, middle_}};
    return {{initial_x_, box.y - 22}, {initial_x_, box.y}};
  }

  std::vector<ChartBox> boxes_;
  std::vector<Link> links_;
  std::vector<Arc> arcs_;
  std::size_t initial_;
  double initial_x_ = 0;
  double middle_ = 0;
};

class Chart {
 public:
  explicit Chart(const MachineOutline& machine) : machine_(machine), insides_(machine.states.size()) {
    layout_.boxes.resize(machine.states.size());
    layout_.is_band.resize(machine.states.size());
  }

  MachineLayout lay_out() {
    // children have higher numbers
    for (std::size_t i = machine_.states.size(); i-- > 0;) measure(StateId::from_size(i));
    place(StateId(0), 0, 0, insides_[0].width);
    return std::move(layout_);
  }

 private:
  bool is_band(StateId id) const {
    const StateOutline& s = machine_.state(id);
    return s.kind == StateKind::sequential && !s.parent.is_empty() &&
           machine_.state(s.parent).kind == StateKind::concurrent;
  }

  void measure(StateId id) {
    const StateOutline& state = machine_.state(id);
    BACKLOT_ASSERT(id.index() < insides_.size(), "the chart has no such state");
    Inside& inside = insides_[id.index()];
    const double name = text_width(state.name, kNameSize);
    if (state.kind == StateKind::leaf) {
      inside.width = std::max(64.0, name + 24);
      inside.height = 38;
      return;
    }
    if (state.kind == StateKind::sequential)
      inside = row(state);
    else
      inside = bands(state);
    inside.width = std::max(inside.width, name + 2 * kPad);
  }

  Inside bands(const StateOutline& state) const {
    Inside inside;
    double y = kTitle + 4;
    for (const StateId child : state.children) {
      const Inside& c = insides_[child.index()];
      const double pad = is_band(child) ? 0 : kPad;
      inside.bands.push_back(y);
      inside.children.push_back({pad, y + pad, is_band(child) ? 0 : c.width, c.height});
      inside.width = std::max(inside.width, c.width + 2 * pad);
      y += c.height + 2 * pad;
    }
    inside.height = y;
    return inside;
  }

  Inside row(const StateOutline& state) const {
    std::vector<ChartBox> boxes;
    std::size_t initial = 0;
    for (std::size_t i = 0; i < state.children.size(); ++i) {
      const Inside& c = insides_[state.children[i].index()];
      boxes.push_back({0, 0, c.width, c.height});
      if (state.children[i] == state.initial) initial = i;
    }
    return Row(std::move(boxes), links(state), initial).lay_out();
  }

  std::vector<Link> links(const StateOutline& state) const {
    std::vector<Link> links;
    const auto place_of = [&](StateId id) {
      const auto at = std::find(state.children.begin(), state.children.end(), id);
      return static_cast<std::size_t>(at - state.children.begin());
    };
    for (const hcsm::TransitionOutline& t : machine_.transitions) {
      const std::size_t from = place_of(t.from), to = place_of(t.to);
      if (from == state.children.size()) continue;
      auto link = std::find_if(links.begin(), links.end(),
                               [&](const Link& l) { return l.from == from && l.to == to; });
      if (link == links.end()) link = links.insert(link, Link{from, to, {}});
      if (!t.button.is_empty())
        link->label.push_back({std::string(machine_.panel.buttons()[t.button.index()]), true});
      for (std::string& line : wrapped(t.label)) link->label.push_back({std::move(line), false});
    }
    return links;
  }

  void place(StateId id, double x, double y, double width) {
    const StateOutline& state = machine_.state(id);
    BACKLOT_ASSERT(id.index() < insides_.size() && id.index() < layout_.boxes.size(),
                   "the chart has no such state");
    Inside& inside = insides_[id.index()];
    layout_.boxes[id.index()] = {x, y, width, inside.height};
    layout_.is_band[id.index()] = is_band(id);
    for (ChartArrow& arrow : inside.arrows) {
      for (SheetPoint& p : arrow.points) p = {p.x + x, p.y + y};
      arrow.label_at = {arrow.label_at.x + x, arrow.label_at.y + y};
      layout_.arrows.push_back(std::move(arrow));
    }
    for (const ChartDot& d : inside.initials)
      layout_.initials.push_back({{d.dot.x + x, d.dot.y + y}, {d.tip.x + x, d.tip.y + y}});
    for (std::size_t i = 0; i < inside.bands.size(); ++i)
      (i == 0 ? layout_.heads : layout_.separators)
          .push_back({{x, y + inside.bands[i]}, {x + width, y + inside.bands[i]}});
    for (std::size_t i = 0; i < state.children.size(); ++i) {
      const ChartBox& child = inside.children[i];
      place(state.children[i], x + child.x, y + child.y, child.width > 0 ? child.width : width);
    }
  }

  const MachineOutline& machine_;
  std::vector<Inside> insides_;
  MachineLayout layout_;
};

}  // namespace

double label_width(const LabelLine& line) {
  return text_width(line.text, kLabelSize) + (line.is_button ? kButtonDot : 0);
}

ChartBox label_box(const ChartArrow& arrow) {
  double width = 0;
  for (const LabelLine& line : arrow.label) width = std::max(width, label_width(line));
  return {arrow.label_at.x - 0.5 * width, arrow.label_at.y - 0.8 * kLabelSize, width,
          kLabelLine * static_cast<double>(arrow.label.size())};
}

MachineLayout lay_out(const MachineOutline& machine) { return Chart(machine).lay_out(); }

}  // namespace backlot::draw::internal
