// A campaign as one might be: three drivers, four scenes, five seeds each, a baseline and eight revisions. All of it is made up.
#pragma once

#include "backlot/report/campaign_report.h"

namespace backlot::report::test {

CampaignReport sample_campaign();

}  // namespace backlot::report::test
