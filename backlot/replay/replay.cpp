#include "backlot/replay/replay.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/sensing/sensing_text.h"
#include "backlot/harness/opening.h"
#include "backlot/recording/digest.h"
#include "backlot/subject/choice.h"

namespace backlot::replay {

namespace {

using Replayed = base::Result<ReplayResult>;

// The digest of each recorded step; or one of the steps itself.
class DigestReader final : public recording::StepVisitor {
 public:
  bool step(recording::Step& step) override {
    digests.push_back(recording::digest_of(step.frame, step.events, step.state));
    return true;
  }
  std::vector<std::uint64_t> digests;
};

class StepFinder final : public recording::StepVisitor {
 public:
  explicit StepFinder(std::uint64_t wanted) : wanted_(wanted) {}
  bool step(recording::Step& step) override {
    if (at_++ < wanted_) return true;
    found = step;
    return false;
  }
  std::optional<recording::Step> found;

 private:
  std::uint64_t wanted_, at_ = 0;
};

// The first step of a run that differs from the recording, as it is now.
struct DifferentStep {
  std::uint64_t number = 0;
  record::Frame frame;
  std::vector<record::Event> events;
};

std::string describe_difference(const DifferentStep& now, const recording::Step& recorded) {
  if (std::string text = recording::find_difference(now.frame, recorded.frame); !text.empty()) return text;
  if (now.events.size() != recorded.events.size())
    return fmt::format("there are {} events, recorded were {}", now.events.size(), recorded.events.size());
  for (std::size_t k = 0; k < now.events.size(); ++k)
    if (now.events[k] != recorded.events[k])
      return fmt::format("event {} of the step is {}, recorded was {}{}", k, to_text(now.events[k].kind),
                         to_text(recorded.events[k].kind),
                         now.events[k].kind == recorded.events[k].kind ? " with other values" : "");
  return "the state of the play differs";
}

base::Result<subject::SubjectChoice> subject_of(const recording::RunHeader& header) {
  if (header.subject.empty()) return subject::SubjectChoice{};
  return subject::parse_subject(header.subject, [&](const std::string& file) -> std::optional<std::string> {
    for (const recording::SourceText& source : header.subject_files)
      if (source.name == file) return source.text;
    return std::nullopt;
  });
}

Replayed refused(std::string code, const std::string& name, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a refusal has a code and a message");
  base::Diagnostics found;
  found.error(std::move(code), {name, 0, 0}, std::move(message), std::move(hint));
  return Replayed::failure(std::move(found));
}

}  // namespace

Replayed replay(std::string_view bytes, const std::string& name, const recording::Recording& recording,
                const RecordedStage& stage, const SystemMaker& make_system, const ReplayHooks& hooks) {
  const recording::RunHeader& header = recording.header;
  if (header.has_sensors && header.sensing.empty())
    return refused("M115", name, "the driver saw through sensors that the recording does not hold",
                   "judge it from the file: backlot replay FILE --verdict");
  view::Sensing sensing;
  if (!header.sensing.empty()) {
    const auto read = formats::sensing::read_sensing(header.sensing, name);
    if (!read)
      return refused("M115", name, "the sensors of the driver cannot be read: " + to_text(read.diagnostics()),
                     "use the version that recorded it, or backlot replay FILE --verdict");
    sensing = *read;
  }

  harness::RunOptions options{
      .seed = header.played_seed, .step = header.step, .has_supply = header.has_supply};
  options.fork_watcher = hooks.fork_watcher;
  options.is_ended = hooks.is_ended;
  for (const auto& [signal, time_s] : header.signals) options.signals.push_back({signal, time_s});
  auto subject = subject_of(header);
  if (!subject) return Replayed::failure(std::move(subject).diagnostics());
  options.subject = *std::move(subject);
  std::unique_ptr<sut::System> system;
  if (!header.driver.empty()) {
    auto made = make_system(header.driver);
    if (!made) return Replayed::failure(std::move(made).diagnostics());
    system = *std::move(made);
    options.system = {.system = system.get(),
                      .name = header.driver,
                      .cycle = header.cycle,
                      .sensing = sensing,
                      .latency = header.latency,
                      .jitter = header.jitter,
                      .lost_share = header.lost_share};
  }

  DigestReader recorded;
  base::Diagnostics found = recording::read_steps(bytes, name, recorded);
  if (found.has_errors()) return Replayed::failure(std::move(found));

  ReplayResult replayed;
  replayed.recorded_steps = recorded.digests.size();
  std::optional<DifferentStep> different;
  std::uint64_t number = 0;
  options.onlooker = [&](const harness::Moment& moment) {
    const std::uint64_t at = number++;
    if (at >= recorded.digests.size() || different) return;
    ++replayed.compared_steps;
    const std::span<const record::Event> events = moment.run.events();
    if (recording::digest_of(moment.frame, events, moment.play) != recorded.digests[at])
      different = {at, moment.frame, {events.begin(), events.end()}};
  };
  replayed.result = stage.scene ? harness::run_scene(stage.scene, options)
                                : harness::in_one(harness::run_scenario(*stage.scenario, options));
  if (different) {
    StepFinder finder(different->number);
    static_cast<void>(recording::read_steps(bytes, name, finder));
    replayed.difference = {different->number, different->frame.time.seconds(),
                           finder.found ? describe_difference(*different, *finder.found)
                                        : std::string("the recorded step cannot be read again")};
  } else if (number < recorded.digests.size()) {
    replayed.difference = {
        number, replayed.result.sim_s,
        fmt::format("the run ended after {} steps, recorded were {}", number, recorded.digests.size())};
  } else if (recording.end && number > recorded.digests.size()) {
    replayed.difference = {
        recorded.digests.size(), replayed.result.sim_s,
        fmt::format("the run took {} steps, recorded were {}", number, recorded.digests.size())};
  } else if (recording.end && recording.end->hash != replayed.result.hash) {
    replayed.difference = {number, replayed.result.sim_s,
                           fmt::format("the final hash is {:016x}, recorded was {:016x}",
                                       replayed.result.hash, recording.end->hash)};
  } else if (recording.end && recording.end->verdict != to_text(replayed.result.verdict())) {
    replayed.difference = {number, replayed.result.sim_s,
                           fmt::format("the verdict is {}, recorded was {}",
                                       to_text(replayed.result.verdict()), recording.end->verdict)};
  }
  return Replayed::success(std::move(replayed), std::move(found));
}

}  // namespace backlot::replay
