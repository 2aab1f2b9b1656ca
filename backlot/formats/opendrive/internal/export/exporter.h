// What the parts of an export share.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/opendrive/internal/export/corridor_chains.h"
#include "backlot/formats/opendrive/internal/export/losses.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// Corridors in a gap of a road, and the lanes of the document that they have become, by growing distance.
struct WrittenChain {
  struct Place {
    std::size_t section = 0;
    int lane = 0;
  };
  CorridorChain chain;
  const network::IntersectionDescription* intersection = nullptr;
  std::vector<Place> lanes;
};

struct Exporter {
  // The network is in plain form (plain_network.h) and outlives this.
  Exporter(const network::NetworkDescription& what, Losses& losses);

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
  std::set<std::string> written_signals;       // the named ones that have been written
  std::size_t next_signal = 1, next_direct = 1;
  std::map<std::size_t, std::vector<WrittenChain>> gaps;  // by road

  // The lane of the document that a way's lane has become; null where it is not there.
  Lane* find_lane(const std::string& way, const std::string& lane);
  Lane* find_lane(std::size_t road, std::size_t section, int lane);
  // Says of two lanes of neighbouring sections that they lead into each other.
  void link_lanes(std::size_t road, std::size_t section, int lane, std::size_t other_section, int other_lane);
  // Says it of the lanes of a chain.
  void link_chain(std::size_t road, const WrittenChain& chain);
  // An id that no signal has yet.
  std::string new_signal_id();
};

// What is lost of heights that follow curves.
inline constexpr char kBentHeights[] = "heights of lanes that are no straight lines";

// "L2" and "R1" as ids of lanes, 2 and -1; zero for other names.
int lane_id_of(const std::string& name);

// Each fills its part of the document, in this order.
void export_roads(Exporter& all);
void export_joints(Exporter& all);
void export_junctions(Exporter& all);

}  // namespace backlot::formats::opendrive
