#!/usr/bin/env python3
"""Kills -9 of campaigns and their workers at random moments. Usage: tools/kills.py PROGRAM [--kills N] [--seed N] [--results FILE]

Campaigns are played with --resume into a database, and killed again and again: the runner, or a worker and then the runner, at moments drawn over the time that
the campaign takes undisturbed. After each kill no process may be left, and results that were committed must still be there. After 25 kills the campaign is resumed
to its end, and its table must be that of the undisturbed one. 25 kills are part of the tests (Campaign.KillsLoseNothingAndLeaveNothing); 1,000 take some
minutes on a quiet machine."""
import argparse
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

KILLS_EACH = 25  # of one campaign
SUITE = """suite kills
seeds 1..40
driver reference
case lurcher { scene "small.scene" }
case dense extends lurcher { parameter side_flow = each of 300, 400 per hour }
"""


def marked(mark, workers_only=False):
    """Processes with a mark in their environment, this one left out."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(process) == os.getpid() or mark.encode() not in open(f"/proc/{process}/environ", "rb").read():
                continue
            if workers_only and b"worker" not in open(f"/proc/{process}/cmdline", "rb").read():
                continue
            found.append(int(process))
        except OSError:
            pass  # it has ended meanwhile
    return found


def wait_until_gone(mark, limit_s=60):
    until = time.monotonic() + limit_s
    while marked(mark) and time.monotonic() < until:
        time.sleep(0.02)
    return not marked(mark)


def committed(database):
    """How many results are in the database, read by SQLite itself; 0 before there are any."""
    if not os.path.exists(database):
        return 0
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)
    try:
        return connection.execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # killed before the tables were made
    finally:
        connection.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", default="kills.csv")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    small = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "backlot", "harness", "test", "small_scene.h")
    faults, kills, of_workers, campaigns, lost = [], 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        texts = dict(re.findall(r'k(SmallRoad|SmallScene) = R"\((.*?)\)"', open(small).read(), re.S))
        suite = os.path.join(folder, "kills.suite")
        for name, text in ("corner.way", texts["SmallRoad"]), ("small.scene", texts["SmallScene"]), ("kills.suite", SUITE):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        mark = f"BACKLOT_KILLS_{os.getpid()}"
        environment = dict(os.environ, BACKLOT_TEST_MARK=mark)

        def command(database):
            resume = ["--db", database, "--resume"] if database else []
            return [options.program, "run", suite, "--jobs", "2", "--json", *resume]

        def table(database=None):
            done = subprocess.run(command(database), capture_output=True, text=True, env=environment)
            rows = json.loads(done.stdout)["runs"]
            return [(r["name"], r["seed"], r["verdict"], r["hash"], r["violations"]) for r in rows]

        begin = time.monotonic()
        whole = table()
        takes_s = time.monotonic() - begin
        while kills < options.kills:
            campaigns += 1
            database = os.path.join(folder, f"{campaigns}.db")
            least = 0
            for _ in range(min(KILLS_EACH, options.kills - kills)):
                runner = subprocess.Popen(command(database), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
                time.sleep(chance.uniform(0, 3 * takes_s / KILLS_EACH))
                if chance.random() < 1 / 3:
                    workers = marked(mark, workers_only=True)
                    if workers:
                        try:
                            os.kill(chance.choice(workers), signal.SIGKILL)
                            of_workers += 1
                        except ProcessLookupError:
                            pass
                    time.sleep(chance.uniform(0, takes_s / KILLS_EACH))
                runner.send_signal(signal.SIGKILL)
                runner.wait()
                kills += 1
                if not wait_until_gone(mark):
                    faults.append(f"kill {kills}: processes {marked(mark)} are left")
                now = committed(database)
                if now < least:
                    lost += least - now
                    faults.append(f"kill {kills}: {now} results, {least} were committed")
                least = now
            if table(database) != whole:
                faults.append(f"campaign {campaigns}: another table than the undisturbed one")
            print(f"{kills} kills, {campaigns} campaigns, {least} of {len(whole)} results before the last resume, {len(faults)} faults", flush=True)
            os.remove(database)
            with open(options.results, "w") as file:
                file.write("kills_of_runners,kills_of_workers,campaigns,runs_each,results_lost,faults,seed\n")
                file.write(f"{kills},{of_workers},{campaigns},{len(whole)},{lost},{len(faults)},{options.seed}\n")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
