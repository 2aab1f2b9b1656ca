#include "apps/cli/recording/replay_tables.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/traffic/events.h"
#include "apps/cli/traffic/line_file.h"
#include "apps/cli/traffic/trace.h"
#include "backlot/direct/event_names.h"
#include "backlot/record/csv.h"
#include "backlot/record/schema.h"
#include "backlot/replay/judge_recording.h"
#include "backlot/trial/dictionary.h"
#include "backlot/trial/subject_table.h"
#include "backlot/trial/trial.h"

namespace backlot::cli {

namespace {

constexpr const char *kFrames = "frames.csv", *kEvents = "events.csv", *kTrials = "trials.csv",
                     *kSubject = "subject.csv", *kDictionary = "dictionary.csv";

class TableWriter final : public recording::StepVisitor {
 public:
  // `scene` is null for a scenario: then the table of the subject is left out.
  TableWriter(const std::string& frames, const std::string& events, const std::string& subject,
              const network::Network& network, const std::shared_ptr<const scene::Scene>& scene, double step_s)
      : network_(network),
        frames_(frames, network),
        events_(events, network, direct::event_names()),
        step_s_(step_s) {
    if (scene == nullptr) return;
    rows_.emplace(scene);
    subject_.emplace(subject);
    if (subject_->is_open()) subject_->lines() = trial::SubjectTable::header();
  }

  bool is_open() const {
    return frames_.is_open() && events_.is_open() && (!subject_ || subject_->is_open());
  }
  bool step(recording::Step& step) override {
    fault = recording::find_fault(step.frame, network_);
    for (const record::Event& event : step.events)
      if (fault.empty()) fault = recording::find_fault(event, network_);
    if (!fault.empty()) return false;
    frames_.write(step.frame);
    events_.write(step.events);
    if (rows_) {
      rows_->add(step.frame, step.state, step.subject, step_s_, step.published, subject_->lines());
      subject_->write();
    }
    return true;
  }
  bool close() {
    const bool are_frames_whole = frames_.close(), is_subject_whole = !subject_ || subject_->close();
    return events_.close() && are_frames_whole && is_subject_whole;
  }

  std::string fault;

 private:
  const network::Network& network_;
  TraceWriter frames_;
  EventsWriter events_;
  double step_s_;
  std::optional<trial::SubjectTable> rows_;
  std::optional<LineFile> subject_;
};

std::string dictionary_text() {
  std::string text(trial::kDictionaryHeader);
  trial::append_definitions(kFrames, record::trace_columns(), text);
  trial::append_definitions(kSubject, trial::subject_columns(), text);
  trial::append_definitions(kEvents, record::event_columns(), text);
  trial::append_definitions(kTrials, trial::trial_columns(), text);
  return text;
}

}  // namespace

ExitCode write_tables(const std::string& folder, std::string_view bytes, const std::string& name,
                      const recording::Recording& recording, const replay::RecordedStage& stage,
                      const harness::RunResult& result) {
  const auto path_of = [&](const char* file) { return (std::filesystem::path(folder) / file).string(); };
  for (const char* file : {kFrames, kSubject, kEvents, kTrials, kDictionary}) {
    std::error_code error;
    if (!std::filesystem::exists(path_of(file), error)) continue;
    say_error(fmt::format("{} is there already, and tables are never overwritten", path_of(file)),
              "name another folder, or move the tables away");
    return ExitCode::broken;
  }
  if (const ExitCode made = make_folder(folder); made != ExitCode::clean) return made;

  TableWriter writer(path_of(kFrames), path_of(kEvents), path_of(kSubject), stage.network(), stage.scene,
                     recording.header.step.seconds());
  if (!writer.is_open()) {
    say_error(fmt::format("no file can be made in {}", folder));
    return ExitCode::broken;
  }
  base::Diagnostics found = recording::read_steps(bytes, name, writer);
  if (!writer.fault.empty())
    found.error("M111", {name, 0, 0}, fmt::format("a step cannot be of this scene: {}", writer.fault));
  if (found.has_errors()) {
    say(to_text(found));
    return ExitCode::bad_input;
  }
  if (!writer.close()) {
    say_error(fmt::format("the tables in {} were not written to their end", folder), "is the disk full?");
    return ExitCode::broken;
  }
  const trial::Trial row = trial::measure_trial(bytes, name, recording, stage, result);
  std::string trials;
  record::append_header(trial::trial_columns(), trials);
  record::append_row(trial::trial_columns(), row, trials);
  if (const ExitCode code = write_output(path_of(kTrials), trials); code != ExitCode::clean) return code;
  return write_output(path_of(kDictionary), dictionary_text());
}

}  // namespace backlot::cli
