#include "apps/cli/cluster/slurm.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/cli/campaign/case_result.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "backlot/base/hash.h"

namespace backlot::cli {
namespace {

constexpr double kCommand_s = 30;  // of Slurm's own time-outs the longest is shorter

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string why_of(const CommandAnswer& answer, std::string_view command) {
  if (answer.code == 127) return fmt::format("there is no command {}", command);
  return answer.err.empty() ? fmt::format("{} ended with exit code {}", command, answer.code)
                            : one_line(answer.err);
}

}  // namespace

CommandAnswer run_command(const std::vector<std::string>& command, double limit_s) {
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0) return {};
  if (::pipe2(err, O_CLOEXEC) != 0) {
    ::close(out[0]);
    ::close(out[1]);
    return {};
  }
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    ::setpgid(0, 0);  // an interrupt from the keyboard is for us alone
    ::execvp(words[0], words.data());
    ::_exit(127);
  }
  ::close(out[1]);
  ::close(err[1]);
  CommandAnswer answer;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<pollfd> open{{.fd = out[0], .events = POLLIN, .revents = 0},
                           {.fd = err[0], .events = POLLIN, .revents = 0}};
  while (pid > 0 && (open[0].fd >= 0 || open[1].fd >= 0)) {
    if (seconds_since(begin) > limit_s) ::kill(-pid, SIGKILL);
    ::poll(open.data(), open.size(), 200);
    for (pollfd& one : open) {
      if (one.fd < 0 || one.revents == 0) continue;
      char part[65536];
      const ssize_t size = ::read(one.fd, part, sizeof part);
      if (size < 0 && errno == EINTR) continue;
      if (size > 0)
        (one.fd == out[0] ? answer.out : answer.err).append(part, static_cast<std::size_t>(size));
      else
        one.fd = -1;
    }
  }
  ::close(out[0]);
  ::close(err[0]);
  int status = 0;
  while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (pid > 0) answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

bool Slurm::is_installed() {
  return run_command({"sbatch", "--version"}, kCommand_s).code == 0 &&
         run_command({"squeue", "--version"}, kCommand_s).code == 0;
}

std::size_t Slurm::cores_of_node(const std::string& partition) {
  std::vector<std::string> command{"sinfo", "--noheader", "--format=%c"};
  if (!partition.empty()) command.push_back("--partition=" + partition);
  std::istringstream lines(run_command(command, kCommand_s).out);
  std::size_t fewest = 0;
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t cores = number_in(line); cores > 0)
      fewest = fewest == 0 ? cores : std::min(fewest, cores);
  return fewest;
}

std::string Slurm::job_name(std::size_t batch) const {
  // Two folders may have the same last part.
  base::Hasher path;
  path.add(std::string_view(folder_.path()));
  return fmt::format("backlot-{}-{}.{}", folder_.id(), base::to_hex(path.value()).substr(0, 8), batch);
}

std::string Slurm::script(const ClusterCampaign& campaign, std::size_t batch, std::size_t tasks) const {
  std::string text = "#!/bin/sh\n";
  const auto option = [&](const std::string& name, const std::string& value) {
    text += fmt::format("#SBATCH --{}={}\n", name, shell_word(value));
  };
  option("job-name", job_name(batch));
  option("array",
         fmt::format("0-{}{}", tasks - 1, campaign.nodes > 0 ? fmt::format("%{}", campaign.nodes) : ""));
  option("nodes", "1");
  option("ntasks", "1");
  if (campaign.jobs > 0)
    option("cpus-per-task", std::to_string(campaign.jobs));
  else
    text += "#SBATCH --exclusive\n";
  if (!campaign.partition.empty()) option("partition", campaign.partition);
  option("chdir", campaign.folder);
  option("output", folder_.in("log/%x_%a.txt"));
  option("open-mode", "append");
  text += "#SBATCH --requeue\n";
  text += fmt::format("exec {} shard {} --batch {} --index \"$SLURM_ARRAY_TASK_ID\"\n",
                      shell_word(campaign.program), shell_word(folder_.path()), batch);
  return text;
}

bool Slurm::submit(const ClusterCampaign& campaign, std::size_t batch, std::size_t tasks,
                   std::string& why) const {
  const std::string path = folder_.in(fmt::format("batches/{}.sh", batch));
  if (write_output(path, script(campaign, batch, tasks)) != ExitCode::clean) {
    why = "the script cannot be written";
    return false;
  }
  const CommandAnswer answer = run_command({"sbatch", "--parsable", path}, kCommand_s);
  if (answer.code != 0) why = why_of(answer, "sbatch");
  return answer.code == 0;
}

std::optional<std::vector<QueuedTask>> Slurm::queue(std::string& why) const {
  const CommandAnswer answer =
      run_command({"squeue", "--noheader", "--array", "--me", "--format=%j|%K|%T|%r|%N"}, kCommand_s);
  if (answer.code != 0) {
    why = why_of(answer, "squeue");
    return std::nullopt;
  }
  const std::string lead = job_name(0).substr(0, job_name(0).size() - 1);
  std::vector<QueuedTask> tasks;
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(lead)) continue;
    std::vector<std::string> fields;
    std::istringstream parts(line.substr(lead.size()));
    for (std::string part; std::getline(parts, part, '|');) fields.push_back(part);
    if (fields.size() < 4) continue;
    std::string reason = fields[3];
    std::transform(reason.begin(), reason.end(), reason.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    tasks.push_back({.batch = number_in(fields[0]),
                     .index = number_in(fields[1]),
                     .is_running = fields[2] == "RUNNING",
                     .is_held = fields[2] == "PENDING" && reason.find("held") != std::string::npos,
                     .state = fields[2],
                     .node = fields.size() > 4 ? fields[4] : std::string()});
  }
  return tasks;
}

bool Slurm::cancel(std::size_t batch, std::string& why) const {
  const CommandAnswer answer = run_command({"scancel", "--me", "--name=" + job_name(batch)}, kCommand_s);
  if (answer.code != 0) why = why_of(answer, "scancel");
  return answer.code == 0;
}

bool Slurm::cancel(const QueuedTask& task, std::string& why) const {
  // scancel knows an array task by the number of its job alone.
  const CommandAnswer found = run_command(
      {"squeue", "--noheader", "--array", "--me", "--name=" + job_name(task.batch), "--format=%F|%K"},
      kCommand_s);
  std::istringstream lines(found.out);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t bar = line.find('|');
    if (bar == std::string::npos || number_in(std::string_view(line).substr(bar + 1)) != task.index) continue;
    const CommandAnswer answer =
        run_command({"scancel", fmt::format("{}_{}", line.substr(0, bar), task.index)}, kCommand_s);
    if (answer.code == 0) return true;
    why = why_of(answer, "scancel");
    return false;
  }
  if (found.code != 0) why = why_of(found, "squeue");
  return found.code == 0;  // it is in the queue no more
}

}  // namespace backlot::cli
