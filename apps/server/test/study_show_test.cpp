// Studies behind a real server: sessions from instruction to tables, two doors, aborts, and a server that is killed in the middle of a trial.
#include "apps/server/study/study_show.h"

#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/server/study/csv_rows.h"
#include "apps/server/test/served.h"
#include "apps/server/test/small_study.h"
#include "apps/server/test/web_client.h"
#include "backlot/recording/recording_reader.h"

namespace backlot::server::study_show_test {
namespace {

using test::EmptyFolder;
using test::Served;
using test::small_study;
using test::SocketClient;

std::unique_ptr<StudyShow> opened(StudyShowSettings settings) {
  auto show = StudyShow::open(std::move(settings));
  EXPECT_TRUE(show) << to_text(show.diagnostics());
  return show ? *std::move(show) : nullptr;
}

// Reads until the session is in this phase.
Json wait_for(SocketClient& page, const std::string& phase) {
  while (const auto text = page.read_until("session")) {
    Json session = Json::parse(*text);
    if (session["phase"] == phase) return session;
    if (!session["trouble"].get<std::string>().empty()) ADD_FAILURE() << session["trouble"];
  }
  ADD_FAILURE() << "the session never came to " << phase;
  return nullptr;
}

// Starts the trial that is ready, and waits until the session stands at another step. A phase in between may never be seen: only the newest is sent.
Json drive_trial(SocketClient& page, const Json& before) {
  page.send(R"({"do":"start"})");
  while (const auto text = page.read_until("session")) {
    Json session = Json::parse(*text);
    if (session["step"] != before["step"] && session["phase"] != "saving") return session;
  }
  ADD_FAILURE() << "the trial never ended";
  return nullptr;
}

// Conducts the session of the participant that is chosen, to its end.
void conduct(SocketClient& page, std::size_t trials) {
  wait_for(page, "instruction");
  page.send(R"({"do":"go_on"})");
  Json session = wait_for(page, "ready");
  for (std::size_t k = 0; k < trials; ++k) session = drive_trial(page, session);
  EXPECT_EQ(session["phase"], "finished");
}

double number(const CsvRows& rows, std::size_t k, const char* column) {
  const std::string cell = rows.cell(k, column);
  return cell.empty() ? std::nan("") : std::stod(cell);
}

// The exact distance of two bodies, by the distances of all corners to all edges: nothing of the code under test.
struct Box {
  double x[4], y[4];
};
Box corners(const record::FrameObject& o) {
  Box box{};
  const double l = 0.5 * static_cast<double>(o.length_m), w = 0.5 * static_cast<double>(o.width_m);
  const double along[4] = {l, l, -l, -l}, across[4] = {w, -w, -w, w};
  for (int k = 0; k < 4; ++k) {
    box.x[k] = o.centre.x + along[k] * o.heading_x - across[k] * o.heading_y;
    box.y[k] = o.centre.y + along[k] * o.heading_y + across[k] * o.heading_x;
  }
  return box;
}
double to_edges(const Box& a, const Box& b) {
  double best = 1e9;
  for (int k = 0; k < 4; ++k)
    for (int e = 0; e < 4; ++e) {
      const double ex = b.x[(e + 1) % 4] - b.x[e], ey = b.y[(e + 1) % 4] - b.y[e];
      const double t = std::clamp(((a.x[k] - b.x[e]) * ex + (a.y[k] - b.y[e]) * ey) / (ex * ex + ey * ey), 0.0, 1.0);
      best = std::min(best, std::hypot(a.x[k] - b.x[e] - t * ex, a.y[k] - b.y[e] - t * ey));
    }
  return best;
}

// Computed from the recorded frames alone.
struct Independent final : recording::StepVisitor {
  bool step(recording::Step& step) override {
    const record::FrameObject* subject = record::find(step.frame, step.subject);
    if (subject == nullptr) return true;
    times.push_back(step.frame.time.seconds());
    speeds.push_back(subject->speed_mps);
    xs.push_back(subject->centre.x);
    most_decel = std::max(most_decel, -subject->accel_mps2);
    for (const record::FrameObject& other : step.frame.objects)
      if (other.id != subject->id)
        least_distance = std::min({least_distance, to_edges(corners(*subject), corners(other)),
                                   to_edges(corners(other), corners(*subject))});
    return true;
  }
  std::vector<double> times, speeds, xs;
  double most_decel = 0, least_distance = 1e9;
};

TEST(StudyShow, ASessionGoesFromItsInstructionToItsTables) {
  const EmptyFolder results("session");
  const auto show = opened(small_study(results.path()));
  ASSERT_TRUE(show);
  EXPECT_EQ(show->resumed_text(), "");
  Served served(*show, "guest");
  SocketClient page(served.port(), "secret");
  conduct(page, 2);
  served.stop();

  const CsvRows trials(results.read("trials.csv"));
  ASSERT_EQ(trials.size(), 2U);
  EXPECT_EQ(trials.cell(0, "study"), "small");
  EXPECT_EQ(trials.cell(0, "participant"), "anna");
  EXPECT_EQ(trials.cell(0, "condition"), "first");
  EXPECT_EQ(trials.cell(1, "condition"), "second");
  EXPECT_EQ(trials.cell(1, "trial"), "2");
  EXPECT_EQ(trials.cell(0, "seed"), "3");
  for (std::size_t k = 0; k < 2; ++k) {
    const std::string folder = trials.cell(k, "folder");
    EXPECT_EQ(trials.cell(k, "complete"), "1");
    const std::string bytes = results.read(folder + "/run.mcap");
    Independent seen;
    const base::Diagnostics found = recording::read_steps(bytes, "run.mcap", seen);
    ASSERT_FALSE(found.has_errors()) << to_text(found);
    ASSERT_GT(seen.speeds.size(), 100U);
    double sum = 0, squares = 0;
    for (const double v : seen.speeds) sum += v;
    const double mean = sum / static_cast<double>(seen.speeds.size());
    for (const double v : seen.speeds) squares += (v - mean) * (v - mean);
    EXPECT_NEAR(number(trials, k, "speed_mean_mps"), mean, 1e-3);
    EXPECT_NEAR(number(trials, k, "speed_sd_mps"), std::sqrt(squares / static_cast<double>(seen.speeds.size())), 1e-3);
    EXPECT_NEAR(number(trials, k, "max_decel_mps2"), seen.most_decel, 1e-3);
    EXPECT_NEAR(number(trials, k, "min_distance_m"), seen.least_distance, 2e-3);
    // the table of the subject has each step, as the recording has it
    const CsvRows frames(results.read(folder + "/frames.csv"));
    ASSERT_EQ(frames.size(), seen.times.size());
    for (std::size_t n = 0; n < frames.size(); n += 37) {
      EXPECT_NEAR(number(frames, n, "run_s"), seen.times[n], 1e-3);
      EXPECT_NEAR(number(frames, n, "speed_mps"), seen.speeds[n], 1e-4);
      EXPECT_NEAR(number(frames, n, "x_m"), seen.xs[n], 1e-4);
    }
    EXPECT_NEAR(number(frames, 0, "time_s"), 0.05, 1e-9);
    const std::string events = results.read(folder + "/events.csv");
    for (const char* name : {"trial_begin", "subject_start", "beat", "role", "trial_end"})
      EXPECT_NE(events.find(name), std::string::npos) << name;
    EXPECT_NE(results.read(folder + "/lead_brakes.scene").find("scene lead_brakes"), std::string::npos);
  }
  // every column of every table is in the dictionary
  const CsvRows dictionary(results.read("dictionary.csv"));
  std::map<std::string, std::size_t> columns;
  for (std::size_t k = 0; k < dictionary.size(); ++k) ++columns[dictionary.cell(k, "table")];
  const auto count = [](const std::string& text) {
    const std::string head = text.substr(0, text.find('\n'));
    return 1 + static_cast<std::size_t>(std::count(head.begin(), head.end(), ','));
  };
  const std::string folder = trials.cell(0, "folder");
  EXPECT_EQ(columns["trials.csv"], count(results.read("trials.csv")));
  EXPECT_EQ(columns["frames.csv"], count(results.read(folder + "/frames.csv")));
  EXPECT_EQ(columns["events.csv"], count(results.read(folder + "/events.csv")));
}

TEST(StudyShow, TheParticipantsDoorOpensNothingOfTheOperator) {
  const EmptyFolder results("doors");
  const auto show = opened(small_study(results.path()));
  ASSERT_TRUE(show);
  Served served(*show, "guest");
  EXPECT_FALSE(SocketClient(served.port(), "guest").is_open());
  EXPECT_FALSE(SocketClient(served.port(), "secret", {}, "/participant/socket").is_open());
  SocketClient page(served.port(), "secret");
  SocketClient guest(served.port(), "guest", {}, "/participant/socket");
  ASSERT_TRUE(guest.is_open());
  const Json hello = Json::parse(*guest.read_until("hello"));
  EXPECT_EQ(hello["title"], "");
  EXPECT_TRUE(hello["parameters"].empty());
  const Json told = Json::parse(*guest.read_until("instruction"));
  EXPECT_EQ(told["text"], "Welcome.");
  for (const char* what : {"start", "abort", "skip", "participant", "pause", "speed", "note", "marker", "select"}) {
    guest.send(fmt::format(R"({{"do":"{}"}})", what));
    const auto error = guest.read_until("error");
    ASSERT_TRUE(error) << what;
    EXPECT_EQ(Json::parse(*error)["do"], what);
  }
  guest.send(R"({"do":"go_on"})");  // this is the participant's
  wait_for(page, "ready");
  guest.send(R"({"do":"go_on"})");
  const Json session = wait_for(page, "ready");
  EXPECT_EQ(session["confirmed"], true);
}

TEST(StudyShow, AnAbortedTrialIsDrivenAgainAndNothingIsOverwritten) {
  const EmptyFolder results("abort");
  auto settings = small_study(results.path(), 1);  // in real time, so that there is time to abort
  const auto show = opened(std::move(settings));
  ASSERT_TRUE(show);
  Served served(*show, "guest");
  SocketClient page(served.port(), "secret");
  wait_for(page, "instruction");
  page.send(R"({"do":"go_on"})");
  wait_for(page, "ready");
  page.send(R"({"do":"start"})");
  wait_for(page, "driving");
  page.send(R"({"do":"marker","key":"g","text":"looks away"})");
  page.send(R"({"do":"note","text":"a note, with a comma"})");
  page.send(R"({"do":"abort","code":"sickness","text":"unwell"})");
  const Json again = wait_for(page, "ready");
  EXPECT_EQ(again["last_outcome"], "aborted");
  page.send(R"({"do":"skip"})");
  const Json next = wait_for(page, "ready");
  EXPECT_EQ(next["plan"][1]["outcome"], "skipped");
  served.stop();
  const CsvRows trials(results.read("trials.csv"));
  ASSERT_EQ(trials.size(), 2U);
  EXPECT_EQ(trials.cell(0, "outcome"), "aborted");
  EXPECT_EQ(trials.cell(0, "abort_code"), "sickness");
  EXPECT_EQ(trials.cell(0, "complete"), "0");
  EXPECT_EQ(trials.cell(1, "outcome"), "skipped");
  const CsvRows events(results.read("anna/trial_01_first/events.csv"));
  std::map<std::string, std::string> texts;
  for (std::size_t k = 0; k < events.size(); ++k) texts[events.cell(k, "event")] = events.cell(k, "text");
  EXPECT_EQ(texts["marker"], "looks away");
  EXPECT_EQ(texts["note"], "a note, with a comma");
  EXPECT_EQ(texts["abort"], "unwell");
  EXPECT_EQ(texts["trial_end"], "aborted");
}

// A server in a process of its own, which is killed without a warning.
TEST(StudyShow, AKilledServerGoesOnWithTheTrialThatIsNotComplete) {
  const EmptyFolder results("killed");
  int port_pipe[2];
  ASSERT_EQ(::pipe(port_pipe), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto show = opened(small_study(results.path()));
    Served served(*show, "guest");
    const std::uint16_t port = served.port();
    if (::write(port_pipe[1], &port, sizeof(port)) != sizeof(port)) ::_exit(1);
    for (;;) ::pause();
  }
  std::uint16_t port = 0;
  ASSERT_EQ(::read(port_pipe[0], &port, sizeof(port)), static_cast<ssize_t>(sizeof(port)));
  {
    SocketClient page(port, "secret");
    wait_for(page, "instruction");
    page.send(R"({"do":"go_on"})");
    drive_trial(page, wait_for(page, "ready"));
    page.send(R"({"do":"start"})");
    page.send(R"({"do":"speed","factor":20})");
    // several seconds of the second trial are driven
    for (double time_s = 0, from_s = -1; time_s < from_s + 4 || from_s < 0;) {
      const auto run = page.read_until("run");
      ASSERT_TRUE(run);
      time_s = Json::parse(*run)["time_s"].get<double>();
      if (from_s < 0) from_s = time_s;
      ASSERT_FALSE(Json::parse(*run)["is_over"].get<bool>());
    }
    ASSERT_EQ(::kill(child, SIGKILL), 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::close(port_pipe[0]);
  ::close(port_pipe[1]);

  // what was written a second ago is there, and no row says that the trial is done
  EXPECT_EQ(CsvRows(results.read("trials.csv")).size(), 1U);
  const std::string cut = results.read("anna/trial_02_second/frames.csv");
  EXPECT_GT(CsvRows(cut).size(), 20U);
  EXPECT_GT(results.read("anna/trial_02_second/run.mcap").size(), 1000U);

  const auto show = opened(small_study(results.path()));
  ASSERT_TRUE(show);
  EXPECT_NE(show->resumed_text().find("goes on with anna, trial 2 (second)"), std::string::npos) << show->resumed_text();
  EXPECT_NE(show->resumed_text().find("interrupted"), std::string::npos) << show->resumed_text();
  Served served(*show, "guest");
  SocketClient page(served.port(), "secret");
  wait_for(page, "ready");
  page.send(R"({"do":"start"})");
  wait_for(page, "finished");
  served.stop();
  const CsvRows trials(results.read("trials.csv"));
  ASSERT_EQ(trials.size(), 2U);
  EXPECT_EQ(trials.cell(1, "folder"), "anna/trial_02_second_2");
  EXPECT_EQ(trials.cell(1, "attempt"), "2");
  EXPECT_EQ(results.read("anna/trial_02_second/frames.csv"), cut) << "what was interrupted stays as it is";
}

TEST(StudyShow, RefusesResultsOfAnotherText) {
  const EmptyFolder results("other_text");
  { const auto show = opened(small_study(results.path())); }
  auto other = small_study(results.path());
  other.study_text = "study small\n# changed\n";
  const auto show = StudyShow::open(std::move(other));
  ASSERT_FALSE(show);
  EXPECT_EQ(show.diagnostics().begin()->code, "Y301");
  // and a folder into which another program writes
  const auto first = opened(small_study(results.path()));
  const auto second = StudyShow::open(small_study(results.path()));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.diagnostics().begin()->code, "Y303");
}

}  // namespace
}  // namespace backlot::server::study_show_test
