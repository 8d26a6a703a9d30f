#!/bin/sh
# Merges the N shards in the current folder to 7x6.book.
#
#   sh merge.sh N
set -eu
exec four book --out 7x6.book --merge $(seq -f 'shard-%g.txt' "$1")
