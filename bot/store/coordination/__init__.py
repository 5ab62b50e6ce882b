"""Coordination of processes that share a PostgreSQL.

Locks and notifications belong to a session, so all of it goes over one connection outside the pool
(`direct_connection`): the locks by which each shard has one owner and shards start one after the
other (`shard_locks`), and the changes that processes tell each other (`change_feed`).

asyncpg is imported when a connection is opened, since users of SQLite may not have it.
"""
