"""Achievements for play itself: matches through the rules, and their near misses."""

from dataclasses import replace
from itertools import count

import pytest

from bot.domino.sets import DOUBLE_SIX
from bot.engine.rounds import RoundScored
from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.events import Dealt, Drawing, Played, Scored
from bot.games.lattice.events import Commanded, Gave, PieceLaid
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.memory import MEMORY
from bot.games.solitaire import SOLITAIRE
from bot.games.squares import DOMINO_SQUARES, ROUNDS
from bot.games.squares_blind import SQUARES_BLIND
from bot.games.squares_block import SQUARES_BLOCK
from bot.games.squares_draw import SQUARES_DRAW
from bot.games.star import STAR
from tests.games import boards, grids, patience, rows, squared
from tests.games.positions import deal, position
from tests.games.vanishing import begun
from tests.scores.deeds import by_chance, earned, found, played, without


def after(rules, state, *codes, seat=0, before=()):
    """What is earned by a match that went on like that."""
    return earned(played(rules, state, *codes, seat=seat, before=before))


# How rounds with bones end.


def block(*hands, on="5-3", **more):
    return position(BLOCK, *hands, on=on, **more)


def test_out_with_double():
    assert "out-with-double" in after(BLOCK, block("5-5", "3-3 6-0"), "5-5@l")
    assert "out-with-double" not in after(BLOCK, block("5-2", "3-3 6-0"), "5-2@l")
    assert "out-with-double" not in after(BLOCK, block("5-5", "3-3 6-0"), "5-5@l", seat=1)
    # A double as the last bone of a round that is blocked: nobody is out.
    wall = position(BLOCK, "0-0 2-2", "3-2 2-1", on="6-0 6-0@l")
    assert "out-with-double" not in after(BLOCK, wall, "0-0@l")
    # Blind, where nobody holds a hand.
    assert "out-with-double" in after(BLIND, rows.table("5-5", "6-6 2-1", on="5-3"), "turn")


def test_out_with_double_is_not_the_clocks():
    deed = played(BLOCK, block("5-5", "3-3 6-0"), "5-5@l")
    assert "out-with-double" not in earned(deed, helped=True)


def test_blocked_by_one():
    """4-0 lies when the last bone is laid: nobody has a four or a blank."""

    def blocked(other, seat=0, **more):
        return after(BLOCK, block("1-0 2-2", other, on="4-1", **more), "1-0@r", seat=seat)

    assert "blocked-by-one" in blocked("3-2")  # 4 against 5
    assert "blocked-by-one" not in blocked("3-3")  # against 6
    assert "blocked-by-one" not in blocked("2-1 1-1", seat=1)  # lost by one
    assert "blocked-by-one" not in blocked("3-1")  # tied
    out = after(BLOCK, block("5-2", "1-0"), "5-2@l")
    assert "blocked-by-one" not in out  # won by a pip, but not blocked
    duo = position(DUOS, "1-0 2-2", "3-2", "1-1", "6-6", on="4-1")
    assert "blocked-by-one" not in after(DUOS, duo, "1-0@r")


def test_six_six_left():
    assert "six-six-left" in after(BLOCK, block("5-2", "6-6 1-1"), "5-2@l")
    assert "six-six-left" not in after(BLOCK, block("5-2", "6-5 1-1"), "5-2@l")
    duo = position(DUOS, "5-2", "1-1", "6-6", "2-1", on="5-3")
    assert "six-six-left" not in after(DUOS, duo, "5-2@l")  # it is the partner's
    # Won, but blocked.
    assert "six-six-left" not in after(BLOCK, block("1-0 2-2", "6-6", on="4-1"), "1-0@r")


def test_knock_knock():
    def knocked(*hands, codes):
        state = block(*hands)
        dealt = Dealt(state.round.hands, tuple(map(len, state.round.hands)), 0, 0)
        return after(BLOCK, state, *codes, before=(dealt,))

    codes = "5-2@l", "pass", "pass", "2-2@l"
    assert "knock-knock" in knocked("5-2 2-2", "6-6 1-1", "0-0 4-4", codes=codes)
    codes = "5-2@l", "pass", "3-1@r", "2-2@l"
    assert "knock-knock" not in knocked("5-2 2-2", "6-6 1-1", "3-1 4-4", codes=codes)
    codes = "pass", "5-2@l", "pass", "2-2@l"  # they knock themselves
    assert "knock-knock" not in knocked("2-2", "5-2 6-6", "0-0", codes=codes)


def test_sixty_at_once():
    heavy = "6-6 6-5 5-5 6-4 5-4"
    assert "sixty-at-once" in after(BLOCK, block("5-2", f"{heavy} 4-4"), "5-2@l")
    assert "sixty-at-once" not in after(BLOCK, block("5-2", f"{heavy} 4-3"), "5-2@l")
    # Penalties are no points.
    cross = position(MALTESE_CROSS, "2-2", f"{heavy} 4-4", on="6-6 6-1@l 6-2@r 6-3@u 6-0@d")
    assert "sixty-at-once" not in after(MALTESE_CROSS, cross, "2-2")
    assert "sixty-at-once" not in after(MALTESE_CROSS, cross, "2-2", seat=1)


# Games with bones.


def test_block_wall():
    assert "block-wall" in after(BLOCK, block("1-0 2-2", "3-3", on="4-1"), "1-0@r")
    other = block("2-2", "1-0 3-3", on="4-1", turn=1)
    assert "block-wall" not in after(BLOCK, other, "1-0@r")  # won, but the other laid it
    assert "block-wall" not in after(BLOCK, block("1-0 2-2", "2-1", on="4-1"), "1-0@r")  # lost
    assert "block-wall" not in after(BLOCK, block("1-0", "2-1", on="4-1"), "1-0@r")  # out
    draw = position(DRAW, "1-0 2-2", "3-3", on="4-1")
    assert "block-wall" not in after(DRAW, draw, "1-0@r")
    assert found(SQUARES_BLOCK, 2, "block-wall").game == "squares-block"


def test_draw_nothing():
    dry = position(DRAW, "5-2", "1-1 6-6", on="5-3", stock="0-0")
    assert "draw-nothing" in after(DRAW, dry, "5-2@l")
    wet = position(DRAW, "2-1", "5-5 6-6", on="5-3", stock="3-1 0-0")
    assert "draw-nothing" not in after(DRAW, wet, "draw", "3-1@r", "5-5@l", "2-1@r")
    assert "draw-nothing" not in after(DRAW, dry, "5-2@l", seat=1)
    assert "draw-nothing" not in after(BLOCK, block("5-2", "1-1 6-6"), "5-2@l")
    assert found(SQUARES_DRAW, 2, "draw-nothing").game == "squares-draw"


def test_draw_ten():
    deed = found(SQUARES_DRAW, 2, "draw-ten")
    drawn = [each for each in deed.events if isinstance(each, Drawing) and each.seat == deed.seat]
    assert len(drawn) >= 10
    assert "draw-ten" in earned(without(deed, *drawn[10:]))
    assert "draw-ten" not in earned(without(deed, *drawn[9:]))


def fives(hand, line, code):
    state = position(ALL_FIVES, hand, "4-4", on=line, stock="0-0")
    return played(ALL_FIVES, state, code)


def points(deed):
    return [each.points for each in deed.events if isinstance(each, Scored)]


def test_fives_25():
    """Doubles end two arms of a spinner that counts no more; a third arm begins."""
    enough = fives("3-1 2-2", "1-1 6-1@l 6-6@l 5-1@r 5-5@r", "3-1@u")
    assert points(enough) == [25]
    assert "fives-25" in earned(enough)
    assert "fives-25" not in earned(enough, seat=1)
    assert "fives-25" not in earned(enough, helped=True)

    fewer = fives("5-1 2-2", "1-1 6-1@l 6-6@l 3-1@r", "5-1@u")
    assert points(fewer) == [20]
    assert "fives-25" not in earned(fewer)


def test_fives_25_is_of_all_fives():
    """A piece of Domino Squares never makes so much; nor does it count here."""
    deed = fives("3-1 2-2", "1-1 6-1@l 6-6@l 5-1@r 5-5@r", "3-1@u")
    assert "fives-25" not in earned(deed, game="squares")


def test_fives_run():
    deed = found(ALL_FIVES, 2, "fives-run")
    own = [each for each in deed.events if isinstance(each, Scored) and each.seat == deed.seat]
    needed = [each for each in own if "fives-run" not in earned(without(deed, each))]
    assert needed, "in this match there are two runs, or a very long one"
    # Without its points the play is still there, and ends the run: three in a row.
    assert "fives-run" not in earned(without(deed, needed[-1]))
    # Four of which one is in the next round are no four in one.
    at = deed.events.index(needed[-1]) - 1
    assert isinstance(deed.events[at], Played)
    between = RoundScored(9, (), (0, 0), (0, 0))
    split = (*deed.events[:at], between, *deed.events[at:])
    assert "fives-run" not in earned(replace(deed, events=split))


def test_cross_ninety():
    def won_from(*scores):
        arms = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"
        state = position(MALTESE_CROSS, "2-2", "5-5 5-4", on=arms, scores=scores)
        return after(MALTESE_CROSS, state, "2-2")

    assert "cross-ninety" in won_from(90, 95)
    assert "cross-ninety" not in won_from(89, 95)
    assert "cross-ninety" not in won_from(90, 10)  # the match is not won by that
    other = played(BLOCK, block("5-2", "1-1", scores=(99, 95)), "5-2@l")
    assert other.won
    assert other.totals == (101, 95)
    assert "cross-ninety" not in earned(other)


def test_duos_shutout():
    def won(*scores):
        state = position(DUOS, "5-2", "1-1", "6-6", "2-1", on="5-3", scores=scores)
        return after(DUOS, state, "5-2@l")

    assert "duos-shutout" in won(49, 0, 49, 0)
    assert "duos-shutout" not in won(49, 1, 49, 1)
    assert "duos-shutout" not in won(10, 0, 10, 0)  # not over yet
    other = played(BLOCK, block("5-2", "1-1", scores=(99, 0)), "5-2@l")
    assert other.won
    assert "duos-shutout" not in earned(other)


def test_star_rays():
    alone = position(STAR, "6-6 6-1 6-2 6-3", "5-5 1-0", "0-0 5-0", "5-4 4-0")
    rounds = ("6-6", *["pass"] * 3, "6-1@", *["pass"] * 3, "6-2@", *["pass"] * 3, "6-3@")
    assert "star-rays" in after(STAR, alone, *rounds)

    shared = position(STAR, "6-6 6-1 6-2 5-1", "6-3 5-5", "6-4 0-0", "5-0")
    rounds = "6-6", "6-3@", "6-4@", "pass", "6-1@", "pass", "pass", "pass", "6-2@"
    rounds = (*rounds, "pass", "pass", "pass", "5-1@")
    assert "star-rays" not in after(STAR, shared, *rounds)


def test_blind_run():
    def turned(row, codes, other="0-0 6-1"):
        deed = played(BLIND, rows.table(row, other, on="6-5"), *["turn"] * codes)
        laid = sum(isinstance(each, Played) and each.seat == 0 for each in deed.events)
        return laid, "blind-run" in earned(deed)

    assert turned("5-4 4-3 3-2 2-1 1-0", 5) == (5, True)
    assert turned("5-4 4-3 3-2 2-1", 4) == (4, False)
    # With a miss of both between them.
    assert turned("5-4 4-3 4-4 3-2 2-1 1-0", 7, other="5-5 2-0") == (5, False)


def test_blind_run_with_squares():
    deed = found(SQUARES_BLIND, 2, "blind-run")
    own = [each for each in deed.events if isinstance(each, PieceLaid) and each.seat == deed.seat]
    assert "blind-run" not in earned(without(deed, *own[4:]))
    assert "blind-run" not in earned(deed, game="squares-draw")


def test_lucky_doubles():
    def lucky(hand):
        on = "6-6 6-5@l 6-4@r 6-3@u 6-2@d"
        state = position(LUCKY_DRAW, hand, "0-0", "6-0", on=on)
        codes: list[str] = []
        for bone in hand.split():
            codes += [f"{bone}@", "pass", "pass"]
        return after(LUCKY_DRAW, state, *codes[:-2])

    assert "lucky-doubles" in lucky("5-5 5-1 1-1 4-4 3-3 2-2")
    assert "lucky-doubles" not in lucky("5-5 5-1 1-1 4-4 3-3")


def test_classic_crosswise():
    def classic(*codes):
        state = position(CLASSIC, "5-5 4-4 3-3", "0-0", on="6-6 6-5@l 6-4@r 6-3@u")
        return after(CLASSIC, state, codes[0], "pass", codes[1], "pass", codes[2])

    assert "classic-crosswise" in classic("5-5@l+", "4-4@r+", "3-3@u+")
    assert "classic-crosswise" not in classic("5-5@l+", "4-4@r+", "3-3@u")  # in line


def test_classic_crosswise_needs_a_choice():
    line = "6-6 6-5@l 6-4@r 6-3@u"
    state = position(CLASSIC, "5-5 4-4 3-3", "0-0", on=line, doubles="crosswise")
    deed = played(CLASSIC, state, "5-5@l", "pass", "4-4@r", "pass", "3-3@u")
    laid = [each for each in deed.events if isinstance(each, Played)]
    assert len(laid) == 3
    assert "classic-crosswise" not in earned(deed)


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
    assert "memory-perfect" in alone(a1, c1, e1, b1)  # what fits the first was not known
    assert "memory-perfect" not in alone(a1, c1, b1, e1)  # a1 was, when b1 was turned up


def test_memory_perfect_takes_five_pairs_and_a_win():
    tiles = " ".join(f"{one} {other}" for one, other in PAIRS[:4])
    few = grids.late(tiles, piles=(6, 4))
    deed = played(MEMORY, few, *PLACES[:8])
    assert deed.won
    assert "memory-perfect" not in earned(deed)
    whole = played(MEMORY, grids.laid(IN_PAIRS), *PLACES)
    assert "memory-perfect" in earned(whole)
    assert "memory-perfect" not in earned(whole, won=False)


def test_memory_run():
    def among(seats, *codes):
        return after(MEMORY, grids.laid(IN_PAIRS, seats=seats), *codes)

    assert "memory-run" in among(2, *PLACES[:10])
    assert "memory-run" not in among(2, *PLACES[:8])
    a_miss = PLACES[8], PLACES[10], PLACES[8], PLACES[11]
    assert "memory-run" not in among(2, *PLACES[:8], *a_miss, PLACES[8], PLACES[9])
    assert "memory-run" not in among(1, *PLACES)


def won_deal():
    """A deal of Solitaire that can be won, and how."""
    for seed in count():
        if codes := patience.won_by_force(patience.mixed(seed)):
            return " ".join(each.code for each in patience.mixed(seed)), codes
    raise AssertionError


def test_solitaire_won():
    order, codes = won_deal()
    assert "solitaire-won" in after(SOLITAIRE, begun(), deal(order), *codes)
    lost = next(deed for seed in count() for deed in by_chance(SOLITAIRE, 1, seed) if not deed.won)
    assert "solitaire-won" not in earned(lost)


@pytest.mark.parametrize(("triples", "enough"), [(5, True), (4, False)])
def test_solitaire_triples(triples, enough):
    deeds = (deed for seed in count() for deed in by_chance(SOLITAIRE, 1, seed))
    deed = next(
        each for each in deeds if sum(getattr(e, "together", False) for e in each.events) == triples
    )
    assert ("solitaire-triples" in earned(deed)) is enough


# The board.

LINE = ["H8=4 I8=3", "J8=3 K8=3", "K7=3 K6=1", "L6=1 L5=0"]


def test_diamonds_3():
    first, second, third = map(boards.code, ("L4=0 M4=0", "N4=0 O4=0", "N3=0 N2=6"))

    def covered(*codes):
        state = boards.table("0-0 0-0 6-0 5-4", "6-6", on=LINE, stock="1-1 2-2 3-3 4-4 5-5 6-6")
        return after(DOUBLE_DOUBLE, state, *codes)

    assert "diamonds-3" in covered(first, second, third)
    assert "diamonds-3" not in covered(first, second, "stop")
    # The third in the next turn, when somebody else has had theirs.
    assert "diamonds-3" not in covered(first, second, "stop", "6-6@pit", third)


def test_carried_home():
    first = "H8=4 I8=3"
    theirs = boards.table("0-0", "6-3", on=[first], at=(98, 20), turn=1)
    assert "carried-home" in after(DOUBLE_DOUBLE, theirs, boards.code("J8=3 K8=6"))
    own = boards.table("6-3", "0-0", on=[first], at=(98, 20))
    assert "carried-home" not in after(DOUBLE_DOUBLE, own, boards.code("J8=3 K8=6"))
    assert "carried-home" not in after(DOUBLE_DOUBLE, theirs, boards.code("J8=3 K8=6"), seat=1)


# Pieces of four squares.

MUTE = "1-1-2-2 1-1-5-5"
LAST = {"number": ROUNDS, "scores": (0, 0)}


def test_squares_commands():
    deed = found(DOMINO_SQUARES, 2, "squares-commands")
    own = [each for each in deed.events if isinstance(each, Commanded) and each.seat == deed.seat]
    kinds = {each.command for each in own}
    assert len(kinds) == 5
    for kind in kinds:
        lacking = without(deed, *[each for each in own if each.command is kind])
        assert "squares-commands" not in earned(lacking)


def test_squares_wild():
    wild = squared.table("w-w-2-3", MUTE, **LAST)
    assert "squares-wild" in after(DOMINO_SQUARES, wild, "w-w-2-3@")
    plain = squared.table("0-2-6-6", MUTE, **LAST)
    assert "squares-wild" not in after(DOMINO_SQUARES, plain, "0-2-6-6@")
    assert "squares-wild" not in after(DOMINO_SQUARES, wild, "w-w-2-3@", seat=1)
    # A wild piece, but another one is left.
    more = squared.table("w-w-2-3 1-1-6-4", MUTE, **LAST)
    assert "squares-wild" not in after(DOMINO_SQUARES, more, "w-w-2-3@")


def test_squares_wild_given_away():
    given = squared.table("give1-5-3-0 w-1-2-3", MUTE, **LAST)
    deed = played(DOMINO_SQUARES, given, "give1-5-3-0@n1/3", "w-1-2-3@1")
    assert any(isinstance(each, Gave) for each in deed.events)
    assert any(isinstance(each, RoundScored) for each in deed.events)
    assert "squares-wild" not in earned(deed)


def test_squares_twelve():
    state = squared.table("0-2-6-6 1-1-6-4", MUTE)
    made = {}
    for move in DOMINO_SQUARES.legal_moves(state, 0):
        if move.code.startswith("0-2-6-6@"):
            deed = played(DOMINO_SQUARES, state, move.code)
            points = sum(each.points for each in deed.events if isinstance(each, Scored))
            made[points] = "squares-twelve" in earned(deed)
    assert made[12] is True
    assert {points for points, enough in made.items() if enough} == {12}
    assert len(made) > 1
