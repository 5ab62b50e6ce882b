"""Achievements of games with bones and for ends of rounds, and near misses."""

from dataclasses import replace
from itertools import count

import pytest
from msgspec import structs

from bot.domino.bone import bone
from bot.domino.counting import Sum
from bot.engine.contract import Event
from bot.engine.rounds import RoundScored
from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.common.events import DrawEvent, Passed, Scored
from bot.games.connecting.events import Dealt, Played
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.jamaican.partners import JAMAICAN
from bot.games.kozel import KOZEL
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.events import PieceLaid
from bot.games.star import STAR
from tests.games import rows
from tests.games.positions import position
from tests.scores.deeds import ENDED, PLAIN, after, block, earned, found, played, without


def test_out_with_double():
    part = played(BLOCK, block("5-5", "3-3 6-0"), "5-5@l")
    assert "out-with-double" in earned(part)
    assert "out-with-double" not in earned(part, helped=True)
    assert "out-with-double" not in earned(part, seat=1)
    assert "out-with-double" not in after(BLOCK, block("5-2", "3-3 6-0"), "5-2@l")
    # A double is the last bone of a round that is blocked: nobody is out.
    wall = position(BLOCK, "0-0 2-2", "3-2 2-1", on="6-0 6-0@l")
    assert "out-with-double" not in after(BLOCK, wall, "0-0@l")
    # Blind, where nobody holds a hand.
    assert "out-with-double" in after(BLIND, rows.table("5-5", "6-6 2-1", on="5-3"), "turn")


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
        return after(BLOCK, state, *codes.split(), before=(dealt,))

    codes = "5-2@l pass pass 2-2@l"
    assert "knock-knock" in knocked("5-2 2-2", "6-6 1-1", "0-0 4-4", codes=codes)
    codes = "5-2@l pass 3-1@r 2-2@l"
    assert "knock-knock" not in knocked("5-2 2-2", "6-6 1-1", "3-1 4-4", codes=codes)
    codes = "5-2@l pass 4-2@l 4-1@l 3-0@r 1-1@l"  # they lose the round
    assert "knock-knock" not in knocked("5-2 4-2 3-0 6-6", "4-1 1-1", codes=codes)
    codes = "pass 5-2@l pass 2-2@l"  # they knock themselves
    assert "knock-knock" not in knocked("2-2", "5-2 6-6", "0-0", codes=codes)


def test_sixty_at_once():
    heavy = "6-6 6-5 5-5 6-4 5-4"
    assert "sixty-at-once" in after(BLOCK, block("5-2", f"{heavy} 4-4"), "5-2@l")
    assert "sixty-at-once" not in after(BLOCK, block("5-2", f"{heavy} 4-3"), "5-2@l")
    # Penalties are not points.
    cross = position(MALTESE_CROSS, "2-2", f"{heavy} 4-4", on="6-6 6-1@l 6-2@r 6-3@u 6-0@d")
    assert "sixty-at-once" not in after(MALTESE_CROSS, cross, "2-2")
    assert "sixty-at-once" not in after(MALTESE_CROSS, cross, "2-2", seat=1)


def test_block_wall():
    assert "block-wall" in after(BLOCK, block("1-0 2-2", "3-3", on="4-1"), "1-0@r")
    other = block("2-2", "1-0 3-3", on="4-1", turn=1)
    assert "block-wall" not in after(BLOCK, other, "1-0@r")  # won, but the other laid it
    assert "block-wall" not in after(BLOCK, block("1-0 2-2", "2-1", on="4-1"), "1-0@r")  # lost
    assert "block-wall" not in after(BLOCK, block("1-0", "2-1", on="4-1"), "1-0@r")  # out
    assert "block-wall" not in after(DRAW, position(DRAW, "1-0 2-2", "3-3", on="4-1"), "1-0@r")
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
    part = found(SQUARES_DRAW, 2, "draw-ten")
    drawn = [each for each in part.events if isinstance(each, DrawEvent) and each.seat == part.seat]
    assert len(drawn) >= 10
    assert "draw-ten" in earned(without(part, *drawn[10:]))
    assert "draw-ten" not in earned(without(part, *drawn[9:]))
    assert "draw-ten" not in earned(part, game="classic")
    won = part.events
    lost = (structs.replace(e, winners=()) if isinstance(e, RoundScored) else e for e in won)
    assert "draw-ten" not in earned(part, events=tuple(lost))


def fives(hand, line, code):
    return played(ALL_FIVES, position(ALL_FIVES, hand, "4-4", on=line, stock="0-0"), code)


def points(part):
    return [each.points for each in part.events if isinstance(each, Scored)]


def test_fives_25():
    """Doubles end two arms of a spinner that counts no more; a third arm begins."""
    enough = fives("3-1 2-2", "1-1 6-1@l 6-6@l 5-1@r 5-5@r", "3-1@u")
    assert points(enough) == [25]
    assert "fives-25" in earned(enough)
    assert "fives-25" not in earned(enough, seat=1)
    assert "fives-25" not in earned(enough, helped=True)
    assert "fives-25" not in earned(enough, game="squares")

    fewer = fives("5-1 2-2", "1-1 6-1@l 6-6@l 3-1@r", "5-1@u")
    assert points(fewer) == [20]
    assert "fives-25" not in earned(fewer)


def fives_in_turn(*made, others=()):
    """Return a round in which these plays made points, or none (`None` ends the round)."""
    number = count(1)
    events: list[Event] = []
    for each in (*made, None):
        if each is None:
            events.append(RoundScored(next(number), (0,), (0, 0), (0, 0)))
            continue
        events += [*others, Played(0, bone(5, 5), "", (5, 5))]
        events += [Scored(0, Sum((10,)))] if each else []
    return replace(PLAIN, game="all-fives", events=(*events, ENDED), seats=2, totals=(0, 0))


YES, NO = True, False


@pytest.mark.parametrize(
    ("made", "enough"),
    [
        ((YES, YES, YES, YES), True),
        ((NO, YES, YES, YES, YES, NO), True),
        ((YES, YES, YES), False),
        ((YES, YES, YES, NO, YES), False),
        ((YES, YES, None, YES, YES), False),
        ((NO, YES, YES, YES, NO), False),
    ],
)
def test_fives_run_is_counted_so(made, enough):
    assert ("fives-run" in earned(fives_in_turn(*made))) is enough
    theirs = Played(1, bone(4, 4), "", (4, 4)), Passed(1)
    assert ("fives-run" in earned(fives_in_turn(*made, others=theirs))) is enough
    assert "fives-run" not in earned(fives_in_turn(*made), game="block")


def test_fives_run():
    part = found(ALL_FIVES, 2, "fives-run")
    own = [each for each in part.events if isinstance(each, Scored) and each.seat == part.seat]
    needed = [each for each in own if "fives-run" not in earned(without(part, each))]
    assert needed, "in this match there are two runs, or a very long one"


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
    def won(*scores, **options):
        state = position(DUOS, "5-2", "1-1", "6-6", "2-1", on="5-3", scores=scores, **options)
        return after(DUOS, state, "5-2@l")

    assert "duos-shutout" in won(49, 0, 49, 0)
    assert "duos-shutout" not in won(49, 1, 49, 1)
    assert "duos-shutout" not in won(10, 0, 10, 0)  # not over yet
    assert "duos-shutout" not in won(target="none")  # nobody else scores in one round
    other = played(BLOCK, block("5-2", "1-1", scores=(99, 0)), "5-2@l")
    assert other.won
    assert "duos-shutout" not in earned(other)


def test_six_love():
    def won(*scores, **options):
        state = position(JAMAICAN, "5-2", "1-1", "6-6", "2-1", on="5-3", scores=scores, **options)
        return after(JAMAICAN, state, "5-2@l")

    assert "six-love" in won(5, 0, 5, 0)
    assert "six-love" in won(5, 0, 5, 0, format="six-love")
    assert "six-love" not in won(5, 1, 5, 1)
    assert "six-love" not in won(format="single")


def test_dry_goat():
    def won(*scores, **options):
        state = position(KOZEL, "5-2", "6-6 6-5", on="5-3", scores=scores, **options)
        return after(KOZEL, state, "5-2@l")

    assert "dry-goat" in won(0, 100)
    assert "dry-goat" not in won(1, 100)
    assert "dry-goat" not in won(0, 70)
    assert "dry-goat" not in won(0, 0, target=20)


def test_star_rays():
    def star(*hands, codes):
        part = played(STAR, position(STAR, *hands), *codes.split())
        assert "star-rays" not in earned(part, game="memory")
        return "star-rays" in earned(part)

    rest = "5-5 1-0", "0-0 5-0", "5-4 4-0"
    codes = "6-6 pass pass pass 6-1@ pass pass pass 6-2@ pass pass pass 6-3@"
    assert star("6-6 6-1 6-2 6-3", *rest, codes=codes)
    # The second, the third and the last.
    codes = "6-6 6-4@ pass pass 6-1@ pass pass pass 6-2@ pass pass pass 6-3@"
    assert star("6-6 6-1 6-2 6-3", "6-4 5-5", *rest[1:], codes=codes)
    # Two, and one more when the star is complete.
    codes = "6-6 6-3@ 6-4@ pass 6-1@ pass pass pass 6-2@ pass pass pass 5-1@"
    assert not star("6-6 6-1 6-2 5-1", "6-3 5-5", "6-4 0-0", "5-0", codes=codes)


def test_blind_run():
    def turned(row, codes, other="0-0 6-1"):
        part = played(BLIND, rows.table(row, other, on="6-5"), *["turn"] * codes)
        laid = sum(isinstance(each, Played) and each.seat == 0 for each in part.events)
        return laid, "blind-run" in earned(part)

    assert turned("5-4 4-3 3-2 2-1 1-0", 5) == (5, True)
    assert turned("5-4 4-3 3-2 2-1", 4) == (4, False)
    # With a miss of both between them.
    assert turned("5-4 4-3 4-4 3-2 2-1 1-0", 7, other="5-5 2-0") == (5, False)
    # With squares.
    part = found(SQUARES_BLIND, 2, "blind-run")
    own = [each for each in part.events if isinstance(each, PieceLaid) and each.seat == part.seat]
    assert "blind-run" not in earned(without(part, *own[4:]))
    assert "blind-run" not in earned(part, game="squares-draw")


def test_lucky_doubles():
    def lucky(hand):
        state = position(LUCKY_DRAW, hand, "0-0", "6-0", on="6-6 6-5@l 6-4@r 6-3@u 6-2@d")
        codes: list[str] = []
        for code in hand.split():
            codes += [f"{code}@", "pass", "pass"]
        return played(LUCKY_DRAW, state, *codes[:-2])

    enough = lucky("5-5 5-1 1-1 4-4 3-3 2-2")
    assert "lucky-doubles" in earned(enough)
    assert "lucky-doubles" not in earned(enough, game="memory")
    assert "lucky-doubles" not in earned(lucky("5-5 5-1 1-1 4-4 3-3"))


def test_classic_crosswise():
    def classic(*codes, **options):
        state = position(CLASSIC, "5-5 4-4 3-3", "0-0", on="6-6 6-5@l 6-4@r 6-3@u", **options)
        part = played(CLASSIC, state, codes[0], "pass", codes[1], "pass", codes[2])
        assert sum(isinstance(each, Played) for each in part.events) == 3
        assert "classic-crosswise" not in earned(part, game="memory")
        return "classic-crosswise" in earned(part)

    assert classic("5-5@l+", "4-4@r+", "3-3@u+")
    assert not classic("5-5@l+", "4-4@r+", "3-3@u")  # in line
    assert not classic("5-5@l", "4-4@r", "3-3@u", doubles="crosswise"), "nobody chose that"
