#!/bin/sh
# Merges the N shards in the current folder to standings.csv, and prints it.
#
#   sh merge.sh N
set -eu
four tournament --setup "$(dirname "$0")/setup.json" --format csv \
    --merge $(seq -f 'shard-%g.txt' "$1") > standings.csv.new
mv standings.csv.new standings.csv
cat standings.csv
