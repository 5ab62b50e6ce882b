"""Searches everything that the bot says for pieces that its reader must not know."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from bot.domino.bone import Bone, bone
from bot.domino.square import SIDES, SYMBOLS, Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Event
from bot.engine.game_info import GameInfo
from bot.engine.replay import ReplayedMove
from bot.engine.rules import Rules
from bot.games import game
from bot.games.blind.events import LotsDrawn, OddLaid, Turned
from bot.games.connecting.events import Lacking, RoundEnded
from bot.games.double_double.events import BoardEnded, LowestShown, Placed
from bot.games.memory.events import GridCleared, TurnedBack
from bot.games.memory.table import MemoryTable
from bot.games.mexican_train.events import TrainsEnded
from bot.games.squares import events as squares
from bot.present.catalogues import LANGUAGES
from bot.present.i18n import ENGLISH, words
from bot.present.screens.rules import rules_screen
from bot.present.text.square_signs import WRITTEN
from bot.present.text.unbroken import HARD_HYPHEN
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from tests.discord_ui.simulation import AFTER, BEFORE, DiscordSim, Person, Shown, bones_in
from tests.drawn_squares import DRAWN, spelled
from tests.games.playing import sees

AWAITED = "Ends that need their double first: {ends}."
WAITING = re.compile(
    "|".join(
        re.escape(words(each)(AWAITED, ends="6-6")).replace(r"6\-6", r"[^.。\n]*")
        for each in LANGUAGES
    )
)
"""Finds the doubles that open ends wait for, in a text of any language."""


async def within_reach(
    sim: DiscordSim, others: Sequence[Person], told: set[int], since: tuple[int, int]
) -> list[object]:
    """Return all that these people can read: what was said to them, and to everybody.

    ``told`` are people to whom more may be said; ``since`` is an earlier result of :func:`now`.
    """
    before, asked = since
    match = await sim.match()
    found: list[object] = [(match.awaits, match.ply)]
    for each in others:
        found.append(await each.autocomplete(sim.channel, "move", "move", ""))
        shown = [
            await sim.say(each, name) for name in ("hand", "games", "board", "rules", "replay")
        ]
        found += map(without_ids, shown)
    new = [each for each in sim.versions[before:] if each.owner not in told]
    # Messages sent to several people arrive in any order.
    found += sorted((str(e.owner), without_ids(e), e.pictures, e.pinged) for e in new)
    to_channel = f"/channels/{sim.channel.id}/messages"
    sent = [each for each in sim.env.http_requests[asked:] if each.path.startswith(to_channel)]
    return [*found, sorted(map(_said, sent))]


async def look_alike(
    folder: Path,
    play: Callable[[DiscordSim, str], Awaitable[list[object]]],
    hidden: Sequence[str],
    *,
    least: int,
) -> None:
    """Check that two runs that differ only in something hidden look exactly the same.

    ``play`` plays in a fresh simulation with one of two hidden things, and returns what people
    who must not know it could read: more than ``least`` things.
    """
    seen = []
    for nth, each in enumerate(hidden):
        own = folder / str(nth)
        own.mkdir()
        sim = DiscordSim(own)
        await sim.open()
        try:
            seen.append(await play(sim, each))
        finally:
            await sim.close()
    one, other = seen
    assert len(one) > least
    assert one == other


def _said(request: Any) -> str:
    """Return a request without its nonce, which depends on the order in which messages arrived."""
    return str({**request.json, "nonce": None} if request.json else None)


def without_ids(shown: Shown) -> str:
    return re.sub(r"(/channels/\d+/\d+)/\d+", r"\1/…", shown.all_words)


def now(sim: DiscordSim) -> tuple[int, int]:
    return len(sim.versions), len(sim.env.http_requests)


_SPELLED = {symbol: symbol for symbol in SYMBOLS}
_SPELLED |= {sign: symbol for symbol, sign in WRITTEN.items()}
"""Every way to show a square of a piece, with its symbol: codes and signs."""
_SYMBOL = "(?:" + "|".join(map(re.escape, _SPELLED)) + ")"
_SQUARE = re.compile(rf"{BEFORE}{_SYMBOL}(?:-{_SYMBOL}){{{SIDES - 1}}}{AFTER}", re.IGNORECASE)
_TURNED = {"-".join(piece.turned(at)): piece.code for piece in SQUARES for at in range(SIDES)}


def squares_in(text: str) -> set[str]:
    """Return the square pieces that a text names, rotated or not, as the list spells them."""
    found = (*_SQUARE.findall(text), *map(spelled, DRAWN.finditer(text)))
    named = (piece.lower().split("-") for piece in found)
    return {_TURNED["-".join(_SPELLED[each] for each in piece)] for piece in named}


_CONDITIONS = re.compile(
    "|".join(
        re.escape(words(each)(achievement.text)).replace(r"\-", f"[-{HARD_HYPHEN}]")
        for achievement in ACHIEVEMENTS
        if bones_in(achievement.text)
        for each in LANGUAGES
    )
)
"""Finds conditions of achievements that name a bone: results contain these sentences."""


def pieces_in(*texts: str) -> set[str]:
    told = _CONDITIONS.sub(" ", "\n".join(texts))
    return bones_in(told) | squares_in(told)


def pieces_in_examples(info: GameInfo) -> set[str]:
    chapters = ("short", *(f"example-{number}" for number in range(2, len(info.examples) + 1)))
    screens = [rules_screen(info, ENGLISH, chapter) for chapter in chapters]
    alts = (picture.alt for screen in screens for picture in screen.pictures)
    return pieces_in(*alts, *(example.text for example in info.examples))


def request_text(*parts: object) -> str:
    return json.dumps(parts, ensure_ascii=False).replace(HARD_HYPHEN, "-").replace("\\n", " ")


@dataclass(frozen=True)
class Known:
    lying: set[str]
    """Those face up at some moment between two looks, and those of the person's own hand."""
    told: set[str]
    """The same, and those that were announced or turned over in the rounds between."""
    opened: set[str]
    """The hands shown at the end of a round between."""
    awaited: set[str]
    """The doubles that open ends wait for."""


class Sweep:
    """Compares everything the bot says with what its reader may know at that moment.

    Public are the pieces laid or turned over in the rounds between two looks, and the hands shown
    at the end of a round between them. Whoever sits in a seat also knows that seat's hand, and what
    it gave, passed on or put into the pit.
    """

    def __init__(self, sim: DiscordSim) -> None:
        self.sim, self.looked_at, self.ply = sim, len(sim.versions), 0
        self.checked = self.mentions = 0
        self._sat: dict[int, int | None] = {}
        """People's seats at the last look: messages about a seat may arrive after they left it."""

    async def look_again(self) -> None:
        self.looked_at = 0
        await self.look()

    async def look(self, match_id: int = 1) -> None:
        plies, match = await self.sim.plies(match_id), await self.sim.match(match_id)
        new = self.sim.versions[self.looked_at :]
        moments = plies[max(self.ply - 1, 0) :]
        rules = game(match.game)
        printed = pieces_in(*rules.info.card, *rules.info.page)
        examples = pieces_in_examples(rules.info)
        self.looked_at, self.ply = len(self.sim.versions), len(plies)
        sitting = {each: match.seat_of(each) for each in match.people}
        seats, self._sat = self._sat | sitting, sitting
        for shown in new:
            seat = None if shown.owner is None else seats.get(shown.owner)
            if any(file == f"{rules.info.id}-example.png" for file in shown.files):
                assert pieces_in(shown.all_words) <= printed | examples
                continue
            known = known_to(seat, moments, plies, rules)
            if not shown.files:
                known.told.update(printed)
            self.check(shown, known, choices=rules.info.open_play)

    def check(self, shown: Shown, known: Known, *, choices: bool = False) -> None:
        """Check a message; ``choices`` are moves at an open table, which everybody may read."""
        text = shown.all_words
        for named in WAITING.findall(text):
            assert bones_in(named) <= known.awaited, f"{named} in {shown}"
        named = pieces_in(WAITING.sub("", text))
        ends_round = any(file == "round.png" for file in shown.files)
        allowed = known.told | (known.opened if ends_round else set())
        assert named <= allowed, f"{named - allowed} in {shown}"
        if not ends_round:
            pictured = pieces_in(WAITING.sub("", "\n".join(shown.alts)))
            assert pictured <= known.lying, f"{pictured - known.lying} in the picture of {shown}"
        if shown.owner is None and not choices:
            assert not pieces_in(*shown.ids, *shown.files), "an id is read by all"
            assert not [each for each in shown.ids if each[:2] in {"m:", "b:", "s:"}]
        self.checked += 1
        self.mentions += len(named)


def known_to(
    seat: int | None,
    moments: Sequence[ReplayedMove[Any]],
    plies: Sequence[ReplayedMove[Any]],
    rules: Rules[Any, Any],
) -> Known:
    """Return what a seat (``None``: everybody) may know at these moments of a match."""
    known = Known(set(), set(), set(), set())
    for ply in plies:
        if ply.state.number >= moments[0].state.number:
            told = (piece for event in ply.events for piece in told_by(event, seat))
            known.told.update(_codes(told))
    for ply in moments:
        over = rules.outcome(ply.state) is not None
        for place, pieces in rules.piece_locations(ply.state).items():
            if sees(place, seat, over=over):
                known.told.update(pieces)
                if not place.startswith(("row ", "known ")):  # seen once, then face down again
                    known.lying.update(pieces)
        known.lying.update(face_up_in(ply.state))
        known.lying.update(bone.code for bone in in_view(ply.state.round))
        for event in ply.events:
            known.opened.update(_codes(opened_by(event)))
        layout = getattr(ply.state.round, "layout", None)
        openings = () if layout is None else layout.openings
        known.awaited.update(f"{opening.pips}-{opening.pips}" for opening in openings)
    known.told.update(known.lying)
    return known


def hand_in(state: Any, seat: int) -> list[str]:
    return [piece.code for piece in state.round.hands[seat]]


def face_up_in(state: Any) -> Iterator[str]:
    """Yield the pieces of turned-over rows that are still face up; at the end that is all."""
    over = state.round.outcome is not None
    for piece in chain(*(row.turned for row in getattr(state.round, "rows", ()))):
        if over or (piece.wild if isinstance(piece, Square) else piece.double):
            yield piece.code


def in_view(table: object) -> Iterator[Bone]:
    """Yield the bones of Memory's attempts without a pair that are still shown (MEM-9).

    Turns go round, and each ends with such an attempt: they are the last one of everybody else.
    """
    if isinstance(table, MemoryTable):
        missed = [event for event in table.history if isinstance(event, TurnedBack)]
        for attempt in missed[-max(1, table.setup.seat_count - 1) :]:
            yield from attempt.bones


def opened_by(event: Event) -> Iterator[Bone | Square]:
    match event:
        case RoundEnded(hands=hands):
            yield from chain(*hands, (laid.bone for laid in event.layout.laid))
        case TrainsEnded(hands=hands, tracks=tracks):
            yield from chain(*hands, (bone(*halves) for train in tracks.trains for halves in train))
            yield tracks.engine
        case squares.SquaresEnded(hands=pieces):
            yield from chain(*pieces, (laid.piece for laid in event.path.laid))
        case BoardEnded(hands=hands):
            yield from chain(*hands, (domino.bone for domino in event.laid))
        case GridCleared(grid=grid):
            yield from grid
        case _:
            pass


def told_by(event: Event, seat: int | None) -> Iterator[Bone | Square]:
    """Yield pieces that a seat learns of though they are not on the table, or not for long.

    Who may know a piece is defined here a second time, independently of the event.
    """
    match event:
        case LotsDrawn(bones=bones) | Lacking(bones=bones) | LowestShown(bones=bones):
            yield from bones
        case OddLaid(bone=bone) | Turned(bone=bone) | Placed(bone=bone):
            yield bone
        case squares.SquaresDealt(starter=piece):
            yield piece
        case squares.PieceLaid(piece=piece) | squares.PieceTurned(piece=piece):
            yield piece
        case squares.PieceReturned(piece=piece):
            yield piece
        case squares.Gave(giver, taker, given) if given is not None and seat in {giver, taker}:
            yield given
        case squares.DrewPiece(owner, drawn) if drawn is not None and seat == owner:
            yield drawn
        case squares.AllPassed(gave=gave, got=got) if seat is not None:
            yield from (piece for piece in (gave[seat], got[seat]) if piece is not None)
        case _:
            pass


def _codes(pieces: Iterable[Bone | Square]) -> Iterator[str]:
    return (piece.code for piece in pieces)
