"""Memory's table: a grid of tiles that lie face down."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.domino.bone import Bone
from bot.engine.contract import Event, Move, Seat
from bot.engine.translatable import N_
from bot.games.memory.events import GridCleared, Taken, TurnedBack, TurnedUp
from bot.games.memory.moves import TURNS_UP, TurnUp, place_name, rows
from bot.games.memory.observation import MemorySeen
from bot.present.i18n import Words
from bot.present.screen import MAX_ENTRIES
from bot.present.text.seats import Reader, by_letter, letter, lettered
from bot.present.views.view import Group, Options, RoundEndView, View
from renderers.scene.bones import GridScene, GridTile, Scene
from renderers.scene.captions import BoneSign, Glyph, Sign

SHORTEST_RUN = 3
"""Fewer places than this are named one by one in descriptions."""


class MemoryView(View[MemorySeen], RoundEndView[GridCleared]):
    """The view for a grid; tiles turned back are shown as long as they are in view (MEM-9)."""

    seen_type = MemorySeen
    end_type = GridCleared
    has_private_copy = False

    def table(self, seen: MemorySeen, events: Sequence[Event]) -> Scene:
        tiles = [GridTile() if left else None for left in seen.left]
        for at, (bone, by) in _face_up(seen).items():
            seats = "" if seen.setup.seat_count == 1 else "".join(map(letter, by))
            tiles[at] = GridTile((bone.high, bone.low), ringed=True, seats=seats)
        return _scene(seen.rows, tiles)

    def ended(self, over: GridCleared) -> Scene:
        return _scene(over.rows, [GridTile((bone.high, bone.low)) for bone in over.grid])

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        match event:
            case TurnedUp(bone=bone):
                return event.name.upper(), BoneSign(bone.high, bone.low)
            case TurnedBack():
                return (Glyph.NOTHING,)
            case _:
                return super().caption(event, later)

    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        count = int(options["tiles"])
        tiles = [GridTile() for _ in range(count)]
        tiles[9] = GridTile(_SAMPLE[count], ringed=True)
        return GridScene(_WIDE[count], tuple(tiles)) if wide else _scene(rows(count), tiles)

    def describe_table(self, seen: MemorySeen, say: Words) -> Iterator[str]:
        for attempt in seen.in_view:
            shown = zip(attempt.places, attempt.bones, strict=True)
            tiles = [_placed(at, bone, seen.rows) for at, bone in shown if seen.left[at]]
            who = lettered(attempt.seat, say)
            if tiles:
                yield say("{who} turned up {tiles}: no pair.", who=who, tiles=say.listed(tiles))
        for place, bone in seen.up:
            yield say("Face up: {tile}.", tile=_placed(place, bone, seen.rows))
        pairs = by_letter((seat, seen.counts[seat]) for seat in seen.setup.seats)
        yield say("Pairs: {counts}.", counts=pairs)
        yield from _describe_face_down(seen, say)

    def describe_end(self, over: GridCleared, say: Words) -> Iterator[str]:
        yield say("All pairs were found. This is where the bones were:")
        for row in range(over.rows):
            bones = " ".join(bone.code for bone in over.grid[row :: over.rows])
            yield say("Row {number}: {bones}.", number=_called(row, over.rows)[0], bones=bones)

    def held(self, seen: MemorySeen, seat: Seat, say: Words) -> str:
        return self.tally(seen.attempts[seat], say)

    def lasting_events(self, seen: MemorySeen) -> Sequence[Event]:
        """Return the attempts in view, so that people who look later can read them, too (MEM-9)."""
        return seen.in_view

    def facts(self, seen: MemorySeen, say: Words) -> Iterator[str]:
        pairs = sum(seen.left) // 2
        if pairs:
            yield say.count("{n} pair is left.", "{n} pairs are left.", pairs)

    def running(self, seen: MemorySeen, seat: Seat) -> int:
        return seen.counts[seat]

    def points(self, number: int, say: Words) -> str:
        return say.count("{n} pair", "{n} pairs", number)

    def score(self, number: int, say: Words) -> str:
        return self.points(number, say)

    def alone(self, tally: int, say: Words) -> str:
        return say.count("Cleared in {n} attempt", "Cleared in {n} attempts", tally)

    def tally(self, number: int, say: Words) -> str:
        return say.count("{n} attempt", "{n} attempts", number)

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        match event:
            case Taken(seat, places, bones):
                own, other = N_("You found a pair: {tiles}"), N_("{who} found a pair: {tiles}")
            case TurnedBack(seat, places, bones):
                own = N_("You turned up {tiles}: no pair")
                other = N_("{who} turned up {tiles}: no pair")
            case _:
                return None
        height = rows(int(reader.table_info.options["tiles"]))
        tiles = reader.say.listed(
            _placed(at, bone, height, "**") for at, bone in zip(places, bones, strict=True)
        )
        halves = [half for bone in bones for half in (bone.high, bone.low)]
        told = f"{tiles} ({' + '.join(map(str, halves))} = {sum(halves)})"
        return reader.told(seat, own, other, tiles=told)

    def waiting(self, event: Event, reader: Reader) -> str | None:
        if not isinstance(event, TurnedUp):
            return None
        tile = f"{event.name.upper()} **{event.bone.code}**"
        own, other = N_("You turned up {tile}"), N_("{who} turned up {tile}")
        return reader.told(event.seat, own, other, tile=tile)

    def how_it_ended(self, over: GridCleared, reader: Reader, *, counted: bool) -> str:
        return reader.say("**All pairs found.**")

    def arithmetic(self, over: GridCleared, reader: Reader) -> Iterator[str]:
        say = reader.say
        for seat, (pairs, attempts) in enumerate(zip(over.pairs, over.attempts, strict=True)):
            yield say(
                "{who}: {pairs} in {attempts}",
                who=reader.name(seat),
                pairs=self.points(pairs, say),
                attempts=self.tally(attempts, say),
            )

    def question(self, seen: MemorySeen, say: Words) -> str:
        if not seen.up:
            return say("Turn up a bone.")
        (_, bone), *_ = seen.up
        missing = 12 - bone.pips
        return say.count(
            "Turn up a second bone. You need {n} pip to make twelve.",
            "Turn up a second bone. You need {n} pips to make twelve.",
            missing,
        )

    def move_name(self, move: Move, seen: MemorySeen, say: Words) -> str:
        return move.code.upper()

    def several(self, text: str, seen: MemorySeen) -> tuple[str, ...]:
        """Return the codes of one or two tiles of an attempt; the first may be face up already."""
        places, legal = places_in(text), {move.code for move in seen.legal}
        up = [place_name(at, seen.rows) for at, _ in seen.up]
        wanted = places[1:] if up == places[:1] else places
        is_attempt = len(up) + len(wanted) <= 2 and len(set(wanted)) == len(wanted)
        return tuple(wanted) if is_attempt and legal.issuperset(wanted) else ()

    def several_suggested(self, text: str, seen: MemorySeen) -> list[str]:
        return [] if seen.up else attempts_typed(text, [move.code for move in seen.legal])

    def refused(self, text: str, seen: MemorySeen) -> str:
        """Return the places where no tile can be turned up now, or all if one was typed twice."""
        places, legal = places_in(text), [move.code for move in seen.legal]
        wrong = [place for place in places if place not in legal]
        return " ".join(place.upper() for place in wrong or places) or text

    def groups(self, seen: MemorySeen, say: Words) -> list[Group]:
        turns = [move for move in seen.legal if isinstance(move, TurnUp)]
        return [
            Group((move,), page=_menu_name(first, last, say))
            for first, last, moves in menus_of_rows(turns)
            for move in moves
        ]

    def grid(self, seen: MemorySeen) -> Sequence[Sequence[Move]]:
        moves = TURNS_UP[len(seen.left)] if seen.left else ()
        return [moves[row :: seen.rows] for row in range(seen.rows)]


_WIDE = {16: 8, 28: 14, 56: 19}
"""The columns of a wide sample, by the number of tiles."""
_SAMPLE = {16: (5, 3), 28: (6, 4), 56: (6, 4)}
"""The tile that is face up in a sample, by the number of tiles."""


def _scene(height: int, tiles: Sequence[GridTile | None]) -> GridScene:
    """Return a grid of that many rows; ``tiles`` go down its columns, as places are counted."""
    across = tuple(tile for row in range(height) for tile in tiles[row::height])
    return GridScene(max(1, len(tiles) // height), across)


def _called(place: int, height: int) -> str:
    return place_name(place, height).upper()


def _placed(place: int, bone: Bone, height: int, around: str = "") -> str:
    """Return a tile with the name of its place before it: ``A1 4-3``."""
    return f"{_called(place, height)} {around}{bone.code}{around}"


def _face_up(seen: MemorySeen) -> dict[int, tuple[Bone, list[Seat]]]:
    turned = [
        (place, bone, attempt.seat)
        for attempt in seen.in_view
        for place, bone in zip(attempt.places, attempt.bones, strict=True)
    ]
    turned += [(place, bone, seat) for place, bone in seen.up for seat in seen.to_act]
    up: dict[int, tuple[Bone, list[Seat]]] = {}
    for place, bone, seat in turned:
        if seen.left[place]:
            up.setdefault(place, (bone, []))[1].append(seat)
    return up


def _describe_face_down(seen: MemorySeen, say: Words) -> Iterator[str]:
    """Say where tiles lie face down; places side by side are told by the first and the last."""
    up, runs = _face_up(seen), list[list[int]]()
    across = (at for row in range(seen.rows) for at in range(row, len(seen.left), seen.rows))
    for at in (at for at in across if seen.left[at] and at not in up):
        if runs and at == runs[-1][-1] + seen.rows:
            runs[-1].append(at)
        else:
            runs.append([at])
    told: list[str] = []
    for run in runs:
        named = [_called(at, seen.rows) for at in run]
        if len(named) >= SHORTEST_RUN:
            named = [say("{first} to {last}", first=named[0], last=named[-1])]
        told += named
    if told:
        yield say("Face down: {places}.", places=", ".join(told))


_Row = tuple[str, list[TurnUp]]
"""A row's letter, and the moves that turn up its tiles."""


def menus_of_rows(turns: Iterable[TurnUp]) -> Iterator[tuple[str, str, list[TurnUp]]]:
    """Yield as few menus of whole rows as have room for all moves, the longest one short.

    Each is given by the letters of its first and its last row, and its moves.
    """
    by_row = groupby(sorted(turns, key=lambda move: move.code), key=lambda move: move.code[0])
    rows = [(letter.upper(), list(moves)) for letter, moves in by_row]
    longest = max((len(moves) for _, moves in rows), default=0)
    found = [_filled(rows, most) for most in range(longest, MAX_ENTRIES + 1)]
    for menu in min(found, key=len):
        yield menu[0][0], menu[-1][0], [move for _, moves in menu for move in moves]


def _filled(rows: list[_Row], most: int) -> list[list[_Row]]:
    """Divide rows among menus, each with as many as fit into ``most`` entries."""
    menus: list[list[_Row]] = []
    free = 0
    for row in rows:
        if len(row[1]) > free:
            menus.append([])
            free = most
        menus[-1].append(row)
        free -= len(row[1])
    return menus


def _menu_name(first: str, last: str, say: Words) -> str:
    if first == last:
        return say("Row {number}", number=first)
    return say("Rows {first} to {last}", first=first, last=last)


def places_in(text: str) -> list[str]:
    """Return the names of places if ``text`` has nothing else, however they are separated."""
    joined = "".join(text.casefold().split())
    written = re.fullmatch(r"(?:[^a-z0-9]*[a-z][0-9]+)+[^a-z0-9]*", joined)
    return re.findall(r"[a-z][0-9]+", written[0]) if written else []


def attempts_typed(text: str, places: Sequence[str]) -> list[str]:
    """Return all attempts at two of the ``places`` that begin with ``text``, once it has one."""
    typed = "".join(re.findall(r"[a-z0-9]", text.casefold()))
    return [
        f"{one} {other}".upper()
        for one in places
        for other in places
        if one != other and typed.startswith(one) and f"{one}{other}".startswith(typed)
    ]
