#include "backlot/trial/subject_table.h"

#include <array>
#include <cmath>
#include <numbers>

#include "backlot/base/assert.h"
#include "backlot/record/csv.h"
#include "backlot/verdict/measured.h"

namespace backlot::trial {

namespace {

using enum record::ColumnType;
using record::Cell;

Cell or_empty(const std::optional<double>& value) { return value ? Cell::of(*value) : Cell{}; }

Cell name_cell(const network::Network& network, auto id) {
  return id.is_empty() ? Cell{} : Cell::of(std::string_view(network.name_of(id)));
}

std::string_view indicator_of(const record::FrameObject& subject) {
  if (subject.indicates_left) return subject.indicates_right ? "both" : "left";
  return subject.indicates_right ? "right" : "";
}

constexpr auto kSubjectColumns = std::to_array<record::Column<SubjectRow>>({
    {"time_s", "s", number, 3, "time since the start of the subject, at the end of the step",
     [](const SubjectRow& r) { return Cell::of(r.time_s); }},
    {"run_s", "s", number, 3, "time of the run, which events and recordings count by",
     [](const SubjectRow& r) { return Cell::of(r.frame.time.seconds()); }},
    {"beat", "", text, 0, "the beat of the scene that began last",
     [](const SubjectRow& r) { return r.beat.empty() ? Cell{} : Cell::of(r.beat); }},
    {"x_m", "m", number, 4, "east coordinate of the middle of the body",
     [](const SubjectRow& r) { return Cell::of(r.subject.centre.x); }},
    {"y_m", "m", number, 4, "north coordinate of the middle of the body",
     [](const SubjectRow& r) { return Cell::of(r.subject.centre.y); }},
    {"z_m", "m", number, 3, "height of the road under it, without kerbs and crowns",
     [](const SubjectRow& r) { return Cell::of(r.subject.centre.z); }},
    {"heading_rad", "rad", number, 6, "yaw angle: 0 is east, positive to the left",
     [](const SubjectRow& r) { return Cell::of(r.subject.heading_rad()); }},
    {"yaw_rate_radps", "rad/s", number, 5, "change of the yaw angle over the step, positive to the left",
     [](const SubjectRow& r) { return or_empty(r.yaw_rate_radps); }},
    {"speed_mps", "m/s", number, 4, "speed along the heading, negative in reverse",
     [](const SubjectRow& r) { return Cell::of(r.subject.speed_mps); }},
    {"acceleration_mps2", "m/s2", number, 4, "acceleration along the heading in the step",
     [](const SubjectRow& r) { return Cell::of(r.subject.accel_mps2); }},
    {"lateral_acceleration_mps2", "m/s2", number, 4, "speed times yaw rate, positive to the left",
     [](const SubjectRow& r) {
       return r.yaw_rate_radps ? Cell::of(r.subject.speed_mps * *r.yaw_rate_radps) : Cell{};
     }},
    {"way", "", text, 0, "name of the way or corridor that the middle of the body is on",
     [](const SubjectRow& r) { return name_cell(r.network, r.subject.strip); }},
    {"lane", "", text, 0, "name of the lane of that way",
     [](const SubjectRow& r) { return name_cell(r.network, r.subject.lane); }},
    {"distance_m", "m", number, 3, "distance along that way, from its start",
     [](const SubjectRow& r) { return r.subject.strip.is_empty() ? Cell{} : Cell::of(r.subject.distance); }},
    {"lane_offset_m", "m", number, 4,
     "middle of the body beside the middle of its lane, positive to the left of the direction of growing distance",
     [](const SubjectRow& r) { return or_empty(r.lane_offset_m); }},
    {"route_m", "m", number, 3, "how far the front has come along the route that the scene expects",
     [](const SubjectRow& r) { return or_empty(r.route_m); }},
    {"speed_limit_mps", "m/s", number, 2, "speed limit of the lane",
     [](const SubjectRow& r) { return or_empty(r.limit_mps); }},
    {"signal_state", "", text, 0, "what the signals of its corridor show (`dark` where it has none)",
     [](const SubjectRow& r) {
       return r.subject.corridor.is_empty() ? Cell{} : Cell::of(network::to_text(r.subject.signal));
     }},
    {"leader_id", "", whole, 0, "number of the first body in the way on the route, up to 200 m ahead",
     [](const SubjectRow& r) {
       return r.leader ? Cell::of(std::uint64_t{world::number_for_people(r.leader->id)}) : Cell{};
     }},
    {"gap_m", "m", number, 3, "from the front of the subject to the rear of that body",
     [](const SubjectRow& r) { return r.leader ? Cell::of(r.leader->gap_m) : Cell{}; }},
    {"ttc_s", "s", number, 3,
     "time until the subject and another body would touch, both keeping speed and heading; empty where none would",
     [](const SubjectRow& r) { return or_empty(r.ttc_s); }},
    {"accelerator", "", number, 4, "raw: how far the accelerator is pressed, 0 to 1; empty while no human drives",
     [](const SubjectRow& r) { return r.pedals ? Cell::of(r.pedals->accelerator) : Cell{}; }},
    {"brake_pedal", "", number, 4, "raw: how far the brake is pressed, 0 to 1",
     [](const SubjectRow& r) { return r.pedals ? Cell::of(r.pedals->brake) : Cell{}; }},
    {"steering_wheel", "", number, 4, "raw: -1 as far to the right as it goes, 1 to the left",
     [](const SubjectRow& r) { return r.pedals ? Cell::of(r.pedals->steering_wheel) : Cell{}; }},
    {"brake_light", "", whole, 0, "1 while the brake lights are on, else 0",
     [](const SubjectRow& r) { return Cell::of(std::uint64_t{r.subject.brakes ? 1U : 0U}); }},
    {"indicator", "", text, 0, "left, right or both; empty while they are off",
     [](const SubjectRow& r) {
       const std::string_view name = indicator_of(r.subject);
       return name.empty() ? Cell{} : Cell::of(name);
     }},
    {"is_human", "", whole, 0, "1 while a human drives, 0 while software does; empty for a model subject",
     [](const SubjectRow& r) { return r.is_human ? Cell::of(std::uint64_t{*r.is_human ? 1U : 0U}) : Cell{}; }},
});

double turned(double from_rad, double to_rad) {
  return std::remainder(to_rad - from_rad, 2 * std::numbers::pi);
}

}  // namespace

std::span<const record::Column<SubjectRow>> subject_columns() { return kSubjectColumns; }

SubjectTable::SubjectTable(std::shared_ptr<const scene::Scene> scene)
    : scene_(std::move(scene)), snapshot_(scene_->roads()) {}

std::string SubjectTable::header() {
  std::string line;
  record::append_header(subject_columns(), line);
  return line;
}

void SubjectTable::add(const record::Frame& frame, const scene::PlayState& play, world::ObjectId id,
                       double step_s, std::span<const sut::WhiteBoxSignal> published, std::string& lines) {
  BACKLOT_ASSERT(step_s > 0, "a step takes no time");
  if (started_s_ < 0) started_s_ = frame.time.seconds() - step_s;
  const record::FrameObject* subject = record::find(frame, id);
  if (subject == nullptr) return;
  const network::Network& network = scene_->roads().tracks.network();
  snapshot_.set(frame);
  const verdict::JudgedMoment moment{.scene = *scene_,
                                     .frame = frame,
                                     .subject = *subject,
                                     .events = {},
                                     .play = play,
                                     .snapshot = snapshot_,
                                     .started_s = started_s_,
                                     .has_touched = false,
                                     .signals = published};
  SubjectRow row{.time_s = frame.time.seconds() - started_s_,
                 .network = network,
                 .frame = frame,
                 .subject = *subject,
                 .beat = beat_of(play)};
  const double heading_rad = subject->heading_rad();
  if (heading_rad_ && step_s > 0) row.yaw_rate_radps = turned(*heading_rad_, heading_rad) / step_s;
  heading_rad_ = heading_rad;
  if (!subject->lane.is_empty())
    row.lane_offset_m = subject->offset - network.edges(subject->lane, subject->distance).centre();
  // how much faster than the limit, the other way round
  if (const auto over = verdict::over_limit(moment)) {
    const double limit_mps = subject->speed_mps - over->value;
    if (std::isfinite(limit_mps)) row.limit_mps = limit_mps;
  }
  if (play.watch.front_m() >= 0) row.route_m = play.watch.front_m();
  row.leader = verdict::find_leader(moment);
  if (const auto ttc = verdict::time_to_collision(moment)) row.ttc_s = ttc->value;
  row.pedals = find_pedals(published);
  row.is_human = find_is_human(published);
  record::append_row(subject_columns(), row, lines);
}

std::string_view SubjectTable::beat_of(const scene::PlayState& play) const {
  const auto& beats = scene_->description().script.beats;
  BACKLOT_ASSERT(play.beats.size() == beats.size(), "the play is of another scene");
  std::string_view name;
  double latest_s = -1;
  for (std::size_t k = 0; k < play.beats.size() && k < beats.size(); ++k)
    if (play.beats[k].began_s > latest_s) {
      latest_s = play.beats[k].began_s;
      name = beats[k].name;
    }
  return name;
}

}  // namespace backlot::trial
