#!/usr/bin/env bash
# A Slurm cluster on this machine alone: munge, one controller, several nodes, all on loopback and without systemd. For tests.
# Usage: slurm_here.sh start FOLDER [NODES [CORES]] | stop FOLDER | node FOLDER NAME | controller FOLDER | env FOLDER
#   start       makes the folder, starts everything, and waits until all nodes are idle
#   node        starts one node again; controller: the controller
#   env         prints what to evaluate in a shell: SLURM_CONF
#   stop        ends all that was started, and leaves the folder
# Needs the packages slurm-wlm and munge (tools/packages.txt, [cluster]), and root: Debian's munge takes no other user's key folder.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
command=${1:?start, stop, node, controller or env}
folder=${2:?a folder}

die() { echo "slurm_here: $*" >&2; exit 1; }

# Ports that other clusters on this machine do not use: from the number of the process that made the folder.
write_config() {
  local nodes=$1 cores=$2 base n
  base=$((20000 + $$ % 20000))
  mkdir -p "$folder"/{state,spool,log,run}
  chmod 755 "$folder"
  echo "$nodes" >"$folder/nodes"
  dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 status=none
  chmod 400 "$folder/munge.key"
  cat >"$folder/cgroup.conf" <<CONF
CgroupAutomount=no
CONF
  {
    cat <<CONF
ClusterName=here
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$base
SlurmUser=$(id -un)
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.%n.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=5,max_rpc_cnt=0
SlurmdParameters=config_overrides
ReturnToService=2
JobRequeue=1
KillWait=2
InactiveLimit=0
SlurmctldTimeout=10
SlurmdTimeout=10
BatchStartTimeout=15
MessageTimeout=10
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
MailProg=/bin/true
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
CONF
    for ((n = 1; n <= nodes; ++n)); do
      echo "NodeName=n$n NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((base + n)) CPUs=$cores RealMemory=1000 State=UNKNOWN"
    done
    echo "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1 PreemptMode=REQUEUE"
    echo "PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=10 PreemptMode=OFF"
  } >"$folder/slurm.conf"
}

start_munge() {
  munged --force --key-file="$folder/munge.key" --socket="$folder/run/munge.socket" --pid-file="$folder/run/munged.pid" \
    --log-file="$folder/log/munged" --seed-file="$folder/run/munge.seed" --num-threads=2 >/dev/null 2>&1 ||
    die "munged does not start: $(tail -3 "$folder/log/munged" 2>/dev/null)"
}

start_controller() { slurmctld -i -f "$folder/slurm.conf" >"$folder/log/slurmctld.start" 2>&1 || die "slurmctld does not start: $(tail -3 "$folder/log/slurmctld.start")"; }

start_node() { slurmd -N "$1" -f "$folder/slurm.conf" >"$folder/log/slurmd.$1.start" 2>&1 || die "slurmd $1 does not start: $(tail -3 "$folder/log/slurmd.$1.start")"; }

# Ends the process of a file, and waits for it.
end() {
  local pid
  pid=$(cat "$1" 2>/dev/null) || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.05
  done
  kill -9 "$pid" 2>/dev/null || true
}

case $command in
  start)
    nodes=${3:-3} cores=${4:-1}
    mkdir -p "$folder"
    folder=$(realpath "$folder")
    for program in munged slurmctld slurmd sbatch; do
      command -v $program >/dev/null || die "$program is not installed; the packages slurm-wlm and munge have it"
    done
    ((EUID == 0)) || die "the cluster is started as root"
    write_config "$nodes" "$cores"
    start_munge
    start_controller
    for ((n = 1; n <= nodes; ++n)); do start_node "n$n"; done
    export SLURM_CONF=$folder/slurm.conf
    for _ in $(seq 150); do
      [[ $(sinfo -h -N -p main -o %T 2>/dev/null | grep -c idle) == "$nodes" ]] && exit 0
      sleep 0.2
    done
    "$0" stop "$folder"
    die "the nodes do not become idle: $(tail -2 "$folder"/log/slurmd.n1)"
    ;;
  node) start_node "${3:?a node}" ;;
  controller) start_controller ;;
  env) echo "export SLURM_CONF=$(realpath "$folder")/slurm.conf" ;;
  stop)
    for file in "$folder"/run/slurmd.*.pid "$folder/run/slurmctld.pid" "$folder/run/munged.pid"; do end "$file"; done
    ;;
  *) die "there is no command $command" ;;
esac
