// The tables of campaigns on a PostgreSQL server, and how an older version of them becomes this one.
#pragma once

#include <array>

namespace backlot::campaign {

// Makes version k + 1 from version k; version 0 is an empty schema. A step that has been released never changes: a new version is a new step.
//
// A result is known by campaign, case, driver with its revision, and seed. What many results have in common stands once: `cases` (suite, name, parameters and rules: all
// of the key but seed and driver), `drivers`, and `figure_sets` (names of figures, one a line, of which results keep the values). `totals` are what the results of a
// finished campaign add up to; `totaled` says for which campaigns they hold.
inline constexpr std::array<const char*, 2> kPostgresSteps{R"sql(
CREATE TABLE backlot.campaigns(
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, token UUID NOT NULL UNIQUE, identity TEXT NOT NULL, suite TEXT NOT NULL,
  text_hash TEXT NOT NULL, tool TEXT NOT NULL, started TEXT NOT NULL, finished TEXT NOT NULL DEFAULT '', planned BIGINT NOT NULL);
CREATE INDEX campaigns_by_identity ON backlot.campaigns(identity);
CREATE INDEX campaigns_by_suite ON backlot.campaigns(suite);
CREATE TABLE backlot.revisions(
  campaign BIGINT NOT NULL REFERENCES backlot.campaigns(id), driver TEXT NOT NULL, revision TEXT NOT NULL,
  PRIMARY KEY(campaign, driver));
CREATE TABLE backlot.requirements(
  campaign BIGINT NOT NULL REFERENCES backlot.campaigns(id), id TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY(campaign, id));
CREATE TABLE backlot.cases(
  id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stem TEXT NOT NULL, suite TEXT NOT NULL, name TEXT NOT NULL);
CREATE UNIQUE INDEX cases_by_stem ON backlot.cases(md5(stem));
CREATE TABLE backlot.drivers(
  id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, driver TEXT NOT NULL, revision TEXT NOT NULL);
CREATE UNIQUE INDEX drivers_by_name ON backlot.drivers(md5(driver), md5(revision));
CREATE TABLE backlot.figure_sets(id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, names TEXT NOT NULL);
CREATE UNIQUE INDEX figure_sets_by_names ON backlot.figure_sets(md5(names));
CREATE TABLE backlot.results(
  campaign BIGINT NOT NULL, seed BIGINT NOT NULL, position BIGINT NOT NULL, case_id INTEGER NOT NULL, driver_id INTEGER NOT NULL,
  figure_set INTEGER NOT NULL, staged BOOLEAN NOT NULL, preventable BOOLEAN NOT NULL, unpreventable BOOLEAN NOT NULL,
  fault_of_machine BOOLEAN NOT NULL, verdict TEXT NOT NULL, figures DOUBLE PRECISION[] NOT NULL, row TEXT NOT NULL,
  PRIMARY KEY(campaign, case_id, driver_id, seed));
CREATE VIEW backlot.runs AS
  SELECT r.campaign, r.position, c.suite, c.name, d.driver, d.revision, r.seed, r.verdict, r.staged, r.row
  FROM backlot.results r JOIN backlot.cases c ON c.id = r.case_id JOIN backlot.drivers d ON d.id = r.driver_id;
CREATE VIEW backlot.figures AS
  SELECT r.campaign, r.position, f.name, f.value
  FROM backlot.results r JOIN backlot.figure_sets s ON s.id = r.figure_set
  CROSS JOIN LATERAL unnest(string_to_array(s.names, E'\n'), r.figures) AS f(name, value);
)sql",
                                                           R"sql(
CREATE TABLE backlot.totaled(campaign BIGINT PRIMARY KEY REFERENCES backlot.campaigns(id));
CREATE TABLE backlot.totals(
  campaign BIGINT NOT NULL, driver TEXT NOT NULL, verdict TEXT NOT NULL, runs BIGINT NOT NULL, staged BIGINT NOT NULL,
  preventable BIGINT NOT NULL, unpreventable BIGINT NOT NULL, PRIMARY KEY(campaign, driver, verdict));
CREATE TABLE backlot.figure_totals(
  campaign BIGINT NOT NULL, driver TEXT NOT NULL, figure TEXT NOT NULL, sum DOUBLE PRECISION NOT NULL, runs BIGINT NOT NULL,
  PRIMARY KEY(campaign, driver, figure));
)sql"};

}  // namespace backlot::campaign
