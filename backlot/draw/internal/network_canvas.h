// The plan of a network on a sheet: where its places are, and how much detail the scale has room for.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "backlot/draw/network_picture.h"
#include "backlot/draw/projection.h"
#include "backlot/draw/svg.h"
#include "backlot/network/network.h"

namespace backlot::draw::internal {

// What can be told apart at a scale, and was asked for.
struct NetworkDetail {
  NetworkDetail(const NetworkPicture& picture, double units_per_metre);

  bool tints = false;  // lanes by kind
  bool kerbs = false;
  bool markings = false;  // between lanes, at edges; stop lines, zebra stripes
  bool bays = false;      // single parking bays
  bool arrows = false;
  bool corridors = false;
  bool signs = false;  // and barriers
  bool signal_heads = false;
  bool trees = false;
  bool way_names = false;
  bool intersection_names = false;
};

// A sheet with a network's plan on it, north up.
struct NetworkCanvas {
  const network::Network& network;
  Projection projection;
  NetworkDetail detail;
  double interface_scale = 1;  // of texts and symbols, against a sheet of ordinary size
  Sheet& sheet;

  double scale() const { return projection.units_per_metre(); }
  // Metres on the sheet, but never below or above what looks well.
  double units(double metres, double least, double most) const;

  SheetPoint at(const geometry::WorldPoint& p) const { return projection.at(p); }
  SheetPoint at(network::StripId strip, double distance, double offset) const;

  // Where the strip is cut so that lines are off by less than a tenth of a unit.
  std::vector<double> cuts(network::StripId strip, double from, double to) const;

  using OffsetAt = std::function<double(double distance)>;
  std::vector<SheetPoint> line_on(network::StripId strip, std::span<const double> distances,
                                  const OffsetAt& offset) const;
  // The area between two lines along a strip.
  std::vector<SheetPoint> area_on(network::StripId strip, std::span<const double> distances,
                                  const OffsetAt& left, const OffsetAt& right) const;
};

}  // namespace backlot::draw::internal
