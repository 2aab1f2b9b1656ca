// The stage of a run: what its directors see and do in the stage `direct`.
#pragma once

#include "backlot/direct/stage.h"

namespace backlot::sim {

struct Run;

class RunStage final : public direct::Stage {
 public:
  explicit RunStage(Run& run) : run_(run) {}

  base::Tick tick() const override;
  const world::Roads& roads() const override;
  look::Snapshot snapshot() override;
  std::optional<record::FrameObject> find(world::ObjectId id) const override;
  std::optional<traffic::VehicleView> find_extra(world::ObjectId id) const override;
  std::optional<traffic::WalkerView> find_walker(world::ObjectId id) const override;
  std::span<const record::Event> events() const override;
  std::span<const direct::Answer> answers() const override;
  const traffic::SignalClocks& signal_clocks() const override;

  direct::DirectiveNumber direct(direct::Directive directive) override;
  bool cancel(direct::DirectiveNumber number) override;
  direct::ClaimAnswer claim(world::ObjectId actor, direct::IssuerId issuer) override;
  direct::ClaimAnswer release(world::ObjectId actor, direct::IssuerId issuer) override;
  direct::IssuerId holder(world::ObjectId actor) const override;
  direct::LightAnswer ask(const direct::LightRequest& request) override;
  bool release_light(std::uint32_t programme, direct::IssuerId issuer) override;
  direct::Added add(world::ObjectKind kind, network::StripId strip, double distance, double offset,
                    double speed_mps) override;
  direct::Added add_person(const direct::NewPerson& person) override;
  bool remove(world::ObjectId id) override;
  bool set_role(world::ObjectId id, std::string_view role) override;
  bool set_driving(world::ObjectId id) override;

 private:
  Run& run_;
};

}  // namespace backlot::sim
