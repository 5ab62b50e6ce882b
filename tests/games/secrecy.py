"""Checks that a seat doesn't know what it must not, and imagines all that it can't rule out.

The oracle here is independent of ``observe``: it exchanges two hidden pieces in the log of the
round. If that log is legal and everything in plain sight is unchanged, the seat can't tell the
two worlds apart, so its observations must be equal and its imagination must reach both.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import singledispatch
from itertools import combinations
from typing import Any

from msgspec import Struct, structs

from bot.ai.players import Strong
from bot.domino.bone import Bone
from bot.domino.square import Square
from bot.engine.contract import Actor, Event, Lot, Move, Rules, Seat, Shuffle
from bot.engine.errors import Refusal
from bot.engine.replay import ReplayedMove, find, playout, shown_code
from bot.engine.rounds import MatchState
from bot.games.common.events import Drew, HandsDealt, Leads
from bot.games.connecting.events import Lacking
from bot.games.connecting.table import LineTable
from bot.games.double_double.events import LowestShown
from bot.games.squares.events import DrewPiece, SquaresDealt
from tests.games.contract import all_pieces
from tests.games.playing import PLIES, Match, in_sight, sees, slots

ANNOUNCED = (Lacking, Leads, LowestShown)
"""Events that announce something about hands to everybody, as at a real table: who must lead which
bone, who was dealt none of the bones that go before it, and everybody's lowest."""

Copy = tuple[str, int]
"""A piece, and the number of its copy: the first of several equal pieces in a shuffle has 0."""

WORLDS = 1500
"""The number of worlds to imagine: a place that none of them has counts as never imagined."""


def check_nothing_hidden_is_reachable(match: Match) -> None:
    """Check that no field of an observation, however deep, names a piece the seat has not seen."""
    for at in match.moments(match.depth.reachable):
        for seat in match.eyes:
            hidden = match.pieces - match.known(seat)[at]
            seen = match.rules.observe(match.states[at], seat)
            found = hidden & set(named(seen, match))
            assert not found, f"seat {seat} at ply {at} reads {sorted(found)}"


def check_nothing_hidden_is_told(match: Match) -> None:
    """Check that no event and no shown code names a piece that the seat has not seen by then."""
    for ply in match.plies[: match.depth.plies]:
        for seat in match.eyes:
            hidden = match.pieces - seen_after(match, ply.index, seat)
            told = [event.for_seat(seat) for event in ply.events]
            found = hidden & set(named(told, match))
            assert not found, f"seat {seat} is told {sorted(found)} by {told}"
            code = shown_code(ply.move, ply.actor, seat)
            assert not hidden & set(named(code, match)), f"seat {seat} reads {code}"


def check_a_swap_changes_nothing_seen(match: Match) -> None:
    """Check that worlds that a seat can't tell apart give it the same observations and events."""
    for at, seat in glances(match, match.depth.swaps):
        start = match.rounds[at]
        seen = match.rules.observe(match.states[at], seat)
        for pieces, plies in lookalikes(match, at, seat, match.depth.pairs):
            where = f"seat {seat} at ply {at} tells {pieces} apart"
            assert match.rules.observe(plies[-1].state, seat) == seen, where
            for ply, real in zip(plies, match.plies[start:at], strict=True):
                told = [event.for_seat(seat) for event in ply.events]
                assert told == [event.for_seat(seat) for event in real.events], where


def check_every_place_is_imagined(match: Match) -> None:
    """Check that every place a hidden piece may be in is imagined sooner or later."""
    chance = random.Random(match.seed)
    for at, seat in glances(match, match.depth.places):
        missing = possible_places(match, at, seat)
        seen = match.rules.observe(match.states[at], seat)
        for _ in range(WORLDS):
            if not missing:
                break
            world = match.rules.imagine(seen, chance)
            missing -= set(slots(match.rules.piece_locations(world)))
        assert not missing, f"seat {seat} at ply {at} never imagines {sorted(missing)}"


def check_worlds_agree_with_history(match: Match) -> None:
    """Check that imagined worlds could have happened: replay the round with each world's deal."""
    chance = random.Random(match.seed)
    for at in match.moments(match.depth.histories):
        start = match.rounds[at]
        for seat in match.eyes:
            seen = match.rules.observe(match.states[at], seat)
            world = match.rules.imagine(seen, chance)
            state = match.states[start]
            for actor, code in rewritten_log(world, match.log[start:at]):
                try:
                    move = find(match.rules, state, actor, code)
                except Refusal as refusal:
                    raise AssertionError(
                        f"seat {seat} imagined what cannot be: {refusal}"
                    ) from None
                state = match.rules.apply(state, actor, move).state
            where = f"seat {seat} at ply {at}"
            assert match.rules.piece_locations(state) == match.rules.piece_locations(world), where
            for other in match.eyes:
                mine, replayed = (match.rules.observe(each, other) for each in (world, state))
                assert mine == replayed, f"{where}, looking as {other}"


def check_imagine_keeps_what_was_seen(match: Match) -> None:
    """Check ``observe(imagine(seen)) == seen`` for every seat and a spectator."""
    chance = random.Random(match.seed)
    for at in match.moments(12):
        for seat in match.eyes:
            seen = match.rules.observe(match.states[at], seat)
            world = match.rules.imagine(seen, chance)
            assert match.rules.observe(world, seat) == seen, f"seat {seat} at ply {at}"
            assert Counter(all_pieces(match.rules, world)) == match.copies


def check_imagined_worlds_can_be_played(match: Match) -> None:
    """Check that an imagined world can be played on to an end like any other table."""
    chance = random.Random(match.seed)
    for at in match.moments(2):
        seat = chance.choice(match.eyes)
        state = match.rules.imagine(match.rules.observe(match.states[at], seat), chance)
        for count, (_, _, step) in enumerate(playout(match.rules, state, chance)):
            assert count < PLIES, "an imagined match does not end"
            state = step.state
        assert match.rules.outcome(state) is not None


def check_the_safest_move_rests_on_what_is_seen(match: Match) -> None:
    """Check that the timeout move is the same in all worlds that the seat can't tell apart."""
    chance = random.Random(match.seed)
    for at in match.moments(12):
        asked = match.rules.to_act(match.states[at])
        for seat in asked if isinstance(asked, frozenset) else ():
            seen = match.rules.observe(match.states[at], seat)
            made = match.rules.timeout_move(seen)
            world = match.rules.imagine(seen, chance)
            other = match.rules.timeout_move(match.rules.observe(world, seat))
            assert other == made, f"seat {seat} at ply {at} knows too much"


def check_a_strong_computer_is_honest(match: Match) -> None:
    """Check that it chooses the same in two worlds that its seat can't tell apart."""
    for at in match.moments(match.depth.plies // 20):
        asked = match.rules.to_act(match.states[at])
        for seat in sorted(asked)[:1] if isinstance(asked, frozenset) else ():
            mine = match.rules.observe(match.states[at], seat)
            for pieces, plies in lookalikes(match, at, seat, 1) if len(mine.legal) > 1 else ():
                codes = [
                    Strong(16).choose(match.rules, seen, random.Random(at))
                    for seen in (mine, match.rules.observe(plies[-1].state, seat))
                ]
                where = f"seat {seat} at ply {at} tells {pieces} apart"
                assert codes[0] == codes[1], where


# The words in a value.

_WORD = re.compile(r"[\w-]+")


def named(thing: Any, match: Match) -> Iterator[str]:
    """Yield every word in ``thing`` and everything inside it; a complete set of pieces has none."""
    match thing:
        case str():
            yield from _WORD.findall(thing)
        case Bone() | Square():
            yield thing.code
        case None | int() | float() | Enum() | Lot():
            return
        case _ if isinstance(thing, ANNOUNCED):
            return
        case Shuffle() if thing == match.rules.to_act(match.states[0]):
            return
        case Mapping():
            yield from named([*thing.keys(), *thing.values()], match)
        case tuple() | list() | set() | frozenset():
            for each in thing:
                yield from named(each, match)
        case Struct():
            yield from named(structs.astuple(thing), match)
        case _:
            assert is_dataclass(thing), f"{thing!r} could hold anything"
            yield from named([getattr(thing, each.name) for each in fields(thing)], match)


def seen_after(match: Match, at: int, seat: Seat | None) -> frozenset[str]:
    """Return the pieces that ``seat`` has seen in the round once ply ``at`` was made."""
    before = match.known(seat)[at]
    return before | in_sight(match.pieces_after(at), seat, over=match.closes(at))


# The oracle.


def glances(match: Match, count: int) -> Iterator[tuple[int, Seat | None]]:
    """Yield some moments, each with a seat or a spectator."""
    chance = random.Random(match.seed)
    moments = match.moments(count)
    for at in chance.sample(moments, min(count, len(moments))):
        yield at, chance.choice(match.eyes)


def hidden_pairs(match: Match, at: int, seat: Seat | None, count: int) -> list[tuple[Copy, Copy]]:
    """Return some pairs of pieces that ``seat`` has never seen, in different places.

    Any of several equal pieces may be the unseen one, so there are that many more pairs.
    """
    if match.rules.to_act(match.states[at]) == match.rules.to_act(match.states[0]):
        return []  # everything is about to be shuffled, and has no place
    lie: dict[str, set[str]] = {}
    for piece, place in slots(match.places[at]):
        lie.setdefault(piece, set()).add(place)
    pairs = [
        ((one, first), (other, second))
        for one, other in combinations(sorted(match.unseen(at, seat)), 2)
        if len(lie[one] | lie[other]) > 1
        for first in range(match.copies[one])
        for second in range(match.copies[other])
    ]
    wanted = count * max(match.copies.values())
    return random.Random(match.seed + at).sample(pairs, min(wanted, len(pairs)))


def possible_places(match: Match, at: int, seat: Seat | None) -> set[tuple[str, str]]:
    """Return the places in which a hidden piece may be, for all that ``seat`` knows."""
    places = set()
    for one, other in hidden_pairs(match, at, seat, 16):
        if plies := exchanged(match, at, seat, one, other):
            lie = slots(match.rules.piece_locations(plies[-1].state))
            places |= {each for each in lie if each[0] in {one[0], other[0]}}
    return places


def lookalikes(
    match: Match, at: int, seat: Seat | None, count: int
) -> Iterator[tuple[str, list[ReplayedMove[Any]]]]:
    """Yield two hidden pieces and the round so far with them exchanged, if ``seat`` can't tell.

    ``count`` pairs of pieces are tried.
    """
    for one, other in hidden_pairs(match, at, seat, count):
        if plies := exchanged(match, at, seat, one, other):
            yield f"{one} and {other}", plies


def exchanged(
    match: Match, at: int, seat: Seat | None, one: Copy, other: Copy
) -> list[ReplayedMove[Any]] | None:
    """Return the round so far with two pieces exchanged wherever ``seat`` can't read their names.

    ``None`` if the rules forbid it, or if something in plain sight would have been different.
    Several checks ask this of the same pieces, and only the first has to find it out.
    """
    asked = (at, seat, one, other)
    if asked not in match.examined:
        match.examined[asked] = _exchanged(match, at, seat, one, other)
    found: list[ReplayedMove[Any]] | None = match.examined[asked]
    return found


def _exchanged(
    match: Match, at: int, seat: Seat | None, one: Copy, other: Copy
) -> list[ReplayedMove[Any]] | None:
    start, rules = match.rounds[at], match.rules
    state, plies = match.states[start], []
    for ply in match.plies[start:at]:
        code = ply.move.code
        if shown_code(ply.move, ply.actor, seat) != code:
            code = swapped(code, one, other)
        # A seat with several equal pieces may still have the one that the code named.
        move = found(rules, state, ply.actor, code) or found(rules, state, ply.actor, ply.move.code)
        if move is None:
            return None
        step = rules.apply(state, ply.actor, move)
        state = step.state
        if announced(step.events) != announced(ply.events):
            return None
        if in_plain_sight(rules, state, seat) != real_sight(match, ply.index + 1, seat):
            return None
        plies.append(ReplayedMove(ply.index, ply.actor, move, step.events, state))
    return plies


def found(rules: Rules[Any, Any], state: Any, actor: Actor, code: str) -> Move | None:
    """Return the move with that code; ``None`` if it is not legal."""
    try:
        return find(rules, state, actor, code)
    except Refusal:
        return None


def swapped(code: str, one: Copy, other: Copy) -> str:
    """Exchange two pieces in a code. A name that occurs once is meant, whichever copy it is."""
    words = _WORD.findall(code)
    passed: Counter[str] = Counter()

    def swap(match: re.Match[str]) -> str:
        word = match[0]
        for (name, copy), (instead, _) in ((one, other), (other, one)):
            if word == name:
                passed[word] += 1
                return instead if words.count(word) == 1 or passed[word] == copy + 1 else word
        return word

    return _WORD.sub(swap, code)


def announced(events: tuple[Event, ...]) -> list[Event]:
    """Return the events that are announced to everybody."""
    return [event for event in events if isinstance(event, ANNOUNCED)]


def real_sight(match: Match, at: int, seat: Seat | None) -> tuple[Any, ...]:
    """Return what was in plain sight of ``seat`` in the match itself."""
    if (at, seat) not in match.examined:
        match.examined[at, seat] = in_plain_sight(match.rules, match.states[at], seat)
    sight: tuple[Any, ...] = match.examined[at, seat]
    return sight


def in_plain_sight(rules: Rules[Any, Any], state: Any, seat: Seat | None) -> tuple[Any, ...]:
    """Return the table, hand and moves that ``seat`` sees."""
    asked, outcome = rules.to_act(state), rules.outcome(state)
    over = outcome is not None
    return (
        asked if isinstance(asked, frozenset | Lot) else "shuffle",
        () if seat is None else rules.legal_moves(state, seat),
        {
            place: pieces if sees(place, seat, over=over) else len(pieces)
            for place, pieces in rules.piece_locations(state).items()
        },
        outcome,
    )


# The log of a round in another world.


def as_they_came(state: Any) -> list[object]:
    """The pieces that were dealt, with the starter, and then those that were drawn."""
    came: list[object] = []
    for event in state.history:
        match event:
            case HandsDealt(hands=hands):
                came += [piece for hand in hands for piece in hand or ()]
                came += [event.starter] if isinstance(event, SquaresDealt) else []
            case Drew(bone=piece) | DrewPiece(piece=piece):
                came.append(piece)
            case _:
                pass
    return came


@singledispatch
def rewritten_log(state: Any, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    """Return the log of a round with the deal of the imagined ``state`` and the same public moves.

    A game with states of its own registers here how to read its deal back from them.
    """
    raise NotImplementedError(f"register how {type(state).__name__} is told again")


@rewritten_log.register
def _(state: MatchState, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    return rewritten_log(state.round, log)


@rewritten_log.register
def _(state: LineTable, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    deal = "deal " + " ".join(str(bone) for bone in (*as_they_came(state), *state.stock))
    deals = [at for at, (_, code) in enumerate(log) if code.startswith("deal ")]
    counts = deals[-1] if deals and state.hands else None  # those before it were void
    return [(actor, deal if at == counts else code) for at, (actor, code) in enumerate(log)]
