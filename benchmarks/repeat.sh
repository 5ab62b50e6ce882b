#!/usr/bin/env bash
# Run `make test` again and again in a fresh clone; print how long each run took, and what failed.
#
#     benchmarks/repeat.sh [RUNS] [BUSY]
#
# RUNS: how many (20). BUSY: how many other processes keep the machine busy meanwhile (0).
set -euo pipefail
runs=${1:-20} busy=${2:-0}
folder=$(mktemp -d)
load=
trap '[ -z "$load" ] || kill "$load" || true; rm -rf "$folder"' EXIT
git clone -q "$(dirname "${BASH_SOURCE[0]}")/.." "$folder/clone"
make -C "$folder/clone" -s setup
if [ "$busy" -gt 0 ]; then
    "$(dirname "${BASH_SOURCE[0]}")/busy.sh" "$busy" $((runs * 600)) &
    load=$!
fi
failed=0
for ((run = 1; run <= runs; run++)); do
    begun=$SECONDS status=passed
    make -C "$folder/clone" -s test >"$folder/output" 2>&1 || { status=FAILED; failed=$((failed + 1)); }
    echo "run $run: $status after $((SECONDS - begun)) s: $(tail -n 1 "$folder/output")"
    if [ "$status" = FAILED ]; then sed -n '/= FAILURES =/,$p; /= ERRORS =/,$p' "$folder/output"; fi
done
echo "$failed of $runs runs failed"
[ "$failed" -eq 0 ]
