"""Looks at all that the bot says for bones that its reader cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.domino.bone import Bone
from bot.engine.contract import Event
from bot.engine.replay import Ply
from bot.games import game
from bot.games.blind import LotsDrawn, OddLaid, Turned
from bot.games.events import Lacking, RoundEnded
from tests.discord_ui.table import Cafe, Shown, bones_in

WAITING = re.compile(r"Only with its double goes on: ([^.\n]*)\.")
"""What open ends wait for, wherever it is."""


@dataclass(frozen=True)
class Known:
    """Bones that somebody may be told of."""

    lying: set[str]
    """Those that lie face up at some moment between two looks, and those of the own hand."""
    told: set[str]
    """Those and what was told or turned over in the rounds between."""
    opened: set[str]
    """The hands laid open at the end of a round between."""
    awaited: set[str]
    """The doubles of the open ends."""


class Sweep:
    """Looks at everything the bot says, and at what its reader may know at that moment.

    What is public are the bones laid and turned over in the rounds between two looks, and the hands
    laid open at the end of a round between them; to who sits in a seat, the own hand is known too.
    """

    def __init__(self, cafe: Cafe) -> None:
        self.cafe = cafe
        self.looked_at = len(cafe.versions)
        self.ply = 0
        self.checked = 0
        self.mentions = 0

    async def look_again(self) -> None:
        """At everything from the beginning."""
        self.looked_at = 0
        await self.look()

    async def look(self, match_id: int = 1) -> None:
        plies = await self.cafe.plies(match_id)
        match = await self.cafe.match(match_id)
        new = self.cafe.versions[self.looked_at :]
        moments = plies[max(self.ply - 1, 0) :]
        info = game(match.game).info
        printed = bones_in("\n".join((*info.card, *info.page)))
        self.looked_at, self.ply = len(self.cafe.versions), len(plies)
        for shown in new:
            seat = None if shown.owner is None else match.seat_of(shown.owner)
            known = known_to(seat, moments, plies)
            if not shown.files:
                known.told.update(printed)
            self.check(shown, known)

    def check(self, shown: Shown, known: Known) -> None:
        words = shown.all_words
        for named in WAITING.findall(words):
            assert bones_in(named) <= known.awaited, f"{named} in {shown}"
        named = bones_in(WAITING.sub("", words))
        ends_round = any(file == "round.png" for file in shown.files)
        allowed = known.told | (known.opened if ends_round else set())
        assert named <= allowed, f"{named - allowed} in {shown}"
        if not ends_round:
            pictured = bones_in(WAITING.sub("", "\n".join(shown.alts)))
            assert pictured <= known.lying, f"{pictured - known.lying} in the picture of {shown}"
        if shown.owner is None:
            assert not bones_in("\n".join([*shown.ids, *shown.files])), "an id is read by everybody"
            assert not [each for each in shown.ids if each[:2] in {"m:", "b:", "s:"}]
        self.checked += 1
        self.mentions += len(named)


def known_to(seat: int | None, moments: Sequence[Ply[Any]], plies: Sequence[Ply[Any]]) -> Known:
    """What a seat (``None``: everybody) may be told at these moments of a match."""
    known = Known(set(), set(), set(), set())
    for ply in plies:
        if ply.state.number >= moments[0].state.number:
            known.told.update(_codes(bone for event in ply.events for bone in told_by(event)))
    for ply in moments:
        known.lying.update(laid_in(ply.state), face_up_in(ply.state), hand_in(ply.state, seat))
        known.told.update(_codes(turned_in(ply.state.round)))
        for event in ply.events:
            known.opened.update(_codes(opened_by(event)))
        pips = {opening.pips for opening in ply.state.round.layout.openings}
        known.awaited.update(f"{each}-{each}" for each in pips)
    known.told.update(known.lying)
    return known


def laid_in(state: Any) -> list[str]:
    """The bones of the layout."""
    return [laid.bone.code for laid in state.round.layout.laid]


def hand_in(state: Any, seat: int | None) -> Iterator[str]:
    """A hand; rows that nobody has seen are none."""
    hands = getattr(state.round, "hands", ())
    if seat is not None and hands:
        yield from (bone.code for bone in hands[seat])


def face_up_in(state: Any) -> Iterator[str]:
    """Of rows: what lies face up there, or was just turned over; in the end that is all."""
    over = state.round.outcome is not None
    yield from (bone.code for bone in turned_in(state.round) if bone.double or over)
    pending = getattr(state.round, "pending", None)
    if pending is not None:
        yield pending.code


def turned_in(table: Any) -> Iterator[Bone]:
    """Of rows: all that everybody has seen and may remember."""
    yield from (bone for row in getattr(table, "rows", ()) for bone in row.turned)


def opened_by(event: Event) -> Iterator[Bone]:
    """What the end of a round lays open."""
    if isinstance(event, RoundEnded):
        yield from (bone for hand in event.hands for bone in hand)
        yield from (laid.bone for laid in event.layout.laid)


def told_by(event: Event) -> Iterator[Bone]:
    """What is told of bones that do not lie on the table, or not for long."""
    match event:
        case LotsDrawn(bones=bones) | Lacking(bones=bones):
            yield from bones
        case OddLaid(bone=bone) | Turned(bone=bone):
            yield bone
        case _:
            pass


def _codes(bones: Iterable[Bone]) -> Iterator[str]:
    return (bone.code for bone in bones)
