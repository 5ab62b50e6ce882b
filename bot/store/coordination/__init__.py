"""How processes that share a PostgreSQL divide the work.

    connection = DirectConnection(url)
    locks = ShardLocks(connection, lost=end_the_process)
    feed = PostgresChangeFeed(connection)
    accepted = AcceptedInteractions(connection)
    await connection.open()
    claim = await handover.claim(locks, shards, on_wait)
    ...
    await connection.close()

Everything goes over one connection outside the pool, since locks and notifications belong to a
session: `shard_locks` says which process holds which shards, `handover` passes them from a process
that was told to stop to its successor, `change_feed` tells the others what has changed,
`accepted_interactions` tells a successor what was answered already, and `identify_locks` spaces
the starts of shards. asyncpg is imported when a connection is opened, since users of SQLite may
not have it.
"""
