// The columns of the tables that a run writes, in their order: the one list that trace files, event files and their documentation are made
// from. docs/outputs.md shows it.
//
// To add a column to the trace: a field of FrameObject (frame.h), the code that fills it, and a row in trace_columns.cpp.
#pragma once

#include <span>

#include "backlot/network/network.h"
#include "backlot/record/column.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/record/names.h"

namespace backlot::record {

// A row of the trace: one object of one frame.
struct TraceRow {
  const network::Network& network;
  const Frame& frame;
  const FrameObject& object;
};

// A row of the events.
struct EventRow {
  const network::Network& network;
  const EventNames& names;
  const Event& event;
};

std::span<const Column<TraceRow>> trace_columns();
std::span<const Column<EventRow>> event_columns();

}  // namespace backlot::record
