#!/usr/bin/env bash
# Runs a job in Kubernetes: the shards of kubernetes.yaml, then kubernetes-merge.yaml. Prints the log
# of the merge, which has the standings of a tournament; the result is also in the volume.
#
# Build the image of the Containerfile with a tag of its own for each job, push it, and write its name
# in both files. Run the script again to repeat shards that have failed; they continue from their
# files in the volume.
set -euo pipefail
cd "$(dirname "$0")"

# Runs a Job until it is complete. `kubectl wait` for one condition doesn't notice the other.
run() {
    kubectl delete --ignore-not-found "job/$1"
    kubectl apply -f "$2"
    while true; do
        case " $(kubectl get "job/$1" -o 'jsonpath={.status.conditions[?(@.status=="True")].type}') " in
        *" Complete "*) return ;;
        *" Failed "*)
            echo "The job $1 has failed." >&2
            kubectl describe "job/$1" >&2
            exit 1
            ;;
        esac
        sleep 10
    done
}

{
    run four-shards kubernetes.yaml
    run four-merge kubernetes-merge.yaml
} >&2
kubectl logs job/four-merge
