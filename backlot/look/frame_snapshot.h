// The bodies of a recorded frame, made ready for questions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/look/snapshot.h"
#include "backlot/record/frame.h"
#include "backlot/world/loose_listing.h"

namespace backlot::look {

// Owns the tables of one frame and keeps their memory for the next one:
//
//     FrameSnapshot recorded(roads);
//     recorded.read(frame);
//     region.find_within(recorded.view(), circle, found);
//
// A frame knows neither routes nor drivers. Of an extra it tells the lane and the next corridor; of an external body only the pose counts, and its
// place on the network is found from that.
class FrameSnapshot {
 public:
  // The slots of ids are below this number; objects with larger ones are left out.
  static constexpr std::uint32_t kMostNumbers = 1U << 24U;

  // The roads stay where they are for as long as this is used.
  explicit FrameSnapshot(const world::Roads& roads) : roads_(&roads) {}

  // Replaces what was read before. Invalid objects are left out, and counted: an empty id or one that another object
  // has, a pose, size or speed that is not a finite number. The lane of an extra counts only where vehicles drive on it.
  std::size_t read(const record::Frame& frame);
  // Good until the next read().
  Snapshot view() const { return Snapshot::of_frame(*roads_, *this); }

  std::span<const Body> bodies() const { return bodies_; }  // in the order of the frame
  bool has(std::uint32_t number) const { return number < rows_.size() && rows_[number] != kNone; }
  // Of a number that is there.
  const Body& body(std::uint32_t number) const { return bodies_[rows_[number]]; }

  // No front is further past the end of the track that its body travels along.
  double past_end_m() const { return past_end_m_; }

  // Adds the numbers of all bodies that may touch a box of the plane; see Snapshot::add_near.
  void add_near(const world::PlanBox& box, std::vector<std::uint32_t>& found) const;

  // A body that travels along a track. An external body in an intersection may travel along several.
  struct Traveller {
    world::TrackId track{};
    double front_m = 0;
    std::uint32_t number = 0;
    network::CorridorId next{};  // the corridor that it is on or comes to next; empty where that is not known
  };
  // The travellers of a track, by front, then number.
  std::span<const Traveller> travellers(world::TrackId track) const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A square of the plane and a body with its middle in it.
  struct InSquare {
    std::int32_t y = 0, x = 0;
    std::uint32_t number = 0;
  };

  bool add(const record::FrameObject& object);
  void add(const Traveller& traveller);
  void place_extra(const record::FrameObject& object, Body& body);
  void place_external(const record::FrameObject& object, Body& body);
  world::TrackId track_of_extra(const record::FrameObject& object) const;

  const world::Roads* roads_;
  std::vector<Body> bodies_;
  std::vector<std::uint32_t> rows_;    // by number: the row of its body
  std::vector<InSquare> squares_;      // by y, x, number
  std::vector<Traveller> travellers_;  // by track, front, number
  double largest_half_m_ = 0;          // no body reaches further from its middle
  double past_end_m_ = 0;
  network::LocateScratch located_;
  world::SurfacesAround around_;
  world::LooseScratch listing_;
  world::EntryBatch entries_;
};

}  // namespace backlot::look
