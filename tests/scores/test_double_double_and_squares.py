"""Achievements of Memory, Solitaire, the board and square pieces, and their near misses."""

from itertools import count

import pytest
from msgspec.structs import replace

from bot.domino.bone import DOUBLE_SIX
from bot.domino.square_set import SQUARES
from bot.engine.rounds import RoundScored
from bot.games.common.events import Scored
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.double_double.events import Placed
from bot.games.memory import MEMORY
from bot.games.memory.events import Taken
from bot.games.solitaire import SOLITAIRE
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.events import Commanded, Gave
from bot.games.squares.moves import Lay
from tests.games import boards, grids, patience, squared
from tests.games.positions import deal
from tests.games.vanishing import begun
from tests.scores.deeds import after, by_chance, earned, found, played, without

# Memory and Solitaire.

PAIRS = grids.paired(list(DOUBLE_SIX))
IN_PAIRS = " ".join(f"{one} {other}" for one, other in PAIRS)
PLACES = grids.names()


def test_memory_perfect():
    def alone(*first):
        gone = [PLACES[at] for at in range(28)]
        return after(MEMORY, grids.laid(IN_PAIRS, seats=1), *first, *gone)

    assert "memory-perfect" in alone()
    a1, b1, c1, e1 = PLACES[0], PLACES[1], PLACES[2], PLACES[4]
    assert "memory-perfect" in alone(a1, c1)  # nobody could know
    assert "memory-perfect" in alone(a1, c1, e1, b1)  # the match for the first was not known
    assert "memory-perfect" not in alone(a1, c1, b1, e1)  # a1 was known when b1 was turned up


def test_memory_perfect_takes_five_pairs_and_a_win():
    few = grids.late(" ".join(f"{one} {other}" for one, other in PAIRS[:4]), piles=(6, 4))
    part = played(MEMORY, few, *PLACES[:8])
    assert part.won
    assert "memory-perfect" not in earned(part)
    whole = played(MEMORY, grids.laid(IN_PAIRS), *PLACES)
    assert "memory-perfect" in earned(whole)
    assert "memory-perfect" not in earned(whole, won=False)
    assert "memory-perfect" not in earned(whole, game="squares")
    taken = [each for each in whole.events if isinstance(each, Taken)]
    assert "memory-perfect" in earned(without(whole, *taken[5:]))
    assert "memory-perfect" not in earned(without(whole, *taken[4:]))


def test_memory_perfect_forgets_what_is_gone():
    """5-5 would fit 2-0, but it was taken; 6-4 fits it, too, and nobody has seen that."""
    first = "5-5 1-1 2-0 6-4"
    rest = [each for each in DOUBLE_SIX if each.code not in first.split()]
    tiles = " ".join(f"{one} {other}" for one, other in grids.paired(rest))
    a1, b1, c1, _, e1, *_ = PLACES
    state = grids.laid(f"{first} {tiles}", seats=1)
    assert "memory-perfect" in after(MEMORY, state, a1, b1, c1, e1, *PLACES[2:])
    # If it were still there, it would have been known.
    assert "memory-perfect" not in after(MEMORY, state, a1, e1, c1, e1, *PLACES)


def test_memory_run():
    def among(seats, *codes):
        return after(MEMORY, grids.laid(IN_PAIRS, seats=seats), *codes)

    assert "memory-run" in among(2, *PLACES[:10])
    assert "memory-run" not in among(2, *PLACES[:8])
    a_miss = PLACES[8], PLACES[10], PLACES[8], PLACES[11]
    assert "memory-run" not in among(2, *PLACES[:8], *a_miss, PLACES[8], PLACES[9])
    assert "memory-run" not in among(1, *PLACES)
    late = after(MEMORY, grids.laid(IN_PAIRS), PLACES[10], PLACES[12], *PLACES[:10], seat=1)
    assert "memory-run" in late  # after a miss of the other
    five = played(MEMORY, grids.laid(IN_PAIRS), *PLACES[:10])
    assert "memory-run" not in earned(five, game="squares")


def test_solitaire_won():
    ways = ((patience.mixed(seed), patience.won_by_force(patience.mixed(seed))) for seed in count())
    order, codes = next((order, codes) for order, codes in ways if codes)
    stacked = deal(" ".join(each.code for each in order))
    won = played(SOLITAIRE, begun(), stacked, *codes)
    assert "solitaire-won" in earned(won)
    assert "solitaire-won" not in earned(won, game="memory")
    lost = next(part for seed in count() for part in by_chance(SOLITAIRE, 1, seed) if not part.won)
    assert "solitaire-won" not in earned(lost)


@pytest.mark.parametrize(("triples", "enough"), [(5, True), (4, False)])
def test_solitaire_triples(triples, enough):
    deeds = (part for seed in count() for part in by_chance(SOLITAIRE, 1, seed))
    part = next(
        each for each in deeds if sum(getattr(e, "together", False) for e in each.events) == triples
    )
    assert ("solitaire-triples" in earned(part)) is enough
    assert "solitaire-triples" not in earned(part, game="memory")


# The board.

LINE = ["H8=4 I8=3", "J8=3 K8=3", "K7=3 K6=1", "L6=1 L5=0"]


def test_diamonds_3():
    first, second, third = map(boards.code, ("L4=0 M4=0", "N4=0 O4=0", "N3=0 N2=6"))

    def covered(*codes, seat=0):
        state = boards.table("0-0 0-0 6-0 5-4", "6-6", on=LINE, stock="1-1 2-2 3-3 4-4 5-5 6-6")
        return played(DOUBLE_DOUBLE, state, *codes, seat=seat)

    three = covered(first, second, third)
    assert "diamonds-3" in earned(three)
    assert "diamonds-3" not in earned(three, seat=1)
    assert "diamonds-3" not in earned(three, game="squares")
    assert "diamonds-3" not in earned(covered(first, second, "stop"))
    # The third one is in the next turn, after somebody else's.
    assert "diamonds-3" not in earned(covered(first, second, "stop", "6-6@pit", third))

    def worth(points):
        events = (
            replace(each, diamond=points) if isinstance(each, Placed) else each
            for each in three.events
        )
        return earned(three, events=tuple(events))

    assert "diamonds-3" in worth(1)
    assert "diamonds-3" not in worth(0)


def test_carried_home():
    first = "H8=4 I8=3"
    theirs = boards.table("0-0", "6-3", on=[first], at=(98, 20), turn=1)
    carried = played(DOUBLE_DOUBLE, theirs, boards.code("J8=3 K8=6"))
    assert "carried-home" in earned(carried)
    assert "carried-home" not in earned(carried, won=False)
    assert "carried-home" not in earned(carried, game="memory")
    own = boards.table("6-3", "0-0", on=[first], at=(98, 20))
    assert "carried-home" not in after(DOUBLE_DOUBLE, own, boards.code("J8=3 K8=6"))
    assert "carried-home" not in after(DOUBLE_DOUBLE, theirs, boards.code("J8=3 K8=6"), seat=1)


# Pieces of four squares.

MUTE = "1-1-2-2 1-1-5-5"
LAST = {"number": 3, "scores": (0, 0)}


def test_squares_commands():
    part = found(DOMINO_SQUARES, 2, "squares-commands")
    own = [each for each in part.events if isinstance(each, Commanded) and each.seat == part.seat]
    kinds = {each.command for each in own}
    assert len(kinds) == 5
    assert "squares-commands" not in earned(part, game="memory")
    for kind in kinds:
        lacking = without(part, *[each for each in own if each.command is kind])
        assert "squares-commands" not in earned(lacking)


def test_squares_wild():
    wild = squared.table("w-w-2-3", MUTE, **LAST)
    laid = played(DOMINO_SQUARES, wild, "w-w-2-3@")
    assert "squares-wild" in earned(laid)
    assert "squares-wild" not in earned(laid, game="memory")
    plain = squared.table("0-2-6-6", MUTE, **LAST)
    assert "squares-wild" not in after(DOMINO_SQUARES, plain, "0-2-6-6@")
    assert "squares-wild" not in after(DOMINO_SQUARES, wild, "w-w-2-3@", seat=1)
    # A wild piece, but another piece is left.
    more = squared.table("w-w-2-3 1-1-6-4", MUTE, **LAST)
    assert "squares-wild" not in after(DOMINO_SQUARES, more, "w-w-2-3@")
    # The same if nobody can go on.
    stuck = played(DOMINO_SQUARES, more, "w-w-2-3@", "pass", "pass")
    assert any(isinstance(each, RoundScored) for each in stuck.events)
    assert "squares-wild" not in earned(stuck)
    # Given away.
    given = squared.table("give1-5-3-0 w-1-2-3", MUTE, **LAST)
    part = played(DOMINO_SQUARES, given, "give1-5-3-0@n1/3", "w-1-2-3@1")
    assert any(isinstance(each, Gave) for each in part.events)
    assert any(isinstance(each, RoundScored) for each in part.events)
    assert "squares-wild" not in earned(part)


@pytest.mark.parametrize(
    ("starter", "points", "enough"), [("0-0-6-2", 12, True), ("1-1-2-2", 11, False)]
)
def test_squares_twelve(starter, points, enough):
    pieces = " ".join(each.code for each in SQUARES if each.code != starter)
    state = squared.table(pieces, MUTE, on=starter)
    lays = [each for each in DOMINO_SQUARES.legal_moves(state, 0) if isinstance(each, Lay)]
    code = next(each.code for each in lays if sum(each.scores) == points)
    part = played(DOMINO_SQUARES, state, code)
    assert points in [each.points for each in part.events if isinstance(each, Scored)]
    assert ("squares-twelve" in earned(part)) is enough
    assert "squares-twelve" not in earned(part, seat=1)
    assert "squares-twelve" not in earned(part, game="memory")
