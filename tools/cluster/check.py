#!/usr/bin/env python3
"""Plays a suite here and on a Slurm cluster of three nodes, and compares the two bit for bit. Usage: tools/cluster/check.py PROGRAM [--suite FILE] [--seeds A..B] [--short]

The cluster and the PostgreSQL server are started here, on loopback and a Unix socket (tools/cluster/machines.py). Rows of --json, without wall times, have to be equal:
  - with a database in a file, and with one on the server; both have every run once, and equal figures
  - `history` and `compare` say the same of both databases
  - a campaign that is detached, cancelled and resumed
  - recordings, which are files named by what they hold, the same from two campaigns
  - a run that kills its machine again and again is named, and the others are played
Exit code 77 where Slurm or PostgreSQL is not installed."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import machines

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


# Kills the nearest process above it that plays a shard.
KILLER = """import os, signal
pid = os.getpid()
while pid > 1:
    pid = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
    if b"shard" in open(f"/proc/{pid}/cmdline", "rb").read().split(b"\\0"):
        os.kill(pid, signal.SIGKILL)
        break
"""
SHORT_SUITE = """suite short
driver reference
case lurcher { scene "small.scene" }
case dense extends lurcher { parameter side_flow = each of 300, 400 per hour }
"""


class Check:
    def __init__(self, options, folder, slurm, server):
        self.options, self.folder, self.slurm, self.server = options, folder, slurm, server
        self.faults = []
        self.environment = dict(os.environ, **slurm.environment)

    def expect(self, condition, text):
        if not condition:
            self.faults.append(text)
            print(f"FAULT: {text}", flush=True)

    def run(self, *arguments, codes=(0, 1)):
        begin = time.monotonic()
        done = subprocess.run([self.options.program, *arguments], capture_output=True, text=True, env=self.environment, cwd=ROOT)
        self.expect(done.returncode in codes, f"backlot {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
        print(f"{time.monotonic() - begin:7.1f} s  backlot {' '.join(arguments)[:150]}", flush=True)
        return done

    def suite(self, *more, codes=(0, 1)):
        return self.run("run", self.options.suite, "--seeds", self.options.seeds, "--json", *more, codes=codes)

    def rows(self, done, keeps_recordings=False):
        try:
            rows = json.loads(done.stdout)["runs"]
        except ValueError:
            self.expect(False, f"no rows: {done.stderr}")
            return []
        for row in rows:
            row.pop("wall_s", None)
            row.pop("cycle_wall", None)
            if not keeps_recordings:
                row.pop("recording", None)
        return rows

    def all(self):
        campaigns = os.path.join(self.folder, "campaigns")
        on_slurm = ["--on", "slurm", "--campaigns", campaigns, "--shard-seconds", str(self.options.shard_seconds)]
        file, url = os.path.join(self.folder, "results.db"), self.server.url()

        script = self.suite(*on_slurm, "--nodes", "2", "--partition", "main", "--print-script").stdout
        for part in "#SBATCH --array=0-", "%2", "#SBATCH --partition=main", "#SBATCH --requeue", " shard ":
            self.expect(part in script, f"the script has no {part}:\n{script}")
        self.expect(not os.listdir(campaigns), "--print-script left something")

        local = self.suite("--on", "local", "--db", file, "--revision", "here")
        here = self.rows(local)
        self.expect(len(here) > 0, "the suite has no run")
        # With a file: shards leave their rows in the folder. With a server: they add them themselves.
        self.expect(self.rows(self.suite(*on_slurm, "--db", file, "--revision", "cluster")) == here, "other rows on the cluster, with a file")
        self.expect(self.rows(self.suite(*on_slurm, "--db", url, "--revision", "here")) == here, "other rows on the cluster, with a server")
        runs = self.server.query("SELECT count(*), count(DISTINCT (case_id, driver_id, seed)), count(DISTINCT position) FROM backlot.results")
        self.expect(runs == f"{len(here)}|{len(here)}|{len(here)}", f"the server has {runs} results of {len(here)}")
        for name in os.listdir(campaigns):
            shards = len(os.listdir(os.path.join(campaigns, name, "shards")))
            print(f"           {name}: {shards} shards")
            self.expect(shards >= 3, f"{name} has {shards} shards, which three nodes cannot share")
            marks = os.path.join(campaigns, name, "done")
            took = {json.load(open(os.path.join(marks, one)))["node"] for one in os.listdir(marks)}
            self.expect(took == set(self.slurm.nodes), f"{name} was played by {took}, not by all nodes")
        # The comparison sees a difference where there is one.
        self.expect(self.rows(self.run("run", self.options.suite, "--seeds", "901..902", "--json")) != here[:len(here) // 2], "other seeds give the same rows")

        # Both databases say the same of the campaign, and of two campaigns.
        def history(database):
            said = json.loads(self.run("history", "--db", database, "--json").stdout)["campaigns"]
            return [one["drivers"] for one in said]
        self.expect(history(url)[0] == history(file)[0], "another history on the server")
        self.expect(history(file)[0][0]["verdicts"] == history(file)[1][0]["verdicts"], "other verdicts on the cluster")
        self.expect(self.rows(self.suite("--db", url, "--revision", "again")) == here, "other rows here, with a server")
        def compare(database):
            said = json.loads(self.run("compare", "1", "2", "--db", database, "--json").stdout)
            return {key: said[key] for key in ("pairs", "only_a", "only_b", "passed_a", "passed_b", "broke", "better", "other", "figures")}
        self.expect(compare(url) == compare(file), "another comparison on the server")
        self.expect(compare(url)["broke"] == [], "runs broke between two campaigns of the same")

        # Detached, cancelled, resumed.
        said = self.suite(*on_slurm, "--detach").stderr
        name = sorted(os.listdir(campaigns))[-1]
        self.expect(f"campaign resume" in said and name in said, f"--detach says: {said}")
        self.run("campaign", "cancel", name, "--campaigns", campaigns)
        status = json.loads(self.run("campaign", "status", name, "--campaigns", campaigns, "--json").stdout)["campaigns"][0]
        self.expect(status["cancelled"] and status["runs"] == len(here), f"status: {status}")
        self.expect(self.rows(self.run("campaign", "resume", name, "--campaigns", campaigns)) == here, "other rows of a campaign that was cancelled and resumed")
        status = json.loads(self.run("campaign", "status", name, "--campaigns", campaigns, "--json").stdout)["campaigns"][0]
        self.expect(status["played"] == len(here) and status["done"] == status["shards"] and status["running"] == status["waiting"] == 0, f"status: {status}")

        # Recordings by content, twice into one folder.
        kept = os.path.join(self.folder, "kept")
        first = self.rows(self.suite(*on_slurm, "--record", kept), True)
        files = sorted(row["recording"] for row in first)
        self.expect(len(set(files)) == len(first) and all(os.path.exists(one) and one.startswith(kept) for one in files), f"recordings: {files[:3]}")
        again = self.rows(self.suite(*on_slurm, "--record", kept), True)
        self.expect(again == first, "other recordings the second time")
        there = sum(len(names) for _, _, names in os.walk(kept))
        self.expect(there == len(first), f"{there} files of {len(first)} recordings")
        self.run("replay", files[0], codes=(0, 1))

        if not self.options.short:
            self.quarantine(on_slurm)
        queue = self.slurm.run("squeue", "-h").stdout.strip()
        self.expect(not queue, f"left in the queue: {queue}")
        return self.faults


    def quarantine(self, on_slurm):
        """A driver that kills the process of its shard, as a run that takes all memory of its machine does: the others are played, and this one is named."""
        killer = os.path.join(self.folder, "killer.py")
        with open(killer, "w") as file:
            file.write(KILLER)
        scene = os.path.join(ROOT, "scenes", "lead_brakes.scene")
        arguments = ["run", scene, "--seeds", "1..3", "--driver", "reference", "--driver", f"{sys.executable} {killer}", "--json"]
        rows = self.rows(self.run(*arguments, *on_slurm, codes=(4,)))
        here = self.rows(self.run("run", scene, "--seeds", "1..3", "--driver", "reference", "--json"))
        self.expect(rows[:3] == here, "other rows beside a run that kills its machine")
        causes = [row["cause"] for row in rows[3:] if row["seed"] > 1]  # the first is played here, to learn what it costs
        self.expect(len(causes) == 2 and all("quarantined" in cause for cause in causes), f"not quarantined: {causes}")
        name = max(os.listdir(on_slurm[3]), key=lambda one: os.path.getmtime(os.path.join(on_slurm[3], one, "campaign.json")))
        said = self.run("campaign", "status", name, "--campaigns", on_slurm[3]).stdout
        self.expect(said.count("quarantined: ") == 2, f"status does not name them: {said}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--suite", default="scenes/shipped.suite")
    parser.add_argument("--seeds", default="1..2")
    parser.add_argument("--shard-seconds", type=float, default=5)
    parser.add_argument("--short", action="store_true", help="a suite of one small scene, for the tests of each day")
    options = parser.parse_args()
    options.program = os.path.realpath(options.program)
    missing = [name for name, there in (("Slurm (slurm-wlm, munge; as root)", machines.is_slurm_installed()), ("PostgreSQL (postgresql-15)", machines.postgres_programs())) if not there]
    if missing:
        print(f"skipped: not installed: {', '.join(missing)}")
        return 77
    folder = tempfile.mkdtemp(prefix="backlot_cluster_", dir="/tmp")
    if options.short:
        small = open(os.path.join(ROOT, "backlot/harness/test/small_scene.h")).read()
        texts = dict(re.findall(r'k(SmallRoad|SmallScene) = R"\((.*?)\)"', small, re.S))
        for name, text in ("corner.way", texts["SmallRoad"]), ("small.scene", texts["SmallScene"]), ("short.suite", SHORT_SUITE):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        # so many runs that they do not fit into two shards of the shortest kind
        options.suite, options.seeds, options.shard_seconds = os.path.join(folder, "short.suite"), "1..40", 0.1
    slurm = server = None
    try:
        slurm = machines.Slurm(os.path.join(folder, "slurm"))
        server = machines.Postgres()
        check = Check(options, folder, slurm, server)
        faults = check.all()
        print(f"{len(faults)} faults")
        return 1 if faults else 0
    finally:
        if slurm:
            slurm.stop()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
