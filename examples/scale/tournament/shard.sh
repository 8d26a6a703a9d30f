#!/bin/sh
# Plays shard K of N of the tournament in setup.json to shard-K.txt in the current folder. Bots are
# the .wasm files next to this script.
#
#   sh shard.sh K N
set -eu
folder=$(dirname "$0")
shard=$1/$2
file=shard-$1.txt
set -- --setup "$folder/setup.json"
for bot in "$folder"/*.wasm; do
    if [ -e "$bot" ]; then set -- "$@" --bots "$bot"; fi
done
exec four tournament "$@" --threads 1 --shard "$shard" --save "$file"
