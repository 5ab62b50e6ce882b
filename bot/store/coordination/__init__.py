"""Coordination of processes that share a PostgreSQL.

`links.linked` puts the parts together, over one connection outside the pool (`direct_connection`),
since locks and notifications belong to a session:

- `ownership` is what the rest of the bot uses. It takes the shards by the locks of `shard_locks`,
  and `handover` passes them from a process that was told to stop to its successor.
  `accepted_interactions` tells the successor which interactions were accepted already.
- `change_feed` tells the other processes what has changed.
- `identify_locks` spaces the starts of shards.

asyncpg is imported when a connection is opened, since users of SQLite may not have it.
"""
