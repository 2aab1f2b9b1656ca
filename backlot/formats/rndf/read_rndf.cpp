#include "backlot/formats/rndf/read_rndf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/rndf/internal/rows.h"

namespace backlot::formats::rndf {

std::string to_text(const WaypointId& id) { return fmt::format("{}.{}.{}", id.segment, id.lane, id.point); }

namespace {

using internal::Rows;

constexpr double kWidest_ft = 1000;
constexpr double kFarthest_deg = 1;  // about 100 km

// Where in the file the reader is. Blocks nest no deeper than this.
enum class RndfBlock { file, segment, lane, zone, perimeter, spot };

std::string_view name_of(RndfBlock block) {
  constexpr std::array<std::string_view, 6> kNames = {"file", "segment", "lane", "zone", "perimeter", "spot"};
  static_assert(kNames.size() == static_cast<std::size_t>(RndfBlock::spot) + 1);
  return kNames[static_cast<std::size_t>(block)];
}

struct Counted {
  std::int32_t count = 0;
  base::Place place;
};

class RndfReader {
 public:
  RndfReader(const text::Source& source, text::Problems& problems)
      : rows_(source, problems), problems_(problems) {}

  RndfDocument read();

 private:
  struct Statement {
    std::string_view keyword;
    unsigned in;        // blocks in which it may stand, as bits
    std::size_t words;  // behind the keyword
    void (RndfReader::*read)();
  };
  static const std::array<Statement, 28> kStatements;

  void statement();
  const Statement* find_statement() const;
  void waypoint();

  // what opens and closes blocks
  void segment();
  void lane();
  void zone();
  void perimeter();
  void spot();
  void end_line() { close(block_); }
  void end_group() { close(block_); }
  void close(RndfBlock block);
  void close_to(RndfBlock block);

  // what is said in them
  void file_name() { document_.name = rows_.word(1); }
  void format_version() { document_.format_version = rows_.rest(); }
  void creation_date() { document_.creation_date = rows_.rest(); }
  void group_name() {
    (block_ == RndfBlock::segment ? document_.segments.back().name : document_.zones.back().name) =
        rows_.word(1);
  }
  void count();
  void width();
  void boundary();
  void checkpoint();
  void stop();
  void exit();

  Line& line();
  bool opens_line(RndfBlock outer, RndfBlock block, std::vector<Line>* lines, WaypointId& id);
  bool is_own(const WaypointId& id, std::size_t word);
  void compare_count(std::string_view what, const Counted& said, std::size_t there);
  void check_references();
  void check_places();

  Rows rows_;
  text::Problems& problems_;
  RndfDocument document_;
  RndfBlock block_ = RndfBlock::file;
  bool has_end_ = false;
  std::map<std::string_view, Counted> counts_;  // of the blocks that are open
  std::set<std::int32_t> groups_;               // segments and zones
  std::set<std::pair<std::int32_t, std::int32_t>> lines_;
  std::set<WaypointId> waypoints_;
  std::map<std::int32_t, WaypointId> checkpoints_;
};

constexpr unsigned in(RndfBlock block) { return 1U << static_cast<unsigned>(block); }
constexpr unsigned kGroups = in(RndfBlock::segment) | in(RndfBlock::zone);
constexpr unsigned kLines = in(RndfBlock::lane) | in(RndfBlock::perimeter) | in(RndfBlock::spot);
constexpr unsigned kAny = kGroups | kLines | in(RndfBlock::file);

const std::array<RndfReader::Statement, 28> RndfReader::kStatements = {{
    {"RNDF_name", in(RndfBlock::file), 1, &RndfReader::file_name},
    {"num_segments", in(RndfBlock::file), 1, &RndfReader::count},
    {"num_zones", in(RndfBlock::file), 1, &RndfReader::count},
    {"format_version", in(RndfBlock::file), 0, &RndfReader::format_version},
    {"creation_date", in(RndfBlock::file), 0, &RndfReader::creation_date},
    {"segment", kAny, 1, &RndfReader::segment},
    {"num_lanes", in(RndfBlock::segment), 1, &RndfReader::count},
    {"segment_name", in(RndfBlock::segment), 1, &RndfReader::group_name},
    {"lane", in(RndfBlock::segment) | in(RndfBlock::lane), 1, &RndfReader::lane},
    {"num_waypoints", in(RndfBlock::lane), 1, &RndfReader::count},
    {"lane_width", in(RndfBlock::lane), 1, &RndfReader::width},
    {"left_boundary", in(RndfBlock::lane), 1, &RndfReader::boundary},
    {"right_boundary", in(RndfBlock::lane), 1, &RndfReader::boundary},
    {"checkpoint", kLines, 2, &RndfReader::checkpoint},
    {"stop", in(RndfBlock::lane), 1, &RndfReader::stop},
    {"exit", in(RndfBlock::lane) | in(RndfBlock::perimeter), 2, &RndfReader::exit},
    {"end_lane", in(RndfBlock::lane), 0, &RndfReader::end_line},
    {"end_segment", in(RndfBlock::segment) | in(RndfBlock::lane), 0, &RndfReader::end_group},
    {"zone", kAny, 1, &RndfReader::zone},
    {"num_spots", in(RndfBlock::zone), 1, &RndfReader::count},
    {"zone_name", in(RndfBlock::zone), 1, &RndfReader::group_name},
    {"perimeter", in(RndfBlock::zone) | in(RndfBlock::spot), 1, &RndfReader::perimeter},
    {"num_perimeterpoints", in(RndfBlock::perimeter), 1, &RndfReader::count},
    {"end_perimeter", in(RndfBlock::perimeter), 0, &RndfReader::end_line},
    {"spot", in(RndfBlock::zone) | in(RndfBlock::perimeter) | in(RndfBlock::spot), 1, &RndfReader::spot},
    {"spot_width", in(RndfBlock::spot), 1, &RndfReader::width},
    {"end_spot", in(RndfBlock::spot), 0, &RndfReader::end_line},
    {"end_zone", in(RndfBlock::zone) | in(RndfBlock::perimeter) | in(RndfBlock::spot), 0,
     &RndfReader::end_group},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Line& RndfReader::line() {
  if (block_ == RndfBlock::lane) return document_.segments.back().lanes.back();
  return block_ == RndfBlock::perimeter ? document_.zones.back().perimeter
                                        : document_.zones.back().spots.back();
}

// ---- blocks

void RndfReader::compare_count(std::string_view what, const Counted& said, std::size_t there) {
  if (static_cast<std::size_t>(said.count) == there) return;
  problems_.warning("R201", said.place, fmt::format("{} says {}, there are {}", what, said.count, there),
                    "what is there counts");
}

void RndfReader::close(RndfBlock block) {
  const auto compare = [&](std::string_view what, std::size_t there) {
    const auto said = counts_.find(what);
    if (said == counts_.end()) return;
    compare_count(what, said->second, there);
    counts_.erase(said);
  };
  switch (block) {
    case RndfBlock::lane:
      compare("num_waypoints", line().waypoints.size());
      block_ = RndfBlock::segment;
      break;
    case RndfBlock::perimeter:
      compare("num_perimeterpoints", line().waypoints.size());
      block_ = RndfBlock::zone;
      break;
    case RndfBlock::spot:
      if (line().waypoints.size() != 2)
        problems_.error("R107", line().place,
                        fmt::format("spot {}.{} has {} waypoints", line().segment, line().number,
                                    line().waypoints.size()),
                        "a spot has two: where one drives in, and where the front comes to stand");
      block_ = RndfBlock::zone;
      break;
    case RndfBlock::segment:
      compare("num_lanes", document_.segments.back().lanes.size());
      block_ = RndfBlock::file;
      break;
    case RndfBlock::zone:
      compare("num_spots", document_.zones.back().spots.size());
      block_ = RndfBlock::file;
      break;
    case RndfBlock::file:
      compare("num_segments", document_.segments.size());
      compare("num_zones", document_.zones.size());
      break;
  }
}

// Closes what was left open within `block`.
void RndfReader::close_to(RndfBlock block) {
  while (block_ != block && block_ != RndfBlock::file) {
    problems_.warning("R204", rows_.size() > 0 ? rows_.place() : rows_.end(),
                      fmt::format("the {} before this was not closed", name_of(block_)),
                      fmt::format("end it with \"end_{}\"", name_of(block_)));
    close(block_);
  }
}

void RndfReader::segment() {
  close_to(RndfBlock::file);
  const std::optional<std::int32_t> number = rows_.whole(1, 1);
  if (!number) return;
  if (!groups_.insert(*number).second)
    problems_.error("R105", rows_.place(1), fmt::format("there are two segments or zones {}", *number));
  document_.segments.push_back({*number, {}, {}, rows_.place()});
  block_ = RndfBlock::segment;
}

void RndfReader::zone() {
  close_to(RndfBlock::file);
  const std::optional<std::int32_t> number = rows_.whole(1, 1);
  if (!number) return;
  if (!groups_.insert(*number).second)
    problems_.error("R105", rows_.place(1), fmt::format("there are two segments or zones {}", *number));
  document_.zones.push_back({*number, {}, {}, {}, rows_.place()});
  document_.zones.back().perimeter.segment = *number;
  block_ = RndfBlock::zone;
}

bool RndfReader::opens_line(RndfBlock outer, RndfBlock block, std::vector<Line>* lines, WaypointId& id) {
  close_to(outer);
  const std::optional<WaypointId> read = rows_.line_id(1);
  if (!read) return false;
  id = *read;
  const std::int32_t group =
      outer == RndfBlock::segment ? document_.segments.back().number : document_.zones.back().number;
  if (id.segment != group || (block == RndfBlock::perimeter) != (id.lane == 0)) {
    problems_.error(
        "R104", rows_.place(1),
        fmt::format("{} {}.{} stands in {} {}", name_of(block), id.segment, id.lane, name_of(outer), group));
    return false;
  }
  if (!lines_.insert({id.segment, id.lane}).second)
    problems_.error("R105", rows_.place(1), fmt::format("there are two lines {}.{}", id.segment, id.lane));
  if (lines != nullptr) {
    lines->emplace_back();
    lines->back().segment = id.segment;
    lines->back().number = id.lane;
    lines->back().place = rows_.place();
  }
  block_ = block;
  return true;
}

void RndfReader::lane() {
  WaypointId id;
  opens_line(RndfBlock::segment, RndfBlock::lane, &document_.segments.back().lanes, id);
}

void RndfReader::perimeter() {
  WaypointId id;
  const base::Place here = rows_.place();
  if (opens_line(RndfBlock::zone, RndfBlock::perimeter, nullptr, id))
    document_.zones.back().perimeter.place = here;
}

void RndfReader::spot() {
  WaypointId id;
  opens_line(RndfBlock::zone, RndfBlock::spot, &document_.zones.back().spots, id);
}

// ---- what is said

void RndfReader::count() {
  const std::optional<std::int32_t> value = rows_.whole(1, 0);
  if (value) counts_[rows_.keyword()] = {*value, rows_.place(1)};
}

void RndfReader::width() {
  if (const std::optional<double> feet = rows_.number(1, 0, kWidest_ft); feet && *feet > 0)
    line().width_ft = *feet;
}

void RndfReader::boundary() {
  constexpr std::array<std::pair<std::string_view, Boundary>, 4> kWords = {
      {{"double_yellow", Boundary::double_yellow},
       {"solid_yellow", Boundary::solid_yellow},
       {"solid_white", Boundary::solid_white},
       {"broken_white", Boundary::broken_white}}};
  const auto found =
      std::find_if(kWords.begin(), kWords.end(), [&](const auto& w) { return w.first == rows_.word(1); });
  if (found != kWords.end())
    (rows_.keyword() == "left_boundary" ? line().left : line().right) = found->second;
  else
    problems_.warning("R206", rows_.place(1), "this is no kind of boundary",
                      "they are double_yellow, solid_yellow, solid_white and broken_white");
}

// Ids within a line carry its numbers.
bool RndfReader::is_own(const WaypointId& id, std::size_t word) {
  if (id.segment == line().segment && id.lane == line().number && id.point > 0) return true;
  problems_.error(
      "R104", rows_.place(word),
      fmt::format("{} stands in {} {}.{}", to_text(id), name_of(block_), line().segment, line().number));
  return false;
}

void RndfReader::checkpoint() {
  const std::optional<WaypointId> at = rows_.waypoint(1);
  const std::optional<std::int32_t> id = rows_.whole(2, 0);
  if (!at || !id || !is_own(*at, 1)) return;
  const auto [known, is_new] = checkpoints_.emplace(*id, *at);
  if (!is_new) {
    problems_.warning("R205", rows_.place(2),
                      fmt::format("checkpoint {} is at {} already", *id, to_text(known->second)),
                      "the first one counts");
    return;
  }
  line().checkpoints.push_back({*at, *id, rows_.place(1)});
}

void RndfReader::stop() {
  const std::optional<WaypointId> at = rows_.waypoint(1);
  if (at && is_own(*at, 1)) line().stops.push_back({*at, rows_.place(1)});
}

void RndfReader::exit() {
  const std::optional<WaypointId> from = rows_.waypoint(1), to = rows_.waypoint(2);
  if (from && to && is_own(*from, 1)) line().exits.push_back({*from, *to, rows_.place(1)});
}

void RndfReader::waypoint() {
  const std::optional<WaypointId> id = rows_.waypoint(0);
  if (!id) return;
  if (rows_.size() < 3) {
    problems_.error("R103", rows_.place(), fmt::format("{} wants latitude and longitude", to_text(*id)));
    return;
  }
  const std::optional<double> latitude = rows_.number(1, -89, 89), longitude = rows_.number(2, -180, 180);
  if (!latitude || !longitude || !is_own(*id, 0)) return;
  if (!waypoints_.insert(*id).second) {
    problems_.error("R105", rows_.place(), fmt::format("there are two waypoints {}", to_text(*id)));
    return;
  }
  line().waypoints.push_back({*id, *latitude, *longitude, rows_.place()});
}

// ---- statements

const RndfReader::Statement* RndfReader::find_statement() const {
  const auto found = std::find_if(kStatements.begin(), kStatements.end(),
                                  [&](const Statement& s) { return s.keyword == rows_.keyword(); });
  return found == kStatements.end() ? nullptr : &*found;
}

void RndfReader::statement() {
  const std::string_view word = rows_.keyword();
  if (word == "end_file") {
    close_to(RndfBlock::file);
    has_end_ = true;
    return;
  }
  BACKLOT_ASSERT(!word.empty(), "a row begins with a word");
  if (is_digit(word.front())) {
    if ((in(block_)&kLines) != 0) return waypoint();
    problems_.error("R102", rows_.place(), fmt::format("a waypoint cannot stand in a {}", name_of(block_)),
                    "waypoints stand in lanes, perimeters and spots");
    return;
  }
  const Statement* statement = find_statement();
  if (statement == nullptr) {
    std::vector<std::string_view> known;
    for (const Statement& s : kStatements) known.push_back(s.keyword);
    problems_.error("R102", rows_.place(), "this is no statement of a route network",
                    base::did_you_mean(word.substr(0, 40), known));
    return;
  }
  if ((statement->in & in(block_)) == 0) {
    problems_.error("R102", rows_.place(), fmt::format("\"{}\" cannot stand in a {}", word, name_of(block_)));
    return;
  }
  // "end_segment" in a lane: the lane was left open
  if (word == "end_segment") close_to(RndfBlock::segment);
  if (word == "end_zone") close_to(RndfBlock::zone);
  if (rows_.has(statement->words)) (this->*statement->read)();
}

// ---- the whole

void RndfReader::check_references() {
  const auto check = [&](const WaypointId& id, const base::Place& place, std::string_view what) {
    if (!waypoints_.contains(id))
      problems_.error("R106", place,
                      fmt::format("{} speaks of waypoint {}, which is not there", what, to_text(id)));
  };
  const auto check_line = [&](const Line& l) {
    for (const Checkpoint& c : l.checkpoints) check(c.at, c.place, "a checkpoint");
    for (const Stop& s : l.stops) check(s.at, s.place, "a stop");
    for (const Exit& e : l.exits) {
      check(e.from, e.place, "an exit");
      check(e.to, e.place, "an exit");
    }
  };
  for (const Segment& segment : document_.segments)
    for (const Line& l : segment.lanes) check_line(l);
  for (const Zone& zone : document_.zones) {
    check_line(zone.perimeter);
    for (const Line& l : zone.spots) check_line(l);
  }
}

void RndfReader::check_places() {
  const Waypoint* first = nullptr;
  const auto check = [&](const Line& l) {
    for (const Waypoint& w : l.waypoints) {
      if (first == nullptr) first = &w;
      if (std::fabs(w.latitude_deg - first->latitude_deg) > kFarthest_deg ||
          std::fabs(w.longitude_deg - first->longitude_deg) > kFarthest_deg)
        problems_.error("R110", w.place,
                        fmt::format("{} is more than {} degree away from {}", to_text(w.id), kFarthest_deg,
                                    to_text(first->id)),
                        "latitude stands before longitude; a network is one place on earth");
    }
  };
  for (const Segment& segment : document_.segments)
    for (const Line& l : segment.lanes) check(l);
  for (const Zone& zone : document_.zones) {
    check(zone.perimeter);
    for (const Line& l : zone.spots) check(l);
  }
  if (first == nullptr)
    problems_.error("R101", rows_.end(), "the file has no waypoints", "an RNDF describes lanes by waypoints");
}

RndfDocument RndfReader::read() {
  bool is_first = true;
  while (rows_.next()) {
    if (std::exchange(is_first, false) && rows_.keyword() != "RNDF_name")
      problems_.error("R101", rows_.place(), "the first statement is not \"RNDF_name\"",
                      "an RNDF begins with its name");
    if (has_end_) {
      problems_.warning("R202", rows_.place(), "there is text after \"end_file\"", "it is not read");
      break;
    }
    statement();
  }
  if (!has_end_) problems_.warning("R202", rows_.end(), "the file does not end with \"end_file\"");
  if (rows_.has_blanks())
    problems_.warning("R203", {rows_.end().file, 1, 1}, "blanks stand between words where tabs are asked for",
                      "other programs may not read it");
  close_to(RndfBlock::file);
  close(RndfBlock::file);
  check_references();
  check_places();
  return std::move(document_);
}

}  // namespace

base::Result<RndfDocument> read_rndf(std::string_view text, std::string file_name) {
  const text::Source source(std::move(file_name), std::string(text));
  text::Problems problems;
  RndfDocument document = RndfReader(source, problems).read();
  return base::Result<RndfDocument>::from(std::move(document), problems.take());
}

bool looks_like_rndf(std::string_view text) { return internal::begins_with(text, "RNDF_name"); }

}  // namespace backlot::formats::rndf
