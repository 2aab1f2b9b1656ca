// One worker process, seen from the process that started it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace backlot::campaign {

class WorkerProcess {
 public:
  // Null descriptors where the process could not be started; `has_started` tells.
  explicit WorkerProcess(const std::vector<std::string>& command);
  // Ends it, in whatever state it is, and all processes of its group.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  bool has_started() const { return pid_ > 0; }
  int line_descriptor() const { return line_; }
  int log_descriptor() const { return log_; }

  // False where the worker takes nothing any more.
  bool send(const std::string& line);
  // Reads what has come, without waiting. False once the worker has closed its end.
  bool receive();
  void receive_log();
  // The next whole line that has come, without its end.
  std::optional<std::string> next_line();
  const std::string& log() const { return log_text_; }
  void clear_log() { log_text_.clear(); }

  // How it ended, where it has; waits for nothing.
  std::optional<int> status();
  // Lets it end by itself: it gets no further line.
  void hang_up();
  void kill();

 private:
  pid_t pid_ = -1;
  int line_ = -1, log_ = -1;
  std::string received_, log_text_;
  std::optional<int> status_;
};

// "ended by signal 6 (Aborted)", "ended with exit code 3".
std::string status_text(int status);

}  // namespace backlot::campaign
