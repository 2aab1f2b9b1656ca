#!/usr/bin/env python3
"""Faults of a cluster at random moments. Usage: tools/cluster/kills.py PROGRAM [--kills N] [--seed N] [--results FILE]

Campaigns are played on a Slurm cluster of three nodes, into a PostgreSQL server, all started here. At moments drawn by chance one of these happens, and is mended up to 3 s
later:
  node        the daemon of a node and all that runs on it are killed, and the node comes back
  daemon      the daemon of a node alone is killed: what it started goes on
  shard       the process that plays a shard is killed, or one of its workers
  controller  slurmctld is killed
  database    the server is ended at once, as by a crash
  follower    the process that the user started is killed, and the campaign is resumed
  disk        the file system of the campaign is full
  preempt     a job of a partition with priority takes a node
At the end of each campaign its table must be that of one played here without a cluster; the server must have each run once; no process and no job may be left."""
import argparse
import collections
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import machines

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SUITE = """suite kills
seeds 1..%d
driver reference
case lurcher { scene "small.scene" }
case dense extends lurcher { parameter side_flow = each of 300, 400 per hour }
case brakes { scene "%s"; seeds 1..25 }
"""
KINDS = ("node", "daemon", "shard", "controller", "database", "follower", "disk", "preempt")
MEND_S = 3
SEEDS_EACH = 60  # of the small cases: three runs each


class Kills:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.chance = random.Random(options.seed)
        self.slurm = machines.Slurm(os.path.join(folder, "slurm"))
        self.server = machines.Postgres()
        self.mark = f"BACKLOT_KILLS_{os.getpid()}"
        self.environment = dict(os.environ, BACKLOT_TEST_MARK=self.mark, **self.slurm.environment)
        # A file system of its own, so that it can be full while the others are not.
        self.campaigns = os.path.join(folder, "campaigns")
        os.mkdir(self.campaigns)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", self.campaigns], check=True)
        small = open(os.path.join(ROOT, "backlot/harness/test/small_scene.h")).read()
        texts = dict(re.findall(r'k(SmallRoad|SmallScene) = R"\((.*?)\)"', small, re.S))
        for name, text in ("corner.way", texts["SmallRoad"]), ("small.scene", texts["SmallScene"]), ("kills.suite", SUITE % (SEEDS_EACH, os.path.join(os.path.realpath(ROOT), "scenes", "lead_brakes.scene"))):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        self.counts, self.faults = collections.Counter(), []
        self.mending = []  # (when, what to do)

    def close(self):
        self.slurm.stop()
        self.server.stop()
        subprocess.run(["umount", self.campaigns])

    # ---- the campaign

    def start(self, *arguments):
        out, err = open(os.path.join(self.folder, "out"), "w"), open(os.path.join(self.folder, "err"), "a")
        return subprocess.Popen([self.options.program, *arguments], stdout=out, stderr=err, cwd=self.folder, env=self.environment)

    def rows(self, text):
        rows = json.loads(text)["runs"]
        for row in rows:
            row.pop("wall_s", None)
            row.pop("cycle_wall", None)
        return rows

    def here(self):
        done = subprocess.run([self.options.program, "run", "kills.suite", "--json"], capture_output=True, text=True, cwd=self.folder)
        return self.rows(done.stdout)

    # ---- what happens

    def strike(self, kind, follower):
        """False where there is nothing to strike just now."""
        later = lambda what: self.mending.append((time.monotonic() + self.chance.uniform(0, MEND_S), what))
        node = self.chance.choice(self.slurm.nodes)
        if kind in ("node", "daemon"):
            pid = self.slurm.pid_of_node(node)
            here = set(machines.marked(f"SLURMD_NODENAME={node}\0")) & set(machines.marked(self.mark))
            if pid is None or not here:
                return False
            machines.kill_and_wait(pid)
            if kind == "node":
                for process in here:
                    self.kill_with_step(process)
            later(lambda: self.slurm.start_node(node))
        elif kind == "shard":
            shards = machines.marked(self.mark, "shard") + machines.marked(self.mark, "worker")
            if not shards:
                return False
            machines.kill_and_wait(self.chance.choice(shards))
        elif kind == "controller":
            pid = self.slurm.pid_of_controller()
            if pid is None:
                return False
            machines.kill_and_wait(pid)
            later(self.slurm.start_controller)
        elif kind == "database":
            if self.server.process.poll() is not None:
                return False
            self.server.kill()
            later(self.server.start)
        elif kind == "follower":
            follower.kill()
            follower.wait()
        elif kind == "disk":
            filler = os.path.join(self.campaigns, "filler")
            if os.path.exists(filler):
                return False
            try:
                with open(filler, "wb") as file:
                    while True:
                        file.write(b"x" * 65536)
                        file.flush()
            except OSError:
                pass  # it is full now
            later(lambda: os.remove(filler))
        elif kind == "preempt":
            done = self.slurm.run("sbatch", "--partition=urgent", "--exclusive", f"--nodelist={node}", "--output=/dev/null", "--job-name=urgent", "--wrap=sleep 1")
            return done.returncode == 0
        return True

    def kill_with_step(self, process):
        try:
            parent = int(open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1])
            if open(f"/proc/{parent}/comm").read().strip() == "slurmstepd":
                machines.kill_and_wait(parent)
        except (OSError, ValueError, IndexError):
            pass  # it has ended meanwhile
        machines.kill_and_wait(process)

    def mend(self, everything=False):
        for when, what in list(self.mending):
            if everything or when <= time.monotonic():
                self.mending.remove((when, what))
                what()

    # ---- one campaign

    def campaign(self, number, whole, kills):
        database = f"kills_{number}"
        self.server.query(f"CREATE DATABASE {database}")
        arguments = ["run", "kills.suite", "--json", "--on", "slurm", "--campaigns", self.campaigns, "--shard-seconds", "2", "--db", self.server.url(database), "--revision", "r"]
        follower, name, struck = self.start(*arguments), None, 0
        begin, next_kill = time.monotonic(), None
        while True:
            self.mend()
            if name is None:  # nothing is struck before there is a campaign to be resumed
                there = [one for one in os.listdir(self.campaigns) if os.path.exists(os.path.join(self.campaigns, one, "campaign.json"))]
                if there:
                    name, next_kill = there[0], time.monotonic() + self.chance.uniform(0, 4)
            elif struck < kills and time.monotonic() > next_kill:
                kind = self.chance.choice(KINDS)
                if self.strike(kind, follower):
                    struck += 1
                    self.counts[kind] += 1
                    print(f"{time.monotonic() - begin:7.1f} s  {kind}", flush=True)
                next_kill = time.monotonic() + self.chance.uniform(0.5, 4)
            if follower.poll() is not None:
                if follower.returncode in (0, 1):
                    break
                # 3: it was started while the server was away; 4: the disk was full
                if follower.returncode not in (-9, 3, 4):
                    self.faults.append(f"campaign {number}: exit code {follower.returncode}")
                    break
                if time.monotonic() - begin > 1500:
                    self.faults.append(f"campaign {number}: not finished after {time.monotonic() - begin:.0f} s")
                    break
                time.sleep(0.5)
                if name is None:
                    self.faults.append(f"campaign {number}: it never began")
                    break
                follower = self.start("campaign", "resume", name, "--campaigns", self.campaigns)
            time.sleep(0.05)
        self.mend(everything=True)
        took_s = time.monotonic() - begin
        text = open(os.path.join(self.folder, "out")).read()
        rows = self.rows(text) if text.strip() else []
        if rows != whole:
            self.faults.append(f"campaign {number}: {sum(a != b for a, b in zip(rows, whole))} of {len(rows)} rows are not those of {len(whole)} played here")
        there = self.server.query("SELECT count(*), count(DISTINCT (campaign, case_id, driver_id, seed)), count(DISTINCT position), count(DISTINCT campaign) FROM backlot.results", database)
        if there != f"{len(whole)}|{len(whole)}|{len(whole)}|1":
            self.faults.append(f"campaign {number}: the server has {there}, of {len(whole)} runs")
        spool = os.path.join(self.campaigns, name, "spool")
        texts = [open(os.path.join(spool, one)).read() for one in os.listdir(spool)]
        begun, written = (sum(text.count(word) for text in texts) for word in ('{"begin":', '{"position":'))
        until = time.monotonic() + 90
        while (machines.marked(self.mark) or self.slurm.run("squeue", "-h").stdout.strip()) and time.monotonic() < until:
            time.sleep(0.2)
        if machines.marked(self.mark):
            self.faults.append(f"campaign {number}: processes are left: {machines.marked(self.mark)}")
        if self.slurm.run("squeue", "-h").stdout.strip():
            self.faults.append(f"campaign {number}: jobs are left: {self.slurm.run('squeue', '-h').stdout}")
        print(f"campaign {number}: {struck} faults in {took_s:.0f} s, {begun} runs begun on the cluster and {written} results written, of {len(whole)} runs, {len(self.faults)} complaints", flush=True)
        shutil.rmtree(os.path.join(self.campaigns, name))
        return struck, begun - written


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--each", type=int, default=13, help="faults in one campaign")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", default="cluster_kills.csv")
    options = parser.parse_args()
    options.program = os.path.realpath(options.program)
    if not machines.is_slurm_installed() or not machines.postgres_programs():
        print("skipped: slurm-wlm, munge or postgresql-15 is not installed, or this is not root")
        return 77
    folder = tempfile.mkdtemp(prefix="backlot_kills_", dir="/tmp")
    kills = Kills(options, folder)
    done = campaigns = again = 0
    try:
        whole = kills.here()
        while done < options.kills and not kills.faults:
            campaigns += 1
            struck, more = kills.campaign(campaigns, whole, min(options.each, options.kills - done))
            done, again = done + struck, again + more
            if struck == 0:
                kills.faults.append(f"campaign {campaigns} was over before anything was struck")
    finally:
        kills.close()
        for fault in kills.faults:
            print(fault)
            print(open(os.path.join(folder, "err")).read()[-3000:])
        shutil.rmtree(folder, ignore_errors=True)
    with open(options.results, "w") as file:
        file.write("faults,campaigns,runs_each,begun_again,complaints,seed," + ",".join(KINDS) + "\n")
        file.write(f"{done},{campaigns},{len(whole)},{again},{len(kills.faults)},{options.seed}," + ",".join(str(kills.counts[kind]) for kind in KINDS) + "\n")
    return 1 if kills.faults else 0


if __name__ == "__main__":
    sys.exit(main())
