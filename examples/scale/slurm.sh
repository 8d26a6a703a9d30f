#!/bin/bash
#SBATCH --job-name=four-shards
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
#SBATCH --mem=512M
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=shard-%a.log

# Runs the shards of a job, one per task of a job array. JOB is a folder with shard.sh and merge.sh,
# such as tournament and book. Submit it in a shared folder for this job alone, and merge the shards
# when all have ended:
#
#   sbatch slurm.sh JOB
#   sh JOB/merge.sh 16
#
# Submit it again to repeat shards that failed or reached the time limit; it continues them, and
# complete ones end at once. Don't change the array in between.
set -euo pipefail

# srun passes the signals of the scheduler on to the program, which then stops cleanly.
exec srun --cpus-per-task="$SLURM_CPUS_PER_TASK" sh "$1/shard.sh" \
    "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_COUNT"
