#!/bin/bash
#SBATCH --job-name=four-shards
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=shard-%a.log

# Plays a tournament in shards, one per task of a job array. Submit it in a shared folder with
# setup.json, and merge the shards when all have ended:
#
#   sbatch slurm.sh
#   four tournament --merge $(seq -f 'shard-%g.txt' 16) --format csv > standings.csv
#
# Submit it again to repeat shards that failed or reached the time limit; it continues them, and
# complete ones end at once. Don't change the array in between.
set -euo pipefail

# srun passes the signals of the scheduler on to the program, which then stops cleanly.
exec srun --cpus-per-task="$SLURM_CPUS_PER_TASK" four tournament --setup setup.json --threads "$SLURM_CPUS_PER_TASK" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --save "shard-$SLURM_ARRAY_TASK_ID.txt"
