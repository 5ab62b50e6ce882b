#!/bin/sh
# Run a command with a PostgreSQL of its own in BONEYARD_TEST_POSTGRES_URL, which ends with it.
# One that is named already is used; without pg_virtualenv there is none, and a line says so.
if [ -n "$BONEYARD_TEST_POSTGRES_URL" ]; then
    exec "$@"
fi
if ! command -v pg_virtualenv >/dev/null; then
    echo "The tests on PostgreSQL are left out: pg_virtualenv (postgresql-common) is not here."
    exec "$@"
fi
# Only the command's own output is shown, so that its last lines are the last.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$log.started
pg_virtualenv sh -c '
    BONEYARD_TEST_POSTGRES_URL="postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"
    export BONEYARD_TEST_POSTGRES_URL
    touch "$0"
    exec "$@" >&3 2>&4' "$started" "$@" 3>&1 4>&2 >"$log" 2>&1
status=$?
rm "$started" 2>/dev/null || cat "$log"
exit $status
