#!/usr/bin/env bash
# Runs the shards of a job with GNU parallel and merges them.
#
#   ./parallel.sh JOB SHARDS          on this machine
#   ./parallel.sh JOB SHARDS HOSTS    on the machines of a file, one ssh login per line
#
# JOB is a folder with shard.sh and merge.sh, such as tournament and book. The files are in a folder
# for this job and number of shards, which another job doesn't use. The same command repeats what
# has failed or was killed.
#
# Each machine needs the program four in its PATH, and over ssh also rsync. A machine runs one shard
# per core at a time; a login such as 4/ada@host limits it to four.
set -euo pipefail

if [[ $# -lt 2 || $# -gt 3 ]]; then
    echo "usage: $0 JOB SHARDS [HOSTS]" >&2
    exit 2
fi
folder=four-shards-$(cat "$1"/* | cksum | tr ' ' -)-$2
mkdir -p "$folder/job"
cp -R "$1"/. "$folder/job"
options=(--joblog shards.log --resume-failed --retries 3)
if [[ $# -eq 3 ]]; then
    # A shard that was killed continues if it comes to the same machine again, where its file
    # stays.
    options+=(--sshloginfile "$(realpath "$3")" --workdir "$folder" --basefile job
        --return 'shard-{}.txt')
fi

cd "$folder"
seq "$2" | parallel "${options[@]}" sh job/shard.sh '{}' "$2"
sh job/merge.sh "$2"
echo "The result is in the folder $folder." >&2
