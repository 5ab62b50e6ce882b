"""Samples of a belief, as the places of the pieces that matter to it.

The names of places are those of `Rules.piece_locations`. Public places and pieces out of play,
which a position does without, are left out.
"""

import random
from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from bot.domino.bone import BONE_OF, bones_in
from bot.engine.contract import Rng
from bot.engine.rules import Rules
from bot.games.common.pieces import codes
from bot.games.common.state_position import StatePosition
from bot.games.connecting.position import LinePosition
from bot.games.double_double.position import BoardPosition
from bot.games.memory.moves import place_name
from bot.games.memory.position import MemoryPosition, hidden_tiles
from bot.games.mexican_train.position import TrainPosition
from bot.games.squares.matching.position import MatchingPosition
from bot.games.squares.piece_bits import pieces_in
from bot.games.squares.position import SquaresPosition

Places = dict[str, tuple[str, ...]]
ANY_TILE = random.Random(1)
"""Chooses among tiles that a position does not tell apart, anew for every world."""


def worlds(rules: Rules[Any, Any], seen: Any, chance: Rng, count: int = 1) -> Iterator[Places]:
    belief = rules.believe(seen)
    for _ in range(count):
        yield places_in(belief.sample(chance), getattr(seen, "round", seen))


def worlds_of(rules: Rules[Any, Any], state: Any, seat: int | None, count: int) -> list[Places]:
    return list(worlds(rules, rules.observe(state, seat), random.Random(5), count))


@singledispatch
def places_in(position: Any, seen: Any) -> Places:
    """Return the places of a position's pieces; a game with its own positions registers here."""
    raise NotImplementedError(f"register where the pieces of a {type(position).__name__} are")


def _hands(hands: Any) -> Places:
    return {f"hand {seat}": codes(hand) for seat, hand in enumerate(hands)}


@places_in.register
def _(position: StatePosition, seen: Any) -> Places:
    return dict(position._rules.piece_locations(position.state))


@places_in.register(LinePosition)
@places_in.register(TrainPosition)
def _(position: Any, seen: Any) -> Places:
    stock = codes(BONE_OF[bit] for bit in reversed(position.stock))
    return {**_hands(map(bones_in, position.hands)), "stock": stock}


@places_in.register(MatchingPosition)
@places_in.register(SquaresPosition)
def _(position: Any, seen: Any) -> Places:
    stock = tuple(pieces_in(bit)[0].code for bit in position._pile[position._next :])
    return {**_hands(map(pieces_in, position.hands)), "stock": stock}


@places_in.register
def _(position: BoardPosition, seen: Any) -> Places:
    return {**_hands(position._hands), "stock": codes(reversed(position._stock))}


@places_in.register
def _(position: MemoryPosition, seen: Any) -> Places:
    """Use any hidden tile with the pips that the position has at a place."""
    hidden, lying = hidden_tiles(seen), Places()
    ANY_TILE.shuffle(hidden)
    for at, pips in enumerate(position._pips):
        if seen.left[at] and not position._known >> at & 1:
            tile = next(each for each in hidden if each.pips == pips)
            hidden.remove(tile)
            lying[f"stock {place_name(at, seen.rows)}"] = (tile.code,)
    return lying
