"""The protocol by which a process hands its shards to its successor without a gap.

The successor waits for the shards. When the old process is told to stop and sees somebody waiting,
it announces that it leaves. The successor connects to Discord, keeps the interactions that arrive,
and announces that it stands by. Then the old process stops, which releases the shards, and the
successor answers what the old process did not accept.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from time import monotonic

from bot.model.shards import Shards
from bot.service.ports.faults import StoreFault
from bot.store.coordination.lock_table import Holder
from bot.store.coordination.shard_locks import ShardLocks, ShardsHeld

log = logging.getLogger(__name__)

LONGEST_WAIT = 15.0
"""Seconds for which a process waits for shards whose holders don't leave."""
LONGEST_STANDBY = 60.0
"""Seconds for which a process stands by: longer than any process takes to stop."""
LONGEST_LEAVE, LONGEST_START = 20.0, 6.0
"""Seconds for which a process that was told to stop waits until its successor stands by, and those
that it waits in addition for each shard: they may have to start one after the other."""
WAITING_POLL, STANDBY_POLL, LEAVING_POLL = 0.1, 0.05, 0.1
"""Seconds between two checks of the locks: while waiting, standing by and leaving."""


class Claim(Enum):
    """The outcome of a claim."""

    HELD = auto()
    """This process holds the shards."""
    STANDBY = auto()
    """Those who hold them leave: connect to Discord, then call `take_over`."""


@dataclass(frozen=True, slots=True)
class Time:
    """The clock of the protocol, which tests replace."""

    now: Callable[[], float] = monotonic
    """Returns the seconds of a monotonic clock."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for that many seconds."""


REAL_TIME = Time()


async def claim(
    locks: ShardLocks,
    shards: Shards,
    *,
    on_leave: Callable[[Collection[Holder]], None] = lambda _: None,
    time: Time = REAL_TIME,
) -> Claim:
    """Hold the shards, or wait until those who hold them leave.

    Args:
        locks: the locks of this process.
        shards: what this process is to hold.
        on_leave: called with those who hold them, once they leave.
        time: how time passes.

    Raises:
        ShardsHeld: After `LONGEST_WAIT` somebody still holds some of them and does not leave.
        StoreFault: PostgreSQL could not be asked, at the start or until the end of the wait.
    """
    try:
        await locks.take(shards)
    except ShardsHeld as held:
        log.info("waiting for the shards %s for %.0f s: %s", shards, LONGEST_WAIT, held)
    else:
        return Claim.HELD
    ended = None
    try:
        ended = await _wait(locks, shards, on_leave, time)
    finally:
        if ended is not Claim.STANDBY:
            await _stop_waiting(locks)
    return ended


async def take_over(locks: ShardLocks, shards: Shards, *, time: Time = REAL_TIME) -> None:
    """Stand by until the shards are free, and hold them.

    To be called after `claim` returned `Claim.STANDBY`, once this process receives what happens on
    Discord. When it returns, notifications that the former holders sent before they gave the
    shards up have arrived.

    Args:
        locks: the locks of this process.
        shards: what this process is to hold.
        time: how time passes.

    Raises:
        ShardsHeld: Somebody else holds the shards and does not leave, or leaves for longer than
            `LONGEST_STANDBY`.
        StoreFault: PostgreSQL could not be asked for so long.
    """
    began = left = time.now()
    try:
        while True:
            try:
                await locks.stand_by(shards)  # does nothing if it was announced already
                await locks.take(shards)
            except StoreFault as fault:
                refused = fault
            else:
                return
            if isinstance(refused, ShardsHeld) and refused.all_leave:
                left = time.now()
            if time.now() >= min(left + LONGEST_WAIT, began + LONGEST_STANDBY):
                raise refused
            await time.sleep(STANDBY_POLL)
    finally:
        await _stop_waiting(locks)


async def hand_over(locks: ShardLocks, shards: Shards, *, time: Time = REAL_TIME) -> bool:
    """Wait until a successor stands by, for a process that was told to stop.

    The process goes on with its work meanwhile. It keeps the shards until it calls ``release`` or
    ends.

    Args:
        locks: the locks of this process.
        shards: what this process holds.
        time: how time passes.

    Returns:
        Whether a successor stands by; False at once if nobody waits for the shards.
    """
    limit = LONGEST_LEAVE + LONGEST_START * len(shards.ids)
    deadline = time.now() + limit
    leaves = False
    while time.now() < deadline:
        try:
            if not await locks.has_successor(shards):
                return False
            if not leaves:
                await locks.leave(shards)
                leaves = True
                log.info("another process waits for the shards %s; it may take over", shards)
            if await locks.has_standby(shards):
                return True
        except StoreFault as fault:
            log.warning("the shards %s are not handed over: %s", shards, fault)
            return False
        await time.sleep(LEAVING_POLL)
    log.warning("no process stood by for the shards %s within %.0f s", shards, limit)
    return False


async def _wait(
    locks: ShardLocks, shards: Shards, on_leave: Callable[[Collection[Holder]], None], time: Time
) -> Claim:
    """Announce that this process waits, until the shards are free or their holders leave."""
    deadline = time.now() + LONGEST_WAIT
    while True:
        try:
            await locks.wait_for(shards)  # does nothing if it was announced already
            await locks.take(shards)
        except StoreFault as fault:  # a lost connection, too, may come back in time
            if isinstance(fault, ShardsHeld) and fault.all_leave:
                on_leave(fault.holders)
                return Claim.STANDBY
            if time.now() >= deadline:
                raise
        else:
            return Claim.HELD
        await time.sleep(WAITING_POLL)


async def _stop_waiting(locks: ShardLocks) -> None:
    try:
        await locks.stop_waiting()
    except StoreFault as fault:
        log.debug("cannot release the locks of a waiting process: %s", fault)
