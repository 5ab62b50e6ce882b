"""The deal of a day that is over, played from its secret."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.ai.daily import PLAYER, daily_round, deal_record, par_seed, score_of
from bot.ai.solo_round import SoloRound
from bot.cli.errors import CannotDo
from bot.cli.replay import LoadedRecord, called, lines
from bot.cli.text import head_text, line_text, outcome_text, seats_of
from bot.engine.contract import NATURE, Actor
from bot.engine.errors import IllegalMove, Refusal, shortened
from bot.engine.record import Record
from bot.engine.replay import find
from bot.engine.story import DealCheck
from bot.games.daily import game_of_day
from bot.model.daily import SECRET_SIZE, day_numbered, number_of
from bot.service.daily.par import RUNS

_SECRET = re.compile(rf"[0-9a-fA-F]{{{2 * SECRET_SIZE}}}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal, from its first shuffle to the last of the given moves."""

    day: date
    played: SoloRound
    record: Record
    checks: tuple[DealCheck, ...]

    @property
    def secret(self) -> bytes:
        return self.played.chance.secret

    @property
    def leader(self) -> Actor:
        """The first who plays."""
        return next((actor for actor, _ in self.record.log if actor is not NATURE), PLAYER)


def play(secret: str, day: str, moves: Sequence[str]) -> PlayedDeal:
    """Play the deal of a day with this secret and the choices of its player, by their codes."""
    if not _SECRET.fullmatch(secret):
        raise CannotDo(f"the secret is not {2 * SECRET_SIZE} hexadecimal digits")
    dealt_on = _date(day)
    dealt = game_of_day(dealt_on.toordinal())
    key = bytes.fromhex(secret)
    played = daily_round(dealt.id, dealt.seats, dealt.options, dealt_on.isoformat(), key)
    codes = [code for each in moves for code in each.split()]
    for number, code in enumerate(codes, 1):
        if played.is_over:
            raise CannotDo(
                f"the round is over after {number - 1} moves, and there are {len(codes)}"
            )
        try:
            played.choose(find(played.rules, played.state, PLAYER, code))
        except IllegalMove as refusal:
            possible = refusal.places["legal"]
            told = f"move {number}, “{shortened(code)}”, is not possible; possible: {possible}"
            raise CannotDo(told) from None
        except Refusal as refusal:
            raise CannotDo(f"move {number}, “{shortened(code)}”: {refusal}") from None
    return PlayedDeal(dealt_on, played, *deal_record(played))


def _date(text: str) -> date:
    try:
        day = date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise CannotDo(f"“{shortened(text)}” is not a date such as 2026-12-01") from None
    if number_of(day) < 1:
        raise CannotDo(f"the first deal was that of {day_numbered(1)}")
    return day


def deal_text(deal: PlayedDeal) -> Iterator[str]:
    """Yield the deal, who leads, the course and the result, line by line."""
    played, record = deal.played, deal.record
    loaded = LoadedRecord(record, played.rules, played.setup, played.rules.info)
    source, seats = record.chance, seats_of(loaded)
    yield f"Deal {number_of(deal.day)}, {deal.day}"
    yield head_text(loaded)
    if source is not None:
        yield f"Commitment, to be compared with the one that you kept: {source.commitment}"
        yield f"Salts: {', '.join(source.salts)}"
    for line in lines(loaded):
        yield from line_text(line, seats)
    yield f"{called(deal.leader).capitalize()} leads."
    if played.is_over:
        yield outcome_text(played.rules.outcome(played.state), seats)
        yield f"Score: {score_of(played)}"
    else:
        yield f"{called(PLAYER).capitalize()} is to choose; give its moves with --moves."


def deal_json(deal: PlayedDeal) -> str:
    """Return the deal's record with more keys, which ``replay`` and the docs' script read, too."""
    played = deal.played
    plain: dict[str, Any] = json.loads(deal.record.dump())
    more = {
        "day": deal.day.isoformat(),
        "number": number_of(deal.day),
        "leader": deal.leader,
        "hands": deal.checks[-1].held,
        "score": score_of(played) if played.is_over else None,
        "par_seeds": [f"{par_seed(deal.secret, run):016x}" for run in range(RUNS)],
    }
    return json.dumps(more | plain)
