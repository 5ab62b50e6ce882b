"""Achievements for the ends of rounds: matches played by the rules, and near misses."""

from msgspec.structs import replace

from bot.engine.rounds import RoundScored
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.common.events import DrawEvent
from bot.games.connecting.events import Dealt
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from tests.games import rows
from tests.games.positions import position
from tests.scores.deeds import after, block, earned, found, played, without


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
    lost = (replace(e, winners=()) if isinstance(e, RoundScored) else e for e in part.events)
    assert "draw-ten" not in earned(part, events=tuple(lost))
