#!/bin/sh
# Run a command with a temporary PostgreSQL, whose address is in BONEYARD_TEST_POSTGRES_URL.
# If that is set already, use it. Without pg_virtualenv, run the command without PostgreSQL.
if [ -n "$BONEYARD_TEST_POSTGRES_URL" ]; then
    exec "$@"
fi
if ! command -v pg_virtualenv >/dev/null; then
    echo "Skipping the tests on PostgreSQL: pg_virtualenv (postgresql-common) is not installed."
    exec "$@"
fi
# Show only the command's output, unless PostgreSQL fails to start.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$log.started
pg_virtualenv -t sh -c '
    BONEYARD_TEST_POSTGRES_URL="postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"
    export BONEYARD_TEST_POSTGRES_URL
    touch "$0"
    exec "$@" >&3 2>&4' "$started" "$@" 3>&1 4>&2 >"$log" 2>&1
status=$?
rm "$started" 2>/dev/null || cat "$log"
exit $status
