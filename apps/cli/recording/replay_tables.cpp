#include "apps/cli/recording/replay_tables.h"

#include <array>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/recording/trial.h"
#include "apps/cli/traffic/events.h"
#include "apps/cli/traffic/trace.h"
#include "backlot/direct/event_names.h"
#include "backlot/record/csv.h"
#include "backlot/record/schema.h"
#include "backlot/replay/judge_recording.h"

namespace backlot::cli {

namespace {

constexpr const char *kFrames = "frames.csv", *kEvents = "events.csv", *kTrials = "trials.csv",
                     *kDictionary = "dictionary.csv";

class TableWriter final : public recording::StepVisitor {
 public:
  TableWriter(const std::string& frames, const std::string& events, const network::Network& network)
      : network_(network), frames_(frames, network), events_(events, network, direct::event_names()) {}

  bool is_open() const { return frames_.is_open() && events_.is_open(); }
  bool step(recording::Step& step) override {
    fault = recording::find_fault(step.frame, network_);
    for (const record::Event& event : step.events)
      if (fault.empty()) fault = recording::find_fault(event, network_);
    if (!fault.empty()) return false;
    frames_.write(step.frame);
    events_.write(step.events);
    return true;
  }
  bool close() {
    const bool are_frames_whole = frames_.close();
    return events_.close() && are_frames_whole;
  }

  std::string fault;

 private:
  const network::Network& network_;
  TraceWriter frames_;
  EventsWriter events_;
};

template <class Row>
void add_definitions(std::string_view table, std::span<const record::Column<Row>> columns,
                     std::string& text) {
  for (const record::Column<Row>& column : columns) {
    text += fmt::format("{},{},{},{},", table, column.name, column.unit, to_text(column.type));
    record::append_text(column.description, text);
    text += '\n';
  }
}

std::string dictionary_text() {
  std::string text = "table,column,unit,type,definition\n";
  add_definitions(kFrames, record::trace_columns(), text);
  add_definitions(kEvents, record::event_columns(), text);
  add_definitions(kTrials, trial_columns(), text);
  return text;
}

}  // namespace

ExitCode write_tables(const std::string& folder, std::string_view bytes, const std::string& name,
                      const recording::Recording& recording, const replay::RecordedStage& stage,
                      const harness::RunResult& result) {
  const auto path_of = [&](const char* file) { return (std::filesystem::path(folder) / file).string(); };
  for (const char* file : {kFrames, kEvents, kTrials, kDictionary}) {
    std::error_code error;
    if (!std::filesystem::exists(path_of(file), error)) continue;
    say_error(fmt::format("{} is there already, and tables are never overwritten", path_of(file)),
              "name another folder, or move the tables away");
    return ExitCode::broken;
  }
  if (const ExitCode made = make_folder(folder); made != ExitCode::clean) return made;

  TableWriter writer(path_of(kFrames), path_of(kEvents), stage.network());
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
  const Trial trial = measure_trial(bytes, name, recording, stage, result);
  std::string trials;
  record::append_header(trial_columns(), trials);
  record::append_row(trial_columns(), trial, trials);
  if (const ExitCode code = write_output(path_of(kTrials), trials); code != ExitCode::clean) return code;
  return write_output(path_of(kDictionary), dictionary_text());
}

}  // namespace backlot::cli
