#!/usr/bin/env python3
"""What a cluster loses to its shards: measured on this machine, and worked out for more machines. Usage: tools/cluster/efficiency.py PROGRAM [--results FILE]

Measured, with a Slurm cluster of three nodes and a PostgreSQL server that are started here:
  empty      array tasks that do nothing, per node: how long Slurm takes from the end of a task to the next
  shards     a suite in shards: what the process of a shard takes besides its runs (start, loading, spool, database)
Worked out: machines that take one shard after the other, with the measured times of runs in shards of a minute, each with the measured overhead, for 1 to 1,000 machines; the
efficiency is the time of the runs divided by machines times the time until the last shard has ended. The order is that of the plan, as Slurm takes it."""
import argparse
import heapq
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import machines

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def empty_tasks(slurm, folder, tasks=30):
    """Seconds of a node for each task."""
    script = os.path.join(folder, "empty.sh")
    with open(script, "w") as file:
        file.write(f"#!/bin/sh\n#SBATCH --array=0-{tasks - 1} --exclusive --output=/dev/null\n:\n")
    begin = time.monotonic()
    subprocess.run(["sbatch", "--parsable", "--wait", script], check=True, capture_output=True, env=dict(os.environ, **slurm.environment))
    return (time.monotonic() - begin) * len(slurm.nodes) / tasks


def shards_of(program, slurm, server, folder):
    """Of each shard: runs, seconds of them, seconds of its process."""
    campaigns = os.path.join(folder, "campaigns")
    done = subprocess.run([program, "run", "scenes/shipped.suite", "--seeds", "1..4", "--on", "slurm", "--campaigns", campaigns, "--shard-seconds", "10", "--db", server.url()],
                          cwd=ROOT, capture_output=True, text=True, env=dict(os.environ, **slurm.environment))
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    marks = os.path.join(campaigns, os.listdir(campaigns)[0], "done")
    took = [json.load(open(os.path.join(marks, one))) for one in os.listdir(marks)]
    return [(one["runs"], one["runs_s"], one["all_s"]) for one in took if one["runs"]]


def makespan(shards, workers):
    """Until the last of the shards has ended; each worker takes the next one as soon as it is free."""
    free = [0.0] * workers
    for shard in shards:
        heapq.heappush(free, heapq.heappop(free) + shard)
    return max(free)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--results", default="cluster_efficiency.csv")
    options = parser.parse_args()
    options.program = os.path.realpath(options.program)
    if not machines.is_slurm_installed() or not machines.postgres_programs():
        print("skipped: slurm-wlm, munge or postgresql-15 is not installed, or this is not root")
        return 77
    folder = tempfile.mkdtemp(prefix="backlot_efficiency_", dir="/tmp")
    slurm, server = machines.Slurm(os.path.join(folder, "slurm")), machines.Postgres()
    try:
        empty_s = empty_tasks(slurm, folder)
        shards = shards_of(options.program, slurm, server, folder)
    finally:
        slurm.stop()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    own_s = statistics.median(all_s - runs_s for _, runs_s, all_s in shards)
    run_s = [runs_s / runs for runs, runs_s, _ in shards]
    print(f"an empty array task: {empty_s:.2f} s; a shard besides its runs: {own_s:.2f} s (median of {len(shards)}); a run: {statistics.mean(run_s):.2f} s")
    chance = random.Random(1)
    rows = [("empty_task_s", f"{empty_s:.3f}"), ("shard_besides_runs_s", f"{own_s:.3f}"), ("run_s", f"{statistics.mean(run_s):.3f}")]
    for workers in 1, 2, 4, 8, 16, 32, 64, 100, 1000:
        # Twenty shards for each machine: their runs take what the measured ones take, drawn anew.
        plan = []
        for _ in range(20 * workers):
            sum_s = 0.0
            while sum_s < 60:
                sum_s += chance.choice(run_s)
            plan.append(sum_s)
        share = sum(plan) / (workers * makespan([one + own_s + empty_s for one in plan], workers))
        rows.append((f"efficiency_{workers}", f"{share:.4f}"))
        print(f"{workers:5} machines: {100 * share:.1f} %")
    with open(options.results, "w") as file:
        file.write("what,value\n" + "".join(f"{name},{value}\n" for name, value in rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
