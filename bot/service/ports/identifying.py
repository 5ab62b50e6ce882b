"""The interface through which processes take turns in starting shards."""

from typing import Protocol


class IdentifyTurns(Protocol):
    """Lets one process at a time start a shard of a bucket (`shard % max_concurrency`)."""

    async def try_take(self, bucket: int) -> bool:
        """Take a bucket if no other process has it; return whether it was taken.

        Raises:
            StoreFault: The store failed, so whether it is free is unknown.
        """

    async def give_back(self, bucket: int) -> None:
        """Let other processes take the bucket.

        Raises:
            StoreFault: The store failed; the bucket is free once the connection has ended.
        """
