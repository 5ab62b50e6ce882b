"""How processes that share a PostgreSQL divide the work.

    connection = DirectConnection(url)
    feed = PostgresChangeFeed(connection)
    locks = ShardLocks(connection, lost=end_the_process)
    accepted = AcceptedInteractions(connection)
    await connection.open()
    if await claim(locks, shards) is Claim.STANDBY:
        ...  # connect to Discord
        await take_over(locks, shards)
    ...
    await connection.close()

Everything goes over one connection outside the pool, since locks and notifications belong to a
session: `shard_locks` says which process holds which shards, `handover` passes them from a process
that was told to stop to its successor, `change_feed` tells the others what has changed,
`accepted_interactions` tells a successor what was answered already, and `identify_locks` spaces
the starts of shards. asyncpg is imported when a connection is opened, since users of SQLite may
not have it.
"""
