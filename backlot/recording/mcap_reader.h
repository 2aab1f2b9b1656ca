// Reads an MCAP file from its beginning to its end, and shows what is in it to a visitor. Memory is bounded by the largest chunk, whatever the file says.
//
// A file that was not finished, since the run or the machine ended early, is read up to its last whole record (warning M201). A file that is damaged
// is read up to the damage (an error, with the byte at which it is).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/recording/mcap.h"

namespace backlot::recording {

struct McapMessage {
  const McapChannel& channel;
  std::uint32_t sequence = 0;
  std::uint64_t log_ns = 0, publish_ns = 0;
  std::string_view data;  // for as long as the visitor is called
};

class McapVisitor {
 public:
  virtual ~McapVisitor() = default;
  // Each of them ends the reading by returning false.
  virtual bool message(const McapMessage& /*message*/) { return true; }
  virtual bool metadata(std::string_view /*name*/, const McapMap& /*entries*/) { return true; }
  virtual bool attachment(std::string_view /*name*/, std::string_view /*media_type*/,
                          std::string_view /*data*/) {
    return true;
  }
  // Asked once: whether messages are wanted. Else chunks are passed over.
  virtual bool wants_messages() const { return true; }
};

// What a file says of itself in its summary.
struct McapStatistics {
  std::uint64_t messages = 0;
  std::uint32_t channels = 0, attachments = 0, metadata = 0, chunks = 0;
};

struct McapReading {
  std::string profile, library;
  std::map<std::uint16_t, McapSchema> schemas;
  std::map<std::uint16_t, McapChannel> channels;
  McapStatistics seen;  // in the data section
  McapStatistics told;  // by the summary
  bool has_statistics = false;
  bool is_whole = false;  // it has its footer
  base::Diagnostics diagnostics;
};

// `name` stands in diagnostics:
//   M101 no MCAP file    M102 a record is damaged    M103 a checksum is wrong    M104 a chunk cannot be unpacked
//   M105 another compression    M106 a chunk is too large    M201 (a warning) the file is not finished
McapReading read_mcap(std::string_view bytes, const std::string& name, McapVisitor& visitor);

}  // namespace backlot::recording
