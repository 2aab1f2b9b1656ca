// What the parts of an untranslation share.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/opendrive/internal/losses.h"
#include "backlot/network/network_description.h"

namespace backlot::opendrive {

struct Untranslation {
  // The network is in plain form (plain_network.h) and outlives this.
  Untranslation(const network::NetworkDescription& what, Losses& losses);

  struct WayPlace {
    std::size_t road = 0, section = 0;
  };

  const network::NetworkDescription& network;
  Losses& lost;
  Document document;                           // its roads are those of the network, in order
  std::vector<network::SourceFrame> measures;  // of each road: plan distance against the s of the new file
  std::map<std::string, WayPlace> ways;        // by name
  std::map<std::string, std::size_t> roads;    // by name
  std::set<std::string> named_signals;         // ids that groups of lights ask for, by their name
  std::set<std::string> written_signals;       // those of them that have been written
  std::size_t next_signal = 1;

  // The lane of the document that a way's lane has become; null where it is not there.
  Lane* find_lane(const std::string& way, const std::string& lane);
  // An id that no signal has yet.
  std::string new_signal_id();
};

// What is lost of heights that follow curves.
inline constexpr char kBentHeights[] = "heights of lanes that are no straight lines";

// "L2" and "R1" as ids of lanes, 2 and -1; zero for other names.
int lane_id_of(const std::string& name);

// Each fills its part of the document, in this order.
void untranslate_roads(Untranslation& all);
void untranslate_joints(Untranslation& all);
void untranslate_junctions(Untranslation& all);

}  // namespace backlot::opendrive
