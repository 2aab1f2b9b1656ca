// The database of a command: the campaign that is kept in it, and the results that it has already.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/campaign/play_case.h"
#include "apps/cli/exit_code.h"
#include "backlot/base/diagnostic.h"
#include "backlot/campaign/result.h"
#include "backlot/campaign/store.h"

namespace backlot::cli {

inline constexpr const char* kDefaultDatabase = "backlot.db";

// What a fault of a database means for the program: a file that is none of ours, or of another version, is a bad input; one that is in use or full is the machine.
ExitCode say_fault(const base::Diagnostics& found);

// "2026-03-01T12:00:00", UTC.
std::string now_text();

struct CampaignChoice {
  std::string suite{};
  std::uint64_t text_hash = 0;  // of suites, scenes and networks
  std::string revision{};       // given by the user
  bool is_resumed = false;
};

class CampaignStore {
 public:
  explicit CampaignStore(std::string path) : path_(std::move(path)) {}

  // Begins a campaign, or goes on with the last equal one; `known` gets the results of that. What failed was said.
  ExitCode begin(const CampaignChoice& choice, const std::vector<campaign::Case>& cases,
                 const PlayOptions& play, std::vector<std::optional<campaign::CaseResult>>& known);
  // False where it failed, which was said.
  bool keep(std::size_t position, const campaign::CaseResult& result);
  bool finish();

 private:
  ExitCode load_known(const std::vector<campaign::Case>& cases, const PlayOptions& play,
                      std::vector<std::optional<campaign::CaseResult>>& known);

  std::string path_;
  std::optional<campaign::Store> store_;
  std::int64_t campaign_ = 0;
};

}  // namespace backlot::cli
