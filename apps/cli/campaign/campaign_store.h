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
#include "backlot/campaign/shards.h"
#include "backlot/campaign/store.h"
#include "backlot/campaign/suite.h"

namespace backlot::cli {

inline constexpr const char* kDefaultDatabase = "backlot.db";

// What a fault of a database means for the program: a file that is none of ours, or of another version, is a bad input; one that is in use or full is the machine.
ExitCode say_fault(const base::Diagnostics& found);

// "2026-03-01T12:00:00", UTC.
std::string now_text();

// The campaign that a word names: its number, `last`, `last~2`, or the last one with a driver of this revision. Null where there is none.
const campaign::CampaignHead* find_campaign(const std::vector<campaign::CampaignHead>& heads,
                                            const std::string& word);

// The revisions of its drivers; its number where none is known.
std::string revision_text(const campaign::CampaignHead& head);

struct CampaignChoice {
  std::string suite{};
  std::uint64_t text_hash = 0;  // of suites, scenes and networks
  std::string revision{};       // given by the user
  std::vector<campaign::Requirement> requirements{};
  std::string
      baseline{};  // a word for find_campaign; empty: the last campaign of the suite that was finished before this one
  bool is_resumed = false;
};

// What tells campaigns apart: equal where the same program plays the same texts with the same options, revisions and cases.
std::string identity_of(const CampaignChoice& choice, const std::vector<campaign::Case>& cases,
                        const PlayOptions& play);

class CampaignStore {
 public:
  explicit CampaignStore(std::string path) : path_(std::move(path)) {}

  // Begins a campaign, or goes on with the last equal one; `known` gets the results of that. What failed was said.
  ExitCode begin(const CampaignChoice& choice, const std::vector<campaign::Case>& cases,
                 const PlayOptions& play, std::vector<std::optional<campaign::CaseResult>>& known);
  // False where it failed, which was said.
  bool keep(std::size_t position, const campaign::CaseResult& result);
  bool finish();
  // Adds those results that a server lacks, since the machine that played them could not reach it. False where it failed, which was said.
  bool complete(const std::vector<std::optional<campaign::CaseResult>>& results);
  // What runs of the baseline took; nothing where there is none, or it is too large to be read for this.
  campaign::RunCosts costs(const std::vector<campaign::Case>& cases);

  // Its number in the database.
  std::int64_t campaign() const { return campaign_; }
  const campaign::CampaignHead& head() const { return head_; }
  // That this campaign is compared with; empty where there is none.
  const std::optional<campaign::CampaignHead>& baseline() const { return baseline_; }
  // Requirements whose text is another one than in the baseline.
  std::vector<std::string> changed_requirements() const;
  // The rows of the baseline; and for each campaign of the suite up to this one, the oldest first, its revision, its date and how its runs ended: as reports read them
  // (docs/reports.md). Null where the database cannot be read, which was said.
  Json baseline_rows();
  Json history();

 private:
  ExitCode find_baseline(const std::string& word);
  ExitCode load_known(const std::vector<campaign::Case>& cases, const PlayOptions& play,
                      std::vector<std::optional<campaign::CaseResult>>& known);

  std::string path_;
  std::optional<campaign::Store> store_;
  std::int64_t campaign_ = 0;
  campaign::CampaignHead head_;
  std::optional<campaign::CampaignHead> baseline_;
};

}  // namespace backlot::cli
