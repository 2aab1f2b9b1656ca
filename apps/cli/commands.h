// The commands of the program. Each adds itself with its options; when the command line names it, `chosen` is what it does.
#pragma once

#include <CLI/App.hpp>

#include "apps/cli/command.h"

namespace backlot::cli {

void add_check(CLI::App& program, Action& chosen);
void add_info(CLI::App& program, Action& chosen);
void add_draw(CLI::App& program, Action& chosen);
void add_convert(CLI::App& program, Action& chosen);
void add_generate(CLI::App& program, Action& chosen);
void add_locate(CLI::App& program, Action& chosen);
void add_place(CLI::App& program, Action& chosen);
void add_route(CLI::App& program, Action& chosen);
void add_traffic(CLI::App& program, Action& chosen);
void add_fmt(CLI::App& program, Action& chosen);
void add_run(CLI::App& program, Action& chosen);
void add_rehearse(CLI::App& program, Action& chosen);
void add_drive(CLI::App& program, Action& chosen);
void add_history(CLI::App& program, Action& chosen);
void add_compare(CLI::App& program, Action& chosen);
void add_worker(CLI::App& program, Action& chosen);
void add_replay(CLI::App& program, Action& chosen);
void add_campaign(CLI::App& program, Action& chosen);
void add_shard(CLI::App& program, Action& chosen);
void add_report(CLI::App& program, Action& chosen);

}  // namespace backlot::cli
