"""Checks that a seat doesn't know what it must not, and believes all that it can't rule out.

The oracle here is independent of ``observe`` and ``believe``: it exchanges hidden pieces in the log
of the round. If that log is legal and everything in plain sight is unchanged, the seat can't tell
the two worlds apart, so its observations must be equal, and its belief must reach both. A world
that no such exchange leads to must not be sampled.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain, combinations, permutations
from typing import Any
from unittest.mock import patch

from msgspec import Struct, structs

from bot.ai.players import Strong
from bot.domino.bone import Bone
from bot.domino.square import Square
from bot.engine.contract import NATURE, Actor, Event, Lot, Move, Seat, Shuffle
from bot.engine.errors import Refusal
from bot.engine.replay import ReplayedMove, find, shown_code
from bot.engine.rules import Rules
from bot.games.common.events import Leads
from bot.games.connecting import belief
from bot.games.connecting.events import Holding, Lacking
from bot.games.double_double.events import LowestShown
from tests.games.playing import Match, deals, in_sight, sees, slots
from tests.games.worlds import worlds

ANNOUNCED = (Holding, Lacking, Leads, LowestShown)
"""Events that announce something about hands to everybody, as at a real table: who must lead which
bone, who has it, who was dealt none of the bones that go before it, and everybody's lowest."""

Copy = tuple[str, int]
"""A piece, and the number of its copy: the first of several equal pieces in a shuffle has 0."""

WORLDS = 10_000
"""The number of worlds to sample: a place that none of them has counts as never sampled. With three
sets of bones, a place can have a given bone in one world of 400."""
LONG_EXCHANGES = {"double-double", "squares-draw", "mexican-train"}
"""Games in which a hidden piece may have come where it is sampled only with more other pieces at
other places than :func:`can_be` tries: if a bone stayed, another one left in its turn, a later one
in the turn of that one, and so on. One such sample a match is let pass."""


def check_nothing_hidden_is_reachable(match: Match) -> None:
    for at in match.moments(match.depth.reachable):
        for seat in match.eyes:
            hidden = match.pieces - match.known(seat)[at]
            seen = match.rules.observe(match.states[at], seat)
            found = hidden & set(named(seen, match))
            assert not found, f"seat {seat} at ply {at} reads {sorted(found)}"


def check_nothing_hidden_is_told(match: Match) -> None:
    for ply in match.plies[: match.depth.plies]:
        for seat in match.eyes:
            hidden = match.pieces - seen_after(match, ply.index, seat)
            told = [event.for_seat(seat) for event in ply.events]
            found = hidden & set(named(told, match))
            assert not found, f"seat {seat} is told {sorted(found)} by {told}"
            code = shown_code(ply.move, ply.actor, seat)
            assert not hidden & set(named(code, match)), f"seat {seat} reads {code}"


def check_a_swap_changes_nothing_seen(match: Match) -> None:
    for at, seat in glances(match, match.depth.swaps, acting=False):
        start = match.rounds[at]
        seen = match.rules.observe(match.states[at], seat)
        for pieces, plies in lookalikes(match, at, seat, match.depth.pairs):
            where = f"seat {seat} at ply {at} tells {pieces} apart"
            assert match.rules.observe(plies[-1].state, seat) == seen, where
            for ply, real in zip(plies, match.plies[start:at], strict=True):
                told = [event.for_seat(seat) for event in ply.events]
                assert told == [event.for_seat(seat) for event in real.events], where


def check_every_place_is_sampled(match: Match) -> None:
    """Check that every place a hidden piece may be in is sampled sooner or later. What habits make
    unlikely is as possible as anything else, so here it is as likely, too."""
    chance = random.Random(match.seed)
    with patch.object(belief, "ODDS", (1.0,) * 100):
        for at, seat in glances(match, match.depth.places):
            missing, where = possible_places(match, at, seat), set[str]()
            for world in worlds(match.rules, match.observed(at, seat), chance, WORLDS):
                missing -= set(slots(world))
                where = where or set(world)
                if not {place for _, place in missing if place.split(" [")[0] in where}:
                    break
            else:
                raise AssertionError(f"seat {seat} at ply {at} never samples {sorted(missing)}")


def check_samples_could_have_happened(match: Match) -> None:
    """Check that a piece is sampled only where it can have come, by the rules, unseen. Where seats
    chose pieces in secret, they may have chosen others: no exchange can tell."""
    chance = random.Random(match.seed)
    odd = []
    for at, seat in glances(match, match.depth.histories):
        if _pieces_chosen_in_secret(match, at):
            continue
        (world,) = worlds(match.rules, match.observed(at, seat), chance)
        hidden, lying = match.unseen(at, seat), set(slots(match.places[at]))
        sampled = [each for each in slots(world) if each not in lying and each[0] in hidden]
        for piece, place in chance.sample(sampled, min(match.depth.pairs, len(sampled))):
            if not can_be(match, at, seat, piece, place):
                odd.append((at, seat, piece, place))
    let_pass = int(match.rules.info.id in LONG_EXCHANGES)
    if len(odd) > let_pass:  # a sample that is let pass needs no thousands of exchanges of four
        odd = [each for each in odd if not can_be(match, *each, four=True)]
    unexplained = [
        f"seat {seat} at ply {at} samples {piece} in {place}" for at, seat, piece, place in odd
    ]
    assert len(unexplained) <= let_pass, unexplained


def _pieces_chosen_in_secret(match: Match, at: int) -> bool:
    """Return whether a move of the round so far names a piece that only its maker knows."""
    return any(
        ply.actor is not NATURE
        and ply.move.secret
        and not match.pieces.isdisjoint(_WORD.findall(ply.move.code))
        for ply in match.plies[match.rounds[at] : at]
    )


def check_samples_keep_what_was_seen(match: Match) -> None:
    """Check that samples have all pieces in sight, and as many hidden ones as there are."""
    chance = random.Random(match.seed)
    for at, seat in glances(match, 12):
        (world,) = worlds(match.rules, match.observed(at, seat), chance)
        where, whole = f"seat {seat} at ply {at}", Counter[str]()
        for place, pieces in match.places[at].items():
            if not sees(place, seat, over=False):
                assert len(world.get(place, pieces)) == len(pieces), f"{where}: {place}"
                whole.update(world.get(place, ()))
            else:
                assert Counter(world.get(place, pieces)) == Counter(pieces), f"{where}: {place}"
                whole.update(pieces)
        assert whole <= match.copies, where


def check_the_safest_move_rests_on_what_is_seen(match: Match) -> None:
    for at in match.moments(12):
        asked = match.rules.to_act(match.states[at])
        for seat in asked if isinstance(asked, frozenset) else ():
            made = match.rules.timeout_move(match.observed(at, seat))
            for _, plies in lookalikes(match, at, seat, 1):
                seen = match.rules.observe(plies[-1].state, seat)
                where = f"seat {seat} at ply {at} knows too much"
                assert match.rules.timeout_move(seen) == made, where


def check_a_strong_computer_is_honest(match: Match) -> None:
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
    before = match.known(seat)[at]
    return before | in_sight(match.pieces_after(at), seat, over=match.closes(at))


# The oracle.


def glances(match: Match, count: int, *, acting: bool = True) -> Iterator[tuple[int, Seat | None]]:
    """Yield some moments, each with a seat or a spectator; ``acting``: while seats are to act."""
    chance = random.Random(match.seed)
    moments = [at for at in match.moments(2 * count) if not acting or match.is_asked(at)]
    for at in chance.sample(moments, min(count, len(moments))):
        yield at, chance.choice(match.eyes)


def hidden_pairs(match: Match, at: int, seat: Seat | None, count: int) -> list[tuple[Copy, Copy]]:
    """Return some pairs of pieces that ``seat`` has never seen, in different places. Any of several
    equal pieces may be the unseen one, so there are that many more pairs."""
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
    ``count`` pairs of pieces are tried."""
    for one, other in hidden_pairs(match, at, seat, count):
        if plies := exchanged(match, at, seat, one, other):
            yield f"{one} and {other}", plies


def can_be(
    match: Match, at: int, seat: Seat | None, piece: str, place: str, *, four: bool = False
) -> bool:
    """Return whether ``piece`` may be in ``place``, for all that ``seat`` knows. It changes places
    with one that is there, or another takes part in the exchange; with ``four``, two others do. A
    bone in sight by now may be one of them: it can have come to the hand it left at another
    time."""
    dealt = match.places[max(each for each in deals(match) if each < at) + 1]
    hidden = (pieces for name, pieces in dealt.items() if not sees(name, seat, over=False))
    names = sorted(set(chain.from_iterable(hidden)))
    copies = [(each, copy) for each in names for copy in range(match.copies[each])]
    there = {each for each, where in slots(match.places[at]) if where == place}
    pairs = [(c, d) for c in copies if c[0] == piece for d in copies if d[0] in there - {piece}]
    others = {pair: [each for each in copies if each not in pair] for pair in pairs}
    threes = (
        cycle
        for (one, other), rest in others.items()
        for third in rest
        for cycle in ((one, other, third), (one, third, other))
    )
    fours = ((*pair, *more) for pair, rest in others.items() for more in permutations(rest, 2))
    for cycle in fours if four else chain(pairs, threes):
        plies = exchanged(match, at, seat, *cycle)
        if plies and (piece, place) in slots(match.rules.piece_locations(plies[-1].state)):
            return True
    return False


def exchanged(
    match: Match, at: int, seat: Seat | None, *cycle: Copy
) -> list[ReplayedMove[Any]] | None:
    """Return the round so far with pieces exchanged wherever ``seat`` can't read their names. Each
    takes the place of the next one in the last deal, and the last that of the first. ``None`` if
    the rules forbid it, or if something in plain sight would have been different. Several checks
    ask this of the same pieces, and only the first has to find it out."""
    asked = (at, seat, *cycle)
    if asked not in match.examined:
        match.examined[asked] = _exchanged(match, at, seat, cycle)
    found: list[ReplayedMove[Any]] | None = match.examined[asked]
    return found


def _exchanged(
    match: Match, at: int, seat: Seat | None, cycle: tuple[Copy, ...]
) -> list[ReplayedMove[Any]] | None:
    start, rules = match.rounds[at], match.rules
    dealt = max((each for each in deals(match) if start <= each < at), default=start)
    state, plies = match.states[dealt], list(match.plies[start:dealt])
    for ply in match.plies[dealt:at]:
        code = ply.move.code
        if shown_code(ply.move, ply.actor, seat) != code:
            code = swapped(code, cycle)
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
    try:
        return find(rules, state, actor, code)
    except Refusal:
        return None


def swapped(code: str, cycle: tuple[Copy, ...]) -> str:
    """Exchange pieces in a code. A name that occurs once is meant, whichever copy it is."""
    words = _WORD.findall(code)
    passed: Counter[str] = Counter()

    def swap(match: re.Match[str]) -> str:
        word = match[0]
        for at, (name, copy) in enumerate(cycle):
            if word == name:
                passed[word] += 1
                is_meant = words.count(word) == 1 or passed[word] == copy + 1
                return cycle[at - 1][0] if is_meant else word
        return word

    return _WORD.sub(swap, code)


def announced(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, ANNOUNCED)]


def real_sight(match: Match, at: int, seat: Seat | None) -> tuple[Any, ...]:
    if (at, seat) not in match.examined:
        match.examined[at, seat] = in_plain_sight(match.rules, match.states[at], seat)
    sight: tuple[Any, ...] = match.examined[at, seat]
    return sight


def in_plain_sight(rules: Rules[Any, Any], state: Any, seat: Seat | None) -> tuple[Any, ...]:
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
