#!/usr/bin/env bash
# Keep PROCESSES processes busy for SECONDS seconds: benchmarks/busy.sh [PROCESSES] [SECONDS]
set -euo pipefail
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true' EXIT
for ((n = 0; n < ${1:-4}; n++)); do
    timeout "${2:-300}" sh -c 'while :; do :; done' &
    busy+=($!)
done
wait || true
