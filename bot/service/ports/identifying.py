"""The interface through which processes take turns in starting shards."""

from typing import Protocol


class IdentifyTurns(Protocol):
    """Lets one process at a time start a shard of a bucket (`shard % max_concurrency`)."""

    async def try_take(self, bucket: int) -> bool:
        """Take a bucket if no other process has it; return whether it was taken.

        Raises:
            StoreFault: That could not be found out.
        """

    async def give_back(self, bucket: int) -> None:
        """Let other processes take the bucket.

        Raises:
            StoreFault: They could not be told; the bucket is free once the connection has ended.
        """
