"""A deal of the day, played: everything follows from its secret and the choices made."""

import hmac
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bot.ai.players import LEVELS, decide
from bot.ai.solo_round import SoloRound
from bot.engine.chance import DAILY_SALT, MatchRandomness, commitment
from bot.engine.contract import Observation, Outcome, Seat
from bot.engine.errors import Refusal
from bot.engine.options import OptionValue
from bot.engine.record import Record, Source
from bot.engine.replay import find
from bot.engine.seating import STEADY, STRONG, prepare
from bot.engine.story import DealCheck, check_shuffles, lots_drawn
from bot.engine.translatable import N_
from bot.games import game

PLAYER: Seat = 0
"""The seat of the person; computers have the others."""
COMPUTERS = STEADY
COMPUTERS_VERSION = 1
"""Raised whenever computers may choose otherwise than before, so that deals are played as they were
begun. There are fewer than a thousand versions."""


class DealChanged(Refusal):
    """The choices that were stored are no legal moves any more."""

    sentence = N_("The rules of this deal have changed, so it doesn't count for anybody.")


def version_of(game_id: str) -> int:
    """Return the version of what a deal follows from beside its secret; newer ones are higher."""
    return 1_000 * game(game_id).info.rules + COMPUTERS_VERSION


def daily_round(
    game_id: str,
    seats: int,
    options: Mapping[str, OptionValue],
    day: str,
    secret: bytes,
    moves: Sequence[str] = (),
) -> SoloRound:
    """Return the deal of a day (``2026-12-01``) after ``moves``, the codes of all choices so far.

    This takes some milliseconds of CPU time. Raises :class:`DealChanged` if a move is not legal.
    """
    rules = game(game_id)

    def answer(_seat: Seat, seen: Observation, ply: int) -> str:
        return decide(COMPUTERS, game_id, seen, _seed(secret, f"computer|{ply}"))

    chance = MatchRandomness(secret, (DAILY_SALT, day))
    setup, alone = prepare(rules.info, seats, options), seats == 1
    played = SoloRound(rules, setup, PLAYER, chance, answer, skips_forced=alone)
    for code in moves:
        try:
            played.choose(find(rules, played.state, PLAYER, code))
        except Refusal:
            raise DealChanged from None
    return played


def score_of(played: SoloRound) -> int:
    """Return what a round that is over is compared by, the highest being best.

    It is the lead over the best of the others in points, or in penalties; for somebody who plays
    alone, what is left over, below zero.
    """
    outcome: Outcome | None = played.rules.outcome(played.state)
    if outcome is None:
        raise ValueError("the round is not over")
    if outcome.tally is not None:
        return -outcome.tally
    own = played.setup.side_of(PLAYER)
    sign = -1 if played.rules.info.penalties else 1
    points = [sign * each for each in outcome.points]
    return points[PLAYER] - max(points[seat] for seat in played.setup.seats if seat not in own)


def strong_score(
    game_id: str, seats: int, options: Mapping[str, OptionValue], day: str, secret: bytes, run: int
) -> int:
    """Return the score of a strong computer in the person's place; each ``run`` may differ.

    This takes up to a second or two of CPU time.
    """
    played = daily_round(game_id, seats, options, day, secret)
    rng = Random(par_seed(secret, run))  # noqa: S311 - the result must be reproducible
    strong: Any = LEVELS[STRONG]
    while not played.is_over:
        code = strong.choose(played.rules, played.seen, rng)
        played.choose(next(each for each in played.legal if each.code == code))
    return score_of(played)


def par_seed(secret: bytes, run: int) -> int:
    """Return what the strong computer's random numbers begin with in a run, from 0."""
    return _seed(secret, f"par|{run}")


def deal_record(played: SoloRound) -> tuple[Record, tuple[DealCheck, ...]]:
    """Return a deal as far as it was played, with its secret, and its shuffles recomputed."""
    chance, setup, info = played.chance, played.setup, played.rules.info
    checks = tuple(check_shuffles(played.rules, setup, played.log, chance))
    secret, salts = chance.secret, chance.salts
    source = Source(commitment(secret), secret.hex(), salts, lots_drawn(checks))
    log = tuple(played.log)
    return Record(info.id, info.rules, setup.seat_count, setup.options, log, chance=source), checks


def _seed(secret: bytes, purpose: str) -> int:
    digest = hmac.digest(secret, f"boneyard/daily/1|{purpose}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
