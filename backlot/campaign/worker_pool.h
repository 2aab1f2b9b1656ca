// A pool of worker processes: tasks go in as lines of text, answers come out as lines of text. A worker that crashes or hangs costs the task that it was
// busy with, and is replaced. The pool knows nothing of what the lines mean.
//
// Nothing is left running: each worker is the leader of a process group, which is killed when the worker ends; and the kernel kills a worker when the
// process that started it dies, in whatever way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace backlot::campaign {

struct PoolSettings {
  // A program and its arguments. Its standard input is a stream socket, on which lines come and answers go; what it writes to standard output and
  // standard error is its log. An answer that begins with '!' is the last one of the worker, which ends then by itself.
  std::vector<std::string> command;
  std::string greeting{};  // the first line that a worker gets; it is not answered
  std::size_t workers = 1;
  // A worker that was killed from outside (signal 9: the operator, or a machine out of memory) did nothing wrong: its task is tried again so often.
  std::size_t tries_after_kill = 3;
  // By task: its family. Tasks of a family stand next to each other, and one worker plays them in their order, as long as there is other work for the others; so a worker
  // can keep what they have in common. Empty: each task is a family of its own.
  std::vector<std::size_t> families{};
};

struct Task {
  std::string request;   // one line, without its end
  double timeout_s = 0;  // wall time; 0: no limit
};

enum class Ending : std::uint8_t {
  answered,
  crashed,  // the worker ended by itself
  killed,   // the worker was killed from outside, again and again
  hung,     // no answer within the time limit
};

struct TaskResult {
  std::size_t task = 0;
  Ending ending = Ending::answered;
  std::string answer{};  // the line, without a '!' before it; empty without one
  std::string why{};     // one sentence: "the worker process ended by signal 6 (Aborted)"
  std::string log{};     // the last that the worker wrote to standard output and error during the task
};

// Plays the tasks 0 ... count - 1, whose families begin in this order, and calls `take` on the calling thread for each as soon as it has ended, in any order.
// `is_stopped` is asked many times a second; when it says yes, all workers are killed and no further result comes.
void run_tasks(const PoolSettings& settings, std::size_t count, const std::function<Task(std::size_t)>& make,
               const std::function<void(const TaskResult&)>& take,
               const std::function<bool()>& is_stopped = {});

}  // namespace backlot::campaign
