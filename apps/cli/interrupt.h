// Ctrl-C for commands that have something to say about what was done until then.
#pragma once

namespace backlot::cli {

// While one exists, the first interrupt is remembered and the second ends the program at once with exit code 130. Only one at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // May be asked from any thread.
  bool has_come() const;

 private:
  void (*before_)(int);
};

}  // namespace backlot::cli
