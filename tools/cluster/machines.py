"""Servers for tests of campaigns, all on this machine and on loopback or Unix sockets: a Slurm cluster and a PostgreSQL server. Each can be killed and started again."""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SLURM = os.path.join(HERE, "slurm_here.sh")


def is_slurm_installed():
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return os.geteuid() == 0 and all(shutil.which(program, path=path) for program in ("munged", "slurmctld", "slurmd", "sbatch"))


def postgres_programs():
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return os.path.dirname(folders[-1]) if folders else None


def pid_in(path):
    """The number in a file, where that process lives; else None."""
    try:
        pid = int(open(path).read().split()[0])
        os.kill(pid, 0)
        return pid
    except (OSError, ValueError, IndexError):
        return None


def kill_and_wait(pid, how=signal.SIGKILL, limit_s=10):
    if pid is None:
        return False
    try:
        os.kill(pid, how)
    except ProcessLookupError:
        return False
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            if open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return True


class Slurm:
    """A cluster of `nodes` machines with `cores` cores each, all of them this one."""

    def __init__(self, folder, nodes=3, cores=1):
        self.folder, self.nodes = os.path.realpath(folder), [f"n{k + 1}" for k in range(nodes)]
        subprocess.run([SLURM, "start", self.folder, str(nodes), str(cores)], check=True)
        self.environment = {"SLURM_CONF": f"{self.folder}/slurm.conf"}

    def run(self, *command):
        return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, **self.environment))

    def pid_of_node(self, node):
        return pid_in(f"{self.folder}/run/slurmd.{node}.pid")

    def pid_of_controller(self):
        return pid_in(f"{self.folder}/run/slurmctld.pid")

    def start_node(self, node):
        subprocess.run([SLURM, "node", self.folder, node], check=True)

    def start_controller(self):
        subprocess.run([SLURM, "controller", self.folder], check=True)

    def stop(self):
        self.run("scancel", "--me")
        subprocess.run([SLURM, "stop", self.folder], check=True)
        # Steps outlive the daemon of their node: those of this cluster have its folder in their environment.
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                name = open(f"/proc/{process}/comm").read().strip()
                if name == "slurmstepd" and mark in open(f"/proc/{process}/environ", "rb").read():
                    os.kill(int(process), signal.SIGKILL)
            except OSError:
                pass  # it has ended meanwhile


class Postgres:
    """A server on a Unix socket, as an unprivileged user, with durable commits."""

    def __init__(self, options=()):
        self.programs, self.options = postgres_programs(), list(options)
        self.folder = tempfile.mkdtemp(prefix="backlot_pg_", dir="/tmp")  # a Unix socket has a short path
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        if os.geteuid() == 0:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.call([f"{self.programs}/initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "postgres", "--no-locale", "-E", "UTF8"]).wait()
        self.process = None
        self.start()

    def call(self, command):
        as_user = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        with open(f"{self.folder}/log", "a") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **as_user)

    def url(self, database="postgres"):
        return f"postgresql:///{database}?host={self.folder}&user=postgres"

    def start(self):
        self.process = self.call([f"{self.programs}/postgres", "-D", f"{self.folder}/data", "-k", self.folder, "-c", "listen_addresses=",
                                  "-c", "max_connections=200", *self.options])
        for _ in range(600):
            if subprocess.run([f"{self.programs}/pg_isready", "-q", "-h", self.folder, "-U", "postgres"]).returncode == 0:
                return
            time.sleep(0.1)
        raise RuntimeError(f"the server does not start: {self.folder}/log")

    def query(self, sql, database="postgres"):
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url(database), "-c", sql], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def kill(self):
        """As a crash does it: the server and all that it started."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def stop(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def marked(mark, name=None):
    """Processes with a mark in their environment, this one left out; with a name, those with it in their command line."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(process) == os.getpid() or mark.encode() not in open(f"/proc/{process}/environ", "rb").read():
                continue
            if name and name.encode() not in open(f"/proc/{process}/cmdline", "rb").read().split(b"\0"):
                continue
            found.append(int(process))
        except OSError:
            pass  # it has ended meanwhile
    return found
