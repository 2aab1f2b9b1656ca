// Two ways to say that something cannot happen unless a programmer made a mistake.
//
//   BACKLOT_CHECK(condition, "message")    always compiled in: room borders, cheap conditions
//   BACKLOT_ASSERT(condition, "message")   compiled in when BACKLOT_ENABLE_ASSERTS is 1: inner loops
//
// A violation prints file, line, expression and message to stderr and aborts. Input from outside must never
// reach one of them: a bad file gives a Diagnostic, a missing thing an empty optional or id.
#pragma once

#include <string_view>

#ifndef BACKLOT_ENABLE_ASSERTS
#define BACKLOT_ENABLE_ASSERTS 0
#endif

namespace backlot::base {

// Prints `file:line: check failed: expression: message` to stderr and aborts.
[[noreturn]] void fail_check(const char* file, int line, const char* expression, std::string_view message);

}  // namespace backlot::base

#define BACKLOT_CHECK(condition, message)                                   \
  do {                                                                      \
    if (!(condition)) [[unlikely]] {                                        \
      ::backlot::base::fail_check(__FILE__, __LINE__, #condition, message); \
    }                                                                       \
  } while (false)

// Switched off, the condition is still compiled (so it cannot rot) but never evaluated.
#if BACKLOT_ENABLE_ASSERTS
#define BACKLOT_ASSERT(condition, message) BACKLOT_CHECK(condition, message)
#else
#define BACKLOT_ASSERT(condition, message) \
  do {                                     \
    if (false) {                           \
      static_cast<void>(condition);        \
      static_cast<void>(message);          \
    }                                      \
  } while (false)
#endif
