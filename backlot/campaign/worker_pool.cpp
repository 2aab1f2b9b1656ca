#include "backlot/campaign/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backlot/base/assert.h"
#include "backlot/campaign/internal/worker_process.h"

namespace backlot::campaign {

namespace {

using std::chrono::steady_clock;

constexpr int kLook_ms = 100;        // so often it is asked whether to stop
constexpr double kLastWords_s = 1;   // for workers to end by themselves when all is done
constexpr double kStatusWait_s = 5;  // from the end of its lines to the end of a worker

double seconds_from(steady_clock::time_point begin) {
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

// A place for one worker after the other.
struct Desk {
  std::unique_ptr<WorkerProcess> worker;
  std::optional<std::size_t> task;
  double timeout_s = 0;
  steady_clock::time_point begin;
  std::size_t next = 0, end = 0;  // the tasks of the family that it has begun
};

class Pool {
 public:
  Pool(const PoolSettings& settings, std::size_t count, const std::function<Task(std::size_t)>& make,
       const std::function<void(const TaskResult&)>& take)
      : settings_(settings), count_(count), make_(make), take_(take) {
    desks_.resize(std::max<std::size_t>(1, std::min(settings.workers, count)));
  }

  void run(const std::function<bool()>& is_stopped) {
    while (done_ < count_) {
      if (is_stopped && is_stopped()) {
        kill_all();
        return;
      }
      for (Desk& desk : desks_)
        if (!desk.task) give_task(desk);
      wait();
      for (Desk& desk : desks_)
        if (desk.task) look_at(desk);
    }
    end_all();
  }

 private:
  std::optional<std::size_t> next_task(Desk& desk) {
    if (!again_.empty()) {
      const std::size_t task = again_.back();
      again_.pop_back();
      return task;
    }
    if (desk.next == desk.end) take_family(desk);
    if (desk.next < desk.end) return desk.next++;
    return std::nullopt;
  }

  // The next family that no worker has begun; without one, the later half of what the busiest has before it.
  void take_family(Desk& desk) {
    desk.next = next_;
    while (next_ < count_ && (next_ == desk.next || is_same_family(next_ - 1, next_))) ++next_;
    desk.end = next_;
    if (desk.next < desk.end) return;
    Desk& busiest = *std::max_element(desks_.begin(), desks_.end(), [](const Desk& a, const Desk& b) {
      return a.end - a.next < b.end - b.next;
    });
    desk.end = busiest.end;
    busiest.end -= (busiest.end - busiest.next + 1) / 2;
    desk.next = busiest.end;
  }
  bool is_same_family(std::size_t a, std::size_t b) const {
    return b < settings_.families.size() && settings_.families[a] == settings_.families[b];
  }

  void give_task(Desk& desk) {
    const std::optional<std::size_t> task = next_task(desk);
    if (!task) return;
    if (desk.worker && desk.worker->status()) desk.worker.reset();  // it ended between two tasks
    if (!desk.worker) {
      desk.worker = std::make_unique<WorkerProcess>(settings_.command);
      if (!desk.worker->has_started()) {
        desk.worker.reset();
        finish({.task = *task, .ending = Ending::crashed, .why = "a worker process could not be started"});
        return;
      }
      if (!settings_.greeting.empty()) desk.worker->send(settings_.greeting);
    }
    const Task made = make_(*task);
    desk.worker->clear_log();
    desk.task = task;
    desk.timeout_s = made.timeout_s;
    desk.begin = steady_clock::now();
    desk.worker->send(made.request);  // where it fails, the end of the worker is seen next
  }

  void wait() const {
    std::vector<pollfd> all;
    for (const Desk& desk : desks_) {
      if (!desk.worker || !desk.task) continue;
      all.push_back({.fd = desk.worker->line_descriptor(), .events = POLLIN, .revents = 0});
      if (desk.worker->log_descriptor() >= 0)
        all.push_back({.fd = desk.worker->log_descriptor(), .events = POLLIN, .revents = 0});
    }
    ::poll(all.data(), all.size(), kLook_ms);
  }

  void look_at(Desk& desk) {
    WorkerProcess& worker = *desk.worker;
    const bool is_open = worker.receive();
    worker.receive_log();
    if (std::optional<std::string> line = worker.next_line()) {
      const std::size_t task = *desk.task;
      desk.task.reset();
      TaskResult result{.task = task, .answer = *std::move(line), .log = worker.log()};
      const bool is_last = result.answer.starts_with('!');
      if (is_last) result.answer.erase(0, 1);
      if (is_last || !is_open) desk.worker.reset();
      finish(std::move(result));
      return;
    }
    if (!is_open || worker.status()) {
      lose(desk);
    } else if (desk.timeout_s > 0 && seconds_from(desk.begin) > desk.timeout_s) {
      const std::size_t task = *desk.task;
      TaskResult result{.task = task,
                        .ending = Ending::hung,
                        .why = fmt::format("no answer within {:g} s", desk.timeout_s),
                        .log = worker.log()};
      desk.task.reset();
      desk.worker.reset();
      finish(std::move(result));
    }
  }

  // The worker has gone before it answered.
  void lose(Desk& desk) {
    WorkerProcess& worker = *desk.worker;
    const auto closed = steady_clock::now();
    while (!worker.status() && seconds_from(closed) < kStatusWait_s) ::usleep(1000);
    const bool has_ended = worker.status().has_value();
    const int status = worker.status().value_or(0);
    worker.receive_log();
    const std::size_t task = *desk.task;
    TaskResult result{.task = task,
                      .ending = Ending::crashed,
                      .why = has_ended ? "the worker process " + status_text(status)
                                       : "the worker process closed its connection",
                      .log = worker.log()};
    desk.task.reset();
    desk.worker.reset();
    if (has_ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
      if (kills_[task]++ < settings_.tries_after_kill) {
        again_.push_back(task);
        return;
      }
      result.ending = Ending::killed;
    }
    finish(std::move(result));
  }

  void finish(TaskResult result) {
    ++done_;
    take_(result);
  }

  void end_all() {
    for (Desk& desk : desks_)
      if (desk.worker) desk.worker->hang_up();
    const auto begin = steady_clock::now();
    for (Desk& desk : desks_)
      while (desk.worker && !desk.worker->status() && seconds_from(begin) < kLastWords_s) ::usleep(500);
    kill_all();
  }
  void kill_all() { desks_.clear(); }

  const PoolSettings& settings_;
  std::size_t count_, done_ = 0;
  std::size_t next_ = 0;  // the first task of the families that no worker has begun
  const std::function<Task(std::size_t)>& make_;
  const std::function<void(const TaskResult&)>& take_;
  std::vector<Desk> desks_;
  std::vector<std::size_t> again_;            // tasks whose worker was killed
  std::map<std::size_t, std::size_t> kills_;  // by task
};

}  // namespace

void run_tasks(const PoolSettings& settings, std::size_t count, const std::function<Task(std::size_t)>& make,
               const std::function<void(const TaskResult&)>& take, const std::function<bool()>& is_stopped) {
  BACKLOT_ASSERT(!settings.command.empty(), "workers have a program");
  BACKLOT_ASSERT(settings.families.empty() || settings.families.size() == count, "each task has a family");
  Pool(settings, count, make, take).run(is_stopped);
}

}  // namespace backlot::campaign
