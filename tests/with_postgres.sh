#!/bin/sh
# Run a command with a temporary PostgreSQL, whose address is in BONEYARD_TEST_POSTGRES_URL.
# If that is set already, use it. Without pg_virtualenv, run the command without PostgreSQL.
# With BONEYARD_TEST_FSYNC=on its commits are durable, which tests don't need and measures do.
if [ -n "$BONEYARD_TEST_POSTGRES_URL" ]; then
    exec "$@"
fi
if ! command -v pg_virtualenv >/dev/null; then
    echo "Going without PostgreSQL: pg_virtualenv (postgresql-common) is not installed."
    exec "$@"
fi
# Show only the command's output, unless PostgreSQL fails to start.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$log.started
pg_virtualenv -t -o "fsync=${BONEYARD_TEST_FSYNC:-off}" sh -c '
    BONEYARD_TEST_POSTGRES_URL="postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"
    export BONEYARD_TEST_POSTGRES_URL
    touch "$0"
    exec "$@" >&3 2>&4' "$started" "$@" 3>&1 4>&2 >"$log" 2>&1
status=$?
rm "$started" 2>/dev/null || cat "$log"
exit $status
