"""Rows of bones that lie face down: their pictures, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from bot.engine.contract import Event, Move, Seat
from bot.engine.words import N_
from bot.games.blind import (
    FROM_LEFT,
    BlindSeen,
    Choose,
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    Turned,
    TurnOver,
)
from bot.present.company import Company, letter, lettered
from bot.present.lines import line_scene
from bot.present.words import Words
from renderers import RowScene, RowsScene, SeatRow


def rows_scene(seen: BlindSeen) -> RowsScene:
    """The line, and every seat's row as it lies."""
    return RowsScene(line_scene(seen.layout), tuple(_row(seen, s) for s in seen.setup.seats))


def row_scene(seen: BlindSeen) -> RowScene:
    """The row of the observation's seat."""
    return RowScene(_row(seen, seen.seat or 0))


def _row(seen: BlindSeen, seat: Seat) -> SeatRow:
    bones = tuple(None if each is None else (each.high, each.low) for each in seen.lying(seat))
    return SeatRow(letter(seat), bones, _front(seen, seat), active=seat in seen.to_act)


def _front(seen: BlindSeen, seat: Seat) -> Literal["left", "right"] | None:
    direction = seen.directions[seat]
    if direction is None:
        return None
    return "left" if direction == FROM_LEFT else "right"


def rows_told(seen: BlindSeen, say: Words) -> Iterator[str]:
    """Every row in words."""
    for seat in seen.setup.seats:
        held, who = seen.counts[seat], lettered(seat, say)
        yield say.count(
            "{who} has {n} bone in the row.", "{who} has {n} bones in the row.", held, who=who
        )
        yield from _lying(seen, seat, say)


def own_row_told(seen: BlindSeen, say: Words) -> Iterator[str]:
    """The row of the observation's seat in words."""
    if seen.seat is None:
        return
    held = seen.counts[seen.seat]
    if any(seen.lying(seen.seat)):
        yield say.count("Your row has {n} bone.", "Your row has {n} bones.", held)
    else:
        yield say.count(
            "Your row has {n} bone, face down.", "Your row has {n} bones, face down.", held
        )
    yield from _lying(seen, seen.seat, say)


def _lying(seen: BlindSeen, seat: Seat, say: Words) -> Iterator[str]:
    """Which end is the front, and what lies face up."""
    match _front(seen, seat):
        case "left":
            yield say("It is turned over from the left.")
        case "right":
            yield say("It is turned over from the right.")
        case None:
            pass
    up = [each.code for each in seen.lying(seat) if each is not None]
    if up:
        yield say("Face up: {bones}.", bones=", ".join(up))


def phrase(event: Event, company: Company, say: Words, me: Seat | None) -> str | None:
    """What happened to the rows."""
    match event:
        case LotsDrawn(seats, bones):
            drawn = zip(seats, bones, strict=True)
            told = say.listed(f"{company.name(seat, say)} {bone.code}" for seat, bone in drawn)
            return say("For the lead were drawn: {lots}", lots=told)
        case OddLaid(bone):
            return say("The bone left over, **{bone}**, lies first", bone=bone.code)
        case DirectionChosen(seat):
            text = N_("You have chosen") if seat == me else N_("{who} has chosen")
            return say(text, who=company.name(seat, say))
        case DirectionsShown():
            return say("The rows can be turned over")
        case Returned(seat, bone, face_up):
            return _returned(company.name(seat, say), bone.code, say, mine=seat == me, up=face_up)
        case _:
            return None


def _returned(who: str, bone: str, say: Words, *, mine: bool, up: bool) -> str:
    own = N_("You turned over **{bone}**, which does not fit; it goes to the back")
    other = N_("{who} turned over **{bone}**, which does not fit; it goes to the back")
    told = say(own if mine else other, who=who, bone=bone)
    return say("{told}, face up", told=told) if up else told


def waiting(event: Event, company: Company, say: Words, me: Seat | None) -> str | None:
    """A bone that was turned over, while its place is still to be chosen."""
    if not isinstance(event, Turned):
        return None
    own = N_("You turned over **{bone}**, which fits at both ends")
    other = N_("{who} turned over **{bone}**, which fits at both ends")
    who = company.name(event.seat, say)
    return say(own if event.seat == me else other, who=who, bone=event.bone.code)


def question(legal: Sequence[Move], say: Words) -> str:
    """What is asked when a direction is to be chosen, which no move's name tells."""
    if not any(isinstance(move, Choose) for move in legal):
        return ""
    return say(
        "From which end shall your row be turned over? The others see it when all have chosen."
    )


def named(move: Move, say: Words) -> str | None:
    """A move with a row, in words."""
    match move:
        case TurnOver():
            return say("Turn over the next bone")
        case Choose(direction=direction):
            return say("From the left") if direction == FROM_LEFT else say("From the right")
        case _:
            return None
