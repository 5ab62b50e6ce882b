"""The deal of a day that is over, played from its secret."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from bot.ai.daily import PLAYER, daily_round, deal_record, score_of
from bot.ai.solo_round import SoloRound
from bot.cli.errors import CannotDo
from bot.cli.replay import LoadedRecord, called, lines
from bot.cli.text import head_text, line_text, outcome_text, seats_of
from bot.engine.chance import commitment
from bot.engine.contract import NATURE, Actor
from bot.engine.errors import Refusal, shortened
from bot.engine.replay import find
from bot.games.daily import game_of_day
from bot.model.daily import SECRET_SIZE, day_numbered, number_of

_SECRET = re.compile(rf"[0-9a-fA-F]{{{2 * SECRET_SIZE}}}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def play(secret: str, day: str, moves: Sequence[str]) -> SoloRound:
    """Play the deal of a day with this secret and its player's moves; several may be in one text.

    Raises :class:`CannotDo`.
    """
    if not _SECRET.fullmatch(secret):
        raise CannotDo(f"the secret is not {2 * SECRET_SIZE} hexadecimal digits")
    dealt = game_of_day(_date(day).toordinal())
    played = daily_round(dealt.id, dealt.seats, dealt.options, day, bytes.fromhex(secret))
    codes = [code for each in moves for code in each.split()]
    for number, code in enumerate(codes, 1):
        if played.is_over:
            raise CannotDo(f"the round is over before move {number}, “{shortened(code)}”")
        try:
            played.choose(find(played.rules, played.state, PLAYER, code))
        except Refusal:
            possible = ", ".join(each.code for each in played.legal)
            told = f"move {number}, “{shortened(code)}”, is not possible; possible: {possible}"
            raise CannotDo(told) from None
    return played


def _date(text: str) -> date:
    try:
        day = date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise CannotDo(f"“{shortened(text)}” is not a date such as 2026-12-01") from None
    if number_of(day) < 1:
        raise CannotDo(f"the first deal was that of {day_numbered(1)}")
    return day


def deal_text(played: SoloRound) -> Iterator[str]:
    """Yield the deal, the course, who led and the result, line by line."""
    info, chance = played.rules.info, played.chance
    loaded = LoadedRecord(deal_record(played)[0], played.rules, played.setup, info)
    seats, day = seats_of(loaded), _date(chance.salts[1])
    yield f"Deal {number_of(day)}, {day}"
    yield head_text(loaded)
    yield f"Commitment, to be compared with the one that you kept: {commitment(chance.secret)}"
    yield f"Salts: {', '.join(chance.salts)}"
    for line in lines(loaded):
        yield from line_text(line, seats)
    yield f"{called(_leader(played)).capitalize()} leads."
    if played.is_over:
        yield outcome_text(played.rules.outcome(played.state), seats)
        yield f"Score: {score_of(played)}"
    else:
        yield f"{called(PLAYER).capitalize()} is to choose; give its moves with --moves."


def _leader(played: SoloRound) -> Actor:
    """Return the seat of the first who plays."""
    return next((actor for actor, _ in played.log if actor is not NATURE), PLAYER)
