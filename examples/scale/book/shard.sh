#!/bin/sh
# Computes shard K of N of the opening book for 7 × 6 to shard-K.txt in the current folder.
#
#   sh shard.sh K N
set -eu
exec four book --threads 1 --table-mb 256 --shard "$1/$2" --progress "shard-$1.txt"
