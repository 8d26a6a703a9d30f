#!/usr/bin/env bash
# Plays a tournament in shards with GNU parallel and writes its standings to standings.csv.
#
#   ./parallel.sh SETUP SHARDS          on this machine
#   ./parallel.sh SETUP SHARDS HOSTS    on the machines of a file, one ssh login per line
#
# Each machine needs the program four in its PATH, and over ssh also rsync. A machine plays one
# shard per core at a time; a login such as 4/ada@host limits it to four. The same command
# repeats what has failed or was killed. Use an empty folder for each tournament.
set -euo pipefail

if [[ $# -lt 2 || $# -gt 3 ]]; then
    echo "usage: $0 SETUP SHARDS [HOSTS]" >&2
    exit 2
fi
setup=$1
shards=$2
options=(--joblog shards.log --resume-failed --retries 3)
if [[ $# -eq 3 ]]; then
    # A shard that was killed continues if it comes to the same machine again, where its file
    # stays in the folder four-shards.
    options+=(--sshloginfile "$3" --workdir four-shards --basefile "$setup" --return 'shard-{}.txt')
fi

mapfile -t numbers < <(seq "$shards")
parallel "${options[@]}" four tournament --setup "$setup" --threads 1 \
    --shard "{}/$shards" --save 'shard-{}.txt' ::: "${numbers[@]}"
mapfile -t files < <(printf 'shard-%s.txt\n' "${numbers[@]}")
four tournament --merge "${files[@]}" --format csv > standings.csv
